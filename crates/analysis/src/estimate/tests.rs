//! Estimates of censored measurements.

use proptest::prelude::*;

use super::*;

fn of(sample: &[(Censored, Option<Censored>)], statistic: ClaimStatistic) -> Estimate {
    let measurement = |(unit, &(value, baseline)): (usize, &(Censored, Option<Censored>))| Measurement {
        baseline,
        ..Measurement::of(unit as u64, value)
    };
    Estimate::of(&sample.iter().enumerate().map(measurement).collect::<Vec<_>>(), statistic).unwrap()
}

#[test]
fn a_limit_is_never_averaged_as_if_it_had_finished() {
    let limit = (Censored::at_least(10.0), None);
    let done = |value| (Censored::finished(value), None);
    let sample = [done(3.0), limit, done(1.0), done(3.0), limit];
    assert_eq!(of(&sample, ClaimStatistic::Mean).censored(), Some(Censored::at_least(5.4)));
    assert_eq!(of(&sample[2..4], ClaimStatistic::Mean).censored(), Some(Censored::finished(2.0)));
}

#[test]
#[allow(clippy::float_cmp, reason = "1, 0 and no end are exact")]
fn a_ratio_knows_its_side() {
    let pair = |value, baseline| (Censored::finished(value), Some(Censored::finished(baseline)));
    let slow = (Censored::at_least(8.0), Some(Censored::finished(1.0)));
    let fast = (Censored::finished(1.0), Some(Censored::at_least(8.0)));
    let ends = |sample: &[(Censored, Option<Censored>)]| {
        let estimate = of(sample, ClaimStatistic::GeometricMean);
        [estimate.low, estimate.high]
    };
    assert_eq!(ends(&[pair(2.0, 2.0)]), [1.0, 1.0]);
    let [least, without_end] = ends(&[pair(2.0, 1.0), slow]);
    let [none, most] = ends(&[pair(1.0, 2.0), fast]);
    assert!((least - 4.0).abs() < 1e-14 && (most - 0.25).abs() < 1e-15);
    assert_eq!(([none, without_end], ends(&[slow, fast])), ([0.0, f64::INFINITY], [0.0, f64::INFINITY]));
}

#[test]
fn what_has_no_ratio() {
    let bad = |value| Estimate::of(&[Measurement::of(0, Censored::finished(value))], ClaimStatistic::GeometricMean);
    assert_eq!(bad(0.0).unwrap_err(), "value 1 is not above 0, so it has no ratio");
    assert_eq!(bad(f64::NAN).unwrap_err(), "value 1 is not finite");
    assert_eq!(Estimate::of(&[], ClaimStatistic::GeometricMean).unwrap_err(), "there are no trials");
}

proptest! {
    /// Whatever the trials would have needed, the truth is on the stated side.
    #[test]
    fn bounds_hold(trials in prop::collection::vec((0.1..100.0f64, 0.1..100.0f64), 1..20)) {
        let value = |&(truth, limit): &(f64, f64)| Censored { value: truth.min(limit), is_bound: truth > limit };
        let sample: Vec<_> = trials.iter().map(|trial| (value(trial), None)).collect();
        let truth = trials.iter().map(|trial| trial.0).sum::<f64>() / trials.len() as f64;
        let mean = of(&sample, ClaimStatistic::Mean).censored().unwrap();
        prop_assert!(mean.value <= truth + 1e-9 && (mean.is_bound || (mean.value - truth).abs() < 1e-9));
    }
}
