//! The engine: a search for playing well, which no longer looks at every move.
//!
//! Principal variation search with iterative deepening, a transposition table, static pruning, late move reductions and
//! extensions.
//!
//! | part | file |
//! |---|---|
//! | what can be switched off, and what it is worth | [`options`] |
//! | iterative deepening, aspiration windows, the moves at the root | `driver.rs` |
//! | several threads | `helpers.rs` |
//! | proposals for the solver `guided` | `guide.rs` |
//! | one node: late move reductions, re-searches, killer moves, history heuristic | `node.rs` |
//! | static pruning, late move pruning | `selective.rs` |
//! | ProbCut, singular moves | `shallower.rs` |
//! | wins and defences known from patterns alone | `defences.rs` |
//! | move generation and move ordering | `moves.rs` |
//! | wins by threats at the root | `vct.rs` |
//! | the tree for observers | `walk.rs` |
//! | margins, reductions, numbers of moves | `margins.rs` |
//!
//! Not here: the sequences of fours (solver/vcf.rs), the patterns, evaluations, the clock of a game (the players').

mod defences;
mod driver;
mod guide;
mod helpers;
mod margins;
mod moves;
mod node;
pub mod options;
mod selective;
mod shallower;
#[cfg(test)]
mod tests;
mod vct;
mod walk;

pub use driver::{Memory, counted_search, search};
pub use guide::EngineGuide;
pub use helpers::Helped;
pub use options::{Options, Technique, Techniques};

use searchlab_search::about::{AlgorithmInfo, Guarantee};

/// Name, idea and parameters of the engine.
pub const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "engine",
    summary: "the playing engine: deepening principal variation search over patterns, with pruning and fours at the leaves",
    idea: "Searches the moves beside the principal variation with a zero window, depth after depth. What is forced is not \
           searched but played: fives, blocks, defences against open fours. Late quiet moves are searched less deep or \
           not at all, and at the leaves a search of fours alone looks for a win. Every technique is a switch.",
    source: "Marsland, Campbell, Computing Surveys 14(4), 1982: principal variation search; Allis, van den Herik, \
             Huntjens, Go-Moku and Threat-Space Search, 1993: sequences of fours; Heinz, Scalable Search in Computer \
             Chess, 2000: futility, razoring",
    guarantee: Guarantee::Estimate,
    cost: "time grows with the depth, a factor of about 2 to 3 a ply; memory is the table's, 16 bytes an entry",
    parameters: &["evaluation", "weights", "table-bits", "replacement", "without", "threads"],
    defaults: &[("table-bits", "20"), ("without", "none")],
};
