//! The binomial distribution, and the exact bounds of a proportion.
//!
//! Idea        The terms of the distribution follow from each other by multiplication. They are summed outwards from the
//!             largest until they no longer count, so no factorial is taken. A bound of a proportion is the one at which
//!             the hits that were seen become as improbable as is asked.
//! Source      Clopper, Pearson, Biometrika 26 (1934).
//! Guarantees  The bounds never promise too much, whatever the proportion. Each probability is exact to about 10^-12.
//! Cost        About 20 √n terms for each probability.

/// Terms smaller than this part of the largest are left out.
const NEGLIGIBLE: f64 = 1e-18;
/// Rounds of halving: more than the bits of an `f64`.
const ROUNDS: u32 = 60;

/// The probability of at least `hits` in `count` trials that each hit with the `probability`.
pub(crate) fn at_least(hits: u64, count: u64, probability: f64) -> f64 {
    if hits == 0 {
        return 1.0;
    }
    if hits > count || probability <= 0.0 {
        return 0.0;
    }
    if probability >= 1.0 {
        return 1.0;
    }
    let odds = probability / (1.0 - probability);
    let mode = (((count + 1) as f64 * probability).floor() as u64).min(count);
    let (mut all, mut tail) = (0.0, 0.0);
    let mut add = |place: u64, term: f64| {
        all += term;
        if place >= hits {
            tail += term;
        }
    };
    let mut term = 1.0;
    for place in mode..=count {
        add(place, term);
        term *= (count - place) as f64 / (place + 1) as f64 * odds;
        if term < NEGLIGIBLE {
            break;
        }
    }
    term = 1.0;
    for place in (1..=mode).rev() {
        term *= place as f64 / (count - place + 1) as f64 / odds;
        if term < NEGLIGIBLE {
            break;
        }
        add(place - 1, term);
    }
    tail / all
}

/// The lower bound of a proportion: the one at which `hits` or more of `count` have the probability `alpha`. 0 without
/// a hit.
pub(crate) fn lower_bound(hits: u64, count: u64, alpha: f64) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..ROUNDS {
        let middle = f64::midpoint(low, high);
        if at_least(hits, count, middle) > alpha { high = middle } else { low = middle }
    }
    low
}

/// The upper bound: 1 where all hit.
pub(crate) fn upper_bound(hits: u64, count: u64, alpha: f64) -> f64 {
    1.0 - lower_bound(count - hits, count, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, DiscreteCDF};

    #[test]
    fn tails_are_those_of_statrs() {
        for (count, probability) in [(1, 0.5), (7, 0.3), (40, 0.99), (1000, 0.5), (2860, 0.001), (100_000, 0.2)] {
            let oracle = Binomial::new(probability, count).unwrap();
            let mean = (count as f64 * probability) as u64;
            for hits in [0, 1, mean, mean + 1, mean + 5, count].into_iter().filter(|&hits| hits <= count) {
                let expected = if hits == 0 { 1.0 } else { oracle.sf(hits - 1) };
                let found = at_least(hits, count, probability);
                assert!((found - expected).abs() < 1e-9, "{hits} of {count} at {probability}: {found} {expected}");
            }
        }
    }

    /// Clopper, Pearson (1934) as every table gives it; the rule of three where all or none hit.
    #[test]
    fn published_bounds() {
        assert!((lower_bound(10, 10, 0.05) - 0.05f64.powf(0.1)).abs() < 1e-12);
        assert!((upper_bound(0, 20, 0.025) - (1.0 - 0.025f64.powf(0.05))).abs() < 1e-12);
        // 81 of 263, two-sided 95 %: Newcombe, Statistics in Medicine 17 (1998), table I, method 5.
        assert!(
            (lower_bound(81, 263, 0.025) - 0.2527).abs() < 5e-5 && (upper_bound(81, 263, 0.025) - 0.3676).abs() < 5e-5
        );
        assert_eq!((lower_bound(0, 9, 0.05), upper_bound(9, 9, 0.05)), (0.0, 1.0));
    }
}
