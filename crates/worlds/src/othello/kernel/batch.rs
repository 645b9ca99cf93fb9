//! Eight boards at once, one in each lane: for whoever has many boards and can wait for the eighth.
//!
//! Idea    A register holds one board a lane instead of one direction a lane: nothing is spent on collecting directions,
//!         and shifts are by constants. Fills are parallel prefixes (Kogge & Stone 1973), to the right a sum.
//! Cost    About 90 operations for the moves of eight boards and 100 for the flips, without tables and branches.
//!
//! These are plain loops over lanes, which the compiler turns into whatever vector instructions
//! [`Kernel::call`](super::Kernel::call) allows; use them through the methods of the kernel.

use crate::othello::board::Board;

/// One set of squares for each of eight boards.
pub(crate) type Lanes = [u64; 8];

/// All but the left and right edges, where a fill would leave the row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Moves that are to be made, each with its board, first in, first out.
///
/// Moves are taken from the other end than the one where they are put, because what was stored in parts a moment ago
/// is slow to load as a whole.
#[derive(Debug)]
pub struct Queue {
    pub(super) own: Box<[u64; Queue::CAPACITY]>,
    pub(super) opponent: Box<[u64; Queue::CAPACITY]>,
    pub(super) discs: Box<[u64; Queue::CAPACITY]>,
    pub(super) begin: usize,
    pub(super) end: usize,
}

impl Default for Queue {
    fn default() -> Self {
        let empty = || Box::new([0; Self::CAPACITY]);
        Self { own: empty(), opponent: empty(), discs: empty(), begin: 0, end: 0 }
    }
}

impl Queue {
    /// Places in a queue. Sixteen boards have 16 * 62 moves at most, as a board on which there is a move holds two discs
    /// or more; so there is place for them, for seven moves before, and for what is written ahead.
    pub(crate) const CAPACITY: usize = 1024;

    /// Number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.end - self.begin
    }

    /// True if there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.begin == self.end
    }

    /// Adds the moves in a set, each with the same board.
    ///
    /// # Panics
    ///
    /// If there is no place.
    #[inline(always)]
    pub fn push(&mut self, board: Board, moves: u64) {
        let mut rest = moves;
        let mut at = self.end;
        while rest != 0 {
            *chunk(&mut self.own, at) = [board.own; STEP];
            *chunk(&mut self.opponent, at) = [board.opponent; STEP];
            for disc in chunk(&mut self.discs, at) {
                *disc = rest & rest.wrapping_neg();
                rest &= rest.wrapping_sub(1);
            }
            at += STEP;
        }
        self.end += moves.count_ones() as usize;
    }

    /// Takes the first eight moves, or all if there are less, filled up with empty boards: their number, then own discs,
    /// those of the opponent and the disc to be placed.
    #[inline(always)]
    pub fn pop(&mut self) -> (usize, [Lanes; 3]) {
        let count = self.len().min(8);
        let mut lanes = [[0; 8]; 3];
        for (lanes, from) in lanes.iter_mut().zip([&self.own, &self.opponent, &self.discs]) {
            let from = &from[self.begin..];
            if let (8, Some(eight)) = (count, from.first_chunk()) {
                *lanes = *eight;
            } else {
                lanes[..count].copy_from_slice(&from[..count]);
            }
        }
        self.begin += count;
        (count, lanes)
    }

    /// Moves what is left to the front, to make place.
    #[inline(always)]
    pub(crate) fn close_up(&mut self) {
        if self.begin != 0 {
            for places in [&mut self.own, &mut self.opponent, &mut self.discs] {
                places.copy_within(self.begin..self.end, 0);
            }
            (self.begin, self.end) = (0, self.len());
        }
    }
}

/// Places that [`Queue::push`] writes at once, needed or not: most boards have fewer moves, and a loop over just those
/// that there are would be left at a place that no processor foresees.
const STEP: usize = 12;

#[inline(always)]
fn chunk(places: &mut [u64; Queue::CAPACITY], at: usize) -> &mut [u64; STEP] {
    places[at..].first_chunk_mut().expect("the queue has a place")
}

/// The legal moves of eight boards.
#[inline(always)]
pub(super) fn moves(own: &Lanes, opponent: &Lanes) -> Lanes {
    let mut moves = [0; 8];
    for lane in 0..8 {
        moves[lane] = moves_of_one(own[lane], opponent[lane]);
    }
    moves
}

/// The flips of a disc on each of eight boards.
#[inline(always)]
pub(super) fn flips(own: &Lanes, opponent: &Lanes, discs: &Lanes) -> Lanes {
    let mut flips = [0; 8];
    for lane in 0..8 {
        flips[lane] = flips_on_one(own[lane], opponent[lane], discs[lane]);
    }
    flips
}

/// The legal moves of one board.
#[inline(always)]
pub(super) fn moves_of_one(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    // A one added to the left end of a run of discs comes out behind its right end.
    let right = inner.wrapping_add(inner & (own << 1));
    let left = fill::<false, 1>(own, inner) >> 1;
    let others = both::<8>(own, opponent) | both::<7>(own, inner) | both::<9>(own, inner);
    (right | left | others) & !(own | opponent)
}

#[inline(always)]
fn flips_on_one(own: u64, opponent: u64, disc: u64) -> u64 {
    let inner = opponent & INNER;
    let right_of_disc = disc << 1;
    let end = inner.wrapping_add(right_of_disc) & own;
    let right = if end == 0 { 0 } else { end.wrapping_sub(right_of_disc) };
    right
        | bounded::<false, 1>(own, inner, disc)
        | bounded::<true, 8>(own, opponent, disc)
        | bounded::<false, 8>(own, opponent, disc)
        | bounded::<true, 7>(own, inner, disc)
        | bounded::<false, 7>(own, inner, disc)
        | bounded::<true, 9>(own, inner, disc)
        | bounded::<false, 9>(own, inner, disc)
}

/// The squares behind those that are filled in both senses.
#[inline(always)]
fn both<const SHIFT: u32>(own: u64, through: u64) -> u64 {
    fill::<true, SHIFT>(own, through) << SHIFT | fill::<false, SHIFT>(own, through) >> SHIFT
}

/// The squares that are filled from `disc`, if an own disc lies behind it.
#[inline(always)]
fn bounded<const UP: bool, const SHIFT: u32>(own: u64, through: u64, disc: u64) -> u64 {
    let fill = fill::<UP, SHIFT>(disc, through);
    if shift::<UP>(fill, SHIFT) & own == 0 { 0 } else { fill }
}

/// The squares of `through` that are reached from `start` in one direction without a gap; six at most.
#[inline(always)]
fn fill<const UP: bool, const SHIFT: u32>(start: u64, through: u64) -> u64 {
    let through_two = through & shift::<UP>(through, SHIFT);
    let mut fill = through & shift::<UP>(start, SHIFT);
    fill |= through & shift::<UP>(fill, SHIFT);
    fill |= through_two & shift::<UP>(fill, 2 * SHIFT);
    fill | through_two & shift::<UP>(fill, 2 * SHIFT)
}

#[inline(always)]
fn shift<const UP: bool>(set: u64, by: u32) -> u64 {
    if UP { set << by } else { set >> by }
}
