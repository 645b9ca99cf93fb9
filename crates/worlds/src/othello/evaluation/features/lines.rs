//! Mobility (legal moves), and discs that could be turned.
//!
//! Evaluations take both from [`Kernel::line_counts`] instead, which counts them together.

use super::Measure;
use crate::othello::board::Board;
use crate::othello::kernel::{Kernel, moves_and_flippable};

/// Legal moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mobility;

impl Measure for Mobility {
    const NAME: &'static str = "mobility";
    const SUMMARY: &'static str = "legal moves of each side, whoever is to move";
    const MOST: i32 = 60;

    #[inline(always)]
    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        kernel.moves(board).count_ones() as i32
    }
}

/// Discs of the other side in runs that could be turned. The course reports call it stability, though it counts the
/// opposite.
///
/// Each run of one colour, along any of the 46 lines, that lies between a disc of the other colour and an empty square
/// counts its length for that other colour. Such a run belongs to one legal move and one direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flippable;

impl Measure for Flippable {
    const NAME: &'static str = "flippable";
    const SUMMARY: &'static str = "discs of the other side in runs between an own disc and an empty square";
    /// A disc counts at most once along each of its four lines.
    const MOST: i32 = 4 * 64;

    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        moves_and_flippable(board).1 as i32
    }

    #[inline(always)]
    fn difference<K: Kernel>(kernel: K, board: Board) -> i32 {
        i32::from(kernel.line_counts(board).flippable)
    }
}
