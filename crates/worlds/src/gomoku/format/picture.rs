//! Boards as a picture: a line for each row from the top, then, if wanted, a line with the side to move.
//!
//! ```text
//! . . . . .
//! . X O . .
//! . . X . .
//! . . . . .
//! . . . . .
//! white to move
//! ```
//!
//! | cell | character |
//! |---|---|
//! | empty | `.` `-` |
//! | black | `X` `x` |
//! | white | `O` `o` |
//!
//! Blanks between the cells do not matter. The side is `X`, `O`, `black` or `white`, also with `to move`; without it
//! the numbers of stones tell. The picture tells the size of its board.

use std::fmt::Write as _;
use std::ops::Range;

use super::placing::{Placed, set_up};
use crate::gomoku::Side;
use crate::gomoku::board::{LENGTHS, Point, Position, Rule, Setting};
use crate::lines::{Line, described, lines};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// Reads a picture.
///
/// # Errors
/// Characters that are no cell, rows of different lengths, a board of a size that is not played on, numbers of stones
/// that no game has, a side to move that does not fit them, a game that was won before its last stone.
pub fn read_picture(source: &Source, rule: Rule) -> Result<Position, Diagnostics> {
    let all: Vec<Line<'_>> =
        lines(source, 0..source.text.len(), 1).filter(|line| !line.text.trim().is_empty()).collect();
    read(source, &all, rule)
}

/// The position as a picture with the side to move. What the order of the stones was is lost.
pub fn write_picture(position: &Position) -> String {
    let mut text = String::new();
    let setting = position.setting();
    for row in 0..setting.height.into() {
        for column in 0..setting.width.into() {
            let gap = if column == 0 { "" } else { " " };
            let sign = position.at(Point::new(column, row)).map_or('.', sign);
            // Writing to a string cannot fail.
            let _ = write!(text, "{gap}{sign}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{} to move", position.side().name());
    text
}

/// The letter of a side.
pub(in crate::gomoku) const fn sign(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

/// The side whose stone a character is.
const fn stone(character: char) -> Option<Side> {
    match character {
        'X' | 'x' => Some(Side::Black),
        'O' | 'o' => Some(Side::White),
        _ => None,
    }
}

/// True if a character may stand in a picture.
const fn is_cell(character: char) -> bool {
    matches!(character, '.' | '-') || stone(character).is_some()
}

/// True if a line is meant to be a row of a picture: most of its characters are cells, and there are enough of them.
pub(super) fn is_row(text: &str) -> bool {
    let count = |is: fn(char) -> bool| text.chars().filter(|&character| is(character)).count();
    let cells = count(is_cell);
    cells >= *LENGTHS.start() - 1 && 2 * cells > count(|character| !character.is_whitespace())
}

/// The side that a line says is to move.
pub(super) fn side_of(text: &str) -> Option<Side> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["x" | "black"] | ["x" | "black", "to", "move"] => Some(Side::Black),
        ["o" | "white"] | ["o" | "white", "to", "move"] => Some(Side::White),
        _ => None,
    }
}

/// Reads the lines of one picture, none of which is blank.
pub(super) fn read(source: &Source, all: &[Line<'_>], rule: Rule) -> Result<Position, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut stones: [Vec<Placed>; 2] = [Vec::new(), Vec::new()];
    let (rows, last) = match all.split_last() {
        Some((last, rows)) if !is_row(last.text) => (rows, Some(last)),
        _ => (all, None),
    };
    let mut width = None;
    for (row, line) in rows.iter().enumerate() {
        let length = read_row(source, line, row, &mut stones, &mut problems);
        let expected = *width.get_or_insert(length);
        if length != expected {
            problems.push(|| {
                Diagnostic::new(format!("row {} of the picture has {length} cells, the first has {expected}", row + 1))
                    .at(source.excerpt(line.begin..line.end(), "expected rows of one length"))
            });
        }
    }
    let whole = all.first().map_or(0..0, |line| line.begin..line.end());
    let (width, height) = (width.unwrap_or(0), rows.len());
    if problems.is_empty() && !(LENGTHS.contains(&width) && LENGTHS.contains(&height)) {
        let (least, most) = LENGTHS.into_inner();
        problems.push(|| {
            Diagnostic::new(format!("a board of {width} columns and {height} rows"))
                .at(source.excerpt(whole.clone(), format!("expected {least} to {most} of each")))
        });
    }
    let side = last.map(|line| (side_of(line.text), line.begin..line.end()));
    if let Some((None, span)) = &side {
        problems.push(|| unknown_side(source, span.clone()));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let setting = Setting { width: width as u8, height: height as u8, rule };
    let side = side.and_then(|(side, span)| Some((side?, span)));
    Ok(set_up(source, setting, &stones, side, whole)?.finish())
}

fn unknown_side(source: &Source, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("unknown side to move {}", quoted(source.text[span.clone()].trim())))
        .at(source.excerpt(span, "expected `black to move` or `white to move`"))
}

/// Reads the stones of a row and tells how many cells it has.
fn read_row(
    source: &Source,
    line: &Line<'_>,
    row: usize,
    stones: &mut [Vec<Placed>; 2],
    problems: &mut Diagnostics,
) -> usize {
    let cells = line.text.char_indices().filter(|(_, character)| !character.is_whitespace());
    let mut length = 0;
    for (column, (at, character)) in cells.enumerate() {
        length += 1;
        let span = line.begin + at..line.begin + at + character.len_utf8();
        if !is_cell(character) {
            problems.push(|| {
                Diagnostic::new(format!("unknown {} in a picture", described(character)))
                    .at(source.excerpt(span, "expected . or - (empty), X (black), O (white)"))
            });
            continue;
        }
        // Beyond the largest board, where the number of cells is the problem, there are no points.
        let is_point = column < *LENGTHS.end() && row < *LENGTHS.end();
        if let Some(side) = stone(character).filter(|_| is_point) {
            stones[side.index()].push((Point::new(column, row), span));
        }
    }
    length
}
