//! The solver's own table: bounds of exact scores, keyed by both bit boards.
//!
//! Two positions share a bucket of one cache line. A bound holds for the rest of the game, so neither depth nor window
//! is needed to use it. When a bucket is full, what took the fewest nodes is lost; what an older solve left goes first.
//! Not here: the table of depth-limited searches, which is in `search`.

use super::prefetch::prefetch;
use crate::worlds::othello::board::Board;

/// What is known of the score of a position.
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

#[derive(Debug, Clone, Copy)]
struct Entry {
    board: Board,
    lower: i8,
    upper: i8,
    best: [u8; 2],
    /// Logarithm of the nodes that it took.
    weight: u8,
    /// The solve that wrote it.
    age: u8,
}

impl Entry {
    /// A board without discs has no moves, so it is never looked for.
    const EMPTY: Self =
        Self { board: Board { own: 0, opponent: 0 }, lower: -64, upper: 64, best: [64; 2], weight: 0, age: 0 };
}

#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// The bounds that solves have found. It may be kept from one position to the next.
#[derive(Debug, Clone)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Most bits that a table may have.
    pub const MAX_BITS: u32 = 36;

    /// A table of 2^`bits` buckets of two positions, at most 2^[`MAX_BITS`](Self::MAX_BITS).
    pub fn new(bits: u32) -> Self {
        Self { buckets: vec![Bucket([Entry::EMPTY; 2]); 1 << bits.min(Self::MAX_BITS)], age: 0 }
    }

    /// The same, and `None` if there is not enough memory or there are too many bits.
    pub fn try_new(bits: u32) -> Option<Self> {
        if bits > Self::MAX_BITS {
            return None;
        }
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(1 << bits).ok()?;
        buckets.resize(1 << bits, Bucket([Entry::EMPTY; 2]));
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
        self.buckets.fill(Bucket([Entry::EMPTY; 2]));
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
    fn index(&self, board: Board) -> usize {
        (Self::hash(board) >> 20) as usize & (self.buckets.len() - 1)
    }

    /// Says that a position will soon be looked up.
    #[inline(always)]
    pub(super) fn announce(&self, board: Board) {
        prefetch(&self.buckets[self.index(board)]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn find(&self, board: Board) -> Option<Known> {
        let bucket = &self.buckets[self.index(board)];
        let entry = bucket.0.iter().find(|entry| entry.board == board)?;
        Some(Known { lower: i32::from(entry.lower), upper: i32::from(entry.upper), best: entry.best })
    }

    /// Notes the bounds of a score, the square of the best move (64 for none), and how many nodes it took. Whether
    /// another position was lost by that.
    #[inline]
    pub(super) fn store(&mut self, board: Board, (lower, upper): (i32, i32), best: u8, nodes: u64) -> bool {
        let index = self.index(board);
        let age = self.age;
        let slots = &mut self.buckets[index].0;
        let weight = (64 - nodes.leading_zeros()) as u8;
        if let Some(known) = slots.iter_mut().find(|entry| entry.board == board) {
            known.lower = known.lower.max(lower as i8);
            known.upper = known.upper.min(upper as i8);
            if best != known.best[0] && best < 64 {
                known.best = [best, known.best[0]];
            }
            known.weight = known.weight.max(weight);
            known.age = age;
            return false;
        }
        let worth = |entry: &Entry| (entry.age == age, entry.weight);
        let victim = usize::from(worth(&slots[1]) < worth(&slots[0]));
        let is_lost = slots[victim].board != Entry::EMPTY.board;
        slots[victim] = Entry { board, lower: lower as i8, upper: upper as i8, best: [best, 64], weight, age };
        is_lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn board(own: u64) -> Board {
        Board { own, opponent: 1 << 63 }
    }

    #[test]
    fn bounds_of_one_position_are_joined() {
        let mut table = Table::new(4);
        assert!(table.find(board(1)).is_none());
        assert!(!table.store(board(1), (4, 64), 3, 10));
        assert!(!table.store(board(1), (-64, 10), 5, 10));
        let known = table.find(board(1)).expect("stored");
        assert_eq!((known.lower, known.upper, known.best), (4, 10, [5, 3]));
    }

    #[test]
    fn the_cheapest_is_lost_and_old_ones_before() {
        let mut table = Table::new(0);
        table.next_age();
        assert!(!table.store(board(1), (0, 0), 64, 1000));
        assert!(!table.store(board(2), (0, 0), 64, 10));
        assert!(table.store(board(4), (0, 0), 64, 5));
        assert!(table.find(board(1)).is_some() && table.find(board(2)).is_none());
        table.next_age();
        assert!(!table.store(board(4), (0, 0), 64, 5), "known already");
        assert!(table.store(board(8), (0, 0), 64, 1));
        assert!(table.find(board(1)).is_none() && table.find(board(4)).is_some());
    }

    #[test]
    fn sizes() {
        assert_eq!(Table::new(3).bytes(), 512);
        assert_eq!(Table::bytes_of(3), 512);
    }
}
