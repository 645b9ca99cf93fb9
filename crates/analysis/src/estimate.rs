//! Point estimates with their confidence intervals, also of censored measurements. Tables, charts, claims and `diff` all
//! come here, so that one question has one answer.
//!
//! Independent of each other are only the units, usually the instances: what was measured of one unit at several depths
//! or with several parameters is brought together first, and counts once.
//!
//! A limit leaves a range for a measurement: from what had been reached upwards. All statistics here but the growth rise
//! with each value and fall with each value of the baseline, so the range of the number lies between two extremes: all
//! bounds at their least, or without end. The lower bound of confidence is that of the lower extreme, the upper that of
//! the other. The slope of a growth rises with the nodes at a depth that is not below the mean depth of its series: bounds
//! in the deeper half leave a lower bound, and other bounds leave nothing.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::request::ClaimStatistic;
use searchlab_statistics::censored::{Censored, penalised_mean};
use searchlab_statistics::confidence::Confidence;
use searchlab_statistics::deterministic_math::{exp, ln};
use searchlab_statistics::elo::elo;
use searchlab_statistics::growth::Growth;
use searchlab_statistics::interval::Interval;
use searchlab_statistics::quantile::median;
use searchlab_statistics::ratio::{self, geometric_mean, log_ratio};
use searchlab_statistics::undefined::positive_pairs;

/// A measurement of a unit, or a pair of one and that of the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// Equal for what is not independent.
    pub unit: u64,
    /// The value.
    pub value: Censored,
    /// The value of the baseline in a paired measurement.
    pub baseline: Option<Censored>,
    /// Of a growth: equal for what differs in the depth only, and the depth; of the value and of the baseline.
    pub plies: [(u64, Option<u32>); 2],
    /// Of a game: a number that is equal for games with the same moves.
    pub game: Option<u64>,
}

impl Measurement {
    /// A value of this unit, without a baseline.
    pub const fn of(unit: u64, value: Censored) -> Self {
        Self { unit, value, baseline: None, plies: [(0, None); 2], game: None }
    }

    /// A pair.
    pub const fn pair(unit: u64, value: Censored, baseline: Censored) -> Self {
        Self { baseline: Some(baseline), ..Self::of(unit, value) }
    }

    /// From what to what the value may range, and the baseline.
    fn ranges(&self) -> [[f64; 2]; 2] {
        let range = |number: Censored| [number.value, if number.is_bound { f64::INFINITY } else { number.value }];
        [range(self.value), range(self.baseline.unwrap_or(Censored::finished(1.0)))]
    }

    /// From what to what the ratio may range.
    fn ratios(&self) -> [f64; 2] {
        let [value, baseline] = self.ranges();
        [value[0] / baseline[1], value[1] / baseline[0]]
    }

    /// From what to what the logarithm of the ratio may range.
    fn log_ratios(&self) -> [f64; 2] {
        let [value, baseline] = self.ranges();
        [log_ratio(value[0], baseline[1]), log_ratio(value[1], baseline[0])]
    }

    /// True if value and baseline are known to be equal.
    #[allow(clippy::float_cmp, reason = "equal means equal here")]
    fn is_equal(&self) -> bool {
        self.baseline
            .is_some_and(|baseline| !self.value.is_bound && !baseline.is_bound && self.value.value == baseline.value)
    }
}

/// A point estimate, or its range under censoring, with its confidence bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// It is this or more.
    pub low: f64,
    /// It is this or less.
    pub high: f64,
    /// Sample size: independent units.
    pub units: usize,
    /// Measurements, or pairs of them.
    pub measurements: usize,
    /// Units in which nothing differs: all pairs are equal, or both games are the same.
    pub alike: usize,
    /// True if the effect size is a ratio, and not a difference.
    pub is_ratio: bool,
    above: Option<Confidence>,
    below: Option<Confidence>,
}

/// The extremes of a range.
const ENDS: [usize; 2] = [0, 1];

impl Estimate {
    /// The lower bound of confidence that is too high with at most the probability `alpha`.
    pub(crate) fn lower(&self, alpha: f64) -> f64 {
        self.above.as_ref().map_or(f64::NEG_INFINITY, |confidence| confidence.lower(alpha))
    }

    /// The upper bound that is too low with at most the probability `alpha`.
    pub(crate) fn upper(&self, alpha: f64) -> f64 {
        self.below.as_ref().map_or(f64::INFINITY, |confidence| confidence.upper(alpha))
    }

    /// P of the test that the number is at most the threshold.
    pub(crate) fn p_above(&self, threshold: f64) -> f64 {
        self.above.as_ref().map_or(1.0, |confidence| confidence.p_above(threshold))
    }

