//! The portable kernel: nothing but 64-bit integers, and the vectors that every WebAssembly module may have.

use super::Kernel;
use super::batch::{self, Lanes};
use super::rays::RAYS;
use crate::othello::board::{Board, Square};

/// Fills by shifting for the moves, rays for the flips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable;

/// Shift of each of four directions (the other four are the same the other way), and the squares across which a fill
/// in that direction may pass: not the left and right edges, where it would leave the row.
pub(super) const DIRECTIONS: [(u32, u64); 4] =
    [(1, 0x7e7e_7e7e_7e7e_7e7e), (8, u64::MAX), (7, 0x7e7e_7e7e_7e7e_7e7e), (9, 0x7e7e_7e7e_7e7e_7e7e)];

impl Kernel for Portable {
    const NAME: &'static str = "portable";

    // Where most processors have a better kernel, this one is to be small; it is as fast so.
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    fn moves(self, board: Board) -> u64 {
        batch::moves_of_one(board.own, board.opponent)
    }

    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    fn flips(self, board: Board, square: Square) -> u64 {
        let rays = &RAYS[square.index()];
        let mut flips = 0;
        for pair in 0..4 {
            // Up: the first square without a disc to turn is the lowest bit. If it holds an own disc, what lies below it
            // is turned.
            let ray = rays.up[pair];
            let rest = ray & !board.opponent;
            let end = rest & rest.wrapping_neg() & board.own;
            flips |= ray & end.wrapping_sub(u64::from(end != 0));
            // Down: likewise the highest bit; what lies above it is what twice its negative holds. If there is none, the
            // shift is by 0, and twice the highest bit of all is nothing.
            let ray = rays.down[pair];
            let rest = ray & !board.opponent;
            let end = H8.wrapping_shr(rest.leading_zeros()) & board.own;
            flips |= ray & (end.wrapping_neg() << 1);
        }
        flips
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn line_counts(self, board: Board) -> super::LineCounts {
        super::lines_simd128::line_counts(board)
    }

    // Registers of two lanes fill more slowly than one ray after the other is looked up.
    #[inline(always)]
    fn flips_on_eight(self, own: &Lanes, opponent: &Lanes, discs: &Lanes) -> Lanes {
        std::array::from_fn(|lane| {
            let board = Board { own: own[lane], opponent: opponent[lane] };
            Square::lowest(discs[lane]).map_or(0, |square| self.flips(board, square))
        })
    }
}

/// The set of the highest square.
const H8: u64 = 1 << 63;
