//! Optional observers of a search besides the counters. A trace file, the order of expansions for pictures, the
//! table, the walk through a game tree.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::maze::Cell;
use crate::maze::draw::{Layer, Scans, Trail};
use crate::trace::{Scene, TraceWriter};
use searchlab_search::observer::{Event, Observer, Walk};
use searchlab_search::step::Step;
use searchlab_search::walk::WalkLog;
use searchlab_trial::record::{Record, Trial};

/// Listeners of one search.
#[derive(Debug, Default)]
pub struct Observers {
    /// Writes every event down.
    pub trace: Option<TraceWriter>,
    /// Keeps the order of expansions.
    pub expansions: Option<Expansions>,
    /// Tells how the table fares while the search runs.
    pub table: Option<TableTap>,
    /// Keeps the walk through a game tree.
    pub walk: Option<WalkLog>,
}

impl Observers {
    /// True if there are no taps.
    pub const fn is_empty(&self) -> bool {
        self.trace.is_none() && self.expansions.is_none() && self.table.is_none() && self.walk.is_none()
    }

    /// True if the walk through a game tree or the steps of a path search are asked for.
    pub(crate) const fn wants_details(&self) -> bool {
        self.trace.is_some() || self.walk.is_some()
    }

    /// Begins the trace of a search, if there is to be one.
    pub fn begin(&mut self, trial: &Trial, scene: impl FnOnce() -> Box<dyn Scene>) {
        if let Some(trace) = &mut self.trace {
            trace.begin(trial, scene());
        }
    }

    /// Ends the trace of a search and its file.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(&mut self, record: Option<&Record>) -> io::Result<()> {
        let Some(mut trace) = self.trace.take() else { return Ok(()) };
        if let Some(record) = record {
            trace.end(record);
        }
        trace.finish()
    }
}

impl Observer for Observers {
    const WANTS_STATES: bool = true;
    const WANTS_WALK: bool = true;
    const WANTS_STEPS: bool = true;

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
        if let Some(walk) = &mut self.walk {
            walk.on(event);
        }
    }

    fn walk(&mut self, step: Walk) {
        if let Some(trace) = &mut self.trace {
            trace.walk(step);
        }
        if let Some(walk) = &mut self.walk {
            walk.walk(step);
        }
    }

    fn step(&mut self, step: Step) {
        if let Some(trace) = &mut self.trace {
            trace.step(step);
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

/// The expanded cells of a maze: the order of their first expansion, and how often each was expanded in each iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct Expansions {
    trail: Trail,
    /// One bit a cell.
    seen: Vec<u64>,
    /// The iteration that runs: its expansions by cell, the cells that have some, and its threshold.
    visits: Vec<u32>,
    visited: Vec<Cell>,
    threshold: Option<f64>,
}

impl Expansions {
    /// For cells below `cells`.
    pub fn new(cells: usize) -> Self {
        Self {
            trail: Trail::default(),
            seen: vec![0; cells.div_ceil(64)],
            visits: vec![0; cells],
            visited: Vec::new(),
            threshold: None,
        }
    }

    /// Adds the path that was found, as neighbouring cells.
    pub(crate) fn add_path(&mut self, path: Vec<Cell>) {
        self.trail.path = path;
    }

    /// Adds the cells that jump-point scanning looked at.
    pub(crate) fn add_scans(&mut self, scans: Scans) {
        self.trail.scans = Some(scans);
    }

    /// The trail of the search for a picture.
    pub fn into_trail(mut self) -> Trail {
        self.end_layer();
        self.trail
    }

    fn end_layer(&mut self) {
        let threshold = self.threshold.take();
        let visits: Vec<(Cell, u32)> =
            self.visited.drain(..).map(|cell| (cell, std::mem::take(&mut self.visits[cell as usize]))).collect();
        if threshold.is_some() || !visits.is_empty() {
            self.trail.layers.push(Layer { threshold, visits });
        }
    }
}

impl Observer for Expansions {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        match event {
            Event::Expanded { state, .. } => {
                // The lower half is the cell, in spaces in which a state is more than that.
                let cell = state as Cell;
                let word = &mut self.seen[cell as usize / 64];
                let bit = 1 << (cell % 64);
                if *word & bit == 0 {
                    *word |= bit;
                    self.trail.order.push(cell);
                }
                let visits = &mut self.visits[cell as usize];
                if *visits == 0 {
                    self.visited.push(cell);
                }
                *visits = visits.saturating_add(1);
            }
            Event::Iteration { threshold } => {
                self.end_layer();
                self.threshold = Some(threshold.into());
            }
            _ => {}
        }
    }
}
