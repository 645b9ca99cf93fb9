//! Squares and moves as words.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::othello::board::{Move, Square};
use searchlab_trial::diagnostic::quoted;

/// A word that is no square or no move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    text: String,
    is_pass_possible: bool,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, or_pass) = if self.is_pass_possible { ("move", ", or pa for a pass") } else { ("square", "") };
        write!(f, "{} is not a {kind}: expected {SQUARE}{or_pass}", quoted(&self.text))
    }
}

impl Error for NotationError {}

/// The form of a square, for messages.
pub(super) const SQUARE: &str = "a column a-h and a row 1-8, such as f5";

/// The words for a pass, longest first: what follows a word in a list is another move.
pub(super) const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Column letter of either case and row number.
impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let square = match text.as_bytes() {
            [column, row] => {
                let column = column.to_ascii_lowercase().wrapping_sub(b'a');
                Self::at(column, row.wrapping_sub(b'1'))
            }
            _ => None,
        };
        square.ok_or_else(|| NotationError { text: text.to_owned(), is_pass_possible: false })
    }
}

/// A square, or `pa`, `ps`, `pass` or `--` for the pass; letters of either case.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
            return Ok(Self::PASS);
        }
        text.parse().map(Self::on).map_err(|error| NotationError { is_pass_possible: true, ..error })
    }
}
