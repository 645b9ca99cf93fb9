//! The games of a directory as files that other programs read: GGF of Othello, SGF and psq of Gomoku.

use std::path::Path;

use super::failure::{failure, replace};
use crate::analysis::frame::{Frame, Label};
use crate::analysis::seat::Seat;
use crate::catalog::{GOMOKU, OTHELLO};
use crate::diagnostic::{Diagnostics, Source};
use crate::play::{Ending, Fault, Game, Playable};
use crate::record::Record;
use crate::worlds::gomoku::Setting;
use crate::worlds::{Side, gomoku, othello};

/// Games as files, gathered one by one.
#[derive(Debug)]
pub struct GameFiles {
    labels: Frame,
    ggf: String,
    sgf: String,
    psq: Vec<String>,
}

impl GameFiles {
    /// No games yet; players are called by these labels.
    pub fn new(labels: Vec<Label>) -> Self {
        Self { labels: Frame::new([], labels), ggf: String::new(), sgf: String::new(), psq: Vec::new() }
    }

    /// Adds the game of a record, if it is one.
    pub fn push(&mut self, record: &Record) {
        let seats = Seat::of(record);
        let [black, white] = seats.as_slice() else { return };
        let names = [&black.record, &white.record].map(|record| self.labels.label_of(record).to_owned());
        let names = [names[0].as_str(), names[1].as_str()];
        if record.world == OTHELLO.name.name {
            if let Some(game) = replayed(&othello::Position::INITIAL, record) {
                self.ggf += &Playable::write(&game, "games.ggf", names, ending(record));
            }
        } else if record.world == GOMOKU.name.name
            && let Some(game) = replayed(&gomoku::Position::empty(Setting::default()), record)
        {
            self.sgf += &Playable::write(&game, "games.sgf", names, ending(record));
            self.psq.push(Playable::write(&game, "game.psq", names, ending(record)));
        }
    }

    /// Writes the files into the folder `games` of a directory; nothing where there are no games.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn write(&self, directory: &Path) -> Result<(), Diagnostics> {
        if self.ggf.is_empty() && self.sgf.is_empty() {
            return Ok(());
        }
        let folder = directory.join("games");
        std::fs::create_dir_all(&folder).map_err(|error| failure("make the directory", &folder, &error))?;
        for (name, text) in [("othello.ggf", &self.ggf), ("gomoku.sgf", &self.sgf)] {
            if !text.is_empty() {
                write(&folder.join(name), text)?;
            }
        }
        for (place, text) in self.psq.iter().enumerate() {
            write(&folder.join(format!("gomoku-{:05}.psq", place + 1)), text)?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Diagnostics> {
    use std::io::Write;
    Ok(replace(path, |file| file.write_all(text.as_bytes()))?)
}

/// The game of a record; `None` if its moves are not legal.
fn replayed<P: Playable>(like: &P, record: &Record) -> Option<Game<P>> {
    let start = &record.game.as_ref()?.start;
    let begun = like.read(&Source::new("start", start.as_str())).ok()?.into_iter().next()?;
    let mut game = begun.given();
    let mut rest = record.result.as_ref()?.moves.as_str();
    while let Some((mv, behind)) = game.position().read_first(rest) {
        if !game.push(mv) {
            return None;
        }
        rest = behind;
    }
    Some(game)
}

/// How the game of a record ended.
fn ending(record: &Record) -> Option<Ending> {
    let game = record.game.as_ref()?;
    let loser = if game.score > 0.5 { Side::White } else { Side::Black };
    Some(match game.ending.as_str() {
        "finished" => Ending::Finished,
        "adjudicated" => Ending::Adjudicated(record.result.as_ref()?.value as i32),
        "resigned" => Ending::Resigned(loser),
        "forfeited" => {
            let words = game.mishap.as_deref().unwrap_or_default();
            let fault = Fault::ALL.into_iter().find(|fault| words.contains(fault.words()));
            Ending::Forfeited(loser, fault.unwrap_or(Fault::Illegal))
        }
        _ => return None,
    })
}
