//! psq, the form in which Piskvork saves games.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,1500
//! 9,9,2031
//! -1
//! ```
//!
//! The first line gives columns and rows of the board; what follows in it (levels of the players, who of them began) is
//! not used. Then a line for each move: column and row from the upper left corner, both from 1, and milliseconds, which
//! are not used. The first line that is no move ends them; the names of the players and the result come there. The rule
//! is not in the file.
//!
//! Source: Piskvork, `openPsq` and `savePsq` (Petr Laštovička).

use std::fmt::Write as _;
use std::ops::Range;

use super::moves::alternating;
use super::placing::Placing;
use crate::gomoku::board::{LENGTHS, Position, Rule, Setting};
use crate::lines::{Line, lines};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// The word with which a file begins.
pub(super) const WORD: &str = "Piskvorky";

/// Reads a game.
///
/// # Errors
/// A first line that is another, a board of a size that is not played on, the first move that cannot be read or is not
/// possible, moves after the end of the moves.
pub fn read_psq(source: &Source, rule: Rule) -> Result<Position, Diagnostics> {
    let mut all = lines(source, 0..source.text.len(), 1).filter(|line| !line.text.trim().is_empty());
    let header = all.next();
    let (width, height) = read_header(source, header.as_ref())?;
    let mut game = Placing::new(source, Setting { width, height, rule }, "move");
    let mut after = None;
    for line in all {
        let begin = line.begin + line.text.len() - line.text.trim_start().len();
        let span = begin..begin + line.text.trim().len();
        let text = &source.text[span.clone()];
        match after.clone() {
            None if text.starts_with(|first: char| first.is_ascii_digit()) && text.contains(',') => {
                read_move(source, span, &mut game)?;
            }
            None => after = Some(span),
            Some(end) if is_move(text) => {
                return Err(Diagnostic::new(format!("the move {} comes after the end of the moves", quoted(text)))
                    .at(source.excerpt(span, "expected no more moves"))
                    .at(source.excerpt(end, "the moves ended here"))
                    .into());
            }
            Some(_) => {}
        }
    }
    Ok(game.finish())
}

/// The stones in their order as a game of two players, whose names may be empty; `None` if black and white did not put
/// them by turns.
pub fn write_psq(position: &Position, players: [&str; 2]) -> Option<String> {
    let Setting { width, height, .. } = position.setting();
    let mut text = format!("{WORD} {width}x{height}, 0:0, 0\n");
    for point in alternating(position)? {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},0", point.column() + 1, point.row() + 1);
    }
    for player in players {
        // A name must not look like a move.
        let name: String =
            player.chars().map(|char| if char.is_control() || char == ',' { ' ' } else { char }).collect();
        let _ = if name.trim().is_empty() { Ok(()) } else { writeln!(text, "{}", name.trim()) };
    }
    text += "-1\n";
    Some(text)
}

/// Columns and rows.
fn read_header(source: &Source, line: Option<&Line<'_>>) -> Result<(u8, u8), Diagnostic> {
    const FORM: &str = "the first line is such as `Piskvorky 15x15, 11:11, 0`";
    let span = line.map_or(0..0, |line| line.begin..line.end());
    let mut words = source.text[span.clone()].split_whitespace();
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case(WORD)) {
        return Err(Diagnostic::new("not a game of Piskvork")
            .at(source.excerpt(span, "expected Piskvorky"))
            .help(FORM));
    }
    let size = words.next().unwrap_or_default().trim_end_matches(',');
    let length = |text: &str| text.parse::<u8>().ok().filter(|&length| LENGTHS.contains(&length.into()));
    let lengths = size.split_once(['x', 'X']).and_then(|(width, height)| Some((length(width)?, length(height)?)));
    lengths.ok_or_else(|| {
        let (least, most) = LENGTHS.into_inner();
        Diagnostic::new(format!("{} is not the size of a board", quoted(size)))
            .at(source.excerpt(span, format!("expected columns and rows, {least} to {most} of each, such as 15x15")))
            .help(FORM)
    })
}

/// True if a line could be nothing but a move.
fn is_move(text: &str) -> bool {
    let numbers = text.split(',').map(|number| number.trim().parse::<u64>().is_ok());
    text.matches(',').count() == 2 && numbers.min() == Some(true)
}

fn read_move(source: &Source, span: Range<usize>, game: &mut Placing<'_>) -> Result<(), Diagnostic> {
    let text = &source.text[span.clone()];
    let setting = game.position().setting();
    let numbers: Option<Vec<u64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let Some(&[column, row] | &[column, row, _]) = numbers.as_deref() else {
        return Err(Diagnostic::new(format!("move {} cannot be read: {}", game.number(), quoted(text)))
            .at(source.excerpt(span, "expected column, row and milliseconds, such as 8,8,1500")));
    };
    let from_one = |number: u64| isize::try_from(number).map_or(-1, |number| number - 1);
    match setting.point(from_one(column), from_one(row)) {
        Some(point) => game.play(point, span),
        None => {
            Err(Diagnostic::new(format!("move {}, {}, lies off the board", game.number(), quoted(text))).at(source
                .excerpt(
                    span,
                    format!("expected a column from 1 to {} and a row from 1 to {}", setting.width, setting.height),
                )))
        }
    }
}
