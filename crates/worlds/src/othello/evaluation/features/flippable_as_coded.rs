//! Discs that could be turned, as the framework of the course reports counts them.
//!
//! It keeps each diagonal in a word of eight squares, one a row, and leaves those that a short diagonal has not got
//! empty. So a run that ends at the left or the right side counts as if an empty square came after it, though no move
//! turns it; one that ends at the top or the bottom does not.
//!
//! Source      The Java framework of the course reports.
//! Not here    The discs that moves turn (lines.rs).

use super::{Flippable, Measure};
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;

/// [`Flippable`], and the runs of diagonals between an own disc and the left or the right side.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlippableAsCoded;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;

/// The four ways to leave the board at a side: rows and columns of a step as a shift, the side, the row after which no
/// other comes.
const EXITS: [(i32, u64, u64); 4] = [(9, RIGHT, BOTTOM), (7, LEFT, BOTTOM), (-7, RIGHT, TOP), (-9, LEFT, TOP)];

impl Measure for FlippableAsCoded {
    const NAME: &'static str = "flippable-as-coded";
    const SUMMARY: &'static str = "flippable, and runs that end at the left or right side of a diagonal";
    const MOST: i32 = Flippable::MOST;

    fn count<K: Kernel>(kernel: K, board: Board) -> i32 {
        let beyond_sides: u32 = EXITS.iter().map(|&exit| ends_at_side(board, exit).count_ones()).sum();
        Flippable::count(kernel, board) + beyond_sides as i32
    }
}

/// The discs of the other side in runs that begin after an own disc and end at the side.
fn ends_at_side(board: Board, (shift, side, last_row): (i32, u64, u64)) -> u64 {
    let opposite = if side == LEFT { RIGHT } else { LEFT };
    let mut after_own = board.opponent & step(board.own & !side, shift);
    let mut before_side = board.opponent & side & !last_row;
    // A diagonal has eight squares at most.
    for _ in 0..6 {
        after_own |= board.opponent & step(after_own & !side, shift);
        before_side |= board.opponent & step(before_side & !opposite, -shift);
    }
    after_own & before_side
}

const fn step(set: u64, shift: i32) -> u64 {
    if shift > 0 { set << shift } else { set >> -shift }
}
