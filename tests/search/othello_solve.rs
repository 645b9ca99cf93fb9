//! The exact solver on the FFO suite: the first listed move of each position is the best, its score the value.
//!
//! The positions are in `../shared/data` or in the folder that `SEARCHLAB_DATA` names. Without them every test is skipped
//! and says so on standard error. Builds without optimisation solve only the positions with the fewest empty squares.

use std::path::Path;

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::worlds::othello::Board;
use searchlab::worlds::othello::board::Side;
use searchlab::worlds::othello::endgame::{Mode, Options, Outcome, Table, solve};
use searchlab::worlds::othello::kernel::{Kernel, Visitor, choose};

/// Most empty squares for unoptimised builds.
const SLOW_BUILD: u32 = 15;

/// A position of the suite.
struct Problem {
    name: String,
    board: Board,
    /// Move and score of each listed move, best first.
    listed: Vec<(String, i32)>,
}

fn problem(name: String, line: &str) -> Problem {
    let mut parts = line.split(';').map(str::trim);
    let (squares, side) = parts.next().and_then(|text| text.split_once(' ')).expect("squares and side");
    let set = |disc| squares.chars().enumerate().filter(|&(_, c)| c == disc).fold(0u64, |set, (at, _)| set | 1 << at);
    let side = if side == "X" { Side::Black } else { Side::White };
    let (own, opponent) = match side {
        Side::Black => (set('X'), set('O')),
        Side::White => (set('O'), set('X')),
    };
    let listed = parts.filter(|part| !part.is_empty()).map(|part| {
        let (mv, score) = part.split_once(':').expect("move and score");
        (mv.to_lowercase(), score.parse().expect("a score"))
    });
    Problem { name, board: Board { own, opponent }, listed: listed.collect() }
}

/// The positions of a file from line `from` on; none, with a remark, if it is not there.
fn problems(file: &str, from: usize, count: usize) -> Vec<Problem> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os("SEARCHLAB_DATA").map_or_else(beside, Into::into).join("othello/ffo").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}; SEARCHLAB_DATA may name another folder", path.display());
        return Vec::new();
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty()).enumerate().skip(from).take(count);
    lines.map(|(at, line)| problem(format!("{file}:{}", at + 1), line)).collect()
}

struct Solve<'a>(Board, Mode, &'a mut Table);

impl Visitor for Solve<'_> {
    type Output = Outcome;

    fn visit<K: Kernel>(self, kernel: K) -> Outcome {
        let options = Options { mode: self.1, ..Options::default() };
        solve(kernel, self.0, &options, self.2, &Budget::default(), &mut ())
    }
}

/// With so many threads.
struct SolveBy<'a>(Board, u32, &'a mut Table);

impl Visitor for SolveBy<'_> {
    type Output = Outcome;

    fn visit<K: Kernel>(self, kernel: K) -> Outcome {
        let options = Options { threads: self.1, ..Options::default() };
        solve(kernel, self.0, &options, self.2, &Budget::default(), &mut Counters::default())
    }
}

fn check(problems: &[Problem], modes: &[Mode]) {
    let mut table = Table::new(18);
    for Problem { name, board, listed } in problems {
        if cfg!(debug_assertions) && board.empties() > SLOW_BUILD {
            continue;
        }
        let score = listed[0].1;
        for &mode in modes {
            let outcome = choose(Solve(*board, mode, &mut table));
            assert_eq!(outcome.status, Status::Solved, "{name}");
            let best = outcome.best.map(|mv| mv.to_string()).expect("a move");
            let (_, of_best) = listed.iter().find(|(mv, _)| *mv == best).expect("a listed move");
            if mode == Mode::Exact {
                assert_eq!(outcome.score, Some(score), "{name}");
                assert_eq!(*of_best, score, "{name}: {best}");
            } else {
                assert_eq!(outcome.score, Some(score.signum()), "{name}");
                assert_eq!(of_best.signum(), score.signum(), "{name}: {best}");
            }
        }
    }
}

#[test]
fn ffo_1_to_19() {
    check(&problems("fforum-1-19.obf", 0, 19), &[Mode::Exact, Mode::WinLossDraw]);
}

#[test]
fn ffo_20_to_39() {
    check(&problems("fforum-20-39.obf", 0, 20), &[Mode::Exact]);
}

/// Seconds. Two threads and four: the score of one, a best move that is listed.
#[test]
#[ignore = "long; run with --release"]
fn ffo_40_by_many_threads() {
    let mut table = Table::new(18);
    for Problem { name, board, listed } in &problems("ffo40-44.obf", 0, 1) {
        for threads in [2, 4] {
            table.clear();
            let outcome = choose(SolveBy(*board, threads, &mut table));
            assert_eq!((outcome.status, outcome.score), (Status::Solved, Some(listed[0].1)), "{name}");
            assert_eq!(outcome.best.map(|mv| mv.to_string()).as_ref(), Some(&listed[0].0), "{name}");
            assert!(outcome.figures.splits > 0 && outcome.figures.shared >= outcome.figures.splits, "{name}");
        }
    }
}

/// About ten seconds.
#[test]
#[ignore = "long; run with --release"]
fn ffo_40_to_44() {
    check(&problems("ffo40-44.obf", 0, 5), &[Mode::Exact, Mode::WinLossDraw]);
}
