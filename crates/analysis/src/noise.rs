//! Warnings on measured times: short times, repeats that differ, a machine that did other things.
//!
//! Each warning says what to do about it. Where no time is shown, none is given.
//!
//! Not here: which numbers follow from times ([`summary`](super::summary)); how loads are measured (experiment).

use std::hash::{Hash, Hasher};

use super::field::Field;
use rustc_hash::FxHasher;
use searchlab_statistics::quantile::median;
use searchlab_trial::record::Record;
use searchlab_trial::text::{counted, grouped};

/// Seconds below which the clock, cold caches and one interrupt weigh more than the search.
const SHORT: f64 = 1e-4;
/// The part of their median by which repeats may differ.
const SPREAD: f64 = 0.10;
/// A warning is given if the repeats of more than one trial in this many differ by more.
const RARE: usize = 20;
/// Threads beyond the cores that the load may have: it is a mean, and no machine stands still.
const IDLE: f64 = 0.5;

/// A reason to doubt the times of an experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Noise {
    /// Other programs needed the cores when a session began.
    BusyAtBegin(Busy),
    /// They needed them when it ended.
    BusyAtEnd(Busy),
    /// Trials shorter than `SHORT`.
    TooShort(Part),
    /// Trials whose repeats differ by more than `SPREAD` of their median, and the largest such part.
    Spread(Part, f64),
    /// Trials whose first repeat takes longer than all others by more than `SPREAD`.
    WarmUp(Part),
    /// Each trial was measured once.
    Once,
}

/// The load of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Busy {
    /// Load average of a minute.
    pub load: f64,
    /// Threads that can run at once.
    pub cores: usize,
    /// Threads that the session itself needs.
    pub threads: usize,
}

/// Some of all trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Some.
    pub count: usize,
    /// All.
    pub of: usize,
}

/// The load averages around a session; `None` where the system does not say.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// When it began.
    pub begin: Option<f64>,
    /// When it ended.
    pub end: Option<f64>,
    /// Threads that can run at once.
    pub cores: usize,
    /// Threads that the session itself needs.
    pub threads: usize,
}

impl Surroundings {
    /// Warnings on other programs that ran during the session.
    pub fn noise(self) -> Vec<Noise> {
        let Self { begin, end, cores, threads } = self;
        let busy = |load| Busy { load, cores, threads };
        // The session runs on top of what it finds.
        let begin = begin.filter(|load| load + threads as f64 > cores as f64 + IDLE);
        // In the end it is part of the load itself.
        let end = end.filter(|load| *load > cores.max(threads) as f64 + IDLE);
        let begin = begin.map(|load| Noise::BusyAtBegin(busy(load)));
        begin.into_iter().chain(end.map(|load| Noise::BusyAtEnd(busy(load)))).collect()
    }
}

/// The times of trials, gathered one by one.
#[derive(Debug, Default)]
pub struct Times(Vec<Time>);

/// The time of one repeat of a trial.
#[derive(Debug)]
struct Time {
    trial: u64,
    repeat: u32,
    seconds: f64,
}

impl Times {
    /// True if one of the fields is a time, or follows from one.
    pub fn are_shown<'f>(fields: impl IntoIterator<Item = &'f Field>) -> bool {
        let is_time = |field: &Field| {
            matches!(field, Field::Seconds | Field::CpuSeconds | Field::NodesPerSecond | Field::SecondsPerMove)
        };
        fields.into_iter().any(is_time)
    }

    /// Adds the time of a trial. Those that a limit ended do not count, nor do games: of the one the limit decides the
    /// time, and of the other the moves.
    pub fn push(&mut self, record: &Record) {
        if record.status.is_incomplete() || record.game.is_some() {
            return;
        }
        self.0.push(Time { trial: trial(record), repeat: record.repeat, seconds: record.measured.seconds });
    }

    /// Warnings that the times themselves give reason for.
    pub fn noise(mut self) -> Vec<Noise> {
        self.0.sort_unstable_by_key(|time| time.trial);
        let all = || self.0.chunk_by(|one, other| one.trial == other.trial);
        let part = |count, of| Part { count, of };
        let of = all().count();
        if of == 0 {
            return Vec::new();
        }
        let mut noise = Vec::new();
        let short = all().filter(|times| middle(times) < SHORT).count();
        if short > 0 {
            noise.push(Noise::TooShort(part(short, of)));
        }
        let most = all().map(<[Time]>::len).max().unwrap_or(0);
        if most < 2 {
            noise.push(Noise::Once);
        }
        // What is too short has been named.
        let long: Vec<&[Time]> = all().filter(|times| times.len() > 1 && middle(times) >= SHORT).collect();
        let spreads = long.iter().map(|times| spread(times)).filter(|spread| *spread > SPREAD);
        let (wide, worst) = spreads.fold((0, 0.0), |(count, worst), spread| (count + 1, f64::max(worst, spread)));
        if wide * RARE > long.len() {
            noise.push(Noise::Spread(part(wide, long.len()), worst));
        }
        let first_is_slow = long.iter().filter(|times| is_slow_at_first(times)).count();
        if first_is_slow * 2 > long.len() {
            noise.push(Noise::WarmUp(part(first_is_slow, long.len())));
        }
        noise
    }
}

/// The identity of a trial without its repeat, within this process.
fn trial(record: &Record) -> u64 {
    let Record { world, instance, algorithm, params, depth, limits, seed, .. } = record;
    let mut hasher = FxHasher::default();
    (world, instance, algorithm, params, depth, limits, seed).hash(&mut hasher);
    hasher.finish()
}

fn middle(times: &[Time]) -> f64 {
    let seconds: Vec<f64> = times.iter().map(|time| time.seconds).collect();
    median(&seconds).unwrap_or(0.0)
}

