//! Move lists: `f5d6c3…`, letters of either case, with or without blanks, commas or line ends between the moves.
//!
//! A pass is `pa`, `ps`, `pass` or `--`. Most programs write none, so a pass that is forced and not written is put in;
//! the numbers of moves in messages count what is written.

use std::ops::Range;

use super::notation::{PASSES, SQUARE};
use super::{counts, legal_moves};
use crate::othello::board::{Move, Position};
use crate::othello::transcript::Transcript;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// Reads a list of moves from a position.
///
/// # Errors
/// The first word that is no move, or the first move that is not legal: what comes after it has no meaning.
pub fn read_moves(source: &Source, start: Position) -> Result<Transcript, Diagnostics> {
    read(source, 0..source.text.len(), start).map_err(Diagnostics::from)
}

/// The same for a part of a text.
pub(super) fn read(source: &Source, range: Range<usize>, start: Position) -> Result<Transcript, Diagnostic> {
    let mut transcript = Transcript::new(start);
    let mut at = range.start;
    let mut number = 0;
    while let Some(span) = next(&source.text[..range.end], at) {
        number += 1;
        at = span.end;
        let Ok(mv) = source.text[span.clone()].parse::<Move>() else {
            return Err(unreadable(source, span, number));
        };
        let before = transcript.end();
        let is_skipped = mv != Move::PASS && before.moves() == [Move::PASS];
        if is_skipped {
            transcript.push(Move::PASS);
        }
        if transcript.push(mv).is_none() {
            return Err(illegal(source, span, number, mv, transcript.end()));
        }
    }
    Ok(transcript)
}

/// The bytes of the next move from `at`: a word for the pass, or two characters, fewer where there are no more.
pub(super) fn next(text: &str, at: usize) -> Option<Range<usize>> {
    let is_gap = |character: char| character.is_whitespace() || character == ',';
    let rest = text[at..].trim_start_matches(is_gap);
    let begin = text.len() - rest.len();
    let word = &rest[..rest.find(is_gap).unwrap_or(rest.len())];
    if word.is_empty() {
        return None;
    }
    let is_pass = |pass: &&&str| word.get(..pass.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(pass));
    let two = || word.char_indices().nth(2).map_or(word.len(), |(end, _)| end);
    let length = PASSES.iter().find(is_pass).map_or_else(two, |pass| pass.len());
    Some(begin..begin + length)
}

fn unreadable(source: &Source, span: Range<usize>, number: usize) -> Diagnostic {
    let text = quoted(&source.text[span.clone()]);
    Diagnostic::new(format!("move {number} cannot be read: {text}"))
        .at(source.excerpt(span, format!("expected {SQUARE}, or pa for a pass")))
        .help("a move list holds nothing but moves: f5d6c3 or f5 d6 c3")
}

/// The error of a move that the rules forbid, of that number in its list.
pub(super) fn illegal(source: &Source, span: Range<usize>, number: usize, mv: Move, position: Position) -> Diagnostic {
    let (side, other) = (position.side.name(), position.side.other().name());
    let text = &source.text[span.clone()];
    if position.board.is_over() {
        return Diagnostic::new(format!("move {number}, {text}, comes after the end of the game"))
            .at(source.excerpt(span, "expected the end of the list"))
            .help(format!("the game ended with {} discs", counts(position)));
    }
    let label = match mv.square() {
        None => format!("{side} can move and may not pass"),
        Some(square) if position.board.empty() & square.bit() == 0 => "the square is taken".to_owned(),
        Some(_) => "it would turn no disc".to_owned(),
    };
    let diagnostic = Diagnostic::new(format!("move {number}, {text}, is not legal for {side}"))
        .at(source.excerpt(span, label))
        .help(legal_moves(position));
    let passed = Position { board: position.board.passed(), side: position.side.other() };
    if mv.square().is_some() && passed.after(mv).is_some() {
        diagnostic.help(format!("{other} could play it: is a move missing before it, or is one too many?"))
    } else {
        diagnostic
    }
}
