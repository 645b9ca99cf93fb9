//! Tasks in plain form, for programs of users, and the check of their answers.
//!
//! Each world has a `puzzle.rs` that implements [`Puzzle`]; board games share one in [`crate::play`].
//!
//! Not here: the protocol and the process of a program (crate `searchlab-lab`).

use serde_json::{Map, Value};

use crate::world::Task;

/// A task as programs see it.
pub trait Puzzle {
    /// The task in plain form, the fields of one JSON object.
    fn plain(&self) -> Map<String, Value>;

    /// The task as the text of a file that the world reads.
    fn text(&self) -> String;

    /// Makes the moves of an answer one after the other.
    ///
    /// # Errors
    /// The first move that is not possible, or the goal that is not reached, as a sentence without its point.
    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String>;

    /// The algorithm whose value an answer must have.
    fn reference(&self) -> &'static str;

    /// True for a position of a game.
    fn is_game(&self) -> bool {
        false
    }

    /// In games: the position after a move; `None` if there is none.
    fn after(&self, _mv: &str) -> Option<Task> {
        None
    }
}

/// The result of the moves of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Followed {
    /// They lead to the goal at this cost, of which `exact` are the straight and diagonal steps where it is a + b√2.
    Path {
        /// The cost.
        cost: f64,
        /// The steps.
        exact: Option<[u64; 2]>,
    },
    /// They are a line of legal moves; the value is that of the program.
    Line,
}

/// The word for a move that there is no rule for.
pub(crate) fn unknown_move(number: usize, mv: &str, known: &str) -> String {
    let shown: String = mv.chars().take(20).collect();
    format!("move {} is {shown:?}; expected {known}", number + 1)
}
