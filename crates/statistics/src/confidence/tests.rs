use super::*;
use proptest::prelude::*;

fn all(values: &[f64]) -> Vec<Confidence> {
    let hits = values.iter().filter(|&&value| value > 2.0).count();
    let logarithms: Vec<f64> = values.iter().map(|&value| ln(value)).collect();
    let pairs: Vec<(f64, f64)> = values.iter().enumerate().map(|(i, &value)| (value, 1.0 + i as f64)).collect();
    let negative: Vec<f64> = values.iter().map(|&value| value - 3.0).collect();
    let mut counts = [0; 5];
    for &value in values {
        counts[value as usize % 5] += 1;
    }
    [
        Confidence::of_mean(values),
        Confidence::of_mean(&negative),
        Confidence::of_total(values, values.len() as f64),
        Confidence::of_geometric_mean(&logarithms),
        Confidence::of_ratio_of_sums(&pairs),
        Confidence::of_median(values),
        Confidence::of_proportion(hits, values.len()),
        Confidence::of_scores(counts),
        Confidence::of_penalised(
            values,
            &values.iter().map(|&v| f64::from(u8::from(v > 7.0))).collect::<Vec<_>>(),
            [9.0; 2],
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Student's own data (Biometrika 6, 1908): ten differences in hours of sleep, mean 1.58, standard error 0.389, t 4.06.
#[test]
fn the_sleep_of_student() {
    let hours = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4, -1e-9];
    let found = Confidence::of_mean(&hours[..10].iter().map(|h| h - 10.0).collect::<Vec<_>>()).unwrap();
    let Kind::Location { location, error, freedom, .. } = found.kind else { panic!() };
    assert!((location + 8.42).abs() < 1e-9 && (error - 0.389).abs() < 5e-4 && freedom == 9);
}

#[test]
fn what_cannot_be_negative_has_no_negative_bound() {
    // Today's "nodes 218 [-76, 512]" would be two values of this kind.
    let found = Confidence::of_mean(&[195.0, 241.0]).unwrap().interval(0.95);
    assert!(found.low > 0.0 && found.high > 512.0, "{found:?}");
}

#[test]
fn few_values_show_nothing() {
    assert_eq!(Confidence::of_mean(&[1.0]), None);
    assert_eq!(Confidence::of_median(&[1.0, 2.0, 3.0]).unwrap().lower(0.05), f64::NEG_INFINITY);
    let equal = Confidence::of_mean(&[2.0; 4]).unwrap();
    assert_eq!((equal.lower(0.05), equal.p_above(1.0)), (f64::NEG_INFINITY, 1.0 / 16.0));
    assert_eq!(Confidence::of_mean(&[2.0; 5]).unwrap().lower(0.05), 2.0);
}

proptest! {
    /// The duality of tests and bounds (Neyman, Philosophical Transactions A 236, 1937).
    #[test]
    fn bounds_and_p_say_the_same(
        values in prop::collection::vec(0.01..9.0f64, 2..40), alpha in 0.001..0.6f64, threshold in -2.0..9.0f64,
    ) {
        for confidence in all(&values) {
            let (above, below) = (confidence.p_above(threshold), confidence.p_below(threshold));
            prop_assert!((0.0..=1.0).contains(&above) && (0.0..=1.0).contains(&below), "{confidence:?}");
            let (lower, upper) = (confidence.lower(alpha), confidence.upper(alpha));
            if (above - alpha).abs() > 1e-6 && (lower - threshold).abs() > 1e-6 {
                prop_assert_eq!(lower > threshold, above < alpha, "{:?} {} {}", &confidence, lower, above);
            }
            if (below - alpha).abs() > 1e-6 && (upper - threshold).abs() > 1e-6 {
                prop_assert_eq!(upper < threshold, below < alpha, "{:?} {} {}", &confidence, upper, below);
            }
            prop_assert!(confidence.lower(alpha / 2.0) <= lower + 1e-9 && confidence.upper(alpha / 2.0) >= upper - 1e-9);
        }
    }
}
