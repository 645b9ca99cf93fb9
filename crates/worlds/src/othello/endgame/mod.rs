//! The endgame solver: exact scores near the end of the game.
//!
//! [`solve`] searches a position to the end. What it may use stands in [`Technique`], each a switch that changes nodes
//! and seconds and never a score.
//!
//! | empty squares | what | file |
//! |---|---|---|
//! | any, at the root | a selective search, aspiration windows around the expected score | aspiration.rs |
//! | any, on the principal variation | open windows (PVS); the line of perfect play | pv.rs |
//! | 7 and more | null windows: table, sorted moves, enhanced transposition cut-offs | deep.rs |
//! | 5 and 6 | sets of moves in order of parity | shallow.rs |
//! | 1 to 4 | written out | last.rs |
//!
//! Beside them: move ordering (order.rs), the shallow search that serves it (presearch.rs), ProbCut for scores that only
//! hold with some probability (probcut.rs), stable discs
//! (stability.rs), parity (regions.rs), the transposition table (table.rs), counts (tally.rs); and, for many threads,
//! the nodes that they share and how they do (split.rs, workers.rs).
//! Not here: searches of limited depth, which are in `search::game`; evaluations of positions.

mod aspiration;
mod deep;
mod last;
mod options;
mod order;
mod presearch;
mod probcut;
mod pv;
pub(super) mod regions;
mod shallow;
mod solver;
mod split;
mod stability;
mod table;
mod tally;
#[cfg(test)]
pub(crate) mod tests;
mod walk;
mod workers;
#[cfg(test)]
mod workers_tests;

pub use options::{Mode, Options, Selectivity, Technique, Techniques};
pub(crate) use solver::Solve;
pub use solver::{Outcome, solve};
pub use table::Table;
pub use tally::Figures;
pub(crate) use workers::SHARE_FROM;

use searchlab_search::about::{AlgorithmInfo, Guarantee};

/// Name, idea and parameters of the solver.
pub const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "endgame",
    summary: "exact solver of Othello's endgame: alpha-beta to the end, with all that shortens it there",
    idea: "Searches the first move with an open window and proves with zero windows that no other is better. Orders \
           moves by the replies that they leave, by parity and by shallow searches, keeps bounds in a table, cuts \
           where discs that can never be turned bound the score, and has the last four empty squares written out. \
           Every technique is a switch. Searches selectively by ProbCut before, or instead. Several threads share the \
           moves of a node once its first has been searched.",
    source: "Reinefeld, ICCA Journal 6(4) (1983): zero windows; Schaeffer, Plaat, Canadian Conference on AI (1996): \
             enhanced cutoffs; Feldmann et al., ICCA Journal 12(2) (1989): young brothers wait; Warren Smith, Gunnar Andersson, endgame.c (about 1998): the last plies",
    guarantee: Guarantee::PerfectPlay,
    cost: "time grows exponentially with the empty squares; memory is the table's, 32 bytes an entry",
    parameters: &["mode", "selectivity", "table-bits", "weights", "without", "threads"],
    defaults: &[("table-bits", "21")],
};
