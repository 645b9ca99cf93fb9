//! The solver against plain negamax, against itself under every option, and against the solved game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Mode, Options, Outcome, Selectivity, Table, Technique, Techniques, solve};
use crate::othello::board::{Board, Move, Position, squares};
use crate::othello::kernel::{Kernel, Portable, Visitor, available, choose_named};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_search::observer::{Event, Observer};

/// Xorshift (Marsaglia 2003): a failure names a seed that anyone can run again.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }
}

/// The position of a random game with `empties` empty squares; of the next game if one ends before.
pub(super) fn random_board(seed: u64, empties: u32) -> Board {
    let mut random = Random::new(seed);
    loop {
        let mut position = Position::INITIAL;
        while position.board.empties() > empties {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.below(moves.len())]).expect("a legal move");
        }
        if position.board.empties() == empties {
            return position.board;
        }
    }
}

/// The score by plain negamax.
pub(crate) fn negamax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return if board.passed().moves() == 0 { board.final_score() } else { -negamax(board.passed()) };
    }
    let after = |square| board.placed(square, board.flips(square));
    squares(moves).map(|square| -negamax(after(square))).max().expect("there are moves")
}

/// The score at the end of a line of legal moves, from the point of view of who begins it.
pub(super) fn played_out(board: Board, line: &[Move]) -> i32 {
    let (mut board, mut sign) = (board, 1);
    for mv in line {
        board = if let Some(square) = mv.square() {
            assert_ne!(board.moves() & square.bit(), 0, "{mv} is legal");
            board.placed(square, board.flips(square))
        } else {
            assert_eq!(board.moves(), 0, "no pass with moves");
            board.passed()
        };
        sign = -sign;
    }
    assert!(board.is_over(), "the line ends with the game");
    sign * board.final_score()
}

fn solved<K: Kernel>(kernel: K, board: Board, techniques: Techniques, bits: u32) -> Outcome {
    let options = Options { techniques, ..Options::default() };
    let outcome = solve(kernel, board, &options, &mut Table::new(bits), &Budget::default(), &mut ());
    assert_eq!(outcome.status, Status::Solved);
    assert_eq!(outcome.best, outcome.line.first().copied());
    assert_eq!(Some(played_out(board, &outcome.line)), outcome.score, "{board:?} {techniques:?}");
    outcome
}

fn variants() -> Vec<Techniques> {
    let mut all = vec![Techniques::ALL];
    all.extend(Technique::ALL.iter().map(|&technique| Techniques::ALL.without(technique)));
    all
}

#[test]
fn every_option_gives_the_score_of_negamax() {
    for seed in 0..60 {
        let board = random_board(seed, seed as u32 % 9);
        let score = negamax(board);
        for techniques in variants().into_iter().chain([Techniques::NONE]) {
            assert_eq!(solved(Portable, board, techniques, 8).score, Some(score), "seed {seed} {techniques:?}");
        }
    }
}

struct Solve(Board);

impl Visitor for Solve {
    type Output = Outcome;

    fn visit<K: Kernel>(self, kernel: K) -> Outcome {
        solved(kernel, self.0, Techniques::ALL, 12)
    }
}

/// Scores, lines and nodes.
#[test]
fn every_kernel_gives_the_same_outcome() {
    for seed in 200..230 {
        let board = random_board(seed, 8 + seed as u32 % 7);
        let expected = solved(Portable, board, Techniques::ALL, 12);
        for name in available() {
            assert_eq!(choose_named(name, Solve(board)).as_ref(), Some(&expected), "seed {seed} {name}");
        }
    }
}

#[test]
fn every_option_gives_the_same_score() {
    for seed in 0..14 {
        let board = random_board(seed, 9 + seed as u32 % 6);
        let score = solved(Portable, board, Techniques::ALL, 12).score;
        for techniques in variants() {
            assert_eq!(solved(Portable, board, techniques, 12).score, score, "seed {seed} without {techniques:?}");
        }
        assert_eq!(solved(Portable, board, Techniques::ALL, 4).score, score, "seed {seed}, a tiny table");
    }
}

#[test]
fn who_wins_is_the_sign_of_the_score() {
    let mut shared = Table::new(10);
    for seed in 100..140 {
        let board = random_board(seed, seed as u32 % 12);
        let score = solved(Portable, board, Techniques::ALL, 10).score.expect("solved");
        let options = Options { mode: Mode::WinLossDraw, ..Options::default() };
        // The table still holds what the positions before left there.
        let outcome = solve(Portable, board, &options, &mut shared, &Budget::default(), &mut ());
        assert_eq!(outcome.score, Some(score.signum()), "seed {seed}");
        assert_eq!(played_out(board, &outcome.line).signum(), score.signum(), "seed {seed}");
    }
}

