//! Parameters of the searches of games.

use super::typed::{choice, decimal, signed, switch, table_bits, whole};
use super::{Kind, OFF, Parameter, Typed, Words, words};
use crate::catalog::gomoku::CANDIDATE_WORDS;
use crate::catalog::name;
use crate::gomoku::Candidates;
use crate::gomoku::solver::Width;
use crate::othello::endgame::{Mode, Selectivity};
use searchlab_search::game::mcts::Playout;
use searchlab_search::game::{FirstGuess, OrderingHeuristic, Replacement};

/// Size of a bounded table.
pub const TABLE_BITS: Typed<u32> = table_bits(name("table-bits", "size of the table: 2^N entries"), 4, 32, "");

/// Iterative deepening.
pub(crate) const ITERATIVE_DEEPENING: Typed<bool> =
    switch(name("iterative-deepening", "search to depth 1, 2, 3 … first, which orders the moves of the next"), "on");

/// Order of the moves of a game.
pub(crate) const ORDERING: Parameter = Parameter {
    name: name("ordering", "what decides the order of moves, the first word first"),
    kind: Kind::List(CRITERIA.names),
    default: "table,fewest-replies,killer,history",
};

/// The criteria of an order of moves; `None` for the order of the game.
pub(crate) const CRITERIA: Words<Option<OrderingHeuristic>> = words! {
    "natural" => None, "the order of the game, which is also that of equals; only at the end";
    "table" => Some(OrderingHeuristic::Table), "the best move that the table knows";
    "killer" => Some(OrderingHeuristic::Killer), "moves that lately cut off at the same ply (Akl, Newborn 1977)";
    "history" => Some(OrderingHeuristic::History), "moves that cut off often anywhere (Schaeffer 1983)";
    "static" => Some(OrderingHeuristic::Static),
        "moves that are good as a rule: in Othello corners first, in Gomoku the best shapes";
    "fewest-replies" => Some(OrderingHeuristic::FewestReplies),
        "moves that leave the other side few moves; where 3 plies or more remain";
    "iid" => Some(OrderingHeuristic::Shallow),
        "values of an internal search, 2 plies shallower; where more than 4 plies remain";
};

/// Replacement policy of the table.
pub(crate) const REPLACEMENT: Typed<Replacement> = choice(
    name("replacement", "which entry of the table gives way"),
    &words! {
        "two-slot" => Replacement::TwoSlot, "of two places one keeps what was searched deeper, one takes the newer";
        "depth" => Replacement::Depth, "the one that is there, unless it was searched deeper";
        "always" => Replacement::Always, "the one that is there";
    },
    "two-slot",
);

/// Enhanced transposition cutoffs.
pub(crate) const ENHANCED_CUTOFFS: Typed<bool> = switch(
    name("enhanced-cutoffs", "ask the table for all successors before any is searched (Plaat et al. 1996)"),
    "off",
);

/// Aspiration window.
pub(crate) const ASPIRATION: Typed<u32> =
    whole(name("aspiration", "begin with a window of so much above and below the last value"), 1, 1_000_000, "");

/// Confidence of ProbCut.
pub const PROBCUT: Typed<u32> = decimal(
    name(
        "probcut",
        "leaves out deep searches whose outcome a shallow one tells with a confidence of so many standard deviations \
         (Buro 1995, 1997): off, or 1 to 3 as a rule; the search is then selective, and its value not that of MiniMax",
    ),
    Kind::DecimalOrOff(500, 10_000),
    OFF,
);

/// MTD(f) or a full window, for each move of the root.
pub(crate) const MTDF: Typed<bool> =
    switch(name("mtdf", "search each move of the root by MTD(f); off: with the full window"), "on");

/// The cut of alpha-beta as the course reports have it.
pub(crate) const STRICT_CUT: Typed<bool> =
    switch(name("strict-cut", "end a node only at a value beyond its window; off: already at one on its bound"), "on");

