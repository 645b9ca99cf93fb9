//! A ring of buckets indexed by `f` (Dial 1969), for every tie-break.
//!
//! A bucket is a heap, which stays small and in the cache. Not here: the faster list for the default tie-break
//! (stacks.rs).

use std::collections::BinaryHeap;

use super::{Cost, Entry, NodeId, OpenList, Ranking, TieBreak, growth, needed_by_all};

/// The open list for small integer `f`.
///
/// The buckets form a ring that is as long as the range of `f` on the list, so memory follows the frontier and
/// emptied buckets are used again while they are warm. What is too far above the rest for the longest ring waits in a
/// heap.
#[derive(Debug)]
pub struct BucketQueue<C: Cost> {
    ranking: Ranking,
    /// A power of two of buckets; the bucket of `f` stands at `f` modulo their number.
    ring: Vec<BinaryHeap<Entry<C>>>,
    /// Nothing in the ring has a smaller `f`.
    lowest: usize,
    /// Nothing in the ring has a larger `f`.
    highest: usize,
    /// Entries that do not fit into the ring.
    far: BinaryHeap<Entry<C>>,
}

impl<C: Cost> BucketQueue<C> {
    const SHORTEST_RING: usize = 64;
    const LONGEST_RING: usize = 1 << 16;

    /// An empty list.
    pub(crate) fn new(tie_break: TieBreak) -> Self {
        Self {
            ranking: Ranking::new(tie_break),
            ring: (0..Self::SHORTEST_RING).map(|_| BinaryHeap::new()).collect(),
            lowest: usize::MAX,
            highest: 0,
            far: BinaryHeap::new(),
        }
    }

    #[inline(always)]
    fn bucket(&mut self, f: usize) -> &mut BinaryHeap<Entry<C>> {
        let mask = self.ring.len() - 1;
        &mut self.ring[f & mask]
    }

    /// Widens the ring to take in `f`; answers `false` if it would be too long upwards.
    #[cold]
    #[inline(never)]
    fn cover(&mut self, f: usize) -> bool {
        let is_empty = self.lowest > self.highest;
        let lowest = if is_empty { f } else { self.lowest.min(f) };
        if f - lowest >= Self::LONGEST_RING {
            return false;
        }
        while self.lowest <= self.highest && self.highest - lowest >= Self::LONGEST_RING {
            self.evict_highest();
        }
        // All may have been evicted.
        let is_empty = self.lowest > self.highest;
        let highest = if is_empty { f } else { self.highest.max(f) };
        let length = (highest - lowest + 1).next_power_of_two();
        if length > self.ring.len() {
            let mut ring: Vec<BinaryHeap<Entry<C>>> = (0..length).map(|_| BinaryHeap::new()).collect();
            for f in if is_empty { 0..0 } else { self.lowest..self.highest + 1 } {
                std::mem::swap(&mut ring[f & (length - 1)], self.bucket(f));
            }
            self.ring = ring;
        }
        self.lowest = lowest;
        self.highest = highest;
        true
    }

    /// Moves the highest bucket out of the ring.
    fn evict_highest(&mut self) {
        let entries = std::mem::take(self.bucket(self.highest));
        self.far.extend(entries);
        self.highest -= 1;
    }

    /// Takes back what is due now.
    #[cold]
    #[inline(never)]
    fn recall(&mut self) {
        let Some(due) = self.far.peek().map(|entry| entry.rank.f.bucket()) else { return };
        if self.lowest <= self.highest && due > self.lowest {
            return;
        }
        self.cover(due);
        while self.far.peek().is_some_and(|entry| entry.rank.f.bucket() == due)
            && let Some(entry) = self.far.pop()
        {
            self.bucket(due).push(entry);
        }
    }
}

impl<C: Cost> OpenList<C> for BucketQueue<C> {
    #[inline(always)]
    fn push(&mut self, id: NodeId, f: C, g: C) {
        let entry = Entry { rank: self.ranking.rank(f, g), id };
        let bucket = f.bucket();
        if (bucket < self.lowest || bucket > self.highest) && !self.cover(bucket) {
            self.far.push(entry);
        } else {
            self.bucket(bucket).push(entry);
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            while self.lowest <= self.highest {
                if !self.far.is_empty() {
                    self.recall();
                }
                let lowest = self.lowest;
                if let Some(entry) = self.bucket(lowest).pop() {
                    return Some(entry.id);
                }
                self.lowest += 1;
            }
            if self.far.is_empty() {
                return None;
            }
            self.recall();
        }
    }

    fn fixed_bytes(&self) -> u64 {
        (self.ring.len() * growth::HEAD) as u64
    }

    fn needed(&self, more: usize) -> u64 {
        let buckets = self.ring.iter().chain([&self.far]);
        self.fixed_bytes() + needed_by_all::<Entry<C>>(buckets.map(|bucket| (bucket.len(), bucket.capacity())), more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::long::is_long;
    use crate::path::open::Heap;

    /// Pushes and pops in every pattern of ranges give what the plain heap gives.
    #[test]
    fn pops_in_the_order_of_the_heap() {
        for tie_break in [TieBreak::Lifo, TieBreak::Fifo, TieBreak::HighG, TieBreak::LowG] {
            for spread in [3, 1000, 1 << 17, 1 << 22] {
                let mut bucket = BucketQueue::<u32>::new(tie_break);
                let mut heap = Heap::<u32>::new(tie_break);
                let mut random = 1u64;
                for id in 0..if is_long() { 8_000 } else { 2_000 } {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let (f, g) = ((random >> 40) as u32 % spread, (random >> 20) as u32 % 7);
                    if random >> 62 == 0 {
                        assert_eq!(bucket.pop(), heap.pop(), "{tie_break:?} {spread}");
                    } else {
                        bucket.push(id, f, g);
                        heap.push(id, f, g);
                    }
                }
                while let Some(id) = heap.pop() {
                    assert_eq!(bucket.pop(), Some(id), "{tie_break:?} {spread}");
                }
                assert_eq!(bucket.pop(), None);
            }
        }
    }

    /// Greedy search falls to any f at once, and costs may be large.
    #[test]
    fn the_ring_stays_short_where_f_falls_far() {
        let mut queue = BucketQueue::<u32>::new(TieBreak::HighG);
        for (id, f) in (0..).zip([1_000_000_000, 5, 2_000_000_000, 1_000_000_001, 6]) {
            queue.push(id, f, 0);
        }
        assert!(queue.fixed_bytes() <= (BucketQueue::<u32>::LONGEST_RING * 32) as u64);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [1, 4, 0, 3, 2]);
    }
}
