//! The commands of a person: each by a key, by a word, and by a button.

/// Something to do that is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Shows the help.
    Help,
    /// Back to the last turn of a person.
    Undo,
    /// Makes again what was taken back.
    Redo,
    /// Asks an algorithm.
    Hint,
    /// Gives up.
    Resign,
    /// Begins again.
    New,
    /// The two players change sides.
    Swap,
    /// Chooses who plays.
    Players,
    /// Lets the algorithms rest, or go on.
    Pause,
    /// Lets an algorithm make one move.
    Step,
    /// Algorithms that play each other wait less after each move.
    Faster,
    /// They wait longer.
    Slower,
    /// Shows the numbers of the moves.
    Numbers,
    /// Shows the marks of the world.
    Marks,
    /// Writes the game to a file.
    Save,
    /// Writes the records of the game to a file.
    Records,
    /// Reads a game from a file.
    Load,
    /// Ends the program.
    Quit,
}

/// A command with its key, its word and its meaning.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The command.
    pub command: Command,
    /// The key, which is no small letter: these begin moves and words.
    pub key: char,
    /// The word that may be typed.
    pub word: &'static str,
    /// The operand behind the word, if there is one.
    pub operand: Option<&'static str>,
    /// Its effect, for the help.
    pub meaning: &'static str,
    /// True if it has a button.
    pub has_button: bool,
}

const fn entry(command: Command, key: char, word: &'static str, meaning: &'static str) -> Entry {
    Entry { command, key, word, operand: None, meaning, has_button: true }
}

const fn with_file(entry: Entry, has_button: bool) -> Entry {
    Entry { operand: Some("FILE"), has_button, ..entry }
}

/// All commands, in the order of the help.
pub const COMMANDS: [Entry; 18] = [
    entry(Command::Undo, 'U', "undo", "back to your last turn"),
    entry(Command::Redo, 'R', "redo", "makes again what was taken back"),
    entry(Command::Hint, 'H', "hint", "shows the move an algorithm would make"),
    entry(Command::Marks, 'T', "marks", "shows or hides what the cells offer"),
    entry(Command::Numbers, 'M', "numbers", "shows or hides the numbers of the moves"),
    entry(Command::Players, 'L', "players", "chooses who plays, and how strong"),
    entry(Command::Swap, 'X', "swap", "changes sides"),
    entry(Command::Pause, 'P', "pause", "stops the algorithms, or lets them go on"),
    Entry { has_button: false, ..entry(Command::Step, '.', "step", "one move of an algorithm, then pause") },
    Entry { has_button: false, ..entry(Command::Faster, '+', "faster", "watching: a shorter wait after a move") },
    Entry { has_button: false, ..entry(Command::Slower, '-', "slower", "watching: a longer wait after a move") },
    entry(Command::Resign, 'G', "resign", "gives up"),
    entry(Command::New, 'N', "new", "begins again"),
    with_file(entry(Command::Save, 'S', "save", "writes the game to a file"), true),
    with_file(entry(Command::Load, 'O', "load", "goes on with a game from a file"), true),
    with_file(entry(Command::Records, 'E', "records", "writes the records of the algorithms' moves"), false),
    entry(Command::Help, '?', "help", "shows this"),
    entry(Command::Quit, 'Q', "quit", "leaves the game"),
];

impl Command {
    /// The command of a key.
    pub(crate) fn by_key(key: char) -> Option<Self> {
        COMMANDS.iter().find(|entry| entry.key == key).map(|entry| entry.command)
    }

    /// Its line in the table.
    pub(crate) fn entry(self) -> &'static Entry {
        // Every command has one: a test looks.
        COMMANDS.iter().find(|entry| entry.command == self).unwrap_or(&COMMANDS[0])
    }

    /// The text of its button.
    pub(crate) fn button(self) -> String {
        let Entry { key, word, .. } = self.entry();
        format!("{key} {word}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_and_words_are_unique() {
        assert_eq!(COMMANDS.iter().map(|entry| entry.key).collect::<HashSet<_>>().len(), COMMANDS.len());
        assert_eq!(COMMANDS.iter().map(|entry| entry.word).collect::<HashSet<_>>().len(), COMMANDS.len());
        for entry in &COMMANDS {
            assert!(!entry.key.is_ascii_lowercase());
            assert_eq!(entry.command.entry().word, entry.word);
            assert_eq!(Command::by_key(entry.key), Some(entry.command));
        }
    }
}
