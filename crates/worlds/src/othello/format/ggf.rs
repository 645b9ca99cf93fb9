//! GGF, the form in which Othello servers and NBoard keep games, one after the other, each from `(;` to `;)`.
//!
//! | property | meaning |
//! |---|---|
//! | `GM[Othello]` | the game; a text without it is taken for one |
//! | `PB[…]` `PW[…]` `PC[…]` `DT[…]` | the players, the place, the date |
//! | `RE[+8.000]` `RE[-64.00:r]` `RE[?]` | discs of black less those of white; how it ended, see [`GgfEnd`]; unknown |
//! | `BO[8 … *]` | the board where the game begins: 64 of `-`, `*` (black), `O` (white), and the side to move |
//! | `B[F5/1.20/0.51]` `W[D6//0.03]` `B[PA]` | moves, each with its value for the mover and its seconds, if they are known |
//!
//! Of the board's size only 8 is read. Blanks are skipped, and so are numbers between games and all other properties.
//! A forced pass that is not written is put in, a pass after the end of the game is left out.
//!
//! Source: Buro, the Generic Game Format of the GGS (www.skatgame.net/mburo/ggsa/ggf); Welty, the games of NBoard.

use std::fmt::{self, Write as _};
use std::ops::Range;

use super::ggf_text::{Property, games};
use super::notation::SQUARE;
use super::squares::{read_discs, side_of};
use super::{legal_moves, moves::illegal};
use crate::othello::board::{Board, Move, Position, Side, squares};
use crate::othello::transcript::Transcript;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::text::counted;

/// A game of a GGF text.
#[derive(Debug, Clone, PartialEq)]
pub struct GgfGame {
    /// Number of the line where it begins, from 1.
    pub line: usize,
    /// Black and white; empty where nobody is named.
    pub players: [String; 2],
    /// Where it was played; may be empty.
    pub place: String,
    /// When it was played, in any form; may be empty.
    pub date: String,
    /// How it ended, if that is said.
    pub result: Option<GgfResult>,
    /// The position where it began, and the moves.
    pub transcript: Transcript,
    /// The value and the time of each of the moves.
    pub notes: Vec<GgfNote>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GgfResult {
    /// Discs of black less those of white.
    pub score: f64,
    /// How it ended, if not on the board.
    pub end: Option<GgfEnd>,
}

/// An end before the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GgfEnd {
    /// `r`: the loser gave up.
    Resigned,
    /// `t`: the loser's time was over.
    Time,
    /// `s`: both agreed to the score.
    Agreed,
}

impl GgfEnd {
    const LETTERS: [(&str, Self); 3] = [("r", Self::Resigned), ("t", Self::Time), ("s", Self::Agreed)];
}

/// The notes on a move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GgfNote {
    /// The value that the mover gave it, in discs.
    pub value: Option<f64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
}

impl GgfGame {
    /// A game of two players, with nothing else to be said of it; its result if it is over.
    pub fn new(players: [&str; 2], transcript: Transcript) -> Self {
        let end = transcript.end();
        let result = end.board.is_over().then(|| {
            let score = end.board.final_score();
            GgfResult { score: f64::from(if end.side == Side::Black { score } else { -score }), end: None }
        });
        let notes = vec![GgfNote::default(); transcript.moves().len()];
        let players = players.map(str::to_owned);
        Self { line: 1, players, place: String::new(), date: String::new(), result, transcript, notes }
    }
}

/// The game in one line. What cannot stand in a name is left out of it.
impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        let [black, white] = &self.players;
        for (name, text) in [("PC", &self.place), ("DT", &self.date), ("PB", black), ("PW", white)] {
            let is_player = name.starts_with('P') && name != "PC";
            if is_player || !text.is_empty() {
                write!(f, "{name}[{}]", harmless(text))?;
            }
        }
        match self.result {
            Some(GgfResult { score, end }) => {
                let letter = GgfEnd::LETTERS.iter().find(|known| Some(known.1) == end).map(|known| known.0);
                write!(f, "RE[{score:+.3}{}{}]", if letter.is_some() { ":" } else { "" }, letter.unwrap_or_default())?;
            }
            None => f.write_str("RE[?]")?,
        }
        let start = self.transcript.start();
        f.write_str("TY[8]BO[8 ")?;
        for square in squares(u64::MAX) {
            f.write_char(start.disc(square).map_or('-', sign))?;
        }
        write!(f, " {}]", sign(start.side))?;
        let notes = self.notes.iter().copied().chain(std::iter::repeat(GgfNote::default()));
        let moves = self.transcript.positions().zip(self.transcript.moves());
        for ((position, mv), note) in moves.zip(notes) {
            let letter = if position.side == Side::Black { 'B' } else { 'W' };
            write!(f, "{letter}[{}", mv.to_string().to_uppercase())?;
            if note != GgfNote::default() {
                f.write_char('/')?;
                note.value.map_or(Ok(()), |value| write!(f, "{value:.2}"))?;
                note.seconds.map_or(Ok(()), |seconds| write!(f, "/{seconds:.3}"))?;
            }
            f.write_char(']')?;
        }
        f.write_str(";)")
    }
}

