//! A position in any form that a user may give: `initial`, a board, a line of OBF, a move list from the start, or a game
//! in GGF.
//!
//! The form of a text is that of most of it, so that an error in it is shown as an error in that form.

use std::ops::Range;

use super::ggf::GgfGame;
use super::ggf_text::is_ggf;
use super::obf::{self, Listed};
use super::squares::{self, SideRule};
use super::{contents, ggf, moves, trimmed};
use crate::othello::board::{Position, Square};
use crate::othello::transcript::Transcript;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// How a position was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// The word `initial`.
    Initial,
    /// A board of 64 characters.
    Board,
    /// A line of OBF.
    Obf,
    /// Moves from the start.
    Moves,
    /// A game in GGF.
    Ggf,
}

impl Form {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::Board => "board",
            Self::Obf => "obf",
            Self::Moves => "moves",
            Self::Ggf => "ggf",
        }
    }

    /// The form that the text was taken for, with the reason.
    const fn reason(self) -> &'static str {
        match self {
            Self::Initial => "taken for the name of a position",
            Self::Board => "taken for a board, because most of its characters are - . X O; a move list is f5d6c3",
            Self::Obf => "taken for a line of OBF, because of the semicolon: a board, the side, `;`, `MOVE:score;`",
            Self::Moves => "taken for a move list; a board is 64 characters of - X O, a blank, and X or O",
            Self::Ggf => "taken for a game in GGF, because of its beginning: (;GM[Othello]BO[8 …]B[f5]W[d6];)",
        }
    }
}

/// A position that a user gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Number of its line, from 1.
    pub line: usize,
    /// How it was written.
    pub form: Form,
    /// The moves that lead to it; none unless it was given by moves or as a game.
    pub transcript: Transcript,
    /// The moves that a line of OBF lists with their scores, best first.
    pub listed: Vec<Listed>,
}

impl Given {
    /// The position.
    pub fn position(&self) -> Position {
        self.transcript.end()
    }
}

/// Reads one position: `initial`, a board of 64 characters (black is to move where no side is given), a line of OBF,
/// moves from the start, or the end of a game in GGF.
///
/// # Errors
/// The errors of the text in the form that it was taken for, with a line that says which.
pub fn read_position(source: &Source) -> Result<Given, Diagnostics> {
    let range = trimmed(source, 0..source.text.len());
    let text = &source.text[range.clone()];
    let line = source.text[..range.start].matches('\n').count() + 1;
    let Some(form) = guess(text) else {
        return Err(unknown(source, range).into());
    };
    read(source, line, range, form).map_err(|problems| {
        let mut explained = Diagnostics::new();
        let mut help = Some(form.reason());
        for problem in problems.iter() {
            let problem = problem.clone();
            explained.push(|| help.take().into_iter().fold(problem, Diagnostic::help));
        }
        explained
    })
}

/// Reads a file with one position a line, each in any form that [`read_position`] takes; or a file of games in GGF, on
/// any number of lines. Blank lines and what follows a `#` are skipped, but not in GGF.
///
/// # Errors
/// All problems of all lines; no position at all.
pub fn read_positions(source: &Source) -> Result<Vec<Given>, Diagnostics> {
    if is_ggf(&source.text) {
        let games = ggf::read(source, 0..source.text.len())?.into_iter();
        return Ok(games.map(|game| of_game(game.line, game.transcript)).collect());
    }
    let mut problems = Diagnostics::new();
    let mut all = Vec::new();
    let mut is_after_row = false;
    for (line, content) in contents(source) {
        let text = &source.text[content.clone()];
        // A board that is spread over lines is one mistake, said at its first row; the side may follow the last.
        let is_row = text.len() == 8 && text.chars().all(squares::is_square);
        let is_said = is_after_row && (is_row || text.len() == 1 && text.chars().all(squares::is_square));
        is_after_row = is_row;
        if is_said {
            continue;
        }
        match guess(text) {
            None => problems.push(|| unknown(source, content)),
            Some(form) => match read(source, line, content, form) {
                Ok(given) => all.push(given),
                Err(more) => problems.append(more),
            },
        }
    }
    if all.is_empty() && problems.is_empty() {
        problems.push(|| {
            Diagnostic::new("no positions in the file")
                .at(source.excerpt(0..0, "expected a position on each line"))
                .help(FORMS)
        });
    }
    problems.into_result(all)
}

const FORMS: &str = "a position is `initial`, a board of 64 characters of - X O and the side X or O, or moves: f5d6c3";

fn of_game(line: usize, transcript: Transcript) -> Given {
    Given { line, form: Form::Ggf, transcript, listed: Vec::new() }
}

fn read(source: &Source, line: usize, range: Range<usize>, form: Form) -> Result<Given, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut listed = Vec::new();
    let transcript = match form {
        Form::Initial => Some(Transcript::new(Position::INITIAL)),
        Form::Board => squares::read(source, range, SideRule::BlackByDefault, &mut problems).map(Transcript::new),
        Form::Obf => obf::read(source, line, range, &mut problems).map(|problem| {
            listed = problem.listed;
            Transcript::new(problem.position)
        }),
        Form::Moves => Some(moves::read(source, range, Position::INITIAL)?),
        Form::Ggf => match <[GgfGame; 1]>::try_from(ggf::read(source, range.clone())?) {
            Ok([game]) => return Ok(of_game(line, game.transcript)),
            Err(games) => {
                let problem = Diagnostic::new(format!("{} games in place of one position", games.len()));
                return Err(problem.at(source.excerpt(range, "expected one game")).into());
            }
        },
    };
    match transcript {
        Some(transcript) => problems.into_result(Given { line, form, transcript, listed }),
        None => Err(problems),
    }
}

/// The form that a text without blanks around is meant to have.
fn guess(text: &str) -> Option<Form> {
    if text.eq_ignore_ascii_case("initial") {
        return Some(Form::Initial);
    }
    if is_ggf(text) {
        return Some(Form::Ggf);
    }
    if text.contains(';') {
        return Some(Form::Obf);
    }
    let (mut at, mut in_moves) = (0, 0);
    while let Some(word) = moves::next(text, at) {
        at = word.end;
        in_moves += if text[word].parse::<Square>().is_ok() { 2 } else { 0 };
    }
    let count = |text: &str, is: fn(char) -> bool| text.chars().filter(|&character| is(character)).count();
    let all = count(text, |character| !character.is_whitespace());
    let first = text.split_whitespace().next()?;
    if 2 * in_moves >= all {
        Some(Form::Moves)
    } else if first.len() >= 8 && 2 * count(first, squares::is_square) >= first.chars().count() {
        Some(Form::Board)
    } else {
        // A letter and a digit are a square, if a wrong one.
        let begins_with_move = matches!(first.as_bytes(), [column, row, ..]
            if column.is_ascii_alphabetic() && row.is_ascii_digit());
        begins_with_move.then_some(Form::Moves)
    }
}

fn unknown(source: &Source, range: Range<usize>) -> Diagnostic {
    let text = &source.text[range.clone()];
    if text.is_empty() {
        return Diagnostic::new("no position").at(source.excerpt(range, "expected a position")).help(FORMS);
    }
    let place = source.excerpt(range, "neither a name, nor a board, nor a move list");
    match searchlab_trial::diagnostic::nearest(text, ["initial"]) {
        Some(near) => Diagnostic::unknown_name("position", text, &[near], Some(place)),
        None => Diagnostic::new(format!("{} is not a position", quoted(text))).at(place).help(FORMS),
    }
}
