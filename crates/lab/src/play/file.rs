//! Games and their records in files.
//!
//! A game is a line of a file of positions; records are the lines that experiments keep.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use crate::play::BoardGame;
use crate::play::{Ending, Game};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use searchlab_trial::files::write_whole;
use searchlab_trial::record::Record;

/// Writes a game to a file, which may exist if it holds games: they are replaced.
///
/// # Errors
/// The reason in words.
pub fn save<P: BoardGame>(path: &str, game: &Game<P>, names: [&str; 2], ending: Option<Ending>) -> Result<(), String> {
    let is_other = Path::new(path).exists()
        && !read_source(path).is_ok_and(|source| source.text.is_empty() || game.start().read(&source).is_ok());
    if is_other {
        return Err(format!("{} exists and is no game: choose another name", quoted(path)));
    }
    write(path, &P::write(game, path, names, ending))
}

/// Reads a game: the last one of a file. What the file does not say of it is as in the position `like`.
///
/// # Errors
/// A file that cannot be read or that holds no game.
pub fn load<P: BoardGame>(path: &str, like: &P) -> Result<Game<P>, Diagnostics> {
    let games = like.read(&read_source(path)?)?;
    games.into_iter().next_back().ok_or_else(|| Diagnostic::new(format!("{} holds no game", quoted(path))).into())
}

/// Writes records to a file, which may exist if it holds records: they are replaced.
///
/// # Errors
/// The reason in words.
pub fn save_records<'r>(path: &str, records: impl IntoIterator<Item = &'r Record>) -> Result<(), String> {
    let holds_records = |text: &str| text.lines().all(|line| serde_json::from_str::<Record>(line).is_ok());
    if Path::new(path).exists() && !read_source(path).is_ok_and(|source| holds_records(&source.text)) {
        return Err(format!("{} exists and holds no records: choose another name", quoted(path)));
    }
    let text = lines_of(records).map_err(|error| format!("cannot write {}: {error}", quoted(path)))?;
    write(path, &text)
}

fn write(path: &str, text: &str) -> Result<(), String> {
    write_whole("the file", Path::new(path), text.as_bytes()).map_err(|problem| problem.message().to_owned())
}

/// Appends to a file in one piece.
///
/// # Errors
/// The error of the system.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// Records as text, one in a line.
///
/// # Errors
/// None in practice: every record can be written.
pub fn lines_of<'r>(records: impl IntoIterator<Item = &'r Record>) -> io::Result<String> {
    let mut text = String::new();
    for record in records {
        text += &serde_json::to_string(record)?;
        text.push('\n');
    }
    Ok(text)
}
