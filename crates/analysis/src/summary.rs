//! One number of many for a table or a chart, with its interval and its limits.
//!
//! A trial that a limit ended has no value but a lower bound of what it would have cost, and is never averaged as if
//! it had finished. Medians exist in spite of bounds where fewer than half are bounds (survival.rs).
//!
//! Not here    How the number and its interval are made (estimate.rs).

use super::estimate::{Estimate, Measurement};
use super::request::{ClaimStatistic, Statistic};
use searchlab_statistics::censored::Censored;
use searchlab_statistics::interval::Interval;
use searchlab_statistics::survival::Survival;

/// The level of the intervals of tables and charts.
pub const LEVEL: f64 = 0.95;

/// One number of many.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The number, or a lower bound of it.
    pub value: Censored,
    /// The 95 % interval, where there are enough units and no bound among the values.
    pub interval: Option<Interval>,
    /// The name of the method behind the interval.
    pub method: Option<&'static str>,
    /// Number of values.
    pub count: usize,
    /// Number of bounds among them.
    pub bounds: usize,
    /// Sample size: independent units.
    pub units: usize,
}

impl Summary {
    /// Of these values; `None` if there are none, or none that the statistic is defined for.
    pub fn of(values: &[Measurement], statistic: Statistic) -> Option<Self> {
        let bounds = values.iter().filter(|it| it.value.is_bound).count();
        let count = values.len();
        let plain = |value: f64| Self {
            value: Censored::finished(value),
            interval: None,
            method: None,
            count,
            bounds,
            units: count,
        };
        let Some(of_claim) = statistic.of_claim() else { return Some(plain(count as f64)) };
        if statistic == Statistic::Finished {
            let ended = |it: &Measurement| Measurement {
                value: Censored::finished(f64::from(u8::from(!it.value.is_bound))),
                ..*it
            };
            let ended: Vec<Measurement> = values.iter().map(ended).collect();
            return Self::estimated(&Estimate::of(&ended, of_claim).ok()?, bounds);
        }
        let estimate = Estimate::of(values, of_claim).ok()?;
        if estimate.is_exact() {
            return Self::estimated(&estimate, bounds);
        }
        let numbers: Vec<Censored> = values.iter().map(|it| it.value).collect();
        let value = match statistic {
            Statistic::Median => Survival::of(&numbers).ok()?.median(),
            // A bound below the smallest that is known could still be anything above itself.
            Statistic::Min => smallest(&numbers)?,
            _ => Censored::at_least(estimate.low),
        };
        Some(Self { value, units: estimate.units, ..plain(0.0) })
    }

    fn estimated(estimate: &Estimate, bounds: usize) -> Option<Self> {
        let interval = estimate.interval(LEVEL);
        Some(Self {
            value: Censored::finished(estimate.value()?),
            interval,
            method: interval.and(estimate.method()),
            count: estimate.measurements,
            bounds,
            units: estimate.units,
        })
    }
}

impl Statistic {
    /// The same statistic of a claim; `None` for a count, of which nothing is claimed.
    pub(crate) const fn of_claim(self) -> Option<ClaimStatistic> {
        Some(match self {
            Self::Mean => ClaimStatistic::Mean,
            Self::Median => ClaimStatistic::Median,
            Self::GeometricMean => ClaimStatistic::GeometricMean,
            Self::Sum => ClaimStatistic::Sum,
            Self::Par2 => ClaimStatistic::Par2,
            Self::Par10 => ClaimStatistic::Par10,
            Self::Min => ClaimStatistic::Min,
            Self::Max => ClaimStatistic::Max,
            Self::Finished => ClaimStatistic::Finished,
            Self::Count => return None,
        })
    }
}

fn smallest(values: &[Censored]) -> Option<Censored> {
    values
        .iter()
        .copied()
        .min_by(|one, other| one.value.total_cmp(&other.value).then_with(|| one.is_bound.cmp(&other.is_bound)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_never_averaged_as_values() {
        let mut values: Vec<Measurement> = Vec::new();
        let push = |values: &mut Vec<Measurement>, value| values.push(Measurement::of(values.len() as u64, value));
        for value in [1.0, 2.0, 3.0, 4.0] {
            push(&mut values, Censored::finished(value));
        }
        let of = |values: &[Measurement], statistic| Summary::of(values, statistic).unwrap();
        assert_eq!(of(&values, Statistic::Mean).value, Censored::finished(2.5));
        assert!(of(&values, Statistic::Mean).interval.is_some());
        push(&mut values, Censored::at_least(5.0));
        assert_eq!(of(&values, Statistic::Mean).value, Censored::at_least(3.0));
        assert_eq!(of(&values, Statistic::Mean).interval, None);
        assert_eq!(of(&values, Statistic::Median).value, Censored::finished(3.0));
        assert_eq!(of(&values, Statistic::Max).value, Censored::at_least(5.0));
        assert_eq!(of(&values, Statistic::Min).value, Censored::finished(1.0));
        assert_eq!(of(&values, Statistic::Finished).value, Censored::finished(0.8));
        assert!(of(&values, Statistic::Finished).interval.is_some_and(|it| it.low > 0.2 && it.high < 1.0));
        // PAR-10: 1 + 2 + 3 + 4 + 50 over 5 (Hutter and others 2009).
        assert_eq!(of(&values, Statistic::Par10).value, Censored::finished(12.0));
        assert!(of(&values, Statistic::Par2).interval.is_some());
        assert_eq!(Summary::of(&[], Statistic::Mean), None);
    }

    /// Repeated measurements of one unit count once.
    #[test]
    fn a_unit_counts_once() {
        let of = |times: usize| {
            let units = [1.0, 2.0, 5.0].into_iter().enumerate();
            let all =
                units.flat_map(|(unit, value)| vec![Measurement::of(unit as u64, Censored::finished(value)); times]);
            Summary::of(&all.collect::<Vec<_>>(), Statistic::Mean).unwrap()
        };
        assert_eq!((of(1).interval, of(1).value), (of(7).interval, of(7).value));
        assert_eq!((of(7).units, of(7).count), (3, 21));
    }
}
