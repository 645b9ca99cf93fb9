//! The interval of a share: so many of so many.
//!
//! Idea        The shares p that a test at the level would not reject, given k of n: those with
//!             |k / n - p| ≤ z √(p (1 - p) / n). Unlike p̂ ± z √(p̂ (1 - p̂) / n) it never leaves 0 to 1, and it has a width
//!             where all or none are.
//! Source      Wilson, Journal of the American Statistical Association 22 (1927).

use super::interval::Interval;
use super::normal;
use super::undefined::{Undefined, level_is_valid};

/// Around the share `hits` of `count`.
///
/// # Errors
/// No trial, more hits than trials, or a level outside of 0 to 1.
pub fn share(hits: usize, count: usize, level: f64) -> Result<Interval, Undefined> {
    level_is_valid(level)?;
    if count == 0 {
        return Err(Undefined::TooFew { found: 0, needed: 1 });
    }
    if hits > count {
        return Err(Undefined::OutOfRange);
    }
    let (hits, count) = (hits as f64, count as f64);
    let z = -normal::quantile((1.0 - level) / 2.0);
    let square = z * z;
    let middle = (hits + square / 2.0) / (count + square);
    let half = z * (hits * (count - hits) / count + square / 4.0).sqrt() / (count + square);
    Ok(Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn published_intervals() {
        for (hits, count, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = share(hits, count, 0.95).unwrap();
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
        assert!(share(0, 0, 0.95).is_err() && share(2, 1, 0.95).is_err());
    }
}
