//! Positions as text: a move list or a picture.
//!
//! - Move list: the columns from 1, from the empty board: `4455`. Blanks, commas and line ends may stand between them.
//! - Picture: the rows from the top, `.` for an empty cell, `X` for the side that moves first, `O` for the other, in
//!   letters of either case. Blanks may stand between the cells. The size of the board is that of the picture, and the
//!   side to move follows from the number of discs. [`Position`] prints so.
//!
//! `#` begins a comment that goes to the end of its line.

use std::fmt;

use super::board::{Column, Position, Size};
use crate::in_a_row::{self, characters, wrong};
use crate::lines::described;
use searchlab_trial::diagnostic::{Diagnostics, Source};

const FORMS: &str = "a position is a list of columns like 4455, or a picture: rows of . X O";

/// The rows from the top.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_a_row::picture(self).join("\n"))
    }
}

/// The picture with blanks between the cells, and the numbers of the columns below.
pub fn lines(position: &Position) -> Vec<String> {
    let numbers: String = (0..position.size.columns()).map(|column| Column(column).to_string()).collect();
    let spaced = |row: &str| row.chars().flat_map(|cell| [' ', cell]).collect();
    position.to_string().lines().chain([numbers.as_str()]).map(spaced).collect()
}

/// Reads a position: a move list on an empty board of this size, or a picture, which has a size of its own.
///
/// # Errors
/// As [`read_moves`] and [`read_picture`]; a text without either.
pub fn read(source: &Source, size: Size) -> Result<Position, Diagnostics> {
    match (characters(source).first(), Position::new(size)) {
        (Some((_, _, '0'..='9')), start) => Ok(read_moves(source, start)?.into_iter().fold(start, Position::played)),
        _ => read_picture(source),
    }
}

/// Reads a list of moves from a position.
///
/// # Errors
/// The first character that is no column, or the first move that is not legal: what comes after it has no meaning.
pub fn read_moves(source: &Source, start: Position) -> Result<Vec<Column>, Diagnostics> {
    let (mut position, mut moves, last) = (start, Vec::new(), u32::from(start.size.columns()));
    for (_, at, sign) in characters(source) {
        let column = sign.to_digit(10).filter(|digit| (1..=last).contains(digit)).map(|digit| Column(digit as u8 - 1));
        let after = column.and_then(|column| position.after(column));
        let (Some(column), Some(after)) = (column, after) else {
            let label = match column {
                None => format!("expected a column from 1 to {last}"),
                Some(_) if position.is_won() => "the game has ended with four in a row".to_owned(),
                Some(column) => format!("column {column} is full"),
            };
            let message = format!("move {}, {}, is not legal", moves.len() + 1, described(sign));
            return Err(wrong(source, at, message, label).into());
        };
        moves.push(column);
        position = after;
    }
    Ok(moves)
}

/// Reads a picture.
///
/// # Errors
/// Characters that are no cells; rows of different lengths, a size that is not possible; discs above empty cells; too
/// many or too few discs of a side; four in a row of the side to move.
pub fn read_picture(source: &Source) -> Result<Position, Diagnostics> {
    let size = (Size::new as fn(usize, usize) -> Option<Size>, Size::ALLOWED);
    let picture = in_a_row::read_picture(source, FORMS, size)?;
    let (size, mut discs, mut problems) = (picture.size, [0; 2], Diagnostics::new());
    for &(cell, _, side) in &picture.pieces {
        discs[side.index()] |= size.bit(Column(cell.column), size.rows() - 1 - cell.row);
    }
    for &(cell, at, _) in picture.pieces.iter().filter(|(cell, ..)| cell.row + 1 < size.rows()) {
        if (discs[0] | discs[1]) & size.bit(Column(cell.column), size.rows() - 2 - cell.row) == 0 {
            problems.push(|| wrong(source, at, "a disc above an empty cell", "expected a disc below"));
        }
    }
    problems.into_result(Position::from_discs(size, discs))?.ok_or_else(|| picture.unreachable(source, "four").into())
}
