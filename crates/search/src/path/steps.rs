//! Steps of a search as its observers get them, made of states and costs of the space.
//!
//! Called only where an observer wants steps. Not here: the steps themselves (crate::step).

use super::nodes::{NodeTable, Relaxed};
use super::{Cost, NodeId, OutcomeIn, StateSpace};
use crate::observer::Observer;
use crate::step::{Generated, Step, Visit};

/// A state and its parent, with g, h and f as far as the search has them.
#[cold]
#[inline(never)]
pub(super) fn visit<S: StateSpace>(
    space: &S,
    state: S::State,
    parent: Option<S::State>,
    (g, h, f): (S::Cost, Option<S::Cost>, Option<S::Cost>),
) -> Visit {
    Visit {
        state: space.code(state),
        parent: parent.map(|parent| space.code(parent)),
        g: g.to_f64(),
        h: h.map(Cost::to_f64),
        f: f.map(Cost::to_f64),
        depth: None,
        is_backward: false,
    }
}

/// The same with f = g + h.
pub(super) fn visit_by_sum<S: StateSpace>(space: &S, state: S::State, parent: Option<S::State>, g: S::Cost) -> Visit {
    let h = space.heuristic(state);
    visit(space, state, parent, (g, Some(h), Some(g + h)))
}

/// The parent of a known state.
pub(super) fn parent_of<S: StateSpace>(space: &S, nodes: &S::Nodes, id: NodeId) -> Option<S::State> {
    let (state, _, link) = nodes.node(id);
    (state != space.start()).then(|| space.previous(state, link))
}

/// The fate of a state by its relaxation.
pub(super) const fn fate(relaxed: Relaxed) -> Generated {
    match relaxed {
        Relaxed::Known => Generated::Known,
        Relaxed::New(_) => Generated::New,
        Relaxed::Improved(_) => Generated::Cheaper,
        Relaxed::Reopened(_) => Generated::Reopened,
    }
}

/// Reports the start of a search to an observer of steps.
pub(super) fn report_source<S: StateSpace, O: Observer>(space: &S, observer: &mut O) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let start = space.start();
        observer.step(Step::Source { state: space.code(start), h: space.heuristic(start).to_f64() });
    }
}

/// Reports the solution of a search to an observer of steps.
pub(super) fn report_path<S: StateSpace, O: Observer>(space: &S, outcome: &OutcomeIn<S>, observer: &mut O) {
    if O::WANTS_STEPS
        && let (Some(cost), Some(&goal)) = (outcome.cost, outcome.path.last())
    {
        outcome.path.iter().for_each(|&state| observer.step(Step::Path { state: space.code(state) }));
        observer.step(Step::Goal { state: space.code(goal), cost: cost.to_f64() });
    }
}
