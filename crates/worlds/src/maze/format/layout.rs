//! Layouts of the Pacman projects: `%` wall, blank free, `P` start, `.` food, `o` capsule, `G` and digits ghosts.
//!
//! A single dot is the goal, as in the search project of Berkeley's CS 188 (DeNero, Klein 2010). Several are all goals.
//! Ghosts and capsules are free cells.

use super::rows::{self, Alphabet, Block, Class};
use super::{Format, Maze};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::text::counted;

const ALPHABET: Alphabet = Alphabet::new(
    &[
        (b'%', Class::Wall),
        (b' ', Class::Free),
        (b'P', Class::Start),
        (b'.', Class::OneOfGoals),
        (b'o', Class::Free),
        (b'G', Class::Free),
        (b'1', Class::Free),
        (b'2', Class::Free),
        (b'3', Class::Free),
        (b'4', Class::Free),
    ],
    "% (wall), a blank (free), P (start), . (food), o (capsule), G or a digit (ghost)",
);

/// Reads a layout.
///
/// # Errors
/// Unknown characters, ragged rows, two starts, no row, too many cells.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let block = Block::of(source, str::is_empty)?;
    let mut problems = Diagnostics::new();
    let Some(cells) = rows::read(&block, &ALPHABET, None, &mut problems) else { return Err(problems) };
    let dots = cells.goals.len() as u64;
    let remark = format!("{}: each of them is a goal unless `--goal ROW,COL` names one", counted(dots, "dot"));
    let remarks = if dots > 1 { vec![remark] } else { Vec::new() };
    cells.into_maze(Format::Layout, remarks, Terrain::DIGITS)
}
