//! The exact algorithms with both evaluations: nodes a second, and what counting costs.

use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::game::{
    GameAlgorithm, Options, Ordering, OrderingHeuristic, Replacement, Table, Task, alphabeta_tt, mtd, pvs,
};
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::gomoku::{Candidates, Evaluation, Gomoku, Position};

use super::{alternate, midgame};

/// Plies of the searches.
const DEPTH: u32 = 4;

/// Bits of the table.
const BITS: u32 = 20;

/// Runs of each side: searches with the scores of the report take seconds.
const RUNS: usize = 3;

pub(crate) fn run() {
    let (name, mut positions) = midgame();
    positions.truncate(4);
    println!("exact algorithms to depth {DEPTH} from {} {name}, counters on", positions.len());
    println!(
        "{:<14} {:<10} {:>14} {:>10} {:>12} {:>9}",
        "algorithm", "evaluation", "nodes", "seconds", "M nodes/s", "counters"
    );
    for (words, candidates) in [("pattern", Candidates::Patterns), ("ustc-rows", Candidates::Box(2))] {
        let evaluation = words.parse().expect("a preset");
        row::<alphabeta_tt::AlphaBetaTt>(words, &evaluation, candidates, &positions);
        row::<pvs::Pvs>(words, &evaluation, candidates, &positions);
        row::<mtd::MtdF>(words, &evaluation, candidates, &positions);
    }
}

fn row<A: GameAlgorithm>(words: &str, evaluation: &Evaluation, candidates: Candidates, positions: &[Position]) {
    let table = std::cell::RefCell::new(Table::new(BITS, Replacement::TwoSlot).expect("memory"));
    let mut counters = Counters::default();
    let all = |observer: &mut dyn FnMut(&Position)| positions.iter().for_each(observer);
    let [counted, bare] = alternate(
        RUNS,
        [
            &mut || {
                counters = Counters::default();
                all(&mut |position| {
                    once::<A>(position, evaluation, candidates, &mut table.borrow_mut(), &mut counters);
                });
            },
            &mut || {
                all(&mut |position| once::<A>(position, evaluation, candidates, &mut table.borrow_mut(), &mut ()));
            },
        ],
    );
    let nodes = counters.expanded + counters.evaluated;
    println!(
        "{:<14} {words:<10} {:>14} {counted:>10.4} {:>12.2} {:>+8.1} %",
        A::ABOUT.name,
        grouped(nodes),
        nodes as f64 / counted / 1e6,
        100.0 * (counted / bare - 1.0)
    );
}

fn once<A: GameAlgorithm>(
    position: &Position,
    evaluator: &Evaluation,
    candidates: Candidates,
    table: &mut Table,
    observer: &mut impl Observer,
) {
    table.clear();
    let criteria =
        [OrderingHeuristic::Table, OrderingHeuristic::Killer, OrderingHeuristic::Static, OrderingHeuristic::History];
    let options = Options { ordering: Ordering::new(&criteria), ..Options::to_depth(DEPTH) };
    let (mut game, budget) = (Gomoku::new(position, candidates), Budget::default());
    let task = Task { game: &mut game, evaluator, options: &options, table, budget: &budget, observer };
    std::hint::black_box(A::search(task).value);
}
