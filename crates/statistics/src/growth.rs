//! Growth of the nodes of a search with depth: the fitted effective branching factor.
//!
//! Idea        If each further ply costs b times the nodes, ln nodes is a straight line over depth with slope ln b.
//!             Each instance has its own size but the same slope, so each series of measurements gets its own
//!             intercept; least squares then takes place about the means of each series:
//!                 ln b = Σ (d - d̄)(y - ȳ) / Σ (d - d̄)²,   y = ln nodes,
//!             and the interval is ln b ± t s / √Σ (d - d̄)² with s² the squared residuals over their degrees of
//!             freedom, the points less the series less 1.
//! Source      Least squares: Gauss (1809), Student's t: Draper, Smith, Applied Regression Analysis (1966), chapter 1.
//!             As a measure of search: Knuth, Moore, Artificial Intelligence 6 (1975).
//! Guarantees  The interval covers as stated if deviations from the line are independent and normal with one spread.
//!             They are not where odd and even depths differ, as with alpha-beta: fit each of them for itself, or
//!             read the interval as that of the line.
//! Not here    The factor of one tree of one depth (tree.rs). Trials ended by a limit have no place in a fit.

use super::deterministic_math::{exp, ln};
use super::interval::Interval;
use super::student;
use super::undefined::{Undefined, level_is_valid};

/// A fitted effective branching factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// b: how many times the nodes of a depth the next depth has. A pure number.
    pub factor: f64,
    /// Of b; `None` without a degree of freedom, as for one series of two points.
    pub interval: Option<Interval>,
    /// The standard error of ln b; infinite without a degree of freedom.
    pub error: f64,
    /// R² about the means of the series: the part of the variation of ln nodes that depth explains, 0 to 1.
    pub determination: f64,
    /// The number of measurements used.
    pub points: usize,
    /// Points less series less 1.
    pub freedom: usize,
}

impl Growth {
    /// Of series of measurements (depth in plies, nodes), one series for each instance. `level` is that of the
    /// interval, such as 0.95. Empty series count for nothing.
    ///
    /// # Errors
    /// A number of nodes that is not finite and above 0 (its place counts through all series), a level outside of 0
    /// to 1, or no series with two depths.
    pub fn of<S: AsRef<[(u32, f64)]>>(series: &[S], level: f64) -> Result<Self, Undefined> {
        level_is_valid(level)?;
        let all = series.iter().flat_map(AsRef::as_ref).map(|(_, nodes)| *nodes);
        for (place, nodes) in all.enumerate() {
            if !nodes.is_finite() {
                return Err(Undefined::NotFinite { place });
            }
            if nodes <= 0.0 {
                return Err(Undefined::NotPositive { place });
            }
        }
        let centred: Vec<(f64, f64)> = series.iter().map(AsRef::as_ref).flat_map(centre).collect();
        let (depths, products, logarithms) =
            centred.iter().fold((0.0, 0.0, 0.0), |(xx, xy, yy), (x, y)| (xx + x * x, xy + x * y, yy + y * y));
        // Two different depths of one series leave at least 1/2.
        if depths < 0.25 {
            return Err(Undefined::OneDepth);
        }
        let slope = products / depths;
        let residuals: f64 = centred.iter().map(|(x, y)| (y - slope * x) * (y - slope * x)).sum();
        let used = series.iter().filter(|series| !series.as_ref().is_empty()).count();
        let freedom = centred.len().saturating_sub(used + 1);
        let error = if freedom > 0 { (residuals / freedom as f64 / depths).sqrt() } else { f64::INFINITY };
        let interval = (freedom > 0).then(|| {
            let half = student::two_sided_quantile(level, freedom as u64) * error;
            Interval { low: exp(slope - half), high: exp(slope + half) }
        });
        let determination = if logarithms > 0.0 { (1.0 - residuals / logarithms).max(0.0) } else { 1.0 };
        Ok(Self { factor: exp(slope), interval, error, determination, points: centred.len(), freedom })
    }
}

