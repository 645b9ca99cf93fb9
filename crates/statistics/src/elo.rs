//! The Elo difference of two players, with confidence intervals, from the results of their games.
//!
//! Idea        A score s (points per game, 0 to 1) is worth 400 log₁₀(s / (1 - s)) Elo.
//!             Interval: all scores μ that a test would not reject, |s - μ| ≤ z σ(μ) / √n, with σ(μ) the spread of the
//!             maximum-likelihood distribution of wins, draws and losses with the mean μ. Draws make it narrower as far
//!             as they are seen, no result makes it vanish, and without draws it is the interval of Wilson.
//!             Likelihood of superiority: Φ((s - ½) √n / σ(½)), so that it passes 97.5 % where the interval of 95 %
//!             leaves 0. For wins and losses it is the usual Φ((w - l) / √(w + l)), whatever the draws.
//!             Pairs: both games of an opening are one result of 0, ½, 1, 1½ or 2 points. An opening that favours a
//!             side decides both games, one for each player; pairs see that, single games do not.
//! Source      Elo, The Rating of Chessplayers, Past and Present (1978); Wilson, Journal of the American Statistical
//!             Association 22 (1927); its maximum-likelihood distribution: constrained_mle.rs. Superiority from wins and
//!             losses: Coulom, as in the Chess Programming Wiki, Match Statistics. Pairs: Van den Bergh, fishtest, pull
//!             request 355 (2019).
//! Guarantees  The ends are infinite (`None`) only if all or nothing was won. Coverage: see [`Results::rated`].
//!             Changing sides changes nothing but the signs.
//! Not here    More than two players (bradley_terry.rs), when to stop (sprt.rs).

use super::constrained_mle::Distribution;
use super::deterministic_math::{exp, ln};
use super::interval::Interval;
use super::normal;
use super::undefined::{Undefined, level_is_valid};

/// Elo per unit of the natural logarithm of s / (1 - s): 400 / ln 10.
pub(crate) const ELO_PER_LOGIT: f64 = 173.717_792_761_304_4;

/// The difference in Elo at which a player scores `score` of 1: infinite for 0 and 1, not a number outside of them.
pub fn elo(score: f64) -> f64 {
    ELO_PER_LOGIT * (ln(score) - ln(1.0 - score))
}

/// The score from 0 to 1 that a player is worth who is `elo` stronger.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + exp(-elo / ELO_PER_LOGIT))
}

/// Single games, from the first player's side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

/// Pairs of games, one opening with both colours: how many gave the first player 0, ½, 1, 1½ and 2 points. Place i
/// counts the pairs with i half points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// Score and Elo difference of two players, with confidence intervals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// The first player's points per game, 0 to 1.
    pub score: f64,
    /// The confidence interval of the score.
    pub scores: Interval,
    /// The Elo difference, positive if the first player is stronger. `None` if the score is 0 or 1, which no difference
    /// explains best.
    pub elo: Option<f64>,
    /// The lower end of its confidence interval. `None` if nothing was won: it goes on without end.
    pub low: Option<f64>,
    /// The upper end. `None` if everything was won.
    pub high: Option<f64>,
}

impl Rated {
    fn new(score: f64, scores: Interval) -> Self {
        let finite = |score| Some(elo(score)).filter(|elo| elo.is_finite());
        Self { score, scores, elo: finite(score), low: finite(scores.low), high: finite(scores.high) }
    }

    /// True if the confidence interval holds a difference of `elo`.
    pub fn contains(&self, elo: f64) -> bool {
        self.low.is_none_or(|low| low <= elo) && self.high.is_none_or(|high| elo <= high)
    }
}

/// Results that are independent of each other: [`GameCounts`] if games are, [`Pairs`] if only pairs are.
pub trait Results {
    /// The numbers of results that brought none, a quarter, half, three quarters and all of their points.
    fn counts(&self) -> [u64; 5];

    /// The mean score of a result, from 0 to 1, and the variance around it (divided by n, not by n - 1).
    ///
    /// # Errors
    /// No result.
    fn moments(&self) -> Result<(f64, f64), Undefined> {
        let results = distribution(self)?;
        Ok((results.mean(), results.variance()))
    }

