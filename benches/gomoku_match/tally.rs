//! Wins, draws, losses; score and Elo with their intervals.

use std::time::Duration;

use searchlab::statistics::elo::{self, Results};
use searchlab::worlds::Side;

use super::game::{Fault, Game};

#[derive(Debug, Default)]
pub(crate) struct Tally {
    games: elo::GameCounts,
    our_faults: Vec<String>,
    their_faults: u32,
    our_longest: Duration,
    their_longest: Duration,
    their_late: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, game: &Game, ours: Side, turn: Duration) {
        match game.winner {
            Some(winner) if winner == ours => self.games.wins += 1,
            Some(_) => self.games.losses += 1,
            None => self.games.draws += 1,
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
        let elo::GameCounts { wins, draws, losses } = self.games;
        let mut lines = vec![
            format!("searchlab against {other}, {} games, {} ms a move", wins + draws + losses, turn.as_millis()),
            format!("wins {wins}, draws {draws}, losses {losses}"),
        ];
        if let Ok(rated) = self.games.rated(0.95) {
            let [score, low, high] = [rated.score, rated.scores.low, rated.scores.high].map(|score| 100.0 * score);
            let [elo, lowest, highest] = [rated.elo, rated.low, rated.high]
                .map(|elo| elo.map_or_else(|| "-".to_owned(), |elo| format!("{elo:+.0}")));
            lines.push(format!("score {score:.1} %, 95 % interval {low:.1} to {high:.1}"));
            lines.push(format!("Elo difference {elo}, 95 % interval {lowest} to {highest}"));
        }
        lines.extend([
            format!(
                "longest move: ours {} ms, theirs {} ms ({} games with one over the time)",
                self.our_longest.as_millis(),
                self.their_longest.as_millis(),
                self.their_late
            ),
            format!("lost without a five: we {}, they {}", self.our_faults.len(), self.their_faults),
        ]);
        lines.extend(self.our_faults.iter().map(|fault| format!("our fault: {fault}")));
        lines.join("\n")
    }
}

fn words(fault: &Fault) -> String {
    format!("{fault:?}")
}
