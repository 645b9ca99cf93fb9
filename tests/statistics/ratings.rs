//! Whether ratings and tests of matches keep what they promise, by simulation. An interval of 95 % must hold the truth
//! in 94 to 96 % of 10,000 matches (standard deviation: 0.22 %), a sequential test must not err more often than it says.
//!
//! A build that checks itself plays half of the matches, and a tenth of those of the sequential tests.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use searchlab::statistics::bradley_terry::{Pairing, Ratings};
use searchlab::statistics::elo::{GameCounts, Pairs, Results, elo, score};
use searchlab::statistics::sprt::{Decision, Sprt};

const MATCHES: u32 = if cfg!(debug_assertions) { 5_000 } else { 10_000 };
const DRAWS: [f64; 3] = [0.0, 0.3, 0.7];

struct Chance {
    words: ChaCha8Rng,
}

impl Chance {
    fn new(seed: u8) -> Self {
        Self { words: ChaCha8Rng::from_seed([seed; 32]) }
    }

    /// From 0 to below 1.
    fn uniform(&mut self) -> f64 {
        f64::from(self.words.next_u32()) / 4_294_967_296.0
    }

    /// The half points of the first player in a game.
    fn game(&mut self, player: Player) -> usize {
        let drawn = self.uniform();
        if drawn < player.loses { 0 } else { 1 + usize::from(drawn >= player.loses + player.draws) }
    }

    fn counts(&mut self, player: Player, games: u32) -> GameCounts {
        let mut counts = [0; 3];
        (0..games).for_each(|_| counts[self.game(player)] += 1);
        let [losses, draws, wins] = counts;
        GameCounts { wins, draws, losses }
    }

    fn pair(&mut self, opening: Opening) -> usize {
        let [first, second] = opening.sides;
        let points = self.game(first);
        if self.uniform() < opening.repeats {
            return 2 * points;
        }
        points + self.game(second)
    }

    fn pairs(&mut self, opening: Opening, pairs: u32) -> Pairs {
        let mut counts = [0; 5];
        (0..pairs).for_each(|_| counts[self.pair(opening)] += 1);
        Pairs(counts)
    }
}

/// How often a player loses and draws.
#[derive(Debug, Clone, Copy)]
struct Player {
    loses: f64,
    draws: f64,
}

impl Player {
    /// So many Elo stronger; draws the part `draws` of the most that such a score allows: all between equals.
    fn new(elo: f64, draws: f64) -> Self {
        let score = score(elo);
        let draws = draws * 2.0 * score.min(1.0 - score);
        Self { loses: 1.0 - score - draws / 2.0, draws }
    }

    fn score(self) -> f64 {
        1.0 - self.loses - self.draws / 2.0
    }
}

/// A pair of games, in which the results hang together.
#[derive(Debug, Clone, Copy)]
struct Opening {
    /// The player with each colour.
    sides: [Player; 2],
    /// How often the second game ends for the player as the first.
    repeats: f64,
}

impl Opening {
    /// It favours one colour by `bias` Elo, so that what one game gives the other takes; or the player that understands
    /// it, who then wins both.
    const KINDS: [(f64, f64); 3] = [(0.0, 0.0), (200.0, 0.0), (0.0, 0.3)];

    fn new(elo: f64, draws: f64, (bias, repeats): (f64, f64)) -> Self {
        Self { sides: [elo + bias, elo - bias].map(|elo| Player::new(elo, draws)), repeats }
    }

    /// If the second repeats the first in some, the first counts the more.
    fn score(self) -> f64 {
        let [first, second] = self.sides.map(Player::score);
        f64::midpoint(first * (1.0 + self.repeats), second * (1.0 - self.repeats))
    }
}

/// The per cent of the matches whose interval holds the truth.
fn coverage<R: Results>(truth: f64, mut play: impl FnMut(&mut Chance) -> R) -> f64 {
    let mut chance = Chance::new(1);
    let covered = (0..MATCHES).filter(|_| play(&mut chance).rated(0.95).unwrap().contains(truth));
    covered.count() as f64 * 100.0 / f64::from(MATCHES)
}

