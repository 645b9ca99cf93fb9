//! IDA*: iterative-deepening A*.
//!
//! Idea        Depth-first search that turns back where f(n) = g(n) + h(n) exceeds a threshold; again and again, the
//!             next threshold being the least f that exceeded the last.
//! Source      Korf, Artificial Intelligence 27(1) (1985).
//! Guarantees  A solution of least cost if there is one, the heuristic is admissible and the budget lasts. Where the
//!             graph has cycles, a pass walks every path of the tree that it unfolds into: states are visited once
//!             for each path to them, and if no goal can be reached the thresholds rise for ever, until the budget
//!             ends the search. "Unsolvable" is said only if nothing was above a threshold, that is, if the walks
//!             without a direct return are all finite and end below it.
//! Cost        Memory for one path. Time grows as the number of walks within the last threshold: good where few
//!             paths meet (sliding tiles), hopeless where many do (mazes; see idastar_table.rs).
//! Counts      `generated`: children, up to and with the first goal generated, over all iterations (Korf's counts are
//!             this plus 1 for the root); `evaluated`: the same plus 1; `expanded`: states whose children were tried;
//!             `iterations`, `peak_depth`. Only the undo of the last action is pruned.
//! Not here    The thresholds and the budget (deepening.rs), what the next one would cost (forecast.rs).

use super::deepening::{Ended, Iteration, Pass, Walk, deepen};
use super::{ActionSpace, OutcomeIn, PathAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::Observer;

/// IDA* (Korf 1985).
#[derive(Debug, Clone, Copy)]
pub struct IdaStar;

impl PathAlgorithm for IdaStar {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "idastar",
        summary: "IDA*: depth-first under rising thresholds, in the memory of one path",
        idea: "Depth-first search that turns back where f = g + h exceeds a threshold, repeated with the least f that \
               exceeded the last. Remembers nothing but the path, so it visits a state once for each way to it. On a \
               graph with cycles and without a solution it never ends by itself: give it a limit.",
        source: "Korf, Artificial Intelligence 27(1):97-109, 1985",
        guarantee: Guarantee::Optimal,
        cost: "memory for one path; time for every walk within the optimum, which cycles make astronomical",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, budget, observer, .. } = task;
        deepen(space, budget, observer, 0, pass)
    }
}

/// Depth-first search within the threshold.
fn pass<S: ActionSpace, O: Observer>(mut iteration: Iteration<'_, '_, S, O>) -> Ended<S> {
    let mut walk = Walk::new(&mut iteration);
    walk.expand();
    while let Some(action) = walk.next_action(|| {}) {
        walk.pay(|| 0)?;
        let (child, g) = walk.child(action);
        let f = g + walk.space.heuristic(child);
        if !walk.is_above(child, g, f) && walk.enter(child, g, action) {
            return Ok(Pass::Found(child, g));
        }
    }
    Ok(Pass::Exhausted(walk.next))
}
