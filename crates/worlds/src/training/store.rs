//! The results of each game, in a file to which it is appended when the game is done, so that a kill loses the games in
//! flight only.
//!
//! ```text
//! head                             what is stored, with the version of its form, as a line
//! plan                             what the content depends on, as a number, u64
//! game                             number u32, then what was made of it
//! ```
//!
//! Numbers are little-endian.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A result of a game that can be stored.
pub trait Stored: Sized {
    /// The first line of a file.
    const HEAD: &'static str;

    /// Appends the bytes of it.
    fn write(&self, bytes: &mut Vec<u8>);

    /// The first that stands in the bytes, made of the game of this number, and what follows; `None` if it is not whole.
    fn read(game: u32, bytes: &[u8]) -> Option<(Self, &[u8])>;
}

/// The file, and what is in it.
#[derive(Debug)]
pub struct Store<T> {
    file: File,
    games: BTreeMap<u32, T>,
}

impl<T: Stored> Store<T> {
    /// Opens the file, or makes it; a game that is not whole at its end is dropped. `None` if the file was made for
    /// another plan, or is something else.
    ///
    /// # Errors
    /// The error of the system.
    pub fn open(path: &Path, plan: u64) -> io::Result<Option<Self>> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = [T::HEAD.as_bytes(), &plan.to_le_bytes()].concat();
        if !bytes.starts_with(&head) {
            if !head.starts_with(&bytes) {
                return Ok(None);
            }
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
            return Ok(Some(Self { file, games: BTreeMap::new() }));
        }
        let (mut games, mut rest) = (BTreeMap::new(), &bytes[head.len()..]);
        while let Some((game, stored, after)) = read_game(rest) {
            games.insert(game, stored);
            rest = after;
        }
        let whole = (bytes.len() - rest.len()) as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(Some(Self { file, games }))
    }

    /// True if a game is there.
    pub fn has(&self, game: u32) -> bool {
        self.games.contains_key(&game)
    }

    /// Appends what was made of a game.
    ///
    /// # Errors
    /// The error of the system.
    pub fn append(&mut self, game: u32, stored: T) -> io::Result<()> {
        let mut bytes = Vec::from(game.to_le_bytes());
        stored.write(&mut bytes);
        self.file.write_all(&bytes)?;
        self.games.insert(game, stored);
        Ok(())
    }

    /// All games, by their numbers.
    pub fn into_games(self) -> BTreeMap<u32, T> {
        self.games
    }
}

fn read_game<T: Stored>(bytes: &[u8]) -> Option<(u32, T, &[u8])> {
    let (game, rest) = bytes.split_first_chunk()?;
    let game = u32::from_le_bytes(*game);
    let (stored, rest) = T::read(game, rest)?;
    Some((game, stored, rest))
}
