//! Sequences of fours: nodes a second, counters on.

use searchlab::search::budget::{Budget, Meter};
use searchlab::search::counters::Counters;
use searchlab::text::grouped;
use searchlab::worlds::gomoku::patterns::Patterns;
use searchlab::worlds::gomoku::solver::vcf::MOST_FOURS;
use searchlab::worlds::gomoku::solver::{VcfTable, Watch};

use super::{RUNS, alternate, tactical};

/// Positions that each search may try.
const NODE_LIMIT: u32 = 100_000;

/// Bits of the memory of refuted positions.
const BITS: u32 = 16;

pub(crate) fn run() {
    let (name, positions) = tactical();
    let all: Vec<Patterns> = positions.iter().map(Patterns::new).collect();
    let (mut nodes, mut wins) = (0, 0);
    let mut fours = VcfTable::new(BITS);
    let mut hunt = || {
        let (budget, mut counters) = (Budget::default(), Counters::default());
        wins = 0;
        for patterns in &mut all.clone() {
            fours.clear();
            let (mut meter, observer) = (Meter::new(&budget), &mut counters);
            let mut watch = Watch { meter: &mut meter, observer, patterns };
            wins += usize::from(fours.search(&mut watch, MOST_FOURS, NODE_LIMIT).is_ok_and(|plies| plies.is_some()));
        }
        nodes = counters.expanded + counters.evaluated;
    };
    let [seconds] = alternate(RUNS, [&mut hunt]);
    println!("wins by fours in {} positions of {name}, at most {} nodes each", all.len(), grouped(NODE_LIMIT.into()));
    println!("{:>6} {:>14} {:>10} {:>12}", "wins", "nodes", "seconds", "nodes/s");
    println!("{wins:>6} {:>14} {seconds:>10.4} {:>12}", grouped(nodes), grouped((nodes as f64 / seconds) as u64));
}
