//! Estimates of the cost of the trials of a plan, from some that are tried.
//!
//! Idea        Variants that differ in the depth alone are tried together, on one instance from the lowest depth up:
//!             as soon as one does not end in its time, it and the deeper ones are taken to grow as the nodes did for
//!             the last plies, but not beyond a limit on nodes or time. Each such ladder is tried on one
//!             instance; then those that weigh most on further ones, as long as there is time. Of a game the
//!             first moves are played. Where no more is known than that a search goes on, its time is that of a law
//!             without memory: all the time spent over the searches that ended.
//!             Long plans are checked: searches that are drawn in proportion to their guesses are run whole, and
//!             the guesses are corrected by the mean of measured over guessed.
//! Cost        About four seconds, or a twentieth of the guess if that is more, up to 15 seconds.
//! Not here    What the trials are (plan.rs), their words (cli).

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use indexmap::IndexMap;

use super::machine;
use super::plan::{Plan, Planned};
use super::trial_runner::TrialRunner;
use searchlab_search::clock::Instant;
use searchlab_trial::record::{Limits, Record, Trial};
use searchlab_trial::text::counted;
use searchlab_worlds::run::{Observers, budget};
use searchlab_worlds::table::world_of;

/// Longest try of one trial, and of a game.
const EACH: Duration = Duration::from_millis(150);
const EACH_GAME: Duration = Duration::from_millis(400);
/// Longest time for all tries.
const ALL: Duration = Duration::from_secs(3);
/// Longest check of one search.
const EACH_CHECK: Duration = Duration::from_secs(2);
/// Seconds of all checks: this share of what is guessed, at least the first unless that is more than a quarter, and at
/// most the second.
const CHECKED: f64 = 0.05;
const ALL_CHECKS: [f64; 2] = [1.5, 12.0];
/// Fewest checks that correct a guess.
const FEWEST_CHECKS: u32 = 4;
/// Most instances of a ladder: more make no better guess.
const MOST_INSTANCES: usize = 24;
/// A factor for each ply, where fewer than two depths are known: that of alpha-beta with ten moves, roughly.
const GROWTH: f64 = 3.0;
/// Seconds of a trial beyond its search: its record is made, written, and synced with 63 others.
const RECORDING: f64 = 150e-6;
/// Seconds of a report for each chart and each trial.
const CHART: f64 = 0.15;
const REPORTED: f64 = 250e-6;

/// The estimated cost of a trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess {
    /// Seconds.
    pub seconds: f64,
    /// True if `seconds` is only a lower bound.
    pub is_bound: bool,
}

/// The estimated cost of all trials of an algorithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The number of trials.
    pub trials: u64,
    /// Seconds of all of them.
    pub guess: Guess,
}

/// The estimated cost of the trials of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// A guess for each variant.
    guesses: Vec<Guess>,
    /// All trials together, one after the other.
    pub total: Guess,
    /// Seconds of the report.
    report: f64,
}

impl Estimate {
    /// Tries a few trials of the plan, whose report has this many charts.
    pub fn of(plan: &Plan, charts: usize, stop: &Arc<AtomicBool>) -> Self {
        let mut tries = Tries::of(plan, stop);
        let mut guesses: Vec<Guess> = (0..plan.variants().len()).map(|variant| tries.guess(variant)).collect();
        tries.correct(&mut guesses);
        let total = sum(plan.trials.iter().map(|planned| guesses[plan.variant(planned)]));
        let report = charts as f64 * CHART + plan.trials.len() as f64 * REPORTED;
        Self { guesses, total, report }
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

    /// Seconds of a trial.
    pub fn seconds(&self, plan: &Plan, planned: &Planned) -> f64 {
        self.guesses[plan.variant(planned)].seconds
    }

    /// A sentence for people.
    pub fn words(&self, jobs: usize, duration: impl Fn(f64) -> String) -> String {
        // More jobs than cores wait for each other.
        let at_once = jobs.min(machine::cores().unwrap_or(jobs)).max(1);
        let seconds = duration(self.total.seconds / at_once as f64 + self.report);
        let sign = if self.total.is_bound { "at least" } else { "about" };
        format!("{sign} {seconds} with {}, judged by a few trials", counted(jobs as u64, "job"))
    }
}

fn sum(guesses: impl Iterator<Item = Guess>) -> Guess {
    guesses.fold(Guess { seconds: 0.0, is_bound: false }, |sum, next| Guess {
        seconds: sum.seconds + next.seconds,
        is_bound: sum.is_bound || next.is_bound,
    })
}

/// The results of the tries of a variant.
#[derive(Debug, Clone, Copy, Default)]
struct Tried {
    seconds: f64,
    /// Tries whose cost is known, and others that went on.
    known: f64,
    unknown: f64,
}

impl Tried {
    fn count(&self) -> f64 {
        self.known + self.unknown
    }

