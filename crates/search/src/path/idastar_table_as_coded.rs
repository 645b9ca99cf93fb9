//! IDA* with a table, as the course report coded it.
//!
//! Idea        IDA* that remembers f of each state that it entered in an iteration, and before it calls itself for a
//!             child compares that with g + step + h(*parent*): the heuristic of the state it comes from in place of
//!             that of the child. If what is remembered is less, the child is left out; if not, it is entered and
//!             remembered anew. So, where all steps cost 1, a way of equal g is let through whenever the child is
//!             farther from the goal than the state it is reached from.
//! Source      A course report on mazes; idastar_table.rs is the same idea with the test of g against g.
//! Guarantees  A solution if there is one. Where all steps cost 1 and the heuristic is consistent, one of least cost:
//!             then a child is left out only for a way to it that was no longer. With steps of different costs (eight
//!             moves) or an inconsistent heuristic a longer way may shut out a shorter one, and the optimum is lost.
//! Cost        Memory for every state within the last threshold. Ways of equal g away from the goal are all walked, and
//!             in an open field there are exponentially many of them: still exponential at worst.
//! Counts      As idastar_table.rs. `tt_probes`: children tested, `tt_cutoffs`: those left out. The calls of the
//!             report, which count those above the threshold and that of the root of each iteration, are
//!             `generated` - `tt_cutoffs` + `iterations`.
//! Not here    The thresholds and the budget (deepening.rs), the frontier that tells "unsolvable" (idastar_table.rs;
//!             the report has none and goes on for ever there).

use super::deepening::{Ended, Iteration, Pass, Walk};
use super::idastar_table::{Best, Frontier, Unbounded, run};
use super::{Action, ActionSpace, Cost, NodeTable, OutcomeIn, PathAlgorithm, Relaxed, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::observer::{Event, Observer};
use crate::step::Generated;

/// IDA* with a table, as the course report coded it.
#[derive(Debug, Clone, Copy)]
pub struct IdaStarTableAsCoded;

impl PathAlgorithm for IdaStarTableAsCoded {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "idastar-table-as-coded",
        summary: "IDA* with a table whose test takes h of the parent, as a course report coded it",
        idea: "Remembers f of each state in an iteration and leaves a child out if that is less than g + step + h of \
               its parent, where idastar-table compares g with g. So it enters states again by ways that are no \
               cheaper. With steps of one cost and a consistent heuristic the solution is still of least cost; with \
               eight moves a dearer way can shut out a cheaper one.",
        source: "a course report on mazes (16 iterations and 367,081 calls on its second maze, where idastar-table \
                 needs 67,848); after Reinefeld, Marsland, 1994",
        guarantee: Guarantee::Any,
        cost: "memory for every state within the last threshold; where detours are long and wide, time that is still \
               exponential",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, nodes, budget, observer, .. } = task;
        run(space, &mut Unbounded(nodes), budget, observer, pass)
    }
}

/// Depth-first search within the threshold, with the report's test before each call.
fn pass<S: ActionSpace, O: Observer>(
    best: &mut Unbounded<'_, S::Nodes>,
    iteration: &mut Iteration<'_, '_, S, O>,
) -> Ended<S> {
    let mut frontier = Frontier::<S>::new();
    let mut walk = Walk::new(iteration);
    best.improves(walk.space, walk.state, walk.g, Action::default(), walk.observer);
    walk.expand();
    while let Some(action) = walk.next_action(|| {}) {
        walk.pay(|| Best::<S>::needed(best))?;
        let (child, g) = walk.child(action);
        let h = walk.space.heuristic(child);
        walk.observer.on(Event::TableProbe);
        if let Some(known) = best.0.g(child) {
            walk.observer.on(Event::TableHit);
            if known + h < g + walk.space.heuristic(walk.state) {
                walk.observer.on(Event::TableCutoff);
                walk.generated(child, g, Generated::Table);
                continue;
            }
        }
        if walk.is_above(child, g, g + h) {
            frontier.add(child, best);
            continue;
        }
        // What is remembered stays the least, which is all that the test needs.
        if best.0.relax(child, g, action) != Relaxed::Known {
            walk.observer.on(Event::TableStore);
        }
        if walk.enter(child, g, action) {
            return Ok(Pass::Found(child, g));
        }
    }
    Ok(Pass::Exhausted(if frontier.is_closed(best) { S::Cost::MAX } else { walk.next }))
}
