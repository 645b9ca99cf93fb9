//! Coverage of confidence intervals and error rates of verdicts, by simulation: samples from distributions with known
//! parameters, judged as the claims of an experiment are.
//!
//! Guarantees  The same figures on every machine for the same seed.

use super::claim::{Figure, Shows};
use super::demand::Demand;
use super::estimate::{Estimate, Measurement};
use super::request::ClaimStatistic;
use super::select::Comparison;
use super::summary::LEVEL;
use searchlab_search::stream::Stream;
use searchlab_statistics::censored::Censored;
use searchlab_statistics::deterministic_math::{exp, ln};
use searchlab_statistics::elo::score;
use searchlab_statistics::normal;

/// Sizes of samples.
pub const SIZES: [usize; 4] = [5, 10, 20, 100];
/// The level of the verdicts.
pub(crate) const VERDICT_LEVEL: f64 = 0.05;

/// Random numbers of known distributions.
#[derive(Debug)]
struct Random {
    words: Stream,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { words: Stream::of_simulation(seed) }
    }

    /// Above 0 and below 1.
    fn uniform(&mut self) -> f64 {
        (f64::from(self.words.word()) + 0.5) / 4_294_967_296.0
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.uniform() * f64::from(bound)) as u32
    }

    /// Mean 0, deviation 1 (Marsaglia, Bray, SIAM Review 6, 1964).
    fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square < 1.0 {
                return x * (-2.0 * ln(square) / square).sqrt();
            }
        }
    }
}

/// The shape of a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// Normally distributed.
    Normal,
    /// Lognormally, σ = 1/2: skewness 1.75, excess kurtosis 5.9.
    Lognormal,
    /// Normally, but 5 % of the values ten times as far.
    Outliers,
}

/// All, with their names.
pub(crate) const SPREADS: [(Spread, &str); 3] =
    [(Spread::Normal, "normal"), (Spread::Lognormal, "lognormal"), (Spread::Outliers, "with outliers")];

impl Spread {
    /// A value with mean 0 and a deviation near 1.
    fn draw(self, random: &mut Random) -> f64 {
        match self {
            Self::Normal => random.normal(),
            Self::Lognormal => (exp(0.5 * random.normal()) - exp(0.125)) / 0.6,
            Self::Outliers => random.normal() * if random.uniform() < 0.05 { 10.0 } else { 1.0 },
        }
    }

    /// The median of such values.
    fn median(self) -> f64 {
        match self {
            Self::Lognormal => (1.0 - exp(0.125)) / 0.6,
            Self::Normal | Self::Outliers => 0.0,
        }
    }
}

/// A quantity whose true number is known.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The statistic.
    pub statistic: ClaimStatistic,
    /// Its name in tables.
    pub name: &'static str,
    /// True if its values have the shape of a [`Spread`].
    pub has_spread: bool,
    draw: fn(&mut Random, Spread, u64) -> Vec<Measurement>,
    truth: fn(Spread, usize) -> f64,
}

/// Proportions and differences of strength that are simulated.
const PROPORTIONS: [f64; 2] = [0.5, 0.9];
const STRENGTHS: [f64; 2] = [0.0, 150.0];
/// Where the limit of the simulated trials stands, in logarithms: 11 % are ended.
const LIMIT: f64 = 0.6;

fn single(unit: u64, value: f64) -> Vec<Measurement> {
    vec![Measurement::of(unit, Censored::finished(value))]
}

fn pair(unit: u64, value: f64, baseline: f64) -> Vec<Measurement> {
    vec![Measurement::pair(unit, Censored::finished(value), Censored::finished(baseline))]
}

/// Half of the pairs or more are equal.
fn equal<const PLACE: usize>(random: &mut Random, _: Spread, unit: u64) -> Vec<Measurement> {
    pair(unit, 1.0, if random.uniform() < PROPORTIONS[PLACE] { 1.0 } else { 2.0 })
}

/// Two games of an opening that favours a side, a third of them drawn.
fn games<const PLACE: usize>(random: &mut Random, _: Spread, unit: u64) -> Vec<Measurement> {
    let favour = if random.uniform() < 0.5 { 0.12 } else { -0.12 };
    let won = score(STRENGTHS[PLACE]);
    [favour, -favour]
        .into_iter()
        .flat_map(|favour| {
            let drawn = 2.0 / 3.0 * won.min(1.0 - won);
            let place = random.uniform();
            let points = if place < won - drawn / 2.0 + favour * drawn {
                1.0
            } else if place < won + drawn / 2.0 + favour * drawn {
                0.5
            } else {
                0.0
            };
            single(unit, points)
        })
        .collect()
}

