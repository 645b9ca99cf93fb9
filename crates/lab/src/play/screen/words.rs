//! The effects of a typed line: a move, a command, or a player for a side.

use super::command::{COMMANDS, Command, Entry};
use super::state::{Effect, State};
use crate::play::TuiBoard;
use searchlab_trial::diagnostic::{nearest, quoted};
use searchlab_worlds::Side;

/// Words that are no commands of their own.
const SEATS: [&str; 3] = ["black", "white", "level"];

impl<P: TuiBoard> State<P> {
    /// Does what a line says.
    pub(super) fn line(&mut self, line: &str) {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let known = COMMANDS.iter().find(|entry| {
            let is_key = entry.key.to_ascii_lowercase().to_string() == word && entry.operand.is_none();
            entry.word == word || is_key
        });
        if line.is_empty() {
            return;
        }
        // A column of the board is no key: "h" alone is nothing, "h8" a move.
        if let Some(mv) = self.game.position().read_move(line) {
            self.play(mv);
            return;
        }
        match (known, word.as_str()) {
            (Some(entry), _) => self.typed(entry, rest),
            (None, "black") => self.typed_player(&[Side::Black], rest),
            (None, "white") => self.typed_player(&[Side::White], rest),
            (None, "level") => {
                let machines: Vec<Side> = Side::BOTH.into_iter().filter(|&side| !self.is_person(side)).collect();
                let sides = if machines.is_empty() { vec![Side::White] } else { machines };
                self.typed_player(&sides, &format!("level:{rest}"));
            }
            _ => {
                let words = COMMANDS.iter().map(|entry| entry.word).chain(SEATS);
                self.message = match nearest(&word, words) {
                    Some(near) => format!("unknown command {}: did you mean {near}?", quoted(&word)),
                    None => format!("{} is no move, like {}, and no command; ? helps", quoted(line), P::EXAMPLE),
                };
            }
        }
    }

    fn typed(&mut self, entry: &Entry, rest: &str) {
        match (entry.command, rest) {
            (_, "") if entry.operand.is_some() => {
                self.message = format!("{0} needs the name of a file: {0} game.txt", entry.word);
            }
            (Command::Save, path) => self.effects.push(Effect::Save(path.to_owned())),
            (Command::Records, path) => self.effects.push(Effect::SaveRecords(path.to_owned())),
            (Command::Load, path) => self.effects.push(Effect::Load(path.to_owned())),
            (command, "") => self.command(command),
            (_, rest) => self.message = format!("{} takes nothing behind it, not {}", entry.word, quoted(rest)),
        }
    }

    /// Sides get another player.
    pub(super) fn typed_player(&mut self, sides: &[Side], words: &str) {
        match self.player(words) {
            Ok(spec) => sides.iter().for_each(|&side| self.seat_player(side, spec.clone())),
            Err(problems) => {
                let problem = problems.iter().next();
                self.message = problem.map_or_else(String::new, |problem| problem.message().to_owned());
            }
        }
    }
}
