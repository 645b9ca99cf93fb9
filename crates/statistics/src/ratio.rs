//! Geometric means of ratios.
//!
//! Idea        How many times as much one algorithm needs as another is a ratio for each instance. Their mean must not
//!             depend on which of the two is the baseline: so exp of the mean of the logarithms.
//! Source      Fleming, Wallace, How not to lie with statistics, Communications of the ACM 29(3) (1986).
//! Guarantees  The logarithms of a/b and b/a are equal but for the sign, to the bit: ratios that cancel in pairs give
//!             exactly 1. The order of the values does not matter.
//! Not here    The interval and the test (confidence.rs), values that are bounds only (censored.rs).

use super::deterministic_math::{exp, ln};
use super::quantile::ordered;

/// The geometric mean of ratios, from their logarithms. A pure number; below 1 the values are smaller.
pub fn geometric_mean(logarithms: &[f64]) -> f64 {
    exp(mean(logarithms))
}

/// ln(value / baseline), neither of them negative; infinite where one is 0 or infinite.
pub fn log_ratio(value: f64, baseline: f64) -> f64 {
    let larger = value.max(baseline) / value.min(baseline);
    let size = if larger.is_finite() { ln(larger) } else { ln(value.max(baseline)) - ln(value.min(baseline)) };
    if value < baseline { -size } else { size }
}

/// The arithmetic mean. Added from both ends inwards, so that numbers which cancel do so exactly.
pub fn mean(values: &[f64]) -> f64 {
    let ordered = ordered(values);
    let half = ordered.len() / 2;
    let outer: f64 = ordered[..half].iter().zip(ordered.iter().rev()).map(|(low, high)| low + high).sum();
    let middle = if ordered.len() % 2 == 1 { ordered[half] } else { 0.0 };
    (outer + middle) / ordered.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::statistics::Statistics;

    fn of_pairs(pairs: &[(f64, f64)]) -> f64 {
        geometric_mean(&pairs.iter().map(|&(value, baseline)| log_ratio(value, baseline)).collect::<Vec<_>>())
    }

    #[test]
    fn the_baseline_does_not_matter() {
        let pairs = [(2.0, 1.0), (1.0, 8.0), (27.0, 3.0)];
        let turned = pairs.map(|(value, baseline)| (baseline, value));
        let (mean, inverse) = (of_pairs(&pairs), of_pairs(&turned));
        assert!((mean * inverse - 1.0).abs() < 1e-15);
        assert!((mean - (2.0f64 / 8.0 * 9.0).cbrt()).abs() < 1e-15);
    }

    #[test]
    fn ratios_that_cancel_give_exactly_one() {
        let pairs = [(3.0, 1.0), (1.0, 7.0), (5.0, 5.0), (1.0, 3.0), (7.0, 1.0)];
        assert_eq!(of_pairs(&pairs).to_bits(), 1.0f64.to_bits());
    }

    /// Fleming, Wallace (1986): benchmarks E, F, H, I, K on machine M relative to machine R; the mean is 0.86.
    #[test]
    fn the_example_of_fleming_and_wallace() {
        let pairs = [(244.0, 417.0), (70.0, 83.0), (153.0, 66.0), (33527.0, 39449.0), (368.0, 772.0)];
        assert!((of_pairs(&pairs) - 0.86).abs() < 0.005);
    }

    #[test]
    fn the_size_of_the_numbers_does_not_matter() {
        assert!((of_pairs(&[(1e300, 1e-300), (1e-300, 1e300)]) - 1.0).abs() < 1e-15);
        let infinite = [log_ratio(0.0, 5.0), log_ratio(5.0, f64::INFINITY), -log_ratio(f64::INFINITY, 5.0)];
        assert_eq!(infinite, [f64::NEG_INFINITY; 3]);
    }

    proptest! {
        #[test]
        fn agrees_with_statrs(values in prop::collection::vec(1e-6..1e9f64, 1..50)) {
            let found = of_pairs(&values.iter().map(|&value| (value, 1.0)).collect::<Vec<_>>());
            prop_assert!((found / values.iter().geometric_mean() - 1.0).abs() < 1e-12);
        }
    }
}
