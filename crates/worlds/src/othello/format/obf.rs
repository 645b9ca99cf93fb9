//! OBF, the form in which test suites of endgames are published: a board, the side to move, and after a semicolon the
//! moves with their scores, best first, each `MOVE:score;`.
//!
//! ```text
//! -OOOOO----OXXO-…XXXXX-- X; G8:+32; G2:+12; B2:-20;
//! ```
//!
//! A score is the difference of discs at the end, for the side to move, empty squares given to the winner; it may be
//! padded, as in `+04`, ` +4` and `+ 4`. Blank lines and what follows a `#` are skipped.

use std::fmt;
use std::ops::Range;

use super::squares::{self, SideRule};
use super::{contents, legal_moves, trimmed};
use crate::othello::board::{Move, Position};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// A position of an OBF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Number of its line in the file, from 1.
    pub line: usize,
    /// The board and the side to move.
    pub position: Position,
    /// The moves that are listed, in the order of the file, which is best first; each legal, none twice.
    pub listed: Vec<Listed>,
}

impl Problem {
    /// The score of the first listed move: the value of the position.
    pub fn value(&self) -> Option<i32> {
        self.listed.first().map(|best| best.score)
    }
}

/// A move with its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The move.
    pub mv: Move,
    /// Difference of discs at the end for the side to move, from -64 to 64.
    pub score: i32,
}

/// A line of an OBF file.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for Listed { mv, score } in &self.listed {
            write!(f, " {}:{score:+};", mv.to_string().to_uppercase())?;
        }
        Ok(())
    }
}

/// Reads an OBF file.
///
/// # Errors
/// No position at all; boards that are none, no side to move or an unknown one; listed moves that cannot be read, are
/// not legal or are listed twice; scores that are no numbers from -64 to 64.
pub fn read_obf(source: &Source) -> Result<Vec<Problem>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut read_all = Vec::new();
    for (line, content) in contents(source) {
        read_all.extend(read(source, line, content, &mut problems));
    }
    if read_all.is_empty() && problems.is_empty() {
        problems.push(|| {
            Diagnostic::new("no positions in the file")
                .at(source.excerpt(0..0, "expected a board, the side to move and `;`"))
                .help("a line of an OBF file is `BOARD X; f5:+2; d6:-4;`, the board being 64 characters of - X O")
        });
    }
    problems.into_result(read_all)
}

/// Reads a line.
pub(super) fn read(source: &Source, line: usize, content: Range<usize>, problems: &mut Diagnostics) -> Option<Problem> {
    let end = content.end;
    let board = content.start..find(source, &content, ';').unwrap_or(end);
    let list = board.end..end;
    let before = problems.len();
    let position = squares::read(source, board, SideRule::Required, problems);
    let mut items: Vec<Item> = Vec::new();
    for span in parts(source, list) {
        if let Some(item) = read_item(source, span, position, &items, problems) {
            items.push(item);
        }
    }
    let listed = items.into_iter().map(|item| item.listed).collect();
    position.filter(|_| problems.len() == before).map(|position| Problem { line, position, listed })
}

/// A listed move and where it stands.
struct Item {
    listed: Listed,
    span: Range<usize>,
}

/// Where a character is within a range.
fn find(source: &Source, range: &Range<usize>, character: char) -> Option<usize> {
    source.text[range.clone()].find(character).map(|at| range.start + at)
}

/// The parts between semicolons that are not blank.
fn parts(source: &Source, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut begin = range.start;
    source.text[range].split(';').filter_map(move |part| {
        let span = trimmed(source, begin..begin + part.len());
        begin += part.len() + 1;
        (!span.is_empty()).then_some(span)
    })
}

/// One `MOVE:score`. Whether the move is legal can be said only where there is a position.
fn read_item(
    source: &Source,
    span: Range<usize>,
    position: Option<Position>,
    before: &[Item],
    problems: &mut Diagnostics,
) -> Option<Item> {
    let colon = find(source, &span, ':');
    let name = trimmed(source, span.start..colon.unwrap_or(span.end));
    let score = colon.map(|colon| trimmed(source, colon + 1..span.end));
    let mv = read_move(source, name.clone(), position, problems);
    let score = if let Some(score) = score {
        read_score(source, score, problems)
    } else {
        problems.push(|| {
            Diagnostic::new(format!("no score for {}", quoted(&source.text[name.clone()])))
                .at(source.excerpt(span.end..span.end, "expected a colon and a score, such as :+4"))
        });
        None
    };
    if let Some(first) = before.iter().find(|item| Some(item.listed.mv) == mv) {
        problems.push(|| {
            Diagnostic::new(format!("the move {} is listed twice", &source.text[name.clone()]))
                .at(source.excerpt(name.clone(), "expected each move once"))
                .at(source.excerpt(first.span.clone(), "the first"))
        });
        return None;
    }
    Some(Item { listed: Listed { mv: mv?, score: score? }, span: name })
}

fn read_move(
    source: &Source,
    span: Range<usize>,
    position: Option<Position>,
    problems: &mut Diagnostics,
) -> Option<Move> {
    let text = &source.text[span.clone()];
    let mv = match text.parse::<Move>() {
        Ok(mv) => mv,
        Err(error) => {
            problems.push(|| {
                Diagnostic::new(error.to_string())
                    .at(source.excerpt(span, "expected a move"))
                    .help("listed moves are `MOVE:score;`, such as `f5:+2; d6:-4;`")
            });
            return None;
        }
    };
    if let Some(position) = position.filter(|position| position.after(mv).is_none()) {
        problems.push(|| {
            Diagnostic::new(format!("the listed move {text} is not legal for {}", position.side.name()))
                .at(source.excerpt(span, ""))
                .help(legal_moves(position))
        });
        return None;
    }
    Some(mv)
}

fn read_score(source: &Source, span: Range<usize>, problems: &mut Diagnostics) -> Option<i32> {
    const EXPECTED: &str = "expected a whole number from -64 to +64";
    let text = &source.text[span.clone()];
    // Some suites pad scores to one width, with zeros or between sign and digits: `+04`, `+ 4`.
    let packed = match text.split_at_checked(1) {
        Some((sign @ ("+" | "-"), number)) => format!("{sign}{}", number.trim_start()),
        _ => text.to_owned(),
    };
    match packed.parse::<i32>() {
        Ok(score) if (-64..=64).contains(&score) => Some(score),
        parsed => {
            let fault = if parsed.is_ok() { "is more than all discs" } else { "is not a number" };
            problems.push(|| {
                Diagnostic::new(format!("the score {} {fault}", quoted(text))).at(source.excerpt(span, EXPECTED))
            });
            None
        }
    }
}
