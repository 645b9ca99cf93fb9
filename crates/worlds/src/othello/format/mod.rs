//! Positions and games as text. Each reader reports all problems of a text in one pass.
//!
//! | form | file |
//! |---|---|
//! | squares and moves: `f5`, `pa` | `notation.rs` |
//! | boards of 64 characters and the side to move | `squares.rs` |
//! | OBF: boards with the scores of their moves | `obf.rs` |
//! | move lists: `f5d6c3` | `moves.rs` |
//! | GGF, games of servers and of NBoard | `ggf.rs`, `ggf_text.rs` |
//! | WTHOR, files of tournament games | `wthor.rs` |
//! | any of these but WTHOR, and `initial` | `given.rs` |
//!
//! Not here: reading of files ([`searchlab_trial::diagnostic`]), drawings (`draw`).

mod ggf;
#[cfg(test)]
mod ggf_tests;
mod ggf_text;
mod given;
mod moves;
mod notation;
mod obf;
mod squares;
#[cfg(test)]
mod tests;
mod wthor;

use std::ops::Range;

use super::board::{Move, Position};
use crate::lines::{contents, trimmed};
use searchlab_trial::diagnostic::Source;

pub use ggf::{GgfEnd, GgfGame, GgfNote, GgfResult, read_ggf};
pub use given::{Form, Given, read_position, read_positions};
pub use moves::read_moves;
pub use notation::NotationError;
pub use obf::{Listed, Problem, read_obf};
pub(super) use squares::letter;
pub use wthor::{Wthor, WthorError, WthorGame, read_wthor};

/// The first word of a range, and the rest without blanks around.
fn split_word(source: &Source, range: Range<usize>) -> (Range<usize>, Range<usize>) {
    let range = trimmed(source, range);
    let length = source.text[range.clone()].find(char::is_whitespace).unwrap_or(range.len());
    (range.start..range.start + length, trimmed(source, range.start + length..range.end))
}

/// "legal for black: c4, d3", as a remedy for a move that is not.
fn legal_moves(position: Position) -> String {
    let side = position.side.name();
    let moves = position.moves();
    if moves.is_empty() {
        return format!("no move is legal: the game is over, {}", counts(position));
    }
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    let note = if moves == [Move::PASS] { " (the pass)" } else { "" };
    format!("legal for {side}: {}{note}", names.join(", "))
}

/// Discs of black and white: `32-32`.
fn counts(position: Position) -> String {
    use super::board::Side::{Black, White};
    format!("{}-{}", position.discs(Black).count_ones(), position.discs(White).count_ones())
}
