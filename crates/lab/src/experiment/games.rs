//! The games of a directory as files that other programs read: GGF of Othello, SGF and psq of Gomoku.

use crate::play::{BoardGame, Ending, Fault, Game};
use searchlab_trial::diagnostic::Source;
use searchlab_trial::record::{FORFEITED, Record};
use searchlab_worlds::catalog::{GOMOKU, OTHELLO};
use searchlab_worlds::gomoku::Setting;
use searchlab_worlds::{Side, gomoku, othello};

/// Games as files, gathered one by one.
#[derive(Debug, Default)]
pub struct GameFiles {
    ggf: String,
    sgf: String,
    psq: Vec<String>,
}

impl GameFiles {
    /// Adds the game of a record between players of these names, black first.
    pub fn push(&mut self, record: &Record, names: [&str; 2]) {
        if record.world == OTHELLO.name.name {
            if let Some(game) = replayed(&othello::Position::INITIAL, record) {
                self.ggf += &BoardGame::write(&game, "games.ggf", names, ending(record));
            }
        } else if record.world == GOMOKU.name.name
            && let Some(game) = replayed(&gomoku::Position::empty(Setting::default()), record)
        {
            self.sgf += &BoardGame::write(&game, "games.sgf", names, ending(record));
            self.psq.push(BoardGame::write(&game, "game.psq", names, ending(record)));
        }
    }

    /// Name and text of each file.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let whole = [("othello.ggf", &self.ggf), ("gomoku.sgf", &self.sgf)];
        let whole = whole.into_iter().filter(|(_, text)| !text.is_empty());
        let psq = self.psq.iter().enumerate();
        let psq = psq.map(|(place, text)| (format!("gomoku-{:05}.psq", place + 1), text.as_str()));
        whole.map(|(name, text)| (name.to_owned(), text.as_str())).chain(psq)
    }
}

/// The game of a record; `None` if its moves are not legal.
fn replayed<P: BoardGame>(like: &P, record: &Record) -> Option<Game<P>> {
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
        FORFEITED => {
            let words = game.mishap.as_deref().unwrap_or_default();
            let fault = Fault::ALL.into_iter().find(|fault| words.contains(fault.words()));
            Ending::Forfeited(loser, fault.unwrap_or(Fault::Illegal))
        }
        _ => return None,
    })
}
