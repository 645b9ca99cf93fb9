//! Whether the pairs of a claim favour what it says by more than chance.
//!
//! The test is of the value against the baseline times the number that the claim compares with: "< 0.5" tests the value
//! against half of the baseline. It is one-sided in the direction of the claim, and two-sided for "==". It is the
//! signed-rank test, of ratios where all numbers are above 0, else of differences; where a number is a bound, the sign
//! test, for which it is enough to know which of the two is smaller. Of Elo it is the test of the score (elo.rs).

use super::super::request::ClaimStatistic;
use super::super::select::Comparison;
use super::estimate::{Outcomes, Sample};
use crate::statistics::censored::Censored;
use crate::statistics::sign::Signs;
use crate::statistics::signed_rank::SignedRank;
use crate::statistics::undefined::Undefined;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Less,
    Greater,
    Both,
}

/// P of data at least as much in favour of the claim if neither side is favoured.
///
/// # Errors
/// Why there is no test.
pub(super) fn p(
    sample: &Sample,
    statistic: ClaimStatistic,
    comparison: Comparison,
    threshold: f64,
) -> Result<f64, String> {
    let side = match comparison {
        Comparison::Less | Comparison::AtMost => Side::Less,
        Comparison::Greater | Comparison::AtLeast => Side::Greater,
        Comparison::Equal | Comparison::Unequal => Side::Both,
    };
    if statistic == ClaimStatistic::Elo {
        return by_scores(sample, side, threshold).map_err(|reason| reason.to_string());
    }
    let (side, scale) = match (statistic, side) {
        (ClaimStatistic::Equal | ClaimStatistic::Finished | ClaimStatistic::Branching | ClaimStatistic::Elo, _) => {
            return Err("there is no paired test of this statistic".to_owned());
        }
        // Many smaller values are small values.
        (ClaimStatistic::Smaller, Side::Less) => (Side::Greater, 1.0),
        (ClaimStatistic::Smaller, Side::Greater) => (Side::Less, 1.0),
        (ClaimStatistic::Smaller, Side::Both) => (Side::Both, 1.0),
        (_, side) => (side, threshold),
    };
    if scale <= 0.0 {
        return Err("there is no test of a ratio against 0 or less".to_owned());
    }
    let scaled =
        |(value, baseline): (Censored, Censored)| (value, Censored { value: baseline.value * scale, ..baseline });
    let pairs: Vec<(Censored, Censored)> = sample.pairs().into_iter().map(scaled).collect();
    if pairs.is_empty() {
        return Err("there are no pairs".to_owned());
    }
    if pairs.iter().any(|(value, baseline)| value.is_bound || baseline.is_bound) {
        return Ok(by_signs(&Signs::of(&pairs).map_err(|reason| reason.to_string())?, side));
    }
    let numbers: Vec<(f64, f64)> = pairs.iter().map(|(value, baseline)| (value.value, baseline.value)).collect();
    let is_positive = numbers.iter().all(|(value, baseline)| *value > 0.0 && *baseline > 0.0);
    let test = if is_positive { SignedRank::of_ratios(&numbers) } else { SignedRank::of_differences(&numbers) };
    let test = test.map_err(|reason| reason.to_string())?;
    Ok(match side {
        Side::Less => test.less,
        Side::Greater => test.greater,
        Side::Both => test.two_sided,
    })
}

/// The test of the score against that which so many Elo promise.
fn by_scores(sample: &Sample, side: Side, elo: f64) -> Result<f64, Undefined> {
    let above = 1.0 - Outcomes::of(sample).superiority_by(elo)?;
    Ok(match side {
        Side::Greater => above,
        Side::Less => 1.0 - above,
        Side::Both => 2.0 * above.min(1.0 - above),
    })
}

/// The sign test gives both sides together, which is twice the side that the data favour. For the other side P is more
/// than one half, and 1 is on the safe side.
fn by_signs(signs: &Signs, side: Side) -> f64 {
    let is_favoured = match side {
        Side::Less => signs.less > signs.greater,
        Side::Greater => signs.greater > signs.less,
        Side::Both => return signs.two_sided,
    };
    if is_favoured { signs.two_sided / 2.0 } else { 1.0 }
}
