//! Intervals of confidence of many values, without drawing again.
//!
//! Idea        The mean of n values is nearly normal, with the deviation of the values divided by √n; the number of values
//!             below the median is that of heads in n tosses, so the median lies between the ordered values whose ranks
//!             are z √n / 2 from the middle.
//! Source      The mean: Student, Biometrika 6 (1908). The median: Thompson, The Annals of Mathematical Statistics 7
//!             (1936).
//! Guarantees  The same digits on every machine, whatever the order of the values. Covers as stated for hundreds of
//!             values; for fewer draw again (bootstrap.rs).
//! Cost        One sorting.

use super::elementary::exp;
use super::interval::Interval;
use super::quantile::{at, ordered};
use super::undefined::{Undefined, finite, level_is_valid, positive_pairs};
use super::{normal, ratio, student};

/// Around the arithmetic mean, in the unit of the values.
///
/// # Errors
/// Fewer than two values, one that is not finite, or a level outside of 0 to 1.
pub fn mean(values: &[f64], level: f64) -> Result<Interval, Undefined> {
    finite(values, 2)?;
    level_is_valid(level)?;
    let values = ordered(values);
    let mean = ratio::mean(&values);
    let squares: Vec<f64> = values.iter().map(|value| (value - mean) * (value - mean)).collect();
    let freedom = values.len() as u64 - 1;
    let error = (ratio::mean(&ordered(&squares)) / freedom as f64).sqrt();
    let half = student::two_sided_quantile(level, freedom) * error;
    Ok(Interval { low: mean - half, high: mean + half })
}

/// Around the median, in the unit of the values.
///
/// # Errors
/// As for the mean.
pub fn median(values: &[f64], level: f64) -> Result<Interval, Undefined> {
    finite(values, 2)?;
    level_is_valid(level)?;
    let values = ordered(values);
    let half = -normal::quantile((1.0 - level) / 2.0) * (values.len() as f64).sqrt() / 2.0;
    let middle = (values.len() - 1) as f64 / 2.0;
    // Outwards to a value that is there.
    let [low, high] = [(middle - half).floor(), (middle + half).ceil()].map(|place| at(&values, place));
    Ok(Interval { low, high })
}

/// Around the geometric mean of value / baseline over pairs (value, baseline); a pure number.
///
/// # Errors
/// Fewer than two pairs, a number that is not finite and above 0, or a level outside of 0 to 1.
pub fn geometric_mean_of_ratios(pairs: &[(f64, f64)], level: f64) -> Result<Interval, Undefined> {
    positive_pairs(pairs, 2)?;
    let Interval { low, high } = mean(&ratio::log_ratios(pairs), level)?;
    Ok(Interval { low: exp(low), high: exp(high) })
}

#[cfg(test)]
mod tests {
    use super::super::bootstrap::Bootstrap;
    use super::*;

    /// 1 to n has the mean (n + 1) / 2 and the variance n (n + 1) / 12.
    #[test]
    fn whole_numbers_have_the_interval_of_theory() {
        let values: Vec<f64> = (1..=1000).map(f64::from).collect();
        let interval = mean(&values, 0.95).unwrap();
        let half = student::two_sided_quantile(0.95, 999) * (1000.0 * 1001.0 / 12.0 / 1000.0f64).sqrt();
        assert!((interval.low - (500.5 - half)).abs() < 1e-9 && (interval.high - (500.5 + half)).abs() < 1e-9);
        // 1.96 √1000 / 2 = 30.99 from 500.5.
        assert_eq!(median(&values, 0.95), Ok(Interval { low: 469.0, high: 532.0 }));
    }

    #[test]
    fn nearly_what_drawing_gives() {
        let values: Vec<f64> = (0..600u32).map(|i| f64::from(i * 7919 % 601) / 100.0 + 1.0).collect();
        let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, 2.0)).collect();
        let bootstrap = Bootstrap::default();
        let cases = [
            (mean(&values, 0.95), bootstrap.mean(&values)),
            (median(&values, 0.95), bootstrap.median(&values)),
            (geometric_mean_of_ratios(&pairs, 0.95), bootstrap.geometric_mean_of_ratios(&pairs)),
        ];
        for (plain, drawn) in cases {
            let (plain, drawn) = (plain.unwrap(), drawn.unwrap());
            let width = drawn.high - drawn.low;
            assert!((plain.low - drawn.low).abs() < 0.15 * width, "{plain:?} {drawn:?}");
            assert!((plain.high - drawn.high).abs() < 0.15 * width, "{plain:?} {drawn:?}");
        }
    }
}
