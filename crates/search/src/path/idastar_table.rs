//! IDA* with a table of the cheapest way to each state.
//!
//! Idea        IDA* that remembers, within an iteration, the least g with which it came to each state, and turns back
//!             where it comes again no cheaper. The table is emptied before each iteration.
//! Source      Reinefeld, Marsland, IEEE Transactions on Pattern Analysis and Machine Intelligence 16(7) (1994).
//! Guarantees  A solution of least cost if the heuristic is admissible. In a finite space the search ends: with the
//!             iteration that has entered every state that can be reached, if there is no solution. A bounded table
//!             forgets: the solution is still one of least cost, but where none can be reached the thresholds may
//!             rise until the budget ends the search.
//! Cost        Memory for every state within the last threshold, or for the given number of entries. A state is
//!             visited again only when a cheaper way to it turns up in the same iteration; that can be often where
//!             the threshold leaves much slack, as it does in the last iterations before "unsolvable".
//! Counts      As idastar.rs, and the traffic of the table: `tt_probes` (the root, and children within the threshold),
//!             `tt_hits`, `tt_cutoffs`, `tt_stores`, `tt_overwrites`, `table_bytes`. The calls of the recursive
//!             formulation that pass both tests (within the threshold, cheaper than before), the goal's included,
//!             are `tt_stores`, which is `expanded` + 1 for a solved search.
//! Not here    The thresholds and the budget (deepening.rs), the unbounded tables (nodes.rs).

use super::deepening::{Ended, Iteration, Pass, Walk, deepen};
use super::{Action, ActionSpace, Cost, NodeTable, Outcome, OutcomeIn, PathAlgorithm, Relaxed, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Budget, Status};
use crate::observer::{Event, Observer};
use crate::step::Generated;

/// IDA* with a table (Reinefeld, Marsland 1994).
#[derive(Debug, Clone, Copy)]
pub struct IdaStarTable;

impl PathAlgorithm for IdaStarTable {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "idastar-table",
        summary: "IDA* that remembers the cheapest way to each state",
        idea: "IDA* with a table of the least g per state, emptied before each iteration: a state is entered again \
               only by a cheaper way. With table-bits = k the table has 2^k entries and the newest state stays.",
        source: "Reinefeld, Marsland, IEEE Trans. Pattern Analysis and Machine Intelligence 16(7):701-710, 1994",
        guarantee: Guarantee::Optimal,
        cost: "memory for every state within the optimum, or for 2^k entries",
        parameters: &["heuristic", "table-bits", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, options, nodes, budget, observer } = task;
        let Some(bits) = options.table_bits else { return run(space, &mut Unbounded(nodes), budget, observer, pass) };
        // Refuse what the budget forbids before it is allocated.
        let bytes = Bounded::<S>::bytes_of(bits);
        if budget.max_memory.is_some_and(|limit| bytes.is_none_or(|bytes| bytes > limit)) {
            return Outcome::without_path(Status::LimitMemory);
        }
        match Bounded::new(space, bits) {
            Some(mut table) => run(space, &mut table, budget, observer, pass),
            None => Outcome::without_path(Status::LimitMemory),
        }
    }
}

/// The least g per state.
pub(super) trait Best<S: ActionSpace> {
    /// Forgets all states.
    fn clear(&mut self);

    /// True if the state was not known, or only with a greater `g`. It is then stored with this `g`.
    fn improves(&mut self, space: &S, state: S::State, g: S::Cost, link: Action, observer: &mut impl Observer) -> bool;

    /// True if the table holds the state for certain.
    fn knows(&self, state: S::State) -> bool;

    /// Bytes held.
    fn bytes(&self) -> u64;

    /// Bytes that it may hold until the next look, at most.
    fn needed(&self) -> u64;
}

/// The states seen above the threshold that the table does not know: if none is left at the end of a pass, the
/// states entered are closed under all actions, and no higher threshold can reach another.
///
/// Without this a search for an unreachable goal would go on until the threshold exceeds the longest path that a
/// depth-first search can take, long after the last new state.
pub(super) struct Frontier<S: ActionSpace> {
    unknown: Vec<S::State>,
    /// More than could be remembered: open for certain, or nearly.
    is_open: bool,
}

impl<S: ActionSpace> Frontier<S> {
    const ROOM: usize = 4096;

    pub(super) const fn new() -> Self {
        Self { unknown: Vec::new(), is_open: false }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, state: S::State, best: &impl Best<S>) {
        if !self.is_open && !best.knows(state) {
            self.remember(state, best);
        }
    }

    fn remember(&mut self, state: S::State, best: &impl Best<S>) {
        self.unknown.push(state);
        if self.unknown.len() == Self::ROOM {
            self.unknown.retain(|&state| !best.knows(state));
            self.is_open = self.unknown.len() > Self::ROOM / 2;
        }
    }

    pub(super) fn is_closed(&self, best: &impl Best<S>) -> bool {
        !self.is_open && self.unknown.iter().all(|&state| best.knows(state))
    }
}

/// The table of the space, which has room for every state.
pub(super) struct Unbounded<'a, N>(pub(super) &'a mut N);

