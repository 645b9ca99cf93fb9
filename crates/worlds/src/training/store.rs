//! Labelled positions in a file to which each game is appended when it is done, so that a kill loses the games in
//! flight only.
//!
//! ```text
//! searchlab othello labels 2\n     27 bytes
//! plan                             what the labels depend on, as a number, u64
//! game                             number u32, positions u16, then 18 bytes each: own and other discs u64, score i8,
//!                                  number of its source u8
//! ```
//!
//! Numbers are little-endian.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::Labelled;
use super::labels::Source;
use crate::othello::board::Board;

const HEAD: &[u8] = b"searchlab othello labels 2\n";
const POSITION: usize = 18;

/// The file, and what is in it.
#[derive(Debug)]
pub struct Store {
    file: File,
    games: BTreeMap<u32, Vec<Labelled>>,
}

impl Store {
    /// Opens the file, or makes it; a game that is not whole at its end is dropped. `None` if the file was made for
    /// another plan, or is something else.
    ///
    /// # Errors
    /// The error of the system.
    pub fn open(path: &Path, plan: u64) -> io::Result<Option<Self>> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = [HEAD, &plan.to_le_bytes()].concat();
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
        while let Some((game, positions, after)) = read_game(rest) {
            games.insert(game, positions);
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

    /// Appends a game.
    ///
    /// # Errors
    /// The error of the system.
    pub fn append(&mut self, game: u32, positions: Vec<Labelled>) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(6 + POSITION * positions.len());
        bytes.extend(game.to_le_bytes());
        bytes.extend((positions.len() as u16).to_le_bytes());
        for position in &positions {
            bytes.extend(position.board.own.to_le_bytes());
            bytes.extend(position.board.opponent.to_le_bytes());
            bytes.extend([position.score as u8, position.source as u8]);
        }
        self.file.write_all(&bytes)?;
        self.games.insert(game, positions);
        Ok(())
    }

    /// All positions, by the number of their game.
    pub fn labelled(&self) -> impl Iterator<Item = &Labelled> {
        self.games.values().flatten()
    }
}

/// The first game of the bytes, and what follows; `None` if it is not whole.
fn read_game(bytes: &[u8]) -> Option<(u32, Vec<Labelled>, &[u8])> {
    let (game, rest) = bytes.split_first_chunk()?;
    let (count, rest) = rest.split_first_chunk()?;
    let game = u32::from_le_bytes(*game);
    let (positions, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*count)) * POSITION)?;
    let discs = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).ok();
    let positions = positions.chunks_exact(POSITION).map(|position| {
        let board = Board { own: discs(&position[..8])?, opponent: discs(&position[8..16])? };
        let source = *Source::ALL.get(usize::from(position[17]))?;
        (board.own & board.opponent == 0).then_some(Labelled { game, board, score: position[16] as i8, source })
    });
    Some((game, positions.collect::<Option<_>>()?, rest))
}
