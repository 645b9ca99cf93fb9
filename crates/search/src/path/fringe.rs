//! Fringe search.
//!
//! Idea        Iterative deepening that remembers its frontier: a list is swept from left to right, again and again,
//!             with a rising limit on f. A state within the limit is replaced by its children, which are visited
//!             next; one beyond the limit stays where it is for the next sweep. Nothing is ever sorted.
//! Source      Björnsson, Enzenberger, Holte, Schaeffer, IEEE Symposium on Computational Intelligence and Games
//!             (2005), figure 2.
//! Guarantees  A solution of least cost if the heuristic is admissible, consistent or not: a state to which a
//!             cheaper way turns up goes back into the list.
//!             Under a consistent heuristic nothing is reopened, as every expansion has the f of the limit.
//! Cost        As A* in expansions (but for ties) and in memory. Each value of f costs a sweep of the whole list:
//!             cheap where f is a small integer, dear where nearly every state has its own, as on octile grids.
//! Counts      `iterations` (one per sweep), `expanded`, `generated`, `evaluated` (once for each way that is kept),
//!             `reopened`; `open_pushes` and `open_pops` are entries put into and taken out of the list. An entry
//!             that stays for the next sweep is neither.
//! Not here    The cache of costs and parents, which is the node table of the space (nodes.rs).
//!
//! The list of the paper is doubly linked, so that a state can be taken out when a cheaper way to it is found. Here
//! it is three arrays: `now` is what is left of this sweep, `fresh` the stack of children that come before it,
//! `later` what was passed over. The outdated entry of a state is not taken out but recognised by its g when its
//! turn comes. The order of the visits is the paper's.

use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::steps::{fate, parent_of, visit_by_sum};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::Step;

/// Fringe search (Björnsson, Enzenberger, Holte, Schaeffer 2005).
#[derive(Debug, Clone, Copy)]
pub struct FringeSearch;

impl PathAlgorithm for FringeSearch {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "fringe",
        summary: "fringe search: deepening on f that keeps its frontier in an unsorted list",
        idea: "Sweeps the frontier from left to right with a rising limit on f. States within the limit are replaced \
               by their children, the others wait for the next sweep. No list is ever sorted.",
        source: "Björnsson, Enzenberger, Holte, Schaeffer, IEEE Symp. Computational Intelligence and Games, 2005",
        guarantee: Guarantee::Optimal,
        cost: "memory as A*; cheap steps, but one sweep of the frontier for each value of f",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        search(task)
    }
}

/// A way to a state, waiting in the list.
#[derive(Debug, Clone, Copy)]
struct Entry<C> {
    f: C,
    /// Tells whether the entry is outdated: the table then knows a smaller one.
    g: C,
    id: NodeId,
}

/// Reports to an observer of steps that a state is expanded, with the length of the list.
#[inline(always)]
fn step_expand<S: StateSpace, O: Observer>(space: &S, nodes: &S::Nodes, id: NodeId, length: u64, observer: &mut O) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let (state, g, _) = nodes.node(id);
        let visit = visit_by_sum(space, state, parent_of(space, nodes, id), g);
        observer.step(Step::Expand { visit, open: Some(length) });
    }
}

/// Reports to an observer of steps that a state of cost `g` was generated.
#[inline(always)]
fn step_generate<S: StateSpace, O: Observer>(
    space: &S,
    parent: S::State,
    (state, g): (S::State, S::Cost),
    relaxed: Relaxed,
    observer: &mut O,
) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit_by_sum(space, state, Some(parent), g);
        observer.step(Step::Generate { visit, how: fate(relaxed) });
    }
}

/// The list, and what the current sweep knows.
#[derive(Debug)]
struct Fringe<C> {
    /// Waiting for this sweep, from left to right.
    now: Vec<Entry<C>>,
    /// Children of what was expanded last, the leftmost on top; they come before the rest of `now`.
    fresh: Vec<Entry<C>>,
    /// Waiting for the next sweep, from left to right.
    later: Vec<Entry<C>>,
    /// The limit of this sweep.
    flimit: C,
    /// The least f beyond the limit.
    fmin: C,
    /// Entries in the list, and the most there were.
    length: u64,
    peak: u64,
}

