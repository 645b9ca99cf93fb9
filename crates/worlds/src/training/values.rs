//! The values of searches of a position by weights that were learned.

use crate::Side;
use crate::othello::board::{Board, Position};
use crate::othello::kernel::{Kernel, Visitor, choose_of_two};
use crate::othello::learned::Weights;
use crate::othello::learned::game::{Indexed, Learned};
use crate::run::watched;
use searchlab_search::budget::Budget;
use searchlab_search::game::{
    Evaluator, GameAlgorithm, Options, Ordering, OrderingHeuristic, Score, Table, Task, pvs::Pvs,
};

/// The static value, and those of searches of 1 to `depth` plies, with the confidence of ProbCut in thousandths if it is
/// to cut; in eighths of a disc.
pub(super) fn values(
    board: Board,
    depth: u32,
    probcut: Option<u32>,
    weights: &'static Weights,
    table: &mut Table,
) -> Vec<Score> {
    struct Values<'a>(Board, Options, &'static Weights, &'a mut Table);

    impl Visitor for Values<'_> {
        type Output = Vec<Score>;

        fn visit<K: Kernel>(self, kernel: K) -> Vec<Score> {
            let Self(board, options, weights, table) = self;
            table.clear();
            let mut game = Indexed::new(Position { board, side: Side::Black }, kernel);
            let leaf = Learned(weights).leaf(&game, 0);
            let (evaluator, options, budget) = (&Learned(weights), &options, &Budget::default());
            let found =
                watched(|observer| Pvs::search(Task { game: &mut game, evaluator, options, table, budget, observer }));
            [leaf].into_iter().chain(found.iterations.iter().map(|iteration| iteration.value)).collect()
        }
    }

    let ordering = [
        OrderingHeuristic::Table,
        OrderingHeuristic::FewestReplies,
        OrderingHeuristic::Killer,
        OrderingHeuristic::History,
    ];
    let options = Options { deepening: true, ordering: Ordering::new(&ordering), probcut, ..Options::to_depth(depth) };
    choose_of_two(Values(board, options, weights, table))
}
