//! The number of a claim, and what it may be where limits ended trials.
//!
//! A bound may be any number from itself upwards. All statistics here but the growth only rise with each value and only
//! fall with each value of the baseline, so the range of the number lies between two extremes: all bounds at their
//! least, or without end. Neither assumes anything of the trials that were ended, as an estimate of Kaplan and Meier
//! would.
//!
//! The slope of the growth rises with the nodes at a depth that is not below the mean depth of its series, and falls with
//! those of the others. So bounds in the deeper half leave a lower bound, and other bounds leave nothing.

use std::collections::BTreeMap;

use super::super::ratings::{pairs, tally};
use super::super::request::{ClaimStatistic, Statistic};
use super::super::summary::{interval, interval_of_ratios};
use crate::statistics::censored::{Censored, Known, bounded_geometric_mean_of_ratios};
use crate::statistics::elo::{Pairs, Rated, Results, Tally};
use crate::statistics::growth::Growth;
use crate::statistics::interval::Interval;
use crate::statistics::quantile::median;
use crate::statistics::ratio::geometric_mean;
use crate::statistics::share::share;
use crate::statistics::undefined::Undefined;

const LEVEL: f64 = 0.95;

/// Where a measurement stands in a growth: its series, and the depth.
pub(super) type Ply = (u64, Option<u32>);

/// What a figure is of: values, or pairs of a value and that of the baseline.
#[derive(Default)]
pub(super) struct Sample {
    values: Vec<Censored>,
    plies: Vec<Ply>,
    /// As many as values, or none.
    baselines: Vec<Censored>,
    baseline_plies: Vec<Ply>,
}

impl Sample {
    pub(super) fn push(&mut self, value: Censored, ply: Ply) {
        self.values.push(value);
        self.plies.push(ply);
    }

    pub(super) fn push_pair(&mut self, (value, baseline): (Censored, Censored), ply: Ply, baseline_ply: Ply) {
        self.push(value, ply);
        self.baselines.push(baseline);
        self.baseline_plies.push(baseline_ply);
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn is_paired(&self) -> bool {
        !self.baselines.is_empty()
    }

    pub(super) fn pairs(&self) -> Vec<(Censored, Censored)> {
        self.values.iter().copied().zip(self.baselines.iter().copied()).collect()
    }
}

/// What a number is, or between what it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// It is this or more.
    pub(super) low: f64,
    /// It is this or less.
    pub(super) high: f64,
    /// Its 95 % interval.
    pub(super) interval: Option<Interval>,
    /// Why it is a range, where it is one.
    why: &'static str,
}

const LIMITS: &str = "limits ended trials";

impl Estimate {
    fn exactly(value: f64, interval: Option<Interval>) -> Self {
        Self { low: value, high: value, interval: interval.filter(|_| value.is_finite()), why: LIMITS }
    }

    fn between(low: f64, high: f64) -> Self {
        Self { low, high, interval: None, why: LIMITS }
    }

    /// The number, or the one end of its range that is known.
    pub(super) fn value(&self) -> Option<f64> {
        match (self.low, self.high) {
            (low, high) if low.to_bits() == high.to_bits() => Some(low),
            (low, high) if high.is_infinite() && low > 0.0 => Some(low),
            (low, high) if low <= 0.0 && high.is_finite() => Some(high),
            _ => None,
        }
    }

    /// What the number alone does not say.
    pub(super) fn remark(&self) -> Option<String> {
        let digits = |number: f64| format!("{}", (number * 1e4).round() / 1e4);
        match (self.low, self.high) {
            (low, high) if low.to_bits() == high.to_bits() => None,
            (low, high) if high.is_infinite() && low > 0.0 => Some(format!("at least, since {}", self.why)),
            (_, high) if high.is_infinite() => Some("limits leave it open".to_owned()),
            (low, _) if low <= 0.0 => Some(format!("at most, since {}", self.why)),
            (low, high) => Some(format!("between {} and {}, since {}", digits(low), digits(high), self.why)),
        }
    }
}

