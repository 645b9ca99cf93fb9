//! What the trials of a plan may cost, from a few that are tried.
//!
//! Each variant is tried on one instance, the cheapest first, for a short time each and in all. Where a depth could
//! not be tried to its end, its cost goes on from the two depths below, times the same factor for each ply. Of a game
//! the first moves are played. A guess for people, and never more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::plan::{Plan, Planned};
use super::workbench::Workbench;
use crate::run::budget;
use crate::text::counted;

/// Longest try of one trial.
const EACH: Duration = Duration::from_millis(150);
/// Longest time for all tries.
const ALL: Duration = Duration::from_secs(3);
/// A factor for each ply, where fewer than two depths are known: that of alpha-beta in Othello, roughly.
const GROWTH: f64 = 3.0;

/// What a trial may cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess {
    /// Seconds.
    pub seconds: f64,
    /// Whether it may be any more than that.
    pub is_bound: bool,
}

/// What the trials of an algorithm may cost together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// How many there are.
    pub trials: u64,
    /// Seconds of all of them.
    pub guess: Guess,
}

/// What the trials of a plan may cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// A guess for each variant.
    guesses: Vec<Guess>,
    /// All trials together, one after the other.
    pub total: Guess,
}

impl Estimate {
    /// Tries a few trials of the plan.
    pub fn of(plan: &Plan, stop: &Arc<AtomicBool>) -> Self {
        let mut tries: Vec<Option<Planned>> = vec![None; plan.variants().len()];
        for planned in plan.in_order_of_running() {
            tries[plan.variant(&planned)].get_or_insert(planned);
        }
        let mut known: Vec<Option<Guess>> = vec![None; tries.len()];
        let mut order: Vec<usize> = (0..tries.len()).collect();
        order.sort_by_key(|&variant| plan.variants()[variant].depth);
        let (begin, mut bench) = (Instant::now(), Workbench::default());
        for variant in order {
            if let Some(planned) = tries[variant].filter(|_| begin.elapsed() < ALL) {
                known[variant] = Some(attempt(plan, &planned, &mut bench, stop));
            }
        }
        let guesses: Vec<Guess> = (0..known.len()).map(|variant| guess(plan, &known, variant)).collect();
        let total = sum(plan.trials.iter().map(|planned| guesses[plan.variant(planned)]));
        Self { guesses, total }
    }

    /// The shares of the algorithms, by the place of their labels.
    pub fn by_label(&self, plan: &Plan, labels: usize) -> Vec<Share> {
        let share = |label: usize| {
            let of_label = || plan.trials.iter().filter(move |planned| plan.label(planned) == label);
            let guess = sum(of_label().map(|planned| self.guesses[plan.variant(planned)]));
            Share { trials: of_label().count() as u64, guess }
        };
        (0..labels).map(share).collect()
    }
}

fn sum(guesses: impl Iterator<Item = Guess>) -> Guess {
    guesses.fold(Guess { seconds: 0.0, is_bound: false }, |sum, next| Guess {
        seconds: sum.seconds + next.seconds,
        is_bound: sum.is_bound || next.is_bound,
    })
}

fn attempt(plan: &Plan, planned: &Planned, bench: &mut Workbench, stop: &Arc<AtomicBool>) -> Guess {
    let trial = plan.trial(planned);
    if trial.is_game() {
        return attempt_game(plan, planned, bench);
    }
    let mut budget = budget(&trial.limits, stop, &Arc::new(AtomicU64::new(0)));
    let limit = budget.max_time.unwrap_or(EACH).min(EACH);
    budget.max_time = Some(limit);
    let record = bench.run(&trial, &plan.instances[planned.instance as usize], &budget);
    let is_cut = record.status.is_incomplete() && record.measured.seconds >= limit.as_secs_f64() * 0.9;
    // A limit of the trial itself is no surprise.
    let is_bound = is_cut && plan.time_limit(planned).is_none_or(|limit| limit > EACH.as_secs_f64());
    Guess { seconds: record.measured.seconds, is_bound }
}

/// Moves of a game, both sides together, as far as nothing is known of it.
const MOVES: f64 = 50.0;

/// Plays the beginning of a game, and takes its other moves to cost as much.
fn attempt_game(plan: &Plan, planned: &Planned, bench: &mut Workbench) -> Guess {
    let stop = Arc::new(AtomicBool::new(false));
    let (flag, done) = (Arc::clone(&stop), Arc::new(AtomicBool::new(false)));
    let is_done = Arc::clone(&done);
    let timer = std::thread::spawn(move || {
        let begin = Instant::now();
        while begin.elapsed() < EACH && !is_done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        flag.store(true, Ordering::Relaxed);
    });
    let trial = plan.trial(planned);
    let budget = budget(&trial.limits, &stop, &Arc::new(AtomicU64::new(0)));
    let record = bench.run(&trial, &plan.instances[planned.instance as usize], &budget);
    done.store(true, Ordering::Relaxed);
    // It only sleeps.
    let _ = timer.join();
    let moves: usize = record.game.iter().flat_map(|game| &game.sides).map(|side| side.plies.len()).sum();
    let seconds = record.measured.seconds;
    let is_cut = record.status.is_incomplete();
    Guess { seconds: if is_cut { seconds * MOVES / moves.max(1) as f64 } else { seconds }, is_bound: false }
}

/// What was tried, or what follows from the depths below.
fn guess(plan: &Plan, known: &[Option<Guess>], variant: usize) -> Guess {
    if let Some(tried) = known[variant].filter(|tried| !tried.is_bound) {
        return tried;
    }
    let wanted = &plan.variants()[variant];
    let mut below: Vec<(u32, f64)> = plan
        .variants()
        .iter()
        .zip(known)
        .filter(|(other, _)| other.label == wanted.label && other.depth < wanted.depth)
        .filter_map(|(other, tried)| Some((other.depth?, tried.filter(|tried| !tried.is_bound)?.seconds)))
        .collect();
    below.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let limit = wanted.limits.microseconds.map_or(f64::INFINITY, |time| time as f64 / 1e6);
    let floor = known[variant].map_or(0.0, |tried| tried.seconds);
    match (wanted.depth, below.as_slice()) {
        (Some(depth), [.., (low, fewer), (high, more)]) if low < high && *fewer > 0.0 => {
            let growth = (more / fewer).clamp(1.0, 100.0).powf(1.0 / f64::from(high - low));
            let seconds = more * growth.powi((depth - high) as i32);
            Guess { seconds: seconds.max(floor).min(limit), is_bound: false }
        }
        (Some(depth), [.., (high, more)]) => {
            let seconds = more * GROWTH.powi((depth - high) as i32);
            Guess { seconds: seconds.max(floor).min(limit), is_bound: false }
        }
        _ if limit.is_finite() => Guess { seconds: limit, is_bound: false },
        _ => Guess { seconds: floor, is_bound: true },
    }
}

impl Estimate {
    /// A sentence for people.
    pub fn words(&self, jobs: usize, duration: impl Fn(f64) -> String) -> String {
        let seconds = duration(self.total.seconds / jobs.max(1) as f64);
        let sign = if self.total.is_bound { "at least" } else { "about" };
        format!("{sign} {seconds} with {}, judged by a few trials", counted(jobs as u64, "job"))
    }
}