    /// Seconds of a trial.
    fn mean(&self) -> f64 {
        // Of searches that all went on it is known only that they take longer.
        self.seconds / self.known.max(0.5)
    }
}

/// Variants that differ in the depth alone, the lowest first, and a trial of each on every instance.
#[derive(Debug)]
struct Ladder {
    variants: Vec<usize>,
    instances: Vec<Vec<Planned>>,
    next: usize,
    trials: usize,
}

/// All tries.
#[derive(Debug)]
struct Tries<'a> {
    plan: &'a Plan,
    stop: &'a Arc<AtomicBool>,
    bench: TrialRunner,
    begin: Instant,
    tried: Vec<Tried>,
}

impl<'a> Tries<'a> {
    fn of(plan: &'a Plan, stop: &'a Arc<AtomicBool>) -> Self {
        let tried = vec![Tried::default(); plan.variants().len()];
        let mut tries = Self { plan, stop, bench: TrialRunner::default(), begin: Instant::now(), tried };
        let mut ladders = ladders(plan);
        for ladder in &mut ladders {
            tries.climb(ladder);
        }
        while tries.has_time() {
            let weight = |ladder: &Ladder| {
                let tried = ladder.variants.iter().map(|&variant| tries.tried[variant]);
                let (seconds, count) = tried.fold((0.0, 1.0f64), |sum, it| (sum.0 + it.mean(), sum.1.max(it.count())));
                seconds * ladder.trials as f64 / count
            };
            let open = ladders.iter_mut().filter(|ladder| ladder.next < ladder.instances.len().min(MOST_INSTANCES));
            let Some(heaviest) = open.max_by(|one, other| weight(one).total_cmp(&weight(other))) else { break };
            tries.climb(heaviest);
        }
        tries
    }

    fn has_time(&self) -> bool {
        self.begin.elapsed() < ALL && !self.stop.load(Ordering::Relaxed)
    }

    /// Tries a ladder on its next instance.
    fn climb(&mut self, ladder: &mut Ladder) {
        let Some(steps) = ladder.instances.get(ladder.next).filter(|_| self.has_time()).cloned() else { return };
        ladder.next += 1;
        let mut climb = Climb::default();
        for planned in steps {
            let trial = self.plan.trial(&planned);
            let guess = if trial.is_game() {
                self.game(&planned, &trial)
            } else if let Some(guess) = climb.beyond(&trial) {
                guess
            } else {
                self.search(&planned, &trial, &mut climb)
            };
            let tried = &mut self.tried[self.plan.variant(&planned)];
            tried.seconds += guess.seconds;
            *(if guess.is_bound { &mut tried.unknown } else { &mut tried.known }) += 1.0;
        }
    }

    /// Runs a trial for a time; its record, the nodes that a limit would count, and the seconds that it took.
    fn run(&mut self, planned: &Planned, trial: &Trial, longest: Duration) -> (Record, f64, f64) {
        let nodes = Arc::new(AtomicU64::new(0));
        let mut budget = budget(&trial.limits, self.stop, &nodes);
        budget.max_time = Some(budget.max_time.unwrap_or(longest).min(longest));
        let begin = Instant::now();
        let record = self.bench.run(trial, self.plan.instance(planned), &budget, &mut Observers::default());
        let seconds = begin.elapsed().as_secs_f64();
        let nodes = nodes.load(Ordering::Relaxed).max(record.counters.nodes());
        (record, nodes.max(1) as f64, seconds)
    }

    /// Tries a search, and shallower ones if it does not end.
    fn search(&mut self, planned: &Planned, trial: &Trial, climb: &mut Climb) -> Guess {
        let (record, nodes, seconds) = self.run(planned, trial, EACH);
        let is_cut = record.status.is_incomplete() && seconds >= EACH.as_secs_f64() * 0.9;
        if !is_cut {
            climb.steps.extend(trial.depth.map(|depth| (depth, nodes)));
            return Guess { seconds, is_bound: false };
        }
        climb.rate = Some(seconds / nodes);
        let first = climb.steps.last().map_or(1, |step| step.0 + 1);
        for depth in first..trial.depth.unwrap_or(0) {
            let (record, nodes, _) = self.run(planned, &Trial { depth: Some(depth), ..trial.clone() }, EACH);
            if record.status.is_incomplete() {
                break;
            }
            climb.steps.push((depth, nodes));
        }
        let guess = climb.beyond(trial).unwrap_or(Guess { seconds, is_bound: true });
        Guess { seconds: guess.seconds.max(seconds), ..guess }
    }

