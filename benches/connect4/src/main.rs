//! The exact solver of Connect Four against the crate `connect-four-ai`, in one run, one thread, both without a book.
//!
//! `cargo run --release --manifest-path benches/connect4/Cargo.toml [-- SET…] [--first N]` prints a line for each list of
//! positions in `../shared/data/connect4` (or `$SEARCHLAB_DATA/connect4`): mean positions looked at, and mean processor
//! time. Each position is solved by one after the other, so that drift of the machine favours neither; both begin with an
//! empty table, and every score is compared with that of the list.

use std::path::PathBuf;
use std::time::Duration;

use connect_four_ai::{Position as PeerPosition, Solver as Peer};
use cpu_time::ThreadTime;
use searchlab_search::budget::Budget;
use searchlab_worlds::connect4::solver::{Options, solve};
use searchlab_worlds::connect4::{Column, Position, Size};

const SETS: [&str; 4] = ["end-easy", "middle-easy", "begin-easy", "begin-medium"];

/// Positions looked at, and time.
#[derive(Default)]
struct Spent {
    nodes: u64,
    time: Duration,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let first = args.iter().position(|arg| arg == "--first").and_then(|place| args.get(place + 1)?.parse().ok());
    let is_chosen = |set: &&str| !SETS.iter().any(|set| args.iter().any(|arg| arg == set)) || args.iter().any(|arg| arg == set);
    println!("{:<14}{:>10}{:>14}{:>14}{:>8}{:>12}{:>12}{:>8}", "set", "positions", "nodes", "peer", "ratio", "µs", "peer", "ratio");
    for set in SETS.iter().filter(|set| is_chosen(set)) {
        compare(set, first.unwrap_or(usize::MAX));
    }
}

fn compare(set: &str, first: usize) {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| "../shared/data".into(), PathBuf::from);
    let path = data.join("connect4").join(format!("{set}.txt"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("{set}: there is no {}", path.display());
        return;
    };
    let (mut own, mut other, mut count) = (Spent::default(), Spent::default(), 0);
    let mut peer = Peer::empty();
    for line in text.lines().take(first) {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let score: i32 = score.trim().parse().expect("a score");
        let columns = moves.bytes().map(|digit| Column(digit - b'1'));
        let position = columns.fold(Position::new(Size::STANDARD), |at, column| at.after(column).expect("a legal move"));
        let begin = ThreadTime::now();
        let solution = solve(&position, Options::default(), &Budget::default(), &mut ());
        own.time += begin.elapsed();
        own.nodes += solution.counts.expanded;
        assert_eq!(solution.score(), Some(score), "{moves}");
        let position = PeerPosition::from_moves(moves).expect("the same moves");
        peer.reset();
        let begin = ThreadTime::now();
        let found = peer.solve(&position);
        other.time += begin.elapsed();
        other.nodes += peer.explored_positions as u64;
        assert_eq!(i32::from(found), score, "the peer on {moves}");
        count += 1;
    }
    let mean = |total: f64| total / f64::from(count.max(1));
    let (nodes, peer_nodes) = (mean(own.nodes as f64), mean(other.nodes as f64));
    let (time, peer_time) = (mean(own.time.as_secs_f64() * 1e6), mean(other.time.as_secs_f64() * 1e6));
    let (node_ratio, time_ratio) = (nodes / peer_nodes, time / peer_time);
    println!("{set:<14}{count:>10}{nodes:>14.1}{peer_nodes:>14.1}{node_ratio:>8.2}{time:>12.1}{peer_time:>12.1}{time_ratio:>8.2}");
}
