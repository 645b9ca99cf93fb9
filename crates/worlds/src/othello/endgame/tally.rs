//! The counts of a solve, reported to the observer and the budget in bulk, every few thousand nodes.
//!
//! Not here: what the counters mean, which is `search::counters`.

use super::solver::{Solver, Stop};
use super::split::Team;
use crate::othello::kernel::Kernel;
use searchlab_search::observer::{Event, Observer};

/// Nodes after which a thread of a team looks whether its search is still needed.
const GLANCE: u64 = 512;

/// Nodes after which a helper tells what it has counted.
const HELPERS_STRIDE: u64 = 2048;

/// Counts of single techniques, beside the counters that all searches share.
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
    /// Nodes of which other threads took a move.
    pub splits: u64,
    /// Moves that were searched by another thread than that of their node.
    pub shared: u64,
    /// Searches of moves that were given up, because another thread had meanwhile found a move that made them needless.
    pub lost: u64,
    /// Nodes that these had visited. What they had left in the table is not lost.
    pub lost_nodes: u64,
    /// Positions of which the table knew the answer when their search was done, and had not known it when it began:
    /// another thread had searched them at the same time.
    pub repeated: u64,
    /// Nodes of these searches, each counted once. Some may count as lost, too.
    pub repeated_nodes: u64,
}

impl Figures {
    /// Name and value of what the techniques did, in the order of the documentation.
    pub fn entries(&self) -> [(&'static str, u64); 5] {
        [
            ("stability_tries", self.stability_tries),
            ("stability_cutoffs", self.stability_cutoffs),
            ("etc_probes", self.etc_probes),
            ("etc_cutoffs", self.etc_cutoffs),
            ("presearch_nodes", self.presearch_nodes),
        ]
    }

    /// The same of what threads shared, all 0 where there is only one.
    pub fn sharing(&self) -> [(&'static str, u64); 6] {
        [
            ("splits", self.splits),
            ("shared", self.shared),
            ("lost", self.lost),
            ("lost_nodes", self.lost_nodes),
            ("repeated", self.repeated),
            ("repeated_nodes", self.repeated_nodes),
        ]
    }

    /// The sums of both.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            stability_tries: self.stability_tries + other.stability_tries,
            stability_cutoffs: self.stability_cutoffs + other.stability_cutoffs,
            etc_probes: self.etc_probes + other.etc_probes,
            etc_cutoffs: self.etc_cutoffs + other.etc_cutoffs,
            presearch_nodes: self.presearch_nodes + other.presearch_nodes,
            splits: self.splits + other.splits,
            shared: self.shared + other.shared,
            lost: self.lost + other.lost,
            lost_nodes: self.lost_nodes + other.lost_nodes,
            repeated: self.repeated + other.repeated,
            repeated_nodes: self.repeated_nodes + other.repeated_nodes,
        }
    }
}

/// Counts of a thread when a node begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) nodes: u64,
    pub(super) repeated: u64,
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
    pub(super) probcut_tries: u64,
    pub(super) probcut_cuts: u64,
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

    /// The sums of both.
    pub(super) fn plus(&self, other: &Self) -> Self {
        self.with(other, |one, other| one + other)
    }

    /// The counts since an earlier time.
    fn since(&self, earlier: &Self) -> Self {
        self.with(earlier, |one, earlier| one - earlier)
    }

    fn with(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            expanded: f(self.expanded, other.expanded),
            generated: f(self.generated, other.generated),
            evaluated: f(self.evaluated, other.evaluated),
            cutoffs: [0, 1].map(|at| f(self.cutoffs[at], other.cutoffs[at])),
            probes: f(self.probes, other.probes),
            hits: f(self.hits, other.hits),
            table_cutoffs: f(self.table_cutoffs, other.table_cutoffs),
            stores: f(self.stores, other.stores),
            overwrites: f(self.overwrites, other.overwrites),
            passes: f(self.passes, other.passes),
            probcut_tries: f(self.probcut_tries, other.probcut_tries),
            probcut_cuts: f(self.probcut_cuts, other.probcut_cuts),
        }
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
        (earlier.passes..self.passes).for_each(|_| observer.on(Event::ZeroWindowSearch));
        (earlier.probcut_tries..self.probcut_tries).for_each(|_| observer.on(Event::ProbCutTry));
        (earlier.probcut_cuts..self.probcut_cuts).for_each(|_| observer.on(Event::ProbCut));
    }
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// Settles if enough nodes have been visited. Every node with a table entry asks, and so do the upper nodes of the
    /// shallow searches; between two of them lie a few hundred nodes at most, as of a plain search.
    #[inline(always)]
    pub(super) fn poll(&mut self) {
        if self.tally.nodes() >= self.next_look {
            self.look();
        }
    }

    /// Settles if it is time, and looks whether the search is still needed.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        match self.team {
            Some(team) if self.tally.nodes() < self.next_settling => self.glance(team),
            _ => self.settle(),
        }
    }

    /// Reports what was counted since the last report, and pays for it. The first thread does so for its helpers, too.
    #[cold]
    pub(super) fn settle(&mut self) {
        if self.meter.is_some() {
            if let Some(team) = self.team {
                self.of_helpers = self.of_helpers.plus(&team.counted());
            }
            let now = self.tally.plus(&self.of_helpers).nodes();
            let nodes = now - self.paid;
            self.paid = now;
            self.report();
            let Some(meter) = &mut self.meter else { return };
            if let Err(limit) = meter.spend(nodes as u32, || self.table.bytes()) {
                self.stopped = Some(match self.stopped {
                    Some(Stop::Limit(first)) => Stop::Limit(first),
                    Some(Stop::Cut) | None => Stop::Limit(limit),
                });
            }
            self.next_settling = self.tally.nodes() + u64::from(meter.allowance());
        }
        self.next_look = self.next_settling;
        if let Some(team) = self.team {
            self.settle_in(team);
        }
    }

    /// Reports what the first thread knows to be counted since the last report.
    pub(super) fn report(&mut self) {
        let now = self.tally.plus(&self.of_helpers);
        if let Some(observer) = &mut self.observer {
            now.report(&self.reported, *observer);
        }
        self.reported = now;
    }

    /// The further steps of a thread that is one of many.
    fn settle_in(&mut self, team: &Team) {
        if matches!(self.stopped, Some(Stop::Limit(_))) {
            team.stop();
        }
        let nodes = self.tally.nodes();
        if self.meter.is_none() {
            team.count(&self.tally.since(&self.reported));
            self.reported = self.tally;
            self.next_settling = nodes + HELPERS_STRIDE;
        } else {
            // The others spend as much meanwhile.
            self.next_settling = nodes + ((self.next_settling - nodes) / team.threads() as u64).max(1);
        }
        self.glance(team);
    }

    /// Looks whether the search is still needed.
    fn glance(&mut self, team: &Team) {
        if self.stopped.is_none() && team.is_cut(self.under) {
            self.stopped = Some(Stop::Cut);
        }
        self.next_look = self.next_settling.min(self.tally.nodes() + GLANCE);
    }
}
