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
use crate::Side;
use crate::lines::{contents, described};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};

const FORMS: &str = "a position is a list of columns like 4455, or a picture: rows of . X O";
const ENDS: &str = "X moves first: as many X as O, or one more; and nobody moves after four in a row";

/// The rows from the top.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |disc: Option<Side>| disc.map_or('.', |side| if side == Side::Black { 'X' } else { 'O' });
        let row = |row| (0..self.size.columns()).map(|column| sign(self.disc(Column(column), row))).collect();
        f.write_str(&(0..self.size.rows()).rev().map(row).collect::<Vec<String>>().join("\n"))
    }
}

/// A move list without blanks.
pub fn written(moves: &[Column]) -> String {
    moves.iter().map(Column::to_string).collect()
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
    let (all, mut problems) = (characters(source), Diagnostics::new());
    for &(_, at, sign) in all.iter().filter(|(_, _, sign)| !".XOxo".contains(*sign)) {
        let message = format!("{} in a position", described(sign));
        problems.push(|| wrong(source, at, message, "expected . (empty), X or O").help(FORMS));
    }
    problems.into_result(())?;
    let rows: Vec<_> = all.chunk_by(|left, right| left.0 == right.0).collect();
    let Some(first) = rows.first() else { return Err(Diagnostic::new("no position").help(FORMS).into()) };
    let odd = rows.iter().find(|row| row.len() != first.len());
    let Some(size) = Size::new(first.len(), rows.len()).filter(|_| odd.is_none()) else {
        let label =
            format!("{} cells; the first of {} rows has {}", odd.unwrap_or(first).len(), rows.len(), first.len());
        let problem = wrong(source, odd.unwrap_or(first)[0].1, "not a board of a possible size", label);
        return Err(problem.help(Size::ALLOWED).into());
    };
    let (mut discs, mut problems) = ([0; 2], Diagnostics::new());
    for (row, cells) in (0..).zip(rows.iter().rev()) {
        for (column, &(_, at, sign)) in (0..).map(Column).zip(*cells).filter(|(_, (_, _, sign))| *sign != '.') {
            let bit = size.bit(column, row);
            if row > 0 && (discs[0] | discs[1]) & bit >> 1 == 0 {
                problems.push(|| wrong(source, at, "a disc above an empty cell", "expected a disc below"));
            }
            discs[usize::from(matches!(sign, 'O' | 'o'))] |= bit;
        }
    }
    problems.into_result(Position::from_discs(size, discs))?.ok_or_else(|| {
        let label = format!("{} X and {} O", discs[0].count_ones(), discs[1].count_ones());
        wrong(source, first[0].1, "no game leads to this picture", label).help(ENDS).into()
    })
}

fn wrong(source: &Source, at: usize, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(message).at(source.excerpt(at..at + 1, label))
}

/// The characters of a text but blanks, commas and comments: line, place, character.
fn characters(source: &Source) -> Vec<(usize, usize, char)> {
    let lines = contents(source).flat_map(|(line, range)| {
        let places = source.text[range.clone()].char_indices();
        places.map(move |(at, sign)| (line, range.start + at, sign))
    });
    lines.filter(|(_, _, sign)| !sign.is_whitespace() && *sign != ',').collect()
}
