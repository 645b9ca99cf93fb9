//! Recursive best-first search.
//!
//! Idea        Expand states in the order of f, as A* does, in the memory of one path: go down to the best successor as
//!             long as it is no worse than the best alternative beside the way; then go back, and remember of what is
//!             left only its least f.
//! Source      Korf, Linear-space best-first search, Artificial Intelligence 62(1):41-78 (1993).
//! Guarantees  A solution of least cost if the heuristic is admissible. Ends without one where no simple path is left.
//! Cost        Memory for one path and the brothers of its states; a state is generated anew whenever the search comes
//!             back to it.
//! Counts      `expanded` and `generated` with all repetitions, `evaluated`, `peak_depth`.
//! Not here    The search that repeats from the start under a limit (idastar.rs).

use super::idastar_cycle_check::PathSet;
use super::steps::visit;
use super::{Action, ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step, Visit};

/// Recursive best-first search (Korf 1993).
#[derive(Debug, Clone, Copy)]
pub struct RecursiveBestFirst;

impl PathAlgorithm for RecursiveBestFirst {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "rbfs",
        summary: "recursive best-first search: the order of A* in the memory of one path",
        idea: "Goes down to the best successor while it is no worse than the best alternative beside the way, then goes \
               back, and keeps of what it leaves the least f as its value.",
        source: "Korf, Artificial Intelligence 62(1):41-78, 1993",
        guarantee: Guarantee::Optimal,
        cost: "memory for one path and the brothers of its states; states are generated again and again",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, budget, observer, .. } = task;
        let mut search = Search {
            space,
            path: PathSet::default(),
            frames: Vec::new(),
            children: Vec::new(),
            meter: Meter::new(budget),
            observer,
        };
        match search.run() {
            Ok(Some(child)) => {
                let states = search.frames.iter().map(|frame| frame.state).chain([child.state]);
                Outcome::solved(child.g, states.collect())
            }
            Ok(None) => Outcome::without_path(Status::Unsolvable),
            Err(limit) => Outcome::without_path(limit),
        }
    }
}

/// A successor that stands beside the way or on it.
struct Child<S: ActionSpace> {
    state: S::State,
    g: S::Cost,
    /// The least f of what is known to lie below it: at first its own.
    value: S::Cost,
    /// The action that led to it.
    action: Action,
}

impl<S: ActionSpace> Clone for Child<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ActionSpace> Copy for Child<S> {}

/// A state on the way.
struct Frame<S: ActionSpace> {
    state: S::State,
    /// The best alternative beside the way so far: nothing below is looked at that is worse.
    bound: S::Cost,
    /// Its successors are from here on to the next frame's, or to the end. Both places take as many bytes on every
    /// machine, since the memory limit counts frames.
    first: u64,
    /// The one that the way goes through.
    chosen: u64,
}

struct Search<'a, S: ActionSpace, O> {
    space: &'a S,
    path: PathSet,
    frames: Vec<Frame<S>>,
    /// The successors of all states on the way, one after the other.
    children: Vec<Child<S>>,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> Search<'_, S, O> {
    /// Searches until a goal is chosen.
    fn run(&mut self) -> Result<Option<Child<S>>, Status> {
        self.meter.check(0)?;
        let (start, h) = (self.space.start(), self.space.heuristic(self.space.start()));
        self.observer.on(Event::Evaluated(1));
        self.expand(Child { state: start, g: S::Cost::ZERO, value: h, action: Action::default() }, None, S::Cost::MAX)?;
        loop {
            let Some(frame) = self.frames.last() else { return Ok(None) };
            let (first, bound) = (frame.first as usize, frame.bound);
            let best = (first..self.children.len()).min_by_key(|&place| self.children[place].value);
            let value = best.map_or(S::Cost::MAX, |best| self.children[best].value);
            let Some(best) = best.filter(|_| value < S::Cost::MAX && value <= bound) else {
                // Back, with the least of what is left.
                self.frames.pop();
                self.path.pop();
                self.children.truncate(first);
                if let Some(frame) = self.frames.last() {
                    self.children[frame.chosen as usize].value = value;
                }
                continue;
            };
            let child = self.children[best];
            if self.space.is_goal(child.state) {
                return Ok(Some(child));
            }
            let others = (first..self.children.len()).filter(|&place| place != best);
            let second = others.map(|place| self.children[place].value).min().unwrap_or(S::Cost::MAX);
            if let Some(frame) = self.frames.last_mut() {
                frame.chosen = best as u64;
            }
            self.expand(child, Some(child.action), bound.min(second))?;
        }
    }

    /// Puts a state on the way, and its successors behind all others.
    fn expand(&mut self, node: Child<S>, by: Option<Action>, bound: S::Cost) -> Result<(), Status> {
        let (space, depth) = (self.space, self.frames.len() as u32);
        self.observer.on(Event::Expanded { state: space.key(node.state), depth });
        let own = node.g + space.heuristic(node.state);
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let parent = self.frames.last().map(|frame| frame.state);
            let visit = visit(space, node.state, parent, (node.g, Some(space.heuristic(node.state)), Some(own)));
            self.observer.step(Step::Expand { visit: Visit { depth: Some(depth), ..visit }, open: None });
        }
        self.path.push(space.key(node.state));
        let first = self.children.len();
        self.frames.push(Frame { state: node.state, bound, first: first as u64, chosen: first as u64 });
        let actions = space.actions(node.state);
        for action in by.map_or(actions, |by| actions.without(space.inverse(by))) {
            let (state, step) = space.apply(node.state, action);
            let is_cycle = self.path.contains(space.key(state));
            let (g, h) = (node.g + step, space.heuristic(state));
            if O::WANTS_STEPS && self.observer.wants_steps() {
                let how = if is_cycle { Generated::Cycle } else { Generated::New };
                let visit = visit(space, state, Some(node.state), (g, Some(h), Some(g + h)));
                self.observer.step(Step::Generate { visit: Visit { depth: Some(depth + 1), ..visit }, how });
            }
            if is_cycle {
                continue;
            }
            // What was learned below this state when it was left holds for each of its successors.
            let value = if own < node.value { node.value.max(g + h) } else { g + h };
            self.children.push(Child { state, g, value, action });
        }
        let generated = (self.children.len() - first) as u32;
        self.observer.on(Event::Generated(generated));
        self.observer.on(Event::Evaluated(generated));
        let (path, frames, children) = (&self.path, &self.frames, &self.children);
        let held = || path.bytes() + (size_of_val(frames.as_slice()) + size_of_val(children.as_slice())) as u64;
        self.meter.spend(generated, held)
    }
}
