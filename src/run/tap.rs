//! What may listen to a search besides the counters: a trace file, and the order of expansions for pictures.

use std::fs::File;
use std::io::{self, BufWriter};

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
}

impl Taps {
    /// Whether anybody listens.
    pub const fn is_empty(&self) -> bool {
        self.trace.is_none() && self.expansions.is_none()
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
