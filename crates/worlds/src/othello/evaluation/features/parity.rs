//! Regions of an odd number of empty squares.
//!
//! Idea        If both sides fill a region in turn and nobody passes, the side that enters an odd region also makes
//!             the last move there, which nothing answers. So an odd region is worth having for a side that can
//!             enter it. Where only one side can, the region is that side's, also later: it may wait.
//! Source      Parity of regions as players teach it; Rose, Othello: A Minute to Learn... A Lifetime to Master (2005).
//! Guarantees  Who moves next does not count, as in every feature. So a region that both sides can enter, whose last
//!             move falls to the side whose turn it is, gives both the same and adds nothing; nor does one that
//!             neither can enter. Regions of an even size do not count.

use super::Measure;
use super::frontier::neighbourhood;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// Odd regions that a side can enter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parity;

impl Measure for Parity {
    const NAME: &'static str = "parity";
    const SUMMARY: &'static str =
        "regions of an odd number of touching empty squares in which the side has a legal move";
    /// No more than 16 squares can stand without touching.
    const MOST: i32 = 16;

    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        odd_regions(board.empty(), kernel.moves(board), 0)
    }

    fn difference<K: Kernel>(kernel: K, board: Board) -> i32 {
        odd_regions(board.empty(), kernel.moves(board), kernel.moves(board.passed()))
    }
}

/// Counts the regions of odd size that hold one of `moves`, less those that hold one of `replies`; both are empty
/// squares.
fn odd_regions(empty: u64, moves: u64, replies: u64) -> i32 {
    let (mut rest, mut sum) = (moves | replies, 0);
    while rest != 0 {
        let mut region = rest & rest.wrapping_neg();
        loop {
            let wider = neighbourhood(region) & empty;
            if wider == region {
                break;
            }
            region = wider;
        }
        if region.count_ones() & 1 == 1 {
            sum += i32::from(region & moves != 0) - i32::from(region & replies != 0);
        }
        rest &= !region;
    }
    sum
}