/// Over the draw rates.
fn coverage_of_games(elo: f64, games: u32) -> Vec<f64> {
    let of = |draws| {
        let player = Player::new(elo, draws);
        coverage(elo, |chance| chance.counts(player, games))
    };
    DRAWS.map(of).to_vec()
}

/// Over the draw rates and the kinds of openings.
fn coverage_of_pairs(difference: f64, pairs: u32) -> Vec<f64> {
    let settings = DRAWS.iter().flat_map(|&draws| Opening::KINDS.map(|kind| Opening::new(difference, draws, kind)));
    settings.map(|opening| coverage(elo(opening.score()), |chance| chance.pairs(opening, pairs))).collect()
}

fn assert_all_within(what: &str, found: &[f64], low: f64, high: f64) {
    assert!(found.iter().all(|per_cent| (low..=high).contains(per_cent)), "{what}: {found:?}");
}

#[test]
fn intervals_of_games_hold_the_truth() {
    for elo in [0.0, 30.0, -150.0] {
        assert_all_within(&format!("{elo} Elo"), &coverage_of_games(elo, 200), 94.0, 96.0);
    }
}

#[test]
fn intervals_of_pairs_hold_the_truth() {
    for elo in [0.0, 30.0, -150.0] {
        assert_all_within(&format!("{elo} Elo"), &coverage_of_pairs(elo, 100), 94.0, 96.0);
    }
}

/// Few results leave few possible intervals, of which none has just 95 %.
#[test]
fn intervals_of_few_results_hold_nearly_as_often() {
    for elo in [0.0, 150.0] {
        assert_all_within(&format!("{elo} Elo"), &coverage_of_games(elo, 20), 92.0, 98.5);
        assert_all_within(&format!("{elo} Elo"), &coverage_of_pairs(elo, 20), 94.0, 98.5);
    }
}

/// What the documentation of `Results::rated` shows: `cargo test --test statistics -- --ignored --nocapture table`.
#[test]
#[ignore = "prints a table"]
fn table() {
    let shown = |found: &[f64]| {
        let (low, high) = found.iter().fold((100.0f64, 0.0f64), |(low, high), &one| (low.min(one), high.max(one)));
        format!("{low:.1} to {high:.1}")
    };
    for (name, of) in [("games", coverage_of_games as fn(f64, u32) -> Vec<f64>), ("pairs", coverage_of_pairs)] {
        for elo in [0.0, 30.0, 150.0, 400.0] {
            let cells: Vec<String> = [10, 20, 50, 100, 200, 500].map(|count| shown(&of(elo, count))).to_vec();
            println!("    /// | {name}, {elo} Elo | {} |", cells.join(" | "));
        }
    }
}

/// Four players of the model of Davidson (1970), whose strengths in Elo are known.
#[test]
fn intervals_of_ratings_hold_the_truth() {
    const STRENGTHS: [f64; 4] = [-0.6, -0.1, 0.2, 0.5];
    let all_met: Vec<(usize, usize)> = (0..4).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
    for (nu, meetings) in [(0.0, &all_met[..]), (0.8, &all_met), (3.0, &all_met[..4])] {
        let factor = 400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + nu);
        let mut chance = Chance::new(2);
        let mut covered = [0u32; 6];
        for _ in 0..MATCHES {
            let games: Vec<Pairing> = meetings
                .iter()
                .map(|&(first, second)| {
                    let half = (STRENGTHS[first] - STRENGTHS[second]) / 2.0;
                    let total = half.exp() + (-half).exp() + nu;
                    let player = Player { loses: (-half).exp() / total, draws: nu / total };
                    Pairing { first, second, counts: chance.counts(player, 50) }
                })
                .collect();
            let ratings = Ratings::of(4, &games, 0.95).unwrap();
            for (player, strength) in STRENGTHS.iter().enumerate() {
                let interval = ratings.rating(player).unwrap().interval;
                covered[player] += u32::from(interval.contains(factor * strength));
            }
            for (place, (first, second)) in [(4, (0, 3)), (5, (1, 2))] {
                let truth = factor * (STRENGTHS[first] - STRENGTHS[second]);
                covered[place] += u32::from(ratings.difference(first, second).unwrap().1.contains(truth));
            }
        }
        let found = covered.map(|count| f64::from(count) * 100.0 / f64::from(MATCHES));
        assert_all_within(&format!("ν = {nu}"), &found, 94.0, 96.0);
    }
}

