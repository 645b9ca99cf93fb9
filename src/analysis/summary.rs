//! One number of many, with its interval and its limits.
//!
//! A trial that a limit ended has no value but a lower bound of what it would have cost, and is never averaged as if
//! it had finished. Medians exist in spite of bounds where fewer than half are bounds (survival.rs).

use super::request::Statistic;
use crate::statistics::bootstrap::Bootstrap;
use crate::statistics::censored::{Censored, bounded_mean};
use crate::statistics::interval::Interval;
use crate::statistics::large;
use crate::statistics::ratio::geometric_mean;
use crate::statistics::survival::Survival;

/// One number of many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The number, or a lower bound of it.
    pub value: Censored,
    /// The 95 % interval by bootstrap, where there are two values or more and no bound among them.
    pub interval: Option<Interval>,
    /// How many values it is of.
    pub count: usize,
    /// How many of them are bounds.
    pub bounds: usize,
}

impl Summary {
    /// Of these values; `None` if there are none, or none that the statistic is defined for.
    pub fn of(values: &[Censored], statistic: Statistic) -> Option<Self> {
        let bounds = values.iter().filter(|value| value.is_bound).count();
        let is_bound = bounds > 0;
        let numbers: Vec<f64> = values.iter().map(|value| value.value).collect();
        let bound = |value: f64| Censored { value, is_bound };
        let value = match statistic {
            Statistic::Mean => bounded_mean(values).ok()?,
            Statistic::Median => Survival::of(values).ok()?.median(),
            Statistic::GeometricMean => bound(geometric_mean(&numbers).ok()?),
            Statistic::Sum => bound(finite(numbers.iter().sum())?),
            // A bound below the smallest that is known could still be anything above itself.
            Statistic::Min => smallest(values)?,
            Statistic::Max => bound(numbers.iter().copied().reduce(f64::max)?),
            Statistic::Count => Censored::finished(values.len() as f64),
            Statistic::Finished if values.is_empty() => return None,
            Statistic::Finished => Censored::finished((values.len() - bounds) as f64 / values.len() as f64),
        };
        let interval = if is_bound { None } else { interval(&numbers, statistic) };
        Some(Self { value, interval, count: values.len(), bounds })
    }
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

fn smallest(values: &[Censored]) -> Option<Censored> {
    values
        .iter()
        .copied()
        .min_by(|one, other| one.value.total_cmp(&other.value).then_with(|| one.is_bound.cmp(&other.is_bound)))
}

/// The level of the intervals.
const LEVEL: f64 = 0.95;

/// Of more values than this the interval is that of the normal distribution, which is then as good as drawing again and
/// takes no time.
pub const LARGE: usize = 500;

/// The 95 % interval of a statistic of these numbers, none of which is a bound: by bootstrap, or for more than
/// [`LARGE`] numbers by the normal distribution. `None` for fewer than two, and for statistics that have none.
pub fn interval(numbers: &[f64], statistic: Statistic) -> Option<Interval> {
    let bootstrap = Bootstrap { level: LEVEL, ..Bootstrap::default() };
    let is_large = numbers.len() > LARGE;
    match statistic {
        Statistic::Mean if is_large => large::mean(numbers, LEVEL).ok(),
        Statistic::Mean => bootstrap.mean(numbers).ok(),
        Statistic::Median if is_large => large::median(numbers, LEVEL).ok(),
        Statistic::Median => bootstrap.median(numbers).ok(),
        Statistic::GeometricMean => {
            let pairs: Vec<(Censored, Censored)> =
                numbers.iter().map(|&number| (Censored::finished(number), Censored::finished(1.0))).collect();
            interval_of_ratios(&pairs)
        }
        Statistic::Sum | Statistic::Min | Statistic::Max | Statistic::Count | Statistic::Finished => None,
    }
}

/// The 95 % interval of the geometric mean of the ratios of pairs; `None` if one is a bound or not above 0.
pub fn interval_of_ratios(pairs: &[(Censored, Censored)]) -> Option<Interval> {
    if pairs.iter().any(|(value, baseline)| value.is_bound || baseline.is_bound) {
        return None;
    }
    let pairs: Vec<(f64, f64)> = pairs.iter().map(|(value, baseline)| (value.value, baseline.value)).collect();
    if pairs.len() > LARGE {
        return large::geometric_mean_of_ratios(&pairs, LEVEL).ok();
    }
    Bootstrap { level: LEVEL, ..Bootstrap::default() }.geometric_mean_of_ratios(&pairs).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_never_averaged_as_values() {
        let mut values: Vec<Censored> = [1.0, 2.0, 3.0, 4.0].map(Censored::finished).to_vec();
        let of = |values: &[Censored], statistic| Summary::of(values, statistic).unwrap();
        assert_eq!(of(&values, Statistic::Mean).value, Censored::finished(2.5));
        assert!(of(&values, Statistic::Mean).interval.is_some());
        values.push(Censored::at_least(5.0));
        assert_eq!(of(&values, Statistic::Mean).value, Censored::at_least(3.0));
        assert_eq!(of(&values, Statistic::Mean).interval, None);
        assert_eq!(of(&values, Statistic::Median).value, Censored::finished(3.0));
        assert_eq!(of(&values, Statistic::Max).value, Censored::at_least(5.0));
        assert_eq!(of(&values, Statistic::Min).value, Censored::finished(1.0));
        assert_eq!(of(&values, Statistic::Finished).value, Censored::finished(0.8));
        assert_eq!(Summary::of(&[], Statistic::Mean), None);
    }
}
