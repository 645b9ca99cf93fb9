//! What may listen to a search besides the counters: a trace file, and the order of expansions for pictures.

use std::fs::File;
use std::io::{self, BufWriter};

use crate::search::observer::{Event, Observer};
use crate::search::trace::Trace;

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
    fn on(&mut self, event: Event) {
        if let Some(trace) = &mut self.trace {
            trace.on(event);
        }
        if let Some(expansions) = &mut self.expansions {
            expansions.on(event);
        }
    }
}

/// The keys of the expanded states, in order.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Expansions(pub Vec<u64>);

impl Expansions {
    /// More are not kept: no picture shows them.
    const MOST: usize = 50_000_000;
}

impl Observer for Expansions {
    fn on(&mut self, event: Event) {
        if let Event::Expanded { state, .. } = event
            && self.0.len() < Self::MOST
        {
            self.0.push(state);
        }
    }
}
