//! Cells as words: the letter of the column and the number of the row.

use std::error::Error;
use std::fmt;

use crate::gomoku::board::{LENGTHS, Point, Setting};
use searchlab_trial::diagnostic::quoted;

/// From where rows are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// Row 1 is the lowest: move lists.
    FromBottom,
    /// Row 1 is the highest: pos files.
    FromTop,
}

/// A word that is no cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    text: String,
    setting: Setting,
    /// A letter and a number, but of no cell of this board.
    is_off_board: bool,
}

impl NotationError {
    /// True if the word names a cell that this board has not.
    pub(crate) const fn is_off_board(&self) -> bool {
        self.is_off_board
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = if self.is_off_board { "lies off the board" } else { "is not a cell" };
        write!(f, "{} {fault}: expected {}", quoted(&self.text), cells(self.setting))
    }
}

impl Error for NotationError {}

/// The form of cells of a board, for messages.
pub(super) fn cells(setting: Setting) -> String {
    let last = letter(usize::from(setting.width) - 1);
    format!("a column a-{last} and a row 1-{}, such as {}", setting.height, name(setting.centre(), setting))
}

/// The letter of a column.
pub(super) const fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

/// `h8`: the letter of the column, and the number of the row from the bottom, from 1.
pub fn name(point: Point, setting: Setting) -> String {
    name_by(point, setting, Rows::FromBottom)
}

/// The same with the rows counted from either end.
pub(super) fn name_by(point: Point, setting: Setting, rows: Rows) -> String {
    let row = match rows {
        Rows::FromBottom => usize::from(setting.height) - point.row(),
        Rows::FromTop => point.row() + 1,
    };
    format!("{}{row}", letter(point.column()))
}

/// The cell with this name: a letter of either case and the number of the row from the bottom.
///
/// # Errors
/// A word that is not of this form, or names no cell of the board.
pub fn parse(text: &str, setting: Setting) -> Result<Point, NotationError> {
    parse_by(text, setting, Rows::FromBottom)
}

/// The same with the rows counted from either end.
pub(super) fn parse_by(text: &str, setting: Setting, rows: Rows) -> Result<Point, NotationError> {
    let error = |is_off_board| NotationError { text: text.to_owned(), setting, is_off_board };
    let mut characters = text.chars();
    let column = characters.next().filter(char::is_ascii_alphabetic).ok_or_else(|| error(false))?;
    let digits = characters.as_str();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error(false));
    }
    let column = (column.to_ascii_lowercase() as u8 - b'a') as isize;
    let height = isize::from(setting.height);
    let row = match digits.parse::<isize>() {
        Ok(number) if number <= *LENGTHS.end() as isize => match rows {
            Rows::FromBottom => height - number,
            Rows::FromTop => number - 1,
        },
        _ => return Err(error(true)),
    };
    setting.point(column, row).ok_or_else(|| error(true))
}
