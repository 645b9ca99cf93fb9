//! Game trees in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::position::{Branch, Position};
use super::world::task_of;
use crate::puzzle::{Followed, Puzzle, unknown_move};
use crate::world::Task;
use searchlab_search::game::Game;

/// The root of a tree.
pub(super) struct TreePuzzle<'a>(pub(super) &'a Position);

impl TreePuzzle<'_> {
    /// The position after a move of that name.
    fn child(position: &Position, mv: &str) -> Option<Position> {
        let mut found = None;
        position.moves(|branch: Branch| {
            if branch.to_string() == mv {
                found = Some(branch);
            }
        });
        let mut child = position.clone();
        child.make(found?);
        Some(child)
    }
}

impl Puzzle for TreePuzzle<'_> {
    fn plain(&self) -> Map<String, Value> {
        let to_move = if self.0.is_max_first() { "max" } else { "min" };
        let fields = [("to_move", json!(to_move)), ("tree", self.0.lists())];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The lists with parentheses.
    fn text(&self) -> String {
        self.0.lists().to_string().replace('[', "(").replace(']', ")").replace(',', " ") + "\n"
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        let mut position = self.0.clone();
        for (number, mv) in moves.iter().enumerate() {
            let known = "the letter of a child, a for the first";
            position = Self::child(&position, mv).ok_or_else(|| unknown_move(number, mv, known))?;
        }
        Ok(Followed::Line)
    }

    fn reference(&self) -> &'static str {
        "alphabeta"
    }

    fn is_game(&self) -> bool {
        true
    }

    fn after(&self, mv: &str) -> Option<Task> {
        Self::child(self.0, mv).map(task_of)
    }
}
