//! What a solve counts, and how it tells the observer and the budget: in bulk, every few thousand nodes.
//!
//! Not here: what the counters mean, which is `search::counters`.

use super::solver::Solver;
use crate::search::observer::{Event, Observer};
use crate::worlds::othello::kernel::Kernel;

/// What single techniques did, beside the counters that all searches share.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// Nodes at which the discs that can never be turned were counted.
    pub stability_tries: u64,
    /// Nodes that ended by that. They count as evaluated.
    pub stability_cutoffs: u64,
    /// Look-ups of replies before the first move.
    pub etc_probes: u64,
    /// Nodes that ended by that.
    pub etc_cutoffs: u64,
    /// Nodes of the shallow searches that order moves. They count as expanded or evaluated.
    pub presearch_nodes: u64,
}

impl Figures {
    /// Name and value of each, in the order of the documentation.
    pub fn entries(&self) -> [(&'static str, u64); 5] {
        [
            ("stability_tries", self.stability_tries),
            ("stability_cutoffs", self.stability_cutoffs),
            ("etc_probes", self.etc_probes),
            ("etc_cutoffs", self.etc_cutoffs),
            ("presearch_nodes", self.presearch_nodes),
        ]
    }
}

/// Counts since the start of the solve.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) evaluated: u64,
    /// Those on a later move, and those on the first.
    cutoffs: [u64; 2],
    pub(super) probes: u64,
    pub(super) hits: u64,
    pub(super) table_cutoffs: u64,
    pub(super) stores: u64,
    pub(super) overwrites: u64,
    /// Re-searches.
    pub(super) passes: u64,
}

impl Tally {
    /// A beta cut-off, on the first move searched or on another.
    #[inline(always)]
    pub(super) fn cutoff(&mut self, is_first: bool) {
        self.cutoffs[usize::from(is_first)] += 1;
    }

    /// Nodes so far.
    #[inline(always)]
    pub(super) fn nodes(&self) -> u64 {
        self.expanded + self.evaluated
    }

    fn report<O: Observer>(&self, earlier: &Self, observer: &mut O) {
        if !O::WANTS_STATES {
            observer.on(Event::ExpandedMany((self.expanded - earlier.expanded) as u32));
        }
        observer.on(Event::Generated((self.generated - earlier.generated) as u32));
        observer.on(Event::Evaluated((self.evaluated - earlier.evaluated) as u32));
        // Each loop has an event that is known when it is compiled, so a counter adds once and not in a loop.
        let [later, first] = [0, 1].map(|at| earlier.cutoffs[at]..self.cutoffs[at]);
        later.for_each(|_| observer.on(Event::Cutoff { first: false }));
        first.for_each(|_| observer.on(Event::Cutoff { first: true }));
        (earlier.probes..self.probes).for_each(|_| observer.on(Event::TableProbe));
        (earlier.hits..self.hits).for_each(|_| observer.on(Event::TableHit));
        (earlier.table_cutoffs..self.table_cutoffs).for_each(|_| observer.on(Event::TableCutoff));
        (earlier.stores..self.stores).for_each(|_| observer.on(Event::TableStore));
        (earlier.overwrites..self.overwrites).for_each(|_| observer.on(Event::TableOverwrite));
        (earlier.passes..self.passes).for_each(|_| observer.on(Event::Pass));
    }
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Settles if enough nodes have been visited. Every node with a table entry asks, and so do the upper nodes of the
    /// shallow searches; between two of them lie a few hundred nodes at most, as of a plain search.
    #[inline(always)]
    pub(super) fn poll(&mut self) {
        if self.tally.nodes() >= self.next_look {
            self.settle();
        }
    }

    /// Reports what was counted since the last report, and pays for it.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        let now = self.tally;
        let nodes = now.nodes() - self.reported.nodes();
        now.report(&self.reported, self.observer);
        self.reported = now;
        if let Err(limit) = self.meter.spend(nodes as u32, || self.table.bytes()) {
            self.stopped.get_or_insert(limit);
        }
        self.next_look = now.nodes() + u64::from(self.meter.allowance());
    }
}
