//! MM: bidirectional search that meets in the middle.
//!
//! Idea        Search from both ends, each open state by max(f, 2 g): a state farther from its end than half of the
//!             cheapest solution comes after all that can be part of it.
//! Source      Holte, Felner, Sharon, Sturtevant, AAAI 2016, algorithm 1; with Chen, Artificial Intelligence 252:232-266
//!             (2017). ε is the least cost of a step.
//! Guarantees  A solution of least cost C* if the heuristic is admissible in both directions; no state with g > C*/2 is
//!             expanded on either side. Where it is interrupted it returns the best solution so far.
//! Cost        Two node tables and six heaps, three a side: by priority, by f, by g.
//! Counts      `expanded`, `generated`, `evaluated`, `reopened` over both directions; `open_pushes` and `open_pops` are
//!             entries put on and taken off a side.
//! Not here    The nodes of the two halves and the meeting (halves.rs).
//!
//! The search ends as soon as the best solution costs no more than the greatest of the least priority, the least f of
//! either side, and the sum of the least g of both and ε. Entries of states that were closed or got a cheaper way are
//! outdated; they are recognised when they come to the top.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::halves::{Meeting, from_both_ends, relax_successors};
use super::nodes::{NodeId, NodeTable};
use super::steps::{parent_of, visit_by_sum};
use super::{ActionSpace, Cost, OutcomeIn, PathAlgorithm, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Step, Visit};

/// MM (Holte, Felner, Sharon, Sturtevant 2016).
#[derive(Debug, Clone, Copy)]
pub struct MeetInTheMiddle;

impl PathAlgorithm for MeetInTheMiddle {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "mm",
        summary: "MM: bidirectional search that meets in the middle",
        idea: "Searches from start and goal at once, the state with the least max(f, 2 g) of both sides first, so that \
               neither side goes farther than half of the cheapest solution.",
        source: "Holte, Felner, Sharon, Sturtevant, AAAI 2016:3411-3417",
        guarantee: Guarantee::Optimal,
        cost: "two node tables; no state farther from its end than half of the optimum is expanded",
        parameters: &["heuristic", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        from_both_ends(task, |[(space, nodes), (reversed, back_nodes)], meter, observer| {
            let (mut forward, mut backward) = (Side::new(space, nodes), Side::new(reversed, back_nodes));
            let mut best = None;
            let ended = run(&mut forward, &mut backward, &mut best, meter, observer);
            observer.on(Event::TableBytes(forward.nodes.bytes() + backward.nodes.bytes()));
            (best, ended)
        })
    }
}

/// An entry of a heap: what it is ordered by, g, the state.
type Entry<C> = Reverse<(C, C, NodeId)>;

/// One direction.
struct Side<'a, S: ActionSpace> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    by_priority: BinaryHeap<Entry<S::Cost>>,
    by_f: BinaryHeap<Entry<S::Cost>>,
    by_g: BinaryHeap<Entry<S::Cost>>,
}

/// The least priority, f and g of a side.
type Least<C> = (C, C, C);

impl<'a, S: ActionSpace> Side<'a, S> {
    fn new(space: &'a S, nodes: &'a mut S::Nodes) -> Self {
        let [by_priority, by_f, by_g] = [(); 3].map(|()| BinaryHeap::new());
        Self { space, nodes, by_priority, by_f, by_g }
    }

    fn open_start(&mut self, observer: &mut impl Observer) {
        let start = self.space.start();
        self.nodes.relax(start, S::Cost::ZERO, S::Link::default());
        observer.on(Event::Evaluated(1));
        if let Some(id) = self.nodes.id(start) {
            open(
                &mut self.by_priority,
                &mut self.by_f,
                &mut self.by_g,
                (id, S::Cost::ZERO, self.space.heuristic(start)),
            );
            observer.on(Event::Pushed(1));
        }
    }

