//! Files of books: lines of text.
//!
//! ```text
//! searchlab connect4 book 1 7x6 PLIES
//! KEY SCORE                                 the key of a position as hexadecimal digits, and the score of the side to move
//! …
//! end POSITIONS CHECKSUM                    CRC-32 of all that is above, as 8 hexadecimal digits
//! ```
//!
//! The key has, in each column, the lowest empty cell and below it the discs of the side to move; columns are side by
//! side from the lowest bit on. Of a position and its mirror image the lesser key stands. Keys ascend.

use std::fmt::{self, Write};

use flate2::Crc;

use super::super::super::board::Size;
use super::{Book, MOST_PLIES};

/// The form of the file. Another form has another number.
const VERSION: &str = "1";

/// Bytes of a file at most: a book of 10 plies of 7x6 has a tenth of that.
pub const MOST_BYTES: u64 = 128 << 20;

/// The first line without its version.
const HEAD: &str = "searchlab connect4 book ";

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookError {
    /// The first line is that of no book.
    Foreign,
    /// A book of another version.
    Version(String),
    /// The last line is missing: the file was cut off.
    CutOff,
    /// The checksum or the number of positions is not that of the last line.
    Damaged,
    /// A line is no position with a score, or in the wrong place; its number, from 1.
    Line(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no opening book: its first line says nothing of the kind"),
            Self::Version(version) => {
                write!(f, "an opening book of version {version}; this program reads version {VERSION}")
            }
            Self::CutOff => f.write_str("the file is cut off: its last line is missing"),
            Self::Damaged => f.write_str("the file is damaged: it does not add up to its checksum"),
            Self::Line(line) => write!(f, "line {line} is no position with a score"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The text of its file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}{VERSION} {} {}\n", self.size, self.plies);
        // Writing to a string does not fail.
        for (key, score) in &self.scores {
            let _ = writeln!(text, "{key:x} {score}");
        }
        let _ = writeln!(text, "end {} {:08x}", self.scores.len(), checksum(&text));
        text
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let text = std::str::from_utf8(bytes).map_err(|_| BookError::Foreign)?;
        let (head, _) = text.split_once('\n').ok_or(BookError::Foreign)?;
        let head = head.strip_prefix(HEAD).ok_or(BookError::Foreign)?;
        let (version, board) = head.split_once(' ').unwrap_or((head, ""));
        if version != VERSION {
            return Err(BookError::Version(version.chars().take(20).collect()));
        }
        let (size, plies) = board_of(board).ok_or(BookError::Line(1))?;
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).ok_or(BookError::CutOff)? + 1;
        let (body, end) = text.split_at(body);
        if !end.starts_with("end ") {
            return Err(BookError::CutOff);
        }
        let mut scores: Vec<(u64, i8)> = Vec::new();
        for (number, line) in (2..).zip(body.lines().skip(1)) {
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

pub(super) fn checksum(text: &str) -> u32 {
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    crc.sum()
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
