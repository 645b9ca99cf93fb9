//! Tasks in plain form, for programs of users, and the check of their answers.
//!
//! Each world has a `puzzle.rs` that implements [`Puzzle`]; board games share one in [`crate::play`].
//!
//! Not here: the protocol and the process of a program (crate `searchlab-lab`).

use serde_json::{Map, Value};

use crate::world::Task;
use searchlab_search::observer::{Event, Observer};
use searchlab_search::step::{Generated, Step, Visit};

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

    /// The states through which the moves of an answer lead, as far as they are possible, each by its code in traces and
    /// with the cost of the way; none in games.
    fn trail(&self, _moves: &[Box<str>]) -> Vec<(u128, f64)> {
        Vec::new()
    }

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

/// Reports the states of an answer as the steps of a search that goes nowhere else, for traces and pictures. With `cost`
/// the answer is a solution.
pub fn report_trail<O: Observer>(trail: &[(u128, f64)], cost: Option<f64>, observer: &mut O) {
    let Some(&(start, _)) = trail.first() else { return };
    observer.step(Step::Source { state: start, h: 0.0 });
    let mut before = None;
    for (number, &(state, g)) in trail.iter().enumerate() {
        let depth = number as u32;
        let visit = Visit { state, parent: before, g, h: None, f: None, depth: Some(depth), is_backward: false };
        if number > 0 {
            observer.on(Event::Generated(1));
            observer.step(Step::Generate { visit, how: Generated::New });
        }
        observer.on(Event::Expanded { state: state as u64, depth });
        observer.step(Step::Expand { visit, open: None });
        before = Some(state);
    }
    if let (Some(cost), Some(&(goal, _))) = (cost, trail.last()) {
        for &(state, _) in trail {
            observer.step(Step::Path { state });
        }
        observer.step(Step::Goal { state: goal, cost });
    }
}

/// The word for a move that there is no rule for.
pub(crate) fn unknown_move(number: usize, mv: &str, known: &str) -> String {
    let shown: String = mv.chars().take(20).collect();
    format!("move {} is {shown:?}; expected {known}", number + 1)
}
