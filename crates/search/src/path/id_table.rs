//! A hash table of numbers: finds an entry of a list by what it holds.
//!
//! Idea        Open addressing over groups of eight slots. Each slot has a tag of eight bits, seven of them from the
//!             hash of its entry; the tags of a group are one word, compared by one operation. A probe reads an entry
//!             only where the tag is right.
//! Source      The Swiss tables of Abseil and hashbrown, with a word in place of a SIMD register; finding zero bytes:
//!             Knuth, The Art of Computer Programming 4A (2011), section 7.1.3.
//! Cost        Five bytes a slot; at most seven slots of eight are taken.
//! Not here    The entries, which the owner keeps in order of arrival; deletion.

use std::hash::{Hash, Hasher};

/// Numbers of entries, by hash.
#[derive(Debug, Clone, Default)]
pub(super) struct IdTable {
    /// The tags of each group, one a byte; 0 for a free slot. The number of groups is a power of two, or 0.
    tags: Vec<u64>,
    ids: Vec<[u32; SLOTS]>,
    len: usize,
}

/// Slots of a group.
const SLOTS: usize = 8;

/// The lowest bit of each byte.
const LOW: u64 = u64::MAX / 0xFF;
/// The highest bit of each byte, which is set in the tag of a taken slot.
const HIGH: u64 = LOW << 7;

/// The tag of an entry. The group comes from the lower end of the hash.
#[inline(always)]
const fn tag(hash: u64) -> u64 {
    hash >> 57 | 0x80
}

impl IdTable {
    /// The number of the entry with this hash for which `is_same` holds.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        self.probe(hash, is_same).ok()
    }

    /// Likewise; where there is none, a new entry comes in, and its number is that of the entries before it. `hash_of`
    /// gives their hashes again if the table has to grow.
    #[inline]
    pub(super) fn find_or_push(
        &mut self,
        hash: u64,
        is_same: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> Option<u32> {
        let mut group = match self.probe(hash, is_same) {
            Ok(id) => return Some(id),
            Err(group) => group,
        };
        if self.len == self.capacity() {
            self.grow(hash_of);
            group = self.group_with_room(hash);
        }
        self.put(group, hash, u32::try_from(self.len).expect("memory ends before the numbers do"));
        self.len += 1;
        None
    }

    /// The number of the entry; if there is none, the group where it would stand.
    #[inline(always)]
    fn probe(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        if self.tags.is_empty() {
            return Err(0);
        }
        let wanted = tag(hash) * LOW;
        let mut group = hash as usize & (self.tags.len() - 1);
        loop {
            let tags = self.tags[group];
            let difference = tags ^ wanted;
            // The zero bytes, and perhaps some above the first of them that `is_same` sorts out.
            let mut candidates = difference.wrapping_sub(LOW) & !difference & HIGH;
            while candidates != 0 {
                let id = self.ids[group][candidates.trailing_zeros() as usize / 8];
                if is_same(id) {
                    return Ok(id);
                }
                candidates &= candidates - 1;
            }
            if tags & HIGH != HIGH {
                return Err(group);
            }
            group = (group + 1) & (self.tags.len() - 1);
        }
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let groups = (2 * self.tags.len()).max(1);
        *self = Self { tags: vec![0; groups], ids: vec![[0; SLOTS]; groups], len: self.len };
        for id in 0..self.len as u32 {
            let hash = hash_of(id);
            self.put(self.group_with_room(hash), hash, id);
        }
    }

    #[inline(always)]
    fn group_with_room(&self, hash: u64) -> usize {
        let mut group = hash as usize & (self.tags.len() - 1);
        while self.tags[group] & HIGH == HIGH {
            group = (group + 1) & (self.tags.len() - 1);
        }
        group
    }

    #[inline(always)]
    fn put(&mut self, group: usize, hash: u64, id: u32) {
        let slot = (!self.tags[group] & HIGH).trailing_zeros() as usize / 8;
        self.tags[group] |= tag(hash) << (8 * slot);
        self.ids[group][slot] = id;
    }

    /// Forgets all entries and keeps the memory.
    pub(super) fn clear(&mut self) {
        if self.len > 0 {
            self.tags.fill(0);
            self.len = 0;
        }
    }

    const fn capacity(&self) -> usize {
        self.tags.len() * (SLOTS - 1)
    }

    /// Bytes held until `more` entries have come, at most: while the table grows, the old one and one of twice its size
    /// stand side by side.
    pub(super) fn needed(&self, more: usize) -> u64 {
        let held = size_of_val(self.tags.as_slice()) + size_of_val(self.ids.as_slice());
        (if self.len + more > self.capacity() { 3 * held } else { held }) as u64
    }
}

/// The hash of a value: each word of it is added and multiplied, and the best mixed bits go to both ends.
#[inline(always)]
pub(super) fn hash_one(value: impl Hash) -> u64 {
    let mut hasher = Multiplier(0);
    value.hash(&mut hasher);
    hasher.finish()
}

/// As `FxHasher` of rustc does it; for a single word and a table this is the multiplicative hashing of Knuth 3, 6.4.
struct Multiplier(u64);

impl Hasher for Multiplier {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // The multiplier is of Steele, Vigna, Software: Practice and Experience 52(2) (2022).
            self.0 = self.0.wrapping_add(u64::from_le_bytes(word)).wrapping_mul(0xF135_7AEA_2E62_A9C5);
        }
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list without duplicates, once with well spread hashes and once with but three of them.
    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        for hash in [|number: u32| hash_one(number), |number: u32| u64::from(number % 3)] {
            let (mut table, mut list) = (IdTable::default(), Vec::new());
            let find =
                |table: &IdTable, list: &[u32], number| table.find(hash(number), |id| list[id as usize] == number);
            let push = |table: &mut IdTable, list: &[u32], number| {
                let (is_same, hash_of) = (|id| list[id as usize] == number, |id| hash(list[id as usize]));
                table.find_or_push(hash(number), is_same, hash_of)
            };
            for round in 0..2 {
                for number in (0..3000).map(|number| number * 7 + round) {
                    assert_eq!(find(&table, &list, number), None);
                    assert_eq!(push(&mut table, &list, number), None);
                    list.push(number);
                    assert_eq!(push(&mut table, &list, number), Some(list.len() as u32 - 1));
                    assert_eq!(find(&table, &list, number), Some(list.len() as u32 - 1));
                    assert_eq!(find(&table, &list, list[list.len() / 2]), Some(list.len() as u32 / 2));
                    assert_eq!(find(&table, &list, number + 1), None);
                }
                table.clear();
                list.clear();
            }
        }
    }

    /// Slots are as many as the least power of two that leaves an eighth free, at five bytes each.
    #[test]
    fn knows_the_bytes_that_it_needs() {
        let mut table = IdTable::default();
        assert_eq!(table.needed(1), 0);
        let push = |table: &mut IdTable, number: u32| table.find_or_push(hash_one(number), |id| id == number, hash_one);
        for number in 0..7 {
            push(&mut table, number);
        }
        assert_eq!((table.needed(0), table.needed(1)), (40, 120));
        push(&mut table, 7);
        assert_eq!((table.needed(6), table.needed(7)), (80, 240));
    }

    /// A hash is more than a sum of its words.
    #[test]
    fn hashes_tell_orders_apart() {
        assert_ne!(hash_one((1_u64, 2_u64)), hash_one((2_u64, 1_u64)));
        assert_ne!(hash_one([1_u8, 0]), hash_one([0_u8, 1]));
    }
}
