//! Parity: which quadrants of the board have an odd number of empty squares.
//!
//! The side that moves first into an odd region is likely to move last in it. The quadrants stand for the regions: they
//! cost a dozen instructions, and they order as well.

use crate::othello::board::Square;

/// The quadrant of a square, 0 to 3.
#[inline(always)]
pub(super) const fn quadrant(square: Square) -> usize {
    let number = square.index();
    (number >> 2 & 1) | (number >> 4 & 2)
}

/// All squares of the quadrants with an odd number of empty squares.
#[inline(always)]
pub(in crate::othello) const fn odd_quadrants(empty: u64) -> u64 {
    // Fold rows of four into their first bit, then four rows into the first.
    let mut fold = empty ^ empty >> 1;
    fold ^= fold >> 2;
    fold ^= fold >> 8;
    fold ^= fold >> 16;
    (fold & 0x0000_0011_0000_0011).wrapping_mul(0x0f0f_0f0f)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::*;
    use crate::othello::board::squares;

    #[test]
    fn odd_quadrants_hold_an_odd_number() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let empty = (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
            let mut counts = [0; 4];
            squares(empty).for_each(|square| counts[quadrant(square)] += 1);
            for square in squares(u64::MAX) {
                assert_eq!(odd_quadrants(empty) & square.bit() != 0, counts[quadrant(square)] % 2 == 1);
            }
        }
    }
}
