//! The shallow search that orders moves far from the end.
//!
//! Its evaluation is made by hand, of what is cheap and what every player knows: moves, squares that may become moves,
//! safe discs on the border. It serves the order of moves only: no score depends on it.
//! Not here: evaluations for play, which are features of their own.

use super::options::Technique;
use super::solver::Solver;
use super::stability::stable_border;
use crate::search::observer::Observer;
use crate::worlds::othello::board::{Board, CORNERS, Square};
use crate::worlds::othello::kernel::Kernel;

/// Fewest empty squares from which a shallow search pays; there it only values the position after each move.
const FROM: usize = 12;
/// Empty squares for which it goes a ply deeper.
const EMPTIES_A_PLY: usize = 2;
/// Deepest.
const MAX_DEPTH: usize = 4;
/// Fewest plies to go at which the budget is asked: with many moves a shallow search takes thousands of nodes.
const POLLED_FROM: u32 = 2;

/// Worth of a move, of an empty square next to an opponent's disc, of a safe disc on the border, and of a disc when the
/// game is over.
const MOVE: i32 = 16;
const POTENTIAL: i32 = 6;
const BORDER: i32 = 24;
const DISC: i32 = 100;

/// The squares diagonally next to the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Squares next to those of a set.
#[inline(always)]
pub(super) const fn around(set: u64) -> u64 {
    let sides = (set & 0xfefe_fefe_fefe_fefe) >> 1 | (set & 0x7f7f_7f7f_7f7f_7f7f) << 1;
    let row = sides | set;
    sides | row >> 8 | row << 8
}

/// The number of moves, a corner counted twice.
#[inline(always)]
pub(super) const fn weighted(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Plies to search after each move of a node with so many empty squares; `None` if that does not pay.
    #[inline(always)]
    pub(super) fn presearch_depth(&self, empties: usize) -> Option<u32> {
        let is_far = empties >= FROM && self.has(Technique::Presearch);
        is_far.then(|| ((empties - FROM) / EMPTIES_A_PLY).min(MAX_DEPTH) as u32)
    }

    /// The value for the side to move, whose legal moves are `moves`, after so many plies. Alpha-beta.
    pub(super) fn presearch(&mut self, board: Board, moves: u64, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || self.presearch_inline(board, moves, depth, alpha, beta),
        )
    }

    #[inline(always)]
    fn presearch_inline(&mut self, board: Board, moves: u64, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.figures.presearch_nodes += 1;
        if depth == 0 {
            self.tally.evaluated += 1;
            return self.guess(board, moves);
        }
        if moves == 0 {
            let replies = self.kernel.moves(board.passed());
            return if replies == 0 {
                self.finished(board) * DISC
            } else {
                self.pass(board, |solver, passed| solver.presearch(passed, replies, depth, -beta, -alpha))
            };
        }
        if depth >= POLLED_FROM {
            self.poll();
            if self.stopped.is_some() {
                return 0;
            }
        }
        self.expanded(board);
        let mut best = i32::MIN;
        for group in [moves & CORNERS, moves & !CORNERS & !X_SQUARES, moves & X_SQUARES] {
            let mut rest = group;
            while let Some(square) = Square::lowest(rest) {
                rest &= rest - 1;
                self.tally.generated += 1;
                let child = board.placed(square, self.kernel.flips(board, square));
                let replies = self.kernel.moves(child);
                let value = -self.presearch(child, replies, depth - 1, -beta, -alpha.max(best));
                best = best.max(value);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// What a position looks like to the side to move.
    #[inline(always)]
    fn guess(&self, board: Board, moves: u64) -> i32 {
        let Board { own, opponent } = board;
        let empty = board.empty();
        let count = |set: u64| set.count_ones() as i32;
        let mobility = weighted(moves) - weighted(self.kernel.moves(board.passed()));
        let potential = count(around(opponent) & empty) - count(around(own) & empty);
        let border = count(stable_border(self.edges, own, opponent)) - count(stable_border(self.edges, opponent, own));
        MOVE * mobility + POTENTIAL * potential + BORDER * border
    }
}
