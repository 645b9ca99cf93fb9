//! Median, quartiles, and what a box plot draws.
//!
//! Idea        The p-quantile of n ordered values x₀ ≤ … ≤ xₙ₋₁ stands at the place h = (n - 1) p, between two values
//!             by straight interpolation. p = 1/2 is the usual median.
//! Source      Hyndman, Fan, Sample quantiles in statistical packages, The American Statistician 50(4) (1996),
//!             definition 7, the default of R, NumPy and spreadsheets. Fences: Tukey, Exploratory Data Analysis (1977).
//! Not here    Values that are bounds only (censored.rs).

use super::undefined::{Undefined, finite};

/// Distance of the fences from the box, in interquartile ranges; values of the bulk lie between them.
const FENCE: f64 = 1.5;

/// The three values that cut a sample into four parts, in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quartiles {
    /// The quantile of 1/4.
    pub lower: f64,
    /// The quantile of 1/2.
    pub median: f64,
    /// The quantile of 3/4.
    pub upper: f64,
}

impl Quartiles {
    /// Of these values, in any order.
    ///
    /// # Errors
    /// No value, or one that is not finite.
    pub fn of(values: &[f64]) -> Result<Self, Undefined> {
        finite(values, 1)?;
        let ordered = ordered(values);
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|p| at(&ordered, (ordered.len() - 1) as f64 * p));
        Ok(Self { lower, median, upper })
    }

    /// The interquartile range.
    pub(crate) fn range(&self) -> f64 {
        self.upper - self.lower
    }

    /// Values below the first or above the second stand apart in a box plot: 1.5 interquartile ranges from the box.
    pub fn fences(&self) -> (f64, f64) {
        (self.lower - FENCE * self.range(), self.upper + FENCE * self.range())
    }
}

/// The median, in the unit of the values; they may stand in any order.
///
/// # Errors
/// No value, or one that is not finite.
pub fn median(values: &[f64]) -> Result<f64, Undefined> {
    quantile(values, 0.5)
}

/// The `p`-quantile, in the unit of the values; they may stand in any order.
///
/// # Errors
/// No value, one that is not finite, or `p` outside of 0 to 1.
pub(crate) fn quantile(values: &[f64], p: f64) -> Result<f64, Undefined> {
    finite(values, 1)?;
    if !(0.0..=1.0).contains(&p) {
        return Err(Undefined::OutOfRange);
    }
    Ok(at(&ordered(values), (values.len() - 1) as f64 * p))
}

/// The values in ascending order. -0 stands before 0.
pub(super) fn ordered(values: &[f64]) -> Vec<f64> {
    let mut ordered = values.to_vec();
    ordered.sort_unstable_by(f64::total_cmp);
    ordered
}

/// The value at a place that may lie between two of the ordered values, or outside of them (then the nearest).
pub(super) fn at(ordered: &[f64], place: f64) -> f64 {
    let last = ordered.len() - 1;
    let place = place.clamp(0.0, last as f64);
    let below = place.floor() as usize;
    let (low, high) = (ordered[below], ordered[(below + 1).min(last)]);
    let part = place - place.floor();
    // The midpoint neither overflows nor rounds twice.
    if part == 0.5 { f64::midpoint(low, high) } else { low * (1.0 - part) + high * part }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use statrs::statistics::{Data, OrderStatistics};

    #[test]
    fn medians_of_odd_and_even_samples() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Ok(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Ok(2.5));
        assert_eq!(median(&[f64::MAX, f64::MAX]), Ok(f64::MAX));
        assert_eq!(median(&[]), Err(Undefined::TooFew { found: 0, needed: 1 }));
        assert_eq!(median(&[1.0, f64::INFINITY]), Err(Undefined::NotFinite { place: 1 }));
        assert_eq!(quantile(&[1.0], 1.5), Err(Undefined::OutOfRange));
        assert_eq!(quantile(&[1.0], f64::NAN), Err(Undefined::OutOfRange));
    }

    /// `quantile(c(6, 7, 15, 36, 39, 40, 41, 42, 43, 47, 49), type = 7)` of R: the sample of the article "Quartile" of
    /// Wikipedia, by definition 7.
    #[test]
    fn quartiles_by_definition_seven() {
        let sample = [49.0, 6.0, 7.0, 15.0, 36.0, 39.0, 40.0, 41.0, 42.0, 43.0, 47.0];
        let quartiles = Quartiles::of(&sample).unwrap();
        assert_eq!(quartiles, Quartiles { lower: 25.5, median: 40.0, upper: 42.5 });
        assert_eq!((quartiles.range(), quartiles.fences()), (17.0, (0.0, 68.0)));
        let two = Quartiles::of(&[1.0, 2.0]).unwrap();
        assert_eq!((two.lower, two.median, two.upper), (1.25, 1.5, 1.75));
    }

    proptest! {
        #[test]
        fn the_median_agrees_with_statrs(values in prop::collection::vec(-1e6..1e6f64, 1..60)) {
            let mut oracle = Data::new(values.clone());
            prop_assert!((median(&values).unwrap() - oracle.median()).abs() < 1e-9);
        }

        #[test]
        fn quantiles_rise_and_stay_inside(values in prop::collection::vec(-1e3..1e3f64, 1..40)) {
            let all: Vec<f64> = (0..=20).map(|step| quantile(&values, f64::from(step) / 20.0).unwrap()).collect();
            prop_assert!(all.is_sorted_by(|a, b| *a <= b + 1e-9));
            prop_assert_eq!((all[0], all[20]), (ordered(&values)[0], ordered(&values)[values.len() - 1]));
        }
    }
}
