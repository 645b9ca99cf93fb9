//! Lines of the manager as commands.
//!
//! Not here: what a command does (mod.rs).

/// A command by its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Start,
    RectStart,
    Restart,
    Begin,
    Turn,
    Board,
    Swap2Board,
    Done,
    TakeBack,
    Play,
    Info,
    About,
    End,
}

/// Every command and its word.
const WORDS: [(&str, Command); 13] = [
    ("START", Command::Start),
    ("RECTSTART", Command::RectStart),
    ("RESTART", Command::Restart),
    ("BEGIN", Command::Begin),
    ("TURN", Command::Turn),
    ("BOARD", Command::Board),
    ("SWAP2BOARD", Command::Swap2Board),
    ("DONE", Command::Done),
    ("TAKEBACK", Command::TakeBack),
    ("PLAY", Command::Play),
    ("INFO", Command::Info),
    ("ABOUT", Command::About),
    ("END", Command::End),
];

impl Command {
    /// The command of a line, in letters of either case, and what follows its word.
    pub(super) fn of(line: &str) -> Option<(Self, &str)> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (_, command) = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        Some((*command, rest.trim()))
    }
}

/// True if a line tells the engine to end.
pub fn is_end(line: &str) -> bool {
    matches!(Command::of(line), Some((Command::End, _)))
}

/// The text of a manager between quotation marks, fit to stand in one line of an answer.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let plain: String = text.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
    let dots = if text.chars().count() > MOST { "…" } else { "" };
    format!("\"{plain}{dots}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_read() {
        assert_eq!(Command::of(" turn  7,8 "), Some((Command::Turn, "7,8")));
        assert_eq!(Command::of("eNd"), Some((Command::End, "")));
        assert_eq!(Command::of("TURN7,8"), None);
        assert_eq!(Command::of(""), None);
        assert!(is_end("END") && is_end(" end ") && !is_end("ENDING"));
        assert_eq!(quoted("a\u{7}b"), "\"ab\"");
    }
}
