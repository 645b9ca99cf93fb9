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

use super::deepening::{ChildMeter, Frame, Pass, Stack, deepen, step_expand, step_generate};
use super::{ActionSpace, Cost, OutcomeIn, PathAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::Status;
use crate::observer::{Event, Observer};
use crate::step::Generated;

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
        deepen(space, budget, observer, 0, |threshold, stack, children, observer| {
            pass(space, threshold, stack, children, observer)
        })
    }
}

/// Depth-first search within `threshold`. The stack is explicit, because a path may have millions of steps.
// Not inlined: the loop needs all registers for itself.
#[inline(never)]
fn pass<S: ActionSpace, O: Observer>(
    space: &S,
    threshold: S::Cost,
    stack: &mut Stack<S>,
    children: &mut ChildMeter<'_>,
    observer: &mut O,
) -> Result<Pass<S>, Status> {
    let mut next = S::Cost::MAX;
    let mut depth = 0;
    let mut state = space.start();
    let mut g = S::Cost::ZERO;
    let mut rest = space.actions(state);
    observer.on(Event::Expanded { state: space.key(state), depth: 0 });
    step_expand(space, (stack, 0), (state, g), observer);
    loop {
        let Some(action) = rest.next() else {
            if depth == 0 {
                return Ok(Pass::Exhausted(next));
            }
            depth -= 1;
            let frame = &stack[depth];
            (state, g, rest) = (frame.state, frame.g, frame.rest);
            continue;
        };
        children.pay(observer, depth, || 0)?;
        let (child, step) = space.apply(state, action);
        let child_g = g + step;
        let f = child_g + space.heuristic(child);
        if f > threshold {
            next = next.min(f);
            step_generate(space, (state, depth), (child, child_g), Generated::Above, observer);
            continue;
        }
        step_generate(space, (state, depth), (child, child_g), Generated::New, observer);
        let frame = Frame { state, g, rest };
        match stack.get_mut(depth) {
            Some(place) => *place = frame,
            None => stack.push(frame),
        }
        depth += 1;
        if space.is_goal(child) {
            stack.truncate(depth);
            return Ok(Pass::Found(child, child_g));
        }
        state = child;
        g = child_g;
        rest = space.actions(child).without(space.inverse(action));
        observer.on(Event::Expanded { state: space.key(child), depth: depth as u32 });
        step_expand(space, (stack, depth), (state, g), observer);
    }
}