/// The largest less the smallest, as a part of the median.
fn spread(times: &[Time]) -> f64 {
    let seconds = || times.iter().map(|time| time.seconds);
    let (least, most) = (seconds().fold(f64::INFINITY, f64::min), seconds().fold(0.0, f64::max));
    (most - least) / middle(times)
}

/// Of two repeats nobody knows which is the usual one.
fn is_slow_at_first(times: &[Time]) -> bool {
    let first = times.iter().find(|time| time.repeat == 0).map(|time| time.seconds);
    let rest = times.iter().filter(|time| time.repeat != 0).map(|time| time.seconds).fold(0.0, f64::max);
    times.len() > 2 && first.is_some_and(|first| first > rest * (1.0 + SPREAD))
}

impl Noise {
    /// The warning in words, with its remedy.
    pub fn words(&self) -> String {
        let trials = |part: &Part| format!("{} of {}", grouped(part.count as u64), counted(part.of as u64, "trial"));
        let busy = |Busy { load, cores, threads }: &Busy, when: &str| {
            let (cores, threads) = (counted(*cores as u64, "core"), counted(*threads as u64, "thread"));
            format!(
                "The machine was busy when the run {when}: load {load:.1} on {cores}, where the run itself has {threads}. \
                 Times may be too long: stop other programs, and run again."
            )
        };
        match self {
            Self::BusyAtBegin(found) => busy(found, "began"),
            Self::BusyAtEnd(found) => busy(found, "ended"),
            Self::TooShort(part) => format!(
                "{} took less than {} ms, where the clock and cold caches decide. Compare counters, or take larger \
                 instances.",
                trials(part),
                SHORT * 1e3
            ),
            Self::Spread(part, worst) => format!(
                "The times of the repeats of {} differ by more than {:.0} % of their median, by {:.0} % at worst. Stop \
                 other programs, run one trial at a time (`--jobs 1`), or take more `repeats`.",
                trials(part),
                SPREAD * 100.0,
                worst * 100.0
            ),
            Self::WarmUp(part) => format!(
                "The first repeat of {} took longer than all others by more than {:.0} %: the machine was still warming \
                 up. Take more `repeats`, of which the median counts.",
                trials(part),
                SPREAD * 100.0
            ),
            Self::Once => {
                "Each time was measured once, so nothing is known of its spread. `repeats = 5` tells it.".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::record;

    /// The noise of trials with these seconds of their repeats.
    fn noise(trials: &[&[f64]]) -> Vec<Noise> {
        let mut times = Times::default();
        for (place, seconds) in trials.iter().enumerate() {
            for (repeat, &seconds) in seconds.iter().enumerate() {
                let mut record = record("maze", &format!("m{place}"), "astar").record;
                (record.repeat, record.measured.seconds) = (repeat as u32, seconds);
                times.push(&record);
            }
        }
        times.noise()
    }

    #[test]
    fn times_that_agree_are_not_doubted() {
        assert_eq!(noise(&[&[1.0, 1.01, 0.99], &[2.0, 2.1, 2.05]]), []);
        assert_eq!(noise(&[]), []);
        // One of many is no reason.
        let mut trials: Vec<&[f64]> = vec![&[1.0, 1.0]; 30];
        trials.push(&[1.0, 1.5]);
        assert_eq!(noise(&trials), []);
    }

    #[test]
    fn each_doubt_has_its_reason() {
        let part = |count, of| Part { count, of };
        assert_eq!(noise(&[&[1.0], &[2.0]]), [Noise::Once]);
        assert_eq!(noise(&[&[5e-5, 9e-5, 5e-5], &[1.0, 1.0, 1.0]]), [Noise::TooShort(part(1, 2))]);
        let found = noise(&[&[1.0, 1.5, 1.0], &[1.0, 1.0, 1.0]]);
        assert_eq!(found, [Noise::Spread(part(1, 2), 0.5)]);
        let found = noise(&[&[1.5, 1.0, 1.0], &[3.0, 2.0, 2.0]]);
        assert_eq!(found, [Noise::Spread(part(2, 2), 0.5), Noise::WarmUp(part(2, 2))]);
        for noise in found {
            assert!(
                noise.words().contains("2 of 2 trials") && noise.words().contains("`repeats`"),
                "{}",
                noise.words()
            );
        }
    }

    #[test]
    fn what_limits_decide_is_not_compared() {
        let mut times = Times::default();
        let mut limited = record("maze", "m", "astar").status(searchlab_search::budget::Status::LimitTime).record;
        limited.measured.seconds = 1e-6;
        times.push(&limited);
        assert_eq!(times.noise(), []);
        assert!(Times::are_shown(&[Field::Nodes, Field::NodesPerSecond]));
        assert!(!Times::are_shown(&[Field::Nodes, Field::PeakBytes]));
    }

    #[test]
    fn a_busy_machine_is_named_with_its_load() {
        let around = |begin, end, threads| Surroundings { begin, end, cores: 2, threads }.noise();
        assert_eq!(around(Some(0.4), Some(1.4), 1), []);
        assert_eq!(around(None, None, 1), []);
        // The end holds the run itself.
        assert_eq!(around(Some(0.1), Some(2.2), 2), []);
        let found = around(Some(3.1), Some(4.0), 1);
        let busy = |load| Busy { load, cores: 2, threads: 1 };
        assert_eq!(found, [Noise::BusyAtBegin(busy(3.1)), Noise::BusyAtEnd(busy(4.0))]);
        assert!(found[0].words().starts_with("The machine was busy when the run began: load 3.1 on 2 cores, where"));
    }
}
