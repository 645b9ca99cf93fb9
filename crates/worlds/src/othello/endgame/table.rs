//! The solver's own transposition table: bounds of exact scores, keyed by both bitboards.
//!
//! Two positions share a bucket of one cache line; all threads of a solve read and write them without locks. A bound
//! holds for the rest of the game, so neither depth nor window is needed to use it. When a bucket is full, what took the
//! fewest nodes is lost; what an older solve left goes first. Most positions are near the end, and come again soon or
//! never: they have a small part of the table, which stays in the processor's cache.
//! Not here: the table of depth-limited searches, which is in `search`.

use std::cmp::Ordering;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::options::Selectivity;
use crate::othello::board::Board;
use searchlab_search::prefetch::prefetch;

/// The bounds of the score of a position, and its hash moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// It is at least this.
    pub(super) lower: i32,
    /// It is at most this.
    pub(super) upper: i32,
    /// Squares of the move that was best when the position was last searched, and of the one before; 64 for none.
    pub(super) best: [u8; 2],
}

impl Known {
    pub(super) const NOTHING: Self = Self { lower: -64, upper: 64, best: [64; 2] };
}

/// All that is known of a position but which one it is; as a number, the data word of its slot.
#[derive(Debug, Clone, Copy)]
struct Entry {
    lower: i8,
    upper: i8,
    best: [u8; 2],
    /// Logarithm of the nodes that it took, at most [`HEAVIEST`].
    weight: u8,
    /// That of the search that found the bounds, as a number.
    selectivity: u8,
    /// The solve that wrote it.
    age: u8,
    /// The end of the position's number.
    check: u16,
}

/// Most empty squares of positions near the end, and the binary logarithm of the number of buckets that they have, the
/// first ones of the table: 1 MiB. Anywhere in the table, they saved one node of sixty, or of thirty with 25 empty squares,
/// and a sixth of the time went to waiting for memory.
const NEAR_END: u32 = 10;
const NEAR_END_BITS: u32 = 14;

/// Bits of the logarithm of nodes.
const WEIGHT_BITS: u32 = 5;
const HEAVIEST: u8 = (1 << WEIGHT_BITS) - 1;

impl Entry {
    /// The word of an empty slot, which no position has: one that was searched has a weight.
    const EMPTY: u64 = 0;

    #[inline(always)]
    const fn pack(self) -> u64 {
        let [low, high] = self.check.to_le_bytes();
        let how = self.weight | self.selectivity << WEIGHT_BITS;
        let bounds = [self.lower as u8, self.upper as u8];
        u64::from_le_bytes([bounds[0], bounds[1], self.best[0], self.best[1], how, self.age, low, high])
    }

    #[inline(always)]
    const fn unpack(word: u64) -> Self {
        let [lower, upper, first, second, how, age, low, high] = word.to_le_bytes();
        let (lower, upper) = (lower as i8, upper as i8);
        let (weight, selectivity) = (how & HEAVIEST, how >> WEIGHT_BITS);
        Self { lower, upper, best: [first, second], weight, selectivity, age, check: u16::from_le_bytes([low, high]) }
    }
}

/// A place for a position. Three words are written one after the other, so another thread may read, or write between,
/// some of them. Each bitboard is stored combined with the data, and the data with a part of the position's number: of
/// words that do not belong together comes another position, which is not found (Hyatt, Mann, ICGA Journal 25(1) (2002),
/// for one word of key).
#[derive(Debug)]
struct Slot {
    own: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    const fn empty() -> Self {
        Self { own: AtomicU64::new(0), opponent: AtomicU64::new(0), data: AtomicU64::new(Entry::EMPTY) }
    }

    #[inline(always)]
    fn data(&self) -> u64 {
        self.data.load(Relaxed)
    }

    /// The data, if it is that of a position.
    #[inline(always)]
    fn find(&self, board: Board, check: u16) -> Option<Entry> {
        let data = self.data();
        if self.own.load(Relaxed) ^ data != board.own {
            return None;
        }
        if self.opponent.load(Relaxed) ^ data.rotate_left(32) != board.opponent || (data >> 48) as u16 != check {
            return None;
        }
        Some(Entry::unpack(data))
    }

    #[inline(always)]
    fn write(&self, board: Board, entry: Entry) {
        let data = entry.pack();
        self.own.store(board.own ^ data, Relaxed);
        self.opponent.store(board.opponent ^ data.rotate_left(32), Relaxed);
        self.data.store(data, Relaxed);
    }
}

#[derive(Debug)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

impl Bucket {
    const fn empty() -> Self {
        Self([Slot::empty(), Slot::empty()])
    }
}

