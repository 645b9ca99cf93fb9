//! One-sided bounds of confidence intervals, and the tests that they are the inverse of.
//!
//! Idea        A test at the level α and a bound at that level say the same: the lower bound is above a number if and only
//!             if the test rejects all that is not. So each statistic has one [`Confidence`], from which the interval
//!             that is printed and the P that decides both come, and they cannot contradict each other.
//!             Means: Student's t on the scale on which the values spread evenly, the logarithm for whatever cannot be
//!             negative. A sample with a tail underrates it; so on the side of the tail t becomes t + g (1 + 2 t²) / 3√n,
//!             g the skewness of the sample: twice the correction of theory, since small samples show about half of the
//!             skewness.
//!             Medians: ordered values, as the number of values above the median is that of heads in n tosses.
//!             Proportions: the exact bounds of Clopper and Pearson. Scores of games: the test of the score.
//!             Values that are all equal have no spread to go by: of them is said what a median says.
//! Source      Student, Biometrika 6 (1908); the correction: Johnson, Journal of the American Statistical Association 73
//!             (1978), and Hall, Journal of the Royal Statistical Society B 54 (1992); medians: Thompson, The Annals of
//!             Mathematical Statistics 7 (1936).
//! Guarantees  Lower bounds rise with α, upper bounds fall. Medians and proportions never promise too much. How often the
//!             others do: docs/src/reference/verdicts.md, which `searchlab simulate` writes.
//! Not here    Which numbers are independent of each other, and which may be bounds only (analysis/estimate).

use super::binomial;
use super::constrained_mle::Distribution;
use super::deterministic_math::{exp, ln};
use super::elo::{elo, score};
use super::interval::Interval;
use super::quantile::ordered;
use super::{ratio, student};

/// The confidence distribution of an estimate: all its bounds and P.
#[derive(Debug, Clone, PartialEq)]
pub struct Confidence {
    kind: Kind,
}

/// Between which scale and that of the number t is symmetrical.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Linear,
    Log,
    /// The number is the Elo that a score is worth.
    Score,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    /// A location with its standard error, both on the scale.
    Location { location: f64, error: f64, freedom: u64, skew: f64, scale: Scale },
    /// The ordered values around a median; ends may be infinite.
    Median(Vec<f64>),
    /// `hits` of `count`.
    Proportion { hits: u64, count: u64 },
    /// The scores of games or of pairs of them, in Elo.
    Score(Distribution),
    /// `count` equal values.
    Constant { value: f64, count: usize },
    /// A mean, and a proportion with its penalties; each bound is of both at half of `alpha` (Bonferroni).
    Penalised { mean: Box<Confidence>, parts: Box<[Confidence; 2]>, penalties: [f64; 2] },
}

/// The mean of a sample with its standard error and skewness.
struct Moments {
    mean: f64,
    error: f64,
    /// Fisher's G₁, 0 for fewer than three values.
    skewness: f64,
    count: usize,
}

impl Moments {
    /// Of at least two finite values.
    fn of(values: &[f64]) -> Option<Self> {
        if values.len() < 2 || values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let (n, mean) = (values.len() as f64, ratio::mean(values));
        let mean_of =
            |moment: fn(f64) -> f64| ratio::mean(&values.iter().map(|value| moment(value - mean)).collect::<Vec<_>>());
        let variance = mean_of(|d| d * d);
        let error = (variance / (n - 1.0)).sqrt();
        let skewness = if values.len() < 3 || variance <= 0.0 {
            0.0
        } else {
            mean_of(|d| d * d * d) / (variance * variance.sqrt()) * (n * (n - 1.0)).sqrt() / (n - 2.0)
        };
        Some(Self { mean, error, skewness, count: values.len() })
    }

    fn confidence(&self, location: f64, per_unit: f64, scale: Scale) -> Confidence {
        let (freedom, skew) = (self.count as u64 - 1, self.skewness / (3.0 * (self.count as f64).sqrt()));
        Confidence { kind: Kind::Location { location, error: self.error * per_unit, freedom, skew, scale } }
    }
}

/// Differences below this part of the size are those of rounding.
const ROUNDING: f64 = 1e-12;

fn is_constant(values: &[f64]) -> bool {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    greatest - least <= ROUNDING * greatest.abs().max(least.abs())
}

impl Confidence {
    /// Of the mean of independent values; `None` for fewer than two or infinite ones. Of values of which none is negative
    /// the bounds are not negative either.
    pub fn of_mean(values: &[f64]) -> Option<Self> {
        Self::of_total(values, 1.0)
    }

