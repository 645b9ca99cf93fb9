//! Gomoku, one thread: the engine with counters and without, making and unmaking of patterns, sequences of fours, exact
//! algorithms, and the tables that are made at the first use.
//!
//! `cargo bench --bench gomoku` prints one table a part. Each figure is the least processor time of several runs that
//! alternate between the sides, so that drift of the machine favours none. Names after `--` choose parts: `tables`,
//! `engine`, `patterns`, `fours`, `search`. Positions are those of games by chance, and real ones of `../shared/data` (or
//! `$SEARCHLAB_DATA`) where they are.

mod engine;
mod fours;
mod patterns;
mod search;

use std::path::PathBuf;

use cpu_time::ThreadTime;
use searchlab::allocator::Allocator;
use searchlab::diagnostic::Source;
use searchlab::worlds::gomoku::format::{read_pos, read_problems};
use searchlab::worlds::gomoku::{Position, Rule, Setting, playout};

/// As in the program.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Runs of each side.
const RUNS: usize = 5;

/// Freestyle on the usual board.
const USUAL: Setting = Setting::square(15, Rule::Freestyle);

/// The parts by name. The tables come first: once another part has used them, they are there.
const PARTS: [(&str, fn()); 5] = [
    ("tables", patterns::tables),
    ("engine", engine::run),
    ("patterns", patterns::run),
    ("fours", fours::run),
    ("search", search::run),
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

/// A file of the shared data, if it is there.
fn shared(name: &str) -> Option<Source> {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    std::fs::read_to_string(data.join("gomoku").join(name)).ok().map(|text| Source::new(name, text))
}

/// Positions of the middle of games, without a quick end: balanced openings, or games by chance where there are none.
fn midgame() -> (&'static str, Vec<Position>) {
    let openings = shared("openings_balanced.pos.txt").and_then(|source| read_pos(&source, USUAL).ok());
    match openings {
        Some(openings) => {
            ("balanced openings", openings.into_iter().map(|(_, position)| position).step_by(5).collect())
        }
        None => ("positions by chance", (0..8).map(|seed| playout::random_position(seed, 8, USUAL)).collect()),
    }
}

/// Positions with fours to be tried: those of the collection of wins, or of games by chance.
fn tactical() -> (&'static str, Vec<Position>) {
    let problems = shared("wins.tsv").and_then(|source| read_problems(&source, USUAL).ok());
    match problems {
        Some(problems) => ("wins.tsv", problems.into_iter().map(|problem| problem.position).collect()),
        None => ("positions by chance", (0..200).map(|seed| playout::random_position(seed, 40, USUAL)).collect()),
    }
}
