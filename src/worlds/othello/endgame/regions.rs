//! Parity: which quadrants of the board have an odd number of empty squares.
//!
//! Who moves first into an odd region is likely to move last in it. The quadrants stand for the regions: they cost a
//! dozen instructions, and they order as well.

use crate::worlds::othello::board::Square;

/// The quadrant of a square, 0 to 3.
#[inline(always)]
pub(super) const fn quadrant(square: Square) -> usize {
    let number = square.index();
    (number >> 2 & 1) | (number >> 4 & 2)
}

/// All squares of the quadrants with an odd number of empty squares.
#[inline(always)]
pub(super) const fn odd_quadrants(empty: u64) -> u64 {
    // Fold rows of four into their first bit, then four rows into the first.
    let mut fold = empty ^ empty >> 1;
    fold ^= fold >> 2;
    fold ^= fold >> 8;
    fold ^= fold >> 16;
    (fold & 0x0000_0011_0000_0011).wrapping_mul(0x0f0f_0f0f)
}
