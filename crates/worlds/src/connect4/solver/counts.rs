//! The counts of a solve, reported to the observer and the budget in bulk, every few thousand nodes.
//!
//! Not here: the counters that all searches share, which is `search::counters`.

use super::search::Search;
use searchlab_search::budget::Status;
use searchlab_search::observer::{Event, Observer};

/// Counts of a solve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions searched: their moves are made, or the table knows enough of them.
    pub expanded: u64,
    /// Moves made.
    pub generated: u64,
    /// Look-ups in the table.
    pub probes: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// Nodes that ended by what the table knew of them or of a child.
    pub table_cutoffs: u64,
    /// Positions stored.
    pub stores: u64,
    /// Positions displaced by others.
    pub overwrites: u64,
    /// Zero-window searches of the root or of a move there.
    pub passes: u64,
}

impl Counts {
    fn report<O: Observer>(&self, earlier: &Self, observer: &mut O) {
        if !O::WANTS_STATES {
            observer.on(Event::ExpandedMany((self.expanded - earlier.expanded) as u32));
        }
        observer.on(Event::Generated((self.generated - earlier.generated) as u32));
        (earlier.probes..self.probes).for_each(|_| observer.on(Event::TableProbe));
        (earlier.hits..self.hits).for_each(|_| observer.on(Event::TableHit));
        (earlier.table_cutoffs..self.table_cutoffs).for_each(|_| observer.on(Event::TableCutoff));
        (earlier.stores..self.stores).for_each(|_| observer.on(Event::TableStore));
        (earlier.overwrites..self.overwrites).for_each(|_| observer.on(Event::TableOverwrite));
        (earlier.passes..self.passes).for_each(|_| observer.on(Event::ZeroWindowSearch));
    }
}

impl<const ROWS: u32, O: Observer> Search<'_, ROWS, O> {
    /// Reports what was counted since the last report.
    pub(super) fn report(&mut self) {
        self.counts.report(&self.reported, self.observer);
        self.reported = self.counts;
    }

    /// Reports what was counted since the last report, and pays for it.
    ///
    /// # Errors
    /// The limit that ends the search.
    #[cold]
    #[inline(never)]
    pub(super) fn look(&mut self) -> Result<(), Status> {
        let nodes = self.counts.expanded - self.paid;
        self.report();
        self.observer.on(Event::TableBytes(self.table.bytes()));
        self.paid = self.counts.expanded;
        // Few thousands.
        let spent = self.meter.spend(nodes as u32, || self.table.bytes());
        self.next_look = self.counts.expanded + u64::from(self.meter.allowance());
        spent
    }
}
