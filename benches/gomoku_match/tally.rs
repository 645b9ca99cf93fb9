//! Wins, draws, losses; score and Elo with their intervals.

use std::time::Duration;

use searchlab::worlds::Side;

use super::game::{Fault, Game};

/// Of the normal distribution, for an interval of 95 %.
const Z: f64 = 1.959_964;

#[derive(Debug, Default)]
pub(crate) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    our_faults: Vec<String>,
    their_faults: u32,
    our_longest: Duration,
    their_longest: Duration,
    their_late: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, game: &Game, ours: Side, turn: Duration) {
        match game.winner {
            Some(winner) if winner == ours => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        if let Some(fault) = &game.fault {
            match game.winner {
                Some(winner) if winner == ours => self.their_faults += 1,
                _ => self.our_faults.push(words(fault)),
            }
        }
        self.our_longest = self.our_longest.max(game.longest[ours.index()]);
        let theirs = game.longest[ours.other().index()];
        self.their_longest = self.their_longest.max(theirs);
        self.their_late += u32::from(theirs > turn);
    }

    /// All of it in a few lines.
    pub(crate) fn report(&self, other: &str, turn: Duration) -> String {
        let games = self.wins + self.draws + self.losses;
        let (score, low, high) = self.score();
        let elo =
            |score: f64| if score <= 0.0 || score >= 1.0 { "-".to_owned() } else { format!("{:+.0}", to_elo(score)) };
        let mut lines = vec![
            format!("searchlab against {other}, {games} games, {} ms a move", turn.as_millis()),
            format!("wins {}, draws {}, losses {}", self.wins, self.draws, self.losses),
            format!("score {:.1} %, 95 % interval {:.1} to {:.1}", 100.0 * score, 100.0 * low, 100.0 * high),
            format!("Elo difference {}, 95 % interval {} to {}", elo(score), elo(low), elo(high)),
            format!(
                "longest move: ours {} ms, theirs {} ms ({} games with one over the time)",
                self.our_longest.as_millis(),
                self.their_longest.as_millis(),
                self.their_late
            ),
            format!("lost without a five: we {}, they {}", self.our_faults.len(), self.their_faults),
        ];
        lines.extend(self.our_faults.iter().map(|fault| format!("our fault: {fault}")));
        lines.join("\n")
    }

    /// The score from 0 to 1, and its interval: Wilson's, with the spread that draws make smaller.
    fn score(&self) -> (f64, f64, f64) {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        let games = (wins + draws + losses).max(1.0);
        let score = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - score * score;
        let weight = 1.0 + Z * Z / games;
        let middle = (score + Z * Z / (2.0 * games)) / weight;
        let half = Z / weight * (variance.max(0.0) / games + Z * Z / (4.0 * games * games)).sqrt();
        (score, (middle - half).max(0.0), (middle + half).min(1.0))
    }
}

fn to_elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn words(fault: &Fault) -> String {
    format!("{fault:?}")
}
