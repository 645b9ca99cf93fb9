//! The end of the game.

use super::Measure;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// 1 for the side that has more discs when neither can move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Win;

impl Measure for Win {
    const NAME: &'static str = "win";
    const SUMMARY: &'static str = "1 if the game is over and won; with a weight, it makes the value of finished games";
    const MOST: i32 = 1;

    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        let is_over = kernel.moves(board) == 0 && kernel.moves(board.passed()) == 0;
        i32::from(is_over && board.difference() > 0)
    }
}
