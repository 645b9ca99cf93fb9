//! The best-first family: Dijkstra's algorithm, greedy best-first search, A*, weighted A*.
//!
//! Idea        Expand the open state with the least f, until that is a goal. The members differ in f alone:
//!             g (cost so far), h (estimate), g + h, g + w h.
//! Source      Dijkstra, Numerische Mathematik 1 (1959). Doran, Michie, Proceedings of the Royal Society A 294 (1966).
//!             Hart, Nilsson, Raphael, IEEE Transactions on Systems Science and Cybernetics 4(2) (1968). Pohl, Artificial
//!             Intelligence 1 (1970); with a fixed bound: Pearl, Heuristics (1984).
//! Guarantees  Dijkstra's algorithm: least cost. A*: least cost if the heuristic is admissible; closed states are
//!             reopened when a cheaper way to them turns up, so an inconsistent one costs time and not the guarantee.
//!             Weighted A*: at most w times the least cost (w h is rounded down, which keeps the bound). Greedy: a
//!             solution of any cost; the first way to a state is kept.
//! Cost        Every state with f below that of the goal is expanded and held in memory; greedy search has no bound.
//! Counts      `expanded`, `generated`, `evaluated` (but for Dijkstra's algorithm), `reopened`, the traffic of the open
//!             list.
//! Not here    The open lists (open/), the memory of states (nodes.rs).

use std::marker::PhantomData;

use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::open::{BucketQueue, BucketStacks, Heap, IndexedHeap, OpenList, boxed};
use super::space::Visitor;
use super::steps::{fate, parent_of, visit};
use super::{
    ActionSpace, Cost, OpenKind, Options, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, TieBreak, Weight,
};
use crate::SIZE_FIRST;
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step, Visit};

/// The members of the family: the value f of states on the open list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// f = g.
    Dijkstra,
    /// f = h.
    Greedy,
    /// f = g + h.
    AStar,
    /// f = g + w h.
    WeightedAStar,
}

impl Member {
    /// True if f needs the heuristic.
    #[inline(always)]
    const fn is_informed(self) -> bool {
        !matches!(self, Self::Dijkstra)
    }

    /// True if a cheaper way to a known state counts. If not, the first way is kept.
    #[inline(always)]
    const fn improves(self) -> bool {
        !matches!(self, Self::Greedy)
    }

    /// The value of a state by its cost so far, its heuristic (zero where not [informed](Self::is_informed)) and the
    /// weight of the options.
    #[inline(always)]
    fn f<C: Cost>(self, g: C, h: C, weight: Weight) -> C {
        match self {
            Self::Dijkstra => g,
            Self::Greedy => h,
            Self::AStar => g + h,
            Self::WeightedAStar => g + h.weighted(weight),
        }
    }
}

/// A member as a type.
pub trait BestFirst {
    /// The member.
    const MEMBER: Member;
}

/// The members that a search is compiled for: one, or all of them.
trait Compiled {
    /// The only member; `None` if a search is told its member.
    const ONLY: Option<Member>;
}

impl<A: BestFirst> Compiled for A {
    const ONLY: Option<Member> = Some(A::MEMBER);
}

/// All members.
struct Family;

impl Compiled for Family {
    const ONLY: Option<Member> = None;
}

macro_rules! members {
    ($($(#[$doc:meta])+ $member:ident $about:expr;)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy)]
        pub struct $member;

        impl BestFirst for $member {
            const MEMBER: Member = Member::$member;
        }

        impl PathAlgorithm for $member {
            const ABOUT: AlgorithmInfo = $about;

            fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
                search::<Self, S, O>(task)
            }
        }
    )+};
}

