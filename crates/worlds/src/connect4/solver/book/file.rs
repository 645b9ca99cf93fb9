//! The lines of a file of a book, between those of every book's.
//!
//! ```text
//! searchlab connect4 book 1 7x6 PLIES
//! KEY SCORE                                 the key of a position as hexadecimal digits, and the score of the side to move
//! ```
//!
//! The key has, in each column, the lowest empty cell and below it the discs of the side to move; columns are side by
//! side from the lowest bit on. Of a position and its mirror image the lesser key stands. Keys ascend.

use std::fmt::Write;

use super::super::super::board::Size;
use super::{Book, MOST_PLIES};
use crate::book::{BookError, BookFile, end};

/// The form of the file.
const FILE: BookFile = BookFile { head: "searchlab connect4 book ", version: 1 };

impl Book {
    /// The text of its file.
    pub fn to_text(&self) -> String {
        let mut text = FILE.begin(&format!(" {} {}", self.size, self.plies));
        // Writing to a string does not fail.
        for (key, score) in &self.scores {
            let _ = writeln!(text, "{key:x} {score}");
        }
        end(&mut text, self.scores.len());
        text
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let text = std::str::from_utf8(bytes).map_err(|_| BookError::Foreign)?;
        let (board, lines) = FILE.read(text)?;
        let (size, plies) = board_of(board).ok_or(BookError::Line(1))?;
        let mut scores: Vec<(u64, i8)> = Vec::new();
        for (number, line) in lines {
            let entry = entry(line, size).ok_or(BookError::Line(number))?;
            if scores.last().is_some_and(|last| last.0 >= entry.0) {
                return Err(BookError::Line(number));
            }
            scores.push(entry);
        }
        let book = Self { size, plies, scores };
        // Number and checksum too; a book has one text.
        if book.to_text() == text { Ok(book) } else { Err(BookError::Damaged) }
    }
}

/// `7x6 6`.
fn board_of(text: &str) -> Option<(Size, u32)> {
    let (size, plies) = text.split_once(' ')?;
    let plies = plies.parse().ok().filter(|&plies| plies <= MOST_PLIES)?;
    Some((Size::parse(size).ok()?, plies))
}

/// A key and a score that the board allows.
fn entry(line: &str, size: Size) -> Option<(u64, i8)> {
    let (key, score) = line.split_once(' ')?;
    let score: i8 = score.parse().ok()?;
    let is_possible = u32::from(score.unsigned_abs()) <= size.cells() / 2;
    is_possible.then_some((u64::from_str_radix(key, 16).ok()?, score))
}
