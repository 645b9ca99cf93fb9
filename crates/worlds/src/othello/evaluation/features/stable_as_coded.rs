//! Discs that a course report takes for stable, as it was coded.
//!
//! Source      The later, Python version of the course reports, which says itself that this is wrong.
//! Not here    Discs that can never be turned again (stable.rs).

use super::Measure;
use super::frontier::neighbourhood;
use super::squares::BORDER;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// Discs on the border, which can be turned along it, and discs whose neighbours all have their colour, which can be
/// turned once a neighbour is.
#[derive(Debug, Clone, Copy)]
pub(super) struct StableAsCoded;

impl Measure for StableAsCoded {
    const NAME: &'static str = "stable-as-coded";
    const SUMMARY: &'static str = "discs on the border, or with eight neighbours of their colour: many are not stable";
    const MOST: i32 = 64;

    #[inline]
    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        (board.own & (BORDER | !neighbourhood(!board.own))).count_ones() as i32
    }
}
