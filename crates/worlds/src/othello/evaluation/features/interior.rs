//! Discs that touch no empty square.

use super::Measure;
use super::frontier::neighbourhood;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// Discs without an empty square next to them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interior;

impl Measure for Interior {
    const NAME: &'static str = "interior";
    const SUMMARY: &'static str = "discs without an empty square among their up to eight neighbours";
    const MOST: i32 = 64;

    #[inline]
    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        (board.own & !neighbourhood(board.empty())).count_ones() as i32
    }
}
