//! The latest result of a running search, for readers in another thread.

use std::sync::{Mutex, PoisonError};

/// The result of the last iteration that ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latest {
    /// Plies of the iteration; 0 before the first has ended.
    pub depth: u32,
    /// The value for the side to move at the root.
    pub value: i32,
    /// The principal variation, as codes of moves.
    pub line: Vec<u16>,
}

/// A slot in which a search publishes the result of each iteration.
#[derive(Debug, Default)]
pub struct Live(Mutex<Latest>);

impl Live {
    /// Publishes the result of an iteration.
    pub(crate) fn report(&self, latest: Latest) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = latest;
    }

    /// The latest result published.
    pub fn latest(&self) -> Latest {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
