//! The common loop of the best-first family: Dijkstra, greedy, A*, weighted A*, and A* over jump points.
//!
//! An [`Evaluation`] says what `f` is; everything else is the same. Not here: what each algorithm promises, which
//! stands in its own file.

use std::marker::PhantomData;

use super::nodes::{NodeId, NodeTable, Offer, path_to};
use super::open::{BucketQueue, BucketStacks, Heap, IndexedHeap, OpenList};
use super::space::Visitor;
use super::{Cost, OpenKind, Options, Outcome, OutcomeIn, StateSpace, TieBreak};
use crate::budget::{AHEAD, Budget, Meter, Status};
use crate::observer::{Event, Observer};

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
    let mut frontier = Frontier {
        open: Q::new(options.tie_break),
        did: Tally::default(),
        length: 0,
        peak: 1,
        rise: 0,
        cost: PhantomData,
    };
    let start = space.start();
    if let Offer::New(id) = nodes.offer(start, S::Cost::ZERO, S::Link::default()) {
        frontier.admit(space, evaluation, start, id, S::Cost::ZERO);
    }
    let mut allowance = meter.allowance();
    let mut limit = meter.check(nodes.needed(AHEAD)).err();
    let mut goal = None;
    while limit.is_none()
        && let Some(id) = frontier.open.pop()
    {
        frontier.did.popped += 1;
        let Some((state, g)) = nodes.close(id) else {
            frontier.did.unexpanded += 1;
            continue;
        };
        if space.is_goal(state) {
            frontier.did.unexpanded += 1;
            goal = Some((id, g));
            break;
        }
        if observer.wants_states() {
            observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        }
        let mut expansion = Expansion { space, evaluation, nodes, frontier: &mut frontier, observer, g, generated: 0 };
        let scanned = space.visit_successors(state, &mut expansion);
        let generated = expansion.generated;
        frontier.did.scanned += scanned;
        frontier.did.generated += generated;
        frontier.rise = frontier.rise.max(frontier.did.growth());
        if frontier.did.generated >= allowance {
            limit = meter.spend(frontier.did.generated, || nodes.needed(AHEAD) + frontier.open.needed(AHEAD)).err();
            allowance = meter.allowance();
            frontier.report::<E, O>(observer);
        }
    }
    frontier.report::<E, O>(observer);
    observer.on(Event::PeakOpen(frontier.peak));
    observer.on(Event::TableBytes(nodes.bytes() + frontier.bytes(frontier.peak)));
    match (goal, limit) {
        (Some((id, g)), _) => Outcome::solved(g, path_to(space, nodes, id)),
        (None, Some(limit)) => Outcome::without_path(limit),
        (None, None) => Outcome::without_path(Status::Unsolvable),
    }
}

/// One expansion: takes the successors of a state of cost `g`.
struct Expansion<'a, S: StateSpace, E, Q, O> {
    space: &'a S,
    evaluation: &'a E,
    nodes: &'a mut S::Nodes,
    frontier: &'a mut Frontier<S::Cost, Q>,
    observer: &'a mut O,
    g: S::Cost,
    generated: u32,
}

impl<S: StateSpace, E: Evaluation<S::Cost>, Q: OpenList<S::Cost>, O: Observer> Visitor<S>
    for Expansion<'_, S, E, Q, O>
{
    #[inline(always)]
    fn visit(&mut self, state: S::State, link: S::Link, step: S::Cost) {
        let Self { space, evaluation, nodes, frontier, observer, .. } = self;
        self.generated += 1;
        if !E::IMPROVES && nodes.id(state).is_some() {
            return;
        }
        let g = self.g + step;
        match nodes.offer(state, g, link) {
            Offer::Known => {}
            Offer::Improved(id) if Q::MOVES => frontier.improve(*space, *evaluation, state, id, g),
            Offer::New(id) | Offer::Improved(id) => frontier.admit(*space, *evaluation, state, id, g),
            Offer::Reopened(id) => {
                observer.on(Event::Reopened);
                frontier.readmit(*space, *evaluation, state, id, g);
            }
        }
    }
}

