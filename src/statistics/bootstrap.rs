//! Intervals of confidence by drawing again from the sample.
//!
//! Idea        Draw n of the n values with replacement many times; the spread of the statistic over the draws is that
//!             of the statistic over samples.
//!             Mean and geometric mean: each draw gives t* = (x̄* - x̄) / s*, its distance from the mean in its own
//!             standard errors, and the interval is x̄ - t*₁₋ₚ s to x̄ - t*ₚ s (bootstrap-t): skewed values make t* skewed
//!             the other way, which moves the interval to the long tail. To s² and to each s*² a part of s² is added,
//!             so that a draw of equal values is far out and not infinitely far.
//!             p is calibrated: to the order 1 / n the probability missing at each end of such an interval is
//!             (κ - 3 γ² / 2) z (1 + 2 z²) φ(z) / 6n, γ the skewness and κ the excess kurtosis of the values: too little
//!             is left out of values without tails, too much of those with heavy ones. A sample shows the first by
//!             its κ, and the second by its γ better than by its κ; p rises and falls with them by multiples of that
//!             unit that were found by simulation.
//!             Median: cut from the ordered draws at Φ(±t), t of Student with n - 1 degrees of freedom for z, as few
//!             values make it too narrow (percentile rule, widened).
//! Source      Efron, The Annals of Statistics 7 (1979); bootstrap-t: Efron, The Jackknife, the Bootstrap and Other
//!             Resampling Plans (1982), chapter 10; its error: Hall, The Annals of Statistics 16 (1988), and The Bootstrap
//!             and Edgeworth Expansion (1992), section 3.5; the widening: Hesterberg, What teachers should know about
//!             the bootstrap, The American Statistician 69(4) (2015). Uniform numbers: Lemire, ACM TOMACS 29(1):3 (2019).
//! Guarantees  The same interval on every machine for the same seed, to the last digit, whatever the order of the
//!             values. Coverage: see [`Bootstrap`].
//! Cost        resamples × n draws of about 3 ns, the median included.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::elementary::exp;
use super::interval::Interval;
use super::quantile::{at, ordered};
use super::undefined::{Undefined, finite, level_is_valid, positive_pairs};
use super::{normal, ratio, student};

/// Up to so many values there is too little to draw from: their mean gets the interval of Student.
const FEW: u32 = 4;
/// The part of s² that is added to each variance, times n.
const FLOOR: f64 = 0.5;
/// From so many values on their shape tells something of that of their distribution.
const ENOUGH: f64 = 15.0;

/// How to draw. The default is 95 %, 1999 resamples, seed 0.
///
/// How often, in per cent, the interval of the default holds the true value over 10,000 samples of n values
/// (tests/statistics/statistics.rs; standard deviation 0.2). The ratios are of node counts with lognormal and
/// exponential noise.
///
/// | statistic, distribution | n = 5 | 10 | 20 | 30 | 50 | 100 |
/// |---|---|---|---|---|---|---|
/// | mean, normal | 95.6 | 95.6 | 94.4 | 94.9 | 95.3 | 95.1 |
/// | mean, exponential (skewed) | 91.9 | 94.5 | 95.3 | 95.4 | 95.3 | 95.6 |
/// | mean, lognormal, σ = 1/2 (skewed) | 93.8 | 94.7 | 94.3 | 95.0 | 95.4 | 95.0 |
/// | mean, uniform (no tails) | 95.2 | 97.7 | 95.9 | 95.2 | 94.7 | 94.9 |
/// | median, normal | 93.8 | 96.1 | 95.7 | 95.5 | 95.5 | 95.3 |
/// | median, exponential | 93.5 | 96.1 | 95.5 | 95.3 | 95.4 | 95.5 |
/// | geometric mean of ratios | 95.9 | 95.5 | 94.2 | 95.0 | 94.9 | 95.2 |
///
/// So from 20 values on all hold 94 to 96. Values with heavier tails than these, such as the lognormal distribution with
/// σ = 1, which has a kurtosis of 111, need hundreds: 20 of them do not show what is missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// Where the numbers come from: ChaCha8, its key the seed in eight bytes little-endian and zeros.
    pub seed: u64,
    /// How often the sample is drawn again.
    pub resamples: u32,
    /// The probability with which the interval covers the true value, such as 0.95.
    pub level: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { seed: 0, resamples: 1999, level: 0.95 }
    }
}