    /// P of the test that the number is at least the threshold.
    pub(crate) fn p_below(&self, threshold: f64) -> f64 {
        self.below.as_ref().map_or(1.0, |confidence| confidence.p_below(threshold))
    }

    /// P of the test that the number is the threshold.
    pub fn p_different(&self, threshold: f64) -> f64 {
        (2.0 * self.p_above(threshold).min(self.p_below(threshold))).min(1.0)
    }

    /// The interval of a table or a chart; `None` where limits leave a range, or one end has no bound.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let alpha = (1.0 - level) / 2.0;
        let interval = Interval { low: self.lower(alpha), high: self.upper(alpha) };
        (self.is_exact() && interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
    }

    /// The name of the method behind the bounds; `None` where there are none.
    pub(crate) fn method(&self) -> Option<&'static str> {
        self.above.as_ref().or(self.below.as_ref()).map(Confidence::method)
    }

    /// True if no limit leaves a range.
    pub fn is_exact(&self) -> bool {
        self.low.to_bits() == self.high.to_bits()
    }

    /// The number, or the one end of its range that is known.
    pub fn value(&self) -> Option<f64> {
        match (self.low, self.high) {
            (low, high) if low.to_bits() == high.to_bits() => Some(low).filter(|low| low.is_finite()),
            (low, high) if high.is_infinite() && low > 0.0 => Some(low),
            (low, high) if low <= 0.0 && high.is_finite() => Some(high),
            _ => None,
        }
    }

    /// The number for a table: a lower bound where limits leave no more, nothing where they leave less.
    pub(crate) fn censored(&self) -> Option<Censored> {
        match self.value()? {
            value if self.is_exact() => Some(Censored::finished(value)),
            value if self.high.is_infinite() => Some(Censored::at_least(value)),
            _ => None,
        }
    }

    /// A remark on censoring: "at least, since limits ended trials".
    pub(crate) fn remark(&self) -> Option<String> {
        const WHY: &str = "since limits ended trials";
        let digits = |number: f64| format!("{}", (number * 1e4).round() / 1e4);
        match (self.low, self.high) {
            (low, _) if self.is_exact() && low.is_infinite() => Some("one side won all games".to_owned()),
            _ if self.is_exact() => None,
            (low, high) if high.is_infinite() && low > 0.0 => Some(format!("at least, {WHY}")),
            (_, high) if high.is_infinite() => Some("limits leave it open".to_owned()),
            (low, _) if low <= 0.0 => Some(format!("at most, {WHY}")),
            (low, high) => Some(format!("between {} and {}, {WHY}", digits(low), digits(high))),
        }
    }

    /// The statistic of these measurements, or of the ratios to their baselines.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(sample: &[Measurement], statistic: ClaimStatistic) -> Result<Self, String> {
        if sample.is_empty() {
            return Err("there are no trials".to_owned());
        }
        let mut sample = Cow::Borrowed(sample);
        if !sample.is_sorted_by_key(|it| it.unit) {
            sample.to_mut().sort_by_key(|it| it.unit);
        }
        let units: Vec<&[Measurement]> = sample.chunk_by(|one, other| one.unit == other.unit).collect();
        let is_paired = sample.iter().any(|it| it.baseline.is_some());
        let (ends, [above, below]) = match statistic {
            ClaimStatistic::Equal => parts(&units, is_paired, equal_parts)?,
            ClaimStatistic::Smaller => parts(&units, is_paired, smaller_parts)?,
            ClaimStatistic::Elo => of_scores(&units, is_paired)?,
            ClaimStatistic::Branching => growth(&units, is_paired)?,
            ClaimStatistic::Finished if !is_paired => parts(&units, true, |unit| mean_range(unit, 0))?,
            _ if is_paired => of_pairs(&units, statistic)?,
            _ => of_values(&units, statistic)?,
        };
        let is_positive = sample.iter().all(|it| it.value.value >= 0.0);
        Ok(Self {
            low: ends[0],
            high: ends[1],
            units: units.len(),
            measurements: sample.len(),
            alike: units.iter().filter(|unit| is_alike(unit)).count(),
            is_ratio: is_positive && statistic != ClaimStatistic::Elo && (is_paired || !statistic.is_proportion()),
            above,
            below,
        })
    }
}

/// The two extremes of a number, and the confidence for the bounds above and below.
type Ends = ([f64; 2], [Option<Confidence>; 2]);

