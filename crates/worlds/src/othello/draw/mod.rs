//! Pictures of a position: for the terminal and as SVG.
//!
//! Not here: charts of records (they are the report's); boards as text that is read back (`format`).

mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use svg::svg;
pub use terminal::terminal;

use std::cmp::Ordering;
use std::path::Path;

use super::board::{Move, Position, Side};
use super::transcript::Transcript;
use crate::drawing::write_svg;

pub use crate::drawing::{DrawError, check_svg as check_picture};

/// The content of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The board and the side to move.
    pub position: Position,
    /// The move that led to it, which is marked; a pass has no mark.
    pub last: Option<Move>,
    /// True to mark the legal moves of the side to move.
    pub marks_moves: bool,
    /// A game that led to the position: in SVG its discs bear the numbers of their moves, where passes do not count.
    /// May be empty.
    pub numbered: &'a [Move],
    /// One line that says what it is; may be empty.
    pub title: &'a str,
}

impl<'a> Picture<'a> {
    /// A position with its legal moves, without a title.
    pub const fn new(position: Position) -> Self {
        Self { position, last: None, marks_moves: true, numbered: &[], title: "" }
    }

    /// The end of a game, with its last move and its legal moves.
    pub(crate) fn of_end(transcript: &Transcript) -> Self {
        Self { last: transcript.last_move(), ..Self::new(transcript.end()) }
    }

    /// The end of a game with the numbers of all its moves on the discs.
    pub(crate) fn of_game(transcript: &'a Transcript) -> Self {
        Self { numbered: transcript.moves(), ..Self::of_end(transcript) }
    }

    /// The square of the last move.
    fn marked(&self) -> u64 {
        self.last.and_then(Move::square).map_or(0, super::board::Square::bit)
    }

    /// The squares with a dot.
    fn dots(&self) -> u64 {
        if self.marks_moves { self.position.board.moves() } else { 0 }
    }
}

/// Discs of a side.
fn count(position: Position, side: Side) -> u32 {
    position.discs(side).count_ones()
}

/// The side to move, or the winner: with the empty squares given to the winner, as results of games are counted.
fn status(position: Position) -> String {
    let side = position.side.name();
    if position.board.moves() != 0 {
        return format!("{side} to move");
    }
    if !position.board.is_over() {
        return format!("{side} must pass");
    }
    let score = position.board.final_score();
    match score.cmp(&0) {
        Ordering::Equal => "game over: a draw".to_owned(),
        Ordering::Greater => format!("game over: {side} wins by {score}"),
        Ordering::Less => format!("game over: {} wins by {}", position.side.other().name(), -score),
    }
}

/// Writes an SVG; `path` must end in `.svg`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written.
pub fn write_picture(path: &Path, picture: &Picture<'_>) -> Result<(), DrawError> {
    write_svg(path, || svg(picture))
}
