//! The maximum-likelihood distribution of results with a given mean score (constrained maximum-likelihood estimate).
//!
//! Idea        n results with scores of 0 to 1 in quarters. Of all distributions over these scores with the mean μ the
//!             maximum-likelihood one has pᵢ ∝ countᵢ / (1 - u vᵢ), and μ rises with u. Where no result has the score
//!             1, u ends at 1, and for a higher μ the missing probability goes to that score. A lower μ is the same in
//!             the mirror. With two scores only there is nothing to choose: it is the binomial.
//! Source      Owen, Biometrika 75 (1988); in matches: Van den Bergh, The Generalized Maximum Likelihood Ratio for
//!             the Expectation Value of a Distribution (2019), proposition 1.1.
//! Guarantees  Exact for whatever counts, also with a single result: nothing is added to empty counts.
//! Not here    What it is for: intervals (elo.rs), the test (sprt.rs).

/// The scores of a result.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Rounds of Newton or of halving: more than the bits of an `f64`.
const ROUNDS: u32 = 64;
/// Newton ends when a step is this small.
const SMALL: f64 = 1e-15;

/// The count of each of [`SCORES`], or its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distribution(pub(super) [f64; 5]);

impl Distribution {
    pub(super) fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    pub(super) fn mean(&self) -> f64 {
        self.0.iter().zip(SCORES).map(|(weight, score)| weight * score).sum::<f64>() / self.total()
    }

