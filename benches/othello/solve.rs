//! The exact solver on positions 40 to 44 of the FFO suite (Feinstein, Delorme and others).
//!
//! Seconds are processor time of the thread: the least of several runs, so that other work on the machine counts for
//! little. The table is emptied before each position. Of two threads seconds are those of the clock, beside those of one
//! thread by the same clock: on a machine that has other work they say little.

use std::path::PathBuf;
use std::time::Instant;

use cpu_time::ThreadTime;
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::othello::Board;
use searchlab::worlds::othello::endgame::{Options, Outcome, Table, solve};
use searchlab::worlds::othello::kernel::{Kernel, Visitor, available, choose_of_two};

/// Runs of each position, with counters and without.
const RUNS: usize = 3;
/// Buckets of the table, as a power of two: 64 MiB.
const BITS: u32 = 20;

struct Solve<'a, O>(Board, u32, &'a mut Table, O);

impl<O: Observer> Visitor for Solve<'_, O> {
    type Output = Outcome;

    fn visit<K: Kernel>(mut self, kernel: K) -> Outcome {
        let options = Options { threads: self.1, ..Options::default() };
        solve(kernel, self.0, &options, self.2, &Budget::default(), &mut self.3)
    }
}

/// Threads that are compared with one.
const THREADS: u32 = 2;

/// Seconds of one solve, and what it gave.
fn timed(board: Board, table: &mut Table, observer: impl Observer) -> (f64, Outcome) {
    table.clear();
    let begin = ThreadTime::now();
    let outcome = choose_of_two(Solve(board, 1, table, observer));
    (begin.elapsed().as_secs_f64(), outcome)
}

pub(crate) fn run() {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = data.join("othello/ffo/ffo40-44.obf");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("solve: skipped, there is no {}", path.display());
        return;
    };
    let boards: Vec<Board> = text.lines().filter_map(board).collect();
    alone(&boards);
    together(&boards);
}

/// Nodes, time and speed of one thread.
fn alone(boards: &[Board]) {
    println!("exact scores of FFO 40-44, {} kernel, one thread", available()[0]);
    println!("{:>7} {:>6} {:>13} {:>9} {:>9} {:>9}", "empties", "score", "nodes", "seconds", "counted", "Mnodes/s");
    let mut table = Table::new(BITS);
    let (mut nodes, mut seconds, mut counted) = (0, 0.0, 0.0);
    for &board in boards {
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

/// Seconds of one solve by the clock, and what it gave.
fn clocked(board: Board, threads: u32, table: &mut Table) -> (f64, Outcome) {
    table.clear();
    let begin = Instant::now();
    let outcome = choose_of_two(Solve(board, threads, table, Counters::default()));
    (begin.elapsed().as_secs_f64(), outcome)
}

/// How much faster more threads are, and what they do for it. Nodes and figures are those of the fastest run.
fn together(boards: &[Board]) {
    println!("the same with {THREADS} threads, seconds by the clock, least of {RUNS} alternating runs");
    println!(
        "{:>7} {:>6} {:>13} {:>9} {:>9} {:>8} {:>7} {:>11} {:>11}",
        "empties", "score", "nodes", "one", "seconds", "speed-up", "shared", "lost nodes", "repeated"
    );
    let mut table = Table::new(BITS);
    let (mut nodes, mut of_one, mut of_many) = (0, 0.0, 0.0);
    for &board in boards {
        let mut one = f64::INFINITY;
        let mut many: Option<(f64, Outcome)> = None;
        for _ in 0..RUNS {
            let (time, alone) = clocked(board, 1, &mut table);
            one = one.min(time);
            let run = clocked(board, THREADS, &mut table);
            assert_eq!(run.1.score, alone.score);
            if many.as_ref().is_none_or(|best| run.0 < best.0) {
                many = Some(run);
            }
        }
        let Some((seconds, outcome)) = many else { continue };
        let score = outcome.score.map_or_else(|| outcome.status.name().to_owned(), |score| score.to_string());
        let figures = outcome.figures;
        println!(
            "{:>7} {score:>6} {:>13} {one:>9.3} {seconds:>9.3} {:>8.2} {:>7} {:>11} {:>11}",
            board.empties(),
            grouped(outcome.nodes),
            one / seconds,
            figures.shared,
            grouped(figures.lost_nodes),
            grouped(figures.repeated_nodes),
        );
        nodes += outcome.nodes;
        of_one += one;
        of_many += seconds;
    }
    let speed_up = of_one / of_many;
    println!("{:>7} {:>6} {:>13} {of_one:>9.3} {of_many:>9.3} {speed_up:>8.2}\n", "all", "", grouped(nodes));
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
