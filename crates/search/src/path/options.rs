//! The named choices of path search. Each is part of a trial and of its record.
//!
//! Not here: heuristic and move order, which belong to the space; the words for users, which are in `catalog`.

use super::cost::Weight;

/// Which of two open states with equal `f` is expanded first. Equal on that too: the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TieBreak {
    /// The one farther from the start.
    HighG,
    /// The one nearer to the start.
    LowG,
    /// The one that was opened first.
    Fifo,
    /// The one that was opened last. Costs nothing with buckets, and on maps expands about as little as high g.
    #[default]
    Lifo,
}

/// How the open list is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpenKind {
    /// An array of buckets indexed by `f`.
    #[default]
    Bucket,
    /// A binary heap; a state whose `f` falls is put in once more.
    Heap,
    /// A binary heap with an index by state; a state whose `f` falls is moved (decrease-key).
    Indexed,
}

/// The choices of one search. An algorithm reads those that it names in its description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Order among equals.
    pub tie_break: TieBreak,
    /// Kind of open list.
    pub open: OpenKind,
    /// Weight of the heuristic.
    pub weight: Weight,
    /// Binary logarithm of the entries of a bounded table; `None` is unbounded.
    pub table_bits: Option<u32>,
    /// Steps at which depth-limited search turns back.
    pub depth_limit: u32,
    /// States of a layer of beam search.
    pub width: u32,
    /// Steps in a row that hill climbing may make without improvement.
    pub sideways: u32,
    /// States that SMA* keeps, at least 2.
    pub memory_states: u32,
    /// By how many thousandths ARA* lowers its weight after each solution.
    pub weight_step: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            tie_break: TieBreak::default(),
            open: OpenKind::default(),
            weight: Weight::ONE,
            table_bits: None,
            depth_limit: 50,
            width: 100,
            sideways: 0,
            memory_states: 100_000,
            weight_step: 500,
        }
    }
}
