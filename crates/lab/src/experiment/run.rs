//! Running the trials of a plan: on one core or several, each recorded before the next of its worker begins. However the
//! run ends, all records are on the disk then.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::plan::{Plan, Planned};
use super::sequential::Sequential;
use super::shard::Shard;
use super::store::Store;
use super::trial_runner::TrialRunner;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Record, Status};
use searchlab_worlds::run::{Observers, budget};

/// Progress of a run; read by whoever shows it.
#[derive(Debug, Default)]
pub struct Course {
    /// Trials that have a record now and had none before.
    pub done: AtomicU64,
    /// Trials that are to be run.
    pub total: AtomicU64,
    /// Nodes of the searches that run.
    pub nodes: Arc<AtomicU64>,
}

/// The conditions of a run.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// Trials at once.
    pub jobs: NonZeroUsize,
    /// The part of the plan that is run.
    pub shard: Option<Shard>,
    /// Set from outside to end the run: the trials in flight are dropped.
    pub stop: Arc<AtomicBool>,
}

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran {
    /// Trials that were run and recorded.
    pub done: u64,
    /// Trials without a record, but for games that a sequential test made needless.
    pub left: u64,
}

/// The trials of a plan that a store has no record of, in the order in which they are run.
pub fn unfinished(plan: &Plan, store: &Store, shard: Option<Shard>) -> Vec<Planned> {
    let is_ours = |planned: &Planned| shard.is_none_or(|shard| shard.owns(planned.id));
    plan.in_order_of_running(|planned| is_ours(planned) && !store.is_finished(planned.id))
}

/// Runs the trials and records each in the store; games that a sequential test has decided are left out.
///
/// # Errors
/// A record cannot be written. Everything that was recorded before is kept, and no further trial is begun.
pub fn run(
    plan: &Plan,
    todo: &[Planned],
    store: &mut Store,
    sequential: &mut Sequential,
    conditions: &Conditions,
    course: &Course,
) -> Result<Ran, Diagnostics> {
    course.total.store(todo.len() as u64, Ordering::Relaxed);
    let next = AtomicUsize::new(0);
    // A worker whose record cannot be written stops the others too.
    let failed = AtomicBool::new(false);
    let needless = AtomicU64::new(0);
    // Without a test nobody waits for the lock, which is held while a record is written.
    let has_tests = !sequential.is_empty();
    let shared = Mutex::new((store, sequential, None::<Diagnostics>));
    let work = || {
        let mut bench = TrialRunner::default();
        while !failed.load(Ordering::Relaxed) && !conditions.stop.load(Ordering::Relaxed) {
            let Some(planned) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            if has_tests && shared.lock().unwrap_or_else(PoisonError::into_inner).1.is_decided(plan, planned) {
                needless.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let record = one(plan, planned, &mut bench, conditions, course);
            // The trial in flight is dropped.
            if record.status == Status::Interrupted {
                return;
            }
            let (store, sequential, failure) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(problems) = store.append(&record) {
                failure.get_or_insert(problems);
                failed.store(true, Ordering::Relaxed);
                return;
            }
            sequential.add_record(&record);
            course.done.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..conditions.jobs.get().min(todo.len()) {
            scope.spawn(work);
        }
        work();
    });
    let (store, _, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let synced = store.sync();
    if let Some(problems) = failure {
        return Err(problems);
    }
    synced?;
    let done = course.done.load(Ordering::Relaxed);
    Ok(Ran { done, left: todo.len() as u64 - done - needless.into_inner() })
}

fn one(plan: &Plan, planned: &Planned, bench: &mut TrialRunner, conditions: &Conditions, course: &Course) -> Record {
    let trial = plan.trial(planned);
    let budget = budget(&trial.limits, &conditions.stop, &course.nodes);
    bench.run(&trial, plan.instance(planned), &budget, &mut Observers::default())
}