    /// Of `times` the mean, such as the sum.
    pub fn of_total(values: &[f64], times: f64) -> Option<Self> {
        let moments = Moments::of(values)?;
        let total = moments.mean * times;
        if is_constant(values) {
            return Some(Self { kind: Kind::Constant { value: total, count: values.len() } });
        }
        Some(if values.iter().all(|&value| value >= 0.0) {
            moments.confidence(ln(total), 1.0 / moments.mean, Scale::Log)
        } else {
            moments.confidence(total, times, Scale::Linear)
        })
    }

    /// Of e to the mean of values that are logarithms.
    pub fn of_geometric_mean(logarithms: &[f64]) -> Option<Self> {
        let moments = Moments::of(logarithms)?;
        if is_constant(logarithms) || moments.error <= ROUNDING {
            return Some(Self { kind: Kind::Constant { value: exp(moments.mean), count: logarithms.len() } });
        }
        Some(moments.confidence(moments.mean, 1.0, Scale::Log))
    }

    /// Of the sum of values over that of baselines, both above 0. The error is that of the jackknife: how the logarithm of
    /// the ratio changes if one pair is left out (Quenouille 1956; Tukey 1958).
    pub fn of_ratio_of_sums(pairs: &[(f64, f64)]) -> Option<Self> {
        let (value, baseline) = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
        let n = pairs.len() as f64;
        let whole = ln(value / baseline);
        let without = |pair: &(f64, f64)| n * whole - (n - 1.0) * ln((value - pair.0) / (baseline - pair.1));
        let pseudo: Vec<f64> = pairs.iter().map(without).collect();
        let moments = Moments::of(&pseudo)?;
        if moments.error <= ROUNDING {
            return Some(Self { kind: Kind::Constant { value: value / baseline, count: pairs.len() } });
        }
        Some(moments.confidence(whole, 1.0, Scale::Log))
    }

    /// Of e to a slope with its standard error, fitted with this number of degrees of freedom.
    pub fn of_slope(slope: f64, error: f64, freedom: u64) -> Option<Self> {
        let is_known = freedom > 0 && error.is_finite();
        is_known
            .then_some(Self { kind: Kind::Location { location: slope, error, freedom, skew: 0.0, scale: Scale::Log } })
    }

    /// Of the median. Values may be infinite.
    pub fn of_median(values: &[f64]) -> Option<Self> {
        (values.len() > 1).then(|| Self { kind: Kind::Median(ordered(values)) })
    }

    /// Of a proportion: `hits` of `count`.
    pub(crate) fn of_proportion(hits: usize, count: usize) -> Option<Self> {
        (count > 0).then_some(Self { kind: Kind::Proportion { hits: hits as u64, count: count as u64 } })
    }

    /// Of the mean of parts of 1. Where nearly all are 0 or 1 there is too little spread to go by: then each bound takes
    /// the parts between as 0 or as 1, whichever is worse for it.
    pub fn of_parts(parts: &[f64]) -> Option<(Self, Self)> {
        /// The least number of parts strictly between 0 and 1 for a mean.
        const ENOUGH: usize = 5;
        let full = parts.iter().filter(|&&part| part >= 1.0).count();
        let empty = parts.iter().filter(|&&part| part <= 0.0).count();
        if parts.len() - full - empty >= ENOUGH {
            let mean = Self::of_mean(parts)?;
            return Some((mean.clone(), mean));
        }
        Some((Self::of_proportion(full, parts.len())?, Self::of_proportion(parts.len() - empty, parts.len())?))
    }

    /// Of a penalised mean: the mean up to the limit, and for the part that the limit ended a penalty between these. Where
    /// none was ended nothing is known of what the limit would cost, and there is no upper bound.
    pub fn of_penalised(values: &[f64], ended: &[f64], penalties: [f64; 2]) -> Option<Self> {
        let (lower, upper) = Self::of_parts(ended)?;
        let mean = Box::new(Self::of_mean(values)?);
        Some(Self { kind: Kind::Penalised { mean, parts: Box::new([lower, upper]), penalties } })
    }

    /// Of the difference in Elo, from how many results brought none, a quarter, half, three quarters and all of their
    /// points.
    pub fn of_scores(counts: [u64; 5]) -> Option<Self> {
        let scores = Distribution(counts.map(|count| count as f64));
        (scores.total() > 1.0).then_some(Self { kind: Kind::Score(scores) })
    }

    /// The same where the results are the mean scores of more games than two.
    pub fn of_mean_scores(scores: &[f64]) -> Option<Self> {
        let moments = Moments::of(scores)?;
        if is_constant(scores) {
            return Some(Self { kind: Kind::Constant { value: elo(moments.mean), count: scores.len() } });
        }
        Some(moments.confidence(moments.mean, 1.0, Scale::Score))
    }