/// All that is simulated.
pub const SUBJECTS: [Subject; 12] = [
    Subject {
        statistic: ClaimStatistic::Mean,
        name: "mean",
        has_spread: true,
        draw: |random, spread, unit| single(unit, 10.0 + 3.0 * spread.draw(random)),
        truth: |_, _| 10.0,
    },
    Subject {
        statistic: ClaimStatistic::Sum,
        name: "sum",
        has_spread: true,
        draw: |random, spread, unit| single(unit, 10.0 + 3.0 * spread.draw(random)),
        truth: |_, count| 10.0 * count as f64,
    },
    Subject {
        statistic: ClaimStatistic::Median,
        name: "median",
        has_spread: true,
        draw: |random, spread, unit| single(unit, 10.0 + 3.0 * spread.draw(random)),
        truth: |spread, _| 10.0 + 3.0 * spread.median(),
    },
    Subject {
        statistic: ClaimStatistic::GeometricMean,
        name: "geometric mean of ratios",
        has_spread: true,
        draw: |random, spread, unit| {
            let size = exp(10.0 + 2.0 * random.normal());
            pair(unit, size * exp(0.5 + 0.5 * spread.draw(random)), size)
        },
        truth: |_, _| exp(0.5),
    },
    Subject {
        statistic: ClaimStatistic::Sum,
        name: "ratio of sums",
        has_spread: true,
        draw: |random, spread, unit| {
            let size = exp(0.5 * random.normal());
            pair(unit, size * (20.0 + 3.0 * spread.draw(random)), size * 10.0)
        },
        truth: |_, _| 2.0,
    },
    Subject {
        statistic: ClaimStatistic::Median,
        name: "median of ratios",
        has_spread: true,
        draw: |random, spread, unit| {
            let size = exp(10.0 + 2.0 * random.normal());
            pair(unit, size * exp(0.5 + 0.5 * spread.draw(random)), size)
        },
        truth: |spread, _| exp(0.5 + 0.5 * spread.median()),
    },
    Subject {
        statistic: ClaimStatistic::Branching,
        name: "growth with depth",
        has_spread: true,
        draw: |random, spread, unit| {
            let (root, slope) = (5.0 + 2.0 * random.normal(), ln(2.7) + 0.1 * spread.draw(random));
            let at = |depth: u32, random: &mut Random| {
                let nodes = exp(root + f64::from(depth) * slope + 0.2 * random.normal());
                Measurement {
                    plies: [(unit, Some(depth)), (0, None)],
                    ..Measurement::of(unit, Censored::finished(nodes))
                }
            };
            (3..=7).map(|depth| at(depth, random)).collect()
        },
        truth: |_, _| 2.7,
    },
    Subject {
        statistic: ClaimStatistic::Par10,
        name: "PAR-10, 11 % ended, lognormal",
        has_spread: false,
        draw: |random, _, unit| {
            let logarithm = 0.5 * random.normal();
            let value =
                if logarithm < LIMIT { Censored::finished(exp(logarithm)) } else { Censored::at_least(exp(LIMIT)) };
            vec![Measurement::of(unit, value)]
        },
        // E[X; X < L] + 10 L P(X ≥ L) of the lognormal distribution.
        truth: |_, _| {
            exp(0.125) * normal::probability(LIMIT / 0.5 - 0.5)
                + 10.0 * exp(LIMIT) * (1.0 - normal::probability(LIMIT / 0.5))
        },
    },
    Subject {
        statistic: ClaimStatistic::Equal,
        name: "proportion of 0.5",
        has_spread: false,
        draw: equal::<0>,
        truth: |_, _| PROPORTIONS[0],
    },
    Subject {
        statistic: ClaimStatistic::Equal,
        name: "proportion of 0.9",
        has_spread: false,
        draw: equal::<1>,
        truth: |_, _| PROPORTIONS[1],
    },
    Subject {
        statistic: ClaimStatistic::Elo,
        name: "Elo of 0, pairs of games",
        has_spread: false,
        draw: games::<0>,
        truth: |_, _| STRENGTHS[0],
    },
    Subject {
        statistic: ClaimStatistic::Elo,
        name: "Elo of 150, pairs of games",
        has_spread: false,
        draw: games::<1>,
        truth: |_, _| STRENGTHS[1],
    },
];

impl Subject {
    /// The spreads that tell something.
    pub fn spreads(&self) -> &'static [(Spread, &'static str)] {
        if self.has_spread { &SPREADS } else { &[(Spread::Normal, "")] }
    }

    fn sample(&self, random: &mut Random, spread: Spread, count: usize) -> Vec<Measurement> {
        (0..count as u64).flat_map(|unit| (self.draw)(random, spread, unit)).collect()
    }
}

/// Misses of the 95 % confidence interval on either side, in per cent of the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Misses {
    /// The true number lies below the interval.
    pub below: f64,
    /// It lies above.
    pub above: f64,
}

/// The misses of the intervals of a subject over `samples` samples of `count` units each.
pub fn misses(subject: &Subject, spread: Spread, count: usize, samples: u32, seed: u64) -> Misses {
    let mut random = Random::new(seed);
    let truth = (subject.truth)(spread, count);
    let (mut below, mut above) = (0, 0);
    let alpha = (1.0 - LEVEL) / 2.0;
    for _ in 0..samples {
        if let Ok(estimate) = Estimate::of(&subject.sample(&mut random, spread, count), subject.statistic) {
            below += u32::from(truth < estimate.lower(alpha));
            above += u32::from(truth > estimate.upper(alpha));
        }
    }
    let percent = |count: u32| f64::from(count) * 100.0 / f64::from(samples);
    Misses { below: percent(below), above: percent(above) }
}