/// The number that a claim is about; the sample is not empty.
///
/// # Errors
/// Why there is none.
pub(super) fn of(sample: &Sample, statistic: ClaimStatistic) -> Result<Estimate, String> {
    match (statistic, sample.is_paired()) {
        (ClaimStatistic::Branching, false) => growth(&sample.values, &sample.plies),
        (ClaimStatistic::Branching, true) => growths(sample),
        (ClaimStatistic::Elo, false) => elo(sample),
        (ClaimStatistic::Elo, true) => Err("Elo are of games, without `over`".to_owned()),
        (_, true) => of_pairs(&sample.pairs(), statistic),
        (_, false) => of_values(&sample.values, statistic),
    }
}

fn of_values(values: &[Censored], statistic: ClaimStatistic) -> Result<Estimate, String> {
    let lows: Vec<f64> = values.iter().map(|value| value.value).collect();
    let highs: Vec<f64> = values.iter().map(high_end).collect();
    let is_bound = values.iter().any(|value| value.is_bound);
    let number = |numbers: &[f64]| number_of(numbers, statistic);
    let low = number(&lows)?;
    if is_bound {
        return Ok(Estimate::between(low, number(&highs)?));
    }
    let interval = match statistic {
        ClaimStatistic::Mean => interval(&lows, Statistic::Mean),
        ClaimStatistic::Median => interval(&lows, Statistic::Median),
        ClaimStatistic::GeometricMean => interval(&lows, Statistic::GeometricMean),
        ClaimStatistic::Finished => share(lows.iter().filter(|&&one| one > 0.0).count(), lows.len(), LEVEL).ok(),
        _ => None,
    };
    Ok(Estimate::exactly(low, interval))
}

/// Of numbers that may be infinite.
fn number_of(numbers: &[f64], statistic: ClaimStatistic) -> Result<f64, String> {
    let sum = || numbers.iter().sum::<f64>();
    let has_no_end = numbers.iter().any(|number| number.is_infinite());
    Ok(match statistic {
        ClaimStatistic::Mean | ClaimStatistic::Finished => sum() / numbers.len() as f64,
        ClaimStatistic::Sum => sum(),
        ClaimStatistic::Median => median_of(numbers)?,
        ClaimStatistic::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        ClaimStatistic::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        ClaimStatistic::GeometricMean if has_no_end => f64::INFINITY,
        ClaimStatistic::GeometricMean => geometric_mean(numbers).map_err(|reason| reason.to_string())?,
        ClaimStatistic::Equal | ClaimStatistic::Smaller | ClaimStatistic::Branching | ClaimStatistic::Elo => {
            return Err("it takes pairs".to_owned());
        }
    })
}

/// The median, where some numbers may be infinite: those stand in for a number above all others.
fn median_of(numbers: &[f64]) -> Result<f64, String> {
    let undefined = |reason: crate::statistics::undefined::Undefined| reason.to_string();
    if numbers.iter().all(|number| number.is_finite()) {
        return median(numbers).map_err(undefined);
    }
    let mut ordered = numbers.to_vec();
    ordered.sort_by(f64::total_cmp);
    Ok(f64::midpoint(ordered[(ordered.len() - 1) / 2], ordered[ordered.len() / 2]))
}

fn high_end(value: &Censored) -> f64 {
    if value.is_bound { f64::INFINITY } else { value.value }
}

