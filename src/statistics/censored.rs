//! Values that a limit cut off: "at least 60 seconds" is not "60 seconds".
//!
//! Idea        A trial that hit its limit gives a lower bound. The type says so, and nothing here averages a bound as
//!             if the trial had finished: a mean over bounds is itself a bound; a penalised mean (PAR-k) is another
//!             quantity, with the k in its name; a cactus series counts what finished.
//! Source      PAR-10: Hutter, Hoos, Leyton-Brown, Stützle, Journal of Artificial Intelligence Research 36 (2009).
//!             Cactus plots: Le Berre, Simon, The essentials of the SAT 2003 competition (2003).
//! Not here    Medians, which often exist in spite of bounds (survival.rs).

use super::elementary::exp;
use super::ratio::{log_ratios, mean};
use super::undefined::{Undefined, finite, positive_pairs};

/// A measurement, or a lower bound of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Censored {
    /// What was measured, or how far it had come when the limit ended it; in the unit of the measurement.
    pub value: f64,
    /// Whether the true value is at least this one, and unknown.
    pub is_bound: bool,
}

impl Censored {
    /// A measurement of a trial that finished.
    pub fn finished(value: f64) -> Self {
        Self { value, is_bound: false }
    }

    /// A trial that a limit ended at this value.
    pub fn at_least(value: f64) -> Self {
        Self { value, is_bound: true }
    }
}

/// What is known of a number that was computed from bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known {
    /// The number itself.
    Exactly(f64),
    /// It is this or more.
    AtLeast(f64),
    /// It is this or less.
    AtMost(f64),
    /// Bounds on both sides: nothing is known.
    Nothing,
}

/// The arithmetic mean: a lower bound as soon as one value is. In the unit of the values.
///
/// # Errors
/// No value, or one that is not finite.
pub fn bounded_mean(values: &[Censored]) -> Result<Censored, Undefined> {
    check(values)?;
    let sum: f64 = values.iter().map(|value| value.value).sum();
    Ok(Censored { value: sum / values.len() as f64, is_bound: values.iter().any(|value| value.is_bound) })
}

/// PAR-k, the penalised mean: each bound counts as `factor` times its value. It depends on limit and factor, so name it
/// with them. In the unit of the values.
///
/// # Errors
/// No value, one that is not finite, or a factor that is not finite or below 1.
pub fn penalised_mean(values: &[Censored], factor: f64) -> Result<f64, Undefined> {
    check(values)?;
    if !(factor.is_finite() && factor >= 1.0) {
        return Err(Undefined::OutOfRange);
    }
    let sum: f64 = values.iter().map(|value| if value.is_bound { factor * value.value } else { value.value }).sum();
    Ok(sum / values.len() as f64)
}

/// How many trials finished with at most `within`.
pub fn solved_within(values: &[Censored], within: f64) -> usize {
    values.iter().filter(|value| !value.is_bound && value.value <= within).count()
}

/// The points of a cactus plot: each value at which a trial finished, ascending, and how many had finished within it.
///
/// # Errors
/// A value that is not finite. Of no values the series is empty.
pub fn cactus(values: &[Censored]) -> Result<Vec<(f64, usize)>, Undefined> {
    if !values.is_empty() {
        check(values)?;
    }
    let mut finished: Vec<f64> = values.iter().filter(|value| !value.is_bound).map(|value| value.value).collect();
    finished.sort_unstable_by(f64::total_cmp);
    let mut solved = 0;
    let groups = finished.chunk_by(|a, b| a == b);
    Ok(groups
        .map(|group| {
            solved += group.len();
            (group[0], solved)
        })
        .collect())
}

/// The geometric mean of value / baseline over pairs (value, baseline), and on which side of it the truth lies: a bound
/// in the values makes it a lower bound, one in the baseline an upper bound, both leave nothing.
///
/// # Errors
/// No pair, or a number that is not finite and above 0.
pub fn bounded_geometric_mean_of_ratios(pairs: &[(Censored, Censored)]) -> Result<Known, Undefined> {
    let numbers: Vec<(f64, f64)> = pairs.iter().map(|(value, baseline)| (value.value, baseline.value)).collect();
    positive_pairs(&numbers, 1)?;
    let mut logarithms = log_ratios(&numbers);
    logarithms.sort_unstable_by(f64::total_cmp);
    let number = exp(mean(&logarithms));
    let above = pairs.iter().any(|(value, _)| value.is_bound);
    let below = pairs.iter().any(|(_, baseline)| baseline.is_bound);
    Ok(match (above, below) {
        (false, false) => Known::Exactly(number),
        (true, false) => Known::AtLeast(number),
        (false, true) => Known::AtMost(number),
        (true, true) => Known::Nothing,
    })
}