/// First guess of MTD(f).
pub(crate) const FIRST_GUESS: Typed<FirstGuess> = choice(
    name("first-guess", "the value at which the first pass of an iteration asks"),
    &words! {
        "last-but-one" => FirstGuess::LastButOne,
            "that of two iterations before, whose leaves had the same side to move";
        "last" => FirstGuess::Last,
            "that of the iteration before; values that swing from ply to ply make it a bad guess";
    },
    "last-but-one",
);

/// A fixed first guess of MTD(f).
pub(crate) const GUESS: Typed<i32> = signed(
    name("guess", "asks first at this value in every iteration, in place of first-guess"),
    -1_000_000,
    1_000_000,
    "",
);

/// Step of `mtd-step`.
pub(crate) const STEP: Typed<u32> =
    whole(name("step", "by how much a pass lowers the bound, in the units of the evaluation"), 1, 1_000_000, "50");

/// Choice among equal moves.
pub(crate) const TIES: Typed<bool> = choice(
    name("ties", "which of several best moves is chosen"),
    &words! {
        "first" => false, "the one that was found first";
        "seeded" => true, "one that is drawn with the seed; all must be found for that";
    },
    "first",
);

/// Simulations of Monte-Carlo tree search.
pub(crate) const SIMULATIONS: Typed<u32> = whole(
    name("simulations", "ends the search after so many simulations; without it and without a limit after 10,000"),
    1,
    u32::MAX,
    "",
);

/// Exploration of Monte-Carlo tree search.
pub(crate) const EXPLORATION: Typed<u32> = decimal(
    name("exploration", "weight c of what is little known: share of the points + c √(ln N / n)"),
    Kind::Decimal(0, 100_000),
    "1.4",
);

/// First-play urgency.
pub(crate) const FIRST_PLAY: Typed<u32> = decimal(
    name("first-play", "what a move counts as that was never tried, in place of that sum; 100: all are tried first"),
    Kind::Decimal(0, 100_000),
    "1.1",
);

/// Playouts from each leaf.
pub(crate) const PLAYOUTS: Typed<u32> = whole(name("playouts", "playouts from each new leaf"), 1, 1000, "1");

/// Moves of playouts.
pub(crate) const PLAYOUT: Typed<Playout> = choice(
    name("playout", "how moves of playouts are chosen"),
    &words! {
        "uniform" => Playout::Uniform, "any of those that the search considers, with the same probability";
        "ranked" => Playout::Ranked,
            "of two that are drawn so, the one that is better as a rule, as in the ordering `static`";
    },
    "uniform",
);

/// Length of playouts.
pub(crate) const PLAYOUT_PLIES: Typed<u32> = whole(
    name("playout-plies", "ends playouts after so many plies: who is ahead by the evaluation has won"),
    0,
    1000,
    "",
);

/// Size of the tree of Monte-Carlo tree search.
pub(crate) const TREE_NODES: Typed<u32> = whole(
    name("tree-nodes", "most nodes of the tree; once it is full, it grows no more and playouts go on"),
    1,
    1 << 31,
    "4000000",
);

/// Evaluation of leaves.
pub const EVALUATION: Parameter = Parameter {
    name: name("evaluation", "value of a leaf: a name, weights of features, or both: NAME,FEATURE=WEIGHT,…"),
    kind: Kind::Evaluation,
    default: "",
};

/// The weights of the learned evaluation.
pub const WEIGHTS: Parameter = Parameter {
    name: name(
        "weights",
        "weights of the learned evaluation: shipped, or a file that the command `train` of the game wrote",
    ),
    kind: Kind::File,
    default: "shipped",
};

/// An opening book.
pub const BOOK: Parameter = Parameter {
    name: name("book", "opening book: shipped, or a file that the command `book` of the game wrote"),
    kind: Kind::File,
    default: "",
};

/// Learning from lost games.
pub const LEARN: Typed<bool> = switch(name("learn", "a player avoids what lost it a game of the same series"), OFF);

