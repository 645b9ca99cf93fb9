//! MTD(f).
//!
//! Idea        Begin at a good guess of the value, usually that of an earlier iteration, and ask with windows of no width
//!             whether the value is more or less, each time at the value that the last search gave.
//! Source      Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996).
//! Guarantees  The value of MiniMax.
//! Cost        A few passes if the guess is near; two if it is right. The table makes a pass after the first cheap.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of the root.
//! Not here    The driver (mtd.rs), the search (alphabeta_tt.rs).

use super::alphabeta_tt::AlphaBetaTt;
use super::deepening::{Iterate, run};
use super::mtd::{Bounds, first_guess, mtd};
use super::rules::{Evaluator, Game};
use super::score::Score;
use super::search::Search;
use super::{Found, GameAlgorithm, Task};
use crate::about::{About, Guarantee};
use crate::budget::Status;
use crate::observer::Observer;

/// MTD(f) (Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct MtdF;

impl GameAlgorithm for MtdF {
    const ABOUT: About = About {
        name: "mtdf",
        summary: "MTD(f): windows of no width from a good first guess",
        idea: "Asks with windows of no width whether the value is more or less than a guess, beginning at the \
               value of an earlier iteration; the table keeps what the passes before have shown. Two passes if \
               the guess is right.",
        source: "Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87:255-293, 1996",
        guarantee: Guarantee::MinimaxValue,
        cost: "a few passes of alpha-beta, each cheaper than one with an open window; memory for the table",
        parameters: &[
            "iterative-deepening",
            "ordering",
            "table-bits",
            "replacement",
            "enhanced-cutoffs",
            "first-guess",
            "guess",
            "ties",
        ],
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        run::<Self, G, E, O>(task)
    }
}

impl Iterate for MtdF {
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
        search: &mut Search<'_, G, E, O>,
        depth: u32,
        earlier: &[Score],
    ) -> Result<Score, Status> {
        let first = first_guess(search.options, earlier).unwrap_or_else(|| search.evaluator.leaf(search.game, 0));
        mtd(search, depth, first, Bounds::at_guess)
    }
}