impl Bootstrap {
    /// Around the arithmetic mean, in the unit of the values.
    ///
    /// # Errors
    /// Fewer than two values, one that is not finite, or parameters out of range.
    pub fn mean(&self, values: &[f64]) -> Result<Interval, Undefined> {
        let count = self.check(values)?;
        let values = ordered(values);
        let mean = ratio::mean(&values);
        // All in halves, whose difference does not overflow, and in units of the range, whose squares do not.
        let (least, greatest) = (values[0], values[values.len() - 1]);
        let half_range = greatest * 0.5 - least * 0.5;
        if half_range <= 0.0 {
            return Ok(Interval { low: least, high: greatest });
        }
        let deviations: Vec<f64> = values.iter().map(|value| (value * 0.5 - mean * 0.5) / half_range).collect();
        let n = f64::from(count);
        let squares: f64 = deviations.iter().map(|d| d * d).sum();
        let variance = squares / (n * (n - 1.0));
        if count <= FEW {
            let half = self.student(count) * variance.sqrt();
            return Ok(Interval { low: mean - half * half_range * 2.0, high: mean + half * half_range * 2.0 });
        }
        let floor = variance * FLOOR / n;
        let draws = self.draws(count, |places| {
            let (mut sum, mut squares) = (0.0, 0.0);
            for &place in places {
                let d = deviations[place as usize];
                sum += d;
                squares += d * d;
            }
            let drawn = (squares - sum * sum / n).max(0.0) / (n * (n - 1.0));
            sum / n / (drawn + floor).sqrt()
        });
        let p = self.calibrated_tail(Shape::of(&deviations, squares));
        let t = cut(&draws, p, 1.0 - p);
        let unit = (variance + floor).sqrt() * half_range * 2.0;
        Ok(Interval { low: mean - t.high * unit, high: mean - t.low * unit })
    }

    /// Around the median, in the unit of the values.
    ///
    /// # Errors
    /// As for the mean.
    pub fn median(&self, values: &[f64]) -> Result<Interval, Undefined> {
        let count = self.check(values)?;
        let values = ordered(values);
        // The values are ordered, so how often each was drawn gives the median without sorting.
        let mut drawn = vec![0u32; values.len()];
        let draws = self.draws(count, |places| {
            drawn.fill(0);
            for &place in places {
                drawn[place as usize] += 1;
            }
            let [low, high] = [(count - 1) / 2, count / 2].map(|rank| values[place_of(&drawn, rank)]);
            f64::midpoint(low, high)
        });
        let tail = normal::probability(-self.student(count));
        Ok(cut(&draws, tail, 1.0 - tail))
    }

    /// Around the geometric mean of value / baseline over pairs (value, baseline); a pure number. Draws pairs, and is
    /// the interval of the mean of the logarithms, taken back by exp.
    ///
    /// # Errors
    /// Fewer than two pairs, a number that is not finite and above 0, or parameters out of range.
    pub fn geometric_mean_of_ratios(&self, pairs: &[(f64, f64)]) -> Result<Interval, Undefined> {
        positive_pairs(pairs, 2)?;
        let Interval { low, high } = self.mean(&ratio::log_ratios(pairs))?;
        Ok(Interval { low: exp(low), high: exp(high) })
    }

    /// The part of the draws to leave out at each end for the mean.
    fn calibrated_tail(&self, shape: Shape) -> f64 {
        let tail = (1.0 - self.level) / 2.0;
        let z = -normal::quantile(tail);
        let per_kurtosis = z * (1.0 + 2.0 * z * z) * normal::density(z) / (6.0 * shape.n);
        let (flat, skew) = if shape.n < ENOUGH {
            (0.0, 0.0)
        } else {
            // Uniform values have the kurtosis -1.2. Samples scatter, so it takes more than half of that.
            (
                (-4.0 * (shape.kurtosis + 0.5)).clamp(0.0, 3.5),
                0.3 * (shape.skewness_squared - 6.0 / shape.n).clamp(0.0, 4.0),
            )
        };
        (tail + (flat - skew - 0.35) * per_kurtosis).clamp(tail * 0.5, tail * 2.0)
    }

    /// t: how many deviations lie between the middle and an end.
    fn student(&self, count: u32) -> f64 {
        student::two_sided_quantile(self.level, u64::from(count - 1))
    }

    fn check(&self, values: &[f64]) -> Result<u32, Undefined> {
        finite(values, 2)?;
        level_is_valid(self.level)?;
        if self.resamples == 0 {
            return Err(Undefined::OutOfRange);
        }
        u32::try_from(values.len()).map_err(|_| Undefined::TooMany)
    }

