//! Game-tree search: the value and the best move of a position, to a depth.
//!
//! A world implements [`Game`] and [`Evaluator`]; an algorithm is a type that implements [`GameAlgorithm`], one file
//! each. Static dispatch throughout. All algorithms here but [`mcts`] return the same value for the same depth, that of
//! [`minimax`], unless ProbCut is asked for; what they differ in is how many nodes they need for it.
//!
//! | part | file |
//! |---|---|
//! | what a game and an evaluation provide | [`rules`], [`score`] |
//! | what may be chosen | [`options`] |
//! | the transposition table | [`table`] |
//! | the driver of iterations, and the answer | `deepening.rs` |
//! | what all share while they run | `search.rs` |
//! | the order of moves, and what is learned for it | `ordering.rs`, `history.rs` |
//! | the principal variation | [`pv_table`] |
//! | the MTD family: drivers of zero windows | [`mtd`] |
//! | the root move by move | `root_moves.rs` |
//! | shallow searches in place of deep ones | [`probcut`] |
//! | games behind one type, for programs that have to be small | [`erased`] |
//! | Monte-Carlo tree search, which keeps a tree of its own | [`mcts`] |
//! | games for tests and lessons | [`samples`] |

pub mod alphabeta;
pub mod alphabeta_as_coded;
pub mod alphabeta_tt;
mod deepening;
pub mod erased;
mod history;
pub mod mcts;
pub mod minimax;
pub mod minimax_memo;
pub mod mtd;
pub mod mtd_decider;
pub mod options;
mod ordering;
pub mod probcut;
pub mod pv_table;
pub mod pvs;
mod root_moves;
pub mod rules;
pub mod samples;
pub mod score;
mod search;
mod splitmix64;
pub mod table;

pub use options::{Cut, FirstGuess, Options, Ordering, OrderingHeuristic, Ties};
pub use probcut::Forecast;
pub use rules::{Evaluator, Game};
pub use score::{Outcome, Score};
pub use splitmix64::splitmix64;
pub use table::{Replacement, Table};

use super::about::AlgorithmInfo;
use super::budget::{Budget, Status};
use super::observer::Observer;

/// A position to search, with the evaluator, options, table, budget and observer of the search.
pub struct Task<'a, G, E, O> {
    /// The position. After the search it is what it was before.
    pub game: &'a mut G,
    /// The evaluation of leaves.
    pub evaluator: &'a E,
    /// The choices.
    pub options: &'a Options,
    /// Memory, which is used as it is: who wants an empty one clears it.
    pub table: &'a mut Table,
    /// The limits. A node is a position that was expanded or valued.
    pub budget: &'a Budget,
    /// Receives the events of the search.
    pub observer: &'a mut O,
}

/// The status of a search and its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// Why it ended.
    pub status: Status,
    /// The value for the side to move: that of the last iteration that ended, or, if none did, that of the best move
    /// searched so far, or, if there is none, the static value.
    pub value: Score,
    /// The best move; only a finished game has none.
    pub best: Option<M>,
    /// Best play for both sides, beginning with the best move. Shorter than the depth where the game ends before, or
    /// where a table has lost what followed.
    pub line: Vec<M>,
    /// Plies of the last iteration that ended; 0 if none did.
    pub depth: u32,
    /// The results of the iterations that ended.
    pub iterations: Vec<Iterated<M>>,
}

/// The result of one iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Iterated<M> {
    /// Plies searched.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Score,
    /// The best move.
    pub best: Option<M>,
}

/// An algorithm over any game.
pub trait GameAlgorithm {
    /// Its description.
    const ABOUT: AlgorithmInfo;
    /// True if it uses the transposition table.
    const USES_TABLE: bool;

    /// Searches a position.
    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move>;
}
