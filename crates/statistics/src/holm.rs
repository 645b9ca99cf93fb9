//! Several tests at once.
//!
//! Idea        Among m tests some p-value falls below 0.05 by chance. The smallest is multiplied by m, the next by
//!             m - 1, and so on; none may be less than one before it. Rejecting what is then at most α keeps the
//!             probability of any false rejection at most α, whatever ties the tests to each other.
//! Source      Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
//!             (1979).

use super::undefined::Undefined;

/// The p-values adjusted for their number, in the order given; none above 1.
///
/// # Errors
/// A p-value outside of 0 to 1.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, Undefined> {
    if !p_values.iter().all(|p| (0.0..=1.0).contains(p)) {
        return Err(Undefined::OutOfRange);
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least = 0.0f64;
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[place] = least;
    }
    Ok(adjusted)
}

/// The adjusted value of one p-value among `others`; 1 where one is out of range.
pub fn holm_of(p: f64, others: &[f64]) -> f64 {
    let all: Vec<f64> = [p].into_iter().chain(others.iter().copied()).collect();
    holm(&all).map_or(1.0, |adjusted| adjusted[0])
}

/// The greatest p-value that is rejected at the level among these others.
pub fn critical_level(others: &[f64], level: f64) -> f64 {
    let count = others.len() + 1;
    let mut ordered = others.to_vec();
    ordered.sort_by(f64::total_cmp);
    let rejected = ordered.iter().enumerate().take_while(|(rank, p)| **p * (count - rank) as f64 <= level).count();
    level / (count - rejected) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of the article "Holm–Bonferroni method" of Wikipedia: at 0.05 the first and the last are rejected.
    #[test]
    fn published_example() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]).unwrap();
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-15, "{adjusted:?}");
        }
        assert_eq!(holm(&[]), Ok(vec![]));
        assert_eq!(holm(&[0.7, 0.9]), Ok(vec![1.0, 1.0]));
        assert_eq!(holm(&[0.5, f64::NAN]), Err(Undefined::OutOfRange));
    }

    proptest! {
        /// The level at which one test is rejected is where its adjusted value crosses the level of the family.
        #[test]
        fn the_critical_level_says_what_the_adjusted_value_says(
            p in 0.0..0.2f64, others in prop::collection::vec(0.0..0.2f64, 0..9), level in 0.01..0.2f64,
        ) {
            let critical = critical_level(&others, level);
            prop_assume!((p - critical).abs() > 1e-12);
            prop_assert_eq!(p < critical, holm_of(p, &others) <= level);
        }

        /// Marcus, Peritz, Gabriel, Biometrika 63 (1976): closed testing. A hypothesis is rejected if every set that
        /// holds it is, here by Bonferroni: the adjusted value is the largest |S| min p over the sets S.
        #[test]
        fn equals_closed_testing_by_bonferroni(p_values in prop::collection::vec(0.0..1.0f64, 1..9)) {
            let adjusted = holm(&p_values).unwrap();
            for (place, found) in adjusted.iter().enumerate() {
                let sets = (1u32..1 << p_values.len()).filter(|set| set >> place & 1 == 1);
                let expected = sets
                    .map(|set| {
                        let members = p_values.iter().enumerate().filter(|(member, _)| set >> member & 1 == 1);
                        let least = members.map(|(_, &p)| p).fold(1.0, f64::min);
                        (least * f64::from(set.count_ones())).min(1.0)
                    })
                    .fold(0.0, f64::max);
                prop_assert!((found - expected).abs() < 1e-15);
            }
        }
    }
}
