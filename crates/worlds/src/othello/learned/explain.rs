//! The value of a position, explained pattern by pattern.

use super::game::Learned;
use super::indices::{Indices, odd_quadrants_of};
use super::patterns::{MOBILITY, PARITY, name_of, squares_of};
use super::weights::{DISC, Weights};
use crate::othello::board::{Position, Side, Square};
use crate::othello::evaluation::Judged;
use crate::othello::kernel::Kernel;

/// A value, pattern by pattern, from Black's side.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// All patterns, those of a kind one after the other, then mobility and parity.
    pub parts: Vec<Part>,
    /// The sum of the contributions: the value for Black, in discs, to be rounded down to the next part of a disc for the
    /// side to move.
    pub for_black: f64,
    /// The value that the search gets: for the side to move, in [`UNITS`](super::game::UNITS) of a disc.
    pub judged: Judged,
}

/// The contribution of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The kind of pattern.
    pub kind: &'static str,
    /// The squares or counts that it looks at.
    pub content: Content,
    /// Its contribution to the value for Black, in discs, with half of what it is worth together with each other one.
    pub contribution: f64,
}

/// The squares or counts that a part of the evaluation looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The discs on these squares.
    Discs(Vec<Square>),
    /// The number of moves of both sides.
    Moves {
        /// Black, whoever is to move.
        black: u32,
        /// White, likewise.
        white: u32,
    },
    /// The number of quadrants with an odd number of empty squares.
    OddQuadrants(u32),
}

impl Weights {
    /// The value of a position, pattern by pattern.
    pub fn explain<K: Kernel>(&'static self, kernel: K, position: Position) -> Explanation {
        let board = position.board;
        let count = |board| kernel.moves(board).count_ones();
        let (moves, replies) = (count(board), count(board.passed()));
        let (sign, black, white) = match position.side {
            Side::Black => (1.0, moves, replies),
            Side::White => (-1.0, replies, moves),
        };
        let indices = Indices::of(board);
        let values = self.parts(board, &indices, moves, replies);
        let part = |(place, value): (usize, f64)| {
            let content = match place {
                MOBILITY => Content::Moves { black, white },
                PARITY => Content::OddQuadrants(odd_quadrants_of(board)),
                _ => Content::Discs(squares_of(place)),
            };
            // Nothing has no sign.
            let contribution = sign * value / f64::from(DISC) + 0.0;
            Part { kind: name_of(place), content, contribution }
        };
        let parts: Vec<Part> = values.into_iter().enumerate().map(part).collect();
        let for_black = parts.iter().map(|part| part.contribution).sum();
        let judged = Judged { value: Learned(self).value(kernel, board, &indices, 0), is_over: moves | replies == 0 };
        Explanation { parts, for_black, judged }
    }
}
