//! A ring of stacks indexed by `f`, for the tie-break "last in, first out".
//!
//! Entries of the least `f` lie on one stack, so that pushing and popping are a few instructions. The others lie in
//! buckets, which are put in order when their turn comes; where a bucket holds one `f` only, as with small integer
//! costs, there is nothing to order. When the range of `f` outgrows the ring, neighbouring buckets are merged.

use std::cmp::Reverse;

use super::{Cost, NodeId, OpenList, growth, needed_by_all};

/// Entries with their `f`, oldest first among those of equal `f`.
type Entries<C> = Vec<(C, NodeId)>;

/// The bucket queue (Dial 1969) under the tie-break "last in, first out".
#[derive(Debug)]
pub struct BucketStacks<C: Cost> {
    /// The least `f` on the list, or what was it last; [`Cost::MAX`] before the first.
    current_f: C,
    /// All entries of that `f`.
    current: Entries<C>,
    /// A power of two of buckets; bucket number `b` stands at `b` modulo their number.
    ring: Vec<Entries<C>>,
    /// Large memory of emptied buckets. The next bucket takes it while it is warm and need not grow again.
    spare: Vec<Entries<C>>,
    /// Buckets hold 2^shift units of [`Cost::bucket`] each.
    shift: u32,
    /// The first number of the ring: all buckets that hold anything are less than its length above.
    lowest: usize,
}

impl<C: Cost> BucketStacks<C> {
    const SHORTEST_RING: usize = 64;
    const LONGEST_RING: usize = 1024;
    /// Entries that a bucket in use has room for at least.
    const ROOM: usize = 16;
    /// An emptied bucket with room for more gives its memory away. Smaller ones keep it: where buckets are many and
    /// hold little, to hand memory on costs more than it saves.
    const LARGE: usize = 4 * Self::ROOM;

    /// An empty list, for [`TieBreak::Lifo`], which is the only order that it knows.
    pub(crate) fn new() -> Self {
        Self {
            current_f: C::MAX,
            current: Vec::new(),
            ring: vec![Vec::new(); Self::SHORTEST_RING],
            spare: Vec::new(),
            shift: 0,
            lowest: 0,
        }
    }

    #[inline(always)]
    fn number(&self, f: C) -> usize {
        f.bucket() >> self.shift
    }

    #[inline(always)]
    fn bucket(&mut self, number: usize) -> &mut Entries<C> {
        let mask = self.ring.len() - 1;
        &mut self.ring[number & mask]
    }

    /// True if the ring has a place for a bucket now.
    #[inline(always)]
    fn spans(&self, number: usize) -> bool {
        // Below the lowest, the difference wraps around and is large too.
        number.wrapping_sub(self.lowest) < self.ring.len()
    }

    /// The first and the last number of what the ring holds.
    fn held(&self) -> Option<(usize, usize)> {
        let mask = self.ring.len() - 1;
        let mut numbers = (self.lowest..).take(self.ring.len()).filter(|number| !self.ring[number & mask].is_empty());
        let first = numbers.next()?;
        Some((first, numbers.last().unwrap_or(first)))
    }

    /// Puts an entry of another `f` than the least into its bucket.
    #[inline(always)]
    fn store(&mut self, f: C, id: NodeId) {
        let mut number = self.number(f);
        if !self.spans(number) {
            self.cover(f);
            number = self.number(f);
        }
        let mask = self.ring.len() - 1;
        let bucket = &mut self.ring[number & mask];
        if bucket.len() == bucket.capacity() {
            Self::make_room(bucket, &mut self.spare);
        }
        bucket.push((f, id));
    }

    #[cold]
    #[inline(never)]
    fn make_room(bucket: &mut Entries<C>, spare: &mut Vec<Entries<C>>) {
        if bucket.capacity() == 0 {
            *bucket = spare.pop().unwrap_or_default();
        }
        bucket.reserve(Self::ROOM);
    }

    /// Moves, lengthens or coarsens the ring to take in `f`.
    #[cold]
    #[inline(never)]
    fn cover(&mut self, f: C) {
        loop {
            let number = self.number(f);
            let (first, last) = self.held().unwrap_or((number, number));
            let (lowest, highest) = (first.min(number), last.max(number));
            let length = highest - lowest + 1;
            if length <= self.ring.len() {
                self.lowest = lowest;
                return;
            }
            let is_longest = self.ring.len() >= Self::LONGEST_RING;
            let longer = if is_longest { self.ring.len() } else { length.next_power_of_two().min(Self::LONGEST_RING) };
            self.rebuild(longer, self.shift + u32::from(is_longest));
        }
    }