    /// Score and Elo with confidence intervals at the `level`.
    ///
    /// Coverage of the interval of 95 %: the matches of n results, in per cent of 10,000, whose interval holds the true
    /// difference (tests/statistics/ratings.rs; standard deviation 0.2): the least and the most over the draw rates 0,
    /// 30 and 70 % and, for pairs, over openings that favour no side, that favour one by 200 Elo, and after which the
    /// second game repeats the first in 30 %.
    ///
    /// | results | n = 10 | 20 | 50 | 100 | 200 | 500 |
    /// |---|---|---|---|---|---|---|
    /// | games, 0 Elo | 95.9 to 98.0 | 95.5 to 96.0 | 93.6 to 95.1 | 94.5 to 95.2 | 94.6 to 95.3 | 94.7 to 95.2 |
    /// | games, 30 Elo | 94.8 to 97.7 | 95.1 to 96.0 | 94.7 to 95.4 | 95.0 to 95.8 | 95.0 to 95.6 | 95.0 to 95.3 |
    /// | games, 150 Elo | 92.3 to 96.5 | 94.8 to 95.4 | 94.8 to 95.3 | 95.1 to 95.4 | 94.9 to 95.3 | 94.8 to 95.0 |
    /// | games, 400 Elo | 94.2 to 96.4 | 96.5 to 97.1 | 94.5 to 96.0 | 94.8 to 95.5 | 95.1 to 95.5 | 94.9 to 95.9 |
    /// | pairs, 0 Elo | 94.9 to 99.8 | 94.9 to 97.4 | 94.8 to 95.3 | 95.0 to 95.4 | 95.0 to 95.2 | 95.1 to 95.4 |
    /// | pairs, 30 Elo | 95.7 to 99.7 | 94.7 to 96.4 | 94.8 to 95.5 | 94.8 to 95.1 | 94.8 to 95.3 | 95.0 to 95.3 |
    /// | pairs, 150 Elo | 96.1 to 98.7 | 94.9 to 97.0 | 94.9 to 95.4 | 94.7 to 95.2 | 94.8 to 95.3 | 94.9 to 95.4 |
    /// | pairs, 400 Elo | 95.2 to 96.8 | 96.1 to 97.6 | 95.8 to 96.9 | 94.7 to 96.2 | 95.0 to 95.5 | 94.8 to 95.5 |
    ///
    /// So from 100 results on all hold 94 to 96 up to about 150 Elo. Fewer have few possible intervals, most of them
    /// wider than need be.
    ///
    /// # Errors
    /// No result, or a level outside of 0 to 1.
    fn rated(&self, level: f64) -> Result<Rated, Undefined> {
        level_is_valid(level)?;
        let results = distribution(self)?;
        let z = -normal::quantile((1.0 - level) / 2.0);
        let scores = Interval { low: 1.0 - results.mirrored().highest_mean(z), high: results.highest_mean(z) };
        Ok(Rated::new(results.mean(), scores))
    }

    /// The likelihood of superiority: how sure it is that the first player is the stronger, from 0 to 1.
    ///
    /// # Errors
    /// No result.
    fn superiority(&self) -> Result<f64, Undefined> {
        let results = distribution(self)?;
        let promised = 0.5;
        let lead = results.mean() - promised;
        if lead == 0.0 {
            return Ok(0.5);
        }
        let variance = results.with_mean(promised).variance();
        Ok(normal::probability(lead * (results.total() / variance).sqrt()))
    }
}

impl Results for GameCounts {
    fn counts(&self) -> [u64; 5] {
        [self.losses, 0, self.draws, 0, self.wins]
    }
}

impl Results for Pairs {
    fn counts(&self) -> [u64; 5] {
        self.0
    }
}

