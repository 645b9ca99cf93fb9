//! The indices of a position: one number for each pattern, by which its weight is found.
//!
//! Idea        A move changes few squares, and each changes every index by a constant: all indices together are three
//!             words of a vector unit, so that a move costs three additions for each disc that it turns.
//! Not here    What the patterns are (patterns.rs).

use super::patterns::{BOTH_SIDES, EMPTY, MOBILITY, MOBILITY_BEGIN, MOVES, PARITY, PARITY_BEGIN, PLACES, STEPS};
use crate::worlds::othello::board::{Board, Square, squares};
use crate::worlds::othello::endgame::regions::odd_quadrants;

/// Squares of a quadrant.
const QUADRANT: u32 = 16;

/// For each place an index, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices([u16; PLACES]);

impl Indices {
    /// Those of a board.
    #[inline(always)]
    pub fn of(board: Board) -> Self {
        let mut indices = Self(EMPTY);
        squares(board.own).for_each(|square| indices.add(square, 1));
        squares(board.opponent).for_each(|square| indices.add(square, u16::MAX));
        indices
    }

    /// Those after a disc of the side to move on `square`, which turns the discs `flips`, as the other side sees it.
    #[inline(always)]
    pub fn placed(&self, square: Square, flips: u64) -> Self {
        let mut after = self.passed();
        after.add(square, u16::MAX);
        let mut rest = flips;
        while let Some(flipped) = Square::lowest(rest) {
            rest &= rest - 1;
            after.add(flipped, 2u16.wrapping_neg());
        }
        after
    }

    /// The same discs as the other side sees them.
    #[inline(always)]
    pub fn passed(&self) -> Self {
        let mut both = BOTH_SIDES;
        both.iter_mut().zip(&self.0).for_each(|(both, index)| *both = both.wrapping_sub(*index));
        Self(both)
    }

    #[inline(always)]
    fn add(&mut self, square: Square, factor: u16) {
        let steps = &STEPS[square.index()];
        self.0.iter_mut().zip(steps).for_each(|(index, step)| *index = index.wrapping_add(step.wrapping_mul(factor)));
    }

    /// The number at each place, given the moves of both sides and the board. What is not a pattern is made here.
    #[inline(always)]
    pub(super) fn with(&self, board: Board, moves: u32, replies: u32) -> [u16; PLACES] {
        let mut all = self.0;
        let most = MOVES as u32 - 1;
        all[MOBILITY] = MOBILITY_BEGIN + (moves.min(most) * MOVES as u32 + replies.min(most)) as u16;
        all[PARITY] = PARITY_BEGIN + (odd_quadrants(board.empty()).count_ones() / QUADRANT) as u16;
        all
    }
}
