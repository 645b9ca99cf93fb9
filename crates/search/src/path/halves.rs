//! The meeting of the two halves of a bidirectional search, and the path through it.
//!
//! Not here: the searches (nbs.rs, bidirectional.rs).

use super::nodes::{NodeTable, path_to};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, StateSpace};
use crate::budget::Status;
use crate::observer::Observer;
use crate::step::Step;

/// The best solution so far: its cost, and the state in which both halves meet.
pub(super) type Meeting<S> = Option<(<S as StateSpace>::Cost, <S as StateSpace>::State)>;

/// Notes a state that one half has reached at cost `g`, if the other half knows it and no solution so far is as cheap.
#[inline(always)]
pub(super) fn meet<S: ActionSpace, O: Observer>(
    space: &S,
    other: &S::Nodes,
    (state, g): (S::State, S::Cost),
    best: &mut Meeting<S>,
    observer: &mut O,
) {
    let Some(rest) = other.g(state) else { return };
    let cost = g + rest;
    if best.is_none_or(|(best, _)| cost < best) {
        *best = Some((cost, state));
        if O::WANTS_STEPS {
            observer.step(Step::Meet { state: space.code(state), cost: cost.to_f64() });
        }
    }
}

/// The way from the start to the goal through the meeting, if there is one. Each half is a space and its nodes, that from
/// the start first.
pub(super) fn join<S: ActionSpace>(
    best: Meeting<S>,
    status: Status,
    (space, nodes): (&S, &S::Nodes),
    (reversed, back_nodes): (&S, &S::Nodes),
) -> OutcomeIn<S> {
    let ends = best.and_then(|(_, state)| nodes.id(state).zip(back_nodes.id(state)));
    let Some((id, back_id)) = ends else { return Outcome::without_path(status) };
    let mut path = path_to(space, nodes, id);
    path.extend(path_to(reversed, back_nodes, back_id).into_iter().rev().skip(1));
    Outcome { status, cost: Some(cost_of(space, &path)), path }
}

/// The cost of a path. An interrupted search may have found cheaper links since it noted the cost of its best
/// solution.
fn cost_of<S: ActionSpace>(space: &S, path: &[S::State]) -> S::Cost {
    path.windows(2).fold(S::Cost::ZERO, |sum, pair| {
        let mut least = S::Cost::MAX;
        space.successors(pair[0], |next, _, step| {
            if next == pair[1] {
                least = least.min(step);
            }
        });
        sum + least
    })
}
