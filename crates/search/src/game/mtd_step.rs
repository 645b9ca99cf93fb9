//! MTD in steps.
//!
//! Idea        As SSS*, from above every value down, but by a step of more than the unit in each pass, as long as the
//!             value turns out to be less.
//! Source      Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996).
//! Guarantees  The value of MiniMax.
//! Cost        Fewer passes than SSS*.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of the root.
//! Not here    The driver (mtd.rs), the search (alphabeta_tt.rs).

use super::alphabeta_tt::AlphaBetaTt;
use super::deepening::{Iterate, run};
use super::mtd::mtd;
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::Search;
use super::{Found, GameAlgorithm, Task};
use crate::about::{About, Guarantee};
use crate::budget::Status;
use crate::observer::Observer;

/// MTD in steps (Plaat et al. 1996).
#[derive(Debug, Clone, Copy)]
pub struct MtdStep;

impl GameAlgorithm for MtdStep {
    const ABOUT: About = About {
        name: "mtd-step",
        summary: "MTD in steps: from above every value down, some way at a time",
        idea: "As SSS*, but each pass asks whether the value is less by a whole step, so fewer passes are \
               needed on the way down; where the step was too long, units finish.",
        source: "Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87:255-293, 1996",
        guarantee: Guarantee::MinimaxValue,
        cost: "fewer passes than SSS*; memory for the table",
        parameters: &[
            "iterative-deepening",
            "ordering",
            "table-bits",
            "replacement",
            "enhanced-cutoffs",
            "step",
            "ties",
        ],
        defaults: &[("table-bits", "20")],
    };
    const USES_TABLE: bool = true;

    fn search<G: Game, E: Evaluator<G>, O: Observer>(task: Task<'_, G, E, O>) -> Found<G::Move> {
        run::<Self, G, E, O>(task)
    }
}

impl Iterate for MtdStep {
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
        search: &mut Search<'_, G, E, O>,
        depth: u32,
        _earlier: &[Score],
    ) -> Result<Score, Status> {
        let step = search.options.step.max(1);
        mtd(search, depth, INFINITY, |bounds| {
            if bounds.guess <= bounds.lower { bounds.lower + 1 } else { bounds.guess - step + 1 }
        })
    }
}
