//! MTD by bisection, also called C*.
//!
//! Idea        Halve the range of values that are still possible with each pass.
//! Source      C*: Coplan, AAAI (1982); as a driver of zero windows: Plaat, Schaeffer, Pijls, de Bruin, Artificial
//!             Intelligence 87 (1996).
//! Guarantees  The value of MiniMax.
//! Cost        As many passes as the range has bits, 23 here, less what fail-soft bounds save.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of the root.
//! Not here    The driver (mtd.rs), the search (alphabeta_tt.rs).

use super::alphabeta_tt::{AlphaBetaTt, PARAMETERS};
use super::deepening::{Iterate, run};
use super::mtd::mtd;
use super::rules::{Evaluator, Game};
use super::score::Score;
use super::search::Search;
use super::{Found, GameAlgorithm, Task};
use crate::about::{About, Guarantee};
use crate::budget::Status;
use crate::observer::Observer;

/// MTD by bisection (Coplan 1982; Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct MtdBi;

impl GameAlgorithm for MtdBi {
    const ABOUT: About = About {
        name: "mtd-bi",
        summary: "MTD by bisection: each window of no width halves the range",
        idea: "Halves the range of values that are still possible with each zero-window search.",
        source: "Coplan, AAAI, 1982 (C*); Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87, 1996",
        guarantee: Guarantee::MinimaxValue,
        cost: "about as many passes as the range of values has bits; memory for the table",
        parameters: PARAMETERS,
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        run::<Self, G, E, O>(task)
    }
}

impl Iterate for MtdBi {
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
        search: &mut Search<'_, G, E, O>,
        depth: u32,
        _earlier: &[Score],
    ) -> Result<Score, Status> {
        mtd(search, depth, 0, |bounds| bounds.lower + (bounds.upper - bounds.lower + 1) / 2)
    }
}
