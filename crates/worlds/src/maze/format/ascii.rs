//! ASCII art: `#` wall, `.` or blank free, `S` start, `G` goal.
//!
//! Every row has as many characters as the first: rows that are shorter because blanks at their ends were stripped
//! are an error, since nobody can tell whether a wall was meant there. Empty lines before and after are ignored.

use std::io::{self, BufWriter, ErrorKind, Write};

use super::rows::{self, Alphabet, Block, Class};
use super::{Format, Maze, lines};
use crate::maze::grid::{Grid, Place};
use searchlab_trial::diagnostic::{Diagnostics, Source};

const ALPHABET: Alphabet = Alphabet::new(
    &[(b'#', Class::Wall), (b'.', Class::Free), (b' ', Class::Free), (b'S', Class::Start), (b'G', Class::Goal)],
    "# (wall), . or blank (free), S (start) or G (goal)",
);

/// Reads a maze drawn in characters.
///
/// # Errors
/// Unknown characters, ragged rows, two starts, two goals, no row, too many cells.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let text = source.text.as_str();
    let Some(first) = lines(source, 0..text.len(), 1).find(|line| !line.text.is_empty()) else {
        return Err(super::empty(source).into());
    };
    let end = text.trim_end_matches(['\r', '\n']).len();
    let block = Block { source, range: first.begin..end, first: first.number };
    let mut problems = Diagnostics::new();
    let Some(cells) = rows::read(&block, &ALPHABET, None, &mut problems) else { return Err(problems) };
    Ok(Maze { grid: cells.grid, start: cells.start, goal: cells.goal, format: Format::Ascii, remarks: Vec::new() })
}

/// Writes a grid as ASCII art, free cells as `.`.
///
/// # Errors
/// The error of `out`, and `InvalidInput` if a mark is in a wall or outside, or both are in one cell: there is no
/// character for that.
pub fn write_ascii(grid: &Grid, start: Option<Place>, goal: Option<Place>, out: &mut impl Write) -> io::Result<()> {
    let is_drawable = |mark: Option<Place>| mark.is_none_or(|place| grid.is_free_at(place));
    if !is_drawable(start) || !is_drawable(goal) || start.is_some() && start == goal {
        let message = "ASCII art shows a start and a goal in two free cells only";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let mut out = BufWriter::with_capacity(1 << 16, out);
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let place = Place { row, col };
            let cell = match place {
                _ if !grid.is_free_at(place) => b'#',
                _ if start == Some(place) => b'S',
                _ if goal == Some(place) => b'G',
                _ => b'.',
            };
            out.write_all(&[cell])?;
        }
        out.write_all(b"\n")?;
    }
    out.flush()
}