/// True if nothing in a unit differs: the pairs are equal, or all games have the same moves.
fn is_alike(unit: &[Measurement]) -> bool {
    match unit[0].game {
        Some(game) => unit.len() > 1 && unit.iter().all(|it| it.game == Some(game)),
        None => unit.iter().all(Measurement::is_equal),
    }
}

/// Both extremes of the number that `whole` makes of those of the units.
fn both<T>(
    units: &[&[Measurement]],
    of_unit: impl Fn(&[Measurement], usize) -> T,
    whole: impl Fn(&[T]) -> (f64, Option<Confidence>),
) -> Ends {
    let [low, high] = ENDS.map(|end| {
        let numbers: Vec<T> = units.iter().map(|unit| of_unit(unit, end)).collect();
        whole(&numbers)
    });
    ([low.0, high.0], [low.1, high.1])
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The mean of the values of a unit, or of its baselines, at an extreme.
fn unit_mean(unit: &[Measurement], which: usize, end: usize) -> f64 {
    unit.iter().map(|it| it.ranges()[which][end]).sum::<f64>() / unit.len() as f64
}

fn mean_range(unit: &[Measurement], which: usize) -> [f64; 2] {
    ENDS.map(|end| unit_mean(unit, which, end))
}

fn of_values(units: &[&[Measurement]], statistic: ClaimStatistic) -> Result<Ends, String> {
    let average = |unit: &[Measurement], end: usize| unit_mean(unit, 0, end);
    Ok(match statistic {
        ClaimStatistic::Mean => both(units, average, |numbers| (mean(numbers), Confidence::of_mean(numbers))),
        ClaimStatistic::Par2 | ClaimStatistic::Par10 => {
            let penalised: Vec<f64> = units.iter().map(|unit| penalised(unit, 0, factor(statistic))).collect();
            let confidence = penalised_confidence(units, factor(statistic));
            ([mean(&penalised); 2], [confidence.clone(), confidence])
        }
        ClaimStatistic::Sum => {
            let sum = |unit: &[Measurement], end: usize| average(unit, end) * unit.len() as f64;
            both(units, sum, |numbers| (numbers.iter().sum(), Confidence::of_total(numbers, numbers.len() as f64)))
        }
        ClaimStatistic::GeometricMean => {
            positive(units)?;
            geometric_means(units)
        }
        ClaimStatistic::Median => {
            let middle = |unit: &[Measurement], end| median_of(unit.iter().map(|it| it.ranges()[0][end]));
            both(units, middle, |numbers| (median_of(numbers.iter().copied()), Confidence::of_median(numbers)))
        }
        ClaimStatistic::Min => extreme(units, |it| it.ranges()[0], f64::min),
        ClaimStatistic::Max => extreme(units, |it| it.ranges()[0], f64::max),
        _ => return Err("it takes pairs".to_owned()),
    })
}

fn of_pairs(units: &[&[Measurement]], statistic: ClaimStatistic) -> Result<Ends, String> {
    let needs_ratios = matches!(statistic, ClaimStatistic::Median | ClaimStatistic::Min | ClaimStatistic::Max);
    if needs_ratios && units.iter().copied().flatten().any(|it| it.ranges()[1][0] == 0.0) {
        return Err("a baseline is 0, so it has no ratio".to_owned());
    }
    Ok(match statistic {
        ClaimStatistic::GeometricMean => {
            positive(units)?;
            geometric_means(units)
        }
        ClaimStatistic::Median => {
            let middle = |unit: &[Measurement], end: usize| median_of(unit.iter().map(|it| it.ratios()[end]));
            both(units, middle, |numbers| (median_of(numbers.iter().copied()), Confidence::of_median(numbers)))
        }
        ClaimStatistic::Min => extreme(units, Measurement::ratios, f64::min),
        ClaimStatistic::Max => extreme(units, Measurement::ratios, f64::max),
        _ => return ratio_of_sums(units, statistic),
    })
}

/// The geometric mean of the ratios; a value without a baseline is a ratio to 1.
fn geometric_means(units: &[&[Measurement]]) -> Ends {
    let logarithm =
        |unit: &[Measurement], end: usize| ratio::mean(&unit.iter().map(|it| it.log_ratios()[end]).collect::<Vec<_>>());
    both(units, logarithm, |logarithms| (geometric_mean(logarithms), Confidence::of_geometric_mean(logarithms)))
}

/// The sum of the values over that of the baselines, which is the ratio of the means.
fn ratio_of_sums(units: &[&[Measurement]], statistic: ClaimStatistic) -> Result<Ends, String> {
    let penalty = Some(factor(statistic)).filter(|&factor| factor > 1.0);
    let number = |unit: &[Measurement], which: usize, end: usize| match (penalty, statistic) {
        (Some(penalty), _) => penalised(unit, which, penalty),
        (None, ClaimStatistic::Sum) => unit_mean(unit, which, end) * unit.len() as f64,
        (None, _) => unit_mean(unit, which, end),
    };
    if units.iter().map(|unit| number(unit, 1, 0)).sum::<f64>() == 0.0 {
        return Err("the sum of the baseline is 0".to_owned());
    }
    Ok(both(
        units,
        |unit, end| (number(unit, 0, end), number(unit, 1, 1 - end)),
        |pairs| {
            let (value, baseline) = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
            let is_known = value > 0.0 && baseline > 0.0 && value.is_finite() && baseline.is_finite();
            let confidence = if is_known { Confidence::of_ratio_of_sums(pairs) } else { None };
            (if baseline.is_infinite() { 0.0 } else { value / baseline }, confidence)
        },
    ))
}

const fn factor(statistic: ClaimStatistic) -> f64 {
    match statistic {
        ClaimStatistic::Par2 => 2.0,
        ClaimStatistic::Par10 => 10.0,
        _ => 1.0,
    }
}

/// PAR-k of a unit: a bound counts as `factor` times its value (Hutter and others, Journal of Artificial Intelligence
/// Research 36, 2009).
fn penalised(unit: &[Measurement], which: usize, factor: f64) -> f64 {
    let number = |it: &Measurement| if which == 0 { Some(it.value) } else { it.baseline };
    penalised_mean(&unit.iter().filter_map(number).collect::<Vec<_>>(), factor).unwrap_or(f64::NAN)
}

/// From the mean up to the limit, and from how many it ended.
fn penalised_confidence(units: &[&[Measurement]], factor: f64) -> Option<Confidence> {
    let reached: Vec<f64> = units.iter().map(|unit| unit_mean(unit, 0, 0)).collect();
    let ended = |unit: &&[Measurement]| unit.iter().filter(|it| it.value.is_bound).count() as f64 / unit.len() as f64;
    let limits =
        || units.iter().copied().flatten().filter(|it| it.value.is_bound).map(|it| it.value.value * (factor - 1.0));
    let most = limits().reduce(f64::max).unwrap_or(f64::INFINITY);
    let penalties = [limits().reduce(f64::min).unwrap_or(0.0), most];
    Confidence::of_penalised(&reached, &units.iter().map(ended).collect::<Vec<_>>(), penalties)
}

fn positive(units: &[&[Measurement]]) -> Result<(), String> {
    let pairs: Vec<(f64, f64)> =
        units.iter().copied().flatten().map(|it| (it.ranges()[0][0], it.ranges()[1][0])).collect();
    positive_pairs(&pairs, 1).map_err(|reason| reason.to_string())
}

/// The median, where some numbers may be infinite: those stand in for a number above all others.
fn median_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut ordered: Vec<f64> = numbers.collect();
    median(&ordered).unwrap_or_else(|_| {
        ordered.sort_by(f64::total_cmp);
        f64::midpoint(ordered[(ordered.len() - 1) / 2], ordered[ordered.len() / 2])
    })
}

