//! Searches from the start with `classic` and with `learned`: nodes a second, and what counting costs.

use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::game::{
    Evaluator, FirstGuess, Game, GameAlgorithm, Options, Ordering, OrderingHeuristic, Replacement, Table, Task,
    alphabeta, alphabeta_tt, minimax, mtd, pvs,
};
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::othello::evaluation::AnyEvaluation;
use searchlab::worlds::othello::kernel::{Kernel, Visitor, choose};
use searchlab::worlds::othello::learned::game::{Indexed, Learned};
use searchlab::worlds::othello::learned::shipped;
use searchlab::worlds::othello::{Evaluation, Othello, Position};

use super::{RUNS, alternate};

/// Bits of the table.
const BITS: u32 = 20;

pub(crate) fn run() {
    println!("from the start, counters on; the last column: what they add to the time");
    println!(
        "{:<14} {:<10} {:>5} {:>14} {:>10} {:>12} {:>9}",
        "algorithm", "evaluation", "depth", "nodes", "seconds", "M nodes/s", "counters"
    );
    let by_depth = |depth| Options::to_depth(depth);
    let deepening = |depth| {
        let ordering = Ordering::new(&[
            OrderingHeuristic::Table,
            OrderingHeuristic::FewestReplies,
            OrderingHeuristic::Killer,
            OrderingHeuristic::History,
        ]);
        Options { deepening: true, ordering, first_guess: FirstGuess::LastButOne, ..Options::to_depth(depth) }
    };
    let classic = AnyEvaluation::LinearEvaluation(Evaluation::classic());
    row::<minimax::MiniMax>(by_depth(9), classic);
    row::<alphabeta::AlphaBeta>(by_depth(10), classic);
    row::<alphabeta_tt::AlphaBetaTt>(deepening(12), classic);
    row::<pvs::Pvs>(deepening(12), classic);
    row::<mtd::MtdF>(deepening(12), classic);
    let learned = AnyEvaluation::Learned(shipped());
    row::<pvs::Pvs>(deepening(10), learned);
    row::<pvs::Pvs>(deepening(12), learned);
    row::<mtd::MtdF>(deepening(12), learned);
}

fn row<A: GameAlgorithm>(options: Options, evaluation: AnyEvaluation) {
    let mut counters = Counters::default();
    let mut table = if A::USES_TABLE { Table::new(BITS, Replacement::TwoSlot).expect("memory") } else { Table::none() };
    let mut spare = if A::USES_TABLE { Table::new(BITS, Replacement::TwoSlot).expect("memory") } else { Table::none() };
    let [counted, bare] = alternate(
        RUNS,
        [
            &mut || {
                counters = Counters::default();
                search::<A>(&options, evaluation, &mut table, &mut counters);
            },
            &mut || search::<A>(&options, evaluation, &mut spare, &mut ()),
        ],
    );
    let nodes = counters.expanded + counters.evaluated;
    println!(
        "{:<14} {:<10} {:>5} {:>14} {counted:>10.4} {:>12.1} {:>+8.1} %",
        A::ABOUT.name,
        evaluation.to_string(),
        options.depth,
        grouped(nodes),
        nodes as f64 / counted / 1e6,
        100.0 * (counted / bare - 1.0)
    );
}

fn search<A: GameAlgorithm>(
    options: &Options,
    evaluation: AnyEvaluation,
    table: &mut Table,
    observer: &mut impl Observer,
) {
    table.clear();
    choose(Call::<A, _> { options, evaluation, table, observer, algorithm: std::marker::PhantomData });
}

/// A search that waits for its kernel.
struct Call<'a, A, O> {
    options: &'a Options,
    evaluation: AnyEvaluation,
    table: &'a mut Table,
    observer: &'a mut O,
    algorithm: std::marker::PhantomData<A>,
}

impl<A: GameAlgorithm, O: Observer> Visitor for Call<'_, A, O> {
    type Output = ();

    fn visit<K: Kernel>(self, kernel: K) {
        match self.evaluation {
            AnyEvaluation::LinearEvaluation(evaluation) => {
                self.on(Othello::new(Position::INITIAL, kernel), &evaluation);
            }
            AnyEvaluation::Learned(weights) => self.on(Indexed::new(Position::INITIAL, kernel), &Learned(weights)),
        }
    }
}

impl<A: GameAlgorithm, O: Observer> Call<'_, A, O> {
    fn on<G: Game>(self, mut game: G, evaluator: &impl Evaluator<G>) {
        let Self { options, table, observer, .. } = self;
        let budget = Budget::default();
        let task = Task { game: &mut game, evaluator, options, table, budget: &budget, observer };
        std::hint::black_box(A::search(task).value);
    }
}