members! {
    /// Dijkstra's algorithm (1959), up to the goal: f = g.
    Dijkstra AlgorithmInfo {
        name: "dijkstra",
        summary: "Dijkstra's algorithm: least cost so far first",
        idea: "Expands the open state with the least cost from the start, with no estimate of what is left.",
        source: "Dijkstra, Numerische Mathematik 1:269-271, 1959",
        guarantee: Guarantee::Optimal,
        cost: "time and memory for every state nearer than the goal",
        parameters: &["tie-break", "open", "order"],
        defaults: &[],
    };

    /// Greedy best-first search (Doran, Michie 1966): f = h.
    Greedy AlgorithmInfo {
        name: "greedy",
        summary: "greedy best-first search: least estimate first",
        idea: "Expands the open state with the least heuristic, whatever it cost to get there.",
        source: "Doran, Michie, Proc. Royal Society A 294:235-259, 1966",
        guarantee: Guarantee::Any,
        cost: "often few expansions, without any bound",
        parameters: &["heuristic", "tie-break", "open", "order"],
        defaults: &[],
    };

    /// A* (Hart, Nilsson, Raphael 1968): f = g + h.
    AStar AlgorithmInfo {
        name: "astar",
        summary: "A*: least cost so far plus estimate first",
        idea: "Expands the open state with the least f = g + h, where g is the cost of the best known way from the \
               start and h the heuristic. Reopens closed states when a cheaper way turns up.",
        source: "Hart, Nilsson, Raphael, IEEE Trans. Systems Science and Cybernetics 4(2):100-107, 1968",
        guarantee: Guarantee::Optimal,
        cost: "memory for every state with f up to the optimum",
        parameters: &["heuristic", "tie-break", "open", "order"],
        defaults: &[],
    };

    /// Weighted A* (Pohl 1970): f = g + w h.
    WeightedAStar AlgorithmInfo {
        name: "wastar",
        summary: "weighted A*: trades a bounded loss of quality for speed",
        idea: "A* that trusts the heuristic w times as much: f = g + w h. The solution costs at most w times the \
               optimum.",
        source: "Pohl, Artificial Intelligence 1(3-4):193-204, 1970",
        guarantee: Guarantee::Bounded,
        cost: "memory for every state visited, usually far fewer than A*",
        parameters: &["heuristic", "weight", "tie-break", "open", "order"],
        defaults: &[],
    };
}

/// Searches any state space, also one without actions (jump points), with the open list that `options` name.
///
/// Greedy search, weighted A* and all searches with taps are compiled once, with a branch on the member: it costs the first
/// two no time that can be measured, and searches with taps need not be the fastest.
pub fn search<A: BestFirst, S: StateSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
    if SIZE_FIRST || O::WANTS_STEPS || const { matches!(A::MEMBER, Member::Greedy | Member::WeightedAStar) } {
        by_open_list::<Family, S, O>(task, A::MEMBER)
    } else {
        by_open_list::<A, S, O>(task, A::MEMBER)
    }
}

fn by_open_list<A: Compiled, S: StateSpace, O: Observer>(task: Task<'_, S, O>, member: Member) -> OutcomeIn<S> {
    let Options { open, tie_break, .. } = *task.options;
    match open {
        OpenKind::Bucket if tie_break == TieBreak::Lifo => run::<A, _, _, _>(task, member, BucketStacks::new()),
        _ if SIZE_FIRST || O::WANTS_STEPS => run::<A, _, _, _>(task, member, boxed(open, tie_break)),
        OpenKind::Bucket => run::<A, _, _, _>(task, member, BucketQueue::new(tie_break)),
        OpenKind::Heap => run::<A, _, _, _>(task, member, Heap::new(tie_break)),
        OpenKind::Indexed => run::<A, _, _, _>(task, member, IndexedHeap::new(tie_break)),
    }
}

