//! Parameters of algorithms and worlds: names, values, defaults.

mod parse;
mod paths;

pub use parse::parse_thousandths;
pub use paths::*;

use serde_json::Value;

use super::gomoku::CANDIDATE_NAMES;
use super::program::{CMD, DIR};
use super::{Name, WORLDS, WorldInfo, name};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::record::Params;

/// A parameter of algorithms or worlds.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name and what it does.
    pub name: Name,
    /// The values it takes.
    pub kind: Kind,
    /// The value if none is given, in the words of a user; empty if it depends on the world or means "none".
    pub default: &'static str,
}

/// The values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of these words.
    Choice(&'static [Name]),
    /// A heuristic of the world.
    Heuristic,
    /// A whole number in this range.
    Whole(u32, u32),
    /// A whole number in this range; or 0 for no table, of an algorithm that can do without.
    TableBits(u32, u32),
    /// A whole number in this range, which may be below 0.
    Signed(i32, i32),
    /// A decimal number of at most three decimals in this range of thousandths.
    Decimal(u32, u32),
    /// The word `off`, which is written down as no value at all, or a decimal number as above.
    DecimalOrOff(u32, u32),
    /// The moves of the world in the order in which they are to be tried.
    Order,
    /// Some of these words, each at most once, with commas between.
    List(&'static [Name]),
    /// Some of the techniques of the world, with commas between.
    Techniques,
    /// An evaluation of the world.
    Evaluation,
    /// A file, or a word of the world.
    File,
    /// A command line.
    Command,
}

/// Size of a bounded table.
pub const TABLE_BITS: Parameter =
    Parameter { name: name("table-bits", "size of the table: 2^N entries"), kind: Kind::TableBits(4, 32), default: "" };

/// The word for "no".
const OFF: &str = "off";

const SWITCH: Kind = Kind::Choice(&[name("on", "yes"), name(OFF, "no")]);

/// Iterative deepening.
pub const ITERATIVE_DEEPENING: Parameter = Parameter {
    name: name("iterative-deepening", "search to depth 1, 2, 3 … first, which orders the moves of the next"),
    kind: SWITCH,
    default: "on",
};

/// Order of the moves of a game.
pub const ORDERING: Parameter = Parameter {
    name: name("ordering", "what decides the order of moves, the first word first"),
    kind: Kind::List(&[
        name("natural", "the order of the game, which is also that of equals; only at the end"),
        name("table", "the best move that the table knows"),
        name("killer", "moves that lately cut off at the same ply (Akl, Newborn 1977)"),
        name("history", "moves that cut off often anywhere (Schaeffer 1983)"),
        name("static", "moves that are good as a rule: in Othello corners first, in Gomoku the best shapes"),
        name("fewest-replies", "moves that leave the other side few moves; where 3 plies or more remain"),
        name("iid", "values of an internal search, 2 plies shallower; where more than 4 plies remain"),
    ]),
    default: "table,fewest-replies,killer,history",
};

/// Replacement policy of the table.
pub const REPLACEMENT: Parameter = Parameter {
    name: name("replacement", "which entry of the table gives way"),
    kind: Kind::Choice(&[
        name("two-slot", "of two places one keeps what was searched deeper, one takes the newer"),
        name("depth", "the one that is there, unless it was searched deeper"),
        name("always", "the one that is there"),
    ]),
    default: "two-slot",
};

/// Enhanced transposition cutoffs.
pub const ENHANCED_CUTOFFS: Parameter = Parameter {
    name: name("enhanced-cutoffs", "ask the table for all successors before any is searched (Plaat et al. 1996)"),
    kind: SWITCH,
    default: "off",
};

/// Aspiration window.
pub const ASPIRATION: Parameter = Parameter {
    name: name("aspiration", "begin with a window of so much above and below the last value"),
    kind: Kind::Whole(1, 1_000_000),
    default: "",
};

/// Confidence of ProbCut.
pub const PROBCUT: Parameter = Parameter {
    name: name(
        "probcut",
        "leaves out deep searches whose outcome a shallow one tells with a confidence of so many standard deviations \
         (Buro 1995, 1997): off, or 1 to 3 as a rule; the search is then selective, and its value not that of MiniMax",
    ),
    kind: Kind::DecimalOrOff(500, 10_000),
    default: OFF,
};

/// MTD(f) or a full window, for each move of the root.
pub const MTDF: Parameter = Parameter {
    name: name("mtdf", "search each move of the root by MTD(f); off: with the full window"),
    kind: SWITCH,
    default: "on",
};

/// The cut of alpha-beta as the course reports have it.
pub const STRICT_CUT: Parameter = Parameter {
    name: name("strict-cut", "end a node only at a value beyond its window; off: already at one on its bound"),
    kind: SWITCH,
    default: "on",
};

/// First guess of MTD(f).
pub const FIRST_GUESS: Parameter = Parameter {
    name: name("first-guess", "the value at which the first pass of an iteration asks"),
    kind: Kind::Choice(&[
        name("last-but-one", "that of two iterations before, whose leaves had the same side to move"),
        name("last", "that of the iteration before; values that swing from ply to ply make it a bad guess"),
    ]),
    default: "last-but-one",
};

/// A fixed first guess of MTD(f).
pub const GUESS: Parameter = Parameter {
    name: name("guess", "asks first at this value in every iteration, in place of first-guess"),
    kind: Kind::Signed(-1_000_000, 1_000_000),
    default: "",
};

/// Step of `mtd-step`.
pub const STEP: Parameter = Parameter {
    name: name("step", "by how much a pass lowers the bound, in the units of the evaluation"),
    kind: Kind::Whole(1, 1_000_000),
    default: "50",
};

/// Choice among equal moves.
pub const TIES: Parameter = Parameter {
    name: name("ties", "which of several best moves is chosen"),
    kind: Kind::Choice(&[
        name("first", "the one that was found first"),
        name("seeded", "one that is drawn with the seed; all must be found for that"),
    ]),
    default: "first",
};

/// Simulations of Monte-Carlo tree search.
pub const SIMULATIONS: Parameter = Parameter {
    name: name("simulations", "ends the search after so many simulations; without it and without a limit after 10,000"),
    kind: Kind::Whole(1, u32::MAX),
    default: "",
};

/// Exploration of Monte-Carlo tree search.
pub const EXPLORATION: Parameter = Parameter {
    name: name("exploration", "weight c of what is little known: share of the points + c √(ln N / n)"),
    kind: Kind::Decimal(0, 100_000),
    default: "1.4",
};

/// First-play urgency.
pub const FIRST_PLAY: Parameter = Parameter {
    name: name(
        "first-play",
        "what a move counts as that was never tried, in place of that sum; 100: all are tried first",
    ),
    kind: Kind::Decimal(0, 100_000),
    default: "1.1",
};

/// Playouts from each leaf.
pub const PLAYOUTS: Parameter =
    Parameter { name: name("playouts", "playouts from each new leaf"), kind: Kind::Whole(1, 1000), default: "1" };

/// Moves of playouts.
pub const PLAYOUT: Parameter = Parameter {
    name: name("playout", "how moves of playouts are chosen"),
    kind: Kind::Choice(&[
        name("uniform", "any of those that the search considers, with the same probability"),
        name("ranked", "of two that are drawn so, the one that is better as a rule, as in the ordering `static`"),
    ]),
    default: "uniform",
};

/// Length of playouts.
pub const PLAYOUT_PLIES: Parameter = Parameter {
    name: name("playout-plies", "ends playouts after so many plies: who is ahead by the evaluation has won"),
    kind: Kind::Whole(0, 1000),
    default: "",
};

/// Size of the tree of Monte-Carlo tree search.
pub const TREE_NODES: Parameter = Parameter {
    name: name("tree-nodes", "most nodes of the tree; once it is full, it grows no more and playouts go on"),
    kind: Kind::Whole(1, 1 << 31),
    default: "4000000",
};

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
pub const LEARN: Parameter = Parameter {
    name: name("learn", "a player avoids what lost it a game of the same series"),
    kind: SWITCH,
    default: OFF,
};

/// Plies of an opening book that a player uses.
pub const BOOK_PLIES: Parameter = Parameter {
    name: name("book-plies", "plies from the start of the game up to which a player asks its book"),
    kind: Kind::Whole(1, 60),
    default: "20",
};

/// Empty squares from which on the solver of endgames plays for a player.
pub const SOLVE: Parameter = Parameter {
    name: name("solve", "empty squares from which on the exact solver plays in place of the player's search; 0: never"),
    kind: Kind::Whole(0, 60),
    default: "0",
};

/// The cells that a search of Gomoku considers.
pub const CANDIDATES: Parameter = Parameter {
    name: name("candidates", "which empty cells a search of Gomoku considers"),
    kind: Kind::Choice(CANDIDATE_NAMES),
    default: "",
};

/// Cells around the box.
pub const MARGIN: Parameter = Parameter {
    name: name("margin", "by how many cells the box is wider on each side; for candidates = box"),
    kind: Kind::Whole(0, 22),
    default: "",
};

/// Preference of short wins.
pub const WIN_DISCOUNT: Parameter = Parameter {
    name: name(
        "win-discount",
        "part w of the value of a five that each ply to it takes off: it is worth five · (1 − w · plies), rounded \
         towards 0 and at least 1; for evaluations that say what a five is worth",
    ),
    kind: Kind::DecimalOrOff(0, 1_000),
    default: OFF,
};

/// The question to a solver of endgames: exact score or win, draw, loss.
pub const MODE: Parameter = Parameter {
    name: name("mode", "what is asked of a position"),
    kind: Kind::Choice(&[
        name("exact", "the score of perfect play: discs of the side to move less those of the other"),
        name("wld", "only who wins: 1 for a win of the side to move, 0 for a draw, -1 for a loss"),
    ]),
    default: "exact",
};

/// On to look for a shortest win.
pub const SHORTEST: Parameter = Parameter {
    name: name("shortest", "go on until no shorter win by the same threats is left"),
    kind: SWITCH,
    default: "off",
};

/// All best moves of a position.
pub const ALL_BEST: Parameter =
    Parameter { name: name("all-best", "find all moves that reach the score, not one"), kind: SWITCH, default: "off" };

/// The threats of a solver of Gomoku.
pub const THREATS: Parameter = Parameter {
    name: name("threats", "which moves of the attacker count as threats"),
    kind: Kind::Choice(&[
        name("threes", "fours and open threes"),
        name("fours", "also those that threaten a longer win by fours"),
    ]),
    default: "fours",
};

/// The word for no technique at all.
pub(super) const NONE: &str = "none";

/// Techniques that a search is to do without.
pub const WITHOUT: Parameter =
    Parameter { name: name("without", "techniques to do without; or none"), kind: Kind::Techniques, default: "" };

/// Threads of one search. One is written down as none: so trials were named before there were more.
pub const THREADS: Parameter = Parameter {
    name: name(
        "threads",
        "threads that search together; with 2 and more all but a solver's score may differ each time",
    ),
    kind: Kind::Whole(1, MOST_THREADS),
    default: "1",
};

/// Most threads of one search.
pub const MOST_THREADS: u32 = 256;

/// All parameters.
pub const PARAMETERS: &[&Parameter] = &[
    &HEURISTIC,
    &TIE_BREAK,
    &OPEN,
    &WEIGHT,
    &WEIGHT_STEP,
    &DEPTH_LIMIT,
    &WIDTH,
    &SIDEWAYS,
    &MEMORY_STATES,
    &TABLE_BITS,
    &MOVES,
    &ORDER,
    &EVALUATION,
    &WEIGHTS,
    &CANDIDATES,
    &MARGIN,
    &WIN_DISCOUNT,
    &ITERATIVE_DEEPENING,
    &ORDERING,
    &REPLACEMENT,
    &ENHANCED_CUTOFFS,
    &ASPIRATION,
    &PROBCUT,
    &MTDF,
    &STRICT_CUT,
    &FIRST_GUESS,
    &GUESS,
    &STEP,
    &TIES,
    &SIMULATIONS,
    &EXPLORATION,
    &FIRST_PLAY,
    &PLAYOUTS,
    &PLAYOUT,
    &PLAYOUT_PLIES,
    &TREE_NODES,
    &MODE,
    &SHORTEST,
    &ALL_BEST,
    &BOOK,
    &THREATS,
    &WITHOUT,
    &THREADS,
    &CMD,
    &DIR,
];

/// The threads of one search of a trial.
pub fn threads(params: &Params) -> u32 {
    params.get(THREADS.name.name).and_then(Value::as_u64).map_or(1, |threads| threads as u32)
}

/// One thread is written down as none.
pub(super) fn settle_threads(params: &mut Params) {
    if threads(params) == 1 {
        params.remove(THREADS.name.name);
    }
}

/// The parameter of that name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().copied().find(|parameter| parameter.name.name == name)
}