    /// Moves all entries to a ring of another length or coarseness. Buckets are taken in rising order, so entries of
    /// equal `f` keep their order.
    fn rebuild(&mut self, length: usize, shift: u32) {
        let coarser = shift - self.shift;
        let lowest = self.lowest;
        let numbers = lowest..lowest + self.ring.len();
        let old: Vec<Entries<C>> = numbers.map(|number| std::mem::take(self.bucket(number))).collect();
        self.ring.resize_with(length, || Vec::with_capacity(Self::ROOM));
        self.shift = shift;
        self.lowest = lowest >> coarser;
        for (offset, entries) in old.into_iter().enumerate() {
            let bucket = self.bucket((lowest + offset) >> coarser);
            if bucket.is_empty() {
                *bucket = entries;
            } else {
                bucket.extend(entries);
            }
        }
    }

    /// Makes `f`, which is less than all on the list, the current one.
    #[cold]
    #[inline(never)]
    fn descend(&mut self, f: C) {
        if !self.current.is_empty() {
            let current_f = self.current_f;
            if !self.spans(self.number(current_f)) {
                self.cover(current_f);
            }
            let number = self.number(current_f);
            let mut current = std::mem::take(&mut self.current);
            let bucket = self.bucket(number);
            if bucket.is_empty() {
                std::mem::swap(bucket, &mut current);
            } else {
                bucket.append(&mut current);
            }
            self.current = current;
        }
        self.current_f = f;
    }

    /// Makes the least `f` in the ring the current one; answers `false` if the ring is empty.
    fn advance(&mut self) -> bool {
        let mask = self.ring.len() - 1;
        let end = self.lowest + self.ring.len();
        while self.ring[self.lowest & mask].is_empty() {
            self.lowest += 1;
            if self.lowest == end {
                return false;
            }
        }
        let bucket = &mut self.ring[self.lowest & mask];
        let first = bucket[0].0;
        let is_uniform = (C::INTEGRAL && self.shift == 0) || bucket.iter().all(|entry| entry.0 == first);
        if is_uniform {
            std::mem::swap(bucket, &mut self.current);
            if bucket.capacity() > Self::LARGE {
                self.spare.push(std::mem::take(bucket));
            }
            self.current_f = first;
        } else {
            // The least f at the end, and the newest of it last. Stable, and quick on what is nearly in order.
            bucket.sort_by_key(|entry| Reverse(entry.0));
            let least = bucket.last().map_or(first, |entry| entry.0);
            let from = bucket.partition_point(|entry| entry.0 > least);
            self.current.extend(bucket.drain(from..));
            self.current_f = least;
        }
        true
    }
}

impl<C: Cost> OpenList<C> for BucketStacks<C> {
    #[inline(always)]
    fn push(&mut self, id: NodeId, f: C, _g: C) {
        if f > self.current_f {
            self.store(f, id);
        } else {
            if f < self.current_f {
                self.descend(f);
            }
            self.current.push((f, id));
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            if let Some((_, id)) = self.current.pop() {
                return Some(id);
            }
            if !self.advance() {
                return None;
            }
        }
    }

    fn fixed_bytes(&self) -> u64 {
        (self.ring.len() * growth::HEAD) as u64
    }

    #[inline(always)]
    fn entry_bytes(&self) -> u64 {
        size_of::<(C, NodeId)>() as u64
    }

    fn needed(&self, more: usize) -> u64 {
        let own = [&self.ring, &self.spare].map(|buckets| buckets.capacity() * growth::HEAD);
        let buckets = self.ring.iter().chain(&self.spare).chain([&self.current]);
        let entries = needed_by_all::<(C, NodeId)>(buckets.map(|bucket| (bucket.len(), bucket.capacity())), more);
        own.iter().sum::<usize>() as u64 + entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::open::{Heap, TieBreak};

    /// Pushes and pops over every range of `f` give what the plain heap gives.
    #[test]
    fn pops_in_the_order_of_the_heap() {
        for spread in [1, 3, 1000, 1 << 17, 1 << 22, u32::MAX] {
            for rising in [false, true] {
                let mut stacks = BucketStacks::<u32>::new();
                let mut heap = Heap::<u32>::new(TieBreak::Lifo);
                let mut random = 1u64;
                for id in 0..30_000 {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let mut f = (random >> 32) as u32 % spread;
                    if rising {
                        f = f % 50 + id / 10;
                    }
                    if random % 5 < 2 {
                        assert_eq!(stacks.pop(), heap.pop(), "spread {spread}, rising {rising}");
                    } else {
                        stacks.push(id, f, 0);
                        heap.push(id, f, 0);
                    }
                }
                while let Some(id) = heap.pop() {
                    assert_eq!(stacks.pop(), Some(id), "spread {spread}, rising {rising}");
                }
                assert_eq!(stacks.pop(), None);
            }
        }
    }
}
