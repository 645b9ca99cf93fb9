//! Comma-separated values, as spreadsheets write them: a cell of the maze in each field.
//!
//! `1` or `#` is a wall; `0`, `.` and nothing are free; `S` and `G` are start and goal; a digit from 2 to 9 is free
//! at this cost, all other free cells cost 1. Fields are separated by commas,
//! semicolons or tabs, whichever comes first in the first line, and may stand between quotation marks. A byte order mark,
//! blanks around the fields and empty lines at the end are ignored.

use super::rows::{Block, Class};
use super::spans::{self, Piece};
use super::{Format, Maze};
use crate::maze::terrain::Terrain;
use searchlab_trial::diagnostic::{Diagnostics, Source};

const EXPECTED: &str = "1 or # (wall), 0, . or nothing (free), 2 to 9 (free at this cost), S (start) or G (goal)";

/// The byte order mark that some spreadsheets write before the first field.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The character between the fields of a line, if its fields look like cells of a maze.
pub(super) fn separator(line: &str) -> Option<char> {
    let separator = line.chars().find(|letter| matches!(letter, ',' | ';' | '\t'))?;
    let fields = || pieces(line, separator);
    let known = fields().filter(|(span, class)| !span.is_empty() && *class != Class::Unknown).count();
    let filled = fields().filter(|(span, _)| !span.is_empty()).count();
    (2 * known >= filled).then_some(separator)
}

/// Reads a maze of separated fields, in which several goals may be marked if that is asked for.
///
/// # Errors
/// Unknown cells, ragged rows, two starts, two goals where one is asked for, no row, too many cells.
pub fn read(source: &Source, has_several_goals: bool) -> Result<Maze, Diagnostics> {
    let block = Block::of(source, |line| line.trim().is_empty())?;
    let separator = block.lines().next().and_then(|first| separator(first.text)).unwrap_or(',');
    let mut problems = Diagnostics::new();
    let goal = if has_several_goals { Class::OneOfGoals } else { Class::Goal };
    let with_goal = |(span, class)| (span, if class == Class::Goal { goal } else { class });
    let cells = spans::read(&block, EXPECTED, |line| pieces(line, separator).map(with_goal), &mut problems);
    let Some(cells) = cells else { return Err(problems) };
    cells.into_maze(Format::Csv, Vec::new(), Terrain::DIGITS)
}

/// The fields of a line without blanks and quotation marks around them.
fn pieces(line: &str, separator: char) -> impl Iterator<Item = Piece> {
    let mut begin = 0;
    line.split(separator).map(move |field| {
        let is_edge = |letter: char| matches!(letter, ' ' | '"' | BYTE_ORDER_MARK);
        let content = field.trim_matches(is_edge);
        let at = begin + field.len() - field.trim_start_matches(is_edge).len();
        begin += field.len() + separator.len_utf8();
        (at..at + content.len(), class(content))
    })
}

fn class(content: &str) -> Class {
    match content {
        "" | "0" | "." => Class::Free,
        "1" | "#" => Class::Wall,
        "S" | "s" => Class::Start,
        "G" | "g" => Class::Goal,
        "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" => Class::Cost(u16::from(content.as_bytes()[0] - b'0')),
        _ => Class::Unknown,
    }
}
