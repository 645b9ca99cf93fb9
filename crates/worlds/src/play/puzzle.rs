//! Positions of board games in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::game_world::{GameWorld, task_of};
use crate::puzzle::{Followed, Puzzle, unknown_move};
use crate::world::Task;

/// A position.
pub(super) struct BoardPuzzle<'a, P>(pub(super) &'a P);

impl<P: GameWorld> BoardPuzzle<'_, P> {
    /// The legal moves, those included that the rules make.
    fn moves(position: &P) -> Vec<P::Move> {
        let moves = position.moves();
        if moves.is_empty() { position.forced().into_iter().collect() } else { moves }
    }

    fn child(position: &P, mv: &str) -> Option<P> {
        let found = Self::moves(position).into_iter().find(|&known| position.spell(known) == mv);
        position.after(found?)
    }
}

impl<P: GameWorld> Puzzle for BoardPuzzle<'_, P> {
    fn plain(&self) -> Map<String, Value> {
        let position = self.0;
        let mut fields = Map::new();
        fields.insert("position".to_owned(), json!(position.text()));
        fields.insert("to_move".to_owned(), json!(position.side().name()));
        let moves = Self::moves(position).into_iter().map(|mv| position.spell(mv));
        fields.insert("legal".to_owned(), moves.collect::<Vec<_>>().into());
        if let Some((columns, _, cells)) = position.letters() {
            let row = |row: &[char]| row.iter().collect::<String>();
            let cells: Vec<char> = cells.chars().collect();
            fields.insert("board".to_owned(), cells.chunks(columns.into()).map(row).collect());
        }
        fields
    }

    fn text(&self) -> String {
        format!("{}\n", self.0.text())
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        let mut position = self.0.clone();
        for (number, mv) in moves.iter().enumerate() {
            let legal = Self::moves(&position);
            let legal: Vec<String> = legal.into_iter().map(|mv| position.spell(mv)).collect();
            let legal = if legal.is_empty() { "none: the game is over".to_owned() } else { legal.join(", ") };
            position = Self::child(&position, mv).ok_or_else(|| unknown_move(number, mv, &legal))?;
        }
        Ok(Followed::Line)
    }

    fn reference(&self) -> &'static str {
        "alphabeta-tt"
    }

    fn is_game(&self) -> bool {
        true
    }

    fn after(&self, mv: &str) -> Option<Task> {
        Self::child(self.0, mv).map(task_of)
    }
}
