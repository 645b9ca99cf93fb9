//! Othello, one thread unless said, counters on: move generation and perft against the crates `magpie` and `othello` in one run,
//! evaluations, searches, endgames.
//!
//! `cargo bench --bench othello` prints one table a part. Each figure is the least processor time of several runs that
//! alternate between the sides, so that drift of the machine favours none. Names after `--` choose parts: `perft`,
//! `evaluations`, `search`, `mcts`, `solve`. Real positions are read from `../shared/data` (or `$SEARCHLAB_DATA`) where they are.

mod evaluations;
mod mcts;
mod perft;
mod search;
mod solve;

use cpu_time::ThreadTime;
use searchlab::allocator::Allocator;

/// As in the program.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Runs of each side.
const RUNS: usize = 5;

/// The parts by name.
const PARTS: [(&str, fn()); 5] = [
    ("perft", perft::run),
    ("evaluations", evaluations::run),
    ("search", search::run),
    ("mcts", mcts::run),
    ("solve", solve::run),
];

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, part) in PARTS {
        if chosen.is_empty() || chosen.iter().any(|chosen| chosen == name) {
            part();
            println!();
        }
    }
}

/// Least seconds of the processor of each side over alternating runs.
fn alternate<const N: usize>(runs: usize, mut sides: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..runs {
        for (side, least) in sides.iter_mut().zip(&mut least) {
            let begin = ThreadTime::now();
            side();
            *least = least.min(begin.elapsed().as_secs_f64());
        }
    }
    least
}