/// The sign of a disc.
const fn sign(side: Side) -> char {
    match side {
        Side::Black => '*',
        Side::White => 'O',
    }
}

/// Without what would end a property or a line.
fn harmless(text: &str) -> String {
    text.chars().filter(|&letter| !letter.is_control() && !matches!(letter, '[' | ']')).collect()
}

/// Reads all games of a text.
///
/// # Errors
/// A text that is no GGF, or holds no game; another game than Othello, another board than one of 8x8 squares, discs
/// that are none, an empty centre; moves that cannot be read, are not legal or are those of the other side; results,
/// values and times that are no numbers. All games are read, and of each its first error is reported.
pub fn read_ggf(source: &Source) -> Result<Vec<GgfGame>, Diagnostics> {
    read(source, 0..source.text.len())
}

/// The same for a part of a text.
pub(super) fn read(source: &Source, range: Range<usize>) -> Result<Vec<GgfGame>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut all = Vec::new();
    for (line, game) in games(source, range)? {
        let before = problems.len();
        let read = read_game(source, line, &game, &mut problems);
        all.extend(read.filter(|_| problems.len() == before));
    }
    problems.into_result(all)
}

/// Reads a game; `None` and a problem more if that is not possible.
fn read_game(source: &Source, line: usize, game: &[Property], problems: &mut Diagnostics) -> Option<GgfGame> {
    let text = |wanted: &str| {
        let found = game.iter().find(|property| source.text[property.name.clone()] == *wanted);
        found.map(|property| source.text[property.value.clone()].trim().to_owned()).unwrap_or_default()
    };
    let mut read = GgfGame {
        line,
        players: ["PB", "PW"].map(text),
        place: text("PC"),
        date: text("DT"),
        result: None,
        transcript: Transcript::new(Position::INITIAL),
        notes: Vec::new(),
    };
    let mut is_set_up = false;
    for property in game {
        let value = property.value.clone();
        let outcome = match &source.text[property.name.clone()] {
            "GM" => check_game(source, value).map_err(Some),
            "RE" => read_result(source, value).map(|result| read.result = result).map_err(Some),
            "BO" if is_set_up || !read.transcript.moves().is_empty() => Err(Some(second_board(source, property))),
            "BO" => {
                is_set_up = true;
                match read_board(source, value, problems) {
                    Ok(start) => start.map(|start| read.transcript = Transcript::new(start)).ok_or(None),
                    Err(problem) => Err(Some(problem)),
                }
            }
            name @ ("B" | "W") => {
                let side = if name == "B" { Side::Black } else { Side::White };
                read_move(source, value, side, &mut read).map_err(Some)
            }
            _ => Ok(()),
        };
        if let Err(problem) = outcome {
            // What is wrong with the discs of a board has been said.
            if let Some(problem) = problem {
                problems.push(|| problem);
            }
            return None;
        }
    }
    Some(read)
}

fn check_game(source: &Source, value: Range<usize>) -> Result<(), Diagnostic> {
    let name = source.text[value.clone()].trim();
    if name.eq_ignore_ascii_case("othello") {
        return Ok(());
    }
    Err(Diagnostic::new(format!("a game of {}", quoted(name))).at(source.excerpt(value, "expected Othello")))
}

fn read_result(source: &Source, value: Range<usize>) -> Result<Option<GgfResult>, Diagnostic> {
    let text = source.text[value.clone()].trim();
    if text.is_empty() || text == "?" {
        return Ok(None);
    }
    let (score, letter) = text.split_once(':').map_or((text, None), |(score, letter)| (score, Some(letter.trim())));
    let end = letter.map(|letter| GgfEnd::LETTERS.iter().find(|known| known.0 == letter).map(|known| known.1));
    match (number(score), end) {
        (Some(score), None) => Ok(Some(GgfResult { score, end: None })),
        (Some(score), Some(Some(end))) => Ok(Some(GgfResult { score, end: Some(end) })),
        _ => Err(Diagnostic::new(format!("{} is not a result", quoted(text)))
            .at(source.excerpt(value, "expected discs of black less those of white, such as +8.000, or ?"))
            .help("behind a colon: r where the loser gave up, t where the time was over, s where both agreed")),
    }
}

fn second_board(source: &Source, property: &Property) -> Diagnostic {
    Diagnostic::new("the board of a game is set up twice, or after a move")
        .at(source.excerpt(property.name.clone(), "expected one BO[…], before the moves"))
}