fn of_pairs(pairs: &[(Censored, Censored)], statistic: ClaimStatistic) -> Result<Estimate, String> {
    match statistic {
        ClaimStatistic::GeometricMean => {
            let known = bounded_geometric_mean_of_ratios(pairs).map_err(|reason| reason.to_string())?;
            Ok(match known {
                Known::Exactly(ratio) => Estimate::exactly(ratio, interval_of_ratios(pairs)),
                Known::AtLeast(ratio) => Estimate::between(ratio, f64::INFINITY),
                Known::AtMost(ratio) => Estimate::between(0.0, ratio),
                Known::Nothing => Estimate::between(0.0, f64::INFINITY),
            })
        }
        ClaimStatistic::Mean | ClaimStatistic::Sum | ClaimStatistic::Finished => ratio_of_sums(pairs),
        ClaimStatistic::Equal => Ok(equal(pairs)),
        ClaimStatistic::Smaller => Ok(smaller(pairs)),
        ClaimStatistic::Median | ClaimStatistic::Min | ClaimStatistic::Max => ratios(pairs, statistic),
        ClaimStatistic::Branching | ClaimStatistic::Elo => Err("it takes depths".to_owned()),
    }
}

/// The sum of the values over that of the baseline, which is the ratio of the means.
fn ratio_of_sums(pairs: &[(Censored, Censored)]) -> Result<Estimate, String> {
    let value: f64 = pairs.iter().map(|pair| pair.0.value).sum();
    let baseline: f64 = pairs.iter().map(|pair| pair.1.value).sum();
    if baseline == 0.0 {
        return Err("the sum of the baseline is 0".to_owned());
    }
    let ratio = value / baseline;
    let has_bounds = (pairs.iter().any(|pair| pair.0.is_bound), pairs.iter().any(|pair| pair.1.is_bound));
    Ok(ranged(ratio, has_bounds, None))
}

/// A ratio with bounds in the value, in the baseline, or in both.
fn ranged(ratio: f64, (above, below): (bool, bool), interval: Option<Interval>) -> Estimate {
    match (above, below) {
        (false, false) => Estimate::exactly(ratio, interval),
        _ => Estimate::between(if below { 0.0 } else { ratio }, if above { f64::INFINITY } else { ratio }),
    }
}

/// Median, least or greatest of the ratios.
fn ratios(pairs: &[(Censored, Censored)], statistic: ClaimStatistic) -> Result<Estimate, String> {
    if pairs.iter().any(|pair| pair.1.value == 0.0) {
        return Err("a baseline is 0, so it has no ratio".to_owned());
    }
    let each = pairs
        .iter()
        .map(|(value, baseline)| ranged(value.value / baseline.value, (value.is_bound, baseline.is_bound), None));
    let (lows, highs): (Vec<f64>, Vec<f64>) = each.map(|ratio| (ratio.low, ratio.high)).unzip();
    let low = number_of(&lows, statistic)?;
    if pairs.iter().any(|(value, baseline)| value.is_bound || baseline.is_bound) {
        return Ok(Estimate::between(low, number_of(&highs, statistic)?));
    }
    let interval = interval(&lows, Statistic::Median).filter(|_| statistic == ClaimStatistic::Median);
    Ok(Estimate::exactly(low, interval))
}

/// The share of the pairs with equal numbers.
#[allow(clippy::float_cmp, reason = "equal means equal here")]
fn equal(pairs: &[(Censored, Censored)]) -> Estimate {
    let is_sure = |(value, baseline): &&(Censored, Censored)| {
        !value.is_bound && !baseline.is_bound && value.value == baseline.value
    };
    let may_be = |(value, baseline): &&(Censored, Censored)| match (value.is_bound, baseline.is_bound) {
        (false, false) => value.value == baseline.value,
        (true, false) => value.value <= baseline.value,
        (false, true) => baseline.value <= value.value,
        (true, true) => true,
    };
    share_of(pairs.iter().filter(is_sure).count(), pairs.iter().filter(may_be).count(), pairs.len())
}

fn share_of(sure: usize, possible: usize, count: usize) -> Estimate {
    let part = |hits: usize| hits as f64 / count as f64;
    if sure == possible {
        return Estimate::exactly(part(sure), share(sure, count, LEVEL).ok());
    }
    Estimate::between(part(sure), part(possible))
}

