//! Mazes of drawn lines: `+--+` and `|`, the box-drawing characters of Unicode, or full blocks.
//!
//! Blanks, `.` and `·` are free, `S` and `G` start and goal, all else is a wall. A maze of rooms with thin walls,
//!
//! ```text
//! +---+---+      ┌───────┐
//! |S      |      │ S     │
//! +   +---+      │   ╶───┤
//! |     G |      │     G │
//! +---+---+      └───────┘
//! ```
//!
//! draws a room as three characters (or two, four …) in a row, since characters are higher than wide. It is read as rooms
//! of one cell with walls of one cell between them, as the generators make them: here 5 rows and 5 columns. A drawing in
//! which walls begin anywhere is read character by character.

use super::rows::{Block, Cells, Class};
use super::spans::{self, Piece};
use super::{Format, Maze};
use crate::maze::grid::{Grid, Place};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostics, Source};

const EXPECTED: &str = "a line (+, -, |, or a box-drawing character), a blank (free), S (start) or G (goal)";

/// Characters from one wall of a room to the next, in the order in which they are tried. With two, rooms and walls are
/// of one character each, which is what is read anyway.
const PITCHES: [u32; 5] = [6, 5, 4, 3, 2];

/// True for a character that is part of a wall.
pub(super) const fn is_line(letter: char) -> bool {
    matches!(letter, '+' | '-' | '|' | '\u{2500}'..='\u{257f}' | '\u{2580}'..='\u{2593}')
}

/// Reads a drawing.
///
/// # Errors
/// Unknown characters, ragged rows, two starts, two goals, no row, too many cells.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let block = Block::of(source, |line| line.trim().is_empty())?;
    let mut problems = Diagnostics::new();
    let Some(drawn) = spans::read(&block, EXPECTED, pieces, &mut problems) else {
        return Err(problems.help("blanks at the ends of rows may have been stripped: write free cells as `.`"));
    };
    let pitch = PITCHES.into_iter().find(|&pitch| has_rooms(&drawn.grid, pitch));
    let cells = match pitch {
        Some(pitch) => narrowed(&drawn, pitch),
        None => drawn,
    };
    cells.into_maze(Format::Boxes, Vec::new(), Terrain::DIGITS)
}

fn pieces(line: &str) -> impl Iterator<Item = Piece> {
    line.char_indices().map(|(at, letter)| {
        let class = match letter {
            ' ' | '.' | '·' | '*' => Class::Free,
            'S' => Class::Start,
            'G' => Class::Goal,
            letter if is_line(letter) => Class::Wall,
            _ => Class::Unknown,
        };
        (at..at + letter.len_utf8(), class)
    })
}

/// True if the lines of a drawing are the walls of rooms that are `pitch` columns and two rows from each other: rooms are
/// free, and a wall between two is there or not as a whole.
fn has_rooms(grid: &Grid, pitch: u32) -> bool {
    if grid.rows().is_multiple_of(2) || grid.rows() < 3 || grid.cols() < pitch + 1 || grid.cols() % pitch != 1 {
        return false;
    }
    (0..grid.rows()).all(|row| {
        (0..grid.cols() - 1).step_by(pitch as usize).all(|wall| {
            let mut room = (wall + 1..wall + pitch).map(|col| grid.is_free_at(Place { row, col }));
            let first = room.next().unwrap_or_default();
            room.all(|is_free| is_free == first) && (row % 2 == 0 || first)
        })
    })
}

/// Each room as one column.
fn narrowed(drawn: &Cells, pitch: u32) -> Cells {
    let narrow = |place: Place| {
        let Place { row, col } = place;
        Place { row, col: 2 * (col / pitch) + u32::from(!col.is_multiple_of(pitch)) }
    };
    let wide = |col: u32| col / 2 * pitch + col % 2;
    let grid = &drawn.grid;
    let mut cells = Cells { grid: Grid::blocked(grid.rows(), 2 * (grid.cols() / pitch) + 1), ..Cells::none() };
    for Place { row, col } in cells.grid.places() {
        cells.grid.set_free(Place { row, col }, grid.is_free_at(Place { row, col: wide(col) }));
    }
    (cells.start, cells.goal) = (drawn.start.map(narrow), drawn.goal.map(narrow));
    cells
}
