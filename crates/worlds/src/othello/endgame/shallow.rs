//! The plies before the last ones: no table, no lists, moves taken from sets in order of parity.
//!
//! So few empty squares are searched faster than sorted. Corners come first, then the squares of odd quadrants.
//! Not here: the last four empty squares (last.rs), which this calls.

use super::options::Technique;
use super::regions::odd_quadrants;
use super::solver::{Solver, WORST};
use crate::othello::board::{Board, CORNERS, Square};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::Observer;

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Null-window search of a position with few empty squares: a lower bound if the score is above `alpha`, else an
    /// upper one.
    #[inline(always)]
    pub(super) fn plain(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty();
        if empty.count_ones() == 4 && self.has(Technique::Unrolled) {
            self.last_4(board, four(empty), alpha)
        } else {
            self.shallow(board, alpha)
        }
    }

    fn shallow(&mut self, board: Board, alpha: i32) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || self.shallow_inline(board, alpha),
        )
    }

    #[inline(always)]
    fn shallow_inline(&mut self, board: Board, alpha: i32) -> i32 {
        if let Some(score) = self.stability_cutoff(board, alpha) {
            return score;
        }
        let moves = self.kernel.moves(board);
        if moves == 0 {
            return if self.kernel.moves(board.passed()) == 0 {
                self.finished(board)
            } else {
                self.pass(board, |solver, passed| solver.shallow(passed, -alpha - 1))
            };
        }
        self.expanded(board);
        let mut best = WORST;
        for group in self.groups(board, moves) {
            let mut rest = group;
            while let Some(square) = Square::lowest(rest) {
                rest &= rest - 1;
                let flips = self.kernel.flips(board, square);
                self.tally.generated += 1;
                let score = -self.plain(board.placed(square, flips), -alpha - 1);
                if score > alpha {
                    self.tally.cutoff(best == WORST);
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// The moves in three parts, the likely ones first.
    #[inline(always)]
    fn groups(&self, board: Board, moves: u64) -> [u64; 3] {
        let corners = if self.has(Technique::Squares) { moves & CORNERS } else { 0 };
        let odd = if self.has(Technique::Parity) { odd_quadrants(board.empty()) & !corners } else { 0 };
        [corners, moves & odd, moves & !odd & !corners]
    }
}

/// The squares of a set of four.
#[inline(always)]
fn four(set: u64) -> [Square; 4] {
    let second = set & (set - 1);
    let third = second & (second - 1);
    [set, second, third, third & (third - 1)].map(lowest)
}

/// The lowest square of a set that has one.
#[inline(always)]
fn lowest(set: u64) -> Square {
    Square::lowest(set).unwrap_or(const { Square::new(63).unwrap() })
}