fn run<A: Compiled, S: StateSpace, Q: OpenList<S::Cost>, O: Observer>(
    task: Task<'_, S, O>,
    member: Member,
    open: Q,
) -> OutcomeIn<S> {
    let Task { space, options, nodes, budget, observer } = task;
    let mut meter = Meter::new(budget);
    nodes.begin();
    let mut frontier = Frontier::<A, S::Cost, Q>::new(open, member, options.weight);
    let start = space.start();
    if let Relaxed::New(id) = nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
        frontier.push(space, start, id, S::Cost::ZERO);
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
        if O::WANTS_STEPS && observer.wants_steps() {
            observer.step(frontier.step(space, nodes, id, g));
        }
        let mut expansion = Expansion { space, nodes, frontier: &mut frontier, observer, g, generated: 0 };
        let scanned = space.visit_successors(state, &mut expansion);
        let generated = expansion.generated;
        if O::WANTS_STEPS && observer.wants_steps() {
            space.scanned(|state| observer.step(Step::Scan { state }));
        }
        frontier.did.scanned += scanned;
        frontier.did.generated += generated;
        frontier.rise = frontier.rise.max(frontier.did.growth());
        if frontier.did.generated >= allowance {
            limit = meter.spend(frontier.did.generated, || nodes.needed(AHEAD) + frontier.open.needed(AHEAD)).err();
            allowance = meter.allowance();
            frontier.report(observer);
        }
    }
    frontier.report(observer);
    observer.on(Event::PeakOpen(frontier.peak));
    observer.on(Event::TableBytes(nodes.bytes() + frontier.bytes(frontier.peak)));
    match (goal, limit) {
        (Some((id, g)), _) => Outcome::solved(g, path_to(space, nodes, id)),
        (None, Some(limit)) => Outcome::without_path(limit),
        (None, None) => Outcome::without_path(Status::Unsolvable),
    }
}

/// One expansion: takes the successors of a state of cost `g`.
struct Expansion<'a, A, S: StateSpace, Q, O> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    frontier: &'a mut Frontier<A, S::Cost, Q>,
    observer: &'a mut O,
    g: S::Cost,
    generated: u32,
}

impl<A: Compiled, S: StateSpace, Q: OpenList<S::Cost>, O: Observer> Visitor<S> for Expansion<'_, A, S, Q, O> {
    #[inline(always)]
    fn visit(&mut self, state: S::State, link: S::Link, step: S::Cost) {
        let Self { space, nodes, frontier, observer, .. } = self;
        self.generated += 1;
        let g = self.g + step;
        if !frontier.member().improves() && nodes.id(state).is_some() {
            if O::WANTS_STEPS && observer.wants_steps() {
                observer.step(frontier.generated(*space, (state, link), g, Generated::Known));
            }
            return;
        }
        let relaxed = nodes.relax(state, g, link);
        if O::WANTS_STEPS && observer.wants_steps() {
            observer.step(frontier.generated(*space, (state, link), g, fate(relaxed)));
        }
        match relaxed {
            Relaxed::Known => {}
            Relaxed::Improved(id) if frontier.open.moves() => frontier.improve(*space, state, id, g),
            Relaxed::New(id) | Relaxed::Improved(id) => frontier.push(*space, state, id, g),
            Relaxed::Reopened(id) => {
                observer.on(Event::Reopened);
                frontier.reopen(*space, state, id, g);
            }
        }
    }
}

/// Work since the last report. Reported once in a few thousand nodes, as counting must cost next to nothing. So
/// what happens rarely is counted, and what happens always follows from it.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
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

impl Counts {
    /// By how many entries the open list has become longer.
    #[inline(always)]
    const fn growth(&self) -> i32 {
        self.pushed.wrapping_sub(self.popped) as i32
    }

