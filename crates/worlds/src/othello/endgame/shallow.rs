//! The plies before the last ones: no table, moves sorted by what costs little.
//!
//! Idea        The fewer replies a move leaves, the smaller is its tree: sorted by them, five and six empty squares take
//!             a sixth fewer nodes than in the order of sets, in the same time. Beside them count odd quadrants and good
//!             squares.
//! Not here    The last four empty squares (last.rs), which this calls.

use super::options::Technique;
use super::order::by_sight;
use super::regions::odd_quadrants;
use super::solver::{Solver, WORST};
use crate::othello::board::{Board, Square};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::Observer;

/// Most moves of a position of these plies.
const MOST_MOVES: usize = 8;

/// A move that waits to be searched.
#[derive(Clone, Copy)]
struct Sorted {
    child: Board,
    score: i32,
}

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
        let (mut list, count) = self.sorted(board, moves);
        let mut best = WORST;
        for at in 0..count {
            for other in at + 1..count {
                if list[other].score > list[at].score {
                    list.swap(at, other);
                }
            }
            self.tally.generated += 1;
            let score = -self.plain(list[at].child, -alpha - 1);
            if score > alpha {
                self.tally.cutoff(best == WORST);
                return score;
            }
            best = best.max(score);
        }
        best
    }

    /// The moves with their scores, and their number.
    #[inline(always)]
    fn sorted(&self, board: Board, moves: u64) -> ([Sorted; MOST_MOVES], usize) {
        let odd = if self.has(Technique::Parity) { odd_quadrants(board.empty()) } else { 0 };
        let mut list = [Sorted { child: Board { own: 0, opponent: 0 }, score: 0 }; MOST_MOVES];
        let (mut rest, mut count) = (moves, 0);
        while let Some(square) = Square::lowest(rest) {
            rest &= rest - 1;
            let child = board.placed(square, self.kernel.flips(board, square));
            list[count] = Sorted { child, score: by_sight(self.techniques, square, self.kernel.moves(child), odd) };
            count += 1;
        }
        (list, count)
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
