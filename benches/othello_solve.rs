//! FFO.
use std::time::Instant;
use cpu_time::ThreadTime;
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::worlds::othello::Board;
use searchlab::worlds::othello::endgame::{Options, Table, fast::Fast, solve};

fn main() {
    let file = std::env::var("F").unwrap_or("ffo40-44".into());
    let from: usize = std::env::var("FROM").map_or(0, |s| s.parse().unwrap());
    let to: usize = std::env::var("TO").map_or(99, |s| s.parse().unwrap());
    let text = std::fs::read_to_string(format!("/work/shared/data/othello/ffo/{file}.obf")).unwrap();
    let mut table = Table::new(std::env::var("BITS").map_or(20, |s| s.parse().unwrap()));
    let kernel = Fast::detect().unwrap();
    let (mut nodes, mut secs, mut wrong) = (0, 0.0, 0);
    for line in text.lines().skip(from).take(to - from) {
        if line.trim().is_empty() { continue; }
        let (mut x, mut o) = (0u64, 0u64);
        for (i, c) in line.bytes().take(64).enumerate() {
            match c { b'X' => x |= 1 << i, b'O' => o |= 1 << i, _ => {} }
        }
        let board = if line.as_bytes()[65] == b'X' { Board { own: x, opponent: o } } else { Board { own: o, opponent: x } };
        let want: i32 = line.split(';').nth(1).unwrap().split(':').nth(1).unwrap().trim().parse().unwrap();
        table.clear();
        let cpu = ThreadTime::now();
        let wall = Instant::now();
        let mut counters = Counters::default();
        let out = solve(kernel, board, &Options::default(), &mut table, &Budget::default(), &mut counters);
        let t = cpu.elapsed().as_secs_f64();
        nodes += out.nodes; secs += t;
        if out.score != Some(want) { wrong += 1; }
        if std::env::var("Q").is_err() {
            println!("{:2} {:?} want {want} {:>11} nodes {t:7.3} s ({:.3}) {:5.1} M/s {:?} first {:.3} gen/exp {:.2} hits {:.3} over {}", board.empties(), out.score, out.nodes, wall.elapsed().as_secs_f64(), out.nodes as f64 / t / 1e6, out.figures, counters.first_move_cutoffs as f64 / counters.cutoffs as f64, counters.generated as f64 / counters.expanded as f64, counters.tt_hits as f64 / counters.tt_probes as f64, counters.tt_overwrites);
        }
    }
    println!("total {:.1} M nodes {secs:.3} s {:.1} M/s wrong {wrong}", nodes as f64 / 1e6, nodes as f64 / secs / 1e6);
}
