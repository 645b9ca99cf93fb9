//! The sequential probability ratio test (SPRT), which ends a match as soon as it is decided.
//!
//! Idea        H0: the first player is `elo0` stronger. H1: it is `elo1`. After each result take the log-likelihood
//!             ratio of H1 to H0 for the results, and stop when it leaves the bounds ln(β / (1 - α)) and
//!             ln((1 - β) / α). The draw rate is not known: under each of the two it is the maximum-likelihood estimate
//!             (generalised test).
//! Prior       The first results look alike more often than not, and what is estimated from them alone takes that for
//!             their law: of ten draws in a row it says that all games are drawn, so that H0 of 0 Elo is certain of each.
//!             Single games that are nearly all drawn so err in up to 5.8 % where 5 % are asked. Therefore the draws
//!             are estimated as if one more game were half won, half lost. The ratio counts the real results only.
//! Source      Wald, The Annals of Mathematical Statistics 16 (1945); generalised: Li, Liu, Ying, Sequential
//!             Analysis 33 (2014); for matches: Van den Bergh, The Generalized Maximum Likelihood Ratio for the
//!             Expectation Value of a Distribution (2019), and fishtest, which adds 0.001 to empty counts, too little
//!             for short matches. Here the maximum-likelihood distributions themselves serve (constrained_mle.rs), and no
//!             approximations.
//! Guarantees  Without draws that of Wald: H1 in at most about α of the matches under H0, H0 in at most about β under H1;
//!             less, as the last result leads past the bound. With draws there is no theorem for short matches, but the
//!             simulations of tests/statistics/ratings.rs, up to 97 % draws.
//! Not here    Elo and its interval (elo.rs). After a test has stopped a match, that interval is too far out.

use super::deterministic_math::ln;
use super::elo::{Results, distribution, score};
use super::undefined::Undefined;

/// The wins, and the losses, that the estimate of the draws has beside the results.
const PRIOR: f64 = 0.5;
/// Differences in Elo beyond this are no longer told from a score of 0 or 1.
const MOST_ELO: f64 = 4000.0;

/// A test of two differences in Elo. Call it after each result: a game, or a pair of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The scores under H0 and H1.
    scores: [f64; 2],
    lower: f64,
    upper: f64,
}

/// The decision of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
    /// More results are needed.
    GoOn,
}

impl Sprt {
    /// Between `elo0` and `elo1`, with the probabilities `alpha` to accept H1 though H0 is true, and `beta` to accept H0
    /// though H1 is true.
    ///
    /// # Errors
    /// `elo0` not below `elo1`, one of them beyond ±4000, `alpha` or `beta` not above 0, or their sum not below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, Undefined> {
        let is_valid = -MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO;
        if !(is_valid && alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(Undefined::OutOfRange);
        }
        let (lower, upper) = (ln(beta / (1.0 - alpha)), ln((1.0 - beta) / alpha));
        Ok(Self { scores: [elo0, elo1].map(score), lower, upper })
    }

    /// At this ratio and below H0 is accepted.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// At this ratio and above H1 is accepted.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// The logarithm of the ratio of likelihoods; 0 without results. Always finite.
    pub fn llr(&self, results: &impl Results) -> f64 {
        let Ok(counts) = distribution(results) else {
            return 0.0;
        };
        let mut likely = counts;
        likely.0[0] += PRIOR;
        likely.0[4] += PRIOR;
        let [under_h0, under_h1] = self.scores.map(|score| likely.with_mean(score).0);
        let terms = counts.0.iter().zip(under_h0).zip(under_h1).filter(|((count, _), _)| **count > 0.0);
        terms.map(|((count, p0), p1)| count * ln(p1 / p0)).sum()
    }

    /// The decision after these results: H0, H1, or to go on.
    pub fn decision(&self, results: &impl Results) -> Decision {
        let llr = self.llr(results);
        if llr >= self.upper {
            Decision::H1
        } else if llr <= self.lower {
            Decision::H0
        } else {
            Decision::GoOn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::{GameCounts, Pairs};
    use super::*;
    use proptest::prelude::*;

    /// From the tests of fastchess (app/tests/sprt_test.cpp, model "logistic"), which has them from fishtest.
    #[test]
    fn published_ratios() {
        let sprt = |elo0, elo1| Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        let games = |wins, losses, draws| GameCounts { wins, draws, losses };
        let cases = [
            (sprt(0.5, 2.5).llr(&games(21404, 21184, 40708)), -1.57),
            (sprt(0.0, 2.0).llr(&games(57433, 57030, 106_593)), -2.59),
            (sprt(0.5, 2.5).llr(&Pairs([223, 9863, 20279 + 1000, 10037, 246])), -3.07),
            (sprt(0.0, 2.0).llr(&Pairs([871, 26175, 55003 + 980, 26678, 821])), -4.98),
        ];
        for (found, expected) in cases {
            assert!((found - expected).abs() < 0.006, "{found} {expected}");
        }
    }

    /// Wald (1945): for wins and losses alone the ratio is a sum over the games.
    #[test]
    fn without_draws_it_is_the_test_of_wald() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.1).unwrap();
        let (win, loss) = (ln(score(100.0) / 0.5), ln((1.0 - score(100.0)) / 0.5));
        for (wins, losses) in [(0, 0), (1, 0), (0, 1), (7, 3), (100, 120)] {
            let expected = wins as f64 * win + losses as f64 * loss;
            assert!((sprt.llr(&GameCounts { wins, draws: 0, losses }) - expected).abs() < 1e-11, "{wins} {losses}");
        }
        assert!((sprt.upper() - 18.0f64.ln()).abs() < 1e-14 && (sprt.lower() - (0.1f64 / 0.95).ln()).abs() < 1e-14);
        let cases = [
            (11, 0, Decision::GoOn),
            (12, 0, Decision::H1),
            (0, 6, Decision::GoOn),
            (0, 7, Decision::H0),
            (9, 9, Decision::GoOn),
        ];
        for (wins, losses, expected) in cases {
            assert_eq!(sprt.decision(&GameCounts { wins, draws: 0, losses }), expected, "{wins} {losses}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (elo0, elo1, alpha, beta) in [
            (5.0, 5.0, 0.05, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (0.0, 1e9, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.5, 0.5),
            (0.0, 5.0, 0.05, f64::NAN),
        ] {
            assert_eq!(Sprt::new(elo0, elo1, alpha, beta), Err(Undefined::OutOfRange));
        }
    }

    proptest! {
        #[test]
        fn ratios_are_finite(
            counts in prop::array::uniform5(0u64..60), elo0 in -4000.0..3990.0f64, width in 1e-3..10.0f64,
        ) {
            prop_assert!(Sprt::new(elo0, elo0 + width, 0.05, 0.05).unwrap().llr(&Pairs(counts)).is_finite());
        }

        #[test]
        fn changing_sides_changes_the_sign(counts in prop::array::uniform5(0u64..60), elo0 in -300.0..0.0f64) {
            let sprt = Sprt::new(elo0, elo0 + 50.0, 0.05, 0.05).unwrap();
            let other = Sprt::new(-elo0 - 50.0, -elo0, 0.05, 0.05).unwrap();
            let mut turned = counts;
            turned.reverse();
            prop_assert!((sprt.llr(&Pairs(counts)) + other.llr(&Pairs(turned))).abs() < 1e-8);
        }
    }
}