/// Positions of random games with 14 and 15 empty squares: scores, and nodes against those of exact solves.
#[test]
fn as_many_scores_hold_as_the_selectivity_promises() {
    const POSITIONS: u64 = 60;
    let boards = || (300..300 + POSITIONS).map(|seed| random_board(seed, 14 + seed as u32 % 2));
    let run = |board, selectivity| {
        let options = Options { selectivity, ..Options::default() };
        solve(Portable, board, &options, &mut Table::new(12), &Budget::default(), &mut ())
    };
    let exact: Vec<Outcome> = boards().map(|board| run(board, Selectivity::Exact)).collect();
    let mut fewer = 0;
    for (selectivity, percent) in [
        (Selectivity::P73, 73),
        (Selectivity::P87, 87),
        (Selectivity::P95, 95),
        (Selectivity::P98, 98),
        (Selectivity::P99, 99),
    ] {
        let selective: Vec<Outcome> = boards().map(|board| run(board, selectivity)).collect();
        assert!(selective.iter().all(|outcome| outcome.status == Status::Complete), "nothing is proved");
        let right = selective.iter().zip(&exact).filter(|(one, other)| one.score == other.score).count() as u64;
        assert!(100 * right >= percent * POSITIONS, "{selectivity:?}: {right} of {POSITIONS} scores");
        let nodes: u64 = selective.iter().map(|outcome| outcome.nodes).sum();
        assert!(nodes > fewer, "{selectivity:?}: {nodes} nodes, less selective and cheaper");
        fewer = nodes;
    }
    assert!(fewer < exact.iter().map(|outcome| outcome.nodes).sum());
}

/// Without the evaluation there is nothing to cut by, and a table with bounds of selective searches misleads nobody.
#[test]
fn exact_scores_stay_exact_beside_selective_ones() {
    let mut shared = Table::new(8);
    for seed in 400..420 {
        let board = random_board(seed, 12);
        let score = solved(Portable, board, Techniques::ALL, 10).score;
        let mut run = |options: &Options| solve(Portable, board, options, &mut shared, &Budget::default(), &mut ());
        let selective = Options { selectivity: Selectivity::P73, ..Options::default() };
        assert_eq!(run(&selective).status, Status::Complete);
        let outcome = run(&Options::default());
        assert_eq!((outcome.status, outcome.score), (Status::Solved, score), "seed {seed}");
        let outcome = run(&Options { weights: None, ..selective });
        assert_eq!((outcome.status, outcome.score), (Status::Solved, score), "seed {seed}");
    }
}

/// Takizawa, *Othello is Solved*, arXiv:2310.19387 (2023).
const SOLVED_GAME: &str = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2\
                           C1H2H1G2B8A8G7H8H7H6";

#[test]
fn the_solved_game_is_a_draw_from_its_last_positions_on() {
    let mut position = Position::INITIAL;
    let mut tried = 0;
    for name in SOLVED_GAME.as_bytes().chunks(2) {
        let mv = position.moves().into_iter().find(|mv| mv.to_string().as_bytes().eq_ignore_ascii_case(name));
        position = position.after(mv.expect("a legal move")).expect("a legal move");
        if position.board.empties() < 16 {
            assert_eq!(solved(Portable, position.board, Techniques::ALL, 14).score, Some(0));
            tried += 1;
        }
    }
    assert_eq!(tried, 16);
    assert_eq!((position.board.empties(), position.board.difference()), (0, 0));
}

#[test]
fn finished_and_passed_positions() {
    let over = Board { own: 0b11, opponent: 0 };
    let outcome = solve(Portable, over, &Options::default(), &mut Table::new(0), &Budget::default(), &mut ());
    assert_eq!((outcome.score, outcome.best), (Some(64), None));
    // a1 own, b1 other, c1 empty, all else own: only the side to move can play; from the other side it is a pass.
    let board = Board { own: 0b010, opponent: !0b110 }.passed();
    assert_eq!(solved(Portable, board, Techniques::ALL, 0).score, Some(64));
    let outcome = solved(Portable, board.passed(), Techniques::ALL, 0);
    assert_eq!((outcome.score, outcome.best), (Some(-64), Some(Move::PASS)));
}

#[test]
fn limits_end_the_search_with_a_legal_move() {
    let board = random_board(7, 18);
    let run = |budget: &Budget| solve(Portable, board, &Options::default(), &mut Table::new(8), budget, &mut ());
    let outcome = run(&Budget { max_nodes: Some(20_000), ..Budget::default() });
    assert_eq!((outcome.status, outcome.score), (Status::LimitNodes, None));
    let square = outcome.best.and_then(Move::square).expect("a move");
    assert_ne!(board.moves() & square.bit(), 0);
    assert!((20_000..22_000).contains(&outcome.nodes), "{} nodes", outcome.nodes);
    assert_eq!(run(&Budget { max_memory: Some(1000), ..Budget::default() }).status, Status::LimitMemory);
    let stop = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(run(&Budget { stop, ..Budget::default() }).status, Status::Interrupted);
}

/// Counts the states that are reported one by one.
struct States(u64);

impl Observer for States {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        match event {
            Event::Expanded { .. } => self.0 += 1,
            Event::ExpandedMany(_) => panic!("states are wanted"),
            _ => {}
        }
    }
}

#[test]
fn counts_agree() {
    let board = random_board(3, 13);
    let mut counters = Counters::default();
    let mut states = States(0);
    let mut both = (&mut counters, &mut states);
    let one = solve(Portable, board, &Options::default(), &mut Table::new(8), &Budget::default(), &mut both);
    let mut alone = Counters::default();
    let two = solve(Portable, board, &Options::default(), &mut Table::new(8), &Budget::default(), &mut alone);
    assert_eq!(one, two);
    assert_eq!(alone.expanded + alone.evaluated, one.nodes);
    assert_eq!((alone.expanded, counters.evaluated), (states.0, alone.evaluated));
    assert_eq!(counters.peak_depth, alone.peak_depth);
    assert!(alone.cutoffs > alone.first_move_cutoffs && alone.first_move_cutoffs > alone.cutoffs / 2);
    assert!(alone.tt_probes >= alone.tt_hits && alone.tt_hits >= alone.tt_cutoffs && alone.tt_stores > 0);
    assert_eq!(alone.table_bytes, Table::bytes_of(8));
}