/// Fringe search over any state space.
pub fn search<S: StateSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
    let Task { space, nodes, budget, observer, .. } = task;
    let mut meter = Meter::new(budget);
    nodes.begin();
    let start = space.start();
    observer.on(Event::Evaluated(1));
    let h = space.heuristic(start);
    let mut fringe =
        Fringe { now: Vec::new(), fresh: Vec::new(), later: Vec::new(), flimit: h, fmin: h, length: 0, peak: 0 };
    if let Relaxed::New(id) = nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
        fringe.later.push(Entry { f: h, g: S::Cost::ZERO, id });
        fringe.grow(observer);
    }
    let found = match meter.check(nodes.needed(AHEAD)) {
        Ok(()) => fringe.deepen(space, nodes, &mut meter, observer),
        Err(limit) => Err(limit),
    };
    observer.on(Event::TableBytes(nodes.bytes() + fringe.peak * size_of::<Entry<S::Cost>>() as u64));
    match found {
        Ok(Some(id)) => Outcome::solved(nodes.node(id).1, path_to(space, nodes, id)),
        Ok(None) => Outcome::without_path(Status::Unsolvable),
        Err(limit) => Outcome::without_path(limit),
    }
}

impl<C: Cost> Fringe<C> {
    /// Sweeps with rising limits until the goal is found or the list is empty.
    fn deepen<S: StateSpace<Cost = C>, O: Observer>(
        &mut self,
        space: &S,
        nodes: &mut S::Nodes,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Status> {
        while self.fmin < C::MAX {
            self.flimit = self.fmin;
            self.fmin = C::MAX;
            std::mem::swap(&mut self.now, &mut self.later);
            self.later.clear();
            observer.on(Event::Iteration { threshold: self.flimit.to_f64().into() });
            for place in 0..self.now.len() {
                let mut next = Some(self.now[place]);
                while let Some(entry) = next {
                    if self.visit(entry, space, nodes, meter, observer)? {
                        return Ok(Some(entry.id));
                    }
                    next = self.fresh.pop();
                }
            }
        }
        Ok(None)
    }

    /// Visits one entry: leaves it for later, drops it, or replaces it by its children. `true` at the goal.
    #[inline(always)]
    fn visit<S: StateSpace<Cost = C>, O: Observer>(
        &mut self,
        entry: Entry<C>,
        space: &S,
        nodes: &mut S::Nodes,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<bool, Status> {
        if entry.f >= self.fmin {
            // Whether it is outdated need not be known yet: it cannot lower the next limit.
            self.later.push(entry);
            return Ok(false);
        }
        let (state, g, _) = nodes.node(entry.id);
        if g != entry.g {
            self.shrink(observer);
            return Ok(false);
        }
        if entry.f > self.flimit {
            self.fmin = entry.f;
            self.later.push(entry);
            return Ok(false);
        }
        self.shrink(observer);
        nodes.close(entry.id);
        if space.is_goal(state) {
            return Ok(true);
        }
        observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        step_expand(space, nodes, entry.id, self.length, observer);
        let mut generated = 0;
        let first_child = self.fresh.len();
        let scanned = space.successors(state, |next, link, step| {
            generated += 1;
            let g = g + step;
            let relaxed = nodes.relax(next, g, link);
            step_generate(space, state, (next, g), relaxed, observer);
            let id = match relaxed {
                Relaxed::Known => return,
                Relaxed::New(id) | Relaxed::Improved(id) => id,
                Relaxed::Reopened(id) => {
                    observer.on(Event::Reopened);
                    id
                }
            };
            observer.on(Event::Evaluated(1));
            self.fresh.push(Entry { f: g + space.heuristic(next), g, id });
            self.grow(observer);
        });
        self.fresh[first_child..].reverse();
        observer.on(Event::Generated(generated));
        if scanned > 0 {
            observer.on(Event::Scanned(scanned));
        }
        meter.spend(generated, || nodes.needed(AHEAD) + self.needed())?;
        Ok(false)
    }

    /// Bytes that the lists may hold until the next look.
    fn needed(&self) -> u64 {
        let lists = [&self.now, &self.fresh, &self.later];
        lists.map(|list| growth::needed::<Entry<C>>(list.len(), list.capacity(), AHEAD)).iter().sum()
    }

    #[inline(always)]
    fn grow(&mut self, observer: &mut impl Observer) {
        observer.on(Event::Pushed(1));
        self.length += 1;
        self.peak = self.peak.max(self.length);
    }

    #[inline(always)]
    fn shrink(&mut self, observer: &mut impl Observer) {
        observer.on(Event::Popped(1));
        self.length -= 1;
    }
}
