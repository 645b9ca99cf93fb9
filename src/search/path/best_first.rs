//! The common loop of the best-first family: breadth-first search in disguise, Dijkstra, greedy, A*, weighted A*.
//!
//! An [`Evaluation`] says what `f` is; everything else is the same. Not here: what each algorithm promises, which
//! stands in its own file.

use super::nodes::{NodeTable, Offer, path_to};
use super::open::{BucketQueue, Heap, IndexedHeap, OpenList};
use super::{Cost, OpenKind, Options, Outcome, OutcomeIn, StateSpace};
use crate::search::budget::{Budget, Meter, Status};
use crate::search::observer::{Event, Observer};

/// How the states on the open list are valued.
pub trait Evaluation<C: Cost> {
    /// Whether `f` needs the heuristic.
    const INFORMED: bool;
    /// Whether a cheaper way to a known state counts. If not, the first way is kept.
    const IMPROVES: bool;

    /// The value of a state, by its cost so far and its heuristic (zero where not [informed](Self::INFORMED)).
    fn f(&self, g: C, h: C) -> C;
}

/// Searches with the open list that `options` name.
pub fn best_first<S: StateSpace, E: Evaluation<S::Cost>, O: Observer>(
    space: &S,
    evaluation: &E,
    options: &Options,
    nodes: &mut S::Nodes,
    budget: &Budget,
    observer: &mut O,
) -> OutcomeIn<S> {
    match options.open {
        OpenKind::Bucket => run::<S, E, BucketQueue<S::Cost>, O>(space, evaluation, options, nodes, budget, observer),
        OpenKind::Heap => run::<S, E, Heap<S::Cost>, O>(space, evaluation, options, nodes, budget, observer),
        OpenKind::Indexed => run::<S, E, IndexedHeap<S::Cost>, O>(space, evaluation, options, nodes, budget, observer),
    }
}

fn run<S: StateSpace, E: Evaluation<S::Cost>, Q: OpenList<S::Cost>, O: Observer>(
    space: &S,
    evaluation: &E,
    options: &Options,
    nodes: &mut S::Nodes,
    budget: &Budget,
    observer: &mut O,
) -> OutcomeIn<S> {
    let mut meter = Meter::new(budget);
    nodes.begin();
    let mut open = Q::new(options.tie_break);
    let mut length = Length::default();
    let start = space.start();
    if let Offer::New(id) = nodes.offer(start, S::Cost::ZERO, S::Link::default()) {
        let h = estimate::<S, E, O>(space, start, observer);
        open.push(id, evaluation.f(S::Cost::ZERO, h), S::Cost::ZERO);
        length.grow(observer);
    }
    let mut limit = meter.check(nodes.bytes()).err();
    let mut goal = None;
    while limit.is_none() && goal.is_none() {
        let Some(id) = open.pop() else { break };
        length.shrink(observer);
        let Some((state, g)) = nodes.close(id) else { continue };
        if space.is_goal(state) {
            goal = Some((id, g));
            break;
        }
        observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        let mut generated = 0;
        let scanned = space.successors(state, |next, link, step| {
            generated += 1;
            if !E::IMPROVES && nodes.id(next).is_some() {
                return;
            }
            let g = g + step;
            let (id, is_open) = match nodes.offer(next, g, link) {
                Offer::Known => return,
                Offer::New(id) => (id, false),
                Offer::Improved(id) => (id, true),
                Offer::Reopened(id) => {
                    observer.on(Event::Reopened);
                    (id, false)
                }
            };
            let h = estimate::<S, E, O>(space, next, observer);
            let f = evaluation.f(g, h);
            if is_open && open.improve(id, f, g) {
                observer.on(Event::Updated);
            } else {
                if !is_open {
                    open.push(id, f, g);
                }
                length.grow(observer);
            }
        });
        observer.on(Event::Generated(generated));
        if scanned > 0 {
            observer.on(Event::Scanned(scanned));
        }
        limit = meter.spend(generated, || nodes.bytes() + open.fixed_bytes() + length.now * Q::ENTRY_BYTES).err();
    }
    let entries = length.peak.max(length.now);
    observer.on(Event::TableBytes(nodes.bytes() + open.fixed_bytes() + entries * Q::ENTRY_BYTES));
    match (goal, limit) {
        (Some((id, g)), _) => Outcome::solved(g, path_to(space, nodes, id)),
        (None, Some(limit)) => Outcome::without_path(limit),
        (None, None) => Outcome::without_path(Status::Unsolvable),
    }
}

#[inline(always)]
fn estimate<S: StateSpace, E: Evaluation<S::Cost>, O: Observer>(
    space: &S,
    state: S::State,
    observer: &mut O,
) -> S::Cost {
    if E::INFORMED {
        observer.on(Event::Evaluated(1));
        space.heuristic(state)
    } else {
        S::Cost::ZERO
    }
}

/// Length of the open list.
#[derive(Debug, Default)]
struct Length {
    now: u64,
    peak: u64,
}

impl Length {
    #[inline(always)]
    fn grow(&mut self, observer: &mut impl Observer) {
        observer.on(Event::Pushed);
        self.now += 1;
    }

    #[inline(always)]
    fn shrink(&mut self, observer: &mut impl Observer) {
        observer.on(Event::Popped);
        // The list is longest just before something is taken from it.
        self.peak = self.peak.max(self.now);
        self.now -= 1;
    }
}
