//! The course format: rows of 0 (free) and 1 (wall), with or without blanks between them.
//!
//! The first row decides the width. The grid ends at the first blank line, or at the first line that is mostly
//! something else than 0 and 1; text after it is tolerated and reported as a remark, but a further row of the same
//! width is an error, because half a maze is not what anyone meant. There are no marks for start and goal.

use std::io::{self, BufWriter, Write};

use super::rows::{self, Alphabet, Block, Class};
use super::{Format, Line, Maze, lines};
use crate::maze::grid::{Grid, Place};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

const ALPHABET: Alphabet = Alphabet::new(
    &[(b'0', Class::Free), (b'1', Class::Wall), (b' ', Class::Skipped), (b'\t', Class::Skipped)],
    "0 (free) or 1 (wall)",
);

/// Reads a maze in the course format.
///
/// # Errors
/// Unknown characters, ragged rows, no row, too many cells.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let whole = || lines(source, 0..source.text.len(), 1);
    let Some(first) = whole().find(|line| !is_blank(line)) else {
        return Err(super::empty(source).into());
    };
    let width = ALPHABET.width(first.bytes());
    let mut end = first.end();
    let mut rest = lines(source, first.begin..source.text.len(), first.number);
    let after = rest.by_ref().skip(1).find(|line| {
        let is_row = is_row(line, width);
        end = if is_row { line.end() } else { end };
        !is_row
    });
    let block = Block { source, range: first.begin..end, first: first.number };
    let mut problems = Diagnostics::new();
    let mut remarks = Vec::new();
    if let Some(text) = after.into_iter().chain(rest.by_ref()).find(|line| !is_blank(line)) {
        let is_lost_row = |line: &Line<'_>| {
            let shown = line.bytes();
            width > 1 && ALPHABET.knows_all(shown) && ALPHABET.width(shown) == width
        };
        let lost = std::iter::once(text).chain(rest).find(is_lost_row);
        if let Some(row) = lost {
            problems.push(|| row_after_the_end(source, &row, after.map_or(row.number, |line| line.number)));
        }
        remarks.push(format!("line {}: text after the maze is ignored: {}", text.number, quoted(text.text.trim())));
    }
    let cells = rows::read(&block, &ALPHABET, None, &mut problems);
    let Some(cells) = cells.filter(|_| problems.is_empty()) else { return Err(problems) };
    cells.into_maze(Format::Course, remarks, Terrain::DIGITS)
}

fn is_blank(line: &Line<'_>) -> bool {
    line.bytes().iter().all(u8::is_ascii_whitespace)
}

/// True if a line is a row of the grid, perhaps with errors, and not text: at least half of it is 0 and 1, or a quarter
/// if it has as many characters as the first row.
fn is_row(line: &Line<'_>, width: usize) -> bool {
    let bytes = line.bytes();
    if is_blank(line) {
        return false;
    }
    ALPHABET.knows_all(bytes) || {
        let known = bytes.iter().filter(|byte| matches!(byte, b'0' | b'1')).count();
        let cells = ALPHABET.width(bytes);
        2 * known >= cells || cells == width && 4 * known >= cells
    }
}

fn row_after_the_end(source: &Source, row: &Line<'_>, end: usize) -> Diagnostic {
    Diagnostic::new("a row after the end of the maze")
        .at(rows::excerpt(&source.name, row, 0..row.text.len(), format!("the maze ended before line {end}")))
        .help(format!("remove what is in line {end}, or give each maze a file of its own"))
}

/// Writes a grid in the course format, with blanks between the cells.
///
/// # Errors
/// The error of `out`.
pub fn write_course(grid: &Grid, out: &mut impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let cell = if grid.is_free_at(Place { row, col }) { b'0' } else { b'1' };
            let end = if col + 1 == grid.cols() { b'\n' } else { b' ' };
            out.write_all(&[cell, end])?;
        }
    }
    out.flush()
}
