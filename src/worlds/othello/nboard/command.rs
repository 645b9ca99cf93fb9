//! Lines of the client as commands.
//!
//! Not here: what a command does (mod.rs).

use crate::worlds::othello::Move;

/// A command with what follows its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// The client speaks the protocol.
    NBoard,
    /// Plies of the searches to come.
    Depth(u32),
    /// The game in GGF, to whose end all that follows relates.
    Game(&'a str),
    /// The value of draws.
    Contempt,
    /// A move was made.
    Move(&'a str),
    /// A request for the values of this number of best moves.
    Hint(usize),
    /// A request for a move.
    Go,
    /// Stop, and say so.
    Ping(i64),
    /// The game is one to learn from.
    Learn,
    /// A request for the values of all positions of the game.
    Analyze,
    /// The end.
    Quit,
}

impl<'a> Command<'a> {
    /// The command of a line, in letters of either case; `None` if it is none that is known.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let (word, rest) = split(line);
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        match () {
            () if is("nboard") => Some(Self::NBoard),
            () if is("set") => Self::of_set(rest),
            () if is("move") => Some(Self::Move(bare_move(rest))),
            () if is("hint") => Some(Self::Hint(split(rest).0.parse().unwrap_or(1).max(1))),
            () if is("go") => Some(Self::Go),
            () if is("ping") => split(rest).0.parse().ok().map(Self::Ping),
            () if is("learn") => Some(Self::Learn),
            () if is("analyze") => Some(Self::Analyze),
            () if is("quit") => Some(Self::Quit),
            // Old clients send moves without a word before.
            () => Some(bare_move(word)).filter(|name| name.parse::<Move>().is_ok()).map(Self::Move),
        }
    }

    fn of_set(rest: &'a str) -> Option<Self> {
        let (name, value) = split(rest);
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        match () {
            () if is("depth") => split(value).0.parse().ok().filter(|&plies| plies > 0).map(Self::Depth),
            () if is("game") => Some(Self::Game(value)),
            () if is("contempt") => Some(Self::Contempt),
            () => None,
        }
    }
}

/// The first word, and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The move of `F5/1.20/0.51`.
fn bare_move(text: &str) -> &str {
    split(text).0.split('/').next().unwrap_or_default()
}

/// True if a line stops a search that runs.
pub fn is_stop(line: &str) -> bool {
    matches!(Command::of(line), Some(Command::Ping(_)))
}

/// True if a line tells the engine to end.
pub fn is_end(line: &str) -> bool {
    matches!(Command::of(line), Some(Command::Quit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_nothing() {
        let cases = [
            ("nboard 2", Some(Command::NBoard)),
            ("set depth 12", Some(Command::Depth(12))),
            (" SET  depth\t7 plies", Some(Command::Depth(7))),
            ("set depth", None),
            ("set depth -1", None),
            ("set depth 0", None),
            ("set depth 99999999999", None),
            ("set game (;GM[Othello] ;)", Some(Command::Game("(;GM[Othello] ;)"))),
            ("set game", Some(Command::Game(""))),
            ("set contempt -50", Some(Command::Contempt)),
            ("set colour red", None),
            ("set", None),
            ("move F5/1.20/0.51", Some(Command::Move("F5"))),
            ("move PA", Some(Command::Move("PA"))),
            ("move", Some(Command::Move(""))),
            ("move f5 1.2", Some(Command::Move("f5"))),
            ("F5//2.5", Some(Command::Move("F5"))),
            ("pa", Some(Command::Move("pa"))),
            ("hint 4", Some(Command::Hint(4))),
            ("hint", Some(Command::Hint(1))),
            ("hint 0", Some(Command::Hint(1))),
            ("go", Some(Command::Go)),
            ("ping 12", Some(Command::Ping(12))),
            ("ping", None),
            ("ping x", None),
            ("learn", Some(Command::Learn)),
            ("analyze", Some(Command::Analyze)),
            ("quit", Some(Command::Quit)),
            ("", None),
            ("gone", None),
            ("i9", None),
            ("\u{e9}\u{fffd}", None),
        ];
        for (line, expected) in cases {
            assert_eq!(Command::of(line), expected, "{line:?}");
            assert_eq!((is_stop(line), is_end(line)), (line == "ping 12", line == "quit"), "{line:?}");
        }
    }
}
