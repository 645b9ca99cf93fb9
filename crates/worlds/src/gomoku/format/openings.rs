//! Files of openings, one a line; blank lines and what follows a `#` are skipped.
//!
//! | form | an opening |
//! |---|---|
//! | pos | `h8i9j10`: as a move list, but rows are counted from the **top** |
//! | offset | `0,0, 1,-1, 3,2`: columns to the right and rows down from the centre, which is column and row n/2 from 0 |
//!
//! Both are of Piskvork, the program of the Gomocup tournaments.

use std::ops::Range;

use super::moves::{self, alternating};
use super::notation::Rows;
use super::placing::Placing;
use crate::gomoku::Side;
use crate::gomoku::board::{Point, Position, Setting};
use crate::lines::{contents, trimmed};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// An opening and the number of its line.
pub(super) type Opening = (usize, Position);

/// Reads a pos file.
///
/// # Errors
/// All problems of all lines: words that are no cells, stones off the board or on another, stones after a five, an
/// opening that stands in the file twice; no opening at all.
pub fn read_pos(source: &Source, setting: Setting) -> Result<Vec<(usize, Position)>, Diagnostics> {
    read(source, "h8i9j10, rows from the top", |range| moves::read(source, range, setting, Rows::FromTop))
}

/// Reads an offset file.
///
/// # Errors
/// As [`read_pos`].
pub fn read_offset(source: &Source, setting: Setting) -> Result<Vec<(usize, Position)>, Diagnostics> {
    read(source, "0,0, 1,-1, 3,2 from the centre", |range| read_offsets(source, range, setting))
}

/// A line of a pos file; `None` if black and white did not put the stones by turns.
pub fn write_pos(position: &Position) -> Option<String> {
    moves::write(position, Rows::FromTop)
}

/// A line of an offset file; `None` if black and white did not put the stones by turns.
pub fn write_offset(position: &Position) -> Option<String> {
    let centre = position.setting().centre();
    let from = |there: usize, from: usize| there as isize - from as isize;
    let offset =
        |point: Point| format!("{},{}", from(point.column(), centre.column()), from(point.row(), centre.row()));
    Some(alternating(position)?.map(offset).collect::<Vec<_>>().join(", "))
}

/// The openings of all lines, each read by `read_line`.
fn read(
    source: &Source,
    form: &str,
    read_line: impl Fn(Range<usize>) -> Result<Position, Diagnostic>,
) -> Result<Vec<Opening>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut openings: Vec<Opening> = Vec::new();
    let mut seen = std::collections::BTreeMap::<Vec<(Point, bool)>, Range<usize>>::new();
    for (line, content) in contents(source) {
        let position = match read_line(content.clone()) {
            Ok(position) => position,
            Err(problem) => {
                problems.push(|| problem);
                continue;
            }
        };
        if let Some(first) = seen.get(&stones(&position)) {
            problems.push(|| {
                Diagnostic::new("the same opening twice")
                    .at(source.excerpt(content, "expected another opening"))
                    .at(source.excerpt(first.clone(), "the first"))
                    .help("leave one of them out: games from it would count twice")
            });
            continue;
        }
        seen.insert(stones(&position), content);
        openings.push((line, position));
    }
    if openings.is_empty() && problems.is_empty() {
        problems.push(|| {
            Diagnostic::new("no openings in the file")
                .at(source.excerpt(0..0, "expected an opening on each line"))
                .help(format!("an opening is {form}"))
        });
    }
    problems.into_result(openings)
}

/// The stones in the order of their cells: equal for openings that differ only in the order of moves.
fn stones(position: &Position) -> Vec<(Point, bool)> {
    let mut stones: Vec<_> =
        position.stones().iter().map(|&(point, side)| (point, matches!(side, Side::White))).collect();
    stones.sort_unstable();
    stones
}

fn read_offsets(source: &Source, range: Range<usize>, setting: Setting) -> Result<Position, Diagnostic> {
    let mut game = Placing::new(source, setting, "stone");
    let numbers: Vec<(i32, Range<usize>)> = read_numbers(source, range.clone())?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    for [(right, from), (down, to)] in pairs {
        let span = from.start..to.end;
        let centre = setting.centre();
        let at = |from: usize, steps: i32| from as isize + steps as isize;
        let Some(point) = setting.point(at(centre.column(), *right), at(centre.row(), *down)) else {
            return Err(Diagnostic::new(format!("stone {}, {right},{down}, lies off the board", game.number()))
                .at(source.excerpt(span, reach(setting)))
                .help("columns to the right and rows down are counted from the centre"));
        };
        game.play(point, span)?;
    }
    match rest.first() {
        None => Ok(game.finish()),
        Some((_, span)) => Err(Diagnostic::new("a column without a row")
            .at(source.excerpt(span.end..span.end, "expected a comma and a number"))
            .help("each stone is a pair: 0,0, 1,-1, 3,2")),
    }
}

/// "expected columns from -7 to 7 and rows from -7 to 7".
fn reach(setting: Setting) -> String {
    let ends = |length: u8| {
        let centre = i32::from(length) / 2;
        format!("from {} to {}", -centre, i32::from(length) - 1 - centre)
    };
    format!("expected columns {} and rows {}", ends(setting.width), ends(setting.height))
}

/// Numbers between commas; a comma at the end is allowed.
fn read_numbers(source: &Source, range: Range<usize>) -> Result<Vec<(i32, Range<usize>)>, Diagnostic> {
    let mut numbers = Vec::new();
    let mut begin = range.start;
    let mut parts = source.text[range].split(',').peekable();
    while let Some(part) = parts.next() {
        let span = trimmed(source, begin..begin + part.len());
        begin += part.len() + 1;
        if span.is_empty() && parts.peek().is_none() {
            break;
        }
        let text = &source.text[span.clone()];
        // Far more than any board, and far from any overflow.
        match text.parse::<i32>().ok().filter(|number| number.unsigned_abs() < 1 << 16) {
            Some(number) => numbers.push((number, span)),
            None => {
                return Err(Diagnostic::new(format!("{} is not an offset", quoted(text)))
                    .at(source.excerpt(span, "expected a small whole number"))
                    .help("an opening is pairs of numbers with commas between: 0,0, 1,-1, 3,2"));
            }
        }
    }
    Ok(numbers)
}
