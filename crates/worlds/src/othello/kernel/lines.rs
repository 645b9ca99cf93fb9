//! The counts of the quick part of an evaluation: discs, corners, mobility (legal moves), and discs that could be
//! turned.
//!
//! Idea        Along each of the four axes a run of discs of one colour can end at a disc of the other colour, at an
//!             empty square or at the edge. Fill the run from the one kind of end and from the other: what both
//!             fills reach from opposite sides can be turned, and the square behind the first fill is a legal move.
//! Source      The fills by doubled steps are Kogge and Stone's (IEEE Transactions on Computers C-22(8), 1973).
//! Cost        Four fills of four steps an axis and side; moves and discs that could be turned share them.
//! Not here    The same with vectors (lines_avx2.rs, lines_avx512.rs, lines_simd128.rs), what the counts are worth
//!             (evaluation/).

use super::portable::DIRECTIONS;
use crate::othello::board::{Board, CORNERS};

/// Counts of a board, each that of the side to move less that of the other side. Small enough for a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineCounts {
    /// Over the legal moves of a side, whoever is to move, and over the directions: the discs that the move turns there.
    pub flippable: i16,
    /// Discs.
    pub piece: i8,
    /// Legal moves, whoever is to move.
    pub mobility: i8,
    /// Discs on the four corners.
    pub corner: i8,
    /// True if neither side can move.
    pub is_over: bool,
}

impl LineCounts {
    /// From the legal moves of both sides and the difference of the discs that could be turned. Compiled into each
    /// caller, so that it counts with the instructions that the caller may use.
    #[inline(always)]
    pub(super) const fn new(board: Board, moves: u64, replies: u64, flippable: i32) -> Self {
        let passed = board.passed();
        Self {
            flippable: flippable as i16,
            piece: board.difference() as i8,
            mobility: (moves.count_ones() as i32 - replies.count_ones() as i32) as i8,
            corner: ((board.own & CORNERS).count_ones() as i32 - (passed.own & CORNERS).count_ones() as i32) as i8,
            is_over: moves | replies == 0,
        }
    }
}

/// The counts with 64-bit integers alone.
#[inline]
pub(super) fn line_counts(board: Board) -> LineCounts {
    let (moves, own) = moves_and_flippable(board);
    let (replies, other) = moves_and_flippable(board.passed());
    LineCounts::new(board, moves, replies, own as i32 - other as i32)
}

/// The legal moves of the side to move, and the discs of the other side that they turn: a disc counts once for each
/// axis along which a move could turn it.
#[inline]
pub(crate) fn moves_and_flippable(board: Board) -> (u64, u32) {
    let empty = board.empty();
    let (mut moves, mut flippable) = (0, 0);
    for (shift, inner) in DIRECTIONS {
        let through = board.opponent & inner;
        let (through_up, through_down) = (through & (through << shift), through & (through >> shift));
        let up = |seed: u64| {
            let mut fill = through & (seed << shift);
            fill |= through & (fill << shift);
            fill |= through_up & (fill << (2 * shift));
            fill | through_up & (fill << (2 * shift))
        };
        let down = |seed: u64| {
            let mut fill = through & (seed >> shift);
            fill |= through & (fill >> shift);
            fill |= through_down & (fill >> (2 * shift));
            fill | through_down & (fill >> (2 * shift))
        };
        let (own_up, own_down) = (up(board.own), down(board.own));
        moves |= own_up << shift | own_down >> shift;
        flippable += (own_up & down(empty) | own_down & up(empty)).count_ones();
    }
    (moves & empty, flippable)
}
