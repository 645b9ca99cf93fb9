//! The order of moves: those that will cut first.
//!
//! Idea        The fewer replies a move leaves, the likelier it is good and the smaller is its tree. Far from the end the
//!             value of a shallow search says more; near it, who moves last in a region.
//! Source      Fastest first: the folklore of Othello programs, in print since Buro (1990s). The weights were measured on
//!             the positions of the FFO suite.
//! Not here    The shallow search (presearch.rs).

use super::options::Technique;
use super::presearch::{around, weighted};
use super::regions::odd_quadrants;
use super::solver::Solver;
use super::stability::stable_border;
use crate::search::observer::Observer;
use crate::worlds::othello::board::{Board, Square};
use crate::worlds::othello::kernel::Kernel;

/// A move that waits to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// The position after it.
    pub(super) child: Board,
    /// The legal moves of the other side there.
    pub(super) replies: u64,
    /// The higher, the earlier.
    pub(super) score: i32,
    /// Where the disc is placed.
    pub(super) square: Square,
}

impl Candidate {
    /// Fills lists before they are used.
    pub(super) const NONE: Self =
        Self { child: Board { own: 0, opponent: 0 }, replies: 0, score: 0, square: Square::new(0).unwrap() };
}

/// Scores of the moves that the table remembers, above all others.
const FROM_TABLE: [i32; 2] = [1 << 24, 1 << 23];

/// Worth of a reply less, of a square in an odd quadrant, of a safe disc on the border, and of a square less on which the
/// other side might soon have a move. The value of the shallow search counts as it is; its unit is the same.
const REPLY: i32 = 16;
const ODD: i32 = 8;
const BORDER: i32 = 4;
const POTENTIAL: i32 = 2;
/// Most empty squares at which the border is not looked at.
const LAST_BY_SQUARE: usize = 8;

/// Worth of the squares of a quarter, a1 first: corners, then what is neither next to them nor useless.
const QUARTER: [[i32; 4]; 4] = [[9, 2, 8, 6], [2, 0, 3, 4], [8, 3, 7, 5], [6, 4, 5, 0]];

static SQUARES: [i32; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        table[square] = QUARTER[if row < 4 { row } else { 7 - row }][if column < 4 { column } else { 7 - column }];
        square += 1;
    }
    table
};

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Gives the first `count` moves of a list their scores.
    #[inline(always)]
    pub(super) fn rate(&mut self, empties: usize, count: usize, board: Board, known: [u8; 2]) {
        let odd = if self.has(Technique::Parity) { odd_quadrants(board.empty()) } else { 0 };
        let depth = self.presearch_depth(empties);
        for at in 0..count {
            let candidate = self.lists[empties][at];
            let number = candidate.square.index() as u8;
            let score = if number == known[0] {
                FROM_TABLE[0]
            } else if number == known[1] {
                FROM_TABLE[1]
            } else {
                self.rating(&candidate, empties, odd, depth)
            };
            self.lists[empties][at].score = score;
        }
    }

    #[inline(always)]
    fn rating(&mut self, candidate: &Candidate, empties: usize, odd: u64, depth: Option<u32>) -> i32 {
        let Candidate { child, replies, square, .. } = *candidate;
        let mut score = 0;
        if self.has(Technique::FewestReplies) {
            score -= REPLY * weighted(replies);
        }
        if odd & square.bit() != 0 {
            score += ODD;
        }
        if self.has(Technique::Squares) {
            score += SQUARES[square.index()];
            if empties > LAST_BY_SQUARE {
                score += BORDER * stable_border(self.edges, child.opponent, child.own).count_ones() as i32;
                score -= POTENTIAL * (around(child.opponent) & child.empty()).count_ones() as i32;
            }
        }
        if let Some(depth) = depth {
            score -= self.presearch(child, replies, depth, -i32::MAX, i32::MAX);
        }
        score
    }

    /// Brings the move with the highest score, from `at` on, to `at`. Among equals the one that stands first.
    #[inline(always)]
    pub(super) fn pick(&mut self, empties: usize, at: usize, count: usize) -> Candidate {
        let list = &mut self.lists[empties][..count];
        let mut top = at;
        for other in at + 1..count {
            if list[other].score > list[top].score {
                top = other;
            }
        }
        list.swap(at, top);
        list[at]
    }
}
