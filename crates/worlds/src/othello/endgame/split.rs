//! Nodes whose moves are shared by the threads of a solve.
//!
//! Each thread has one place for each number of empty squares: on its way down it stands in one node of each at most. A
//! place is open while moves wait there. It stays what it is until all that were taken from it are done, so whoever works
//! below may read who stands above without a lock.
//! Not here: who searches what (workers.rs).

use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::options::Selectivity;
use super::order::Candidate;
use super::tally::Tally;
use crate::othello::board::Move;

/// Places of a thread, by empty squares.
const PLACES: usize = 64;
/// Looks of an idle thread before it lies down: about the time that it takes to be woken.
const LOOKS: u32 = 400;
/// Longest sleep: so often the first thread must see to limits.
const NAP: Duration = Duration::from_millis(5);

/// A shared node: its number among the places of all threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(u32);

impl Place {
    /// Above all places.
    pub(super) const NONE: Self = Self(u32::MAX);

    const fn new(thread: usize, empties: usize) -> Self {
        Self((thread * PLACES + empties) as u32)
    }

    const fn thread(self) -> usize {
        self.0 as usize / PLACES
    }

    /// Empty squares of the node.
    const fn empties(self) -> usize {
        self.0 as usize % PLACES
    }
}

/// A move to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub(super) place: Place,
    pub(super) candidate: Candidate,
    /// Empty squares before the move.
    pub(super) empties: usize,
    /// A score above is enough.
    pub(super) alpha: i32,
}

/// The best move found at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) best: i32,
    pub(super) best_move: Option<Move>,
}

/// The result of the moves of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shared {
    pub(super) found: Found,
    /// Moves that other threads took.
    pub(super) helped: u64,
    /// Nodes that these visited.
    pub(super) nodes: u64,
}

/// The moves of a node.
#[derive(Debug)]
struct Brothers {
    list: [Candidate; PLACES],
    next: usize,
    count: usize,
    alpha: i32,
    shared: Shared,
}

#[derive(Debug)]
struct Split {
    /// The node above at which its thread works.
    parent: AtomicU32,
    /// One move is so good that the others need not be searched.
    is_cut: AtomicBool,
    /// Moves taken by other threads and not yet done.
    busy: AtomicU32,
    brothers: Mutex<Brothers>,
}

impl Split {
    const fn new() -> Self {
        let shared = Shared { found: Found { best: 0, best_move: None }, helped: 0, nodes: 0 };
        let brothers = Brothers { list: [Candidate::NONE; PLACES], next: 0, count: 0, alpha: 0, shared };
        Self {
            parent: AtomicU32::new(Place::NONE.0),
            is_cut: AtomicBool::new(false),
            busy: AtomicU32::new(0),
            brothers: Mutex::new(brothers),
        }
    }

    fn brothers(&self) -> MutexGuard<'_, Brothers> {
        lock(&self.brothers)
    }
}

/// A thread that panics leaves nothing half done that others would trust: it ends the solve.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Which places of a thread are open, a bit each; in a cache line of its own.
#[derive(Debug)]
#[repr(align(64))]
struct Open(AtomicU64);

/// State that the threads of a solve share beside the table.
#[derive(Debug)]
pub(super) struct Team {
    splits: Box<[Split]>,
    open: Box<[Open]>,
    /// A limit was hit, or a thread is lost.
    is_stopped: AtomicBool,
    /// A thread is lost: who waits for it waits in vain.
    is_broken: AtomicBool,
    /// There is nothing more to do.
    has_ended: AtomicBool,
    sleepers: AtomicUsize,
    bed: Mutex<()>,
    bell: Condvar,
    /// That of the search that is under way.
    selectivity: AtomicU8,
    /// Counts of the helpers that the first thread has not yet reported.
    counted: Mutex<Tally>,
}

