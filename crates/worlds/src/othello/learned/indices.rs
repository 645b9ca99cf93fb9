//! The indices of a position: one number for each pattern, by which its weight is found.
//!
//! Idea        A move changes few squares, and each changes every index by a constant: all indices together are three
//!             words of a vector unit, so that a move costs three additions for each disc that it turns.
//! Not here    What the patterns are (patterns.rs).

use super::patterns::{BOTH_SIDES, EMPTY, MOBILITY, MOBILITY_BEGIN, MOVES, PARITY, PARITY_BEGIN, PLACES, STEPS, TURNS};
use crate::othello::board::{Board, Move, Square, squares};
use crate::othello::endgame::regions::odd_quadrants;

/// Squares of a quadrant.
const QUADRANT: u32 = 16;
/// Few moves turn more discs than this.
const MOSTLY: usize = 3;

/// For each place an index, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices(pub(super) [u16; PLACES]);

impl Indices {
    /// Those of a board.
    #[inline(always)]
    pub(crate) fn of(board: Board) -> Self {
        let lower = |mut indices: Self, square: Square| {
            indices.take(&STEPS[square.index()]);
            indices
        };
        // The own discs are those of the other side before a pass.
        let own = squares(board.own).fold(Self(EMPTY), lower);
        squares(board.opponent).fold(own.passed(), lower)
    }

    /// Those after a disc of the side to move on `square`, which turns the discs `flips`, as the other side sees it.
    #[inline(always)]
    pub fn placed(&self, square: Square, flips: u64) -> Self {
        let mut after = self.passed();
        after.take(&STEPS[square.index()]);
        let mut rest = flips;
        // Most moves turn no more: without a branch for each disc, the processor has none to guess wrong.
        for _ in 0..MOSTLY {
            after.take(&TURNS[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
        }
        while let Some(flipped) = Square::lowest(rest) {
            rest &= rest - 1;
            after.take(&TURNS[flipped.index()]);
        }
        after
    }

    /// Those after a move that leads from one board to another.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move, before: Board, after: Board) -> Self {
        match mv.square() {
            Some(square) => self.placed(square, before.opponent & after.opponent),
            None => self.passed(),
        }
    }

    /// The same discs as the other side sees them.
    #[inline(always)]
    pub fn passed(&self) -> Self {
        let mut both = BOTH_SIDES;
        both.iter_mut().zip(&self.0).for_each(|(both, index)| *both = both.wrapping_sub(*index));
        Self(both)
    }

    /// Lowers the indices by these steps.
    #[inline(always)]
    fn take(&mut self, steps: &[u16; PLACES]) {
        self.0.iter_mut().zip(steps).for_each(|(index, step)| *index = index.wrapping_sub(*step));
    }

    /// The number at each place, given the moves of both sides and the board.
    pub(super) fn with(&self, board: Board, moves: u32, replies: u32) -> [u16; PLACES] {
        let mut all = self.0;
        [all[MOBILITY], all[PARITY]] = counted(board, moves, replies);
        all
    }
}

/// The numbers at the places of mobility and parity, which are no patterns.
#[inline(always)]
pub(super) fn counted(board: Board, moves: u32, replies: u32) -> [u16; 2] {
    let most = MOVES as u32 - 1;
    let mobility = MOBILITY_BEGIN + (moves.min(most) * MOVES as u32 + replies.min(most)) as u16;
    [mobility, PARITY_BEGIN + odd_quadrants_of(board) as u16]
}

/// The number of quadrants with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quadrants_of(board: Board) -> u32 {
    odd_quadrants(board.empty()).count_ones() / QUADRANT
}