/// Counts of right and false verdicts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Claims that were judged.
    pub claims: u32,
    /// Of them not true.
    pub untrue: u32,
    /// Not true, and held.
    pub false_held: u32,
    /// True, and refuted.
    pub false_refuted: u32,
    /// Held or refuted rightly.
    pub decided: u32,
    /// Whose interval says something else than the verdict.
    pub contradictions: u32,
}

impl Verdicts {
    /// False verdicts in per cent of the claims that could get them: held of those that are not true, refuted of those that
    /// are.
    pub fn rates(&self) -> [f64; 2] {
        let percent = |part: u32, of: u32| if of == 0 { 0.0 } else { f64::from(part) * 100.0 / f64::from(of) };
        [percent(self.false_held, self.untrue), percent(self.false_refuted, self.claims - self.untrue)]
    }
}

/// Judges `claims` claims on a subject, of samples of `count` units: half with the true number at the threshold, where
/// false verdicts are the most frequent, half with a threshold up to a factor 2 or 100 Elo away.
pub fn verdicts(subject: &Subject, spread: Spread, count: usize, claims: u32, seed: u64) -> Verdicts {
    let mut random = Random::new(seed);
    let truth = (subject.truth)(spread, count);
    let mut found = Verdicts::default();
    for _ in 0..claims {
        let away = if random.uniform() < 0.5 { 0.0 } else { 2.0 * random.uniform() - 1.0 };
        let threshold = match subject.statistic {
            ClaimStatistic::Elo => truth + 100.0 * away,
            ClaimStatistic::Equal => (truth + 0.3 * away).clamp(0.05, 0.95),
            _ => truth * exp(0.7 * away),
        };
        let demand = demand(&mut random, subject.statistic, threshold);
        let sample = subject.sample(&mut random, spread, count);
        let figure = Figure::of_sample(sample, subject.statistic, demand, VERDICT_LEVEL);
        let (is_true, _) = demand.of_range(truth, truth);
        found.claims += 1;
        found.untrue += u32::from(!is_true);
        match figure.shows {
            Shows::Claim if !is_true => found.false_held += 1,
            Shows::Opposite if is_true => found.false_refuted += 1,
            Shows::Claim | Shows::Opposite => found.decided += 1,
            Shows::Neither | Shows::Nothing => {}
        }
        found.contradictions += u32::from(contradicts(&figure, demand));
    }
    found
}

/// A demand whose threshold, or one of whose margins, is this number.
fn demand(random: &mut Random, statistic: ClaimStatistic, threshold: f64) -> Demand {
    let width = match statistic {
        ClaimStatistic::Elo => threshold + 60.0,
        ClaimStatistic::Equal => threshold + 0.2,
        _ => threshold * 1.2,
    };
    match random.below(5) {
        0 => Demand::Compares(Comparison::Less, threshold),
        1 => Demand::Compares(Comparison::AtMost, threshold),
        2 => Demand::Compares(Comparison::Greater, threshold),
        3 => Demand::Compares(Comparison::AtLeast, threshold),
        _ => Demand::Within(threshold, width),
    }
}

/// True if the interval of a figure contradicts its outcome.
fn contradicts(figure: &Figure, demand: Demand) -> bool {
    let Some(interval) = figure.interval else { return matches!(figure.shows, Shows::Claim | Shows::Opposite) };
    let (all, none) = demand.of_range(interval.low, interval.high);
    all != (figure.shows == Shows::Claim) || none != (figure.shows == Shows::Opposite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::long::is_long;

    /// 10^5 claims of every statistic with an interval: none contradicts its interval, and false verdicts stay within the
    /// level. Each rate is of 4,000 claims or more, so that one deviation is at most 0.35 %; 40,000 claims and 0.55 % where
    /// a part is enough.
    #[test]
    fn false_verdicts_stay_within_the_level() {
        let claims = if is_long() { 1_000 } else { 200 };
        let mut all = 0;
        for (place, subject) in SUBJECTS.iter().enumerate() {
            let mut sum = Verdicts::default();
            for (spread, _) in subject.spreads() {
                for count in SIZES {
                    let claims = if subject.has_spread { claims } else { 3 * claims };
                    let found = verdicts(subject, *spread, count, claims, place as u64);
                    assert_eq!(found.contradictions, 0, "{} of {count}", subject.name);
                    sum.claims += found.claims;
                    sum.untrue += found.untrue;
                    sum.false_held += found.false_held;
                    sum.false_refuted += found.false_refuted;
                    sum.decided += found.decided;
                }
            }
            let rates = sum.rates();
            assert!(rates.iter().all(|&rate| rate <= 5.0), "{}: {rates:?} % of {sum:?}", subject.name);
            assert!(sum.decided * 20 > sum.claims, "{}: {sum:?}", subject.name);
            all += sum.claims;
        }
        assert!(all >= if is_long() { 100_000 } else { 20_000 }, "{all}");
    }
}
