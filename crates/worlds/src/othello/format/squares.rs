//! Boards of 64 characters: a1 first, row by row, then a blank and the side to move.
//!
//! | square | character |
//! |---|---|
//! | empty | `-` `.` |
//! | black | `X` `x` `*` `b` `B` |
//! | white | `O` `o` `w` `W` |
//!
//! The side is one of the same letters. [`Position`] prints with `-`, `X` and `O`, always with the side.

use std::fmt::{self, Write as _};
use std::ops::Range;

use super::split_word;
use crate::lines::described;
use crate::othello::board::{Board, CENTRE, Position, Side, Square, squares};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::text::counted;

const ALPHABET: &str = "- or . (empty), X x * b B (black), O o w W (white)";
const FORM: &str = "a board is 64 characters, a1 first, row by row, then a blank and the side to move: X or O";

/// The rule for boards without a side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SideRule {
    /// The side must be given.
    Required,
    /// Black is to move where nothing else is said.
    BlackByDefault,
}

/// The 64 squares with `-`, `X` (black), `O` (white), a blank, and the side to move. Every reader of boards takes it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in squares(u64::MAX) {
            f.write_char(match self.disc(square) {
                None => '-',
                Some(side) => letter(side),
            })?;
        }
        write!(f, " {}", letter(self.side))
    }
}

/// The letter of a side: X is black.
pub(in crate::othello) const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

/// The side that a letter stands for.
pub(super) fn side_of(character: char) -> Option<Side> {
    match character {
        'X' | 'x' | '*' | 'b' | 'B' => Some(Side::Black),
        'O' | 'o' | 'w' | 'W' => Some(Side::White),
        _ => None,
    }
}

/// True if a character may stand in a board.
pub(super) fn is_square(character: char) -> bool {
    matches!(character, '-' | '.') || side_of(character).is_some()
}

/// Reads a board and the side to move from a part of one line.
pub(super) fn read(
    source: &Source,
    range: Range<usize>,
    rule: SideRule,
    problems: &mut Diagnostics,
) -> Option<Position> {
    let (board, rest) = split_word(source, range);
    let (side, surplus) = split_word(source, rest);
    let length = source.text[board.clone()].chars().count();
    if length != 64 {
        // Words after a board of another length are more likely parts of it: nothing is said of them.
        problems.push(|| wrong_length(source, board, length));
        return None;
    }
    let discs = read_discs(source, board, problems);
    if !surplus.is_empty() {
        problems.push(|| {
            Diagnostic::new(format!("text after the side to move: {}", quoted(&source.text[surplus.clone()])))
                .at(source.excerpt(surplus.clone(), "expected the end of the board"))
                .help("scores follow after a semicolon: `BOARD X; f5:+2;`")
        });
    }
    let side = read_side(source, side, rule, problems)?;
    let [black, white] = discs.filter(|_| surplus.is_empty())?;
    let board = match side {
        Side::Black => Board { own: black, opponent: white },
        Side::White => Board { own: white, opponent: black },
    };
    Some(Position { board, side })
}

/// The discs of black and white of 64 characters, blanks between them not counted.
pub(super) fn read_discs(source: &Source, range: Range<usize>, problems: &mut Diagnostics) -> Option<[u64; 2]> {
    let text = &source.text[range.clone()];
    let characters = || text.char_indices().filter(|(_, character)| !character.is_whitespace());
    let mut discs = [0u64; 2];
    let mut unknown: Vec<(char, usize, Square, u32)> = Vec::new();
    for (square, (at, character)) in squares(u64::MAX).zip(characters()) {
        match side_of(character) {
            Some(Side::Black) => discs[0] |= square.bit(),
            Some(Side::White) => discs[1] |= square.bit(),
            None if is_square(character) => {}
            None => match unknown.iter_mut().find(|known| known.0 == character) {
                Some(known) => known.3 += 1,
                None => unknown.push((character, range.start + at, square, 1)),
            },
        }
    }
    for &(character, at, square, count) in &unknown {
        problems.push(|| {
            let place = source.excerpt(at..at + character.len_utf8(), format!("square {square}: expected {ALPHABET}"));
            let diagnostic = Diagnostic::new(format!("unknown {} in a board", described(character))).at(place);
            if count > 1 { diagnostic.help(format!("it stands there {count} times")) } else { diagnostic }
        });
    }
    if !unknown.is_empty() {
        return None;
    }
    let bare = CENTRE & !(discs[0] | discs[1]);
    if let Some(first) = Square::lowest(bare) {
        let at = characters().nth(first.index()).map_or(0, |(at, _)| at);
        problems.push(|| empty_centre(source, range.start + at, bare));
        return None;
    }
    Some(discs)
}

fn wrong_length(source: &Source, range: Range<usize>, length: usize) -> Diagnostic {
    let text = &source.text[range.clone()];
    let (span, label) = match text.char_indices().nth(64) {
        Some((at, _)) => {
            let surplus = counted(length as u64 - 64, "character");
            (range.start + at..range.end, format!("{surplus} too many"))
        }
        None => (range.end..range.end, format!("{} missing", counted(64 - length as u64, "character"))),
    };
    let diagnostic = Diagnostic::new(format!("a board of {} instead of 64", counted(length as u64, "square")))
        .at(source.excerpt(span, label));
    if length == 65 && text.chars().last().and_then(side_of).is_some() {
        diagnostic.help("put a blank before the side to move")
    } else if length == 8 {
        diagnostic.help("write the eight rows on one line, without blanks between them")
    } else {
        diagnostic.help(FORM)
    }
}

fn empty_centre(source: &Source, at: usize, bare: u64) -> Diagnostic {
    let names: Vec<String> = squares(bare).map(|square| square.to_string()).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    Diagnostic::new(format!("{} {verb} empty", names.join(", ")))
        .at(source.excerpt(at..at + 1, format!("square {}: expected a disc", names[0])))
        .help("d4, e4, d5 and e5 hold discs from the beginning of a game to its end; check the order of the squares")
}

fn read_side(source: &Source, range: Range<usize>, rule: SideRule, problems: &mut Diagnostics) -> Option<Side> {
    let text = &source.text[range.clone()];
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) if rule == SideRule::BlackByDefault => Some(Side::Black),
        (None, _) => {
            problems.push(|| {
                Diagnostic::new("no side to move")
                    .at(source.excerpt(range, "expected a blank and X or O"))
                    .help("write X behind the board where black is to move, O where white is")
            });
            None
        }
        (Some(letter), None) if side_of(letter).is_some() => side_of(letter),
        _ => {
            problems.push(|| {
                Diagnostic::new(format!("unknown side to move {}", quoted(text)))
                    .at(source.excerpt(range, "expected X (black) or O (white)"))
            });
            None
        }
    }
}
