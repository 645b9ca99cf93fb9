//! The transposition table of the solver: a lower and an upper bound of each position, in one word.
//!
//! Idea        The key is mixed by a multiplication that can be undone, its high bits choose a bucket, and the others
//!             are kept: no two positions are ever taken for each other. The table begins small and doubles while it is
//!             filled, up to its limit; as the high bits choose, a bucket then falls apart into two neighbours, and no
//!             entry is lost. So small searches stay within the caches and pay nothing for a large table.
//! Source      Pons, Solving Connect 4, part 7; replacement by work, Breuker, Uiterwijk, van den Herik, ICCA Journal
//!             17(4) (1994).
//! Not here    What the bounds are used for (search.rs).

use super::super::board::Size;
use searchlab_search::prefetch::prefetch;

/// Entries of a bucket.
const WAYS: usize = 4;
/// Bits of a mixed key that are kept; the others are those of the bucket.
const TAG_BITS: u32 = 48;
/// Binary logarithm of the number of buckets of a new table, if that leaves no more of the key than is kept.
const FIRST_BITS: u32 = 6;
/// A multiplier without pattern: the golden ratio, as an odd number.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// Added to a bound, which is stored without sign.
const BIAS: i32 = 32;

/// The bounds of the score of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// A bucket, within one line of the cache.
type Bucket = [u64; WAYS];

/// An entry from the lowest bit: 4 bits of work, 6 of the upper bound, 6 of the lower bound, 48 of the key.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    key_bits: u32,
    bits: u32,
    most_bits: u32,
    entries: usize,
}

impl Table {
    /// An empty table for boards of a size, of at most 2^`bits` entries, but no fewer than a key needs.
    pub(super) fn new(size: Size, bits: u32) -> Self {
        let key_bits = u32::from(size.columns()) * u32::from(size.rows() + 1);
        let first = FIRST_BITS.max(key_bits.saturating_sub(TAG_BITS));
        let most_bits = bits.saturating_sub(WAYS.ilog2()).max(first);
        Self { buckets: vec![[0; WAYS]; 1 << first], key_bits, bits: first, most_bits, entries: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(self.buckets.as_slice()) as u64
    }

    /// The bucket and the kept part of a key.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = key.wrapping_mul(MULTIPLIER) & u64::MAX >> (64 - self.key_bits);
        let kept = self.key_bits - self.bits;
        ((mixed >> kept) as usize, mixed & ((1 << kept) - 1))
    }

    /// Begins to load the bucket of a key.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets[self.place(key).0]);
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Bounds> {
        let (bucket, tag) = self.place(key);
        let entry = self.buckets[bucket].into_iter().find(|entry| entry >> 16 == tag && *entry != 0)?;
        let bound = |shift: u32| (entry >> shift & 63) as i32 - BIAS;
        Some(Bounds { lower: bound(10), upper: bound(4) })
    }

    /// Stores the bounds of a position that took `nodes` nodes. True if another position was displaced.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, bounds: Bounds, nodes: u64) -> bool {
        let (bucket, tag) = self.place(key);
        let work = u64::from(nodes.max(1).ilog2() / 2).min(15);
        let bound = |bound: i32| (bound + BIAS) as u64 & 63;
        let word = tag << 16 | bound(bounds.lower) << 10 | bound(bounds.upper) << 4 | work;
        let entries = &mut self.buckets[bucket];
        let mut victim = 0;
        for way in 0..WAYS {
            if entries[way] == 0 {
                entries[way] = word;
                self.entries += 1;
                self.grow();
                return false;
            }
            if entries[way] >> 16 == tag {
                entries[way] = word;
                return false;
            }
            if entries[way] & 15 < entries[victim] & 15 {
                victim = way;
            }
        }
        entries[victim] = word;
        true
    }

    /// Doubles the table if it is half full and may grow.
    #[inline(always)]
    fn grow(&mut self) {
        if self.entries > self.buckets.len() * (WAYS / 2) && self.bits < self.most_bits {
            self.double();
        }
    }

    #[cold]
    #[inline(never)]
    fn double(&mut self) {
        let high = 1 << (self.key_bits - self.bits - 1 + 16);
        let mut buckets = vec![[0; WAYS]; self.buckets.len() * 2];
        for (pair, old) in buckets.chunks_exact_mut(2).zip(&self.buckets) {
            let mut filled = [0; 2];
            for &entry in old.iter().filter(|entry| **entry != 0) {
                let half = usize::from(entry & high != 0);
                pair[half][filled[half]] = entry & !high;
                filled[half] += 1;
            }
        }
        self.buckets = buckets;
        self.bits += 1;
    }
}
