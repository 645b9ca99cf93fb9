//! What a search has found so far, for whoever watches it from another thread.

use std::sync::{Mutex, PoisonError};

/// What the last iteration that ended gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latest {
    /// Plies of the iteration; 0 before the first has ended.
    pub depth: u32,
    /// The value for the side to move at the root.
    pub value: i32,
    /// Best play for both sides, as codes of moves.
    pub line: Vec<u16>,
}

/// A place where a search leaves what each iteration gave.
#[derive(Debug, Default)]
pub struct Live(Mutex<Latest>);

impl Live {
    /// Leaves what an iteration gave.
    pub fn report(&self, latest: Latest) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = latest;
    }

    /// What the last iteration gave.
    pub fn latest(&self) -> Latest {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
