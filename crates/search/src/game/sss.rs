//! SSS*, as an MTD driver.
//!
//! Idea        Begin above every value and come down: each pass shows that the value is less than the last bound.
//! Source      Stockman, Artificial Intelligence 12 (1979); as a driver of zero windows: Plaat, Schaeffer, Pijls, de
//!             Bruin, Artificial Intelligence 87 (1996).
//! Guarantees  The value of MiniMax.
//! Cost        Many passes, one for each value on the way down; with a table that holds the whole tree the leaves are
//!             those of the best-first SSS*.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of the root.
//! Not here    The driver (mtd.rs), the search (alphabeta_tt.rs).

use super::alphabeta_tt::{AlphaBetaTt, PARAMETERS};
use super::deepening::{Iterate, run};
use super::mtd::{Bounds, mtd};
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::Search;
use super::{Found, GameAlgorithm, Task};
use crate::about::{About, Guarantee};
use crate::budget::Status;
use crate::observer::Observer;

/// SSS* (Stockman 1979; as MTD: Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct SssStar;

impl GameAlgorithm for SssStar {
    const ABOUT: About = About {
        name: "sss",
        summary: "SSS*: windows of no width, from above every value down",
        idea: "The best-first search SSS* in the form of zero-window searches: begins at plus infinity and \
               lowers the bound with each pass until it holds.",
        source: "Stockman, Artificial Intelligence 12:179-196, 1979; as MTD: Plaat et al., Artificial Intelligence 87, 1996",
        guarantee: Guarantee::MinimaxValue,
        cost: "often hundreds of passes; needs a table that holds the tree",
        parameters: PARAMETERS,
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        run::<Self, G, E, O>(task)
    }
}

impl Iterate for SssStar {
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
        search: &mut Search<'_, G, E, O>,
        depth: u32,
        _earlier: &[Score],
    ) -> Result<Score, Status> {
        mtd(search, depth, INFINITY, Bounds::at_guess)
    }
}