/// The board and the side to move of `8 -----… *`; `None` if its discs are wrong, which `problems` then say.
fn read_board(
    source: &Source,
    value: Range<usize>,
    problems: &mut Diagnostics,
) -> Result<Option<Position>, Diagnostic> {
    let text = &source.text[value.clone()];
    let size = text.trim_start().split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    let begin = value.start + text.len() - text.trim_start().len();
    if size != "8" {
        let label = "expected 8, 64 of - * O, and the side to move, * or O";
        return Err(
            Diagnostic::new("a board of another size than 8").at(source.excerpt(begin..begin + size.len(), label))
        );
    }
    let rest = begin + 1..value.end;
    let signs = || source.text[rest.clone()].char_indices().filter(|(_, letter)| !letter.is_whitespace());
    let count = signs().count();
    if count != 65 {
        let count = counted(count as u64, "sign");
        let label = "expected 64 of - * O, and the side to move, * or O";
        return Err(Diagnostic::new(format!("a board of {count} instead of 65")).at(source.excerpt(rest, label)));
    }
    let Some((last, letter)) = signs().next_back() else { return Ok(None) };
    let last = rest.start + last;
    let Some(side) = side_of(letter) else {
        let problem = Diagnostic::new(format!("unknown side to move {}", quoted(&letter.to_string())));
        return Err(problem.at(source.excerpt(last..last + letter.len_utf8(), "expected * (black) or O (white)")));
    };
    Ok(read_discs(source, rest.start..last, problems).map(|[black, white]| {
        let board = Board { own: black, opponent: white };
        Position { board: if side == Side::Black { board } else { board.passed() }, side }
    }))
}

/// Adds a move with its note.
fn read_move(source: &Source, value: Range<usize>, side: Side, game: &mut GgfGame) -> Result<(), Diagnostic> {
    let mut parts = parts(source, value);
    let Some(name) = parts.next() else { return Ok(()) };
    let text = &source.text[name.clone()];
    let number_of = game.transcript.moves().len() + 1;
    let Ok(mv) = text.parse::<Move>() else {
        return Err(Diagnostic::new(format!("move {number_of} cannot be read: {}", quoted(text)))
            .at(source.excerpt(name, format!("expected {SQUARE}, or PA for a pass"))));
    };
    let mut note = GgfNote::default();
    if let Some(part) = parts.next() {
        note.value = read_number(source, part, "a value", "discs, such as 1.20", number)?;
    }
    if let Some(part) = parts.next() {
        note.seconds = read_number(source, part, "a time", "seconds, such as 0.51", clock)?;
    }
    let position = game.transcript.end();
    if mv == Move::PASS && position.board.is_over() {
        return Ok(());
    }
    if mv != Move::PASS && position.side != side && position.moves() == [Move::PASS] {
        game.transcript.push(Move::PASS);
        game.notes.push(GgfNote::default());
    }
    let position = game.transcript.end();
    if position.side != side && !position.board.is_over() {
        let (other, side) = (position.side.name(), side.name());
        return Err(Diagnostic::new(format!("move {number_of}, {text}, is one of {side}, but {other} is to move"))
            .at(source.excerpt(name, format!("expected a move of {other}")))
            .help(legal_moves(position)));
    }
    if game.transcript.push(mv).is_none() {
        return Err(illegal(source, name, number_of, mv, position));
    }
    game.notes.push(note);
    Ok(())
}

/// The parts between the slashes, without blanks around.
fn parts(source: &Source, value: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut begin = value.start;
    source.text[value].split('/').map(move |part| {
        let from = begin;
        begin += part.len() + 1;
        crate::lines::trimmed(source, from..from + part.len())
    })
}

fn read_number(
    source: &Source,
    part: Range<usize>,
    what: &str,
    expected: &str,
    read: fn(&str) -> Option<f64>,
) -> Result<Option<f64>, Diagnostic> {
    let text = &source.text[part.clone()];
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || {
        let problem = Diagnostic::new(format!("{} is not {what}", quoted(text)));
        problem.at(source.excerpt(part.clone(), format!("expected {expected}")))
    };
    read(text).map(Some).ok_or_else(wrong)
}

/// A number as it is written: of words like `inf` there are none.
fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Seconds, or minutes or hours before them: `1:02.50`.
fn clock(text: &str) -> Option<f64> {
    let mut parts = text.rsplit(':');
    let seconds = number(parts.next()?)?;
    let mut unit = 60.0;
    parts.try_fold(seconds, |sum, part| {
        let whole: u32 = part.trim().parse().ok()?;
        let sum = sum + unit * f64::from(whole);
        unit *= 60.0;
        Some(sum)
    })
}
