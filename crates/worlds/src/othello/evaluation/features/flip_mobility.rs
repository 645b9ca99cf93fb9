//! Legal moves, each counted as often as it turns discs.
//!
//! A move turns, in each direction, one run between an own disc and the empty square that it takes; so the sum over
//! the moves is what `flippable` counts run by run. Both names stand for one number: the course reports arrive at it
//! from two sides.

use super::{Flippable, Measure};
use crate::othello::board::{Board, squares};
use crate::othello::kernel::Kernel;

/// Mobility weighted by the discs that each move turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlipMobility;

impl Measure for FlipMobility {
    const NAME: &'static str = "flip-mobility";
    const SUMMARY: &'static str = "legal moves, each counted once for each disc that it turns; equals flippable";
    const MOST: i32 = Flippable::MOST;

    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        squares(kernel.moves(board)).map(|square| kernel.flips(board, square).count_ones() as i32).sum()
    }

    #[inline(always)]
    fn difference<K: Kernel>(kernel: K, board: Board) -> i32 {
        Flippable::difference(kernel, board)
    }
}
