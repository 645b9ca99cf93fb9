//! Bidirectional search without an estimate: breadth-first, and Dijkstra's algorithm from both ends.
//!
//! Idea        Search from the start and from the goal in turn until the two meet. Each half reaches half as far, which
//!             is much less than half of the states where their number grows with the distance.
//! Source      Pohl, Machine Intelligence 6:127-140 (1971); Nicholson, Computer Journal 9(3):275-280 (1966) for the end
//!             of Dijkstra's algorithm.
//! Guarantees  The fewest steps, by whole layers, the smaller one first; the least cost, once the two least costs on the
//!             open lists are as much together as the best solution.
//! Cost        Two node tables.
//! Counts      `expanded`, `generated`, `reopened`, the traffic of both open lists.
//! Not here    The search that uses estimates (nbs.rs).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::halves::{Meeting, from_both_ends, meet};
use super::nodes::{NodeId, NodeTable, Relaxed};
use super::steps::{fate, parent_of, visit};
use super::{ActionSpace, Cost, OutcomeIn, PathAlgorithm, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step, Visit};

/// Bidirectional breadth-first search (Pohl 1971).
#[derive(Debug, Clone, Copy)]
pub struct BidirectionalBreadthFirst;

impl PathAlgorithm for BidirectionalBreadthFirst {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "bibfs",
        summary: "bidirectional breadth-first search: from start and goal until both meet",
        idea: "Breadth-first search from both ends. Expands the smaller of the two outermost layers as a whole, until a \
               state is found that the other half knows.",
        source: "Pohl, Machine Intelligence 6:127-140, 1971",
        guarantee: Guarantee::FewestSteps,
        cost: "two node tables, each for the states within about half of the steps",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        both::<S, VecDeque<NodeId>, O>(task, layers)
    }
}

/// Bidirectional Dijkstra (Nicholson 1966, Pohl 1971).
#[derive(Debug, Clone, Copy)]
pub struct BidirectionalDijkstra;

impl PathAlgorithm for BidirectionalDijkstra {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "bidijkstra",
        summary: "bidirectional Dijkstra: least cost so far first, from start and goal",
        idea: "Dijkstra's algorithm from both ends, always the one whose next state is nearer to its end. Ends when the \
               least costs on both open lists together are no less than the best solution.",
        source: "Nicholson, Computer Journal 9(3):275-280, 1966; Pohl, Machine Intelligence 6:127-140, 1971",
        guarantee: Guarantee::Optimal,
        cost: "two node tables, each for the states within about half of the cost",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        both::<S, BinaryHeap<Entry<S::Cost>>, O>(task, by_cost)
    }
}

/// An entry of a heap: cost so far, and the state.
type Entry<C> = Reverse<(C, NodeId)>;

/// The open states of one half.
trait Open<C>: Default {
    /// Bytes of an entry.
    const ENTRY: u64;
    fn put(&mut self, id: NodeId, g: C);
    fn len(&self) -> usize;
    fn needed(&self) -> u64;
}

impl<C> Open<C> for VecDeque<NodeId> {
    const ENTRY: u64 = size_of::<NodeId>() as u64;

    fn put(&mut self, id: NodeId, _g: C) {
        self.push_back(id);
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn needed(&self) -> u64 {
        growth::needed::<NodeId>(self.len(), self.capacity(), AHEAD)
    }
}

impl<C: Cost> Open<C> for BinaryHeap<Entry<C>> {
    const ENTRY: u64 = size_of::<Entry<C>>() as u64;

