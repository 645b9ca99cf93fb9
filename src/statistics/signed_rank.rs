//! Whether one of two algorithms needs less on the same instances: the signed-rank test of Wilcoxon for pairs.
//!
//! Idea        Rank the pairs by the size of their difference; W⁺ and W⁻ are the sums of the ranks of positive and of
//!             negative differences. If neither side is favoured, every sign is a fair coin: P is the part of the 2ⁿ
//!             ways to set the signs that leads as far from the middle as the data.
//! Source      Wilcoxon, Biometrics Bulletin 1 (1945). Zeros: Pratt, Journal of the American Statistical Association
//!             54 (1959): they are ranked with the others, and then their ranks are dropped. Equal sizes share the
//!             mean of their ranks. Variance with zeros: Cureton, JASA 62 (1967).
//! Guarantees  Up to [`EXACT`] pairs that differ, P is exact, with ties and zeros (the sums are counted, not
//!             tabulated), and a fraction with a power of two below. Above: the normal distribution with mean Σr / 2
//!             and variance Σr² / 4 over the ranks r that are left, which is the correction for ties and zeros, and
//!             half a rank towards the middle for continuity.
//! Not here    Several tests at once (holm.rs).

use super::normal;
use super::undefined::{Undefined, positive_pairs};

#[cfg(test)]
mod tests;

/// Up to so many pairs that differ the probabilities are exact.
pub const EXACT: usize = 50;

/// The result of the test. The probabilities are pure numbers from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// W⁺: the sum of the ranks of pairs whose first value is larger.
    pub positive: f64,
    /// W⁻: the sum of the ranks of pairs whose first value is smaller.
    pub negative: f64,
    /// Pairs that differ.
    pub unequal: usize,
    /// Pairs that do not.
    pub equal: usize,
    /// P of the data or further from the middle, if no side is favoured. 1 if no pair differs.
    pub two_sided: f64,
    /// P of so small a W⁺ or a smaller one: small if the first values are the smaller.
    pub less: f64,
    /// P of so large a W⁺ or a larger one: small if the first values are the larger.
    pub greater: f64,
    /// Whether the probabilities are exact.
    pub is_exact: bool,
}

impl SignedRank {
    /// Of pairs (value, baseline), ranked by the difference value - baseline.
    ///
    /// # Errors
    /// No pair, or a number that is not finite.
    pub fn of_differences(pairs: &[(f64, f64)]) -> Result<Self, Undefined> {
        if pairs.is_empty() {
            return Err(Undefined::TooFew { found: 0, needed: 1 });
        }
        // Of finite values the difference may still be infinite, which ranks it rightly.
        match pairs.iter().position(|(value, baseline)| !(value.is_finite() && baseline.is_finite())) {
            Some(place) => Err(Undefined::NotFinite { place }),
            None => Ok(Self::of_sizes(pairs, |larger, smaller| larger - smaller, 0.0)),
        }
    }

    /// Of pairs (value, baseline), ranked by the ratio of the larger to the smaller: the test that goes with the
    /// geometric mean of ratios. No logarithm is taken, so 2 : 1 and 3 : 6 are equal in size.
    ///
    /// # Errors
    /// No pair, or a number that is not finite and above 0.
    pub fn of_ratios(pairs: &[(f64, f64)]) -> Result<Self, Undefined> {
        positive_pairs(pairs, 1)?;
        Ok(Self::of_sizes(pairs, |larger, smaller| larger / smaller, 1.0))
    }

    /// `size` of the larger and the smaller value; `none` is that of equal values.
    fn of_sizes(pairs: &[(f64, f64)], size: impl Fn(f64, f64) -> f64, none: f64) -> Self {
        let mut sizes: Vec<(f64, bool)> = pairs
            .iter()
            .map(|&(value, baseline)| (size(value.max(baseline), value.min(baseline)), value > baseline))
            .collect();
        sizes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let equal = sizes.iter().take_while(|(size, _)| *size == none).count();
        let ranks = doubled_ranks(&sizes);
        let (ranks, sizes) = (&ranks[equal..], &sizes[equal..]);
        let total: u64 = ranks.iter().sum();
        let positive: u64 =
            ranks.iter().zip(sizes).filter(|(_, (_, is_larger))| *is_larger).map(|(rank, _)| rank).sum();
        let is_exact = ranks.len() <= EXACT;
        let tail = |sum| if is_exact { exact_upper_tail(ranks, sum) } else { normal_upper_tail(ranks, total, sum) };
        // The distribution is symmetrical: P(W ≤ w) = P(W ≥ total - w).
        let (greater, less) = (tail(positive), tail(total - positive));
        Self {
            positive: positive as f64 / 2.0,
            negative: (total - positive) as f64 / 2.0,
            unequal: ranks.len(),
            equal,
            two_sided: (2.0 * greater.min(less)).min(1.0),
            less,
            greater,
            is_exact,
        }
    }
}

/// Twice the rank of each of the ordered sizes, the mean of the ranks where sizes are equal: a whole number.
fn doubled_ranks(sizes: &[(f64, bool)]) -> Vec<u64> {
    let mut ranks = Vec::with_capacity(sizes.len());
    for group in sizes.chunk_by(|a, b| a.0 == b.0) {
        let first = ranks.len() as u64 + 1;
        let last = first + group.len() as u64 - 1;
        ranks.resize(ranks.len() + group.len(), first + last);
    }
    ranks
}

/// The part of all choices among at most [`EXACT`] ranks whose sum is `least` or more.
fn exact_upper_tail(ranks: &[u64], least: u64) -> f64 {
    // Every sum that occurs, ascending, and in how many ways: at most 2^50.
    let mut sums: Vec<(u64, u64)> = vec![(0, 1)];
    for &rank in ranks {
        sums = with_and_without(&sums, rank);
    }
    let ways: u64 = sums.iter().filter(|(sum, _)| *sum >= least).map(|(_, ways)| ways).sum();
    ways as f64 / (1u64 << ranks.len()) as f64
}

/// The sums without and with one more rank, merged.
fn with_and_without(sums: &[(u64, u64)], rank: u64) -> Vec<(u64, u64)> {
    let mut merged = Vec::with_capacity(2 * sums.len());
    let mut with = sums.iter().map(|&(sum, ways)| (sum + rank, ways)).peekable();
    for &(sum, mut ways) in sums {
        while let Some(lower) = with.next_if(|(other, _)| *other < sum) {
            merged.push(lower);
        }
        if let Some((_, more)) = with.next_if(|(other, _)| *other == sum) {
            ways += more;
        }
        merged.push((sum, ways));
    }
    merged.extend(with);
    merged
}

/// P(W ≥ `least`) by the normal distribution; all in doubled ranks.
fn normal_upper_tail(ranks: &[u64], total: u64, least: u64) -> f64 {
    // In doubled ranks half a rank is 1, and mean and variance are still Σr / 2 and Σr² / 4.
    let squares: f64 = ranks.iter().map(|&rank| (rank as f64) * (rank as f64)).sum();
    let distance = least as f64 - 1.0 - total as f64 / 2.0;
    normal::probability(-distance / (squares.sqrt() / 2.0))
}
