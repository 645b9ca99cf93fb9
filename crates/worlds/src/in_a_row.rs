//! Parts of all games that are won by k pieces in a row: rows on bitboards, and boards as pictures of `.`, `X` and `O`.
//!
//! Bitboards have an empty bit behind each line of cells, so that no row runs from one line into the next.
//!
//! Not here: Gomoku, whose rules ask for more than a row.

use std::fmt::Display;
use std::ops::{BitAnd, Shr};

use crate::Side;
use crate::lines::{contents, described};
use crate::play::{Cell, TuiBoard};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};

/// The first cells of all rows of `k` of the cells, whose bits are `shift` apart.
#[inline(always)]
pub(crate) fn row_starts<B: Copy + BitAnd<Output = B> + Shr<u8, Output = B>>(cells: B, shift: u8, k: u8) -> B {
    let (mut starts, mut length) = (cells, 1);
    while length < k {
        let more = if length < k - length { length } else { k - length };
        starts = starts & starts >> (more * shift);
        length += more;
    }
    starts
}

/// The cells of all rows of `k` pieces of the winner.
pub(crate) fn winning_rows<P: TuiBoard>(position: &P, k: u8) -> Vec<Cell> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let (columns, rows) = position.size();
    let is_own = |cell: &Cell| cell.row < rows && cell.column < columns && position.piece(*cell) == Some(winner);
    let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| (column as i8, row as i8)));
    let lines = cells.flat_map(|(column, row)| {
        [(0, 1), (1, -1), (1, 0), (1, 1)].map(|(across, down)| {
            let cell = |step| Cell { column: (column + step * across) as u8, row: (row + step * down) as u8 };
            (0..k as i8).map(cell).collect::<Vec<_>>()
        })
    });
    lines.filter(|line| line.iter().all(is_own)).flatten().collect()
}

/// The rows from the top: `.` for an empty cell, `X` for black, `O` for white.
pub(crate) fn picture<P: TuiBoard>(position: &P) -> Vec<String> {
    let (columns, rows) = position.size();
    let sign = |cell| position.piece(cell).map_or('.', |side| if side == Side::Black { 'X' } else { 'O' });
    let row = |row| (0..columns).map(|column| sign(Cell { column, row })).collect();
    (0..rows).map(row).collect()
}

/// A board that was read from a picture.
#[derive(Debug)]
pub(crate) struct Picture<S> {
    /// The size that its columns and rows stand for.
    pub(crate) size: S,
    /// The pieces, each with its place in the text, row by row from the top.
    pub(crate) pieces: Vec<(Cell, usize, Side)>,
    /// The place of its first character.
    pub(crate) begin: usize,
}

impl<S> Picture<S> {
    /// The error of a picture to which no game leads.
    pub(crate) fn unreachable(&self, source: &Source, k: impl Display) -> Diagnostic {
        let count = |side| self.pieces.iter().filter(|piece| piece.2 == side).count();
        let label = format!("{} X and {} O", count(Side::Black), count(Side::White));
        let help = format!("X moves first: as many X as O, or one more; and nobody moves after {k} in a row");
        wrong(source, self.begin, "no game leads to this picture", label).help(help)
    }
}

/// Reads a picture, in letters of either case, with or without blanks between the cells. `size` knows the possible
/// columns and rows, which `allowed` describes; `forms` are those of all positions.
///
/// # Errors
/// Characters that are no cells; rows of different lengths, a size that is not possible.
pub(crate) fn read_picture<S>(
    source: &Source,
    forms: &str,
    (size, allowed): (impl Fn(usize, usize) -> Option<S>, &str),
) -> Result<Picture<S>, Diagnostics> {
    let (all, mut problems) = (characters(source), Diagnostics::new());
    for &(_, at, sign) in all.iter().filter(|(_, _, sign)| !".XOxo".contains(*sign)) {
        let message = format!("{} in a position", described(sign));
        problems.push(|| wrong(source, at, message, "expected . (empty), X or O").help(forms));
    }
    problems.into_result(())?;
    let rows: Vec<_> = all.chunk_by(|left, right| left.0 == right.0).collect();
    let Some(first) = rows.first() else { return Err(Diagnostic::new("no position").help(forms).into()) };
    let odd = rows.iter().find(|row| row.len() != first.len());
    let Some(size) = size(first.len(), rows.len()).filter(|_| odd.is_none()) else {
        let label =
            format!("{} cells; the first of {} rows has {}", odd.unwrap_or(first).len(), rows.len(), first.len());
        let problem = wrong(source, odd.unwrap_or(first)[0].1, "not a board of a possible size", label);
        return Err(problem.help(allowed).into());
    };
    let pieces = (0..).zip(&rows).flat_map(|(row, cells)| {
        (0..).zip(*cells).filter(|(_, cell)| cell.2 != '.').map(move |(column, &(_, at, sign))| {
            let side = if matches!(sign, 'O' | 'o') { Side::White } else { Side::Black };
            (Cell { column, row }, at, side)
        })
    });
    Ok(Picture { size, pieces: pieces.collect(), begin: first[0].1 })
}

/// An error at a character.
pub(crate) fn wrong(source: &Source, at: usize, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    let end = at + source.text[at..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::new(message).at(source.excerpt(at..end, label))
}

/// The characters of a text but blanks, commas and comments: line, place, character.
pub(crate) fn characters(source: &Source) -> Vec<(usize, usize, char)> {
    let lines = contents(source).flat_map(|(line, range)| {
        let places = source.text[range.clone()].char_indices();
        places.map(move |(at, sign)| (line, range.start + at, sign))
    });
    lines.filter(|(_, _, sign)| !sign.is_whitespace() && *sign != ',').collect()
}
