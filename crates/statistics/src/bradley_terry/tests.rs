use super::super::deterministic_math::ln;
use super::super::elo::{Results, elo};
use super::*;
use proptest::prelude::*;

/// So light that the published estimates, which have none, are met.
const HARDLY_ANY: f64 = 1e-7;

fn pairing(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
    Pairing { first, second, counts: GameCounts { wins, draws, losses } }
}

/// Games of the American League East of 1987: Agresti, Categorical Data Analysis (2nd edition, 2002), pages 437 and 438,
/// and the data set `baseball` of the package BradleyTerry2 of R. Row i, column j: how often i beat j. Milwaukee,
/// Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
const BASEBALL: [[u64; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

fn baseball() -> Vec<Pairing> {
    let pairs = (0..7).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| pairing(i, j, BASEBALL[i][j], 0, BASEBALL[j][i])).collect()
}

/// Estimates and standard errors above Baltimore as that package prints them (Turner, Firth, Journal of Statistical
/// Software 48(9), 2012); rounded to two places they are those of Agresti, table 10.11.
#[test]
fn published_ratings_without_draws() {
    let ratings = Ratings::with_prior(7, &baseball(), 0.95, HARDLY_ANY).unwrap();
    let published =
        [(1.5814, 0.3433), (1.4364, 0.3396), (1.2945, 0.3367), (1.2476, 0.3359), (1.1077, 0.3339), (0.6839, 0.3319)];
    for (team, (strength, error)) in published.into_iter().enumerate() {
        let (difference, interval) = ratings.difference(team, 6).unwrap();
        assert!((difference / ELO_PER_LOGIT - strength).abs() < 2e-4, "{team}: {difference}");
        let half = (interval.high - interval.low) / 2.0 / ELO_PER_LOGIT;
        assert!((half / 1.959_964 - error).abs() < 2e-4, "{team}: {half}");
        assert!((ratings.superiority(team, 6).unwrap() - normal::probability(strength / error)).abs() < 1e-4);
    }
    let sum: f64 = (0..7).map(|team| ratings.rating(team).unwrap().elo).sum();
    assert!(sum.abs() < 1e-9);
}

/// Davidson (1970): for two players the maximum-likelihood strengths have e^x = wins / losses
/// and ν = draws / √(wins · losses).
#[test]
fn two_players_have_the_formula_of_davidson() {
    let ratings = Ratings::with_prior(2, &[pairing(0, 1, 40, 58, 2)], 0.95, HARDLY_ANY).unwrap();
    let nu = 58.0 / 80.0f64.sqrt();
    assert!((ratings.groups[0].draws - nu).abs() < 1e-5);
    let difference = ratings.difference(0, 1).unwrap().0;
    assert!((difference - ELO_PER_LOGIT * ln(20.0) * 2.0 / (2.0 + nu)).abs() < 1e-3, "{difference}");
    // The figures of the head of the file.
    assert!((difference - 122.0).abs() < 1.0 && (elo(0.69) - 139.0).abs() < 1.0, "{difference} {}", elo(0.69));
}

/// Hand in hand with what two players alone are given: near equality the same, the prior aside.
#[test]
fn two_players_are_rated_as_by_their_score() {
    for (wins, draws, losses) in [(550, 0, 450), (300, 450, 250), (110, 800, 90), (500, 0, 500)] {
        let game = pairing(0, 1, wins, draws, losses);
        let alone = game.counts.rated(0.95).unwrap();
        let ratings = Ratings::of(2, &[game], 0.95).unwrap();
        let (difference, interval) = ratings.difference(0, 1).unwrap();
        assert!((difference - alone.elo.unwrap()).abs() < 0.1, "{difference} {alone:?}");
        assert!((interval.low - alone.low.unwrap()).abs() < 0.3, "{interval:?} {alone:?}");
        assert!((interval.high - alone.high.unwrap()).abs() < 0.3, "{interval:?} {alone:?}");
        let sure = ratings.superiority(0, 1).unwrap();
        assert!((sure - game.counts.superiority().unwrap()).abs() < 0.003, "{sure}");
        // The mean of two lies half way.
        let rating = ratings.rating(0).unwrap();
        assert!((rating.elo - difference / 2.0).abs() < 1e-9 && rating.group == 0);
    }
}

#[test]
fn who_wins_all_or_draws_all_stays_finite() {
    let all_won = Ratings::of(2, &[pairing(0, 1, 10, 0, 0)], 0.95).unwrap();
    let (difference, interval) = all_won.difference(0, 1).unwrap();
    assert!(difference > 300.0 && difference < 700.0 && interval.low > 0.0 && interval.high < 2000.0, "{interval:?}");
    let all_drawn = Ratings::of(2, &[pairing(0, 1, 0, 10, 0)], 0.95).unwrap();
    let (difference, interval) = all_drawn.difference(0, 1).unwrap();
    assert!(difference.abs() < 1e-9 && interval.high > 20.0 && interval.high < 200.0, "{interval:?}");
    // A chain in which each beats the next.
    let chain: Vec<Pairing> = (0..20).map(|player| pairing(player, player + 1, u64::from(u32::MAX), 0, 0)).collect();
    let ratings = Ratings::of(21, &chain, 0.95).unwrap();
    for player in 0..20 {
        let (upper, lower) = (ratings.rating(player).unwrap(), ratings.rating(player + 1).unwrap());
        assert!(upper.elo > lower.elo + 1000.0 && upper.elo.is_finite() && upper.interval.low.is_finite());
    }
    // Millions of games between equals, none of which says where both stand.
    let games = [pairing(0, 1, u64::from(u32::MAX), 0, u64::from(u32::MAX)), pairing(1, 2, 0, 0, 3)];
    let ratings = Ratings::of(3, &games, 0.95).unwrap();
    assert!(ratings.rating(2).unwrap().elo > 50.0);
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let games = [pairing(0, 3, 7, 1, 2), pairing(1, 4, 1, 0, 9), pairing(4, 5, 5, 5, 5), pairing(2, 0, 0, 0, 0)];
    let ratings = Ratings::of(7, &games, 0.95).unwrap();
    let groups: Vec<Option<usize>> = (0..7).map(|player| Some(ratings.rating(player)?.group)).collect();
    assert_eq!(groups, [Some(0), Some(1), None, Some(0), Some(1), Some(1), None]);
    assert_eq!(ratings.rating(0), Ratings::of(4, &games[..1], 0.95).unwrap().rating(0));
    assert!(ratings.difference(0, 1).is_none() && ratings.superiority(0, 1).is_none());
    assert!(ratings.superiority(0, 2).is_none() && ratings.rating(7).is_none());
    assert!(ratings.superiority(4, 1).unwrap() > 0.95);
    assert_eq!((ratings.superiority(4, 4), ratings.difference(4, 4).map(|found| found.0)), (Some(0.5), Some(0.0)));
}

#[test]
fn nonsense_is_refused() {
    for game in [pairing(0, 0, 1, 0, 0), pairing(0, 2, 1, 0, 0)] {
        assert_eq!(Ratings::of(2, &[game], 0.95), Err(Undefined::OutOfRange));
    }
    assert_eq!(Ratings::of(2, &[pairing(0, 1, 0, 1 << 32, 0)], 0.95), Err(Undefined::TooMany));
    assert_eq!(Ratings::of(2, &[], 1.0), Err(Undefined::OutOfRange));
    assert!(Ratings::of(0, &[], 0.95).is_ok());
}

/// Pairings among six players.
fn games() -> impl Strategy<Value = Vec<Pairing>> {
    let one = (0usize..6, 1usize..6, 0u64..30, 0u64..30, 0u64..30);
    let pairing_of =
        |(first, ahead, w, d, l): (usize, usize, u64, u64, u64)| pairing(first, (first + ahead) % 6, w, d, l);
    prop::collection::vec(one.prop_map(pairing_of), 1..15)
}

proptest! {
    #[test]
    fn the_order_of_the_pairings_does_not_matter((one, other) in games().prop_flat_map(|games| {
        let turned: Vec<Pairing> = games.iter().map(|game| {
            let GameCounts { wins, draws, losses } = game.counts;
            pairing(game.second, game.first, losses, draws, wins)
        }).collect();
        (Just(games), Just(turned).prop_shuffle())
    })) {
        let (one, other) = (Ratings::of(6, &one, 0.95).unwrap(), Ratings::of(6, &other, 0.95).unwrap());
        for player in 0..6 {
            prop_assert_eq!(one.rating(player), other.rating(player));
        }
    }

    /// At the maximum each player has as many points as its strength predicts (Davidson 1970, section 3), the prior's
    /// game included, and as many games are drawn.
    #[test]
    fn points_are_as_predicted(games in games()) {
        let ratings = Ratings::of(6, &games, 0.95).unwrap();
        for (index, group) in ratings.groups.iter().enumerate() {
            let place = |player: usize| ratings.places[player].filter(|place| place.0 == index).map(|place| place.1);
            let mut surplus: Vec<f64> =
                group.strengths.iter().map(|&strength| 0.5 - 1.0 / (1.0 + exp(-strength))).collect();
            for game in &games {
                let (Some(first), Some(second)) = (place(game.first), place(game.second)) else { continue };
                let half = (group.strengths[first] - group.strengths[second]) / 2.0;
                let total = exp(half) + exp(-half) + group.draws;
                let GameCounts { wins, draws, losses } = game.counts;
                let won = wins as f64 + draws as f64 / 2.0;
                let expected = (wins + draws + losses) as f64 * (exp(half) + group.draws / 2.0) / total;
                surplus[first] += won - expected;
                surplus[second] -= won - expected;
            }
            prop_assert!(surplus.iter().all(|points| points.abs() < 1e-8), "{:?}", surplus);
        }
    }
}
