//! NBS: near-optimal bidirectional search.
//!
//! Idea        Search from both ends. Of every pair (u, v) of open states, one from either side, at least one must
//!             be expanded if lb(u, v) = max(f_F(u), f_B(v), g_F(u) + g_B(v) + ε) is below the optimum. NBS takes the
//!             pair with the least lb and expands both of it, which is a vertex cover at most twice the least.
//! Source      Chen, Holte, Zilles, Sturtevant, IJCAI 2017, algorithms 1-3. ε is the least cost of a step.
//! Guarantees  A solution of least cost if the heuristic is admissible in both directions. With a consistent one,
//!             at most twice the necessary expansions of any front-to-end algorithm, and nothing is reopened.
//!             Where it is interrupted it returns the best solution so far, which need not be the best there is.
//! Cost        Two node tables and four heaps.
//! Counts      `expanded`, `generated`, `evaluated`, `reopened` over both directions; `open_pushes` and `open_pops`
//!             are entries put on and taken off a side. The move from waiting to ready is neither.
//! Not here    The node tables (nodes.rs).
//!
//! Either side keeps its open states in two heaps (section 4 of the paper): `waiting` by f, for states with f not
//! below the bound lb, and `ready` by g. Where a state got a cheaper way its older entry is outdated; it is
//! recognised by its g when it comes to the top.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::halves::{Meeting, from_both_ends, relax_successors};
use super::nodes::{NodeId, NodeTable, Relaxed};
use super::steps::{parent_of, visit_by_sum};
use super::{ActionSpace, Cost, OutcomeIn, PathAlgorithm, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Step, Visit};

/// NBS (Chen, Holte, Zilles, Sturtevant 2017).
#[derive(Debug, Clone, Copy)]
pub struct Nbs;

impl PathAlgorithm for Nbs {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "nbs",
        summary: "NBS: bidirectional search within twice the least expansions",
        idea: "Searches from start and goal at once. Always expands both states of the pair of open states, one from \
               either side, that can be part of the cheapest solution still possible.",
        source: "Chen, Holte, Zilles, Sturtevant, IJCAI 2017:489-495",
        guarantee: Guarantee::Optimal,
        cost: "two node tables; at most twice the necessary expansions of any front-to-end bidirectional search",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        from_both_ends(task, |[(space, nodes), (reversed, back_nodes)], meter, observer| {
            let mut search = Bidirectional {
                forward: Side::new(space, nodes),
                backward: Side::new(reversed, back_nodes),
                epsilon: space.least_step(),
                lb: S::Cost::ZERO,
                best: None,
                meter,
                length: Length { observer, now: 0, peak: 0 },
            };
            search.forward.open_start(&mut search.length);
            search.backward.open_start(&mut search.length);
            let ended = search.run();
            let Bidirectional { forward, backward, best, length, .. } = search;
            let tables = forward.nodes.bytes() + backward.nodes.bytes();
            length.observer.on(Event::TableBytes(tables + length.peak * entry_bytes::<S::Cost>()));
            (best, ended)
        })
    }
}

/// An entry of a heap: what it is ordered by, the tie-break, the state.
type Entry<C> = Reverse<(C, C, NodeId)>;

/// Bytes of an entry.
const fn entry_bytes<C: Cost>() -> u64 {
    size_of::<Entry<C>>() as u64
}

/// One direction.
struct Side<'a, S: ActionSpace> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    /// By f, then the greater g.
    waiting: BinaryHeap<Entry<S::Cost>>,
    /// By g, then the smaller f.
    ready: BinaryHeap<Entry<S::Cost>>,
}

/// Entries in all heaps, and who counts them.
struct Length<'a, O> {
    observer: &'a mut O,
    now: u64,
    peak: u64,
}

impl<O: Observer> Length<'_, O> {
    #[inline(always)]
    fn grow(&mut self) {
        self.observer.on(Event::Pushed(1));
        self.now += 1;
        self.peak = self.peak.max(self.now);
    }

    #[inline(always)]
    fn shrink(&mut self) {
        self.observer.on(Event::Popped(1));
        self.now -= 1;
    }
}

impl<'a, S: ActionSpace> Side<'a, S> {
    fn new(space: &'a S, nodes: &'a mut S::Nodes) -> Self {
        Self { space, nodes, waiting: BinaryHeap::new(), ready: BinaryHeap::new() }
    }

    /// Bytes that it may hold until the next look, at most.
    fn needed(&self) -> u64 {
        let heaps = [&self.waiting, &self.ready];
        let heaps = heaps.map(|heap| growth::needed::<Entry<S::Cost>>(heap.len(), heap.capacity(), AHEAD));
        self.nodes.needed(AHEAD) + heaps.iter().sum::<u64>()
    }