    /// Plays the beginning of a game, and takes its other moves to cost as much.
    fn game(&mut self, planned: &Planned, trial: &Trial) -> Guess {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, done) = (Arc::clone(&stop), Arc::new(AtomicBool::new(false)));
        let is_done = Arc::clone(&done);
        let timer = std::thread::spawn(move || {
            let begin = Instant::now();
            while begin.elapsed() < EACH_GAME && !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(5));
            }
            flag.store(true, Ordering::Relaxed);
        });
        let budget = budget(&trial.limits, &stop, &Arc::new(AtomicU64::new(0)));
        let begin = Instant::now();
        let record = self.bench.run(trial, self.plan.instance(planned), &budget, &mut Observers::default());
        let seconds = begin.elapsed().as_secs_f64();
        done.store(true, Ordering::Relaxed);
        // It only sleeps.
        let _ = timer.join();
        let moves: usize = record.game.iter().flat_map(|game| &game.sides).map(|side| side.plies.len()).sum();
        let all = usual_moves(&trial.world).max(moves as f64);
        let is_cut = record.status.is_incomplete();
        Guess { seconds: if is_cut { seconds * all / (moves as f64 + 0.5) } else { seconds }, is_bound: false }
    }

    /// The guess for a variant from its own tries, else from those of similar variants.
    fn guess(&self, variant: usize) -> Guess {
        let variants = self.plan.variants();
        let wanted = &variants[variant];
        let mean_of = |is_alike: &dyn Fn(usize) -> bool| {
            let tried = (0..variants.len()).filter(|&other| is_alike(other)).map(|other| self.tried[other]);
            let tried: Vec<Tried> = tried.filter(|tried| tried.count() > 0.0).collect();
            let unknown = tried.iter().any(|tried| tried.known == 0.0);
            let seconds = tried.iter().map(Tried::mean).sum::<f64>() / tried.len() as f64;
            (!tried.is_empty()).then_some(Guess { seconds: seconds + RECORDING, is_bound: unknown })
        };
        let guess = mean_of(&|other| other == variant)
            .or_else(|| {
                mean_of(&|other| variants[other].label == wanted.label && variants[other].depth == wanted.depth)
            })
            .or_else(|| {
                mean_of(&|other| variants[other].group == wanted.group && variants[other].depth == wanted.depth)
            })
            .or_else(|| mean_of(&|other| variants[other].label == wanted.label))
            .or_else(|| mean_of(&|_| true));
        let guess = guess.unwrap_or(Guess { seconds: RECORDING, is_bound: true });
        let limit = longest(&wanted.limits);
        Guess { seconds: guess.seconds.min(limit), is_bound: guess.is_bound && guess.seconds < limit }
    }

    /// Corrects the guesses of searches by some that are run whole.
    fn correct(&mut self, guesses: &mut [Guess]) {
        let plan = self.plan;
        let (mut searches, mut sum) = (Vec::new(), 0.0);
        for planned in plan.trials.iter().filter(|planned| plan.variants()[plan.variant(planned)].is_search()) {
            sum += guesses[plan.variant(planned)].seconds;
            searches.push((sum, planned));
        }
        let (begin, time) = (Instant::now(), (sum * CHECKED).clamp(ALL_CHECKS[0].min(sum / 4.0), ALL_CHECKS[1]));
        let (mut checks, mut ratios) = (0, 0.0);
        while begin.elapsed().as_secs_f64() < time && !self.stop.load(Ordering::Relaxed) {
            // Multiples of the golden section lie evenly whatever their number.
            let point = (f64::from(checks + 1) * 0.618_033_988_749_895).fract() * sum;
            let place = searches.partition_point(|search| search.0 < point).min(searches.len() - 1);
            let planned = searches[place].1;
            let guess = guesses[plan.variant(planned)].seconds;
            let (record, _, seconds) = self.run(planned, &plan.trial(planned), EACH_CHECK);
            // A guess whose check does not end in time is believed, unless it is known to be too low.
            let is_cut = record.status.is_incomplete() && seconds >= EACH_CHECK.as_secs_f64() * 0.9;
            ratios += if is_cut { seconds.max(guess) } else { seconds + RECORDING } / guess;
            checks += 1;
        }
        if checks < FEWEST_CHECKS {
            return;
        }
        let corrected = guesses.iter_mut().zip(plan.variants()).filter(|(_, variant)| variant.is_search());
        for (guess, variant) in corrected {
            guess.seconds = (guess.seconds * ratios / f64::from(checks)).min(longest(&variant.limits));
        }
    }
}

