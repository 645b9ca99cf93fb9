//! The one way to run a trial: a trial and its instance go in, a record comes out.
//!
//! One file for each world turns the words of a trial into a space and calls the search. What all of them share is
//! here: the clock, the counters, the optional taps, and the record.

pub mod maze;
mod tap;

pub use tap::{Expansions, Taps};

use std::time::Instant;

use cpu_time::ThreadTime;
use peak_alloc::PeakAlloc;

use crate::record::{Answer, Measured, Record, Trial};
use crate::search::budget::{Budget, Status};
use crate::search::counters::IterationCounters;
use crate::search::observer::Observer;

/// How a search of some world ended, in values that a record can hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Why it ended.
    pub status: Status,
    /// The answer, if there is one.
    pub answer: Option<Answer>,
}

/// A search that is ready to run: everything but who watches.
trait Prepared {
    /// Runs it.
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution;
}

/// Runs a prepared search under the clock and writes the record of `trial`.
fn record_of(trial: &Trial, prepared: impl Prepared, budget: &Budget, taps: &mut Taps) -> Record {
    let mut counters = IterationCounters::default();
    PeakAlloc.reset_peak_usage();
    let begin = Instant::now();
    let begin_cpu = ThreadTime::now();
    let solution = if taps.is_empty() {
        prepared.search(budget, &mut counters)
    } else {
        prepared.search(budget, &mut (&mut counters, &mut *taps))
    };
    let measured = Measured {
        seconds: begin.elapsed().as_secs_f64(),
        cpu_seconds: begin_cpu.elapsed().as_secs_f64(),
        peak_bytes: PeakAlloc.peak_usage() as u64,
    };
    Record {
        id: trial.id(),
        world: trial.world.clone(),
        instance: trial.instance.clone(),
        algorithm: trial.algorithm.clone(),
        params: trial.params.clone(),
        depth: trial.depth,
        seed: trial.seed,
        repeat: trial.repeat,
        status: solution.status,
        result: solution.answer,
        counters: *counters.total(),
        per_iteration: counters.iterations(),
        measured,
    }
}