/// The counts, of which there is one at least.
pub(super) fn distribution(results: &(impl Results + ?Sized)) -> Result<Distribution, Undefined> {
    let counts = results.counts();
    if counts == [0; 5] {
        return Err(Undefined::TooFew { found: 0, needed: 1 });
    }
    Ok(Distribution(counts.map(|count| count as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(wins: u64, draws: u64, losses: u64) -> GameCounts {
        GameCounts { wins, draws, losses }
    }

    /// 400 log₁₀ of 3, of 16 / 9 and of 10.
    #[test]
    fn scores_are_worth_what_the_formula_says() {
        for (points, difference) in [(0.75, 190.848_5), (0.64, 99.951), (0.5, 0.0), (10.0 / 11.0, 400.0)] {
            assert!((elo(points) - difference).abs() < 1e-4, "{points}: {}", elo(points));
            assert!((score(difference) - points).abs() < 1e-6);
            assert!((elo(1.0 - points) + difference).abs() < 1e-4);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((score(f64::NEG_INFINITY), score(f64::INFINITY)), (0.0, 1.0));
        assert!((ELO_PER_LOGIT * std::f64::consts::LN_10 - 400.0).abs() < 1e-10);
    }

    #[test]
    fn without_draws_it_is_the_interval_of_wilson() {
        for (wins, losses) in [(1, 0), (0, 1), (81, 182), (15, 133), (0, 20), (1, 28), (5000, 5100)] {
            // Wilson (1927): the p with |k / n - p| = z √(p (1 - p) / n).
            let (k, n, square) =
                (wins as f64, (wins + losses) as f64, normal::quantile(0.975) * normal::quantile(0.975));
            let (middle, half) = (k + square / 2.0, (square * (k * (n - k) / n + square / 4.0)).sqrt());
            let wilson = Interval { low: (middle - half) / (n + square), high: (middle + half) / (n + square) };
            let rated = counts(wins, 0, losses).rated(0.95).unwrap();
            assert!((rated.scores.low - wilson.low).abs() < 1e-12, "{rated:?} {wilson:?}");
            assert!((rated.scores.high - wilson.high).abs() < 1e-12, "{rated:?} {wilson:?}");
        }
    }

    #[test]
    fn ends_are_infinite_only_where_nothing_bounds_them() {
        let won = counts(10, 0, 0).rated(0.95).unwrap();
        assert_eq!((won.score, won.elo, won.high), (1.0, None, None));
        // Wilson for 10 of 10: 10 / (10 + z²) = 0.7225, that is 166 Elo.
        assert!((won.low.unwrap() - 166.2).abs() < 0.1 && won.contains(1e6) && !won.contains(166.0), "{won:?}");
        let lost = Pairs([3, 0, 0, 0, 0]).rated(0.95).unwrap();
        assert_eq!((lost.elo, lost.low), (None, None));
        assert!(lost.high.is_some() && lost.contains(-1e6));
        for one in [counts(1, 0, 9), counts(9, 1, 0), counts(0, 1, 0), counts(0, 500, 0)] {
            let rated = one.rated(0.95).unwrap();
            assert!(rated.elo.is_some() && rated.low < rated.elo && rated.elo < rated.high && rated.high.is_some());
        }
        assert!(counts(0, 0, 0).rated(0.95).is_err() && counts(1, 0, 0).rated(1.0).is_err());
        assert!(Pairs::default().superiority().is_err() && Pairs::default().moments().is_err());
    }

    /// n draws bound the score by ½ ± q / (2 + 2 q) with q = z² / n: solved by hand from (μ - ½)² n = z² σ²(μ).
    #[test]
    fn nothing_but_draws() {
        let rated = counts(0, 10, 0).rated(0.95).unwrap();
        let q = 3.841_458_820_694_124 / 10.0;
        assert!((rated.scores.high - 0.5 - q / (2.0 + 2.0 * q)).abs() < 1e-12, "{rated:?}");
        assert_eq!((rated.elo, counts(0, 10, 0).superiority()), (Some(0.0), Ok(0.5)));
    }

    /// Draws say nothing of who is the stronger (Coulom's formula, of wins and losses only).
    #[test]
    fn superiority_is_that_of_wins_and_losses() {
        for (wins, draws, losses) in [(10, 0, 5), (10, 7, 5), (3, 1000, 9), (36433, 68692, 36027), (4, 2, 0)] {
            let lead = (wins as f64 - losses as f64) / ((wins + losses) as f64).sqrt();
            let found = counts(wins, draws, losses).superiority().unwrap();
            assert!((found - normal::probability(lead)).abs() < 1e-12, "{wins} {draws} {losses}: {found}");
        }
    }

    #[test]
    fn pairs_see_what_openings_decide() {
        // 100 openings that all but decide the game, so each player wins one of two; 10 the first wins twice.
        let pairs = Pairs([0, 0, 100, 0, 10]);
        let games = counts(120, 0, 100);
        let (by_pairs, by_games) = (pairs.rated(0.95).unwrap(), games.rated(0.95).unwrap());
        assert_eq!(by_pairs.elo, by_games.elo);
        assert!(by_pairs.low > Some(10.0) && by_games.low < Some(0.0), "{by_pairs:?} {by_games:?}");
        assert!(pairs.superiority().unwrap() > 0.999 && games.superiority().unwrap() < 0.92);
        let (mean, variance) = pairs.moments().unwrap();
        assert!((mean - 120.0 / 220.0).abs() < 1e-15 && (variance - 2.5 / 121.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn changing_sides_changes_the_signs(counts in prop::array::uniform5(0u64..200)) {
            prop_assume!(counts != [0; 5]);
            let mut turned = counts;
            turned.reverse();
            let (one, other) = (Pairs(counts).rated(0.95).unwrap(), Pairs(turned).rated(0.95).unwrap());
            let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a + b).abs() < 1e-6,
                (a, b) => a == b,
            };
            prop_assert!(close(one.elo, other.elo) && close(one.low, other.high) && close(one.high, other.low));
            let sum = Pairs(counts).superiority().unwrap() + Pairs(turned).superiority().unwrap();
            prop_assert!((sum - 1.0).abs() < 1e-12);
        }

        #[test]
        fn superiority_and_interval_agree(counts in prop::array::uniform5(0u64..200)) {
            prop_assume!(counts != [0; 5]);
            let (rated, sure) = (Pairs(counts).rated(0.95).unwrap(), Pairs(counts).superiority().unwrap());
            prop_assume!((sure - 0.975).abs() > 1e-9 && (sure - 0.025).abs() > 1e-9);
            prop_assert_eq!(rated.contains(0.0), (0.025..0.975).contains(&sure), "{:?} {}", rated, sure);
        }
    }
}