    fn put(&mut self, id: NodeId, g: C) {
        self.push(Reverse((g, id)));
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn needed(&self) -> u64 {
        growth::needed::<Entry<C>>(self.len(), self.capacity(), AHEAD)
    }
}

/// One direction.
struct Half<'a, S: ActionSpace, Q> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    open: Q,
}

/// Both directions, the one from the start first.
struct Search<'a, S: ActionSpace, Q, O> {
    halves: [Half<'a, S, Q>; 2],
    best: Meeting<S>,
    meter: Meter<'a>,
    observer: &'a mut O,
    peak: u64,
}

/// Searches from both ends by `run`.
fn both<S: ActionSpace, Q: Open<S::Cost>, O: Observer>(
    task: Task<'_, S, O>,
    run: impl FnOnce(&mut Search<'_, S, Q, O>) -> Result<(), Status>,
) -> OutcomeIn<S> {
    from_both_ends(task, |ends, meter, observer| {
        let halves = ends.map(|(space, nodes)| Half { space, nodes, open: Q::default() });
        let mut search = Search { halves, best: None, meter, observer, peak: 0 };
        for half in &mut search.halves {
            let start = half.space.start();
            if let Relaxed::New(id) = half.nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
                half.open.put(id, S::Cost::ZERO);
                search.observer.on(Event::Pushed(1));
            }
        }
        let ended = run(&mut search);
        let Search { halves: [forward, backward], best, observer, peak, .. } = search;
        observer.on(Event::TableBytes(forward.nodes.bytes() + backward.nodes.bytes() + peak * Q::ENTRY));
        (best, ended)
    })
}

/// Breadth-first: whole layers, the smaller one first. The first state that both halves know is on a way of the fewest
/// steps: of an earlier one it would have been in an earlier layer.
fn layers<S: ActionSpace, O: Observer>(search: &mut Search<'_, S, VecDeque<NodeId>, O>) -> Result<(), Status> {
    loop {
        let [forward, backward] = [0, 1].map(|side: usize| search.halves[side].open.len());
        if forward == 0 || backward == 0 {
            return Ok(());
        }
        let side = usize::from(backward < forward);
        for _ in 0..search.halves[side].open.len() {
            let Some(id) = search.halves[side].open.pop_front() else { break };
            let (state, g, _) = search.halves[side].nodes.node(id);
            search.expand(side, id, (state, g), true)?;
            if search.best.is_some() {
                return Ok(());
            }
        }
    }
}

/// By cost, the half whose next state is nearer to its end first.
fn by_cost<S: ActionSpace, O: Observer>(
    search: &mut Search<'_, S, BinaryHeap<Entry<S::Cost>>, O>,
) -> Result<(), Status> {
    loop {
        let tops = [0, 1].map(|side: usize| search.halves[side].open.peek().map(|&Reverse((g, _))| g));
        let [Some(forward), Some(backward)] = tops else { return Ok(()) };
        if search.best.is_some_and(|(cost, _)| cost <= forward + backward) {
            return Ok(());
        }
        let side = usize::from(backward < forward);
        let half = &mut search.halves[side];
        let Some(Reverse((_, id))) = half.open.pop() else { return Ok(()) };
        match half.nodes.close(id) {
            Some(known) => search.expand(side, id, known, false)?,
            // A cheaper way to it was expanded before.
            None => search.observer.on(Event::Popped(1)),
        }
    }
}

impl<S: ActionSpace, Q: Open<S::Cost>, O: Observer> Search<'_, S, Q, O> {
    /// Expands a state of a half that is off its open list. Where steps count, a state is reached once only.
    fn expand(
        &mut self,
        side: usize,
        id: NodeId,
        (state, g): (S::State, S::Cost),
        by_steps: bool,
    ) -> Result<(), Status> {
        let Self { halves, best, meter, observer, peak } = self;
        let [forward, backward] = halves;
        let (half, other) = if side == 0 { (forward, backward) } else { (backward, forward) };
        let (space, is_backward) = (half.space, side == 1);
        observer.on(Event::Popped(1));
        observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        if O::WANTS_STEPS && observer.wants_steps() {
            let visit = visit(space, state, parent_of(space, half.nodes, id), (g, None, None));
            observer.step(Step::Expand { visit: Visit { is_backward, ..visit }, open: Some(half.open.len() as u64) });
        }
        let mut generated = 0;
        space.successors(state, |next, link, step| {
            // The first meeting ends a search by steps.
            if by_steps && best.is_some() {
                return;
            }
            generated += 1;
            let g = g + step;
            let is_known = by_steps && half.nodes.id(next).is_some();
            let relaxed = if is_known { Relaxed::Known } else { half.nodes.relax(next, g, link) };
            if O::WANTS_STEPS && observer.wants_steps() {
                let how: Generated = fate(relaxed);
                let visit = Visit { is_backward, ..visit(space, next, Some(state), (g, None, None)) };
                observer.step(Step::Generate { visit, how });
            }
            let id = match relaxed {
                Relaxed::Known => return,
                Relaxed::New(id) | Relaxed::Improved(id) => id,
                Relaxed::Reopened(id) => {
                    observer.on(Event::Reopened);
                    id
                }
            };
            meet(space, other.nodes, (next, g), best, *observer);
            half.open.put(id, g);
            observer.on(Event::Pushed(1));
        });
        observer.on(Event::Generated(generated));
        *peak = (*peak).max((half.open.len() + other.open.len()) as u64);
        let held = || half.nodes.needed(AHEAD) + other.nodes.needed(AHEAD) + half.open.needed() + other.open.needed();
        meter.spend(generated, held)
    }
}