    /// The mean square of the distance from the mean.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self.0.iter().zip(SCORES).map(|(weight, score)| weight * (score - mean) * (score - mean));
        squares.sum::<f64>() / self.total()
    }

    /// Every win a loss.
    pub(super) fn mirrored(&self) -> Self {
        let mut weights = self.0;
        weights.reverse();
        Self(weights)
    }

    /// The maximum-likelihood distribution, given these counts, with the `mean`, which lies strictly between 0 and 1.
    pub(super) fn with_mean(&self, mean: f64) -> Self {
        if mean < self.mean() { self.mirrored().raised_to(1.0 - mean).mirrored() } else { self.raised_to(mean) }
    }

    /// The same for a `mean` that is not below that of the counts.
    fn raised_to(&self, mean: f64) -> Self {
        if self.0[4] == 0.0 {
            let steepest = self.tilted(1.0);
            let reached = steepest.mean();
            if reached <= mean {
                return steepest.mixed_with_wins((mean - reached) / (1.0 - reached));
            }
        }
        let (mut low, mut high, mut u) = (0.0, 1.0, 0.0);
        for _ in 0..ROUNDS {
            let (found, slope) = self.tilted_mean(u);
            if found < mean {
                low = u;
            } else {
                high = u;
            }
            let next = u + (mean - found) / slope;
            // Also if it is not a number.
            let next = if low < next && next < high { next } else { f64::midpoint(low, high) };
            if (next - u).abs() < SMALL {
                break;
            }
            u = next;
        }
        self.tilted(u)
    }

    /// The highest mean that a test at `z` standard errors would not reject: (μ - s)² = z² σ² / n, with s the mean of
    /// the counts and σ² the variance of the maximum-likelihood distribution with the mean μ. 1 if all results have
    /// that score.
    pub(super) fn highest_mean(&self, z: f64) -> f64 {
        let (count, mean) = (self.total(), self.mean());
        if self.0[4] == count {
            return 1.0;
        }
        let (mut low, mut high) = (0.0, if self.0[4] > 0.0 { 1.0 } else { 2.0 });
        for _ in 0..ROUNDS {
            let middle = f64::midpoint(low, high);
            let raised = self.on_the_way(middle);
            let distance = raised.mean() - mean;
            if count * distance * distance <= z * z * raised.variance() {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.on_the_way(low).mean()
    }

    /// From the counts to nothing but wins: up to 1 by tilting, up to 2 by adding wins that did not occur.
    fn on_the_way(&self, u: f64) -> Self {
        if u <= 1.0 { self.tilted(u) } else { self.tilted(1.0).mixed_with_wins(u - 1.0) }
    }

    /// Probabilities ∝ countᵢ / (1 - u vᵢ). `u` is 1 only if no result has the score 1.
    fn tilted(&self, u: f64) -> Self {
        let mut weights = self.0;
        let mut total = 0.0;
        for (weight, score) in weights.iter_mut().zip(SCORES) {
            if *weight > 0.0 {
                *weight /= 1.0 - u * score;
                total += *weight;
            }
        }
        Self(weights.map(|weight| weight / total))
    }

    /// The mean of the tilted probabilities, and its derivative by `u`.
    fn tilted_mean(&self, u: f64) -> (f64, f64) {
        // Sums of w, w v, and of their derivatives w v / (1 - u v) and w v² / (1 - u v).
        let [mut total, mut first, mut total_slope, mut first_slope] = [0.0; 4];
        for (weight, score) in self.0.iter().zip(SCORES) {
            if *weight > 0.0 {
                let rest = 1.0 - u * score;
                let tilted = weight / rest;
                let slope = tilted * score / rest;
                total += tilted;
                first += tilted * score;
                total_slope += slope;
                first_slope += slope * score;
            }
        }
        let mean = first / total;
        (mean, (first_slope - mean * total_slope) / total)
    }

    /// Of probabilities: the part `wins` of them moved to the score 1.
    fn mixed_with_wins(&self, wins: f64) -> Self {
        let mut mixed = self.0.map(|probability| probability * (1.0 - wins));
        mixed[4] += wins;
        Self(mixed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::deterministic_math::ln;
    use super::*;
    use proptest::prelude::*;

    fn likelihood(counts: &Distribution, of: &Distribution) -> f64 {
        counts.0.iter().zip(of.0).filter(|(count, _)| **count > 0.0).map(|(count, p)| count * ln(p)).sum()
    }

    #[test]
    fn two_scores_leave_no_choice() {
        let raised = Distribution([3.0, 0.0, 0.0, 0.0, 7.0]).with_mean(0.9);
        assert!((raised.0[0] - 0.1).abs() < 1e-14 && (raised.0[4] - 0.9).abs() < 1e-14, "{raised:?}");
        let raised = Distribution([0.0, 0.0, 0.0, 0.0, 7.0]).with_mean(0.3);
        assert!((raised.0[0] - 0.7).abs() < 1e-14 && (raised.0[4] - 0.3).abs() < 1e-14, "{raised:?}");
    }

    /// With wins, draws and losses p has one degree of freedom: draws d and wins μ - d / 2.
    #[test]
    fn three_scores_by_trying_all() {
        let counts = Distribution([20.0, 0.0, 50.0, 0.0, 30.0]);
        let best = (1..8000).map(|step| f64::from(step) / 10_000.0).max_by(|&a, &b| {
            let of = |d: f64| likelihood(&counts, &Distribution([0.6 - d / 2.0, 0.0, d, 0.0, 0.4 - d / 2.0]));
            of(a).total_cmp(&of(b))
        });
        let found = counts.with_mean(0.4);
        assert!((found.0[2] - best.unwrap()).abs() < 1e-4, "{found:?} {best:?}");
    }

    proptest! {
        #[test]
        fn has_the_mean_and_none_near_it_is_likelier(
            counts in prop::array::uniform5(0u32..40).prop_filter("a result", |counts| counts.iter().any(|&n| n > 0)),
            mean in 0.01..0.99f64,
            moves in prop::collection::vec((0usize..3, -1e-4..1e-4f64), 20),
        ) {
            let counts = Distribution(counts.map(f64::from));
            let found = counts.with_mean(mean);
            prop_assert!((found.mean() - mean).abs() < 1e-9 && (found.total() - 1.0).abs() < 1e-12, "{found:?}");
            prop_assert!(found.0.iter().all(|&p| (0.0..=1.0).contains(&p)));
            let best = likelihood(&counts, &found);
            for (first, amount) in moves {
                // Three scores in a row keep sum and mean if the middle one gives what the outer ones take.
                let mut other = found;
                for (place, part) in [(first, 1.0), (first + 1, -2.0), (first + 2, 1.0)] {
                    other.0[place] += part * amount;
                }
                if other.0.iter().all(|&p| p >= 0.0) {
                    prop_assert!(likelihood(&counts, &other) <= best + 1e-7, "{found:?} {other:?}");
                }
            }
        }

        #[test]
        fn further_from_the_counts_is_less_plausible(
            counts in prop::array::uniform5(0u32..40).prop_filter("a result", |counts| counts.iter().any(|&n| n > 0)),
        ) {
            let counts = Distribution(counts.map(f64::from));
            let mut last = counts.mean();
            for z in [0.1, 0.5, 1.0, 2.0, 3.0] {
                let highest = counts.highest_mean(z);
                prop_assert!(last <= highest + 1e-12 && highest <= 1.0, "{last} {highest}");
                last = highest;
            }
        }
    }
}
