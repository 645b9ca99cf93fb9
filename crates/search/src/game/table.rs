//! The transposition table: bounds and best moves of positions that were searched, by hash key.
//!
//! Idea        A flat array of a power of two of entries. An entry has 16 bytes: one word packs a lower and an upper
//!             bound, the depth for which they hold, and the best move; the other is the key of its position, combined
//!             with the first. Threads read and write them without locks: of words that two threads wrote, no position is
//!             found.
//! Source      Greenblatt, Eastlake, Crocker, AFIPS Fall Joint Computer Conference (1967); two bounds in one entry as in
//!             Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996); without locks: Hyatt, Mann, ICGA
//!             Journal 25(1) (2002).
//! Guarantees  An entry answers only for the key that it was stored for, and its bounds only for the depth of the
//!             search that gave them. What is lost by replacement costs time and never a value.
//! Not here    What is stored and when (alphabeta_tt.rs, minimax_memo.rs).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::score::{INFINITY, Score};
use crate::prefetch::prefetch;

/// Fewest and most bits of the index.
pub(crate) const BITS: std::ops::RangeInclusive<u32> = 4..=36;

/// Which entry gives way to another position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Replacement {
    /// The one that is there.
    Always,
    /// The one that is there, unless it was searched deeper.
    Depth,
    /// Of two places: the first keeps the deeper, the second takes what the first does not (Breuker, Uiterwijk, van
    /// den Herik 1994).
    #[default]
    TwoSlot,
}

/// An entry of the table, unpacked: bounds of the value of a position, their depth, and the best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TtEntry {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// Depth of both bounds, in plies.
    pub depth: u32,
    /// Code of the hash move, the best move of the search that stored it.
    pub best: Option<u16>,
}

/// The outcome of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It took an empty place or that of an older entry for its position.
    Kept,
    /// It took the place of another position.
    Displaced,
    /// Something deeper stayed in its place.
    Refused,
}

#[derive(Debug, Clone, Copy, Default)]
struct PackedEntry {
    key: u64,
    packed: u64,
}

/// The words of an entry in the table: the key combined with the packed word, and that one.
#[derive(Debug)]
struct Slot([AtomicU64; 2]);

impl Slot {
    #[inline(always)]
    const fn empty() -> Self {
        Self([AtomicU64::new(0), AtomicU64::new(0)])
    }

    #[inline(always)]
    fn load(&self) -> PackedEntry {
        let packed = self.0[1].load(Relaxed);
        PackedEntry { key: self.0[0].load(Relaxed) ^ packed, packed }
    }

    #[inline(always)]
    fn write(&self, PackedEntry { key, packed }: PackedEntry) {
        self.0[0].store(key ^ packed, Relaxed);
        self.0[1].store(packed, Relaxed);
    }
}

/// Two entries side by side in one line of the cache.
#[derive(Debug)]
#[repr(align(32))]
struct Bucket([Slot; 2]);

impl Bucket {
    /// Not by `Default`, which is not inlined for arrays in builds for tests: a call for each bucket of a table.
    #[inline(always)]
    const fn empty() -> Self {
        Self([Slot::empty(), Slot::empty()])
    }
}

const VALUE_BITS: u32 = 23;
const MOVE_BITS: u32 = 10;
const DEPTH_BITS: u32 = 7;
const MOVE_AT: u32 = DEPTH_BITS + 1;
const UPPER_AT: u32 = MOVE_AT + MOVE_BITS;
const LOWER_AT: u32 = UPPER_AT + VALUE_BITS;
const _: () = assert!(LOWER_AT + VALUE_BITS == u64::BITS && INFINITY < 1 << (VALUE_BITS - 1));

/// The code that stands for "no move".
const NO_MOVE: u16 = (1 << MOVE_BITS) - 1;

/// Depths from here on cannot be stored.
pub(crate) const DEPTH_END: u32 = 1 << DEPTH_BITS;

impl PackedEntry {
    #[inline(always)]
    fn new(key: u64, known: TtEntry) -> Self {
        let value = |score: Score| score as u64 & ((1 << VALUE_BITS) - 1);
        let packed = 1
            | u64::from(known.depth) << 1
            | u64::from(known.best.unwrap_or(NO_MOVE)) << MOVE_AT
            | value(known.upper) << UPPER_AT
            | value(known.lower) << LOWER_AT;
        Self { key, packed }
    }

    #[inline(always)]
    const fn is_used(self) -> bool {
        self.packed & 1 != 0
    }

