//! The exact solver on positions 40 to 44 of the FFO suite (Feinstein, Delorme and others).
//!
//! Seconds are processor time of the thread: the least of several runs, so that other work on the machine counts for
//! little. The table is emptied before each position.

use std::path::PathBuf;

use cpu_time::ThreadTime;
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::othello::Board;
use searchlab::worlds::othello::endgame::{Options, Outcome, Table, solve};
use searchlab::worlds::othello::kernel::{Kernel, Visitor, available, choose};

/// Runs of each position, with counters and without.
const RUNS: usize = 3;
/// Buckets of the table, as a power of two: 64 MiB.
const BITS: u32 = 20;

struct Solve<'a, O>(Board, &'a mut Table, O);

impl<O: Observer> Visitor for Solve<'_, O> {
    type Output = Outcome;

    fn visit<K: Kernel>(mut self, kernel: K) -> Outcome {
        solve(kernel, self.0, &Options::default(), self.1, &Budget::default(), &mut self.2)
    }
}

/// Seconds of one solve, and what it gave.
fn timed(board: Board, table: &mut Table, observer: impl Observer) -> (f64, Outcome) {
    table.clear();
    let begin = ThreadTime::now();
    let outcome = choose(Solve(board, table, observer));
    (begin.elapsed().as_secs_f64(), outcome)
}

pub(crate) fn run() {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = data.join("othello/ffo/ffo40-44.obf");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("solve: skipped, there is no {}", path.display());
        return;
    };
    println!("exact scores of FFO 40-44, {} kernel, one thread", available()[0]);
    println!("{:>7} {:>6} {:>13} {:>9} {:>9} {:>9}", "empties", "score", "nodes", "seconds", "counted", "Mnodes/s");
    let mut table = Table::new(BITS);
    let (mut nodes, mut seconds, mut counted) = (0, 0.0, 0.0);
    for board in text.lines().filter_map(board) {
        let (mut least, mut least_counted) = (f64::INFINITY, f64::INFINITY);
        let mut last = None;
        for _ in 0..RUNS {
            let (time, outcome) = timed(board, &mut table, ());
            let (time_counted, same) = timed(board, &mut table, Counters::default());
            assert_eq!(outcome, same);
            least = least.min(time);
            least_counted = least_counted.min(time_counted);
            last = Some(outcome);
        }
        let Some(outcome) = last else { continue };
        println!(
            "{:>7} {:>6} {:>13} {least:>9.3} {least_counted:>9.3} {:>9.1}",
            board.empties(),
            outcome.score.map_or_else(|| outcome.status.name().to_owned(), |score| score.to_string()),
            grouped(outcome.nodes),
            outcome.nodes as f64 / least / 1e6,
        );
        nodes += outcome.nodes;
        seconds += least;
        counted += least_counted;
    }
    let speed = nodes as f64 / seconds / 1e6;
    println!("{:>7} {:>6} {:>13} {seconds:>9.3} {counted:>9.3} {speed:>9.1}\n", "all", "", grouped(nodes));
}

/// The position of a line of 64 squares, a blank and the side to move.
fn board(line: &str) -> Option<Board> {
    let set = |disc| {
        line.bytes().take(64).enumerate().filter(|&(_, byte)| byte == disc).fold(0, |set, (at, _)| set | 1 << at)
    };
    let (black, white) = (set(b'X'), set(b'O'));
    match line.as_bytes().get(65)? {
        b'X' => Some(Board { own: black, opponent: white }),
        b'O' => Some(Board { own: white, opponent: black }),
        _ => None,
    }
}
