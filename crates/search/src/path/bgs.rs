//! Budgeted graph search.
//!
//! Idea        Within a limit on f, expand the open state nearest to the start. Then no state is expanded twice,
//!             however inconsistent the heuristic is, and only the limit has to be found: it is chosen by the
//!             number of states that it opens.
//! Source      Helmert, Lattimore, Lelis, Orseau, Sturtevant, IJCAI 2019.
//! Guarantees  A solution of least cost if the heuristic is admissible, consistent or not. Nothing is reopened
//!             within one limit.
//! Cost        O(n log C*) expansions for the n states with f up to the optimum C*, where A* may need 2^n under an
//!             inconsistent heuristic; under a consistent one A* needs n. Memory as A*.
//! Counts      `iterations` (cost limits tried), `expanded`, `generated`, `evaluated`, the traffic of the open list.
//! Not here    The choice of the limits (ibex.rs), the form for trees (bts.rs).

use super::ibex::{Answer, Bound, Query, Verdict, ibex};
use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::open::{BucketQueue, OpenList, entry_bytes};
use super::steps::{fate, parent_of, visit_by_sum};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, TieBreak};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step};

/// Budgeted graph search (Helmert, Lattimore, Lelis, Orseau, Sturtevant 2019).
#[derive(Debug, Clone, Copy)]
pub struct BudgetedGraph;

impl PathAlgorithm for BudgetedGraph {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "bgs",
        summary: "budgeted graph search: near-linear however inconsistent the heuristic",
        idea: "Uniform-cost search among the states with f up to a limit. The limit is raised by exponential and \
               binary search so that each stage expands 2 to 8 times the states of the one before.",
        source: "Helmert, Lattimore, Lelis, Orseau, Sturtevant, IJCAI 2019:1249-1257",
        guarantee: Guarantee::Optimal,
        cost: "O(n log C*) expansions for the n states with f up to the optimum; memory for every one of them",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, nodes, budget, observer, .. } = task;
        observer.on(Event::Evaluated(1));
        let estimate = space.heuristic(space.start());
        let meter = Meter::new(budget);
        let mut graph = Graph { space, nodes, meter, observer, length: 0, peak: 0, bytes: 0, goal: None };
        let verdict = match graph.meter.check(graph.nodes.needed(AHEAD)) {
            Ok(()) => ibex(estimate, space.least_step(), |query| graph.search(estimate, query)),
            Err(limit) => Err(limit),
        };
        let Graph { nodes, observer, peak, bytes, goal, .. } = graph;
        observer.on(Event::TableBytes(bytes.max(nodes.bytes()) + peak * entry_bytes::<S::Cost>()));
        match (goal, verdict) {
            (Some(id), Ok(_)) => Outcome::solved(nodes.node(id).1, path_to(space, nodes, id)),
            (_, Err(limit)) => Outcome::without_path(limit),
            (None, Ok(Verdict::Unsolvable | Verdict::Optimal)) => Outcome::without_path(Status::Unsolvable),
        }
    }
}

/// The open list: bucket by g, the newest first.
type Open<C> = BucketQueue<C>;

struct Graph<'a, S: StateSpace, O> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    meter: Meter<'a>,
    observer: &'a mut O,
    /// Entries on the open list, and the most there were.
    length: u64,
    peak: u64,
    /// Most bytes of the table so far.
    bytes: u64,
    goal: Option<NodeId>,
}

impl<S: ActionSpace, O: Observer> Graph<'_, S, O> {
    /// Uniform-cost search among the nodes with f up to the limit.
    fn search(&mut self, estimate: S::Cost, query: Query<S::Cost>) -> Result<Answer<S::Cost>, Status> {
        self.observer.on(Event::Iteration { threshold: query.limit.to_f64().into() });
        self.bytes = self.bytes.max(self.nodes.bytes());
        self.nodes.begin();
        // What the search before left on its list is gone.
        while self.length > 0 {
            self.shrink();
        }
        let mut open = Open::new(TieBreak::Lifo);
        let mut layer = Layer { limit: query.limit, fmax: estimate, beyond: None };
        if let Relaxed::New(id) = self.nodes.relax(self.space.start(), S::Cost::ZERO, S::Link::default()) {
            open.push(id, S::Cost::ZERO, S::Cost::ZERO);
            self.grow();
        }
        let mut expanded = 0;
        let mut bound = None;
        let mut best = None;
        while let Some(id) = open.pop() {
            self.shrink();
            let Some((state, g)) = self.nodes.close(id) else { continue };
            if self.space.is_goal(state) {
                // Any cheaper solution lies within the limit too, and would have come out before.
                self.goal = Some(id);
                bound = Some(Bound::Next(Some(g)));
                best = Some(g);
                break;
            }
            if expanded == query.budget {
                bound = Some(Bound::Overrun(layer.fmax));
                break;
            }
            expanded += 1;
            let generated = self.expand(state, g, &mut layer, &mut open);
            let nodes = &*self.nodes;
            self.meter.spend(generated, || nodes.needed(AHEAD) + open.needed(AHEAD))?;
        }
        Ok(Answer { expanded, bound: bound.unwrap_or(Bound::Next(layer.beyond)), best })
    }

    /// Opens the successors of a state that lie within the limit. Returns the number of all of them.
    #[inline(always)]
    fn expand(&mut self, state: S::State, g: S::Cost, layer: &mut Layer<S::Cost>, open: &mut Open<S::Cost>) -> u32 {
        let space = self.space;
        self.observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let parent = self.nodes.id(state).and_then(|id| parent_of(space, self.nodes, id));
            let visit = visit_by_sum(space, state, parent, g);
            self.observer.step(Step::Expand { visit, open: Some(self.length) });
        }
        let mut generated = 0;
        space.successors(state, |next, link, step| {
            generated += 1;
            let g = g + step;
            // A state beyond the limit stays in the table with its g, unopened: dearer ways to it lie beyond too.
            let relaxed = self.nodes.relax(next, g, link);
            if O::WANTS_STEPS && self.observer.wants_steps() {
                let visit = visit_by_sum(space, next, Some(state), g);
                let is_above = relaxed != Relaxed::Known && g + space.heuristic(next) > layer.limit;
                let how = if is_above { Generated::Above } else { fate(relaxed) };
                self.observer.step(Step::Generate { visit, how });
            }
            let id = match relaxed {
                Relaxed::Known => return,
                Relaxed::New(id) | Relaxed::Improved(id) => id,
                Relaxed::Reopened(_) => unreachable!("states come out in the order of g"),
            };
            self.observer.on(Event::Evaluated(1));
            if layer.admits(g + space.heuristic(next)) {
                open.push(id, g, g);
                self.grow();
            }
        });
        self.observer.on(Event::Generated(generated));
        generated
    }

    #[inline(always)]
    fn grow(&mut self) {
        self.observer.on(Event::Pushed(1));
        self.length += 1;
        self.peak = self.peak.max(self.length);
    }

    #[inline(always)]
    fn shrink(&mut self) {
        self.observer.on(Event::Popped(1));
        self.length -= 1;
    }
}

/// The limit on f, and what was seen on both sides of it.
struct Layer<C> {
    limit: C,
    /// The greatest f within.
    fmax: C,
    /// The least f beyond.
    beyond: Option<C>,
}

impl<C: Cost> Layer<C> {
    #[inline(always)]
    fn admits(&mut self, f: C) -> bool {
        if f <= self.limit {
            self.fmax = self.fmax.max(f);
            return true;
        }
        self.beyond = Some(self.beyond.map_or(f, |least| least.min(f)));
        false
    }
}
