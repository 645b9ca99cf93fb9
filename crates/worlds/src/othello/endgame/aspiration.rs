//! Aspiration windows: a narrow window around the score that a selective search, or the learned evaluation, expects.
//!
//! Idea        The narrower the window, the smaller the tree; where the score lies beyond it, the bound that was found
//!             tells where the next window begins, and the table has kept most of the work.
//! Source      Slate, Atkin, CHESS 4.5, in Chess Skill in Man and Machine (1977).
//! Guarantees  The exact score.

use super::options::{Selectivity, Technique};
use super::presearch::{Learned, Looked};
use super::solver::Solver;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;
use crate::othello::learned::indices::Indices;
use crate::othello::learned::weights::DISC;
use searchlab_search::observer::{Observer, Subtree};

/// Fewest empty squares at which it pays.
const FROM: u32 = 12;
/// Plies of the shallow search that expects.
const DEPTH: u32 = 5;
/// Half the width of the first aspiration window, in discs, and how far the next one reaches beyond a bound. Measured on
/// the positions of the FFO suite.
const HALF: i32 = 2;
const STEP: i32 = 8;
/// The selective search that pays: with it, its own nodes among them, FFO 40-44 take 11 % fewer.
const BEFORE: Selectivity = Selectivity::Guess;
/// Most windows of a selective search, which may contradict itself.
const MOST_WINDOWS: u32 = 10;
/// The most that anyone can win by.
const ALL: i32 = 64;

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// The score of `board`. After a limit it means nothing.
    pub(super) fn aspire(&mut self, board: Board) -> i32 {
        let Some(mut expected) = self.expected(board) else { return self.pvs(board, -ALL, ALL) };
        let asked = self.selectivity;
        if asked > BEFORE && self.has(Technique::Selective) && self.has(Technique::Table) {
            self.set_selectivity(BEFORE);
            expected = self.subtree(Subtree::Ordering, |solver| solver.within(board, expected), |_| None);
            self.set_selectivity(asked);
        }
        self.within(board, expected)
    }

    /// The score of `board`, beginning with a window around the score that is expected.
    fn within(&mut self, board: Board, expected: i32) -> i32 {
        let (mut alpha, mut beta) = ((expected - HALF).max(-ALL), (expected + HALF).min(ALL));
        let mut windows = 0;
        loop {
            let score = self.pvs(board, alpha, beta);
            windows += 1;
            if self.stopped.is_some() || self.selectivity < Selectivity::Exact && windows == MOST_WINDOWS {
                return score;
            }
            // The bound that was found lies within the next window.
            if score <= alpha && alpha > -ALL {
                (alpha, beta) = ((score - STEP).max(-ALL), score + 1);
            } else if score >= beta && beta < ALL {
                (alpha, beta) = (score - 1, (score + STEP).min(ALL));
            } else {
                return score;
            }
            self.tally.passes += 1;
        }
    }

    /// The score that the learned evaluation expects, an even number of discs.
    fn expected(&mut self, board: Board) -> Option<i32> {
        let weights = self.weights.filter(|_| self.has(Technique::Aspiration) && board.empties() >= FROM)?;
        let looked = Looked { board, moves: self.kernel.moves(board), trace: Indices::of(board) };
        let value = self.subtree(
            Subtree::Ordering,
            |solver| solver.presearch(looked, Learned(weights), DEPTH, -i32::MAX, i32::MAX),
            |_| None,
        );
        Some((value as f32 / (2 * DISC) as f32).round() as i32 * 2).map(|discs| discs.clamp(2 - ALL, ALL - 2))
    }
}