impl<S: ActionSpace> Best<S> for Unbounded<'_, S::Nodes> {
    fn clear(&mut self) {
        self.0.begin();
    }

    #[inline(always)]
    fn improves(&mut self, _: &S, state: S::State, g: S::Cost, link: Action, observer: &mut impl Observer) -> bool {
        observer.on(Event::TableProbe);
        let relaxed = self.0.relax(state, g, link);
        if !matches!(relaxed, Relaxed::New(_)) {
            observer.on(Event::TableHit);
        }
        let known = relaxed == Relaxed::Known;
        observer.on(if known { Event::TableCutoff } else { Event::TableStore });
        !known
    }

    #[inline(always)]
    fn knows(&self, state: S::State) -> bool {
        self.0.id(state).is_some()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn needed(&self) -> u64 {
        self.0.needed(AHEAD)
    }
}

/// An entry of the bounded table.
struct Entry<S: ActionSpace> {
    state: S::State,
    g: S::Cost,
    /// The iteration that wrote it; 0 for none.
    iteration: u32,
}

/// A table of 2^k entries. Each state has one place, where the last to come stays.
struct Bounded<S: ActionSpace> {
    entries: Vec<Entry<S>>,
    bits: u32,
    iteration: u32,
}

impl<S: ActionSpace> Bounded<S> {
    /// Bytes of a table; `None` if there is no such number.
    fn bytes_of(bits: u32) -> Option<u64> {
        1u64.checked_shl(bits)?.checked_mul(size_of::<Entry<S>>() as u64)
    }

    /// An empty table; `None` if there is no memory for it.
    fn new(space: &S, bits: u32) -> Option<Self> {
        let length = usize::try_from(1u64.checked_shl(bits)?).ok()?;
        let mut entries = Vec::new();
        entries.try_reserve_exact(length).ok()?;
        let start = space.start();
        entries.resize_with(length, || Entry { state: start, g: S::Cost::ZERO, iteration: 0 });
        Some(Self { entries, bits, iteration: 0 })
    }

    /// The place of a key: the highest bits of a product with 2^64 divided by the golden ratio (Knuth, The Art of
    /// Computer Programming 3, section 6.4).
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 1 >> (u64::BITS - 1 - self.bits)) as usize
    }
}

impl<S: ActionSpace> Best<S> for Bounded<S> {
    fn clear(&mut self) {
        if self.iteration == u32::MAX {
            self.entries.iter_mut().for_each(|entry| entry.iteration = 0);
            self.iteration = 0;
        }
        self.iteration += 1;
    }

    #[inline(always)]
    fn improves(&mut self, space: &S, state: S::State, g: S::Cost, _: Action, observer: &mut impl Observer) -> bool {
        observer.on(Event::TableProbe);
        let place = self.place(space.key(state));
        let entry = &mut self.entries[place];
        if entry.iteration == self.iteration {
            // Keys may collide, so the state itself is compared.
            if entry.state == state {
                observer.on(Event::TableHit);
                if entry.g <= g {
                    observer.on(Event::TableCutoff);
                    return false;
                }
            } else {
                observer.on(Event::TableOverwrite);
            }
        }
        *entry = Entry { state, g, iteration: self.iteration };
        observer.on(Event::TableStore);
        true
    }

    #[inline(always)]
    fn knows(&self, _: S::State) -> bool {
        // What it knows now may be overwritten later.
        false
    }

    fn bytes(&self) -> u64 {
        size_of_val(self.entries.as_slice()) as u64
    }

    fn needed(&self) -> u64 {
        self.bytes()
    }
}

/// Runs `pass` under rising thresholds with a table that is empty at the beginning of each.
pub(super) fn run<S: ActionSpace, B: Best<S>, O: Observer>(
    space: &S,
    best: &mut B,
    budget: &Budget,
    observer: &mut O,
    pass: impl Fn(&mut B, &mut Iteration<'_, '_, S, O>) -> Ended<S>,
) -> OutcomeIn<S> {
    deepen(space, budget, observer, best.needed(), |mut iteration| {
        best.clear();
        let end = pass(best, &mut iteration);
        iteration.observer.on(Event::TableBytes(best.bytes()));
        end
    })
}

/// Depth-first search within the threshold, entering a state only by a cheaper way than before.
fn pass<S: ActionSpace, B: Best<S>, O: Observer>(best: &mut B, iteration: &mut Iteration<'_, '_, S, O>) -> Ended<S> {
    let mut frontier = Frontier::<S>::new();
    let mut walk = Walk::new(iteration);
    best.improves(walk.space, walk.state, walk.g, Action::default(), walk.observer);
    walk.expand();
    while let Some(action) = walk.next_action(|| {}) {
        walk.pay(|| best.needed())?;
        let (child, g) = walk.child(action);
        let f = g + walk.space.heuristic(child);
        if walk.is_above(child, g, f) {
            frontier.add(child, best);
            continue;
        }
        if !best.improves(walk.space, child, g, action, walk.observer) {
            walk.generated(child, g, Generated::Table);
            continue;
        }
        if walk.enter(child, g, action) {
            return Ok(Pass::Found(child, g));
        }
    }
    Ok(Pass::Exhausted(if frontier.is_closed(best) { S::Cost::MAX } else { walk.next }))
}
