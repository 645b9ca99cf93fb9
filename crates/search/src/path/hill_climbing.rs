//! Hill climbing.
//!
//! Idea        Go from each state to the successor with the least h, as long as that is less than its own; go sideways on
//!             plateaus, if that is allowed. Nothing is taken back.
//! Source      Russell, Norvig, Artificial Intelligence: A Modern Approach, section 4.1.1 (2020): steepest ascent, here of
//!             −h.
//! Guarantees  None: the search ends where no successor is better, mostly in a local minimum of h.
//! Cost        The successors of the states on one path.
//! Counts      `expanded`, `generated`, `evaluated`. The goal is recognised when it is generated.
//! Not here    Searches that go back (greedy in best_first.rs) or keep several states (beam.rs).
//!
//! Among equals the first in the order of moves is taken. A sideways step leads only to states that were not entered
//! before.

use super::nodes::NodeTable;
use super::steps::visit;
use super::{Action, ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step};

/// Hill climbing by steepest descent of h.
#[derive(Debug, Clone, Copy)]
pub struct HillClimbing;

impl PathAlgorithm for HillClimbing {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "hill-climbing",
        summary: "hill climbing: always to the successor with the least estimate, and never back",
        idea: "Goes to the successor with the least h while that is less than h of the state itself, and up to a number of \
               steps in a row while it is the same. Ends in the first local minimum.",
        source: "Russell, Norvig, Artificial Intelligence: A Modern Approach, section 4.1.1, 2020",
        guarantee: Guarantee::MayMiss,
        cost: "time and memory for one path",
        parameters: &["heuristic", "sideways", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, options, nodes, budget, observer } = task;
        nodes.begin();
        let mut path = vec![space.start()];
        let found = climb(space, options.sideways, nodes, &mut path, &mut Meter::new(budget), observer);
        observer.on(Event::TableBytes(nodes.bytes()));
        match found {
            Ok(Some(cost)) => Outcome::solved(cost, path),
            Ok(None) => Outcome::without_path(Status::NotFound),
            Err(limit) => Outcome::without_path(limit),
        }
    }
}

/// A successor: true if it is no goal, h; the state, its g, the action that led to it.
type Candidate<S> = ((bool, <S as StateSpace>::Cost), <S as StateSpace>::State, <S as StateSpace>::Cost, Action);

/// Extends `path` until it ends at a goal or no step is allowed, and returns its cost in the first case.
fn climb<S: ActionSpace, O: Observer>(
    space: &S,
    sideways: u32,
    nodes: &mut S::Nodes,
    path: &mut Vec<S::State>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Option<S::Cost>, Status> {
    meter.check(nodes.needed(AHEAD))?;
    let (mut state, mut g, mut h) = (space.start(), S::Cost::ZERO, space.heuristic(space.start()));
    observer.on(Event::Evaluated(1));
    nodes.relax(state, g, S::Link::default());
    let mut level = 0;
    loop {
        observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        if O::WANTS_STEPS && observer.wants_steps() {
            let before = path.len().checked_sub(2).map(|before| path[before]);
            observer.step(Step::Expand { visit: visit(space, state, before, (g, Some(h), None)), open: None });
        }
        let actions = space.actions(state);
        let mut best: Option<Candidate<S>> = None;
        for action in actions {
            let (child, step) = space.apply(state, action);
            let (child_g, child_h) = (g + step, space.heuristic(child));
            let is_known = nodes.id(child).is_some();
            if O::WANTS_STEPS && observer.wants_steps() {
                let visit = visit(space, child, Some(state), (child_g, Some(child_h), None));
                observer.step(Step::Generate { visit, how: if is_known { Generated::Known } else { Generated::New } });
            }
            let rank = (!space.is_goal(child), child_h);
            if !is_known && best.is_none_or(|(least, ..)| rank < least) {
                best = Some((rank, child, child_g, action));
            }
        }
        observer.on(Event::Generated(actions.len()));
        observer.on(Event::Evaluated(actions.len()));
        let Some(((is_no_goal, least), child, child_g, action)) = best else { return Ok(None) };
        if is_no_goal {
            level = if least < h { 0 } else { level + 1 };
            if least > h || level > sideways {
                return Ok(None);
            }
        }
        path.push(child);
        if !is_no_goal {
            return Ok(Some(child_g));
        }
        nodes.relax(child, child_g, action);
        (state, g, h) = (child, child_g, least);
        meter.spend(actions.len(), || nodes.needed(AHEAD) + 2 * size_of_val(path.as_slice()) as u64)?;
    }
}
