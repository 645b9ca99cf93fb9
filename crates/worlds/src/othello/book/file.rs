//! The lines of a file of a book, between those of every book's.
//!
//! ```text
//! OWN OTHER SQUARE:GAMES:HALF-POINTS …      discs of the side to move and of the other as 16 hexadecimal digits each
//! ```
//!
//! Positions ascend, and so do the squares of each.

use std::fmt::Write;
use std::str::FromStr;

use super::{Book, Moves, Played, View};
use crate::book::{BookError, BookFile, end};
use crate::othello::board::{Board, Move, Square};

/// The form of the file.
const FILE: BookFile = BookFile { head: "searchlab othello book ", version: 1 };

impl Book {
    /// The text of its file.
    pub fn to_text(&self) -> String {
        let mut text = FILE.begin("");
        // Writing to a string does not fail.
        for ((own, other), moves) in &self.positions {
            let _ = write!(text, "{own:016x} {other:016x}");
            for (square, played) in moves {
                let _ = write!(text, " {square}:{}:{}", played.games, played.half_points);
            }
            text.push('\n');
        }
        end(&mut text, self.positions.len());
        text
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let text = std::str::from_utf8(bytes).map_err(|_| BookError::Foreign)?;
        let (about, lines) = FILE.read(text)?;
        if !about.is_empty() {
            return Err(BookError::Line(1));
        }
        let mut book = Self::default();
        let mut last = None;
        for (number, line) in lines {
            let (key, moves) = position(line).ok_or(BookError::Line(number))?;
            if last.is_some_and(|last| last >= key) {
                return Err(BookError::Line(number));
            }
            last = Some(key);
            book.positions.insert(key, moves);
        }
        // Number and checksum too; a book has one text.
        if book.to_text() == text { Ok(book) } else { Err(BookError::Damaged) }
    }
}

/// A position with its moves: the least of its pictures, each move legal and in its one form.
fn position(line: &str) -> Option<((u64, u64), Moves)> {
    let mut words = line.split(' ');
    let mut discs = || {
        let word = words.next().filter(|word| word.len() == 16)?;
        u64::from_str_radix(word, 16).ok()
    };
    let key = (discs()?, discs()?);
    let board = Board { own: key.0, opponent: key.1 };
    let view = View::of(board);
    if key.0 & key.1 != 0 || view.key != key {
        return None;
    }
    let mut moves = Moves::new();
    for word in words {
        let (square, played) = played(word)?;
        let is_last = moves.last_key_value().is_none_or(|(&last, _)| last < square);
        if !is_last || view.square(square) != square || board.moves() & square.bit() == 0 {
            return None;
        }
        moves.insert(square, played);
    }
    (!moves.is_empty()).then_some((key, moves))
}

/// `f5:120:131`.
fn played(word: &str) -> Option<(Square, Played)> {
    let mut parts = word.split(':');
    let square = Move::from_str(parts.next()?).ok()?.square()?;
    let mut number = || parts.next()?.parse::<u32>().ok();
    let played = Played { games: number()?, half_points: number()? };
    let is_sound = played.games > 0 && u64::from(played.half_points) <= 2 * u64::from(played.games);
    (is_sound && parts.next().is_none()).then_some((square, played))
}