/// The transposition table of a player between the moves of a game: kept, or emptied before each.
pub const KEEP_TABLE: Typed<bool> =
    switch(name("keep-table", "a player's table keeps from move to move of a game what it found"), OFF);

/// Plies of an opening book that a player uses.
pub(crate) const BOOK_PLIES: Typed<u32> =
    whole(name("book-plies", "plies from the start of the game up to which a player asks its book"), 1, 60, "20");

/// Empty squares from which on the solver of endgames plays for a player.
pub const SOLVE: Typed<u32> = whole(
    name("solve", "empty squares from which on the exact solver plays in place of the player's search; 0: never"),
    0,
    60,
    "0",
);

/// The cells that a search of Gomoku considers.
pub(crate) const CANDIDATES: Typed<Candidates> =
    choice(name("candidates", "which empty cells a search of Gomoku considers"), &CANDIDATE_WORDS, "");

/// Cells around the box.
pub(crate) const MARGIN: Typed<u32> =
    whole(name("margin", "by how many cells the box is wider on each side; for candidates = box"), 0, 22, "");

/// Preference of short wins.
pub(crate) const WIN_DISCOUNT: Typed<u32> = decimal(
    name(
        "win-discount",
        "part w of the value of a five that each ply to it takes off: it is worth five · (1 − w · plies), rounded \
         towards 0 and at least 1; for evaluations that say what a five is worth",
    ),
    Kind::DecimalOrOff(0, 1_000),
    OFF,
);

/// The question to a solver of endgames: exact score or win, draw, loss.
pub const MODE: Typed<Mode> = choice(
    name("mode", "what is asked of a position"),
    &words! {
        "exact" => Mode::Exact, "the score of perfect play: discs of the side to move less those of the other";
        "wld" => Mode::WinLossDraw, "only who wins: 1 for a win of the side to move, 0 for a draw, -1 for a loss";
    },
    "exact",
);

/// The probability with which a solver's score is to hold.
pub const SELECTIVITY: Typed<Selectivity> = choice(
    name(
        "selectivity",
        "probability, in percent, with which the score of an endgame is to hold: below 100 ProbCut leaves out what the \
         learned evaluation tells (Buro 1995, 1997), which is much cheaper, and nothing is proved",
    ),
    &words! {
        "73" => Selectivity::P73, "73 of 100 scores hold: the cheapest";
        "87" => Selectivity::P87, "87 of 100 scores hold";
        "95" => Selectivity::P95, "95 of 100 scores hold";
        "98" => Selectivity::P98, "98 of 100 scores hold";
        "99" => Selectivity::P99, "99 of 100 scores hold";
        "100" => Selectivity::Exact, "every score is proved";
    },
    "100",
);

/// On to look for a shortest win.
pub const SHORTEST: Typed<bool> =
    switch(name("shortest", "go on until no shorter win by the same threats is left"), "off");

/// All best moves of a position.
pub const ALL_BEST: Typed<bool> = switch(name("all-best", "find all moves that reach the score, not one"), "off");

/// The threats of a solver of Gomoku.
pub const THREATS: Typed<Width> = choice(
    name("threats", "which moves of the attacker count as threats"),
    &words! {
        "threes" => Width::Threes, "fours and open threes";
        "fours" => Width::VcfTable, "also those that threaten a longer win by fours";
    },
    "fours",
);

/// Techniques that a search is to do without.
pub const WITHOUT: Parameter =
    Parameter { name: name("without", "techniques to do without; or none"), kind: Kind::Techniques, default: "" };

/// Threads of one search. One is written down as none: so trials were named before there were more.
pub const THREADS: Typed<u32> = whole(
    name("threads", "threads that search together; with 2 and more all but a solver's score may differ each time"),
    1,
    MOST_THREADS,
    "1",
);

/// Most threads of one search.
pub const MOST_THREADS: u32 = 256;
