//! The one way to run a trial: a trial and its instance go in, a record comes out.
//!
//! One file for each world turns the words of a trial into a space and calls the search. What all of them share is
//! here: the clock, the counters, the optional taps, and the record.

pub(crate) mod game;
pub mod gomoku;
pub mod gomoku_memory;
pub mod gomoku_solve;
pub mod maze;
mod maze_changes;
mod maze_goals;
mod maze_sight;
pub mod othello;
pub mod othello_solve;
pub mod plain;
mod tap;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod tree;
mod watch;

use searchlab_search::clock::Instant;
use watch::Watch;

pub use tap::{Expansions, Observers, TableTap, TableTraffic};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use peak_alloc::PeakAlloc;

use crate::catalog::PathVisitor;
use searchlab_search::SIZE_FIRST;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::{Counters, IterationCounters};
use searchlab_search::observer::Observer;
use searchlab_search::path::{ActionSpace, Options, OutcomeIn, PathAlgorithm, Task};
use searchlab_trial::clock::ThreadClock;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Limits, Measured, Record, Trial};

/// The budget of a trial, with the flags that reach a running search from outside.
pub fn budget(limits: &Limits, stop: &Arc<AtomicBool>, progress: &Arc<AtomicU64>) -> Budget {
    Budget {
        max_depth: None,
        max_nodes: limits.nodes,
        max_time: limits.microseconds.map(Duration::from_micros),
        max_memory: limits.bytes,
        stop: Some(Arc::clone(stop)),
        progress: Some(Arc::clone(progress)),
        live: None,
    }
}

/// How a search of some world ended, in values that a record can hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Solution {
    /// Why it ended.
    pub status: Status,
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// Value and best move of each iteration that ended; for games.
    pub iterations: Vec<(i32, Option<String>)>,
    /// Processor time of threads beside the one that searches.
    pub helpers_time: Duration,
    /// Counts of such threads that the observer was not told of.
    pub helpers: Counters,
}

impl Solution {
    /// The end of a search whose iterations have no answers of their own.
    pub(crate) const fn new(status: Status, answer: Option<Answer>) -> Self {
        Self { status, answer, iterations: Vec::new(), helpers_time: Duration::ZERO, helpers: Counters::ZERO }
    }
}

/// A search that is ready to run: everything but its observer.
pub(crate) trait TrialSearch: Sized {
    /// Runs it.
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution;

    /// The same for an observer whose taps take longer than the search.
    fn tapped(self, budget: &Budget, observer: &mut Watch<'_>) -> Solution {
        self.search(budget, observer)
    }
}

/// A search over a space, waiting for the type of its algorithm.
pub(crate) struct PathCall<'a, S: ActionSpace, O> {
    pub(crate) space: &'a S,
    pub(crate) options: Options,
    pub(crate) nodes: &'a mut S::Nodes,
    pub(crate) budget: &'a Budget,
    pub(crate) observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> PathVisitor for PathCall<'_, S, O> {
    const HAS_ONE_GOAL: bool = S::HAS_ONE_GOAL;

    type Output = OutcomeIn<S>;

    fn visit<A: PathAlgorithm>(self) -> Self::Output {
        let Self { space, options, nodes, budget, observer } = self;
        Task::new(space, &options, nodes, budget, observer).reported(A::run)
    }
}

/// True where each search is compiled only once: in a page, which has to load what is compiled, and in tests, which are built
/// more often than they are run.
const COMPILED_ONCE: bool = SIZE_FIRST || cfg!(debug_assertions);

/// The record of a trial whose parameters are read before anything is searched: an error without an answer where one of
/// them has a value that it does not have. Trials whose parameters come from the catalog never end so.
pub(crate) fn record_or_error(trial: &Trial, run: impl FnOnce() -> Result<Record, Diagnostics>) -> Record {
    run().unwrap_or_else(|_| Record::of(trial, Status::Error, None, Measured::default()))
}

/// Runs a prepared search under the clock and writes the record of `trial`.
pub(crate) fn record_of(trial: &Trial, prepared: impl TrialSearch, budget: &Budget, taps: &mut Observers) -> Record {
    recorded(trial, |counters| prepared.search(budget, &mut Watch::new(counters, taps)))
}

/// The same for searches that spend so little on a node that even an empty tap would show: they are compiled once more,
/// without taps.
fn fast_record_of(trial: &Trial, prepared: impl TrialSearch, budget: &Budget, taps: &mut Observers) -> Record {
    if COMPILED_ONCE {
        return record_of(trial, prepared, budget, taps);
    }
    if taps.is_empty() {
        return untapped_record_of(trial, prepared, budget);
    }
    recorded(trial, |counters| prepared.tapped(budget, &mut Watch::new(counters, taps)))
}

/// The same for searches that are compiled without taps alone.
fn untapped_record_of(trial: &Trial, prepared: impl TrialSearch, budget: &Budget) -> Record {
    recorded(trial, |counters| prepared.search(budget, counters))
}

/// Runs a search that is no trial with the observer of trials, so that it need not be compiled for another.
pub(crate) fn watched<R>(search: impl FnOnce(&mut Watch<'_>) -> R) -> R {
    search(&mut Watch::new(&mut IterationCounters::default(), &mut Observers::default()))
}

/// The record of a trial that a search under the clock fills.
fn recorded(trial: &Trial, search: impl FnOnce(&mut IterationCounters) -> Solution) -> Record {
    let mut counters = IterationCounters::default();
    PeakAlloc.reset_peak_usage();
    let begin = Instant::now();
    let begin_cpu = ThreadClock::start();
    let solution = search(&mut counters);
    let measured = Measured {
        seconds: begin.elapsed().as_secs_f64(),
        cpu_seconds: (begin_cpu.elapsed() + solution.helpers_time).as_secs_f64(),
        peak_bytes: PeakAlloc.peak_usage() as u64,
        seconds_per_move: None,
    };
    record_with(trial, solution, &counters, measured)
}

fn record_with(trial: &Trial, solution: Solution, counters: &IterationCounters, measured: Measured) -> Record {
    let mut per_iteration = counters.iterations();
    for (iteration, (value, best)) in per_iteration.iter_mut().zip(solution.iterations) {
        (iteration.value, iteration.best) = (Some(value), best);
    }
    Record {
        counters: counters.total().plus(&solution.helpers),
        per_iteration,
        ..Record::of(trial, solution.status, solution.answer, measured)
    }
}