    fn open_start(&mut self, length: &mut Length<'_, impl Observer>) {
        let start = self.space.start();
        if let Relaxed::New(id) = self.nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
            length.observer.on(Event::Evaluated(1));
            self.open(id, S::Cost::ZERO, self.space.heuristic(start), length);
        }
    }

    #[inline(always)]
    fn open(&mut self, id: NodeId, g: S::Cost, h: S::Cost, length: &mut Length<'_, impl Observer>) {
        self.waiting.push(Reverse((g + h, S::Cost::MAX - g, id)));
        length.grow();
    }

    /// The least f that waits. Drops outdated entries on top.
    #[inline(always)]
    fn waiting_f(&mut self, length: &mut Length<'_, impl Observer>) -> Option<S::Cost> {
        while let Some(&Reverse((f, rest, id))) = self.waiting.peek() {
            if self.nodes.node(id).1 == S::Cost::MAX - rest {
                return Some(f);
            }
            self.waiting.pop();
            length.shrink();
        }
        None
    }

    /// The least g that is ready. Drops outdated entries on top.
    #[inline(always)]
    fn ready_g(&mut self, length: &mut Length<'_, impl Observer>) -> Option<S::Cost> {
        while let Some(&Reverse((g, _, id))) = self.ready.peek() {
            if self.nodes.node(id).1 == g {
                return Some(g);
            }
            self.ready.pop();
            length.shrink();
        }
        None
    }

    /// Makes the waiting state with the least f ready.
    #[inline(always)]
    fn make_ready(&mut self) {
        if let Some(Reverse((f, rest, id))) = self.waiting.pop() {
            self.ready.push(Reverse((S::Cost::MAX - rest, f, id)));
        }
    }
}

struct Bidirectional<'a, S: ActionSpace, O> {
    forward: Side<'a, S>,
    backward: Side<'a, S>,
    epsilon: S::Cost,
    /// No solution that is still to be found costs less.
    lb: S::Cost,
    best: Meeting<S>,
    meter: Meter<'a>,
    length: Length<'a, O>,
}

impl<S: ActionSpace, O: Observer> Bidirectional<'_, S, O> {
    /// Expands pairs until the best solution is proved optimal or one side is exhausted.
    fn run(&mut self) -> Result<(), Status> {
        while self.prepare_best() && !self.is_proved() {
            let generated = expand(&mut self.forward, self.backward.nodes, &mut self.best, &mut self.length, false);
            self.spend(generated)?;
            if self.is_proved() {
                break;
            }
            let generated = expand(&mut self.backward, self.forward.nodes, &mut self.best, &mut self.length, true);
            self.spend(generated)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn spend(&mut self, generated: u32) -> Result<(), Status> {
        let Self { forward, backward, meter, .. } = self;
        meter.spend(generated, || forward.needed() + backward.needed())
    }

    fn is_proved(&self) -> bool {
        self.best.is_some_and(|(cost, _)| cost <= self.lb)
    }

    /// Raises the bound until the tops of the two ready heaps are a pair with no greater lb. `false` if there is
    /// no pair left.
    fn prepare_best(&mut self) -> bool {
        let Self { forward, backward, length, .. } = self;
        while forward.waiting_f(length).is_some_and(|f| f < self.lb) {
            forward.make_ready();
        }
        while backward.waiting_f(length).is_some_and(|f| f < self.lb) {
            backward.make_ready();
        }
        loop {
            let ready = (forward.ready_g(length), backward.ready_g(length));
            let waiting = (forward.waiting_f(length), backward.waiting_f(length));
            if ready.0.or(waiting.0).is_none() || ready.1.or(waiting.1).is_none() {
                return false;
            }
            let sum = ready.0.zip(ready.1).map(|(g_forward, g_backward)| g_forward + g_backward + self.epsilon);
            if sum.is_some_and(|sum| sum <= self.lb) {
                return true;
            }
            let forward_waits = waiting.0.is_some_and(|f| f <= self.lb);
            let backward_waits = waiting.1.is_some_and(|f| f <= self.lb);
            if forward_waits {
                forward.make_ready();
            }
            if backward_waits {
                backward.make_ready();
            }
            if !forward_waits && !backward_waits {
                let least = [waiting.0, waiting.1, sum].into_iter().flatten().min();
                self.lb = least.expect("both sides have a state, so one waits or both are ready");
                if self.best.is_some_and(|(cost, _)| cost <= self.lb) {
                    return true;
                }
            }
        }
    }
}

/// Expands the top of the ready heap of `side`, and looks for solutions through `opposite`. Returns the number of
/// successors.
#[inline(always)]
fn expand<S: ActionSpace, O: Observer>(
    side: &mut Side<'_, S>,
    opposite: &S::Nodes,
    best: &mut Meeting<S>,
    length: &mut Length<'_, O>,
    is_backward: bool,
) -> u32 {
    let Some(Reverse((g, _, id))) = side.ready.pop() else { return 0 };
    length.shrink();
    side.nodes.close(id);
    let space = side.space;
    let state = side.nodes.node(id).0;
    length.observer.on(Event::Expanded { state: space.key(state), depth: 0 });
    if O::WANTS_STEPS && length.observer.wants_steps() {
        let visit = visit_by_sum(space, state, parent_of(space, side.nodes, id), g);
        let visit = Visit { is_backward, ..visit };
        length.observer.step(Step::Expand { visit, open: Some(length.now) });
    }
    let Side { nodes, waiting, .. } = side;
    let Length { observer, now, peak } = length;
    relax_successors(space, (nodes, opposite), ((state, g), is_backward), best, *observer, |id, g, h, observer| {
        waiting.push(Reverse((g + h, S::Cost::MAX - g, id)));
        observer.on(Event::Pushed(1));
        *now += 1;
        *peak = (*peak).max(*now);
    })
}
