//! The question to a solver, and the techniques it may use: each a switch with a name.

use crate::othello::learned::{Weights, shipped};
use crate::techniques::techniques;

/// The question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The score of perfect play.
    #[default]
    Exact,
    /// Only whether it is won, lost or drawn: the sign of the score.
    WinLossDraw,
}

techniques! {
    /// remember bounds of positions in a table keyed by both bit boards
    Table = "table",
    /// before the first move, ask the table for every reply (enhanced transposition cut-offs)
    Etc = "etc",
    /// cut where discs that can never be turned bound the score
    Stability = "stability",
    /// order moves by the number of replies that they leave
    FewestReplies = "fewest-replies",
    /// order moves into regions with an odd number of empty squares first
    Parity = "parity",
    /// order moves by corners and other good squares
    Squares = "squares",
    /// far from the end, order moves by a shallow search with a hand-made evaluation
    Presearch = "presearch",
    /// make that shallow search with the learned evaluation
    Learned = "learned",
    /// begin with a narrow window around what the learned evaluation expects
    Aspiration = "aspiration",
    /// a plain search without table and sorting for the last plies
    Plain = "plain",
    /// hand-written searches of the last four empty squares
    Unrolled = "unrolled",
}

/// How to solve.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The question.
    pub mode: Mode,
    /// By which means.
    pub techniques: Techniques,
    /// Those of the learned evaluation; without them the shallow search judges by hand-made rules.
    pub weights: Option<&'static Weights>,
    /// Threads that search together, at least 1.
    pub threads: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { mode: Mode::Exact, techniques: Techniques::ALL, weights: Some(shipped()), threads: 1 }
    }
}
