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

use super::deepening::{ChildMeter, Frame, Pass, Stack, deepen, step_expand, step_generate};
use super::idastar_table::{Best, Frontier, Unbounded};
use super::{Action, ActionSpace, Cost, NodeTable, OutcomeIn, PathAlgorithm, Relaxed, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::Status;
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
        let mut best = Unbounded(nodes);
        let held = Best::<S>::needed(&best);
        deepen(space, budget, observer, held, |threshold, stack, children, observer| {
            Best::<S>::clear(&mut best);
            let end = pass(space, &mut best, threshold, stack, children, observer);
            observer.on(Event::TableBytes(Best::<S>::bytes(&best)));
            end
        })
    }
}

/// Depth-first search within `threshold`, with the report's test before each call.
fn pass<S: ActionSpace, O: Observer>(
    space: &S,
    best: &mut Unbounded<'_, S::Nodes>,
    threshold: S::Cost,
    stack: &mut Stack<S>,
    children: &mut ChildMeter<'_>,
    observer: &mut O,
) -> Result<Pass<S>, Status> {
    let mut next = S::Cost::MAX;
    let mut frontier = Frontier::<S>::new();
    let mut state = space.start();
    let mut g = S::Cost::ZERO;
    let mut rest = space.actions(state);
    best.improves(space, state, g, Action::default(), observer);
    observer.on(Event::Expanded { state: space.key(state), depth: 0 });
    step_expand(space, (stack, stack.len()), (state, g), observer);
    loop {
        let Some(action) = rest.next() else {
            let Some(frame) = stack.pop() else {
                return Ok(Pass::Exhausted(if frontier.is_closed(best) { S::Cost::MAX } else { next }));
            };
            (state, g, rest) = (frame.state, frame.g, frame.rest);
            continue;
        };
        children.pay(observer, stack.len(), || Best::<S>::needed(best))?;
        let (child, step) = space.apply(state, action);
        let child_g = g + step;
        let h = space.heuristic(child);
        observer.on(Event::TableProbe);
        if let Some(known) = best.0.g(child) {
            observer.on(Event::TableHit);
            if known + h < child_g + space.heuristic(state) {
                observer.on(Event::TableCutoff);
                step_generate(space, (state, stack.len()), (child, child_g), Generated::Table, observer);
                continue;
            }
        }
        let f = child_g + h;
        if f > threshold {
            next = next.min(f);
            step_generate(space, (state, stack.len()), (child, child_g), Generated::Above, observer);
            frontier.add(child, best);
            continue;
        }
        // What is remembered stays the least, which is all that the test needs.
        if best.0.relax(child, child_g, action) != Relaxed::Known {
            observer.on(Event::TableStore);
        }
        step_generate(space, (state, stack.len()), (child, child_g), Generated::New, observer);
        stack.push(Frame { state, g, rest });
        if space.is_goal(child) {
            return Ok(Pass::Found(child, child_g));
        }
        (state, g) = (child, child_g);
        rest = space.actions(child).without(space.inverse(action));
        observer.on(Event::Expanded { state: space.key(child), depth: stack.len() as u32 });
        step_expand(space, (stack, stack.len()), (state, g), observer);
    }
}