impl Team {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            splits: (0..threads * PLACES).map(|_| Split::new()).collect(),
            open: (0..threads).map(|_| Open(AtomicU64::new(0))).collect(),
            is_stopped: AtomicBool::new(false),
            is_broken: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            sleepers: AtomicUsize::new(0),
            bed: Mutex::new(()),
            bell: Condvar::new(),
            selectivity: AtomicU8::new(Selectivity::Exact as u8),
            counted: Mutex::new(Tally::default()),
        }
    }

    /// Tells the helpers that the next moves to share are those of a search of this selectivity.
    pub(super) fn set_selectivity(&self, selectivity: Selectivity) {
        // Whoever takes such a move has the lock of its node after this thread.
        self.selectivity.store(selectivity as u8, Relaxed);
    }

    /// That of the moves that are shared.
    pub(super) fn selectivity(&self) -> Selectivity {
        Selectivity::ALL[usize::from(self.selectivity.load(Relaxed))]
    }

    pub(super) fn threads(&self) -> usize {
        self.open.len()
    }

    fn split(&self, place: Place) -> &Split {
        &self.splits[place.0 as usize]
    }

    /// The place and those above it.
    fn upwards(&self, place: Place) -> impl Iterator<Item = Place> {
        let exists = |place: Place| (place != Place::NONE).then_some(place);
        std::iter::successors(exists(place), move |&place| exists(Place(self.split(place).parent.load(Relaxed))))
    }

    /// True if nothing below a place needs to be searched any more. The place must be one that cannot be closed
    /// meanwhile.
    pub(super) fn is_cut(&self, place: Place) -> bool {
        self.is_stopped() || self.upwards(place).any(|place| self.split(place).is_cut.load(Relaxed))
    }

    /// Opens a node: its moves wait from now on.
    pub(super) fn open(
        &self,
        (thread, empties): (usize, usize),
        parent: Place,
        moves: impl Iterator<Item = Candidate>,
        alpha: i32,
        found: Found,
    ) -> Place {
        let place = Place::new(thread, empties);
        let split = self.split(place);
        {
            let mut brothers = split.brothers();
            split.parent.store(parent.0, Relaxed);
            split.is_cut.store(false, Relaxed);
            let mut count = 0;
            for (slot, candidate) in brothers.list.iter_mut().zip(moves) {
                *slot = candidate;
                count += 1;
            }
            (brothers.next, brothers.count) = (0, count);
            brothers.alpha = alpha;
            brothers.shared = Shared { found, helped: 0, nodes: 0 };
        }
        self.open[thread].0.fetch_or(1 << empties, SeqCst);
        self.ring();
        place
    }

    /// The next move of a node; `None` if no move waits, or if none needs to be searched.
    pub(super) fn take(&self, place: Place, is_helper: bool) -> Option<Job> {
        let split = self.split(place);
        let mut brothers = split.brothers();
        if brothers.next == brothers.count || self.is_cut(place) {
            return None;
        }
        let candidate = brothers.list[brothers.next];
        brothers.next += 1;
        if brothers.next == brothers.count {
            self.forget(place);
        }
        if is_helper {
            split.busy.fetch_add(1, Relaxed);
            brothers.shared.helped += 1;
        }
        Some(Job { place, candidate, empties: place.empties(), alpha: brothers.alpha })
    }

    /// The highest move that waits below a place with another thread.
    pub(super) fn steal(&self, thread: usize, above: Place) -> Option<Job> {
        let mut levels = self.waiting(thread, above);
        while levels != 0 {
            let empties = levels.ilog2() as usize;
            levels ^= 1 << empties;
            for step in 1..self.threads() {
                let other = (thread + step) % self.threads();
                let place = Place::new(other, empties);
                if self.open[other].0.load(Relaxed) >> empties & 1 != 0
                    && self.is_below(place, above)
                    && let Some(job) = self.take(place, true)
                {
                    return Some(job);
                }
            }
        }
        None
    }

    /// True if there may be something to steal.
    pub(super) fn is_worth_a_try(&self, thread: usize, above: Place) -> bool {
        let levels = self.waiting(thread, above);
        levels != 0
            && (above == Place::NONE
                || (0..self.threads()).filter(|&other| other != thread).any(|other| {
                    (0..PLACES)
                        .any(|empties| levels >> empties & 1 != 0 && self.is_below(Place::new(other, empties), above))
                }))
    }

    /// The numbers of empty squares with which nodes of other threads are open and may stand below a place.
    fn waiting(&self, thread: usize, above: Place) -> u64 {
        let others = self.open.iter().enumerate().filter(|other| other.0 != thread);
        let all = others.fold(0, |all, (_, open)| all | open.0.load(SeqCst));
        if above == Place::NONE { all } else { all & ((1 << above.empties()) - 1) }
    }

    /// True if a node is open and stands below another. It may be closed right after, and then nothing waits there.
    fn is_below(&self, place: Place, above: Place) -> bool {
        if above == Place::NONE {
            return true;
        }
        let brothers = self.split(place).brothers();
        brothers.next < brothers.count && self.upwards(place).any(|place| place == above)
    }

    /// Records the result of a move. True if it is the first that is enough.
    pub(super) fn record(&self, job: &Job, score: i32, nodes_of_helper: u64) -> bool {
        let split = self.split(job.place);
        let mut brothers = split.brothers();
        brothers.shared.nodes += nodes_of_helper;
        if score > brothers.shared.found.best {
            brothers.shared.found = Found { best: score, best_move: Some(Move::on(job.candidate.square)) };
        }
        let is_enough = score > brothers.alpha && !split.is_cut.load(Relaxed);
        if is_enough {
            split.is_cut.store(true, Relaxed);
            self.forget(job.place);
        }
        is_enough
    }

    /// A helper has done what it took.
    pub(super) fn leave(&self, place: Place) {
        if self.split(place).busy.fetch_sub(1, SeqCst) == 1 {
            self.ring();
        }
    }

    /// Lets nobody take a move any more.
    pub(super) fn close(&self, place: Place) {
        let mut brothers = self.split(place).brothers();
        (brothers.next, brothers.count) = (0, 0);
        self.forget(place);
    }

    /// True while helpers are still at work with moves of a node.
    pub(super) fn is_busy(&self, place: Place) -> bool {
        self.split(place).busy.load(SeqCst) != 0
    }

    /// The result of the moves of a node, once no helper is busy there.
    pub(super) fn shared(&self, place: Place) -> Shared {
        self.split(place).brothers().shared
    }

    fn forget(&self, place: Place) {
        self.open[place.thread()].0.fetch_and(!(1 << place.empties()), Relaxed);
    }

    /// Waits until it may be time, or for a moment; awake at first, then asleep until the bell rings.
    pub(super) fn idle(&self, is_time: impl Fn() -> bool) {
        for _ in 0..LOOKS {
            if is_time() {
                return;
            }
            std::hint::spin_loop();
        }
        let bed = lock(&self.bed);
        // Whoever changes what is asked for does so before it looks for sleepers: one of both sees the other.
        self.sleepers.fetch_add(1, SeqCst);
        if !is_time() {
            drop(self.bell.wait_timeout(bed, NAP));
        }
        self.sleepers.fetch_sub(1, SeqCst);
    }

    fn ring(&self) {
        if self.sleepers.load(SeqCst) > 0 {
            drop(lock(&self.bed));
            self.bell.notify_all();
        }
    }

    /// Makes all threads return at once.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, SeqCst);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// The same, if a thread has panicked.
    pub(super) fn break_off(&self) {
        self.is_broken.store(true, SeqCst);
        self.stop();
        self.ring();
    }

    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(SeqCst)
    }

    /// Sends the helpers home.
    pub(super) fn end(&self) {
        self.has_ended.store(true, SeqCst);
        self.ring();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(SeqCst)
    }

    /// Takes in what a helper counted.
    pub(super) fn count(&self, fresh: &Tally) {
        let mut counted = lock(&self.counted);
        *counted = counted.plus(fresh);
    }

    /// Hands out what helpers counted since the last call.
    pub(super) fn counted(&self) -> Tally {
        std::mem::take(&mut *lock(&self.counted))
    }
}
