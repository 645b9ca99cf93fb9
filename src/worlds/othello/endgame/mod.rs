//! Exact scores near the end of the game.
//!
//! [`solve`] searches a position to the end. What it may use stands in [`Technique`], each a switch that changes nodes
//! and seconds and never a score.
//!
//! | empty squares | what | file |
//! |---|---|---|
//! | any, on the principal variation | open windows; the line of perfect play | pv.rs |
//! | 7 and more | table, sorted moves, enhanced transposition cut-offs | deep.rs |
//! | 5 and 6 | sets of moves in order of parity | shallow.rs |
//! | 1 to 4 | written out | last.rs |
//!
//! Beside them: the order of moves (order.rs), the shallow search that serves it (presearch.rs), safe discs
//! (stability.rs), parity (regions.rs), the table (table.rs, prefetch.rs), counts (tally.rs).
//! Not here: searches of limited depth, which are in `search::game`; evaluations of positions.

mod deep;
mod last;
mod options;
mod order;
mod prefetch;
mod presearch;
mod pv;
mod regions;
mod shallow;
mod solver;
mod stability;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use options::{Mode, Options, Technique, Techniques};
pub use solver::{Outcome, solve};
pub use table::Table;
pub use tally::Figures;