    /// The lower bound that is too high with at most the probability `alpha`; without end if there is none.
    pub fn lower(&self, alpha: f64) -> f64 {
        match &self.kind {
            Kind::Location { location, error, scale, .. } => {
                scale.number(location - self.quantile(alpha, Side::Lower) * error)
            }
            Kind::Median(values) => {
                place_of_bound(values.len(), alpha).map_or(f64::NEG_INFINITY, |place| values[place])
            }
            Kind::Proportion { hits, count } => binomial::lower_bound(*hits, *count, alpha),
            Kind::Score(scores) => elo(1.0 - highest_score(&scores.mirrored(), alpha)),
            Kind::Constant { value, count } if alpha >= tosses(*count) => *value,
            Kind::Constant { .. } => f64::NEG_INFINITY,
            Kind::Penalised { mean, parts, penalties } => {
                mean.lower(alpha / 2.0) + penalties[0] * parts[0].lower(alpha / 2.0)
            }
        }
    }

    /// The upper bound that is too low with at most the probability `alpha`.
    pub fn upper(&self, alpha: f64) -> f64 {
        match &self.kind {
            Kind::Location { location, error, scale, .. } => {
                scale.number(location + self.quantile(alpha, Side::Upper) * error)
            }
            Kind::Median(values) => {
                place_of_bound(values.len(), alpha).map_or(f64::INFINITY, |place| values[values.len() - 1 - place])
            }
            Kind::Proportion { hits, count } => binomial::upper_bound(*hits, *count, alpha),
            Kind::Score(scores) => elo(highest_score(scores, alpha)),
            Kind::Constant { value, count } if alpha >= tosses(*count) => *value,
            Kind::Constant { .. } => f64::INFINITY,
            Kind::Penalised { penalties: [_, most], .. } if most.is_infinite() => f64::INFINITY,
            Kind::Penalised { mean, parts, penalties } => {
                mean.upper(alpha / 2.0) + penalties[1] * parts[1].upper(alpha / 2.0)
            }
        }
    }

    /// The interval that holds the number with the probability `level`, half of the rest at each end.
    pub fn interval(&self, level: f64) -> Interval {
        let alpha = (1.0 - level) / 2.0;
        Interval { low: self.lower(alpha), high: self.upper(alpha) }
    }

    /// P of data that lie so far above the threshold, if the number is at most that: the least `alpha` whose lower bound
    /// is above it.
    pub fn p_above(&self, threshold: f64) -> f64 {
        match &self.kind {
            Kind::Location { location, error, scale, .. } => {
                self.tail((location - scale.place(threshold)) / error, Side::Lower)
            }
            Kind::Median(values) => {
                let above = values.iter().filter(|&&value| value > threshold).count();
                binomial::at_least(above as u64, values.len() as u64, 0.5)
            }
            Kind::Proportion { .. } if threshold < 0.0 => 0.0,
            Kind::Proportion { hits, count } => binomial::at_least(*hits, *count, threshold),
            Kind::Score(scores) => score_tail(scores, threshold),
            Kind::Constant { value, count } => {
                if *value > threshold {
                    tosses(*count)
                } else {
                    1.0
                }
            }
            Kind::Penalised { .. } => least_alpha(|alpha| self.lower(alpha) > threshold),
        }
    }

    /// P of data that lie so far below the threshold, if the number is at least that.
    pub fn p_below(&self, threshold: f64) -> f64 {
        match &self.kind {
            Kind::Location { location, error, scale, .. } => {
                self.tail((scale.place(threshold) - location) / error, Side::Upper)
            }
            Kind::Median(values) => {
                let below = values.iter().filter(|&&value| value < threshold).count();
                binomial::at_least(below as u64, values.len() as u64, 0.5)
            }
            Kind::Proportion { .. } if threshold > 1.0 => 0.0,
            Kind::Proportion { hits, count } => binomial::at_least(count - hits, *count, 1.0 - threshold),
            Kind::Score(scores) => score_tail(&scores.mirrored(), -threshold),
            Kind::Constant { value, count } => {
                if *value < threshold {
                    tosses(*count)
                } else {
                    1.0
                }
            }
            Kind::Penalised { .. } => least_alpha(|alpha| self.upper(alpha) < threshold),
        }
    }

