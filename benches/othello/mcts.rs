//! Monte-Carlo tree search from the start: simulations a second, and what counting costs.

use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::game::mcts::{Mcts, Playout, Uct};
use searchlab::search::game::{GameAlgorithm, Options, Table, Task};
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::othello::kernel::{Kernel, Visitor, choose};
use searchlab::worlds::othello::{Evaluation, Othello, Position};

use super::{RUNS, alternate};

/// Simulations of a search.
const SIMULATIONS: u64 = 100_000;

pub(crate) fn run() {
    println!("mcts from the start, counters on; the last column: what they add to the time");
    println!(
        "{:<10} {:>12} {:>14} {:>10} {:>16} {:>13} {:>9}",
        "playouts", "simulations", "moves", "seconds", "simulations/s", "M moves/s", "counters"
    );
    for (name, playout) in [("uniform", Playout::Uniform), ("ranked", Playout::Ranked)] {
        let uct = Uct { playout, simulations: Some(SIMULATIONS), exploration: 1400, first_play: 1100, ..Uct::PLAIN };
        let options = Options { uct, ..Options::to_depth(60) };
        let mut counters = Counters::default();
        let [counted, bare] = alternate(
            RUNS,
            [
                &mut || {
                    counters = Counters::default();
                    choose(Call { options: &options, observer: &mut counters });
                },
                &mut || choose(Call { options: &options, observer: &mut () }),
            ],
        );
        let moves = counters.tree_plies + counters.playout_moves;
        println!(
            "{name:<10} {:>12} {:>14} {counted:>10.4} {:>16} {:>13.1} {:>+8.1} %",
            grouped(counters.simulated),
            grouped(moves),
            grouped((counters.simulated as f64 / counted) as u64),
            moves as f64 / counted / 1e6,
            100.0 * (counted / bare - 1.0)
        );
    }
}

/// A search that waits for its kernel.
struct Call<'a, O> {
    options: &'a Options,
    observer: &'a mut O,
}

impl<O: Observer> Visitor for Call<'_, O> {
    type Output = ();

    fn visit<K: Kernel>(self, kernel: K) {
        let (mut game, mut table) = (Othello::new(Position::INITIAL, kernel), Table::none());
        let (evaluator, budget) = (Evaluation::classic(), Budget::default());
        let task = Task {
            game: &mut game,
            evaluator: &evaluator,
            options: self.options,
            table: &mut table,
            budget: &budget,
            observer: self.observer,
        };
        std::hint::black_box(Mcts::search(task).value);
    }
}
