//! Depth-first search.
//!
//! Idea        Follow one way as far as it leads; where it ends, go back to the last state with a successor that was
//!             never seen.
//! Source      Trémaux, in Lucas, Récréations mathématiques 1:47-50 (1882); Tarjan, SIAM Journal on Computing
//!             1(2):146-160 (1972).
//! Guarantees  A solution if there is one, of any cost: every state is entered at most once.
//! Cost        The path, and one entry for each state that was seen.
//! Counts      `expanded`, `generated`, `peak_depth`. The goal is recognised when it is generated.
//! Not here    The search that deepens step by step and remembers only its path (iddfs.rs).

use super::deepening::Frame;
use super::nodes::{NodeTable, Relaxed};
use super::steps::visit;
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step, Visit};

/// Depth-first search (Trémaux 1882, Tarjan 1972).
#[derive(Debug, Clone, Copy)]
pub struct DepthFirst;

impl PathAlgorithm for DepthFirst {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "dfs",
        summary: "depth-first search: follows one way to its end before it tries another",
        idea: "Enters the first successor that was never seen, and goes back where there is none. Remembers every state \
               that it saw, so that it ends in any finite space.",
        source: "Trémaux, in Lucas, Récréations mathématiques 1:47-50, 1882; Tarjan, SIAM J. Computing 1(2):146-160, 1972",
        guarantee: Guarantee::Any,
        cost: "time and memory for every state in the worst case, and far fewer where the first ways are good",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, nodes, budget, observer, .. } = task;
        nodes.begin();
        let mut stack = Vec::<Frame<S>>::new();
        let ended = walk(space, nodes, &mut stack, &mut Meter::new(budget), observer);
        observer.on(Event::TableBytes(nodes.bytes()));
        match ended {
            Ok(Some((goal, cost))) => {
                Outcome::solved(cost, stack.iter().map(|frame| frame.state).chain([goal]).collect())
            }
            Ok(None) => Outcome::without_path(Status::Unsolvable),
            Err(limit) => Outcome::without_path(limit),
        }
    }
}

/// A goal and the cost of the way to it, which is on the stack; `None` where there is none.
type Found<S> = Option<(<S as StateSpace>::State, <S as StateSpace>::Cost)>;

/// Walks until a goal is generated.
fn walk<S: ActionSpace, O: Observer>(
    space: &S,
    nodes: &mut S::Nodes,
    stack: &mut Vec<Frame<S>>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Found<S>, Status> {
    meter.check(nodes.needed(AHEAD))?;
    nodes.relax(space.start(), S::Cost::ZERO, S::Link::default());
    enter(space, stack, (space.start(), S::Cost::ZERO), observer);
    while let Some(frame) = stack.last_mut() {
        let Some(action) = frame.rest.next() else {
            stack.pop();
            continue;
        };
        let (state, g) = (frame.state, frame.g);
        let (child, step) = space.apply(state, action);
        let is_known = nodes.id(child).is_some();
        let how = if is_known { Generated::Known } else { Generated::New };
        step_child(space, (state, stack.len()), (child, g + step), how, observer);
        observer.on(Event::Generated(1));
        let is_new = !is_known && matches!(nodes.relax(child, g + step, action), Relaxed::New(_));
        if is_new && space.is_goal(child) {
            return Ok(Some((child, g + step)));
        }
        let held = || nodes.needed(AHEAD) + growth::needed::<Frame<S>>(stack.len(), stack.capacity(), AHEAD);
        meter.spend(1, held)?;
        if is_new {
            enter(space, stack, (child, g + step), observer);
        }
    }
    Ok(None)
}

/// Puts a state on the stack, and reports that it is expanded.
pub(super) fn enter<S: ActionSpace, O: Observer>(
    space: &S,
    stack: &mut Vec<Frame<S>>,
    (state, g): (S::State, S::Cost),
    observer: &mut O,
) {
    observer.on(Event::Expanded { state: space.key(state), depth: stack.len() as u32 });
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit(space, state, stack.last().map(|frame| frame.state), (g, None, None));
        observer.step(Step::Expand { visit: Visit { depth: Some(stack.len() as u32), ..visit }, open: None });
    }
    stack.push(Frame { state, g, rest: space.actions(state) });
}

/// Reports to an observer of steps what became of a child of cost `g`, `depth` steps from the start.
#[inline(always)]
pub(super) fn step_child<S: ActionSpace, O: Observer>(
    space: &S,
    (parent, depth): (S::State, usize),
    (child, g): (S::State, S::Cost),
    how: Generated,
    observer: &mut O,
) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit(space, child, Some(parent), (g, None, None));
        observer.step(Step::Generate { visit: Visit { depth: Some(depth as u32), ..visit }, how });
    }
}
