//! A ring of buckets indexed by `f` (Dial 1969).
//!
//! Under the default tie-break, last in first out, a bucket whose entries all have the same `f` is a stack: pushing and
//! popping are a few instructions. Otherwise a bucket is a heap, which stays small and in the cache.

use std::collections::BinaryHeap;

use super::{Cost, Entry, NodeId, OpenList, Rank, Ranking, TieBreak};

/// The entries of a small range of `f`. Only one of the two is in use at a time.
#[derive(Debug)]
struct Bucket<C: Cost> {
    /// Entries of one `f`, of which the last in comes first out.
    stack: Vec<(C, NodeId)>,
    /// Entries in any order.
    heap: BinaryHeap<Entry<C>>,
}

impl<C: Cost> Bucket<C> {
    const EMPTY: Self = Self { stack: Vec::new(), heap: BinaryHeap::new() };

    /// Under last in, first out.
    #[inline(always)]
    fn stack(&mut self, rank: Rank<C>, id: NodeId) {
        let is_uniform =
            C::INTEGRAL || (self.heap.is_empty() && self.stack.first().is_none_or(|first| first.0 == rank.f));
        if is_uniform { self.stack.push((rank.f, id)) } else { self.order(rank, id) }
    }

    /// Under any tie-break.
    #[inline(never)]
    fn order(&mut self, rank: Rank<C>, id: NodeId) {
        // What was stacked before is older than anything that comes, the bottom oldest.
        for (place, (f, id)) in self.stack.drain(..).enumerate() {
            let rank = Rank { f, tie: C::ZERO, age: u32::MAX - place as u32 };
            self.heap.push(Entry { rank, id });
        }
        self.heap.push(Entry { rank, id });
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<NodeId> {
        match self.stack.pop() {
            Some((_, id)) => Some(id),
            None if C::INTEGRAL && self.heap.is_empty() => None,
            None => self.heap.pop().map(|entry| entry.id),
        }
    }
}

/// The open list for small integer `f`.
///
/// The buckets form a ring that is as long as the range of `f` on the list, so memory follows the frontier and
/// emptied buckets are used again while they are warm.
#[derive(Debug)]
pub struct BucketQueue<C: Cost> {
    ranking: Ranking,
    is_stacking: bool,
    /// A power of two of buckets; the bucket of `f` stands at `f` modulo their number.
    ring: Vec<Bucket<C>>,
    /// Nothing on the list has a smaller `f`.
    lowest: usize,
    /// Nothing on the list has a larger `f`.
    highest: usize,
}

impl<C: Cost> BucketQueue<C> {
    const SHORTEST_RING: usize = 64;

    /// Widens the range to take in `bucket`.
    #[cold]
    #[inline(never)]
    fn cover(&mut self, bucket: usize) {
        let lowest = self.lowest.min(bucket);
        let highest = self.highest.max(bucket);
        let length = (highest - lowest + 1).next_power_of_two();
        if length > self.ring.len() {
            let old_mask = self.ring.len() - 1;
            let mut ring: Vec<Bucket<C>> = (0..length).map(|_| Bucket::EMPTY).collect();
            for f in self.lowest..=self.highest {
                std::mem::swap(&mut ring[f & (length - 1)], &mut self.ring[f & old_mask]);
            }
            self.ring = ring;
        }
        self.lowest = lowest;
        self.highest = highest;
    }
}

impl<C: Cost> OpenList<C> for BucketQueue<C> {
    const ENTRY_BYTES: u64 = size_of::<Entry<C>>() as u64;

    fn new(tie_break: TieBreak) -> Self {
        Self {
            ranking: Ranking::new(tie_break),
            is_stacking: tie_break == TieBreak::Lifo,
            ring: (0..Self::SHORTEST_RING).map(|_| Bucket::EMPTY).collect(),
            lowest: usize::MAX,
            highest: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, id: NodeId, f: C, g: C) {
        let rank = self.ranking.rank(f, g);
        let bucket = f.bucket();
        if bucket < self.lowest || bucket > self.highest {
            self.cover(bucket);
        }
        let mask = self.ring.len() - 1;
        let bucket = &mut self.ring[bucket & mask];
        if self.is_stacking {
            bucket.stack(rank, id);
        } else {
            bucket.order(rank, id);
        }
    }

    #[inline(always)]
    fn improve(&mut self, id: NodeId, f: C, g: C) -> bool {
        self.push(id, f, g);
        false
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<NodeId> {
        let mask = self.ring.len() - 1;
        while self.lowest <= self.highest {
            if let Some(id) = self.ring[self.lowest & mask].pop() {
                return Some(id);
            }
            self.lowest += 1;
        }
        None
    }
}
