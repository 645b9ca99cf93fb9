//! Depth-limited search and depth-first iterative deepening.
//!
//! Idea        Depth-first search that turns back after a number of steps. Deepening: first after 1 step, then 2, 3, …: the
//!             first goal has the fewest steps, and only one path is ever remembered.
//! Source      Slate, Atkin (1977) for games; Korf, Artificial Intelligence 27(1):97-109 (1985).
//! Guarantees  Deepening: a solution with the fewest steps. With one limit: a solution of any cost if there is one of so few
//!             steps. Either shows that there is none where no simple path is left to be made longer; a limit that cut one
//!             off shows nothing.
//! Cost        Memory for one path; time for every simple path with fewer steps than the goal, once for each limit.
//! Counts      `expanded`, `generated`, `iterations`, whose threshold is the limit in steps, `peak_depth`.
//! Not here    The same with an estimate of what is left (idastar.rs).

use super::deepening::Frame;
use super::dfs::{enter, step_child};
use super::idastar_cycle_check::PathSet;
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{Meter, Status};
use crate::observer::{Event, Observer, Threshold};
use crate::step::Generated;

/// Depth-first iterative deepening (Korf 1985).
#[derive(Debug, Clone, Copy)]
pub struct IterativeDeepening;

impl PathAlgorithm for IterativeDeepening {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "iddfs",
        summary: "depth-first iterative deepening: fewest steps in the memory of one path",
        idea: "Depth-first search that turns back after a number of steps, which is raised by one until there is a goal. \
               Enters no state twice on its way.",
        source: "Korf, Artificial Intelligence 27(1):97-109, 1985",
        guarantee: Guarantee::FewestSteps,
        cost: "memory for one path; time for every simple path with fewer steps than the goal",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        search::<S, O, true>(task, 1)
    }
}

/// Depth-first search to one depth limit.
#[derive(Debug, Clone, Copy)]
pub struct DepthLimited;

impl PathAlgorithm for DepthLimited {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "dls",
        summary: "depth-limited search: depth-first search that turns back after so many steps",
        idea: "Depth-first search that goes no deeper than the limit. Enters no state twice on its way. A limit that cut a \
               way off leaves open whether there is a solution.",
        source: "Russell, Norvig, Artificial Intelligence: A Modern Approach, section 3.4.4, 2020",
        guarantee: Guarantee::MayMiss,
        cost: "memory for one path; time for every simple path up to the limit in the worst case",
        parameters: &["depth-limit", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let limit = task.options.depth_limit as usize;
        search::<S, O, false>(task, limit)
    }
}

/// Searches to the limit `first`, and where it `DEEPENS`, to all greater ones until nothing is cut off.
fn search<S: ActionSpace, O: Observer, const DEEPENS: bool>(task: Task<'_, S, O>, first: usize) -> OutcomeIn<S> {
    if let Some(outcome) = task.solved_at_start() {
        return outcome;
    }
    let Task { space, budget, observer, .. } = task;
    let meter = Meter::new(budget);
    if let Err(limit) = meter.check(0) {
        return Outcome::without_path(limit);
    }
    let mut walk = Walk { space, path: PathSet::default(), stack: Vec::new(), meter, observer };
    for limit in first.. {
        if DEEPENS {
            walk.observer.on(Event::Iteration { threshold: Threshold::from(limit as f64) });
        }
        match walk.pass(limit) {
            Err(limit) => return Outcome::without_path(limit),
            Ok(Pass::Found(goal, cost)) => {
                return Outcome::solved(cost, walk.stack.iter().map(|frame| frame.state).chain([goal]).collect());
            }
            Ok(Pass::Cut) if !DEEPENS => return Outcome::without_path(Status::NotFound),
            Ok(Pass::Cut) => {}
            Ok(Pass::Exhausted) => break,
        }
    }
    Outcome::without_path(Status::Unsolvable)
}

/// How one pass ended.
enum Pass<S: ActionSpace> {
    /// A goal was generated: it and its cost. The way to it is on the stack.
    Found(S::State, S::Cost),
    /// There is none within the limit, and some way goes on behind it.
    Cut,
    /// There is none at all.
    Exhausted,
}

struct Walk<'a, S: ActionSpace, O> {
    space: &'a S,
    path: PathSet,
    stack: Vec<Frame<S>>,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> Walk<'_, S, O> {
    /// Depth-first search over the simple paths of at most `limit` steps.
    fn pass(&mut self, limit: usize) -> Result<Pass<S>, Status> {
        let space = self.space;
        self.stack.clear();
        self.path.clear();
        let mut is_cut = false;
        self.enter(space.start(), S::Cost::ZERO);
        while let Some(frame) = self.stack.last_mut() {
            let Some(action) = frame.rest.next() else {
                self.stack.pop();
                self.path.pop();
                continue;
            };
            let (state, g) = (frame.state, frame.g);
            let (child, step) = space.apply(state, action);
            if self.path.contains(space.key(child)) {
                self.step((child, state), g + step, Generated::Cycle);
                continue;
            }
            let is_goal = space.is_goal(child);
            let is_last = self.stack.len() == limit && !is_goal;
            is_cut |= is_last;
            self.step((child, state), g + step, if is_last { Generated::Above } else { Generated::New });
            self.observer.on(Event::Generated(1));
            if is_goal {
                return Ok(Pass::Found(child, g + step));
            }
            let (path, stack) = (&self.path, &self.stack);
            self.meter.spend(1, || path.bytes() + size_of_val(stack.as_slice()) as u64)?;
            if !is_last {
                self.enter(child, g + step);
            }
        }
        Ok(if is_cut { Pass::Cut } else { Pass::Exhausted })
    }

    fn enter(&mut self, state: S::State, g: S::Cost) {
        self.path.push(self.space.key(state));
        enter(self.space, &mut self.stack, (state, g), self.observer);
    }

    fn step(&mut self, (child, parent): (S::State, S::State), g: S::Cost, how: Generated) {
        step_child(self.space, (parent, self.stack.len()), (child, g), how, self.observer);
    }
}
