//! Layouts of the Pacman projects: `%` wall, blank free, `P` start, `.` food, `o` capsule, `G` and digits ghosts.
//!
//! A single dot is the goal, as in the search project of Berkeley's CS 188 (DeNero, Klein 2010). Where there are several or
//! none, the goal has to be named, and a remark says so. Ghosts and capsules are free cells.

use super::rows::{self, Alphabet, Block, Class};
use super::{Format, Maze, lines};
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::text::counted;

const EXPECTED: &str = "% (wall), a blank (free), P (start), . (food), o (capsule), G or a digit (ghost)";

/// The characters, the food as one class.
const fn alphabet(food: Class) -> Alphabet {
    Alphabet::new(
        &[
            (b'%', Class::Wall),
            (b' ', Class::Free),
            (b'P', Class::Start),
            (b'.', food),
            (b'o', Class::Free),
            (b'G', Class::Free),
            (b'1', Class::Free),
            (b'2', Class::Free),
            (b'3', Class::Free),
            (b'4', Class::Free),
        ],
        EXPECTED,
    )
}

const ONE_GOAL: Alphabet = alphabet(Class::Goal);
const MUCH_FOOD: Alphabet = alphabet(Class::Free);

/// Reads a layout.
///
/// # Errors
/// Unknown characters, ragged rows, two starts, no row, too many cells.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let text = source.text.as_str();
    let Some(first) = lines(source, 0..text.len(), 1).find(|line| !line.text.is_empty()) else {
        return Err(super::empty(source).into());
    };
    let end = text.trim_end_matches(['\r', '\n']).len();
    let block = Block { source, range: first.begin..end, first: first.number };
    let dots = text.bytes().filter(|&byte| byte == b'.').count() as u64;
    let mut problems = Diagnostics::new();
    let alphabet = if dots == 1 { &ONE_GOAL } else { &MUCH_FOOD };
    let Some(cells) = rows::read(&block, alphabet, None, &mut problems) else { return Err(problems) };
    let remark = format!("{}: the goal is none of them unless `--goal ROW,COL` names it", counted(dots, "dot"));
    let remarks = if dots > 1 { vec![remark] } else { Vec::new() };
    Ok(Maze { grid: cells.grid, start: cells.start, goal: cells.goal, format: Format::Layout, remarks })
}
