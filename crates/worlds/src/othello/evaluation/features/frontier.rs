//! Frontier discs: those that touch an empty square.

use super::Measure;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// Discs next to an empty square. They give the other side moves, so their weight is usually negative.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frontier;

impl Measure for Frontier {
    const NAME: &'static str = "frontier";
    const SUMMARY: &'static str = "discs with an empty square among their up to eight neighbours";
    const MOST: i32 = 64;

    #[inline]
    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        (board.own & neighbourhood(board.empty())).count_ones() as i32
    }
}

/// The squares of a set and all their neighbours.
#[inline(always)]
pub(super) const fn neighbourhood(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let columns = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    columns | columns << 8 | columns >> 8
}
