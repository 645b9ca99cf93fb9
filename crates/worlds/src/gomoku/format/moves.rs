//! Move lists: `h8i9j10…`, black first, letters of either case, with or without blanks, commas or line ends between the
//! moves. Rows are counted from the bottom.

use std::ops::Range;

use super::notation::{Rows, cells, name_by, parse_by};
use super::placing::Placing;
use crate::gomoku::Side;
use crate::gomoku::board::{Point, Position, Setting};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// Reads a list of moves from the empty board.
///
/// # Errors
/// The first word that is no cell, or the first move that is not possible: what comes after it has no meaning.
pub fn read_moves(source: &Source, setting: Setting) -> Result<Position, Diagnostics> {
    read(source, 0..source.text.len(), setting, Rows::FromBottom).map_err(Diagnostics::from)
}

/// The stones in their order as a list of moves; `None` if black and white did not put them by turns.
pub fn write_moves(position: &Position) -> Option<String> {
    write(position, Rows::FromBottom)
}

/// The same with the rows counted from either end.
pub(super) fn write(position: &Position, rows: Rows) -> Option<String> {
    Some(alternating(position)?.map(|point| name_by(point, position.setting(), rows)).collect())
}

/// The cells of the stones in their order, if black began, the sides alternated, and the next of them is to move.
pub(super) fn alternating(position: &Position) -> Option<impl Iterator<Item = Point> + '_> {
    let stones = position.stones();
    let sides = Side::BOTH.into_iter().cycle();
    let is_regular = stones.iter().zip(sides).all(|(stone, side)| stone.1 == side)
        && position.side() == Side::BOTH[stones.len() % 2];
    is_regular.then(|| stones.iter().map(|stone| stone.0))
}

/// Reads a part of a text.
pub(super) fn read(source: &Source, range: Range<usize>, setting: Setting, rows: Rows) -> Result<Position, Diagnostic> {
    let mut game = Placing::new(source, setting, "move");
    let mut at = range.start;
    while let Some(span) = next(&source.text[..range.end], at) {
        at = span.end;
        let text = &source.text[span.clone()];
        match parse_by(text, setting, rows) {
            Ok(point) => game.play(point, span)?,
            Err(error) => {
                let (number, text) = (game.number(), quoted(text));
                return Err(if error.is_off_board() {
                    Diagnostic::new(format!("move {number}, {text}, lies off the board"))
                        .at(source.excerpt(span, format!("expected {}", cells(setting))))
                } else {
                    Diagnostic::new(format!("move {number} cannot be read: {text}"))
                        .at(source.excerpt(span, format!("expected {}", cells(setting))))
                        .help("a move list holds nothing but moves: h8i9j10 or h8 i9 j10")
                });
            }
        }
    }
    Ok(game.finish())
}

/// The bytes of the next move from `at`: a character and the digits behind it; the whole word if there are none.
pub(super) fn next(text: &str, at: usize) -> Option<Range<usize>> {
    let is_gap = |character: char| character.is_whitespace() || character == ',';
    let rest = text[at..].trim_start_matches(is_gap);
    let begin = text.len() - rest.len();
    let first = rest.chars().next()?.len_utf8();
    let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
    let length = if digits == 0 { rest.find(is_gap).unwrap_or(rest.len()) } else { first + digits };
    Some(begin..begin + length)
}