/// The share of the pairs in which the value is smaller.
fn smaller(pairs: &[(Censored, Censored)]) -> Estimate {
    let is_sure = |(value, baseline): &&(Censored, Censored)| !value.is_bound && value.value < baseline.value;
    // A baseline that may still rise may rise above the value.
    let may_be = |(value, baseline): &&(Censored, Censored)| baseline.is_bound || value.value < baseline.value;
    share_of(pairs.iter().filter(is_sure).count(), pairs.iter().filter(may_be).count(), pairs.len())
}

/// The results of games, as those of pairs if every opening was played with both colours.
pub(super) enum Outcomes {
    /// Independent pairs.
    Pairs(Pairs),
    /// Games.
    Games(Tally),
}

impl Outcomes {
    /// Of points, those of one pair with equal series.
    pub(super) fn of(sample: &Sample) -> Self {
        let mut games: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for (points, (pair, _)) in sample.values.iter().zip(&sample.plies) {
            games.entry(*pair).or_default().push(points.value);
        }
        pairs(games.values().map(Vec::as_slice))
            .map_or_else(|| Self::Games(tally(sample.values.iter().map(|points| points.value))), Self::Pairs)
    }

    fn rated(&self) -> Result<Rated, Undefined> {
        match self {
            Self::Pairs(pairs) => pairs.rated(LEVEL),
            Self::Games(tally) => tally.rated(LEVEL),
        }
    }

    /// How sure it is that the player is stronger by more than so many Elo.
    pub(super) fn superiority_by(&self, elo: f64) -> Result<f64, Undefined> {
        match self {
            Self::Pairs(pairs) => pairs.superiority_by(elo),
            Self::Games(tally) => tally.superiority_by(elo),
        }
    }
}

/// The difference in strength that explains the score best.
fn elo(sample: &Sample) -> Result<Estimate, String> {
    let rated = Outcomes::of(sample).rated().map_err(|reason| reason.to_string())?;
    let low = rated.low.unwrap_or(f64::NEG_INFINITY);
    let high = rated.high.unwrap_or(f64::INFINITY);
    match rated.elo {
        Some(elo) => Ok(Estimate::exactly(elo, Some(Interval { low, high }))),
        None => Ok(Estimate { why: "one side won all games", ..Estimate::between(low, high) }),
    }
}

/// The fitted growth of nodes from ply to ply.
fn growth(values: &[Censored], plies: &[Ply]) -> Result<Estimate, String> {
    let mut series: BTreeMap<u64, BTreeMap<u32, Censored>> = BTreeMap::new();
    for (value, (series_of, depth)) in values.iter().zip(plies) {
        if let Some(depth) = depth {
            // A task of a baseline may be in several pairs.
            series.entry(*series_of).or_default().insert(*depth, *value);
        }
    }
    let points: Vec<Vec<(u32, f64)>> =
        series.values().map(|points| points.iter().map(|(&depth, value)| (depth, value.value)).collect()).collect();
    let fitted = Growth::of(&points, LEVEL).map_err(|reason| reason.to_string())?;
    if series.values().flat_map(BTreeMap::values).all(|value| !value.is_bound) {
        return Ok(Estimate::exactly(fitted.factor, fitted.interval));
    }
    let is_deep = |points: &BTreeMap<u32, Censored>| {
        let sum: u64 = points.keys().map(|&depth| u64::from(depth)).sum();
        let is_deep = |depth: u32| u64::from(depth) * points.len() as u64 >= sum;
        points.iter().all(|(&depth, value)| !value.is_bound || is_deep(depth))
    };
    let low = if series.values().all(is_deep) { fitted.factor } else { 0.0 };
    Ok(Estimate::between(low, f64::INFINITY))
}

/// One growth over another.
fn growths(sample: &Sample) -> Result<Estimate, String> {
    let value = growth(&sample.values, &sample.plies)?;
    let baseline = growth(&sample.baselines, &sample.baseline_plies)?;
    let low = if baseline.high.is_infinite() { 0.0 } else { value.low / baseline.high };
    let high = if baseline.low <= 0.0 { f64::INFINITY } else { value.high / baseline.low };
    Ok(Estimate::between(low, high))
}