/// What was done since the last report. Reported once in a few thousand nodes: counting must cost next to nothing. So
/// what happens rarely is counted, and what happens always follows from it.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    generated: u32,
    /// Successors that were valued and put on the open list.
    pushed: u32,
    /// Successors that were valued and moved on it.
    updated: u32,
    popped: u32,
    /// States that were popped and not expanded: outdated entries, and the goal.
    unexpanded: u32,
    scanned: u32,
}

impl Tally {
    /// By how many entries the open list has become longer.
    #[inline(always)]
    const fn growth(&self) -> i32 {
        self.pushed.wrapping_sub(self.popped) as i32
    }

    #[inline(never)]
    fn report<E: Evaluation<C>, C: Cost, O: Observer>(&mut self, observer: &mut O) {
        let Self { generated, pushed, updated, popped, unexpanded, scanned } = std::mem::take(self);
        let expanded = popped - unexpanded;
        if !observer.wants_states() && expanded > 0 {
            observer.on(Event::ExpandedMany(expanded));
        }
        observer.on(Event::Generated(generated));
        if E::INFORMED {
            observer.on(Event::Evaluated(pushed + updated));
        }
        observer.on(Event::Popped(popped));
        observer.on(Event::Pushed(pushed));
        if updated > 0 {
            observer.on(Event::Updated(updated));
        }
        if scanned > 0 {
            observer.on(Event::Scanned(scanned));
        }
    }
}

/// The open list, and what was done with it.
struct Frontier<C, Q> {
    open: Q,
    did: Tally,
    /// Entries on the list at the last report.
    length: u64,
    /// The most that there were, up to the last report.
    peak: u64,
    /// By how many the list was longer since then, at most.
    rise: i32,
    cost: PhantomData<C>,
}

impl<C: Cost, Q: OpenList<C>> Frontier<C, Q> {
    /// Values a state and puts it on the list.
    #[inline(always)]
    fn admit<S: StateSpace<Cost = C>, E: Evaluation<C>>(
        &mut self,
        space: &S,
        evaluation: &E,
        state: S::State,
        id: NodeId,
        g: C,
    ) {
        let f = value(space, evaluation, state, g);
        self.open.push(id, f, g);
        self.did.pushed += 1;
    }

    /// [`admit`](Self::admit) for closed states, a rare case that must not grow the loop.
    #[cold]
    #[inline(never)]
    fn readmit<S: StateSpace<Cost = C>, E: Evaluation<C>>(
        &mut self,
        space: &S,
        evaluation: &E,
        state: S::State,
        id: NodeId,
        g: C,
    ) {
        self.admit(space, evaluation, state, id, g);
    }

    /// Values a state on the list anew, and moves it there.
    #[cold]
    #[inline(never)]
    fn improve<S: StateSpace<Cost = C>, E: Evaluation<C>>(
        &mut self,
        space: &S,
        evaluation: &E,
        state: S::State,
        id: NodeId,
        g: C,
    ) {
        let f = value(space, evaluation, state, g);
        self.open.improve(id, f, g);
        self.did.updated += 1;
    }

    /// Entries on the list.
    #[inline(always)]
    fn length(&self) -> u64 {
        self.length.wrapping_add_signed(i64::from(self.did.growth()))
    }

    /// Hands what was done to the observer.
    fn report<E: Evaluation<C>, O: Observer>(&mut self, observer: &mut O) {
        self.peak = self.peak.max(self.length.wrapping_add_signed(i64::from(self.rise)));
        self.length = self.length();
        self.rise = 0;
        self.did.report::<E, C, O>(observer);
    }

    /// Bytes held with so many entries.
    fn bytes(&self, entries: u64) -> u64 {
        self.open.fixed_bytes() + entries * Q::ENTRY_BYTES
    }
}

/// The `f` of a state reached at cost `g`.
#[inline(always)]
fn value<S: StateSpace, E: Evaluation<S::Cost>>(space: &S, evaluation: &E, state: S::State, g: S::Cost) -> S::Cost {
    let h = if E::INFORMED { space.heuristic(state) } else { S::Cost::ZERO };
    evaluation.f(g, h)
}