    /// Drops outdated entries from the tops of the heaps; `None` if no state is open.
    #[inline(always)]
    fn least(&mut self, observer: &mut impl Observer) -> Option<Least<S::Cost>> {
        let Self { nodes, by_priority, by_f, by_g, .. } = self;
        let mut top = |heap: &mut BinaryHeap<Entry<S::Cost>>, is_counted: bool| {
            while let Some(&Reverse((least, g, id))) = heap.peek() {
                if nodes.node(id).1 == g && !nodes.is_closed(id) {
                    return Some(least);
                }
                heap.pop();
                if is_counted {
                    observer.on(Event::Popped(1));
                }
            }
            None
        };
        Some((top(by_priority, true)?, top(by_f, false)?, top(by_g, false)?))
    }

    /// Bytes that it may hold until the next look, at most.
    fn needed(&self) -> u64 {
        let heaps = [&self.by_priority, &self.by_f, &self.by_g];
        let heaps = heaps.map(|heap| growth::needed::<Entry<S::Cost>>(heap.len(), heap.capacity(), AHEAD));
        self.nodes.needed(AHEAD) + heaps.iter().sum::<u64>()
    }
}

/// Puts a state on the three heaps of a side.
#[inline(always)]
fn open<C: Cost>(
    by_priority: &mut BinaryHeap<Entry<C>>,
    by_f: &mut BinaryHeap<Entry<C>>,
    by_g: &mut BinaryHeap<Entry<C>>,
    (id, g, h): (NodeId, C, C),
) {
    by_priority.push(Reverse(((g + h).max(g + g), g, id)));
    by_f.push(Reverse((g + h, g, id)));
    by_g.push(Reverse((g, g, id)));
}

/// Expands states until the best solution is proved optimal or one side is exhausted.
fn run<S: ActionSpace, O: Observer>(
    forward: &mut Side<'_, S>,
    backward: &mut Side<'_, S>,
    best: &mut Meeting<S>,
    mut meter: Meter<'_>,
    observer: &mut O,
) -> Result<(), Status> {
    let epsilon = forward.space.least_step();
    forward.open_start(observer);
    backward.open_start(observer);
    while let Some((ahead, back)) = forward.least(observer).zip(backward.least(observer)) {
        let least = ahead.0.min(back.0);
        let bound = least.max(ahead.1).max(back.1).max(ahead.2 + back.2 + epsilon);
        if best.is_some_and(|(cost, _)| cost <= bound) {
            break;
        }
        let generated = if ahead.0 == least {
            expand(forward, backward.nodes, best, observer, false)
        } else {
            expand(backward, forward.nodes, best, observer, true)
        };
        meter.spend(generated, || forward.needed() + backward.needed())?;
    }
    Ok(())
}

/// Expands the state of `side` with the least priority, of several the one with the least g, and looks for solutions
/// through `opposite`. Returns the number of successors.
#[inline(always)]
fn expand<S: ActionSpace, O: Observer>(
    side: &mut Side<'_, S>,
    opposite: &S::Nodes,
    best: &mut Meeting<S>,
    observer: &mut O,
    is_backward: bool,
) -> u32 {
    let Side { space, nodes, by_priority, by_f, by_g } = side;
    let Some(Reverse((_, g, id))) = by_priority.pop() else { return 0 };
    observer.on(Event::Popped(1));
    nodes.close(id);
    let state = nodes.node(id).0;
    observer.on(Event::Expanded { state: space.key(state), depth: 0 });
    if O::WANTS_STEPS && observer.wants_steps() {
        let visit = visit_by_sum(*space, state, parent_of(*space, nodes, id), g);
        observer.step(Step::Expand { visit: Visit { is_backward, ..visit }, open: Some(by_priority.len() as u64) });
    }
    relax_successors(*space, (nodes, opposite), ((state, g), is_backward), best, observer, |id, g, h, observer| {
        open(by_priority, by_f, by_g, (id, g, h));
        observer.on(Event::Pushed(1));
    })
}
