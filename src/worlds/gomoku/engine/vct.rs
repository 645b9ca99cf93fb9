//! Wins by continuous threats at the root: one's own, and those that a move would leave to the other side.
//!
//! Not here: the search for them (solver/pns.rs).

use super::super::board::Point;
use super::super::solver::Width;
use super::super::solver::pns::ProofSearch;
use super::super::solver::threats::{Threats, Watch};
use super::margins;
use super::node::Search;
use crate::search::budget::{Budget, Meter, Status};
use crate::search::observer::Observer;

/// Searches for threats, one for each side: whose attack it is makes another tree of the same positions.
#[derive(Debug)]
pub(super) struct Foresight {
    searches: [ProofSearch; 2],
    /// Nodes that one search may take.
    nodes: u64,
    /// Searches that may still be made.
    left: u32,
}

/// Sizes of the tables: 2^14 entries, and as many refuted positions.
const BITS: u32 = 14;

impl Foresight {
    /// With what a search within this budget may spend on it.
    pub(super) fn new(budget: &Budget) -> Self {
        let by_nodes = budget.max_nodes.map(|nodes| nodes / margins::VCT_SHARE);
        let by_time = budget.max_time.map(|time| time.as_millis() as u64 * margins::VCT_NODES_A_MILLISECOND);
        let nodes = [by_nodes, by_time].into_iter().flatten().min().unwrap_or(margins::VCT_NODES);
        let search = || ProofSearch::new(BITS, Threats::new(BITS, Width::Threes));
        Self { searches: [search(), search()], nodes, left: margins::VCT_SEARCHES }
    }

    /// The move by which the side to move wins by threats, if that is found within the limit.
    ///
    /// # Errors
    /// The limit of the whole search.
    pub(super) fn win<O: Observer>(&mut self, search: &mut Search<'_, O>) -> Result<Option<Point>, Status> {
        Ok(self.decide(search)?.then(|| self.searches[search.patterns.side().index()].proving()).flatten())
    }

    /// Whether a move leaves the other side a win by threats that is found within the limit.
    ///
    /// # Errors
    /// The limit of the whole search.
    pub(super) fn is_refuted<O: Observer>(&mut self, search: &mut Search<'_, O>, point: Point) -> Result<bool, Status> {
        search.patterns.make(point);
        let wins = self.decide(search);
        search.patterns.unmake();
        wins
    }

    fn decide<O: Observer>(&mut self, search: &mut Search<'_, O>) -> Result<bool, Status> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let max_time = search.meter.time_left();
        let budget = Budget { max_nodes: Some(self.nodes), max_time, ..search.budget.clone() };
        let mut meter = Meter::new(&budget);
        let side = search.patterns.side().index();
        let mut watch = Watch { meter: &mut meter, observer: search.observer };
        let ended = self.searches[side].decide(&mut watch, search.patterns);
        let nodes = meter.nodes();
        search.meter.spend(nodes as u32, || 0)?;
        match ended {
            Ok(wins) => Ok(wins),
            Err(Status::LimitNodes) => Ok(false),
            Err(limit) => Err(limit),
        }
    }
}