impl Parameter {
    /// The value that an algorithm prefers in all worlds.
    pub fn own_default(&self, about: &AlgorithmInfo) -> Option<&'static str> {
        about.defaults.iter().find(|default| default.0 == self.name.name).map(|default| default.1)
    }

    /// The default value, in words; `None` if it depends on other parameters or means "none".
    pub fn default_words(&self, about: Option<&AlgorithmInfo>) -> Option<String> {
        if let Some(own) = about.and_then(|about| self.own_default(about)) {
            return Some(own.to_owned());
        }
        let of_world = |world: &&WorldInfo| {
            let default = world.defaults.iter().find(|default| default.0 == self.name.name)?;
            Some(format!("{} in {}", default.1, world.name.name))
        };
        let usual = Some(self.default.to_owned()).filter(|text| !text.is_empty());
        let words: Vec<String> = usual.into_iter().chain(WORLDS.iter().filter_map(of_world)).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }
}

/// The words that a parameter may have as values, each with its world where it belongs to one alone.
pub fn values_of(parameter: &Parameter) -> impl Iterator<Item = (Option<&'static WorldInfo>, &'static Name)> {
    let names: &'static [Name] = match parameter.kind {
        Kind::Choice(names) | Kind::List(names) => names,
        _ => &[],
    };
    let is_techniques = matches!(parameter.kind, Kind::Techniques);
    let worlds = WORLDS.iter().copied().filter(move |_| is_techniques);
    let techniques = worlds.flat_map(|world| world.techniques.iter().map(move |name| (Some(world), name)));
    names.iter().map(|name| (None, name)).chain(techniques)
}
