//! Published examples, all signs by force, and the formulas of textbooks.

use super::*;
use proptest::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

fn differences(values: &[f64]) -> SignedRank {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, 0.0)).collect();
    SignedRank::of_differences(&pairs).unwrap()
}

/// Hollander, Wolfe, Nonparametric Statistical Methods (1973), table 3.1: the Hamilton depression scale of nine
/// patients before and after. T⁺ = 40, one-sided P = 0.0195 (also the example of `wilcox.test` in R).
#[test]
#[expect(clippy::approx_constant, reason = "3.14 is what the patient had")]
fn the_example_of_hollander_and_wolfe() {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    let pairs: Vec<(f64, f64)> = before.into_iter().zip(after).collect();
    let test = SignedRank::of_differences(&pairs).unwrap();
    assert_eq!((test.positive, test.negative, test.unequal, test.is_exact), (40.0, 5.0, 9, true));
    assert_eq!((test.greater, test.two_sided), (10.0 / 512.0, 20.0 / 512.0));
}

/// Darwin, The Effects of Cross and Self Fertilisation (1876), heights of maize in eighths of an inch; the smaller sum
/// is 24 and P = 0.041259765625 in the documentation of `scipy.stats.wilcoxon`.
#[test]
fn the_maize_of_darwin() {
    let test = differences(&[6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0]);
    assert_eq!((test.negative, test.two_sided), (24.0, 0.041_259_765_625));
}

/// Wilcoxon (1945), table for n = 10: a smaller sum of 8 or less has P of about 0.05, of 3 or less about 0.01.
#[test]
fn the_table_of_wilcoxon() {
    let signs = |negative: &[u32]| -> Vec<f64> {
        (1..=10).map(|rank| f64::from(rank) * if negative.contains(&rank) { -1.0 } else { 1.0 }).collect()
    };
    assert_eq!(differences(&signs(&[8])).two_sided, 50.0 / 1024.0);
    assert_eq!(differences(&signs(&[3])).two_sided, 10.0 / 1024.0);
    assert_eq!(differences(&signs(&[])).two_sided, 2.0 / 1024.0);
}

#[test]
fn zeros_are_ranked_and_dropped() {
    // Ranks 1 and 2 go to the zeros, 3.5 to both ones, 5 to the two.
    let test = differences(&[0.0, 1.0, 0.0, -1.0, 2.0]);
    assert_eq!((test.positive, test.negative, test.unequal, test.equal), (8.5, 3.5, 3, 2));
    let none = differences(&[0.0, 0.0]);
    assert_eq!((none.two_sided, none.less, none.greater, none.unequal), (1.0, 1.0, 1.0, 0));
}

#[test]
fn ratios_are_equal_in_size_both_ways() {
    let test = SignedRank::of_ratios(&[(3.0, 1.0), (7.0, 21.0), (5.0, 5.0), (10.0, 1.0)]).unwrap();
    assert_eq!((test.positive, test.negative, test.equal), (2.5 + 4.0, 2.5, 1));
    assert_eq!(SignedRank::of_ratios(&[(1.0, 0.0)]), Err(Undefined::NotPositive { place: 0 }));
    assert_eq!(SignedRank::of_differences(&[(f64::NAN, 0.0)]), Err(Undefined::NotFinite { place: 0 }));
    assert_eq!(SignedRank::of_differences(&[]), Err(Undefined::TooFew { found: 0, needed: 1 }));
}

/// The variance of Cureton (1967) with the correction for ties, and Φ from statrs.
#[test]
fn many_pairs_follow_the_textbook_formula() {
    let values: Vec<f64> = (0..80).map(|step| f64::from(step * 37 % 23 - 9)).collect();
    let test = differences(&values);
    let (n, z) = (80.0f64, test.equal as f64);
    assert!(!test.is_exact && z > 0.0);
    let mut sizes: Vec<i32> = values.iter().map(|value| value.abs() as i32).filter(|&size| size > 0).collect();
    sizes.sort_unstable();
    let ties: f64 = sizes.chunk_by(|a, b| a == b).map(|group| (group.len().pow(3) - group.len()) as f64).sum();
    let mean = n * (n + 1.0) / 4.0 - z * (z + 1.0) / 4.0;
    let variance = (n * (n + 1.0) * (2.0 * n + 1.0) - z * (z + 1.0) * (2.0 * z + 1.0)) / 24.0 - ties / 48.0;
    let score = ((test.positive - mean).abs() - 0.5) / variance.sqrt();
    let expected = 2.0 * Normal::standard().cdf(-score);
    assert!((test.two_sided - expected).abs() < 1e-10, "{} {expected}", test.two_sided);
    // Each one-sided value counts the data itself.
    assert!(test.less + test.greater > 1.0);
}

/// Where the exact value ends the approximation must already hold: the next term of Edgeworth is 0.0012 for 50 pairs.
#[test]
fn exact_and_normal_meet() {
    let ranks: Vec<u64> = (1..=EXACT as u64).map(|rank| 2 * rank).collect();
    let total = ranks.iter().sum();
    // Doubled ranks: whole sums are even.
    for least in (total / 4 * 2..total * 9 / 10).step_by(20) {
        let (exact, normal) = (exact_upper_tail(&ranks, least), normal_upper_tail(&ranks, total, least));
        assert!((exact - normal).abs() < 2e-3, "{least}: {exact} {normal}");
    }
}

proptest! {
    /// All ways to set the signs, with ties and zeros.
    #[test]
    fn exact_values_equal_all_signs_by_force(values in prop::collection::vec(-6i8..=6, 1..12)) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let test = differences(&values);
        let sizes: Vec<f64> = values.iter().map(|value| value.abs()).collect();
        // Rank: 1 + how many are smaller + half of how many others are equal.
        let ranks: Vec<f64> = sizes
            .iter()
            .filter(|size| **size > 0.0)
            .map(|size| {
                let smaller = sizes.iter().filter(|other| *other < size).count() as f64;
                let equal = sizes.iter().filter(|other| *other == size).count() as f64;
                smaller + f64::midpoint(equal, 1.0)
            })
            .collect();
        let all = 1u32 << ranks.len();
        let sums: Vec<f64> = (0..all)
            .map(|signs| ranks.iter().enumerate().filter(|(bit, _)| signs >> bit & 1 == 1).map(|(_, rank)| rank).sum())
            .collect();
        let part = |count: usize| count as f64 / f64::from(all);
        prop_assert_eq!(test.greater, part(sums.iter().filter(|sum| **sum >= test.positive).count()));
        prop_assert_eq!(test.less, part(sums.iter().filter(|sum| **sum <= test.positive).count()));
        prop_assert_eq!(test.two_sided, (2.0 * test.less.min(test.greater)).min(1.0));
        prop_assert_eq!(test.positive + test.negative, ranks.iter().sum::<f64>());
    }

    #[test]
    fn exchanged_sides_exchange_the_result(
        pairs in prop::collection::vec((1u32..20, 1u32..20), 1..70),
    ) {
        let pairs: Vec<(f64, f64)> = pairs.into_iter().map(|(a, b)| (f64::from(a), f64::from(b))).collect();
        let turned: Vec<(f64, f64)> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        for test in [SignedRank::of_ratios, SignedRank::of_differences] {
            let (one, other) = (test(&pairs).unwrap(), test(&turned).unwrap());
            prop_assert_eq!((one.positive, one.less), (other.negative, other.greater));
            prop_assert_eq!(one.two_sided, other.two_sided);
            prop_assert!((0.0..=1.0).contains(&one.two_sided));
        }
    }
}
