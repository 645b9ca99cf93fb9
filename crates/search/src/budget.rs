//! The limits of a search, and the meter that notices when one is reached.
//!
//! One type for all worlds: depth, nodes, time, bytes, and a stop flag that Ctrl-C sets. A search that hits a limit
//! returns what it has with a [`Status`] that names the limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::clock::Instant;
use super::live::{Latest, Live};

/// The limits of one search. `None` means unlimited.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// Deepest ply that may be searched.
    pub max_depth: Option<u32>,
    /// Nodes that may be visited. Path search: states generated.
    pub max_nodes: Option<u64>,
    /// Wall-clock time.
    pub max_time: Option<Duration>,
    /// Bytes that tables and lists may hold.
    pub max_memory: Option<u64>,
    /// Set from outside to end the search soon.
    pub stop: Option<Arc<AtomicBool>>,
    /// Receives the nodes visited so far, now and then, for display of progress.
    pub progress: Option<Arc<AtomicU64>>,
    /// Receives the result of each iteration of a game-tree search, for observers in other threads.
    pub live: Option<Arc<Live>>,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// A solution was found.
    Solved,
    /// There is none.
    Unsolvable,
    /// It ended without a solution, and has not shown that there is none.
    NotFound,
    /// A search to a fixed depth finished.
    Complete,
    /// The node limit was reached.
    LimitNodes,
    /// The time limit was reached.
    LimitTime,
    /// The memory limit was reached.
    LimitMemory,
    /// The stop flag was set.
    Interrupted,
    /// The trial could not be run, or a user's program failed in it; the record says why.
    Error,
}

impl Status {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Solved,
        Self::Unsolvable,
        Self::NotFound,
        Self::Complete,
        Self::LimitNodes,
        Self::LimitTime,
        Self::LimitMemory,
        Self::Interrupted,
        Self::Error,
    ];

    /// The word that stands in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::NotFound => "not-found",
            Self::Complete => "complete",
            Self::LimitNodes => "limit:nodes",
            Self::LimitTime => "limit:time",
            Self::LimitMemory => "limit:memory",
            Self::Interrupted => "interrupted",
            Self::Error => "error",
        }
    }

    /// The meaning, in a line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Solved => "a solution was found",
            Self::Unsolvable => "there is no solution, and the search has shown it",
            Self::NotFound => "the search ended without a solution, and has not shown that there is none",
            Self::Complete => "a search to a fixed depth finished",
            Self::LimitNodes => "the node limit was reached",
            Self::LimitTime => "the time limit was reached",
            Self::LimitMemory => "the memory limit was reached",
            Self::Interrupted => "Ctrl-C ended the search",
            Self::Error => "the trial could not be run, or a program failed in it",
        }
    }

    /// True if the search ended before it had its answer.
    pub const fn is_incomplete(self) -> bool {
        matches!(self, Self::LimitNodes | Self::LimitTime | Self::LimitMemory | Self::Interrupted)
    }
}

/// Nodes between two looks at the clock, the memory and the stop flag.
const STRIDE: u64 = 4096;

/// The same where there is a deadline: a slow or busy machine must not be late by the time of many nodes.
const TIMED_STRIDE: u64 = 512;

/// Nodes that a search may visit at most before its bytes are asked for again, the successors of one state too many
/// included.
pub(crate) const AHEAD: usize = STRIDE as usize + 64;

/// Measures one search against its budget. The common case costs one subtraction and one branch.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    /// Nodes that may still be visited before the next look.
    fuel: u64,
    /// The value that `fuel` was filled with.
    filled: u64,
    /// Nodes visited before the last filling.
    spent: u64,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(budget: &'a Budget) -> Self {
        let deadline = budget.max_time.and_then(|time| Instant::now().checked_add(time));
        let mut meter = Self { budget, deadline, fuel: 0, filled: 0, spent: 0 };
        meter.fill();
        meter
    }

    fn fill(&mut self) {
        let left = self.budget.max_nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.spent));
        self.filled = left.min(if self.deadline.is_some() { TIMED_STRIDE } else { STRIDE });
        self.fuel = self.filled;
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.spent + (self.filled - self.fuel)
    }

    /// Time that is left, for a search within this one. `None` means unlimited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Publishes the result of an iteration to `live`, if there is one.
    pub fn report(&self, latest: impl FnOnce() -> Latest) {
        if let Some(live) = &self.budget.live {
            live.report(latest());
        }
    }

    /// Nodes that may be visited before the next look, for searches that pay for many at once: paying for as many
    /// as this, or for fewer, keeps the node limit exact.
    pub fn allowance(&self) -> u32 {
        // At most the stride.
        self.fuel as u32
    }

    /// Pays for `nodes` more nodes.
    ///
    /// # Errors
    /// The limit that ends the search. `bytes` is asked only now and then. The node limit is exact to the last
    /// call; time, memory and the stop flag are looked at every few thousand nodes.
    #[inline(always)]
    pub fn spend(&mut self, nodes: u32, bytes: impl FnOnce() -> u64) -> Result<(), Status> {
        let nodes = u64::from(nodes);
        if nodes < self.fuel {
            self.fuel -= nodes;
            Ok(())
        } else {
            self.look(nodes, bytes())
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, nodes: u64, bytes: u64) -> Result<(), Status> {
        self.spent = self.nodes() + nodes;
        self.fill();
        if let Some(progress) = &self.budget.progress {
            progress.store(self.spent, Ordering::Relaxed);
        }
        self.check(bytes)
    }

    /// Looks at every limit now. To be called before a large allocation with the bytes that it will need.
    ///
    /// # Errors
    /// The limit that ends the search.
    pub fn check(&self, bytes: u64) -> Result<(), Status> {
        if self.budget.max_nodes.is_some_and(|limit| self.nodes() >= limit) {
            return Err(Status::LimitNodes);
        }
        if self.budget.max_memory.is_some_and(|limit| bytes > limit) {
            return Err(Status::LimitMemory);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Status::LimitTime);
        }
        if self.budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Status::Interrupted);
        }
        Ok(())
    }
}
