//! Games as lines of text, for worlds whose files hold a game on each line.
//!
//! Not here: how a world writes its moves and boards ([`BoardGame::read_first`], [`BoardGame::text`]).

use std::ops::Range;

use super::{BoardGame, Game};
use crate::lines::{contents, trimmed};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// Reads a game from each line that holds something, and the moves that followed where they stand behind a `#`. `read`
/// gets the line without its comment, and the whole line.
pub(crate) fn read_each<P: BoardGame>(
    source: &Source,
    read: impl Fn(&Source, &str) -> Result<Game<P>, Diagnostics>,
) -> Result<Vec<Game<P>>, Diagnostics> {
    let (mut games, mut problems) = (Vec::new(), Diagnostics::new());
    let is_single = contents(source).nth(1).is_none();
    for (number, range) in contents(source) {
        let whole = source.text[range.start..].lines().next().unwrap_or_default();
        let name = if is_single { source.name.clone() } else { format!("{}:{number}", source.name) };
        match read(&Source::new(name, &source.text[range]), whole) {
            Ok(game) => games.push(game.continued(whole)),
            Err(wrong) => problems.append(wrong),
        }
    }
    problems.into_result(games)
}

/// The game with the moves that a part of a text spells, with or without blanks between them.
///
/// # Errors
/// The first move that cannot be read or is not legal.
pub(crate) fn continued_by<P: BoardGame>(
    mut game: Game<P>,
    source: &Source,
    mut range: Range<usize>,
) -> Result<Game<P>, Diagnostics> {
    loop {
        range = trimmed(source, range);
        let rest = &source.text[range.clone()];
        let Some(first) = rest.chars().next() else { return Ok(game) };
        let read = game.position().read_first(rest);
        let end = range.end - read.map_or(rest.len() - first.len_utf8(), |(_, behind)| behind.len());
        let label = match read {
            Some((mv, _)) if game.push(mv) => {
                range.start = end;
                continue;
            }
            Some((mv, _)) => game.position().illegal_reason(mv),
            None => format!("expected a move like {}", P::EXAMPLE),
        };
        let message = format!("move {}, {}, is not legal", game.plies() + 1, quoted(&source.text[range.start..end]));
        return Err(Diagnostic::new(message).at(source.excerpt(range.start..end, label)).into());
    }
}

/// The place of a letter among the first `letters`, from 0, a number from 1 to `most` behind it, and the rest of the text.
pub(crate) fn read_letter_and_number(text: &str, [letters, most]: [u8; 2]) -> Option<([u8; 2], &str)> {
    let letter = (b'a'..b'a' + letters).position(|letter| text.bytes().next() == Some(letter))?;
    let end = text[1..].find(|sign: char| !sign.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    let number = text[1..end].parse().ok().filter(|number| (1..=most).contains(number))?;
    Some(([letter as u8, number], &text[end..]))
}
