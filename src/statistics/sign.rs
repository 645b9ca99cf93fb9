//! Which of two algorithms needs less more often, where limits ended some trials: the sign test for pairs.
//!
//! Idea        Of a pair (value, baseline) it is often known which is smaller although one is a bound only: 5 is less
//!             than "at least 60". If neither side is favoured, each such pair is a fair coin: P is the part of the 2ⁿ
//!             outcomes at least as uneven as the data. Pairs that are equal, and pairs whose order the limits hide,
//!             count for neither.
//! Source      Dixon, Mood, Journal of the American Statistical Association 41 (1946).
//! Guarantees  Up to [`EXACT`] pairs the binomial distribution; above, the normal one with half a pair for continuity.
//! Not here    The test that also weighs how far the values differ, for trials that all finished (signed_rank.rs).

use super::censored::Censored;
use super::normal;
use super::undefined::Undefined;

/// Up to so many pairs with a known order P is summed: 2^-n is still a normal number.
pub const EXACT: usize = 1000;

/// The result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signs {
    /// Pairs whose value is less than the baseline.
    pub less: usize,
    /// Pairs whose value is greater.
    pub greater: usize,
    /// Pairs that finished with the same value.
    pub equal: usize,
    /// Pairs whose order the limits hide.
    pub unknown: usize,
    /// P of the data or a more uneven outcome, either way, if no side is favoured. From 0 to 1.
    pub two_sided: f64,
}

impl Signs {
    /// Of pairs (value, baseline).
    ///
    /// # Errors
    /// No pair, or a number that is not finite.
    pub fn of(pairs: &[(Censored, Censored)]) -> Result<Self, Undefined> {
        if pairs.is_empty() {
            return Err(Undefined::TooFew { found: 0, needed: 1 });
        }
        let mut signs = Self { less: 0, greater: 0, equal: 0, unknown: 0, two_sided: 1.0 };
        for (place, (value, baseline)) in pairs.iter().enumerate() {
            if !(value.value.is_finite() && baseline.value.is_finite()) {
                return Err(Undefined::NotFinite { place });
            }
            let count = if is_less(value, baseline) {
                &mut signs.less
            } else if is_less(baseline, value) {
                &mut signs.greater
            } else if value.is_bound || baseline.is_bound {
                &mut signs.unknown
            } else {
                &mut signs.equal
            };
            *count += 1;
        }
        let tail = lower_tail(signs.less + signs.greater, signs.less.min(signs.greater));
        signs.two_sided = (2.0 * tail).min(1.0);
        Ok(signs)
    }
}

/// Whether the one finished with less than the other has or had at its limit.
fn is_less(one: &Censored, other: &Censored) -> bool {
    // A trial that its limit ended at the value at which the other finished may still end there: that is no order.
    !one.is_bound && one.value < other.value
}

/// P that of `count` fair coins at most `most` show heads; `most` is not above the half.
fn lower_tail(count: usize, most: usize) -> f64 {
    if count > EXACT {
        let distance = most as f64 + 0.5 - count as f64 / 2.0;
        return normal::probability(distance / (count as f64 / 4.0).sqrt());
    }
    let mut term = (0..count).fold(1.0, |power, _| power * 0.5);
    let mut sum = term;
    for heads in 1..=most {
        term *= (count - heads + 1) as f64 / heads as f64;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    #[test]
    fn limits_hide_an_order_or_do_not() {
        let (done, limit) = (Censored::finished, Censored::at_least);
        let cases = [
            (done(5.0), limit(60.0), (1, 0, 0, 0)),
            (limit(60.0), done(5.0), (0, 1, 0, 0)),
            (done(70.0), limit(60.0), (0, 0, 0, 1)),
            (done(60.0), limit(60.0), (0, 0, 0, 1)),
            (limit(60.0), limit(70.0), (0, 0, 0, 1)),
            (done(5.0), done(5.0), (0, 0, 1, 0)),
            (done(5.0), done(4.0), (0, 1, 0, 0)),
        ];
        for (value, baseline, expected) in cases {
            let signs = Signs::of(&[(value, baseline)]).unwrap();
            let found = (signs.less, signs.greater, signs.equal, signs.unknown);
            assert_eq!((found, signs.two_sided), (expected, 1.0), "{value:?} {baseline:?}");
        }
        assert_eq!(Signs::of(&[]), Err(Undefined::TooFew { found: 0, needed: 1 }));
        assert_eq!(Signs::of(&[(done(1.0), limit(f64::NAN))]), Err(Undefined::NotFinite { place: 0 }));
    }

    #[test]
    fn the_tail_is_that_of_statrs() {
        for count in [1usize, 2, 9, 10, 100, 999, 1000, 1001, 3000] {
            let oracle = Binomial::new(0.5, count as u64).unwrap();
            for most in (0..=count / 2).rev().step_by(7).take(15) {
                let (found, expected) = (lower_tail(count, most), oracle.cdf(most as u64));
                assert!((found - expected).abs() < if count > EXACT { 1e-4 } else { 1e-9 }, "{count} {most}");
            }
        }
    }

    /// All published tables, for instance Conover, Practical Nonparametric Statistics (1971): of ten, one to nine.
    #[test]
    fn one_of_ten() {
        let pairs: Vec<_> =
            (0..10).map(|index| (Censored::finished(f64::from(index)), Censored::finished(0.5))).collect();
        let signs = Signs::of(&pairs).unwrap();
        assert_eq!((signs.less, signs.greater, signs.two_sided), (1, 9, 22.0 / 1024.0));
    }
}