    #[inline(always)]
    const fn is_for(self, key: u64) -> bool {
        self.key == key && self.is_used()
    }

    #[inline(always)]
    const fn depth(self) -> u32 {
        (self.packed >> 1) as u32 & (DEPTH_END - 1)
    }

    #[inline(always)]
    fn unpacked(self) -> TtEntry {
        // Shifted to the top and back down, which carries the sign along.
        let value = |shift: u32| ((self.packed << shift) as i64 >> (u64::BITS - VALUE_BITS)) as Score;
        let code = (self.packed >> MOVE_AT) as u16 & NO_MOVE;
        TtEntry {
            lower: value(0),
            upper: value(VALUE_BITS),
            depth: self.depth(),
            best: (code != NO_MOVE).then_some(code),
        }
    }
}

/// The table.
#[derive(Debug, Default)]
pub struct Table {
    buckets: Vec<Bucket>,
    mask: usize,
    replacement: Replacement,
    /// True if a search has begun with it since it was emptied.
    is_in_use: bool,
}

impl Table {
    /// Of 2^`bits` empty entries; `None` if `bits` is not within `BITS` or there is not so much memory.
    pub fn new(bits: u32, replacement: Replacement) -> Option<Self> {
        let length = 1usize.checked_shl(bits).filter(|_| BITS.contains(&bits))?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(length / 2).ok()?;
        buckets.resize_with(length / 2, Bucket::empty);
        Some(Self { buckets, mask: length - 1, replacement, is_in_use: false })
    }

    /// Bytes that a table of 2^`bits` entries holds; `None` if there is no such table.
    pub fn bytes_of(bits: u32) -> Option<u64> {
        BITS.contains(&bits).then(|| (size_of::<PackedEntry>() as u64) << bits)
    }

