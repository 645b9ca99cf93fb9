//! The Kaplan-Meier curve: the part of the trials that are still running after a given cost, where limits ended some.
//!
//! Idea        At each value at which trials finished, multiply by the part of those still running that did not:
//!                 S(x) = Π (nᵢ - dᵢ) / nᵢ over the values xᵢ ≤ x,
//!             nᵢ running just before xᵢ, dᵢ finished at it. A trial ended by a limit leaves the count after its value.
//! Source      Kaplan, Meier, Journal of the American Statistical Association 53 (1958). Standard error: Greenwood
//!             (1926).
//! Guarantees  Without limits 1 - S is the empirical distribution, and the median is the usual one. Unbiased in the
//!             long run if a limit says nothing about a trial but that it needs more, as one limit for all does.
//! Not here    Means and cactus series (censored.rs).

use super::censored::{Censored, check};
use super::undefined::Undefined;

/// S counts as one half up to this much: the product may be off by a few units in the last place.
const TOLERANCE: f64 = 1e-12;

/// A value at which trials finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The value, in the unit of the measurements.
    pub value: f64,
    /// Trials still running just before it.
    pub running: usize,
    /// Trials that finished at it.
    pub finished: usize,
    /// S: the estimated part of all trials that need more than this value.
    pub survival: f64,
    /// The standard error of S: S √Σ dᵢ / (nᵢ (nᵢ - dᵢ)); 0 where S is 0.
    pub error: f64,
}

/// The curve: 1 before the first step, constant between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Survival {
    /// In ascending order of the value.
    pub steps: Vec<Step>,
    /// The greatest of all values, bounds included: beyond it nothing is known unless S is 0.
    pub greatest: f64,
}

impl Survival {
    /// Of these trials, in any order.
    ///
    /// # Errors
    /// No value, or one that is not finite.
    pub fn of(values: &[Censored]) -> Result<Self, Undefined> {
        check(values)?;
        let mut ordered = values.to_vec();
        ordered.sort_unstable_by(|a, b| a.value.total_cmp(&b.value));
        let mut steps = Vec::new();
        let mut running = ordered.len();
        // S of the last limit and who ran after it: until the next limit the product is one fraction, rounded once.
        let (mut base, mut base_running) = (1.0, running);
        let (mut survival, mut greenwood) = (1.0, 0.0);
        for group in ordered.chunk_by(|a, b| a.value == b.value) {
            let finished = group.iter().filter(|value| !value.is_bound).count();
            let left = running - finished;
            if finished > 0 {
                survival = base * left as f64 / base_running as f64;
                greenwood += if left == 0 { 0.0 } else { finished as f64 / running as f64 / left as f64 };
                let error = survival * f64::sqrt(greenwood);
                steps.push(Step { value: group[0].value, running, finished, survival, error });
            }
            running -= group.len();
            if finished < group.len() {
                (base, base_running) = (survival, running.max(1));
            }
        }
        Ok(Self { steps, greatest: ordered[ordered.len() - 1].value })
    }

    /// S: the estimated part of all trials that need more than `value`.
    pub fn at(&self, value: f64) -> f64 {
        let passed = self.steps.partition_point(|step| step.value <= value);
        passed.checked_sub(1).map_or(1.0, |last| self.steps[last].survival)
    }