/// The least or the greatest, which has no interval: a sample tells nothing of what it lacks.
fn extreme(units: &[&[Measurement]], range: fn(&Measurement) -> [f64; 2], choose: fn(f64, f64) -> f64) -> Ends {
    let end = |end: usize| units.iter().copied().flatten().map(|it| range(it)[end]).reduce(choose).unwrap_or(f64::NAN);
    (ENDS.map(end), [None, None])
}

/// The mean of the parts of the units.
fn parts(
    units: &[&[Measurement]],
    is_possible: bool,
    part: impl Fn(&[Measurement]) -> [f64; 2],
) -> Result<Ends, String> {
    if !is_possible {
        return Err("it takes pairs".to_owned());
    }
    let [lows, highs] = ENDS.map(|end| units.iter().map(|unit| part(unit)[end]).collect::<Vec<f64>>());
    let above = Confidence::of_parts(&lows).map(|both| both.0);
    let below = Confidence::of_parts(&highs).map(|both| both.1);
    Ok(([mean(&lows), mean(&highs)], [above, below]))
}

/// The part of the pairs of a unit for which something is sure, and for which it is possible.
fn sure_and_possible(
    unit: &[Measurement],
    is_sure: fn(&Measurement) -> bool,
    may_be: fn(&Measurement) -> bool,
) -> [f64; 2] {
    [is_sure, may_be].map(|holds| unit.iter().filter(|it| holds(it)).count() as f64 / unit.len() as f64)
}

