//! What may listen to a search besides the counters: a trace file, and the order of expansions for pictures.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::observer::{Event, Observer};
use crate::search::trace::Trace;
use crate::worlds::maze::Cell;

/// Listeners of one search.
#[derive(Debug, Default)]
pub struct Taps {
    /// Writes every event down.
    pub trace: Option<Trace<BufWriter<File>>>,
    /// Keeps the order of expansions.
    pub expansions: Option<Expansions>,
    /// Tells how the table fares while the search runs.
    pub table: Option<TableTap>,
}

impl Taps {
    /// Whether anybody listens.
    pub const fn is_empty(&self) -> bool {
        self.trace.is_none() && self.expansions.is_none() && self.table.is_none()
    }

    /// Ends the trace file.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(&mut self) -> io::Result<()> {
        self.trace.take().map_or(Ok(()), |trace| trace.finish().map(drop))
    }
}

impl Observer for Taps {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        if let Some(trace) = &mut self.trace {
            trace.on(event);
        }
        if let Some(expansions) = &mut self.expansions {
            expansions.on(event);
        }
        if let Some(table) = &mut self.table {
            table.on(event);
        }
    }
}

/// Look-ups of a table by a search that runs, for whoever watches from another thread.
#[derive(Debug, Default)]
pub struct TableTraffic {
    probes: AtomicU64,
    hits: AtomicU64,
}

impl TableTraffic {
    /// All look-ups, and those that found the state.
    pub fn read(&self) -> (u64, u64) {
        // Hits first: they are never more than the look-ups that are read after them.
        let hits = self.hits.load(Ordering::Acquire);
        (self.probes.load(Ordering::Acquire), hits)
    }
}

/// Counts look-ups of the table, and tells now and then.
#[derive(Debug)]
pub struct TableTap {
    shared: Arc<TableTraffic>,
    probes: u64,
    hits: u64,
}

impl TableTap {
    /// Tells whoever holds the other end.
    pub const fn new(shared: Arc<TableTraffic>) -> Self {
        Self { shared, probes: 0, hits: 0 }
    }
}

impl Observer for TableTap {
    fn on(&mut self, event: Event) {
        match event {
            Event::TableProbe => {
                self.probes += 1;
                if self.probes.is_multiple_of(1024) {
                    self.shared.probes.store(self.probes, Ordering::Release);
                    self.shared.hits.store(self.hits, Ordering::Release);
                }
            }
            Event::TableHit => self.hits += 1,
            _ => {}
        }
    }
}

/// The expanded cells of a maze in the order of their first expansion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansions {
    order: Vec<Cell>,
    /// One bit a cell.
    seen: Vec<u64>,
}

impl Expansions {
    /// For cells below `cells`.
    pub fn new(cells: usize) -> Self {
        Self { order: Vec::new(), seen: vec![0; cells.div_ceil(64)] }
    }

    /// The cells.
    pub fn cells(&self) -> &[Cell] {
        &self.order
    }
}

impl Observer for Expansions {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        if let Event::Expanded { state, .. } = event {
            let word = &mut self.seen[state as usize / 64];
            let bit = 1 << (state % 64);
            if *word & bit == 0 {
                *word |= bit;
                self.order.push(state as Cell);
            }
        }
    }
}
