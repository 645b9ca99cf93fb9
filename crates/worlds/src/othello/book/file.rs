//! Files of opening books: lines of text.
//!
//! ```text
//! searchlab othello book 1
//! OWN OTHER SQUARE:GAMES:HALF-POINTS …      discs of the side to move and of the other as 16 hexadecimal digits each
//! …
//! end POSITIONS CHECKSUM                    CRC-32 of all that is above, as 8 hexadecimal digits
//! ```
//!
//! Positions ascend, and so do the squares of each.

use std::fmt::{self, Write};
use std::str::FromStr;

use flate2::Crc;

use super::{Book, Moves, Played, View};
use crate::othello::board::{Board, Move, Square};

/// The form of the file. Another form has another number.
pub const VERSION: u32 = 1;

/// Bytes of a file at most: a book of all tournament games to ply 30 has a fifth of that.
pub const MOST_BYTES: u64 = 128 << 20;

/// The first line without its version.
const HEAD: &str = "searchlab othello book ";

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
    /// A line is no position with moves, or in the wrong place; its number, from 1.
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
            Self::Line(line) => write!(f, "line {line} is no position with moves"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The text of its file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}{VERSION}\n");
        // Writing to a string does not fail.
        for ((own, other), moves) in &self.positions {
            let _ = write!(text, "{own:016x} {other:016x}");
            for (square, played) in moves {
                let _ = write!(text, " {square}:{}:{}", played.games, played.half_points);
            }
            text.push('\n');
        }
        let _ = writeln!(text, "end {} {:08x}", self.positions.len(), checksum(&text));
        text
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The error in the file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let text = std::str::from_utf8(bytes).map_err(|_| BookError::Foreign)?;
        let (head, _) = text.split_once('\n').ok_or(BookError::Foreign)?;
        let version = head.strip_prefix(HEAD).ok_or(BookError::Foreign)?;
        if version != VERSION.to_string() {
            return Err(BookError::Version(version.chars().take(20).collect()));
        }
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n')).ok_or(BookError::CutOff)? + 1;
        let (body, end) = text.split_at(body);
        if !end.starts_with("end ") {
            return Err(BookError::CutOff);
        }
        let mut book = Self::default();
        let mut last = None;
        for (number, line) in (2..).zip(body.lines().skip(1)) {
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

pub(super) fn checksum(text: &str) -> u32 {
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    crc.sum()
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
