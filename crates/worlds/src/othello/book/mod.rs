//! Opening books: the games that went on from positions of the opening, and the move that they speak for.
//!
//! Idea        Positions are kept under the least of their eight pictures, so that a game serves all of its turned and
//!             mirrored forms. Each move of a position has its games and the points of its mover.
//! Source      Choice by the lower end of the score's confidence interval: Wilson, JASA 22 (1927).
//! Guarantees  The same games give the same book, in whatever order; the same book gives the same move. A move that a
//!             book gives is legal.
//! Not here    Files of books (file.rs), the one that comes with the program (shipped.rs), the games (src/worlds/othello/book.rs of the program).

mod file;
mod shipped;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BTreeMap;

pub use shipped::shipped;

use super::board::{Board, Move, Position, Side, Square, squares};

/// Most plies that a book goes.
pub const MOST_PLIES: u32 = 60;

/// Games in which a move was made, and their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Games in which it was made.
    pub games: u32,
    /// Points of the mover in them, in halves: 2 for a win, 1 for a draw.
    pub half_points: u32,
}

/// The moves of a position with the results of their games, by square.
type Moves = BTreeMap<Square, Played>;

/// An opening book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    positions: BTreeMap<(u64, u64), Moves>,
}

impl Book {
    /// Adds the first `plies` plies of a game that begins at `start`; `result` is the discs of Black less those of White,
    /// of which the sign counts. Passes are plies, and no moves of the book.
    pub fn add(&mut self, start: Position, moves: &[Move], result: i32, plies: u32) {
        let mut position = start;
        for &mv in moves {
            if ply_of(position) >= plies {
                return;
            }
            if let Some(square) = mv.square() {
                let view = View::of(position.board);
                let for_mover = if position.side == Side::Black { result } else { -result };
                let entry = self.positions.entry(view.key).or_default().entry(view.square(square)).or_default();
                entry.games += 1;
                entry.half_points += (1 + for_mover.signum()) as u32;
            }
            let Some(after) = position.after(mv) else { return };
            position = after;
        }
    }

    /// Forgets moves of fewer games than `least`.
    pub fn keep(&mut self, least: u32) {
        for moves in self.positions.values_mut() {
            moves.retain(|_, played| played.games >= least);
        }
        self.positions.retain(|_, moves| !moves.is_empty());
    }

    /// The move of the best score: that of the greatest lower end of the 95 % interval of its mean score; among equals
    /// that of more games, then that of the first square. `None` where the book knows no move.
    pub fn best(&self, board: Board) -> Option<Move> {
        let better = |one: &(Square, Played), other: &(Square, Played)| {
            let by_score = lower_end(one.1).partial_cmp(&lower_end(other.1)).unwrap_or(Ordering::Equal);
            by_score.then(one.1.games.cmp(&other.1.games)).then(other.0.cmp(&one.0))
        };
        self.moves(board).into_iter().max_by(better).map(|(square, _)| Move::on(square))
    }

    /// The legal moves that the book knows, with what games say of them, in the order of their squares.
    pub fn moves(&self, board: Board) -> Vec<(Square, Played)> {
        let view = View::of(board);
        let Some(known) = self.positions.get(&view.key) else { return Vec::new() };
        let played = |square: Square| Some((square, *known.get(&view.square(square))?));
        squares(board.moves()).filter_map(played).collect()
    }

    /// Positions of the book.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True if the book has no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Moves of all positions together.
    pub fn move_count(&self) -> usize {
        self.positions.values().map(Moves::len).sum()
    }
}

/// Plies from the start of games: discs that were placed.
pub(crate) fn ply_of(position: Position) -> u32 {
    60u32.saturating_sub(position.board.empties())
}

/// The lower end of the 95 % interval of the mean score of a move (Wilson 1927), from 0 to 1. Sums, products, quotients
/// and roots are the same on every machine.
fn lower_end(played: Played) -> f64 {
    const Z: f64 = 1.96;
    let games = f64::from(played.games.max(1));
    let mean = f64::from(played.half_points) / (2.0 * games);
    let spread = (mean * (1.0 - mean) / games + Z * Z / (4.0 * games * games)).sqrt();
    (mean + Z * Z / (2.0 * games) - Z * spread) / (1.0 + Z * Z / games)
}

/// A board as its book keeps it.
struct View {
    /// The least picture: discs of the side to move, and of the other.
    key: (u64, u64),
    /// The numbers of the symmetries that give it; more than one where the board is symmetric.
    symmetries: Vec<u8>,
}

impl View {
    fn of(board: Board) -> Self {
        let picture = |number: u8| (turned(board.own, number), turned(board.opponent, number));
        let key = (0..8).map(picture).min().unwrap_or_default();
        Self { key, symmetries: (0..8).filter(|&number| picture(number) == key).collect() }
    }

    /// The square in that picture: of squares that the board cannot tell apart the least.
    fn square(&self, square: Square) -> Square {
        let pictures = self.symmetries.iter().filter_map(|&number| Square::lowest(turned(square.bit(), number)));
        pictures.min().unwrap_or(square)
    }
}

/// A set of squares under one of the eight symmetries of the board.
fn turned(set: u64, number: u8) -> u64 {
    let set = if number & 1 > 0 { set.swap_bytes() } else { set };
    let set = if number & 2 > 0 { set.swap_bytes().reverse_bits() } else { set };
    if number & 4 > 0 { transposed(set) } else { set }
}

/// Rows for columns.
const fn transposed(set: u64) -> u64 {
    const fn swapped(set: u64, mask: u64, shift: u32) -> u64 {
        let difference = (set ^ (set >> shift)) & mask;
        set ^ difference ^ (difference << shift)
    }
    let set = swapped(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swapped(set, 0x0000_cccc_0000_cccc, 14);
    swapped(set, 0x0000_0000_f0f0_f0f0, 28)
}
