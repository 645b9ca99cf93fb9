//! The games of a directory as files that other programs read, in the forms that their worlds know.

use std::collections::HashMap;

use crate::play::{BoardGame, Ending, Fault, Game};
use searchlab_trial::diagnostic::Source;
use searchlab_trial::record::{FORFEITED, Record};
use searchlab_worlds::Side;
use searchlab_worlds::play::{GameForm, GameWorld};
use searchlab_worlds::table::{GameWorldVisitor, visit_game_world};

/// Games as files, gathered one by one.
#[derive(Debug, Default)]
pub struct GameFiles {
    /// Files that hold all games of a world.
    whole: Vec<(String, String)>,
    /// Files that hold a game each.
    single: Vec<(String, String)>,
    /// The number of those of each world and form.
    numbers: HashMap<String, usize>,
}

impl GameFiles {
    /// Adds the game of a record between players of these names, black first.
    pub fn push(&mut self, record: &Record, names: [&str; 2]) {
        visit_game_world(&record.world, Writer { record, names, files: self });
    }

    /// Name and text of each file.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        self.whole.iter().chain(&self.single).map(|(name, text)| (name.clone(), text.as_str()))
    }
}

/// Writes the game of a record in the forms of its world.
struct Writer<'a> {
    record: &'a Record,
    names: [&'a str; 2],
    files: &'a mut GameFiles,
}

impl GameWorldVisitor for Writer<'_> {
    type Output = ();

    fn visit<P: GameWorld>(self) {
        let Self { record, names, files } = self;
        let world = &record.world;
        if P::GAME_FORMS.is_empty() {
            return;
        }
        let Some(game) = replayed(&P::initial(&P::Setting::default()), record) else { return };
        for &GameForm { extension, holds_many } in P::GAME_FORMS {
            let text = P::write(&game, &format!("games.{extension}"), names, ending(record));
            let name = format!("{world}.{extension}");
            if !holds_many {
                let number = files.numbers.entry(name).or_default();
                *number += 1;
                files.single.push((format!("{world}-{number:05}.{extension}"), text));
                continue;
            }
            match files.whole.iter_mut().find(|file| file.0 == name) {
                Some(file) => file.1 += &text,
                None => files.whole.push((name, text)),
            }
        }
    }
}

/// The game of a record; `None` if its moves are not legal.
fn replayed<P: BoardGame>(like: &P, record: &Record) -> Option<Game<P>> {
    let start = &record.game.as_ref()?.start;
    let begun = like.read(&Source::new("start", start.as_str())).ok()?.into_iter().next()?;
    let mut game = begun.given();
    let moves = like.line_of(&record.result.as_ref()?.moves);
    moves.into_iter().all(|mv| game.push(mv)).then_some(game)
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