    /// The statistic of each resample, in ascending order. It is given `count` places below `count`.
    fn draws(&self, count: u32, mut statistic: impl FnMut(&[u32]) -> f64) -> Vec<f64> {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        let mut places = vec![0; count as usize];
        let mut draws: Vec<f64> = (0..self.resamples)
            .map(|_| {
                places.fill_with(|| below(&mut words, count));
                statistic(&places)
            })
            .collect();
        draws.sort_unstable_by(f64::total_cmp);
        draws
    }
}

/// A uniform number below `bound`, which is not 0.
#[inline]
fn below(words: &mut ChaCha8Rng, bound: u32) -> u32 {
    let mut product = u64::from(words.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(words.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// The place of the value of that rank (from 0), each place holding so many.
fn place_of(drawn: &[u32], rank: u32) -> usize {
    let mut seen = 0;
    let reached = drawn.iter().position(|&times| {
        seen += times;
        seen > rank
    });
    reached.unwrap_or(drawn.len() - 1)
}

/// The shape of a sample (Fisher's G₁ and G₂, unbiased cumulants over powers of the variance). Both are 0 for the normal
/// distribution, but the square of the first is 6 / n on average.
#[derive(Debug, Clone, Copy)]
struct Shape {
    n: f64,
    skewness_squared: f64,
    kurtosis: f64,
}

impl Shape {
    /// From at least four deviations from the mean and the sum of their squares, which is not 0.
    fn of(deviations: &[f64], squares: f64) -> Self {
        let n = deviations.len() as f64;
        let (cubes, fourths) = deviations.iter().fold((0.0, 0.0), |(cubes, fourths), d| {
            let square = d * d;
            (cubes + square * d, fourths + square * square)
        });
        let plain = n * fourths / (squares * squares) - 3.0;
        Self {
            n,
            skewness_squared: n * n * (n - 1.0) / ((n - 2.0) * (n - 2.0)) * (cubes * cubes)
                / (squares * squares * squares),
            kurtosis: (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1.0) * plain + 6.0),
        }
    }
}

/// The interval between two fractions of the ordered draws: fraction p at the place (B + 1) p of 1 to B
/// (Hyndman, Fan 1996, definition 6).
fn cut(draws: &[f64], low: f64, high: f64) -> Interval {
    let [low, high] = [low, high].map(|p| at(draws, (draws.len() + 1) as f64 * p - 1.0));
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: Bootstrap = Bootstrap { seed: 7, resamples: 199, level: 0.95 };

    #[test]
    fn an_interval_is_fixed_to_the_last_digit() {
        // Recorded from this program: another value on another machine is an error.
        let values: Vec<f64> = (1..=12u8).map(|value| f64::from(value).sqrt()).collect();
        let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, 2.0)).collect();
        let draw = Bootstrap::default();
        let found = [draw.mean(&values), draw.median(&values), draw.geometric_mean_of_ratios(&pairs)];
        let bits = found.map(|interval| interval.map(|Interval { low, high }| (low.to_bits(), high.to_bits())));
        assert_eq!(bits, RECORDED.map(Ok), "{found:?}");
    }

    const RECORDED: [(u64, u64); 3] = [
        (4_610_989_983_905_585_872, 4_613_770_603_147_560_595),
        (4_610_479_282_544_200_874, 4_614_303_235_046_005_587),
        (4_605_493_235_860_216_145, 4_609_047_591_512_429_293),
    ];

    /// All 27 resamples of (0, 3, 9) by hand: the mean of the bootstrap distribution is 4, its variance 14 / 3.
    #[test]
    fn draws_follow_the_bootstrap_distribution() {
        let values = [0.0, 3.0, 9.0];
        let draw = Bootstrap { resamples: 200_000, ..SMALL };
        let means = draw.draws(3, |places| places.iter().map(|&place| values[place as usize]).sum::<f64>() / 3.0);
        let mean = means.iter().sum::<f64>() / 2e5;
        let variance = means.iter().map(|draw| (draw - 4.0) * (draw - 4.0)).sum::<f64>() / 2e5;
        assert!((mean - 4.0).abs() < 0.02 && (variance - 14.0 / 3.0).abs() < 0.05, "{mean} {variance}");
        // 0 only from three times 0, 9 only from three times 9.
        for end in [0.0, 9.0] {
            let part = means.iter().filter(|&&mean| mean == end).count() as f64 / 2e5;
            assert!((part - 1.0 / 27.0).abs() < 0.002, "{part}");
        }
    }

    /// Values that lie as the normal distribution wants them.
    #[test]
    fn without_skew_the_interval_of_the_mean_is_that_of_student() {
        let values: Vec<f64> = (0..101u8).map(|rank| normal::quantile((f64::from(rank) + 0.5) / 101.0)).collect();
        let squares: f64 = values.iter().map(|value| value * value).sum();
        let half = student::two_sided_quantile(0.95, 100) * (squares / 100.0 / 101.0).sqrt();
        let found = Bootstrap { resamples: 20_000, ..SMALL }.mean(&values).unwrap();
        assert!((found.high / half - 1.0).abs() < 0.03 && (found.low / half + 1.0).abs() < 0.03, "{found:?} {half}");
    }

    /// Two and three values: the example of Student's table, 12.706 standard errors of 1/2.
    #[test]
    fn of_few_values_it_is_exactly_that_of_student() {
        let found = SMALL.mean(&[0.0, 1.0]).unwrap();
        assert!((found.low + 5.853).abs() < 1e-3 && (found.high - 6.853).abs() < 1e-3, "{found:?}");
        let found = SMALL.mean(&[-1.0, 0.0, 1.0]).unwrap();
        assert!((found.high - 4.303 / 3f64.sqrt()).abs() < 1e-3, "{found:?}");
    }

    /// Nearly all values equal: most draws have no spread of their own.
    #[test]
    fn ties_give_no_infinite_interval() {
        let mut values = vec![0.0; 10];
        values[3] = 1.0;
        let found = SMALL.mean(&values).unwrap();
        // Clopper and Pearson (1934) for 1 of 10: 0.0025 to 0.445.
        assert!(found.low > -0.1 && found.low < 0.1 && found.high > 0.35 && found.high < 0.8, "{found:?}");
    }

    #[test]
    fn the_size_of_the_values_does_not_matter() {
        let values: Vec<f64> = (1..=12u8).map(|value| f64::from(value) * f64::from(value)).collect();
        let small = SMALL.mean(&values).unwrap();
        for power in [-900, 900] {
            let scale = 2f64.powi(power);
            let scaled: Vec<f64> = values.iter().map(|value| value * scale).collect();
            let expected = Interval { low: small.low * scale, high: small.high * scale };
            assert_eq!(SMALL.mean(&scaled), Ok(expected), "{power}");
        }
        let tiny = [0.0, f64::from_bits(1), f64::from_bits(2), 0.0, 0.0];
        assert!(SMALL.mean(&tiny).is_ok_and(|interval| interval.low.is_finite() && interval.high.is_finite()));
    }

    /// Uniform and two-point distributions, and `skew` and `kurtosis` of SciPy with `bias=False`.
    #[test]
    fn known_shapes() {
        let of = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
            let Shape { skewness_squared, kurtosis, .. } =
                Shape::of(&deviations, deviations.iter().map(|d| d * d).sum());
            (skewness_squared, kurtosis)
        };
        let uniform: Vec<f64> = (0..2000u16).map(f64::from).collect();
        for (values, kurtosis) in [(uniform, -1.2), ([0.0, 1.0].repeat(1000), -2.0)] {
            let found = of(&values);
            assert!(found.0 < 1e-9 && (found.1 - kurtosis).abs() < 0.01, "{found:?}");
        }
        let found = of(&[1.0, 2.0, 3.0, 4.0, 10.0]);
        assert!((found.0.sqrt() - 1.697_056_274_847_714).abs() < 1e-9 && (found.1 - 3.152).abs() < 1e-9, "{found:?}");
    }

    proptest! {
        #[test]
        fn the_order_of_the_values_does_not_matter(
            (values, turned) in prop::collection::vec(-1e3..1e3f64, 2..20)
                .prop_flat_map(|values| (Just(values.clone()), Just(values).prop_shuffle())),
        ) {
            prop_assert_eq!(SMALL.mean(&values), SMALL.mean(&turned));
            prop_assert_eq!(SMALL.median(&values), SMALL.median(&turned));
        }

        #[test]
        fn intervals_lie_around_the_estimate(values in prop::collection::vec(-1e3..1e3f64, 2..20)) {
            let ends = ordered(&values);
            let Interval { low, high } = SMALL.median(&values).unwrap();
            prop_assert!(ends[0] - 1e-9 <= low && low <= high && high <= ends[ends.len() - 1] + 1e-9);
            let Interval { low, high } = SMALL.mean(&values).unwrap();
            let mean = ratio::mean(&ends);
            prop_assert!(low <= mean + 1e-9 && mean - 1e-9 <= high);
        }

        #[test]
        fn a_higher_level_gives_a_wider_interval(values in prop::collection::vec(-1e3..1e3f64, 5..20)) {
            let wide = Bootstrap { level: 0.99, ..SMALL }.mean(&values).unwrap();
            let narrow = SMALL.mean(&values).unwrap();
            prop_assert!(wide.low <= narrow.low + 1e-9 && narrow.high <= wide.high + 1e-9);
        }
    }
}
