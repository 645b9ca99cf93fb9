//! An array of buckets indexed by `f` (Dial 1969).
//!
//! Pushing is an append. Where one bucket holds one cost only and the tie-break is last-in-first-out, popping is one
//! too; otherwise a bucket becomes a heap when its turn comes, which keeps the heap small and in the cache.

use std::collections::BinaryHeap;

use super::{Cost, Entry, NodeId, OpenList, Ranking, TieBreak};

#[derive(Debug)]
enum Bucket<C: Cost> {
    /// Not yet looked at, or in need of no order.
    Stack(Vec<Entry<C>>),
    Ordered(BinaryHeap<Entry<C>>),
}

impl<C: Cost> Bucket<C> {
    #[inline(always)]
    fn push(&mut self, entry: Entry<C>) {
        match self {
            Self::Stack(entries) => entries.push(entry),
            Self::Ordered(entries) => entries.push(entry),
        }
    }

    #[inline(always)]
    fn pop(&mut self, needs_order: bool) -> Option<Entry<C>> {
        match self {
            Self::Ordered(entries) => entries.pop(),
            Self::Stack(entries) if !needs_order || entries.len() <= 1 => entries.pop(),
            Self::Stack(entries) => {
                let mut ordered = BinaryHeap::from(std::mem::take(entries));
                let first = ordered.pop();
                *self = Self::Ordered(ordered);
                first
            }
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
    needs_order: bool,
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
            let mut ring: Vec<Bucket<C>> = (0..length).map(|_| Bucket::Stack(Vec::new())).collect();
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
            needs_order: !C::INTEGRAL || tie_break != TieBreak::Lifo,
            ring: (0..Self::SHORTEST_RING).map(|_| Bucket::Stack(Vec::new())).collect(),
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
        self.ring[bucket & mask].push(Entry { rank, id });
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
            if let Some(entry) = self.ring[self.lowest & mask].pop(self.needs_order) {
                return Some(entry.id);
            }
            self.lowest += 1;
        }
        None
    }
}
