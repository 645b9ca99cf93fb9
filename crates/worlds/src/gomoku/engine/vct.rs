//! Wins by continuous threats (VCT): at the root one's own, and those that a move would leave to the other side; and at
//! nodes well above the leaves.
//!
//! Not here: the search for them (solver/pns.rs).

use super::super::board::Point;
use super::super::solver::Width;
use super::super::solver::pns::ProofSearch;
use super::super::solver::threats::{Threats, Watch};
use super::margins;
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::observer::Observer;

/// Searches for threats, one for each side: whose attack it is makes another tree of the same positions.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    searches: [ProofSearch; 2],
    /// That of the search that runs; its limits of nodes and time are new for each.
    budget: Budget,
    /// Nodes that the whole search may take, these among them.
    most: Option<u64>,
    /// Nodes that one search at the root may take.
    nodes: u64,
    /// Searches at the root that may still be made.
    left: u32,
}

/// Sizes of the tables: 2^14 entries, and as many refuted positions.
const BITS: u32 = 14;

impl ThreatSearch {
    /// With what a search within this budget may spend on it.
    pub(super) fn new(budget: &Budget) -> Self {
        let by_nodes = budget.max_nodes.map(|nodes| nodes / margins::VCT_SHARE);
        let by_time = budget.max_time.map(|time| time.as_millis() as u64 * margins::VCT_NODES_A_MILLISECOND);
        let nodes = [by_nodes, by_time].into_iter().flatten().min().unwrap_or(margins::VCT_NODES);
        let search = || ProofSearch::new(BITS, Threats::new(BITS, Width::Threes));
        // The search that runs tells of its progress itself, these nodes included.
        let budget = Budget { progress: None, ..budget.clone() };
        let most = budget.max_nodes;
        Self { searches: [search(), search()], budget, most, nodes, left: margins::VCT_SEARCHES }
    }

    /// At the root: the move by which the side to move wins by threats, if that is found within the limit.
    ///
    /// # Errors
    /// The limit of the whole search.
    pub(super) fn win<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<Option<Point>, Status> {
        let wins = self.decide_at_root(watch)?;
        Ok(wins.then(|| self.searches[watch.patterns.side().index()].proving()).flatten())
    }

    /// At the root: whether a move leaves the other side a win by threats that is found within the limit.
    ///
    /// # Errors
    /// The limit of the whole search.
    pub(super) fn is_refuted<O: Observer>(
        &mut self,
        watch: &mut Watch<'_, '_, O>,
        point: Point,
    ) -> Result<bool, Status> {
        watch.patterns.make(point);
        let wins = self.decide_at_root(watch);
        watch.patterns.unmake();
        wins
    }

    /// Below the root: whether the side to move wins by threats, if that is found within the limit. What is found is
    /// kept, so that a later look at the same position goes on from there.
    ///
    /// # Errors
    /// The limit of the whole search.
    pub(super) fn wins_below<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        match self.searches[watch.patterns.side().index()].known(watch.observer, watch.patterns.key()) {
            Some(wins) => Ok(wins),
            None => self.decide(watch, margins::VCT_NODES_BELOW),
        }
    }

    /// Asks for no more at the root.
    pub(super) const fn end_at_root(&mut self) {
        self.left = 0;
    }

    fn decide_at_root<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>) -> Result<bool, Status> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.decide(watch, self.nodes)
    }

    fn decide<O: Observer>(&mut self, watch: &mut Watch<'_, '_, O>, nodes: u64) -> Result<bool, Status> {
        let nodes = self.most.map_or(nodes, |most| nodes.min(most.saturating_sub(watch.meter.nodes())));
        (self.budget.max_nodes, self.budget.max_time) = (Some(nodes), watch.meter.time_left());
        let mut meter = Meter::new(&self.budget);
        let mut inner = Watch { meter: &mut meter, observer: watch.observer, patterns: watch.patterns };
        let ended = self.searches[inner.patterns.side().index()].decide(&mut inner);
        let nodes = meter.nodes();
        watch.meter.spend(nodes as u32, || 0)?;
        match ended {
            Ok(wins) => Ok(wins),
            Err(Status::LimitNodes) => Ok(false),
            Err(limit) => Err(limit),
        }
    }
}