/// Depth and ln nodes of a series, each less its mean.
fn centre(series: &[(u32, f64)]) -> Vec<(f64, f64)> {
    let count = series.len() as f64;
    let points: Vec<(f64, f64)> = series.iter().map(|&(depth, nodes)| (f64::from(depth), ln(nodes))).collect();
    let x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    points.into_iter().map(|(depth, logarithm)| (depth - x, logarithm - y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_uniform_tree_has_its_own_factor() {
        let leaves: Vec<(u32, f64)> = (1..=10).map(|depth| (depth, f64::from(3u32.pow(depth)))).collect();
        let fit = Growth::of(&[leaves], 0.95).unwrap();
        assert!((fit.factor - 3.0).abs() < 1e-13 && (fit.determination - 1.0).abs() < 1e-13);
        let interval = fit.interval.unwrap();
        assert!(interval.high - interval.low < 1e-12 && (fit.points, fit.freedom) == (10, 8));
    }

    /// Anscombe, Graphs in statistical analysis, The American Statistician 27(1) (1973), first data set: slope 0.5001,
    /// its standard error 0.1179, R² 0.6665; t with 9 degrees of freedom is 2.262.
    #[test]
    fn the_data_of_anscombe() {
        let x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let points: Vec<(u32, f64)> = x.into_iter().zip(y.map(exp)).collect();
        let fit = Growth::of(&[points], 0.95).unwrap();
        assert!((ln(fit.factor) - 0.5001).abs() < 5e-5 && (fit.determination - 0.6665).abs() < 5e-5, "{fit:?}");
        let Interval { low, high } = fit.interval.unwrap();
        assert!(((ln(high) - ln(low)) / 2.0 / 2.262_157 - 0.1179).abs() < 5e-5);
        assert_eq!(fit.freedom, 9);
    }

    #[test]
    fn instances_of_different_size_share_a_slope() {
        let tree = |root: f64| (1..=6).map(|depth| (depth, root * f64::from(2u32.pow(depth)))).collect::<Vec<_>>();
        let fit = Growth::of(&[tree(1.0), tree(1e6), tree(40.0), vec![(7, 5.0)], vec![]], 0.95).unwrap();
        assert!((fit.factor - 2.0).abs() < 1e-13 && (fit.points, fit.freedom) == (19, 14), "{fit:?}");
    }

    #[test]
    fn what_has_no_line() {
        assert_eq!(Growth::of::<[(u32, f64); 0]>(&[], 0.95), Err(Undefined::OneDepth));
        assert_eq!(Growth::of(&[[(4, 10.0), (4, 20.0)], [(5, 1.0), (5, 1.0)]], 0.95), Err(Undefined::OneDepth));
        assert_eq!(Growth::of(&[[(4, 10.0), (5, 0.0)]], 0.95), Err(Undefined::NotPositive { place: 1 }));
        assert_eq!(Growth::of(&[[(4, 10.0), (5, 20.0)]], 1.5), Err(Undefined::OutOfRange));
        let two = Growth::of(&[[(4, 10.0), (5, 20.0)]], 0.95).unwrap();
        assert_eq!((two.interval, two.freedom), (None, 0));
        let flat = Growth::of(&[[(1, 9.0), (2, 9.0), (3, 9.0)]], 0.95).unwrap();
        assert_eq!((flat.factor, flat.determination), (1.0, 1.0));
    }

    proptest! {
        /// No slope leaves less than the fitted one.
        #[test]
        fn the_fit_is_least_squares(
            points in prop::collection::vec((1u32..12, 1.0..1e9f64), 3..20), other in -0.5..0.5f64,
        ) {
            if let Ok(fit) = Growth::of(&[&points], 0.95) {
                let left = |slope: f64| -> f64 {
                    centre(&points).iter().map(|(x, y)| (y - slope * x) * (y - slope * x)).sum()
                };
                let slope = fit.factor.ln();
                prop_assert!(left(slope) <= left(slope + other) + 1e-9);
            }
        }
    }
}
