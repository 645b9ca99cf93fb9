//! Move ordering: first the moves that are likely to cut.
//!
//! Idea        The fewer replies a move leaves, the likelier it is good and the smaller is its tree. Far from the end the
//!             value of a shallow search says more; near it, who moves last in a region.
//! Source      Fastest first: the folklore of Othello programs, in print since Buro (1990s). The weights were measured on
//!             the positions of the FFO suite.
//! Not here    The shallow search (presearch.rs).

use std::ops::Range;

use super::options::{Technique, Techniques};
use super::presearch::{HandMade, Learned, Looked, around, weighted};
use super::regions::odd_quadrants;
use super::solver::Solver;
use super::stability::stable_border;
use crate::othello::board::{Board, Square};
use crate::othello::kernel::Kernel;
use crate::othello::learned::indices::Indices;
use crate::othello::learned::weights::{DISC, Weights};
use searchlab_search::observer::{Observer, Subtree};

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
    /// The discs that it turns.
    pub(super) flips: u64,
}

impl Candidate {
    /// Fills lists before they are used.
    pub(super) const NONE: Self =
        Self { child: Board { own: 0, opponent: 0 }, replies: 0, score: 0, square: Square::new(0).unwrap(), flips: 0 };
}

/// Scores of the hash moves, those that the table remembers, above all others.
const FROM_TABLE: [i32; 2] = [1 << 24, 1 << 23];

/// Worth of a reply less (fastest first), of a square in an odd quadrant, of a stable disc on the border, and of a
/// square less on which the other side might soon have a move (potential mobility). The value of the shallow search
/// counts as it is; its unit is the same.
const REPLY: i32 = 20;
const ODD: i32 = 8;
const BORDER: i32 = 4;
const POTENTIAL: i32 = 2;
/// A learned value counts for an eighth in the same unit: what leaves few replies has the smaller tree.
const LEARNED_PARTS: i32 = 8;
/// Moves with values further below the best than this are as good as each other: their searches are cut.
const BEHIND: i32 = 7 * DISC;
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

/// How the moves of a node are searched before they are ordered.
struct Shallow {
    depth: u32,
    /// The weights, and the indices of the node.
    learned: Option<(&'static Weights, Indices)>,
    /// The least learned value that a move has left the other side so far.
    least: i32,
}

/// The score of a move by what is seen at once: the replies that it leaves, parity, squares.
#[inline(always)]
pub(super) fn by_sight(techniques: Techniques, square: Square, replies: u64, odd: u64) -> i32 {
    let mut score = 0;
    if techniques.has(Technique::FewestReplies) {
        score -= REPLY * weighted(replies);
    }
    if odd & square.bit() != 0 {
        score += ODD;
    }
    if techniques.has(Technique::Squares) {
        score += SQUARES[square.index()];
    }
    score
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Gives these moves of a list their scores: with a shallow search, on the principal variation or not, or by sight.
    #[inline(always)]
    pub(super) fn rate(
        &mut self,
        empties: usize,
        places: Range<usize>,
        board: Board,
        known: [u8; 2],
        is_principal: bool,
    ) {
        let odd = if self.has(Technique::Parity) { odd_quadrants(board.empty()) } else { 0 };
        let mut shallow = self.presearch_depth(empties, is_principal).map(|depth| {
            let learned = self.weights.map(|weights| (weights, Indices::of(board)));
            Shallow { depth, learned, least: i32::MAX - BEHIND }
        });
        if shallow.is_none() {
            return self.rate_by(empties, places, known, odd, None);
        }
        self.subtree(
            Subtree::Ordering,
            |solver| solver.rate_by(empties, places, known, odd, shallow.as_mut()),
            |()| None,
        );
    }

    /// Before the move at a place is picked: gives moves their scores. A hash move mostly decides, and before it has been
    /// searched nothing is asked of the others.
    #[inline(always)]
    pub(super) fn rate_at(
        &mut self,
        at: usize,
        (empties, count): (usize, usize),
        board: Board,
        [hash_move, other]: [u8; 2],
        is_principal: bool,
    ) {
        let is_known = hash_move < 64;
        if at == 0 && is_known {
            self.promote(empties, count, hash_move);
        } else if at == usize::from(is_known) {
            self.rate(empties, at..count, board, [64, other], is_principal);
        }
    }

    /// Gives a hash move the highest score.
    #[inline(always)]
    fn promote(&mut self, empties: usize, count: usize, hash_move: u8) {
        let list = &mut self.lists[empties][..count];
        if let Some(candidate) = list.iter_mut().find(|candidate| candidate.square.index() == usize::from(hash_move)) {
            candidate.score = FROM_TABLE[0];
        }
    }

    #[inline(always)]
    fn rate_by(
        &mut self,
        empties: usize,
        places: Range<usize>,
        known: [u8; 2],
        odd: u64,
        mut shallow: Option<&mut Shallow>,
    ) {
        for at in places {
            let candidate = self.lists[empties][at];
            let number = candidate.square.index() as u8;
            let score = if number == known[0] {
                FROM_TABLE[0]
            } else if number == known[1] {
                FROM_TABLE[1]
            } else {
                self.rating(&candidate, empties, odd, shallow.as_deref_mut())
            };
            self.lists[empties][at].score = score;
        }
    }

    #[inline(always)]
    fn rating(&mut self, candidate: &Candidate, empties: usize, odd: u64, shallow: Option<&mut Shallow>) -> i32 {
        let Candidate { child, replies, square, .. } = *candidate;
        let mut score = by_sight(self.techniques, square, replies, odd);
        if self.has(Technique::Squares) && empties > LAST_BY_SQUARE {
            score += BORDER * stable_border(self.edges, child.opponent, child.own).count_ones() as i32;
            score -= POTENTIAL * (around(child.opponent) & child.empty()).count_ones() as i32;
        }
        if let Some(shallow) = shallow {
            score -= self.shallow_value(candidate, shallow);
        }
        score
    }

    /// The value of a move by the shallow search, for the other side.
    #[inline(always)]
    fn shallow_value(&mut self, candidate: &Candidate, shallow: &mut Shallow) -> i32 {
        let Candidate { child: board, replies: moves, square, .. } = *candidate;
        if let Some((weights, indices)) = &shallow.learned {
            let trace = indices.placed(square, candidate.flips);
            let beta = shallow.least + BEHIND;
            let looked = Looked { board, moves, trace };
            let value = self.presearch(looked, Learned(weights), shallow.depth, -i32::MAX, beta);
            shallow.least = value.min(shallow.least);
            value / LEARNED_PARTS
        } else {
            self.presearch(Looked { board, moves, trace: () }, HandMade, shallow.depth, -i32::MAX, i32::MAX)
        }
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