/// At least one value, all finite.
pub(super) fn check(values: &[Censored]) -> Result<(), Undefined> {
    finite(&values.iter().map(|value| value.value).collect::<Vec<_>>(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> [Censored; 5] {
        let limit = Censored::at_least(10.0);
        [Censored::finished(3.0), limit, Censored::finished(1.0), Censored::finished(3.0), limit]
    }

    #[test]
    fn a_limit_is_never_averaged_as_if_it_had_finished() {
        assert_eq!(bounded_mean(&sample()), Ok(Censored::at_least(5.4)));
        assert_eq!(bounded_mean(&sample()[2..4]), Ok(Censored::finished(2.0)));
        assert_eq!(penalised_mean(&sample(), 2.0), Ok(9.4));
        assert_eq!(penalised_mean(&sample(), 10.0), Ok(41.4));
    }

    #[test]
    fn a_cactus_counts_what_finished() {
        assert_eq!(cactus(&sample()), Ok(vec![(1.0, 1), (3.0, 3)]));
        assert_eq!(cactus(&[]), Ok(vec![]));
        assert_eq!([0.5, 1.0, 2.9, 10.0].map(|within| solved_within(&sample(), within)), [0, 1, 1, 3]);
    }

    #[test]
    fn a_ratio_knows_its_side() {
        let pair = |value, baseline| (Censored::finished(value), Censored::finished(baseline));
        let slow = (Censored::at_least(8.0), Censored::finished(1.0));
        let fast = (Censored::finished(1.0), Censored::at_least(8.0));
        assert_eq!(bounded_geometric_mean_of_ratios(&[pair(2.0, 2.0)]), Ok(Known::Exactly(1.0)));
        let Ok(Known::AtLeast(least)) = bounded_geometric_mean_of_ratios(&[pair(2.0, 1.0), slow]) else { panic!() };
        let Ok(Known::AtMost(most)) = bounded_geometric_mean_of_ratios(&[pair(1.0, 2.0), fast]) else { panic!() };
        assert!((least - 4.0).abs() < 1e-14 && (most - 0.25).abs() < 1e-15);
        assert_eq!(bounded_geometric_mean_of_ratios(&[slow, fast]), Ok(Known::Nothing));
    }

    #[test]
    fn bad_values() {
        assert_eq!(bounded_mean(&[]), Err(Undefined::TooFew { found: 0, needed: 1 }));
        assert_eq!(penalised_mean(&[Censored::finished(f64::NAN)], 2.0), Err(Undefined::NotFinite { place: 0 }));
        assert_eq!(penalised_mean(&sample(), 0.5), Err(Undefined::OutOfRange));
        assert_eq!(cactus(&[Censored::finished(f64::INFINITY)]), Err(Undefined::NotFinite { place: 0 }));
    }

    proptest! {
        /// Whatever the trials would have needed, the truth is on the stated side.
        #[test]
        fn bounds_hold(trials in prop::collection::vec((0.1..100.0f64, 0.1..100.0f64), 1..20)) {
            let values: Vec<Censored> = trials
                .iter()
                .map(|&(truth, limit)| Censored { value: truth.min(limit), is_bound: truth > limit })
                .collect();
            let truth = trials.iter().map(|trial| trial.0).sum::<f64>() / trials.len() as f64;
            let mean = bounded_mean(&values).unwrap();
            prop_assert!(mean.value <= truth + 1e-9 && (mean.is_bound || (mean.value - truth).abs() < 1e-9));
            let series = cactus(&values).unwrap();
            prop_assert!(series.iter().all(|&(value, solved)| solved_within(&values, value) == solved));
        }
    }
}