/// How many matches a sequential test is tried on.
fn sequential() -> u32 {
    if cfg!(debug_assertions) { 1_000 } else { 10_000 }
}

/// The share of wrong answers and the mean length.
fn errors<R: Results>(sprt: &Sprt, wrong: Decision, mut next: impl FnMut(&mut Chance, Option<R>) -> R) -> (f64, f64) {
    let mut chance = Chance::new(3);
    let (mut wrongs, mut results) = (0u32, 0u64);
    for _ in 0..sequential() {
        let mut sofar = next(&mut chance, None);
        loop {
            results += 1;
            let decision = sprt.decision(&sofar);
            if decision != Decision::GoOn {
                wrongs += u32::from(decision == wrong);
                break;
            }
            sofar = next(&mut chance, Some(sofar));
        }
    }
    let matches = f64::from(sequential());
    (f64::from(wrongs) / matches, results as f64 / matches)
}

fn errors_of_games(sprt: &Sprt, wrong: Decision, player: Player) -> (f64, f64) {
    errors(sprt, wrong, |chance, sofar: Option<GameCounts>| {
        let mut counts = sofar.unwrap_or_default();
        match chance.game(player) {
            0 => counts.losses += 1,
            1 => counts.draws += 1,
            _ => counts.wins += 1,
        }
        counts
    })
}

fn errors_of_pairs(sprt: &Sprt, wrong: Decision, opening: Opening) -> (f64, f64) {
    errors(sprt, wrong, |chance, sofar: Option<Pairs>| {
        let mut pairs = sofar.unwrap_or_default();
        pairs.0[chance.pair(opening)] += 1;
        pairs
    })
}

/// No more than the promise and three standard deviations of chance.
fn assert_errs_as_promised(what: &str, promised: f64, (found, length): (f64, f64)) {
    let chance = 3.0 * (promised * (1.0 - promised) / f64::from(sequential())).sqrt();
    println!("{what}: {found:.4} of {promised}, mean length {length:.0}");
    assert!(found <= promised + chance, "{what}: {found} for {promised}");
}

#[test]
fn sequential_tests_of_games_err_as_promised() {
    for (elo0, elo1, alpha, beta) in [(0.0, 60.0, 0.05, 0.05), (-30.0, 30.0, 0.1, 0.02), (0.0, 100.0, 0.05, 0.05)] {
        let sprt = Sprt::new(elo0, elo1, alpha, beta).unwrap();
        // Nearly all drawn: where an estimate from the first results alone errs too often.
        for draws in [0.0, 0.3, 0.7, 0.9, 0.97] {
            let what = format!("games, {elo0} to {elo1}, draws {draws}");
            assert_errs_as_promised(&what, alpha, errors_of_games(&sprt, Decision::H1, Player::new(elo0, draws)));
            assert_errs_as_promised(&what, beta, errors_of_games(&sprt, Decision::H0, Player::new(elo1, draws)));
        }
    }
}

#[test]
fn sequential_tests_of_pairs_err_as_promised() {
    for (elo0, elo1) in [(0.0, 60.0), (0.0, 200.0)] {
        for draws in DRAWS {
            for kind in Opening::KINDS {
                let what = format!("pairs, {elo0} to {elo1}, draws {draws}, kind {kind:?}");
                let [under_h0, under_h1] = [elo0, elo1].map(|elo| Opening::new(elo, draws, kind));
                let sprt = Sprt::new(elo(under_h0.score()), elo(under_h1.score()), 0.05, 0.05).unwrap();
                assert_errs_as_promised(&what, 0.05, errors_of_pairs(&sprt, Decision::H1, under_h0));
                assert_errs_as_promised(&what, 0.05, errors_of_pairs(&sprt, Decision::H0, under_h1));
            }
        }
    }
}
