//! The common part of all IDA*: rising thresholds, the walk within one of them, the stack, the count of children.
//!
//! Not here: which children a pass enters, which is idastar.rs and the files whose names begin with it.

use super::steps::visit_by_sum;
use super::{Action, ActionSpace, Actions, Cost, Outcome, OutcomeIn};
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
type Stack<S> = Vec<Frame<S>>;

/// How an iteration ended: with a [`Pass`], or by a limit.
pub(super) type Ended<S> = Result<Pass<S>, Status>;

/// An iteration about to begin.
pub(super) struct Iteration<'a, 'b, S: ActionSpace, O> {
    space: &'a S,
    threshold: S::Cost,
    stack: &'a mut Stack<S>,
    children: &'a mut ChildMeter<'b>,
    pub(super) observer: &'a mut O,
}

/// Counts children one by one and settles with budget and observer a few thousand at a time, so that a child costs
/// one subtraction and one branch.
#[derive(Debug)]
struct ChildMeter<'a> {
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
    fn pay(&mut self, observer: &mut impl Observer, depth: usize, held: impl FnOnce() -> u64) -> Result<(), Status> {
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
    mut pass: impl FnMut(Iteration<'_, '_, S, O>) -> Ended<S>,
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
        let end = pass(Iteration { space, threshold, stack: &mut stack, children: &mut children, observer });
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

/// Depth-first search within a threshold: the state whose children are being tried, and the way to it. The stack is
/// explicit, because a path may have millions of steps.
pub(super) struct Walk<'a, 'b, S: ActionSpace, O> {
    pub(super) space: &'a S,
    threshold: S::Cost,
    /// The least f above the threshold so far.
    pub(super) next: S::Cost,
    /// The states above this one; what stands behind them is of ways that were left.
    stack: &'a mut Stack<S>,
    depth: usize,
    pub(super) state: S::State,
    pub(super) g: S::Cost,
    /// The actions still to be tried.
    rest: Actions,
    children: &'a mut ChildMeter<'b>,
    pub(super) observer: &'a mut O,
}

impl<'a, 'b, S: ActionSpace, O: Observer> Walk<'a, 'b, S, O> {
    /// At the start, which is not yet [expanded](Self::expand).
    #[inline(always)]
    pub(super) fn new(iteration: &'a mut Iteration<'_, 'b, S, O>) -> Self {
        let Iteration { space, threshold, stack, children, observer } = iteration;
        let (state, g, next) = (space.start(), S::Cost::ZERO, S::Cost::MAX);
        let rest = space.actions(state);
        Self { space, threshold: *threshold, next, stack, depth: 0, state, g, rest, children, observer }
    }

    /// Reports that the children of the state are about to be tried.
    #[inline(always)]
    pub(super) fn expand(&mut self) {
        let Self { space, ref stack, depth, state, g, ref mut observer, .. } = *self;
        observer.on(Event::Expanded { state: space.key(state), depth: depth as u32 });
        if O::WANTS_STEPS && observer.wants_steps() {
            let visit = visit_by_sum(space, state, depth.checked_sub(1).map(|above| stack[above].state), g);
            observer.step(Step::Expand { visit: Visit { depth: Some(depth as u32), ..visit }, open: None });
        }
    }

    /// The next action to try, which may be one of a state further up: `left` is called for each that is left for it.
    /// `None` at the end of the walk.
    #[inline(always)]
    pub(super) fn next_action(&mut self, mut left: impl FnMut()) -> Option<Action> {
        loop {
            if let Some(action) = self.rest.next() {
                return Some(action);
            }
            self.depth = self.depth.checked_sub(1)?;
            let Frame { state, g, rest } = self.stack[self.depth];
            (self.state, self.g, self.rest) = (state, g, rest);
            left();
        }
    }

    /// Pays for a child, as [`ChildMeter::pay`] does.
    #[inline(always)]
    pub(super) fn pay(&mut self, held: impl FnOnce() -> u64) -> Result<(), Status> {
        self.children.pay(self.observer, self.depth, held)
    }

    /// The child that an action leads to, and its cost.
    #[inline(always)]
    pub(super) fn child(&self, action: Action) -> (S::State, S::Cost) {
        let (child, step) = self.space.apply(self.state, action);
        (child, self.g + step)
    }

    /// True if the `f` of a child is above the threshold: then it is not entered, and the next threshold is at most `f`.
    #[inline(always)]
    pub(super) fn is_above(&mut self, child: S::State, g: S::Cost, f: S::Cost) -> bool {
        let is_above = f > self.threshold;
        if is_above {
            self.next = self.next.min(f);
            self.generated(child, g, Generated::Above);
        }
        is_above
    }

    /// Goes on to a child, the one behind `action`. Returns true if it is a goal, which ends the walk.
    #[inline(always)]
    pub(super) fn enter(&mut self, child: S::State, g: S::Cost, action: Action) -> bool {
        self.generated(child, g, Generated::New);
        let frame = Frame { state: self.state, g: self.g, rest: self.rest };
        match self.stack.get_mut(self.depth) {
            Some(place) => *place = frame,
            None => self.stack.push(frame),
        }
        self.depth += 1;
        if self.space.is_goal(child) {
            self.stack.truncate(self.depth);
            return true;
        }
        (self.state, self.g) = (child, g);
        self.rest = self.space.actions(child).without(self.space.inverse(action));
        self.expand();
        false
    }

    /// Reports to an observer of steps what became of a child of cost `g`.
    #[inline(always)]
    pub(super) fn generated(&mut self, child: S::State, g: S::Cost, how: Generated) {
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let visit = visit_by_sum(self.space, child, Some(self.state), g);
            self.observer.step(Step::Generate { visit: Visit { depth: Some(self.depth as u32 + 1), ..visit }, how });
        }
    }
}
