//! The common loop of the best-first family: breadth-first search in disguise, Dijkstra, greedy, A*, weighted A*.
//!
//! An [`Evaluation`] says what `f` is; everything else is the same. Not here: what each algorithm promises, which
//! stands in its own file.

use super::nodes::{NodeTable, Offer, path_to};
use super::open::{BucketQueue, BucketStacks, Heap, IndexedHeap, OpenList};
use super::{Cost, OpenKind, Options, Outcome, OutcomeIn, StateSpace, TieBreak};
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
        OpenKind::Bucket if options.tie_break == TieBreak::Lifo => {
            run::<S, E, BucketStacks<S::Cost>, O>(space, evaluation, options, nodes, budget, observer)
        }
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
    let mut did = Tally::default();
    let start = space.start();
    if let Offer::New(id) = nodes.offer(start, S::Cost::ZERO, S::Link::default()) {
        let h = if E::INFORMED { space.heuristic(start) } else { S::Cost::ZERO };
        open.push(id, evaluation.f(S::Cost::ZERO, h), S::Cost::ZERO);
        did.valued = 1;
    }
    let mut length = Length { now: 1, peak: 1 };
    let mut allowance = meter.allowance();
    let mut limit = meter.check(nodes.bytes()).err();
    let mut goal = None;
    while limit.is_none() {
        let Some(id) = open.pop() else { break };
        did.popped += 1;
        length.now -= 1;
        let Some((state, g)) = nodes.close(id) else { continue };
        if space.is_goal(state) {
            goal = Some((id, g));
            break;
        }
        if O::WANTS_STATES {
            observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        } else {
            did.expanded += 1;
        }
        did.scanned += space.successors(state, |next, link, step| {
            did.generated += 1;
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
            did.valued += 1;
            let h = if E::INFORMED { space.heuristic(next) } else { S::Cost::ZERO };
            let f = evaluation.f(g, h);
            if is_open && open.improve(id, f, g) {
                did.updated += 1;
            } else {
                if !is_open {
                    open.push(id, f, g);
                }
                length.now += 1;
            }
        });
        length.peak = length.peak.max(length.now);
        if did.generated >= allowance {
            let held = || nodes.bytes() + open.fixed_bytes() + length.now * Q::ENTRY_BYTES;
            limit = meter.spend(did.generated, held).err();
            allowance = meter.allowance();
            did.report::<E, S::Cost>(observer);
        }
    }
    did.report::<E, S::Cost>(observer);
    observer.on(Event::PeakOpen(length.peak));
    observer.on(Event::TableBytes(nodes.bytes() + open.fixed_bytes() + length.peak * Q::ENTRY_BYTES));
    match (goal, limit) {
        (Some((id, g)), _) => Outcome::solved(g, path_to(space, nodes, id)),
        (None, Some(limit)) => Outcome::without_path(limit),
        (None, None) => Outcome::without_path(Status::Unsolvable),
    }
}

/// What was done since the last report. Reported once in a few thousand nodes: counting must cost next to nothing.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    /// Expansions that were not reported one by one.
    expanded: u32,
    generated: u32,
    /// Successors that were given an `f`, to be put on the open list or moved in it.
    valued: u32,
    /// Those of them that were moved in place.
    updated: u32,
    popped: u32,
    scanned: u32,
}

impl Tally {
    #[inline(never)]
    fn report<E: Evaluation<C>, C: Cost>(&mut self, observer: &mut impl Observer) {
        let Self { expanded, generated, valued, updated, popped, scanned } = std::mem::take(self);
        if expanded > 0 {
            observer.on(Event::ExpandedMany(expanded));
        }
        observer.on(Event::Generated(generated));
        if E::INFORMED {
            observer.on(Event::Evaluated(valued));
        }
        observer.on(Event::Popped(popped));
        observer.on(Event::Pushed(valued - updated));
        if updated > 0 {
            observer.on(Event::Updated(updated));
        }
        if scanned > 0 {
            observer.on(Event::Scanned(scanned));
        }
    }
}

/// Length of the open list.
#[derive(Debug, Clone, Copy)]
struct Length {
    now: u64,
    peak: u64,
}
