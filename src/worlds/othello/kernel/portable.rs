//! The way that needs nothing but 64-bit integers.

use super::Kernel;
use crate::worlds::othello::board::{Board, Square};

/// Fills by shifting, one direction after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable;

/// Shift of each of four directions (the other four are the same the other way), and the squares across which a fill
/// in that direction may pass: not the left and right edges, where it would leave the row.
pub(super) const DIRECTIONS: [(u32, u64); 4] =
    [(1, 0x7e7e_7e7e_7e7e_7e7e), (8, u64::MAX), (7, 0x7e7e_7e7e_7e7e_7e7e), (9, 0x7e7e_7e7e_7e7e_7e7e)];

impl Kernel for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        let mut moves = 0;
        for (shift, inner) in DIRECTIONS {
            let through = board.opponent & inner;
            let mut up = through & (board.own << shift);
            let mut down = through & (board.own >> shift);
            for _ in 0..5 {
                up |= through & (up << shift);
                down |= through & (down >> shift);
            }
            moves |= up << shift | down >> shift;
        }
        moves & board.empty()
    }

    #[inline(always)]
    fn flips(self, board: Board, square: Square) -> u64 {
        let disc = square.bit();
        let mut flips = 0;
        for (shift, inner) in DIRECTIONS {
            let through = board.opponent & inner;
            let mut up = through & (disc << shift);
            let mut down = through & (disc >> shift);
            for _ in 0..5 {
                up |= through & (up << shift);
                down |= through & (down >> shift);
            }
            if (up << shift) & board.own != 0 {
                flips |= up;
            }
            if (down >> shift) & board.own != 0 {
                flips |= down;
            }
        }
        flips
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Move, Position};

    fn leaves(position: Position, depth: u32) -> u64 {
        let moves = position.moves();
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        moves.iter().map(|&mv: &Move| leaves(position.after(mv).expect("legal"), depth - 1)).sum()
    }

    /// Published, see any table of Othello perft.
    #[test]
    fn perft_of_the_start() {
        for (depth, count) in [4, 12, 56, 244, 1396, 8200].into_iter().enumerate() {
            assert_eq!(leaves(Position::INITIAL, depth as u32 + 1), count);
        }
    }
}