    /// The name of the method behind the bounds, as reports print it.
    pub fn method(&self) -> &'static str {
        match self.kind {
            Kind::Location { scale: Scale::Log, .. } => "by Student's t of logarithms, corrected for skewness",
            Kind::Location { scale: Scale::Linear | Scale::Score, .. } => "by Student's t, corrected for skewness",
            Kind::Median(_) => "by ordered values (Thompson)",
            Kind::Proportion { .. } => "exact (Clopper, Pearson)",
            Kind::Score(_) => "by the test of the score",
            Kind::Constant { .. } => "of values that are all equal",
            Kind::Penalised { .. } => "of the mean up to the limit and of the part that it ended (Bonferroni)",
        }
    }

    /// Standard errors between the location and a bound: rises as `alpha` falls.
    fn quantile(&self, alpha: f64, side: Side) -> f64 {
        let Kind::Location { freedom, .. } = self.kind else { return f64::NAN };
        let skew = self.skew(side);
        if alpha < 0.5 {
            let t = student::two_sided_quantile(1.0 - 2.0 * alpha, freedom);
            t + skew * (1.0 + 2.0 * t * t)
        } else if alpha > 0.5 {
            skew - student::two_sided_quantile(2.0 * alpha - 1.0, freedom)
        } else {
            skew
        }
    }

    /// The `alpha` whose bound is `distance` standard errors from the location.
    fn tail(&self, distance: f64, side: Side) -> f64 {
        let Kind::Location { freedom, .. } = self.kind else { return f64::NAN };
        let skew = self.skew(side);
        let outside = |t: f64| ((1.0 - student::central_probability(t, freedom)) / 2.0).max(0.0);
        match distance {
            distance if distance == f64::INFINITY => 0.0,
            distance if distance.is_nan() || distance == f64::NEG_INFINITY => 1.0,
            distance if distance <= skew => 1.0 - outside(skew - distance),
            distance if skew <= 0.0 => outside(distance),
            // 2 s t² + t + s - d = 0, in the form that does not cancel.
            distance => outside(2.0 * (distance - skew) / (1.0 + (1.0 + 8.0 * skew * (distance - skew)).sqrt())),
        }
    }

    /// A long tail is missed by the bound on its side.
    fn skew(&self, side: Side) -> f64 {
        let Kind::Location { skew, .. } = self.kind else { return 0.0 };
        match side {
            Side::Upper => skew.max(0.0),
            Side::Lower => (-skew).max(0.0),
        }
    }
}

#[derive(Clone, Copy)]
enum Side {
    Lower,
    Upper,
}

impl Scale {
    fn number(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => exp(place),
            Self::Score => elo(place.clamp(0.0, 1.0)),
        }
    }

    fn place(self, number: f64) -> f64 {
        match self {
            Self::Linear => number,
            Self::Score => score(number),
            Self::Log if number <= 0.0 => f64::NEG_INFINITY,
            Self::Log => ln(number),
        }
    }
}

/// The least `alpha` at which a bound rejects.
fn least_alpha(rejects: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    if !rejects(high) {
        return 1.0;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if rejects(middle) { high = middle } else { low = middle }
    }
    high
}

/// The probability that `count` fair coins all fall on one given side.
fn tosses(count: usize) -> f64 {
    (0..count.min(1100)).fold(1.0, |part, _| part * 0.5)
}

/// Ordered values outside of a bound of the median; `None` if even all are too few.
fn place_of_bound(count: usize, alpha: f64) -> Option<usize> {
    // The value with `place` others below is a bound if at most `place` heads are improbable.
    let is_bound = |place: usize| binomial::at_least((count - place) as u64, count as u64, 0.5) <= alpha;
    let (mut low, mut high) = (0, count);
    if !is_bound(0) {
        return None;
    }
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if is_bound(middle) { low = middle } else { high = middle }
    }
    Some(low)
}

/// Standard errors of the score at `alpha`: Student's t, as the variance is estimated.
fn score_quantile(scores: &Distribution, alpha: f64) -> f64 {
    student::two_sided_quantile(1.0 - 2.0 * alpha, freedom(scores))
}

fn freedom(scores: &Distribution) -> u64 {
    (scores.total() as u64 - 1).max(1)
}

/// The highest score that the test does not reject.
fn highest_score(scores: &Distribution, alpha: f64) -> f64 {
    if alpha < 0.5 {
        scores.highest_mean(score_quantile(scores, alpha))
    } else if alpha > 0.5 {
        1.0 - scores.mirrored().highest_mean(score_quantile(scores, 1.0 - alpha))
    } else {
        scores.mean()
    }
}

/// P of a score at least this high, if the difference is at most `difference` Elo.
fn score_tail(scores: &Distribution, difference: f64) -> f64 {
    let promised = score(difference);
    let lead = scores.mean() - promised;
    if lead == 0.0 {
        return 0.5;
    }
    let distance = lead * (scores.total() / scores.with_mean(promised).variance()).sqrt();
    let outside = ((1.0 - student::central_probability(distance, freedom(scores))) / 2.0).max(0.0);
    if lead > 0.0 { outside } else { 1.0 - outside }
}

#[cfg(test)]
mod tests;
