//! The brackets of GGF: games, and the properties of each in their order.
//!
//! Not here: what the properties mean (ggf.rs).

use std::ops::Range;

use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// A property: its letters, and what stands between the brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

const OPEN: &str = "(;";
const CLOSE: &str = ";)";

/// True if a text is meant to be GGF.
pub(super) fn is_ggf(text: &str) -> bool {
    text.trim_start_matches(is_between).starts_with(OPEN)
}

/// True for characters that may stand between games: blanks, and the numbers of games that an archive counts.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || letter.is_ascii_digit()
}

/// The games of a part of a text, each with the number of the line where it begins.
///
/// # Errors
/// The first thing that is neither a game nor a number; no game at all.
pub(super) fn games(source: &Source, range: Range<usize>) -> Result<Vec<(usize, Vec<Property>)>, Diagnostics> {
    let mut all = Vec::new();
    let text = &source.text[..range.end];
    let (mut at, mut line, mut counted) = (range.start, 1, 0);
    loop {
        let rest = &text[at..];
        let game = rest.trim_start_matches(is_between);
        at += rest.len() - game.len();
        if game.is_empty() {
            break;
        }
        if !game.starts_with(OPEN) {
            return Err(stray(source, at, "a game begins with (;").into());
        }
        line += text[counted..at].matches('\n').count();
        counted = at;
        let (properties, end) = read_game(source, text, at)?;
        all.push((line, properties));
        at = end;
    }
    if all.is_empty() {
        let problem = Diagnostic::new("no games in the text")
            .at(source.excerpt(range.start..range.start, "expected (;GM[Othello]…;)"));
        return Err(problem.into());
    }
    Ok(all)
}

/// The properties of the game that begins at a byte, and where it ends.
fn read_game(source: &Source, text: &str, begin: usize) -> Result<(Vec<Property>, usize), Diagnostic> {
    let mut properties = Vec::new();
    let mut at = begin + OPEN.len();
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if rest.starts_with(CLOSE) {
            return Ok((properties, at + CLOSE.len()));
        }
        if rest.is_empty() {
            let problem = Diagnostic::new("a game without an end").at(source.excerpt(begin..begin + 2, "begins here"));
            return Err(problem.help("a game ends with ;)"));
        }
        let letters = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = at..at + letters;
        if letters == 0 {
            return Err(stray(source, at, "expected a property, such as B[F5], or ;)"));
        }
        let Some(inside) = rest[letters..].trim_start().strip_prefix('[') else {
            let problem = Diagnostic::new(format!("no value of {}", quoted(&rest[..letters])));
            return Err(problem.at(source.excerpt(name.end..name.end, "expected a bracket [")));
        };
        let from = text.len() - inside.len();
        let Some(length) = inside.find(']') else {
            let problem = Diagnostic::new(format!("the value of {} has no end", quoted(&rest[..letters])));
            return Err(problem.at(source.excerpt(from - 1..from, "expected a bracket ] behind it")));
        };
        properties.push(Property { name, value: from..from + length });
        at = from + length + 1;
    }
}

fn stray(source: &Source, at: usize, label: &str) -> Diagnostic {
    let word = source.text[at..].split_whitespace().next().unwrap_or_default();
    Diagnostic::new(format!("{} is no part of a game", quoted(word))).at(source.excerpt(at..at + word.len(), label))
}
