//! Discs held by an own corner.
//!
//! Idea        A disc can be turned along an axis only if a disc of the other side can come to stand on both sides of
//!             it. So it is safe if, along each of the four axes, one of its neighbours is beyond the edge or a safe
//!             disc of its own colour. Begin with the corners and add discs until none is safe any more.
//! Guarantees  No disc that counts is ever turned again. Each hangs together with an own corner.
//! Not here    Discs that are safe because lines are full (stable.rs).

use super::Measure;
use crate::othello::board::{Board, CORNERS};
use crate::othello::kernel::Kernel;

/// Own discs that hang on an own corner and cannot be turned any more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchored;

impl Measure for Anchored {
    const NAME: &'static str = "anchored";
    const SUMMARY: &'static str = "discs that cannot be turned any more, reached from an own corner";
    const MOST: i32 = 64;

    fn count<K: Kernel>(_: K, board: Board) -> i32 {
        if board.own & CORNERS == 0 {
            return 0;
        }
        spread(board.own, board.own & CORNERS, AXES.map(|_| 0)).count_ones() as i32
    }
}

/// One of the four directions of lines.
pub(super) struct Axis {
    /// Difference of the numbers of neighbours.
    pub(super) step: u32,
    /// Squares that a step up can reach.
    pub(super) after_up: u64,
    /// Squares that a step down can reach.
    pub(super) after_down: u64,
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_1: u64 = u64::MAX << 8;
const NOT_8: u64 = u64::MAX >> 8;

/// Row, column, and the two diagonals.
pub(super) const AXES: [Axis; 4] = [
    Axis { step: 1, after_up: NOT_A, after_down: NOT_H },
    Axis { step: 8, after_up: NOT_1, after_down: NOT_8 },
    Axis { step: 7, after_up: NOT_H & NOT_1, after_down: NOT_A & NOT_8 },
    Axis { step: 9, after_up: NOT_A & NOT_1, after_down: NOT_H & NOT_8 },
];

impl Axis {
    /// The squares of a set, one step on in both directions.
    pub(super) const fn neighbours(&self, set: u64) -> u64 {
        set << self.step & self.after_up | set >> self.step & self.after_down
    }

    /// Squares of which a neighbour is beyond the edge.
    pub(super) const fn ends(&self) -> u64 {
        !(self.after_up & self.after_down)
    }
}

/// The safe discs among `own`, of which `safe` are known to be: those that have, along each axis, a neighbour that is
/// safe or beyond the edge, or stand in a set of squares where nothing can be turned along that axis.
pub(super) fn spread(own: u64, safe: u64, locked: [u64; 4]) -> u64 {
    let mut safe = safe;
    loop {
        let mut more = own;
        for (axis, locked) in AXES.iter().zip(locked) {
            more &= axis.neighbours(safe) | axis.ends() | locked;
        }
        if more | safe == safe {
            return safe;
        }
        safe |= more;
    }
}
