//! The time of a search without that of writing it down, for races by time.
//!
//! It is read when an event is written, more seldom the more there were: a line `clock` is no event, and the trace of a
//! search that is not timed is the same each time.

use std::time::Duration;

use super::{Line, line, put};
use searchlab_search::clock::Instant;

/// Fewest events between two readings.
const LEAST: u64 = 16;
/// And the part of all events that lies between two readings at most.
const PART: u64 = 200;

/// A clock that stands while the search is written down.
#[derive(Debug)]
pub(super) struct SearchClock {
    searching: Duration,
    since: Instant,
    /// The event after which it is read.
    next: u64,
}

impl SearchClock {
    pub(super) fn new() -> Self {
        Self { searching: Duration::ZERO, since: Instant::now(), next: 1 }
    }

    /// The search goes on.
    pub(super) fn start(&mut self) {
        self.since = Instant::now();
    }

    /// The search waits.
    pub(super) fn stop(&mut self) {
        self.searching += self.since.elapsed();
    }

    /// The reading after a number of events, if one is due.
    pub(super) fn reading(&mut self, events: u64) -> Option<Line> {
        (events >= self.next).then(|| {
            self.next = events + LEAST.max(events / PART);
            self.line(events)
        })
    }

    /// The reading after a number of events.
    pub(super) fn line(&self, events: u64) -> Line {
        let mut reading = line("clock");
        put(&mut reading, "events", events);
        put(&mut reading, "seconds", self.searching.as_secs_f64());
        reading
    }
}
