//! The shallow search that serves move ordering far from the end.
//!
//! It judges by the learned evaluation, or by one made by hand, of what is cheap and what every player knows: mobility,
//! potential mobility, stable discs on the border. It serves move ordering only: no score depends on it.
//! Not here: the learned evaluation (`learned`), evaluations for play, which are features of their own.

use super::options::{Selectivity, Technique};
use super::solver::Solver;
use super::stability::{EdgeTable, stable_border};
use crate::othello::board::{Board, CORNERS, Square};
use crate::othello::kernel::Kernel;
use crate::othello::learned::indices::Indices;
use crate::othello::learned::weights::{DISC, Weights};
use searchlab_search::observer::Observer;

/// Where a shallow search pays, and how deep it goes. Measured on the positions of the FFO suite.
struct Reach {
    /// Fewest empty squares; there it only values the position after each move.
    from: usize,
    /// Empty squares for which it goes a ply deeper.
    empties_a_ply: usize,
    /// Deepest.
    most: usize,
    /// Plies more where the window is open: there the order decides most, and such nodes are few. A guess takes half of them.
    principal: u32,
}

const HAND_MADE: Reach = Reach { from: 12, empties_a_ply: 2, most: 4, principal: 0 };
const LEARNED: Reach = Reach { from: 14, empties_a_ply: 2, most: 4, principal: 2 };

/// Fewest plies to go at which the budget is asked: with many moves a shallow search takes thousands of nodes.
const POLLED_FROM: u32 = 2;

/// Worth of a move, of an empty square next to an opponent's disc, and of a stable disc on the border.
const MOVE: i32 = 16;
const POTENTIAL: i32 = 6;
const BORDER: i32 = 24;

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
    /// Plies to search after each move of a node with `empties` empty squares; `None` if that does not pay.
    #[inline(always)]
    pub(super) fn presearch_depth(&self, empties: usize, is_principal: bool) -> Option<u32> {
        let reach = if self.weights.is_some() { LEARNED } else { HAND_MADE };
        let is_far = empties >= reach.from && self.has(Technique::Presearch);
        let deeper = match self.selectivity {
            _ if !is_principal => 0,
            Selectivity::Guess => reach.principal / 2,
            _ => reach.principal,
        };
        is_far.then(|| ((empties - reach.from) / reach.empties_a_ply).min(reach.most) as u32 + deeper)
    }

    /// The value for the side to move, whose legal moves are `moves`, after `depth` plies. Alpha-beta.
    pub(super) fn presearch<J: Judge>(
        &mut self,
        node: Looked<J::Trace>,
        judge: J,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.kernel.call(
            #[inline(always)]
            || {
                self.figures.presearch_nodes += 1;
                let Looked { board, moves, ref trace } = node;
                if moves == 0 {
                    let replies = self.kernel.moves(board.passed());
                    return if replies == 0 {
                        self.finished(board) * J::DISC
                    } else {
                        let passed = Looked { board: board.passed(), moves: replies, trace: J::passed(trace) };
                        self.pass(board, |solver, _| solver.presearch(passed, judge, depth, -beta, -alpha))
                    };
                }
                if depth == 0 {
                    self.tally.evaluated += 1;
                    return judge.value(self.kernel, self.edges, &node);
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
                        let child = self.looked::<J>(&node, square);
                        let value = -self.presearch(child, judge, depth - 1, -beta, -alpha.max(best));
                        best = best.max(value);
                        if best >= beta {
                            return best;
                        }
                    }
                }
                best
            },
        )
    }

    #[inline(always)]
    fn looked<J: Judge>(&self, node: &Looked<J::Trace>, square: Square) -> Looked<J::Trace> {
        let flips = self.kernel.flips(node.board, square);
        let board = node.board.placed(square, flips);
        Looked { board, moves: self.kernel.moves(board), trace: J::placed(&node.trace, square, flips) }
    }
}

/// A position of the shallow search, with its legal moves and what its judge keeps of it.
#[derive(Clone, Copy)]
pub(super) struct Looked<T> {
    pub(super) board: Board,
    pub(super) moves: u64,
    pub(super) trace: T,
}

/// Values the leaves of the shallow search.
pub(super) trait Judge: Copy {
    /// The data that are kept of a position and changed move by move.
    type Trace: Copy;
    /// The worth of a disc when the game is over.
    const DISC: i32;

    /// The data after a move.
    fn placed(trace: &Self::Trace, square: Square, flips: u64) -> Self::Trace;
    /// And after a pass.
    fn passed(trace: &Self::Trace) -> Self::Trace;
    /// The value of a position for the side to move.
    fn value<K: Kernel>(self, kernel: K, edges: &EdgeTable, node: &Looked<Self::Trace>) -> i32;
}

/// The evaluation made by hand.
#[derive(Clone, Copy)]
pub(super) struct HandMade;

impl Judge for HandMade {
    type Trace = ();
    const DISC: i32 = 100;

    #[inline(always)]
    fn placed((): &(), _square: Square, _flips: u64) {}

    #[inline(always)]
    fn passed((): &()) {}

    #[inline(always)]
    fn value<K: Kernel>(self, kernel: K, edges: &EdgeTable, node: &Looked<()>) -> i32 {
        let Board { own, opponent } = node.board;
        let empty = node.board.empty();
        let count = |set: u64| set.count_ones() as i32;
        let mobility = weighted(node.moves) - weighted(kernel.moves(node.board.passed()));
        let potential = count(around(opponent) & empty) - count(around(own) & empty);
        let border = count(stable_border(edges, own, opponent)) - count(stable_border(edges, opponent, own));
        MOVE * mobility + POTENTIAL * potential + BORDER * border
    }
}

/// The learned evaluation.
#[derive(Clone, Copy)]
pub(super) struct Learned<'w>(pub(super) &'w Weights);

impl Judge for Learned<'_> {
    type Trace = Indices;
    const DISC: i32 = DISC;

    #[inline(always)]
    fn placed(trace: &Indices, square: Square, flips: u64) -> Indices {
        trace.placed(square, flips)
    }

    #[inline(always)]
    fn passed(trace: &Indices) -> Indices {
        trace.passed()
    }

    #[inline(always)]
    fn value<K: Kernel>(self, kernel: K, _edges: &EdgeTable, node: &Looked<Indices>) -> i32 {
        let replies = kernel.moves(node.board.passed());
        self.0.value(node.board, &node.trace, node.moves.count_ones(), replies.count_ones())
    }
}
