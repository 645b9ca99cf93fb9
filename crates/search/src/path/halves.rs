//! The meeting of the two halves of a bidirectional search, the path through it, and the successors of a state of one half.
//!
//! Not here: the searches (nbs.rs, mm.rs, bidirectional.rs).

use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::steps::{fate, visit_by_sum};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, StateSpace, Task};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Step, Visit};

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
        if O::WANTS_STEPS && observer.wants_steps() {
            observer.step(Step::Meet { state: space.code(state), cost: cost.to_f64() });
        }
    }
}

/// Relaxes the successors of a state of cost `g`, and looks for solutions through the nodes of the other half. Each
/// successor that is to be opened is handed to `open` with its g and h. Returns the number of successors.
#[inline(always)]
pub(super) fn relax_successors<S: ActionSpace, O: Observer>(
    space: &S,
    (nodes, opposite): (&mut S::Nodes, &S::Nodes),
    ((state, g), is_backward): ((S::State, S::Cost), bool),
    best: &mut Meeting<S>,
    observer: &mut O,
    mut open: impl FnMut(NodeId, S::Cost, S::Cost, &mut O),
) -> u32 {
    let mut generated = 0;
    let scanned = space.successors(state, |next, link, step| {
        generated += 1;
        let g = g + step;
        let relaxed = nodes.relax(next, g, link);
        if O::WANTS_STEPS && observer.wants_steps() {
            let visit = Visit { is_backward, ..visit_by_sum(space, next, Some(state), g) };
            observer.step(Step::Generate { visit, how: fate(relaxed) });
        }
        let id = match relaxed {
            Relaxed::Known => return,
            Relaxed::New(id) | Relaxed::Improved(id) => id,
            Relaxed::Reopened(id) => {
                observer.on(Event::Reopened);
                id
            }
        };
        meet(space, opposite, (next, g), best, observer);
        observer.on(Event::Evaluated(1));
        open(id, g, space.heuristic(next), observer);
    });
    observer.on(Event::Generated(generated));
    if scanned > 0 {
        observer.on(Event::Scanned(scanned));
    }
    generated
}

/// Searches from both ends, each a space and its nodes, that from the start first, and joins the halves where `search` has
/// them meet.
pub(super) fn from_both_ends<S: ActionSpace, O: Observer>(
    task: Task<'_, S, O>,
    search: impl FnOnce([(&S, &mut S::Nodes); 2], Meter<'_>, &mut O) -> (Meeting<S>, Result<(), Status>),
) -> OutcomeIn<S> {
    task.nodes.begin();
    if let Some(outcome) = task.solved_at_start() {
        return outcome;
    }
    let Task { space, nodes, budget, observer, .. } = task;
    let meter = Meter::new(budget);
    // The table of the other direction is as large as this one.
    if let Err(limit) = meter.check(2 * nodes.needed(AHEAD)) {
        observer.on(Event::TableBytes(nodes.bytes()));
        return Outcome::without_path(limit);
    }
    let reversed = space.reversed();
    let mut back_nodes = reversed.new_nodes();
    back_nodes.begin();
    let (best, ended) = search([(space, &mut *nodes), (&reversed, &mut back_nodes)], meter, observer);
    let status = match ended {
        Ok(()) if best.is_some() => Status::Solved,
        Ok(()) => Status::Unsolvable,
        Err(limit) => limit,
    };
    let ends = best.and_then(|(_, state)| nodes.id(state).zip(back_nodes.id(state)));
    let Some((id, back_id)) = ends else { return Outcome::without_path(status) };
    let mut path = path_to(space, nodes, id);
    path.extend(path_to(&reversed, &back_nodes, back_id).into_iter().rev().skip(1));
    Outcome { status, cost: Some(cost_of(space, &path)), path }
}

/// The cost of a path. An interrupted search may have found cheaper links since it noted the cost of its best
/// solution.
pub(super) fn cost_of<S: ActionSpace>(space: &S, path: &[S::State]) -> S::Cost {
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