    #[inline(never)]
    fn report<O: Observer>(&mut self, member: Member, observer: &mut O) {
        let Self { generated, pushed, updated, popped, unexpanded, scanned } = std::mem::take(self);
        let expanded = popped - unexpanded;
        if !observer.wants_states() && expanded > 0 {
            observer.on(Event::ExpandedMany(expanded));
        }
        observer.on(Event::Generated(generated));
        if member.is_informed() {
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
struct Frontier<A, C, Q> {
    open: Q,
    did: Counts,
    /// Entries on the list at the last report.
    length: u64,
    /// The most that there were, up to the last report.
    peak: u64,
    /// By how many the list was longer since then, at most.
    rise: i32,
    member: Member,
    weight: Weight,
    kind: PhantomData<(A, C)>,
}

impl<A: Compiled, C: Cost, Q: OpenList<C>> Frontier<A, C, Q> {
    fn new(open: Q, member: Member, weight: Weight) -> Self {
        Self { open, did: Counts::default(), length: 0, peak: 1, rise: 0, member, weight, kind: PhantomData }
    }

    /// The member: a constant where a search is compiled for it alone.
    #[inline(always)]
    const fn member(&self) -> Member {
        match A::ONLY {
            Some(member) => member,
            None => self.member,
        }
    }

    /// Values a state and puts it on the list.
    #[inline(always)]
    fn push<S: StateSpace<Cost = C>>(&mut self, space: &S, state: S::State, id: NodeId, g: C) {
        let f = self.value(space, state, g);
        self.open.push(id, f, g);
        self.did.pushed += 1;
    }

    /// [`push`](Self::push) for closed states, a rare case that must not grow the loop.
    #[cold]
    #[inline(never)]
    fn reopen<S: StateSpace<Cost = C>>(&mut self, space: &S, state: S::State, id: NodeId, g: C) {
        self.push(space, state, id, g);
    }

    /// Values a state on the list anew, and moves it there.
    #[cold]
    #[inline(never)]
    fn improve<S: StateSpace<Cost = C>>(&mut self, space: &S, state: S::State, id: NodeId, g: C) {
        let f = self.value(space, state, g);
        self.open.improve(id, f, g);
        self.did.updated += 1;
    }

    /// The `f` of a state reached at cost `g`.
    #[inline(always)]
    fn value<S: StateSpace<Cost = C>>(&self, space: &S, state: S::State, g: C) -> C {
        let h = if self.member().is_informed() { space.heuristic(state) } else { C::ZERO };
        self.member().f(g, h, self.weight)
    }

    /// The step of an expansion.
    fn step<S: StateSpace<Cost = C>>(&self, space: &S, nodes: &S::Nodes, id: NodeId, g: C) -> Step {
        let (state, parent) = (nodes.node(id).0, parent_of(space, nodes, id));
        Step::Expand { visit: self.visit(space, state, parent, g), open: Some(self.length()) }
    }

    /// The step of a successor and the link to it.
    fn generated<S: StateSpace<Cost = C>>(
        &self,
        space: &S,
        (state, link): (S::State, S::Link),
        g: C,
        how: Generated,
    ) -> Step {
        Step::Generate { visit: self.visit(space, state, Some(space.previous(state, link)), g), how }
    }

    fn visit<S: StateSpace<Cost = C>>(&self, space: &S, state: S::State, parent: Option<S::State>, g: C) -> Visit {
        let h = self.member().is_informed().then(|| space.heuristic(state));
        visit(space, state, parent, (g, h, Some(self.member().f(g, h.unwrap_or(C::ZERO), self.weight))))
    }

    /// Entries on the list.
    #[inline(always)]
    fn length(&self) -> u64 {
        self.length.wrapping_add_signed(i64::from(self.did.growth()))
    }

    /// Hands what was done to the observer.
    fn report<O: Observer>(&mut self, observer: &mut O) {
        self.peak = self.peak.max(self.length.wrapping_add_signed(i64::from(self.rise)));
        self.length = self.length();
        self.rise = 0;
        self.did.report(self.member(), observer);
    }

    /// Bytes held with this number of entries.
    fn bytes(&self, entries: u64) -> u64 {
        self.open.fixed_bytes() + entries * self.open.entry_bytes()
    }
}
