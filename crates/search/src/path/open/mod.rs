//! The open list: which state is expanded next.
//!
//! Three kinds under one trait. All of them expand in the same order (`f`, then the tie-break, then the newest), so
//! the choice changes the traffic and the time, never the expansions.

mod bucket;
mod heap;
mod indexed;
mod stacks;

pub use bucket::BucketQueue;
pub use heap::Heap;
pub use indexed::IndexedHeap;
pub use stacks::BucketStacks;

use super::cost::Cost;
use super::growth;
use super::nodes::NodeId;
use super::options::{OpenKind, TieBreak};

/// States waiting to be expanded, least `f` first.
pub(crate) trait OpenList<C: Cost> {
    /// True if [`improve`](Self::improve) moves the state (decrease-key). If not, it is the same as
    /// [`push`](Self::push).
    #[inline(always)]
    fn moves(&self) -> bool {
        false
    }

    /// Puts in a state that is not on the list.
    fn push(&mut self, id: NodeId, f: C, g: C);

    /// Takes note that a state on the list has got a smaller `f`: [moves](Self::MOVES) it, or puts it in once more.
    /// The outdated entry then comes out later, when the state is closed.
    #[inline(always)]
    fn improve(&mut self, id: NodeId, f: C, g: C) {
        self.push(id, f, g);
    }

    /// Takes the next state out.
    fn pop(&mut self) -> Option<NodeId>;

    /// Bytes of one entry.
    fn entry_bytes(&self) -> u64 {
        entry_bytes::<C>()
    }

    /// Bytes held whatever the number of entries.
    fn fixed_bytes(&self) -> u64 {
        0
    }

    /// Bytes that it may hold until `more` entries have come, at most, with the room that is held in advance.
    fn needed(&self, more: usize) -> u64;
}

/// An empty list of a kind, for searches that are not compiled for each.
pub(crate) fn boxed<C: Cost>(kind: OpenKind, tie_break: TieBreak) -> Box<dyn OpenList<C>> {
    match kind {
        OpenKind::Bucket => Box::new(BucketQueue::new(tie_break)),
        OpenKind::Heap => Box::new(Heap::new(tie_break)),
        OpenKind::Indexed => Box::new(IndexedHeap::new(tie_break)),
    }
}

impl<C: Cost> OpenList<C> for Box<dyn OpenList<C>> {
    fn moves(&self) -> bool {
        (**self).moves()
    }

    fn push(&mut self, id: NodeId, f: C, g: C) {
        (**self).push(id, f, g);
    }

    fn improve(&mut self, id: NodeId, f: C, g: C) {
        (**self).improve(id, f, g);
    }

    fn pop(&mut self) -> Option<NodeId> {
        (**self).pop()
    }

    fn entry_bytes(&self) -> u64 {
        (**self).entry_bytes()
    }

    fn fixed_bytes(&self) -> u64 {
        (**self).fixed_bytes()
    }

    fn needed(&self, more: usize) -> u64 {
        (**self).needed(more)
    }
}

/// Bytes that lists of these lengths and capacities may hold until `more` entries have come to them, at most: lists
/// that `more` entries can fill double, one copied at a time, and short ones grow by the entries that come.
fn needed_by_all<T>(lists: impl Iterator<Item = (usize, usize)>, more: usize) -> u64 {
    let (mut entries, mut copied) = (2 * more, 0);
    for (length, capacity) in lists {
        entries += capacity;
        if length + more > capacity {
            entries += capacity;
            copied = copied.max(capacity);
        }
    }
    ((entries + copied) * size_of::<T>()) as u64
}

/// The key that orders the entries of one list: smaller comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank<C> {
    f: C,
    /// By the tie-break.
    tie: C,
    /// Counts down, so that the newest comes first; up under first-in-first-out.
    age: u32,
}

/// Gives out ranks.
#[derive(Debug, Clone, Copy)]
struct Ranking {
    tie_break: TieBreak,
    entries: u32,
}

impl Ranking {
    const fn new(tie_break: TieBreak) -> Self {
        Self { tie_break, entries: 0 }
    }

    #[inline(always)]
    fn rank<C: Cost>(&mut self, f: C, g: C) -> Rank<C> {
        self.entries = self.entries.wrapping_add(1);
        let newest_first = u32::MAX - self.entries;
        match self.tie_break {
            TieBreak::HighG => Rank { f, tie: C::MAX - g, age: newest_first },
            TieBreak::LowG => Rank { f, tie: g, age: newest_first },
            TieBreak::Fifo => Rank { f, tie: C::ZERO, age: self.entries },
            TieBreak::Lifo => Rank { f, tie: C::ZERO, age: newest_first },
        }
    }
}

/// An entry of a heap of the standard library, which wants the greatest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry<C> {
    rank: Rank<C>,
    id: NodeId,
}

/// Bytes of an entry.
pub(crate) const fn entry_bytes<C>() -> u64 {
    size_of::<Entry<C>>() as u64
}

impl<C: Cost> PartialOrd for Entry<C> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> Ord for Entry<C> {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.rank.cmp(&self.rank)
    }
}
