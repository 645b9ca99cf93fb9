//! One search by several threads: lazy SMP.
//!
//! Idea        Each helper searches the same position by itself, iteration after iteration, with killer moves, history and
//!             refuted fours of its own, every other one a ply ahead. All share the transposition table, by which the first
//!             thread finds cutoffs and move orders that others have paid for. Its result is the result; with it all end.
//! Source      Østensen, A Complete Chess Engine Parallelized Using Lazy SMP, thesis, Oslo (2016).
//! Cost        Nodes that two threads search at the same time, and 512 KiB for each helper.
//! Not here    The table, which needs no locks (`search`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::driver::{FOURS_BITS, Means, iterate};
use super::node::{MOST_PLIES, Search};
use crate::gomoku::patterns::Patterns;
use crate::gomoku::solver::VcfTable;
use searchlab_search::budget::{Budget, Meter};
use searchlab_search::counters::Counters;
use searchlab_trial::clock::ThreadClock;

/// The counts and the processor time of all helpers together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Helped {
    /// Their counts.
    pub counters: Counters,
    /// Processor time.
    pub time: Duration,
}

/// Runs `lead` in this thread, with helpers at its side that search the same position. Of threads that the system refuses
/// the search does without.
pub(super) fn with_helpers<R>(
    means: &Means<'_>,
    patterns: &Patterns,
    budget: &Budget,
    lead: impl FnOnce() -> R,
) -> (R, Helped) {
    let stop = Arc::new(AtomicBool::new(false));
    let Budget { max_nodes, max_time, .. } = *budget;
    let budget = &Budget { max_nodes, max_time, stop: Some(Arc::clone(&stop)), ..Budget::default() };
    thread::scope(|scope| {
        let hire = |number| {
            let patterns = patterns.clone();
            let work = move || help(number, means, patterns, budget);
            thread::Builder::new().name(format!("helper {number}")).spawn_scoped(scope, work).ok()
        };
        let helpers: Vec<_> = (1..means.options.threads).map_while(hire).collect();
        let ending = Ending(&stop);
        let found = lead();
        drop(ending);
        let mut all = Helped::default();
        for helper in helpers {
            let one = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all = Helped { counters: all.counters.plus(&one.counters), time: all.time + one.time };
        }
        (found, all)
    })
}

/// Sends the helpers home when the first thread is done, whichever way.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn help(number: u32, means: &Means<'_>, mut patterns: Patterns, budget: &Budget) -> Helped {
    let begin = ThreadClock::start();
    let (mut counters, mut fours) = (Counters::default(), VcfTable::new(FOURS_BITS));
    let mut search = Search::new(means, &mut patterns, &mut fours, &mut counters, Meter::new(budget));
    let mut guess = 0;
    for depth in 1 + number % 2..=means.options.depth.min(MOST_PLIES) {
        match iterate(&mut search, depth, guess) {
            Ok(value) => guess = value,
            Err(_) => break,
        }
    }
    Helped { counters, time: begin.elapsed() }
}
