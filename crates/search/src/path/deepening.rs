//! The common part of all IDA*: rising thresholds, the stack, the count of children.
//!
//! Not here: how a pass visits the states, which is idastar.rs and the files whose names begin with it.

use super::steps::visit_by_sum;
use super::{ActionSpace, Actions, Cost, Outcome, OutcomeIn};
use crate::budget::{Budget, Meter, Status};
use crate::observer::{Event, Observer, Threshold};
use crate::step::{Generated, Step, Visit};

/// How one pass under a threshold ended.
pub(super) enum Pass<S: ActionSpace> {
    /// A goal was generated: it and its cost. The way to it is on the stack.
    Found(S::State, S::Cost),
    /// There is none; the least `f` above the threshold, or [`Cost::MAX`] if none was seen.
    Exhausted(S::Cost),
}

/// A state on the path whose children are being tried.
pub(super) struct Frame<S: ActionSpace> {
    pub(super) state: S::State,
    pub(super) g: S::Cost,
    /// The actions still to be tried.
    pub(super) rest: Actions,
}

/// The states above the one whose children are being tried, from the start.
pub(super) type Stack<S> = Vec<Frame<S>>;

/// Counts children one by one and settles with budget and observer a few thousand at a time, so that a child costs
/// one subtraction and one branch.
#[derive(Debug)]
pub(super) struct ChildMeter<'a> {
    meter: Meter<'a>,
    /// Children that the meter allows before it has to be asked again.
    granted: u32,
    /// Those of them not yet used.
    left: u32,
    /// Bytes of the stack for each step.
    frame_bytes: usize,
}

impl<'a> ChildMeter<'a> {
    fn new(budget: &'a Budget, frame_bytes: usize) -> Self {
        let meter = Meter::new(budget);
        let granted = meter.allowance();
        Self { meter, granted, left: granted, frame_bytes }
    }

    /// Pays for one child that is about to be generated, `depth` steps below the start. `held` is asked for the bytes
    /// that the search holds beside its stack.
    ///
    /// # Errors
    /// The limit that ends the search. The node limit is exact.
    #[inline(always)]
    pub(super) fn pay(
        &mut self,
        observer: &mut impl Observer,
        depth: usize,
        held: impl FnOnce() -> u64,
    ) -> Result<(), Status> {
        if self.left == 0 {
            self.report(observer, depth, held())?;
        }
        self.left -= 1;
        Ok(())
    }

    /// Reports the children since the last report and pays for them.
    #[cold]
    #[inline(never)]
    fn report(&mut self, observer: &mut impl Observer, depth: usize, held: u64) -> Result<(), Status> {
        let used = self.granted - self.left;
        if used > 0 {
            observer.on(Event::Generated(used));
            observer.on(Event::Evaluated(used));
        }
        let limit = self.meter.spend(used, || held + (depth * self.frame_bytes) as u64);
        self.granted = self.meter.allowance();
        self.left = self.granted;
        limit
    }
}

/// Runs `pass` under rising thresholds: first the estimate of the start, then always the least `f` that was above.
/// `held` is the memory held before the first pass, in bytes.
pub(super) fn deepen<S: ActionSpace, O: Observer>(
    space: &S,
    budget: &Budget,
    observer: &mut O,
    held: u64,
    mut pass: impl FnMut(S::Cost, &mut Stack<S>, &mut ChildMeter<'_>, &mut O) -> Result<Pass<S>, Status>,
) -> OutcomeIn<S> {
    let mut children = ChildMeter::new(budget, size_of::<Frame<S>>());
    if let Err(limit) = children.meter.check(held) {
        return Outcome::without_path(limit);
    }
    let start = space.start();
    let mut threshold = space.heuristic(start);
    observer.on(Event::Iteration { threshold: Threshold::from(threshold.to_f64()) });
    observer.on(Event::Evaluated(1));
    if space.is_goal(start) {
        return Outcome::solved(S::Cost::ZERO, vec![start]);
    }
    let mut stack = Stack::<S>::new();
    loop {
        stack.clear();
        let end = pass(threshold, &mut stack, &mut children, observer);
        // A limit that shows here shows again at the first child of the next pass, which is then on record as begun.
        let _ = children.report(observer, 0, 0);
        match end {
            Err(limit) => return Outcome::without_path(limit),
            Ok(Pass::Found(goal, cost)) => {
                let mut path: Vec<S::State> = stack.iter().map(|frame| frame.state).collect();
                path.push(goal);
                return Outcome::solved(cost, path);
            }
            Ok(Pass::Exhausted(next)) if next == S::Cost::MAX => return Outcome::without_path(Status::Unsolvable),
            Ok(Pass::Exhausted(next)) => threshold = next,
        }
        observer.on(Event::Iteration { threshold: Threshold::from(threshold.to_f64()) });
    }
}

/// Reports to an observer of steps that a state of cost `g`, below the first `depth` frames of the stack, is expanded.
#[inline(always)]
pub(super) fn step_expand<S: ActionSpace, O: Observer>(
    space: &S,
    (stack, depth): (&[Frame<S>], usize),
    (state, g): (S::State, S::Cost),
    observer: &mut O,
) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit_by_sum(space, state, depth.checked_sub(1).map(|above| stack[above].state), g);
        observer.step(Step::Expand { visit: Visit { depth: Some(depth as u32), ..visit }, open: None });
    }
}

/// Reports to an observer of steps that a child of cost `g` was generated, of a parent at a depth of the
/// stack.
#[inline(always)]
pub(super) fn step_generate<S: ActionSpace, O: Observer>(
    space: &S,
    (parent, depth): (S::State, usize),
    (child, g): (S::State, S::Cost),
    how: Generated,
    observer: &mut O,
) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit_by_sum(space, child, Some(parent), g);
        observer.step(Step::Generate { visit: Visit { depth: Some(depth as u32 + 1), ..visit }, how });
    }
}
