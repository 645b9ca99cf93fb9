//! Values that a limit cut off: "at least 60 seconds" is not "60 seconds".
//!
//! Idea        A trial that hit its limit gives a lower bound. The type says so, and nothing here averages a bound as
//!             if the trial had finished: a penalised mean (PAR-k) is another quantity, with the k in its name; a cactus
//!             series counts what finished.
//! Source      PAR-10: Hutter, Hoos, Leyton-Brown, Stützle, Journal of Artificial Intelligence Research 36 (2009).
//!             Cactus plots: Le Berre, Simon, The essentials of the SAT 2003 competition (2003).
//! Not here    Medians, which often exist in spite of bounds (survival.rs); means and ratios with bounds (analysis/estimate).

use super::undefined::{Undefined, finite};

/// A measurement, or a lower bound of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Censored {
    /// The measured value, or the value that was reached when the limit ended it; in the unit of the measurement.
    pub value: f64,
    /// True if the true value is unknown, and at least this one.
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

/// The number of trials that finished with at most `within`.
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
    fn bad_values() {
        assert_eq!(penalised_mean(&[], 2.0), Err(Undefined::TooFew { found: 0, needed: 1 }));
        assert_eq!(penalised_mean(&[Censored::finished(f64::NAN)], 2.0), Err(Undefined::NotFinite { place: 0 }));
        assert_eq!(penalised_mean(&sample(), 0.5), Err(Undefined::OutOfRange));
        assert_eq!(cactus(&[Censored::finished(f64::INFINITY)]), Err(Undefined::NotFinite { place: 0 }));
    }

    proptest! {
        /// Each point of the series is the number of trials that finished within its value.
        #[test]
        fn a_cactus_is_what_is_solved_within(trials in prop::collection::vec((0.1..100.0f64, 0.1..100.0f64), 1..20)) {
            let values: Vec<Censored> = trials
                .iter()
                .map(|&(truth, limit)| Censored { value: truth.min(limit), is_bound: truth > limit })
                .collect();
            let series = cactus(&values).unwrap();
            prop_assert!(series.iter().all(|&(value, solved)| solved_within(&values, value) == solved));
        }
    }
}
