//! Budgeted tree search.
//!
//! Idea        IDA* whose cost limits grow fast enough that the last iteration dominates, and not so fast that it
//!             goes far beyond the optimum: the limits are chosen by the number of nodes that they open.
//! Source      Helmert, Lattimore, Lelis, Orseau, Sturtevant, IJCAI 2019.
//! Guarantees  A solution of least cost if the heuristic is admissible, consistent or not, and steps cost more than
//!             nothing. On a graph with a cycle but without a solution it cannot end by itself, as the tree of its
//!             ways is infinite: the budget ends it. Where it is interrupted it returns the best solution so far,
//!             which need not be the best there is.
//! Cost        O(n log C*) expansions, where n are those of the last iteration of IDA*; memory for one path. Like
//!             IDA* it visits a state once for each way to it, which is hopeless on open maps.
//! Counts      `iterations` (cost limits tried), `expanded`, `generated`, `evaluated`, `peak_depth`.
//! Not here    The choice of the limits (ibex.rs), the form for graphs (bgs.rs).

use super::ibex::{Answer, Bound, Query, Verdict, ibex};
use super::steps::visit_by_sum;
use super::{ActionSpace, Actions, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step, Visit};

/// Budgeted tree search (Helmert, Lattimore, Lelis, Orseau, Sturtevant 2019).
#[derive(Debug, Clone, Copy)]
pub struct BudgetedTree;

impl PathAlgorithm for BudgetedTree {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "bts",
        summary: "budgeted tree search: IDA* that cannot be quadratic",
        idea: "Depth-first search with a rising limit on f. The limit is raised by exponential and binary search so \
               that each stage expands 2 to 8 times the nodes of the one before. On a graph with \
               cycles and without a solution it never ends by itself: give it a limit.",
        source: "Helmert, Lattimore, Lelis, Orseau, Sturtevant, IJCAI 2019:1249-1257",
        guarantee: Guarantee::Optimal,
        cost: "O(n log C*) expansions for the n nodes of the last limit; memory for one path",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, budget, observer, .. } = task;
        let start = space.start();
        observer.on(Event::Evaluated(1));
        let estimate = space.heuristic(start);
        let meter = Meter::new(budget);
        let mut tree = Tree { space, meter, observer, stack: Vec::new(), deepest: 0, best: None };
        let verdict = match tree.meter.check(0) {
            Ok(()) => ibex(estimate, space.least_step(), |query| tree.search(estimate, query)),
            Err(limit) => Err(limit),
        };
        let Tree { observer, deepest, best, .. } = tree;
        observer.on(Event::TableBytes(deepest as u64 * size_of::<Frame<S>>() as u64));
        let status = match verdict {
            Ok(Verdict::Optimal) => Status::Solved,
            Ok(Verdict::Unsolvable) => Status::Unsolvable,
            Err(limit) => limit,
        };
        match best {
            Some((cost, path)) => Outcome { status, cost: Some(cost), path },
            None => Outcome::without_path(status),
        }
    }
}

/// A node of the current path.
struct Frame<S: StateSpace> {
    state: S::State,
    g: S::Cost,
    /// Actions not yet tried.
    actions: Actions,
}

struct Tree<'a, S: StateSpace, O> {
    space: &'a S,
    meter: Meter<'a>,
    observer: &'a mut O,
    stack: Vec<Frame<S>>,
    /// Longest `stack` so far.
    deepest: usize,
    /// The best solution so far.
    best: Option<(S::Cost, Vec<S::State>)>,
}

impl<S: ActionSpace, O: Observer> Tree<'_, S, O> {
    /// Depth-first branch and bound among the nodes with f up to the limit.
    fn search(&mut self, estimate: S::Cost, query: Query<S::Cost>) -> Result<Answer<S::Cost>, Status> {
        let space = self.space;
        self.observer.on(Event::Iteration { threshold: query.limit.to_f64().into() });
        let mut expanded = 0;
        let mut fmax = estimate;
        let mut beyond: Option<S::Cost> = None;
        let mut best = self.best.as_ref().map_or(S::Cost::MAX, |(cost, _)| *cost);
        self.stack.clear();
        let start = space.start();
        self.expand(start, S::Cost::ZERO, space.actions(start), &mut expanded);
        while let Some(frame) = self.stack.last_mut() {
            let Some(action) = frame.actions.next() else {
                self.stack.pop();
                continue;
            };
            let (state, step) = space.apply(frame.state, action);
            let g = frame.g + step;
            self.observer.on(Event::Generated(1));
            self.observer.on(Event::Evaluated(1));
            if O::WANTS_STEPS && self.observer.wants_steps() {
                let visit = visit_by_sum(space, state, Some(frame.state), g);
                let visit = Visit { depth: Some(self.stack.len() as u32), ..visit };
                let how = match g + space.heuristic(state) {
                    f if f > query.limit => Generated::Above,
                    f if f >= best => Generated::Bound,
                    _ => Generated::New,
                };
                self.observer.step(Step::Generate { visit, how });
            }
            let bytes = (self.stack.len() * size_of::<Frame<S>>()) as u64;
            self.meter.spend(1, || bytes)?;
            let f = g + space.heuristic(state);
            if f > query.limit {
                beyond = Some(beyond.map_or(f, |least| least.min(f)));
            } else if f < best {
                fmax = fmax.max(f);
                if space.is_goal(state) {
                    best = g;
                    self.keep(g, state);
                    if g <= query.lower {
                        break;
                    }
                } else if expanded == query.budget {
                    return Ok(Answer { expanded, bound: Bound::Overrun(fmax), best: self.cost() });
                } else {
                    let actions = space.actions(state).without(space.inverse(action));
                    self.expand(state, g, actions, &mut expanded);
                }
            }
        }
        Ok(Answer { expanded, bound: Bound::Next(beyond), best: self.cost() })
    }

    #[inline(always)]
    fn expand(&mut self, state: S::State, g: S::Cost, actions: Actions, expanded: &mut u64) {
        *expanded += 1;
        self.observer.on(Event::Expanded { state: self.space.key(state), depth: self.stack.len() as u32 });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let visit = visit_by_sum(self.space, state, self.stack.last().map(|frame| frame.state), g);
            let visit = Visit { depth: Some(self.stack.len() as u32), ..visit };
            self.observer.step(Step::Expand { visit, open: None });
        }
        self.stack.push(Frame { state, g, actions });
        self.deepest = self.deepest.max(self.stack.len());
    }

    /// Keeps the path of the stack and the goal behind it.
    fn keep(&mut self, cost: S::Cost, goal: S::State) {
        let path = self.stack.iter().map(|frame| frame.state).chain([goal]).collect();
        self.best = Some((cost, path));
    }

    fn cost(&self) -> Option<S::Cost> {
        self.best.as_ref().map(|(cost, _)| *cost)
    }
}
