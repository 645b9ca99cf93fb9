//! Errors of statistics that are undefined for a sample.

use std::error::Error;
use std::fmt;

/// Why a statistic of these values does not exist. Places count from 0 in the order of the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    /// Fewer values than the statistic needs.
    TooFew {
        /// Number of values.
        found: usize,
        /// Least number of values.
        needed: usize,
    },
    /// More values than can be drawn from: 2^32 or more.
    TooMany,
    /// A value that is infinite or not a number.
    NotFinite {
        /// Its place.
        place: usize,
    },
    /// A value of 0 or less, where a logarithm or a ratio is taken.
    NotPositive {
        /// Its place.
        place: usize,
    },
    /// All at one depth: no line goes through them.
    OneDepth,
    /// A parameter outside its range: a level, a fraction or a p-value outside of 0 to 1, a penalty below 1, no
    /// resamples.
    OutOfRange,
}

impl fmt::Display for Undefined {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { found, needed } => write!(out, "{found} values, and it takes {needed}"),
            Self::TooMany => out.write_str("more than 4294967295 values"),
            Self::NotFinite { place } => write!(out, "value {} is not finite", place + 1),
            Self::NotPositive { place } => write!(out, "value {} is not above 0, so it has no ratio", place + 1),
            Self::OneDepth => out.write_str("all values stand at one depth"),
            Self::OutOfRange => out.write_str("a parameter is out of range"),
        }
    }
}

impl Error for Undefined {}

/// Checks that all are finite, and at least `needed` in number.
pub(super) fn finite(values: &[f64], needed: usize) -> Result<(), Undefined> {
    if values.len() < needed {
        return Err(Undefined::TooFew { found: values.len(), needed });
    }
    match values.iter().position(|value| !value.is_finite()) {
        Some(place) => Err(Undefined::NotFinite { place }),
        None => Ok(()),
    }
}

/// Checks that both of each pair are finite and above 0, and that there are at least `needed` pairs.
///
/// # Errors
/// The first that is not.
pub fn positive_pairs(pairs: &[(f64, f64)], needed: usize) -> Result<(), Undefined> {
    if pairs.len() < needed {
        return Err(Undefined::TooFew { found: pairs.len(), needed });
    }
    for (place, &(value, baseline)) in pairs.iter().enumerate() {
        if !(value.is_finite() && baseline.is_finite()) {
            return Err(Undefined::NotFinite { place });
        }
        if value <= 0.0 || baseline <= 0.0 {
            return Err(Undefined::NotPositive { place });
        }
    }
    Ok(())
}

/// A level of confidence lies strictly between 0 and 1.
pub(super) fn level_is_valid(level: f64) -> Result<(), Undefined> {
    if level > 0.0 && level < 1.0 { Ok(()) } else { Err(Undefined::OutOfRange) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_place_from_one() {
        assert_eq!(finite(&[1.0, f64::NAN], 1).unwrap_err().to_string(), "value 2 is not finite");
        assert_eq!(finite(&[], 2).unwrap_err().to_string(), "0 values, and it takes 2");
        let zero = positive_pairs(&[(1.0, 2.0), (3.0, 0.0)], 1).unwrap_err();
        assert_eq!(zero.to_string(), "value 2 is not above 0, so it has no ratio");
        assert!([0.0, 1.0, -1.0, f64::NAN].iter().all(|&level| level_is_valid(level).is_err()));
    }
}