    /// For algorithms that remember nothing.
    pub const fn none() -> Self {
        Self { buckets: Vec::new(), mask: 0, replacement: Replacement::Always, is_in_use: false }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::empty);
        self.is_in_use = false;
    }

    /// Begins a search; true if it may hold what an earlier one found.
    pub(super) const fn begin(&mut self) -> bool {
        !self.buckets.is_empty() && std::mem::replace(&mut self.is_in_use, true)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.buckets.as_slice()) as u64
    }

    /// True for a table without entries.
    pub(crate) const fn is_none(&self) -> bool {
        self.buckets.is_empty()
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & self.mask
    }

    /// Prefetches the bucket of a position that will soon be probed.
    #[inline(always)]
    pub fn announce(&self, key: u64) {
        if let Some(bucket) = self.buckets.get(self.place(key) / 2) {
            prefetch(bucket);
        }
    }

    /// Probes the table for the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let place = self.place(key);
        let Bucket(bucket) = self.buckets.get(place / 2)?;
        let entry = bucket[place % 2].load();
        if entry.is_for(key) {
            return Some(entry.unpacked());
        }
        let other = bucket[1 - place % 2].load();
        (self.replacement == Replacement::TwoSlot && other.is_for(key)).then(|| other.unpacked())
    }

    /// Stores bounds of a position. A deeper entry for it stays, so that a shallow search for ordering takes nothing
    /// from the deep one; bounds of the same depth are joined; a best move stays where there is no new one.
    pub fn store(&self, key: u64, mut known: TtEntry) -> StoreOutcome {
        let Some(place) = self.place_for(key, known.depth) else { return StoreOutcome::Refused };
        let Some(Bucket(bucket)) = self.buckets.get(place / 2) else { return StoreOutcome::Refused };
        let entry = bucket[place % 2].load();
        let is_displaced = entry.is_used() && entry.key != key;
        if entry.is_for(key) {
            let old = entry.unpacked();
            if old.depth > known.depth {
                return StoreOutcome::Refused;
            }
            known.best = known.best.or(old.best);
            if old.depth == known.depth {
                known.lower = known.lower.max(old.lower);
                known.upper = known.upper.min(old.upper);
            }
        }
        bucket[place % 2].write(PackedEntry::new(key, known));
        if is_displaced { StoreOutcome::Displaced } else { StoreOutcome::Kept }
    }

    /// Where an entry of this depth goes; `None` if it may not displace what is there.
    #[inline(always)]
    fn place_for(&self, key: u64, depth: u32) -> Option<usize> {
        let place = self.place(key);
        let Bucket(bucket) = self.buckets.get(place / 2)?;
        let is_free = |entry: PackedEntry| !entry.is_used() || entry.key == key;
        match self.replacement {
            Replacement::Always => Some(place),
            Replacement::Depth => {
                let entry = bucket[place % 2].load();
                (is_free(entry) || depth >= entry.depth()).then_some(place)
            }
            Replacement::TwoSlot => {
                let (first, second) = (place & !1, place | 1);
                let [one, other] = [bucket[0].load(), bucket[1].load()];
                let takes_first = is_free(one) || depth >= one.depth();
                Some(if !other.is_for(key) && takes_first { first } else { second })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StoreOutcome::{Displaced, Kept, Refused};
    use super::*;

    fn entry(depth: u32, lower: Score, upper: Score, best: Option<u16>) -> TtEntry {
        TtEntry { lower, upper, depth, best }
    }

    #[test]
    fn entries_survive_packing() {
        for (lower, upper) in [(-INFINITY, INFINITY), (-1, 0), (5, 5), (INFINITY, INFINITY), (-INFINITY, -INFINITY)] {
            for best in [None, Some(0), Some(484), Some(1022)] {
                let known = entry(127, lower, upper, best);
                assert_eq!(PackedEntry::new(1, known).unpacked(), known);
            }
        }
        assert_eq!(size_of::<PackedEntry>(), 16);
    }

    #[test]
    fn only_the_whole_key_is_answered() {
        for replacement in [Replacement::Always, Replacement::Depth, Replacement::TwoSlot] {
            let table = Table::new(4, replacement).unwrap();
            assert_eq!(table.probe(0), None, "an empty entry is for nobody, not even for key 0");
            assert_eq!(table.store(0x30, entry(3, 1, 9, Some(7))), Kept);
            assert_eq!(table.probe(0x30), Some(entry(3, 1, 9, Some(7))));
            assert_eq!(table.probe(0x10), None);
        }
    }

    #[test]
    fn bounds_of_one_depth_are_joined() {
        let table = Table::new(4, Replacement::Always).unwrap();
        table.store(5, entry(3, 1, INFINITY, Some(7)));
        table.store(5, entry(3, -INFINITY, 4, None));
        assert_eq!(table.probe(5), Some(entry(3, 1, 4, Some(7))));
        table.store(5, entry(4, -INFINITY, 2, None));
        assert_eq!(table.probe(5), Some(entry(4, -INFINITY, 2, Some(7))), "of another depth only the move stays");
        assert_eq!(table.store(5, entry(2, 0, 0, None)), Refused);
        assert_eq!(table.probe(5), Some(entry(4, -INFINITY, 2, Some(7))), "what is shallower takes nothing away");
    }

    #[test]
    fn policies_differ_in_who_gives_way() {
        let outcomes = |replacement| {
            let table = Table::new(4, replacement).unwrap();
            let stores = [(0x10, 5), (0x20, 3), (0x30, 4), (0x40, 6)];
            stores.map(|(key, depth)| table.store(key, entry(depth, 0, 0, None)))
        };
        assert_eq!(outcomes(Replacement::Always), [Kept, Displaced, Displaced, Displaced]);
        assert_eq!(outcomes(Replacement::Depth), [Kept, Refused, Refused, Displaced]);
        assert_eq!(outcomes(Replacement::TwoSlot), [Kept, Kept, Displaced, Displaced]);
    }

    /// Two threads write different bounds of the same positions: whoever reads finds one of them, whole, or nothing.
    #[test]
    fn words_of_two_writers_are_no_entry() {
        let table = &Table::new(4, Replacement::Always).unwrap();
        let of = |key: u64, writer: i32| {
            entry(3, writer * 100 + key as Score, writer * 100 + key as Score, Some(key as u16))
        };
        std::thread::scope(|scope| {
            for writer in [1, 2] {
                scope.spawn(move || {
                    for round in 0..100_000 {
                        let key = 0x10 * (1 + round % 3) + 5;
                        // Bounds of one depth would be joined.
                        table.store(key + 1000, of(7, writer));
                        table.buckets[2].0[1].write(PackedEntry::new(key, of(key, writer)));
                    }
                });
            }
            for key in (0..200_000).map(|round| 0x10 * (1 + round % 3) + 5) {
                if let Some(found) = table.probe(key) {
                    assert!(found == of(key, 1) || found == of(key, 2), "{key}: {found:?}");
                }
            }
        });
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(Table::new(3, Replacement::Always).is_none());
        assert!(Table::new(37, Replacement::Always).is_none());
    }
}