/// The result of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// Another position was lost.
    pub(super) is_lost: bool,
    /// The same was known already, or more.
    pub(super) was_known: bool,
}

/// The bounds that solves have found. It may be kept from one position to the next. The threads of one solve share it
/// without locks.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Most bits that a table may have.
    pub(crate) const MAX_BITS: u32 = 36;

    /// A table of 2^`bits` buckets of two positions, at most 2^`MAX_BITS`.
    pub fn new(bits: u32) -> Self {
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits.min(Self::MAX_BITS), Bucket::empty);
        Self { buckets, age: 0 }
    }

    /// The same, and `None` if there is not enough memory or there are too many bits.
    pub(crate) fn try_new(bits: u32) -> Option<Self> {
        if bits > Self::MAX_BITS {
            return None;
        }
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(1 << bits).ok()?;
        buckets.resize_with(1 << bits, Bucket::empty);
        Some(Self { buckets, age: 0 })
    }

    /// Bytes that a table of 2^`bits` buckets holds.
    pub const fn bytes_of(bits: u32) -> u64 {
        (size_of::<Bucket>() as u64) << if bits < Self::MAX_BITS { bits } else { Self::MAX_BITS }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::empty);
        self.age = 0;
    }

    /// Begins a new solve.
    pub(super) fn next_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// A number that stands for the position.
    #[inline(always)]
    pub(super) fn hash(board: Board) -> u64 {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline(always)]
    fn bucket(&self, hash: u64, board: Board) -> &Bucket {
        let most = if board.empties() <= NEAR_END { (1 << NEAR_END_BITS) - 1 } else { usize::MAX };
        &self.buckets[(hash >> 20) as usize & most & (self.buckets.len() - 1)]
    }

    /// Says that a position will soon be looked up.
    #[inline(always)]
    pub(super) fn announce(&self, board: Board) {
        prefetch(self.bucket(Self::hash(board), board));
    }

    /// Probes the table for a position. Bounds of a search that left out more are not told.
    #[inline(always)]
    pub(super) fn find(&self, board: Board, selectivity: Selectivity) -> Option<Known> {
        let hash = Self::hash(board);
        let entry = self.bucket(hash, board).0.iter().find_map(|slot| slot.find(board, hash as u16))?;
        if entry.selectivity < selectivity as u8 {
            return Some(Known { best: entry.best, ..Known::NOTHING });
        }
        Some(Known { lower: i32::from(entry.lower), upper: i32::from(entry.upper), best: entry.best })
    }

    /// Notes the bounds of a score, the square of the best move (64 for none), and how many nodes it took.
    #[inline]
    pub(super) fn store(
        &self,
        board: Board,
        (lower, upper): (i32, i32),
        best: u8,
        nodes: u64,
        selectivity: Selectivity,
    ) -> Stored {
        let hash = Self::hash(board);
        let check = hash as u16;
        let slots = &self.bucket(hash, board).0;
        let (lower, upper, age) = (lower as i8, upper as i8, self.age);
        let (weight, selectivity) =
            (nodes.checked_ilog2().map_or(0, |log| log + 1).min(HEAVIEST.into()) as u8, selectivity as u8);
        for slot in slots {
            if let Some(known) = slot.find(board, check) {
                let was_known = known.selectivity >= selectivity && known.lower >= lower && known.upper <= upper;
                let is_new = best != known.best[0] && best < 64;
                let joined = (known.lower.max(lower), known.upper.min(upper));
                // A selective search may contradict itself: then the last word holds.
                let (lower, upper) = match known.selectivity.cmp(&selectivity) {
                    Ordering::Less => (lower, upper),
                    Ordering::Equal => {
                        if joined.0 <= joined.1 {
                            joined
                        } else {
                            (lower, upper)
                        }
                    }
                    Ordering::Greater => (known.lower, known.upper),
                };
                let entry = Entry {
                    lower,
                    upper,
                    selectivity: known.selectivity.max(selectivity),
                    best: if is_new { [best, known.best[0]] } else { known.best },
                    weight: known.weight.max(weight),
                    age,
                    check,
                };
                slot.write(board, entry);
                return Stored { is_lost: false, was_known };
            }
        }
        let held = [slots[0].data(), slots[1].data()];
        let [first, second] = held.map(|data| {
            let entry = Entry::unpack(data);
            (entry.age == age, entry.weight)
        });
        let at = usize::from(second < first);
        let (victim, is_lost) = (&slots[at], held[at] != Entry::EMPTY);
        victim.write(board, Entry { lower, upper, best: [best, 64], weight, selectivity, age, check });
        Stored { is_lost, was_known: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Selectivity = Selectivity::Exact;

    const fn board(own: u64) -> Board {
        Board { own, opponent: 1 << 63 }
    }

    #[test]
    fn bounds_of_one_position_are_joined() {
        let table = Table::new(4);
        assert!(table.find(board(1), EXACT).is_none());
        assert!(!table.store(board(1), (4, 64), 3, 10, EXACT).was_known);
        assert!(!table.store(board(1), (-64, 10), 5, 10, EXACT).was_known);
        let known = table.find(board(1), EXACT).expect("stored");
        assert_eq!((known.lower, known.upper, known.best), (4, 10, [5, 3]));
        assert!(table.store(board(1), (2, 64), 5, 10, EXACT).was_known);
    }

    #[test]
    fn bounds_are_told_to_searches_that_leave_out_as_much() {
        let table = Table::new(4);
        table.store(board(1), (6, 64), 3, u64::MAX, Selectivity::P95);
        let bounds = |selectivity| {
            let known = table.find(board(1), selectivity).expect("stored");
            assert_eq!(known.best[0], 3);
            (known.lower, known.upper)
        };
        assert_eq!([Selectivity::P73, Selectivity::P95, EXACT].map(bounds), [(6, 64), (6, 64), (-64, 64)]);
        // Of a contradiction the last holds, and what is proved before all.
        table.store(board(1), (-64, 4), 3, 1, Selectivity::P95);
        assert_eq!(bounds(Selectivity::P95), (-64, 4));
        table.store(board(1), (8, 64), 3, 1, EXACT);
        table.store(board(1), (-64, 4), 3, 1, Selectivity::P95);
        assert_eq!([Selectivity::P95, EXACT].map(bounds), [(8, 64), (8, 64)]);
    }

    #[test]
    fn the_cheapest_is_lost_and_old_ones_before() {
        let mut table = Table::new(0);
        table.next_age();
        assert!(!table.store(board(1), (0, 0), 64, 1000, EXACT).is_lost);
        assert!(!table.store(board(2), (0, 0), 64, 10, EXACT).is_lost);
        assert!(table.store(board(4), (0, 0), 64, 5, EXACT).is_lost);
        assert!(table.find(board(1), EXACT).is_some() && table.find(board(2), EXACT).is_none());
        table.next_age();
        assert!(!table.store(board(4), (0, 0), 64, 5, EXACT).is_lost, "known already");
        assert!(table.store(board(8), (0, 0), 64, 1, EXACT).is_lost);
        assert!(table.find(board(1), EXACT).is_none() && table.find(board(4), EXACT).is_some());
    }

    /// Every mixture of the words of two entries, as another thread may find them.
    #[test]
    fn torn_entries_are_not_found() {
        let hash = |board| Table::hash(board) as u16;
        let entry = |board, lower| Entry {
            lower,
            upper: 64,
            best: [3, 64],
            weight: 9,
            selectivity: EXACT as u8,
            age: 1,
            check: hash(board),
        };
        let boards = [Board { own: 0x11, opponent: 0xee00 }, Board { own: 0x10, opponent: 0xee01 }];
        for lowers in [[0, 0], [0, 2]] {
            let slots = [0, 1].map(|at| {
                let slot = Slot::empty();
                slot.write(boards[at], entry(boards[at], lowers[at]));
                slot
            });
            for mixture in 1..7 {
                let of = |bit: usize| &slots[mixture >> bit & 1];
                let torn = Slot {
                    own: AtomicU64::new(of(0).own.load(Relaxed)),
                    opponent: AtomicU64::new(of(1).opponent.load(Relaxed)),
                    data: AtomicU64::new(of(2).data()),
                };
                let crossed = [0, 1].map(|at: usize| Board { own: boards[at].own, opponent: boards[1 - at].opponent });
                for board in boards.into_iter().chain(crossed) {
                    assert!(torn.find(board, hash(board)).is_none(), "{mixture} {board:?}");
                }
            }
        }
    }

    /// Two threads write and read a table of one bucket: what is found is what was written of that position.
    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = Table::new(0);
        let write_and_read = |from: u64| {
            for round in 0..20_000 {
                let of = |number: u64| board(1 + number % 5);
                let number = from + round;
                let score = (number % 5) as i32 * 2;
                table.store(of(number), (score, score), (number % 5) as u8, 1 + number % 3, EXACT);
                for other in 0..5 {
                    if let Some(known) = table.find(of(other), EXACT) {
                        let score = other as i32 * 2;
                        assert_eq!((known.lower, known.upper, known.best[0]), (score, score, other as u8));
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for from in 0..3 {
                scope.spawn(move || write_and_read(from));
            }
        });
    }

    #[test]
    fn sizes() {
        assert_eq!(Table::new(3).bytes(), 512);
        assert_eq!(Table::bytes_of(3), 512);
    }
}
