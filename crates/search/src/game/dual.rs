//! DUAL*, as an MTD driver.
//!
//! Idea        The mirror of SSS*: begin below every value and come up.
//! Source      Marsland, Reinefeld, Schaeffer, Artificial Intelligence 31 (1987); as a driver of zero windows: Plaat,
//!             Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996).
//! Guarantees  The value of MiniMax.
//! Cost        Many passes, one for each value on the way up.
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

/// DUAL* (Marsland, Reinefeld, Schaeffer 1987; as MTD: Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct DualStar;

impl GameAlgorithm for DualStar {
    const ABOUT: About = About {
        name: "dual",
        summary: "DUAL*: windows of no width, from below every value up",
        idea: "The mirror of SSS*: begins at minus infinity and raises the bound with each pass until it \
               holds.",
        source: "Marsland, Reinefeld, Schaeffer, Artificial Intelligence 31:185-199, 1987; as MTD: Plaat et al., 1996",
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

impl Iterate for DualStar {
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
        search: &mut Search<'_, G, E, O>,
        depth: u32,
        _earlier: &[Score],
    ) -> Result<Score, Status> {
        mtd(search, depth, -INFINITY, Bounds::at_guess)
    }
}
