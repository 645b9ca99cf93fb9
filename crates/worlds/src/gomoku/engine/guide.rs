//! The engine as the guide of the solver `guided`: moves that it holds for won.
//!
//! Iterative deepening until a value says win or loss, or the nodes are spent. What was found for one position stays in
//! the table for those after it.

use super::super::board::Point;
use super::super::evaluation::Evaluation;
use super::super::solver::guided::{Effort, Guide};
use super::super::solver::threats::Watch;
use super::driver::{FOURS_BITS, Means, Memory, iterate};
use super::node::{MOST_PLIES, Search};
use super::options::{Options, Techniques};
use super::vct::ThreatSearch;
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::game::score::{STATIC_LIMIT, Score};
use searchlab_search::game::table::{Replacement, Table};
use searchlab_search::observer::{Observer, Subtree};

/// The engine with all of its techniques, and its memory.
#[derive(Debug)]
pub struct EngineGuide<'b> {
    memory: Option<Memory>,
    bits: u32,
    evaluation: Evaluation,
    budget: &'b Budget,
}

impl<'b> EngineGuide<'b> {
    /// With a table of 2^`bits` entries, made when it is first asked, within the limits of a solve.
    pub fn new(bits: u32, budget: &'b Budget) -> Self {
        Self { memory: None, bits, evaluation: Evaluation::default(), budget }
    }
}

impl Guide for EngineGuide<'_> {
    const ROUNDS: u32 = 4;

    fn bytes(&self) -> u64 {
        (16 << self.bits) + (8 << FOURS_BITS)
    }

    fn effort(round: u32) -> Effort {
        let (third, fifth) = (3_u64.pow(round), 5_u64.pow(round));
        Effort { first: 50_000 * third, threats: 300 * third, guide: 10_000 * fifth, quiet: 24_000 * fifth }
    }

    fn propose<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, nodes: u64) -> Result<Option<Point>, Status> {
        if self.memory.is_none() {
            self.memory = Table::new(self.bits, Replacement::TwoSlot).map(Memory::new);
        }
        let left = self.budget.max_nodes.map_or(nodes, |most| nodes.min(most.saturating_sub(watch.meter.nodes())));
        let budget =
            Budget { max_nodes: Some(left), max_time: watch.meter.time_left(), progress: None, ..self.budget.clone() };
        let options = Options { depth: MOST_PLIES, techniques: Techniques::all_but(|_| false), threads: 1 };
        let Some(Memory { table, fours }) = &mut self.memory else { return Ok(None) };
        let means = Means { evaluation: &self.evaluation, options: &options, table, avoided: Vec::new() };
        watch.subtree(Subtree::Guide, |watch| {
            watch.patterns.describe(self.evaluation.network());
            let mut search = Search::new(&means, watch.patterns, fours, watch.observer, Meter::new(&budget));
            search.foresight = Some(ThreatSearch::new(&budget));
            let ended = deepen(&mut search);
            let best = search.root.best;
            let spent = search.meter.nodes();
            watch.patterns.undescribe();
            watch.meter.spend(spent as u32, || 0)?;
            match ended {
                Ok(()) | Err(Status::LimitNodes) => {
                    Ok(best.and_then(|(point, value)| (value > STATIC_LIMIT).then_some(point)))
                }
                Err(limit) => Err(limit),
            }
        })
    }
}

/// Deepens until the value says win or loss.
fn deepen<O: Observer>(search: &mut Search<'_, O>) -> Result<(), Status> {
    let mut value: Score = 0;
    for depth in 1..=search.options.depth {
        search.root.best = None;
        value = iterate(search, depth, value)?;
        if value.abs() > STATIC_LIMIT {
            break;
        }
    }
    Ok(())
}
