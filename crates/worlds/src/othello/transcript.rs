//! A game or a part of one: where it begins, the moves, the positions along them.
//!
//! Not here: reading it from text (format/moves.rs), playing a random one ([`playout`](super::playout)).

use std::fmt;

use super::board::{Move, Position};

/// Moves from a position, each legal; passes are moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    start: Position,
    moves: Vec<Move>,
    /// After each of the moves.
    after: Vec<Position>,
}

impl Transcript {
    /// No move yet.
    pub const fn new(start: Position) -> Self {
        Self { start, moves: Vec::new(), after: Vec::new() }
    }

    /// Adds a move; `None`, and nothing is added, if it is not legal.
    pub fn push(&mut self, mv: Move) -> Option<Position> {
        let after = self.end().after(mv)?;
        self.moves.push(mv);
        self.after.push(after);
        Some(after)
    }

    /// Where it begins.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Where it ends.
    pub fn end(&self) -> Position {
        self.after.last().copied().unwrap_or(self.start)
    }

    /// The moves, passes included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move.
    pub(crate) fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// All positions in order, from the start to the end: one more than moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        std::iter::once(self.start).chain(self.after.iter().copied())
    }
}

/// The moves without gaps, `f5d6c3`, passes as `pa`.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|mv| mv.fmt(f))
    }
}
