//! The file of a game under way: written after every move, so that the game is not lost however the program ends.
//!
//! Not here: the form of the file ([`file`](super::file)), and the files to which games are appended when they end.

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::play::{BoardGame, Ending, Game};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use searchlab_trial::files::write_whole;
use searchlab_trial::text::counted;

/// The file in which a game is kept until it is over.
#[derive(Debug)]
pub struct Autosave<P: BoardGame> {
    path: PathBuf,
    /// The moves that were written last.
    moves: Vec<P::Move>,
}

impl<P: BoardGame> Autosave<P> {
    /// Keeps games in this file.
    pub const fn new(path: PathBuf) -> Self {
        Self { path, moves: Vec::new() }
    }

    /// The game of the file; `None` where there is no file yet, and where the game is over. What the file does not say of
    /// it is as in the position `like`.
    ///
    /// # Errors
    /// A file that cannot be read, or that does not hold one game.
    pub fn game(&self, like: &P) -> Result<Option<Game<P>>, Diagnostics> {
        if !self.path.exists() {
            return Ok(None);
        }
        let name = self.path.to_string_lossy();
        match <[_; 1]>::try_from(like.read(&read_source(&name)?)?) {
            Ok([game]) => Ok((!game.position().is_over()).then_some(game)),
            Err(all) => {
                let many = counted(all.len() as u64, "game");
                let problem = Diagnostic::new(format!("{} holds {many}, and would be left with one", quoted(&name)));
                Err(problem.help("name a file of one game, or one that is not there yet").into())
            }
        }
    }

    /// Writes the game, if its moves are not those that were written last.
    ///
    /// # Errors
    /// The reason in words, once for each move.
    pub fn keep(&mut self, game: &Game<P>, names: [&str; 2]) -> Result<(), String> {
        if game.played() == 0 && self.moves.is_empty() || game.moves() == self.moves {
            return Ok(());
        }
        self.moves = game.moves().to_vec();
        let text = P::write(game, &self.path.to_string_lossy(), names, Some(Ending::Left));
        write_whole("the game", &self.path, text.as_bytes()).map_err(|problem| problem.message().to_owned())
    }

    /// Removes the file of a game that has ended; false, and it stays, where the game can go on.
    ///
    /// # Errors
    /// The error of the system.
    pub fn conclude(&mut self, ending: Ending) -> io::Result<bool> {
        if matches!(ending, Ending::Left | Ending::Interrupted) {
            return Ok(false);
        }
        self.moves.clear();
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(true),
        }
    }
}