    /// The median: where S falls below one half, or the middle of the stretch where it is one half. A lower bound
    /// where the limits came before: then the median does not exist, but it is at least this.
    pub fn median(&self) -> Censored {
        let below = self.steps.iter().find(|step| step.survival < 0.5 - TOLERANCE);
        let half = self.steps.iter().find(|step| (step.survival - 0.5).abs() <= TOLERANCE);
        let end = below.map_or(self.greatest, |step| step.value);
        let value = half.map_or(end, |step| f64::midpoint(step.value, end));
        Censored { value, is_bound: below.is_none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::statistics::{Data, OrderStatistics};

    /// Freireich and others, Blood 21 (1963), weeks in remission under 6-mercaptopurine; the table as in Klein,
    /// Moeschberger, Survival Analysis (2003), section 4.2.
    fn remission() -> Vec<Censored> {
        let finished = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(|week| Censored::finished(f64::from(week)));
        let running = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(|week| Censored::at_least(f64::from(week)));
        [&finished[..], &running[..]].concat()
    }

    #[test]
    fn the_remission_times_of_freireich() {
        let curve = Survival::of(&remission()).unwrap();
        let table = [
            (6.0, 21, 3, 0.857, 0.076),
            (7.0, 17, 1, 0.807, 0.087),
            (10.0, 15, 1, 0.753, 0.096),
            (13.0, 12, 1, 0.690, 0.107),
            (16.0, 11, 1, 0.627, 0.114),
            (22.0, 7, 1, 0.538, 0.128),
            (23.0, 6, 1, 0.448, 0.135),
        ];
        assert_eq!(curve.steps.len(), table.len());
        for (step, (value, running, finished, survival, error)) in curve.steps.iter().zip(table) {
            assert_eq!((step.value, step.running, step.finished), (value, running, finished));
            assert!((step.survival - survival).abs() < 5.1e-4 && (step.error - error).abs() < 6e-4, "{step:?}");
        }
        assert_eq!(curve.median(), Censored::finished(23.0));
        assert_eq!((curve.at(5.9), curve.at(6.0), curve.at(100.0) < 0.45), (1.0, 18.0 / 21.0, true));
    }

    /// The placebo group of the same study, without limits: median 8 weeks.
    #[test]
    fn the_placebo_group() {
        let weeks = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
        let values: Vec<Censored> = weeks.iter().map(|&week| Censored::finished(f64::from(week))).collect();
        assert_eq!(Survival::of(&values).unwrap().median(), Censored::finished(8.0));
    }

    #[test]
    fn a_median_beyond_the_limit_is_a_bound() {
        let values = |finished: &[f64], limits: usize| -> Vec<Censored> {
            let limit = std::iter::repeat_n(Censored::at_least(100.0), limits);
            finished.iter().map(|&value| Censored::finished(value)).chain(limit).collect()
        };
        let median = |finished: &[f64], limits| Survival::of(&values(finished, limits)).unwrap().median();
        assert_eq!(median(&[], 3), Censored::at_least(100.0));
        assert_eq!(median(&[5.0], 2), Censored::at_least(100.0));
        // One half finished: the median is the middle of 5 and something that is at least 100.
        assert_eq!(median(&[5.0], 1), Censored::at_least(52.5));
        assert_eq!(median(&[5.0, 7.0], 1), Censored::finished(7.0));
        assert_eq!(median(&[5.0, 7.0, 9.0], 1), Censored::finished(8.0));
        assert_eq!(Survival::of(&[]), Err(Undefined::TooFew { found: 0, needed: 1 }));
        assert_eq!(Survival::of(&[Censored::at_least(f64::NAN)]), Err(Undefined::NotFinite { place: 0 }));
    }

    proptest! {
        #[test]
        fn without_limits_the_median_is_the_usual_one(values in prop::collection::vec(0u8..30, 1..60)) {
            let numbers: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
            let trials: Vec<Censored> = numbers.iter().map(|&value| Censored::finished(value)).collect();
            let curve = Survival::of(&trials).unwrap();
            prop_assert_eq!(curve.median(), Censored::finished(Data::new(numbers.clone()).median()));
            for x in 0..30u8 {
                let above = values.iter().filter(|value| **value > x).count();
                prop_assert_eq!(curve.at(f64::from(x)), above as f64 / values.len() as f64);
            }
        }

        /// With one limit for all the median is the usual one, or a bound that does not exceed it.
        #[test]
        fn one_limit_for_all(values in prop::collection::vec(1u8..50, 1..40), limit in 1u8..50) {
            let cut = |&value: &u8| {
                let (value, limit) = (f64::from(value), f64::from(limit));
                if value > limit { Censored::at_least(limit) } else { Censored::finished(value) }
            };
            let median = Survival::of(&values.iter().map(cut).collect::<Vec<_>>()).unwrap().median();
            let truth = Data::new(values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>()).median();
            let holds = if median.is_bound { median.value <= truth } else { median.value == truth };
            prop_assert!(holds, "{median:?} {truth}");
        }
    }
}
