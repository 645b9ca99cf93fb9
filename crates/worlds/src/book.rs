//! Files of opening books: lines of text between a head and a checksum.
//!
//! ```text
//! searchlab GAME book VERSION …             what comes after the version is the game's
//! …                                         a position in each line, in ascending order
//! end POSITIONS CHECKSUM                    CRC-32 of all that is above, as 8 hexadecimal digits
//! ```
//!
//! Not here: the lines of a game, which its own book knows.

use std::fmt::{self, Write};

use flate2::Crc;

/// Bytes of a file at most: a book of all tournament games of Othello to ply 30 has a fifth of that.
pub(crate) const MOST_BYTES: u64 = 128 << 20;

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookError {
    /// The first line is that of no book.
    Foreign,
    /// A book of another version, and the version that is read.
    Version(String, u32),
    /// The last line is missing: the file was cut off.
    CutOff,
    /// The checksum or the number of positions is not that of the last line.
    Damaged,
    /// A line is no position of such a book, or in the wrong place; its number, from 1.
    Line(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no opening book: its first line says nothing of the kind"),
            Self::Version(version, known) => {
                write!(f, "an opening book of version {version}; this program reads version {known}")
            }
            Self::CutOff => f.write_str("the file is cut off: its last line is missing"),
            Self::Damaged => f.write_str("the file is damaged: it does not add up to its checksum"),
            Self::Line(line) => write!(f, "line {line} is no position with its moves, or with its score"),
        }
    }
}

impl std::error::Error for BookError {}

/// The form of the files of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BookFile {
    /// The first line without its version.
    pub(crate) head: &'static str,
    /// Another form has another number.
    pub(crate) version: u32,
}

impl BookFile {
    /// The first line, with what the game says of the book.
    pub(crate) fn begin(self, about: &str) -> String {
        format!("{}{}{about}\n", self.head, self.version)
    }

    /// The words behind the version, and the lines of the positions with their numbers. That count and checksum are right
    /// is known when the book is written again: it has one text.
    ///
    /// # Errors
    /// The head is none of this form, or the last line is missing.
    pub(crate) fn read(self, text: &str) -> Result<(&str, impl Iterator<Item = (usize, &str)>), BookError> {
        let (head, _) = text.split_once('\n').ok_or(BookError::Foreign)?;
        let head = head.strip_prefix(self.head).ok_or(BookError::Foreign)?;
        let (version, about) = head.split_once(' ').unwrap_or((head, ""));
        if version != self.version.to_string() {
            return Err(BookError::Version(version.chars().take(20).collect(), self.version));
        }
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).ok_or(BookError::CutOff)? + 1;
        let (body, end) = text.split_at(body);
        if !end.starts_with("end ") {
            return Err(BookError::CutOff);
        }
        Ok((about, (2..).zip(body.lines().skip(1))))
    }
}

/// Adds the last line.
pub(crate) fn end(text: &mut String, positions: usize) {
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    // Writing to a string does not fail.
    let _ = writeln!(text, "end {positions} {:08x}", crc.sum());
}
