//! ASCII art: `#` wall, `.` or blank free, `S` start, `G` goal. A digit from 1 to 9 is free at this cost, all other free
//! cells cost 1.
//!
//! Every row has as many characters as the first: rows that are shorter because blanks at their ends were stripped
//! are an error, since nobody can tell whether a wall was meant there. Empty lines before and after are ignored.

use std::io::{self, BufWriter, ErrorKind, Write};

use super::rows::{self, Alphabet, Block, Class};
use super::{Format, Maze};
use crate::maze::grid::{Grid, Place};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostics, Source};

const ALPHABET: Alphabet = Alphabet::new(
    &[
        (b'#', Class::Wall),
        (b'.', Class::Free),
        (b' ', Class::Free),
        (b'S', Class::Start),
        (b'G', Class::Goal),
        (b'1', Class::Free),
        (b'2', Class::Cost(2)),
        (b'3', Class::Cost(3)),
        (b'4', Class::Cost(4)),
        (b'5', Class::Cost(5)),
        (b'6', Class::Cost(6)),
        (b'7', Class::Cost(7)),
        (b'8', Class::Cost(8)),
        (b'9', Class::Cost(9)),
    ],
    "# (wall), . or blank (free), a digit from 1 to 9 (free at this cost), S (start) or G (goal)",
);

/// Reads a maze drawn in characters, in which several goals may be marked if that is asked for.
///
/// # Errors
/// Unknown characters, ragged rows, two starts, two goals where one is asked for, no row, too many cells.
pub fn read(source: &Source, has_several_goals: bool) -> Result<Maze, Diagnostics> {
    let block = Block::of(source, str::is_empty)?;
    let mut problems = Diagnostics::new();
    let goal = if has_several_goals { Class::OneOfGoals } else { Class::Goal };
    let alphabet = ALPHABET.with([(b'G', goal)].into_iter());
    let Some(cells) = rows::read(&block, &alphabet, None, &mut problems) else { return Err(problems) };
    cells.into_maze(Format::Ascii, Vec::new(), Terrain::DIGITS)
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