/// Seconds of a limit on time, with those of recording; infinite without a limit.
fn longest(limits: &Limits) -> f64 {
    limits.microseconds.map_or(f64::INFINITY, |time| time as f64 / 1e6 + RECORDING)
}

/// The ladders of a plan, with their instances in the order in which they are run, which is drawn at random.
fn ladders(plan: &Plan) -> Vec<Ladder> {
    let mut ladders: IndexMap<String, (Ladder, IndexMap<u32, Vec<Planned>>)> = IndexMap::new();
    for planned in plan.in_order_of_running(|_| true) {
        let place = plan.variant(&planned);
        let variant = &plan.variants()[place];
        // Players have the same parameters in other seats.
        let key = format!("{} {} {:?} {:?}", variant.label, variant.group, variant.params, variant.limits);
        let empty = || (Ladder { variants: vec![], instances: vec![], next: 0, trials: 0 }, IndexMap::new());
        let (ladder, instances) = ladders.entry(key).or_insert_with(empty);
        if !ladder.variants.contains(&place) {
            ladder.variants.push(place);
        }
        ladder.trials += 1;
        let steps: &mut Vec<Planned> = instances.entry(planned.instance).or_default();
        if steps.iter().all(|step| plan.variant(step) != place) {
            steps.push(planned);
        }
    }
    let finished = |(mut ladder, instances): (Ladder, IndexMap<u32, Vec<Planned>>)| {
        ladder.instances = instances.into_values().collect();
        for steps in &mut ladder.instances {
            steps.sort_by_key(|step| plan.variants()[plan.variant(step)].depth);
        }
        ladder.trials /= ladder.variants.len().max(1);
        ladder
    };
    ladders.into_values().map(finished).collect()
}

/// Searches of one instance to several depths.
#[derive(Debug, Default)]
struct Climb {
    /// Depths whose nodes are known, the lowest first.
    steps: Vec<(u32, f64)>,
    /// Seconds of a node, as soon as a search did not end.
    rate: Option<f64>,
}

impl Climb {
    /// The guess for a search that is too deep to be tried; `None` while nothing is too deep, or nothing is known.
    fn beyond(&self, trial: &Trial) -> Option<Guess> {
        let rate = self.rate?;
        let Limits { nodes, microseconds, .. } = trial.limits;
        let most = nodes.map_or(f64::INFINITY, |nodes| nodes as f64);
        let nodes = trial.depth.and_then(|depth| self.nodes(depth)).unwrap_or(f64::INFINITY).min(most);
        let longest = microseconds.map_or(f64::INFINITY, |time| time as f64 / 1e6);
        let seconds = (nodes * rate).min(longest);
        seconds.is_finite().then_some(Guess { seconds, is_bound: false })
    }

    /// The nodes of a depth. Even and odd depths grow in steps of their own, so two plies make one step.
    fn nodes(&self, depth: u32) -> Option<f64> {
        let (mut before, mut last, mut at, growth) = match *self.steps.as_slice() {
            [] => return None,
            [(at, nodes)] => (nodes / GROWTH, nodes, at, GROWTH * GROWTH),
            [(low, fewer), (at, more)] => {
                let growth = (more / fewer).clamp(1.0, 100.0).powf(1.0 / f64::from(at - low));
                (more / growth, more, at, growth * growth)
            }
            [.., (low, fewest), (middle, fewer), (at, more)] => {
                let growth = (more / fewest).clamp(1.0, 1e4).powf(2.0 / f64::from(at - low));
                let before = if at - middle == 1 { fewer } else { more / growth.sqrt() };
                (before, more, at, growth)
            }
        };
        while at < depth {
            (before, last, at) = (last, before * growth, at + 1);
        }
        Some(last)
    }
}

/// Moves of a game, both sides together, from an opening.
fn usual_moves(world: &str) -> f64 {
    const UNKNOWN: f64 = 40.0;
    world_of(world).map_or(UNKNOWN, |world| world.info().usual_moves)
}