fn equal_parts(unit: &[Measurement]) -> [f64; 2] {
    sure_and_possible(unit, Measurement::is_equal, |it| {
        let [value, baseline] = it.ranges();
        value[0] <= baseline[1] && baseline[0] <= value[1]
    })
}

fn smaller_parts(unit: &[Measurement]) -> [f64; 2] {
    sure_and_possible(unit, |it| it.ranges()[0][1] < it.ranges()[1][0], |it| it.ranges()[0][0] < it.ranges()[1][1])
}

/// The difference in strength that explains the scores best.
fn of_scores(units: &[&[Measurement]], is_paired: bool) -> Result<Ends, String> {
    if is_paired {
        return Err("Elo are of games, without `over`".to_owned());
    }
    let scores: Vec<f64> = units.iter().map(|unit| unit_mean(unit, 0, 0)).collect();
    let most = units.iter().map(|unit| unit.len()).max().unwrap_or_default();
    let confidence = if most <= 2 {
        let mut counts = [0; 5];
        for score in &scores {
            counts[(score * 4.0).round().clamp(0.0, 4.0) as usize] += 1;
        }
        Confidence::of_scores(counts)
    } else {
        Confidence::of_mean_scores(&scores)
    };
    Ok(([elo(mean(&scores)); 2], [confidence.clone(), confidence]))
}

/// The series of one unit, or of its baselines: equal for what differs in the depth only.
type Series = BTreeMap<u64, BTreeMap<u32, Censored>>;

fn series(unit: &[Measurement], which: usize) -> Series {
    let mut series = Series::new();
    for it in unit {
        let (code, depth) = it.plies[which];
        let number = if which == 0 { Some(it.value) } else { it.baseline };
        if let (Some(depth), Some(number)) = (depth, number) {
            // A task of a baseline may be in several pairs.
            series.entry(code).or_default().insert(depth, number);
        }
    }
    series
}

/// The fitted growth from ply to ply, and the logarithm of its lower extreme: without end if limits leave nothing.
fn fitted(series: &[Series]) -> Result<(Growth, [f64; 2]), String> {
    let all = || series.iter().flat_map(BTreeMap::values);
    let points: Vec<Vec<(u32, f64)>> =
        all().map(|points| points.iter().map(|(&depth, value)| (depth, value.value)).collect()).collect();
    let growth = Growth::of(&points, 0.95).map_err(|reason| reason.to_string())?;
    if all().flat_map(BTreeMap::values).all(|value| !value.is_bound) {
        return Ok((growth, [ln(growth.factor); 2]));
    }
    let is_deep = |points: &BTreeMap<u32, Censored>| {
        let sum: u64 = points.keys().map(|&depth| u64::from(depth)).sum();
        let is_deep = |depth: u32| u64::from(depth) * points.len() as u64 >= sum;
        points.iter().all(|(&depth, value)| !value.is_bound || is_deep(depth))
    };
    let low = if all().all(is_deep) { ln(growth.factor) } else { f64::NEG_INFINITY };
    Ok((growth, [low, f64::INFINITY]))
}

/// The growth of all units together; its confidence from how the growths of the units differ, or of one unit from how its
/// points lie about the line.
fn growth(units: &[&[Measurement]], is_paired: bool) -> Result<Ends, String> {
    let whole = |which: usize| fitted(&units.iter().map(|unit| series(unit, which)).collect::<Vec<_>>());
    let difference = |value: [f64; 2], baseline: Option<[f64; 2]>| match baseline {
        Some(baseline) => [value[0] - baseline[1], value[1] - baseline[0]],
        None => value,
    };
    let (growth, value) = whole(0)?;
    let baseline = if is_paired { Some(whole(1)?.1) } else { None };
    let slopes: Vec<[f64; 2]> = units
        .iter()
        .filter_map(|unit| {
            let of = |which: usize| fitted(&[series(unit, which)]).ok().map(|fitted| fitted.1);
            Some(difference(of(0)?, if is_paired { Some(of(1)?) } else { None }))
        })
        .collect();
    let confidence = ENDS.map(|end| match slopes.len() {
        0 | 1 if is_paired || value[0].to_bits() != value[1].to_bits() => None,
        0 | 1 => Confidence::of_slope(ln(growth.factor), growth.error, growth.freedom as u64),
        _ => Confidence::of_geometric_mean(&slopes.iter().map(|slope| slope[end]).collect::<Vec<_>>()),
    });
    Ok((difference(value, baseline).map(exp), confidence))
}
