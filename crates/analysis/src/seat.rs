//! The record of a game as its players see it: one for each, so that all that is asked of searches can be asked of them.
//!
//! In the record of a player the algorithm, its parameters, depth and limits are the player's own, the counters and times
//! are those of its searches, the value and the score count for it, and of the two sides its own stands first.

use searchlab_trial::record::{Contender, Record, SEATS};

/// A player of a game.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seat {
    /// The game as the player sees it.
    pub record: Record,
    /// The same for the other player, whose label is wanted.
    pub opponent: Record,
    /// The colour of the player: one of [`SEATS`].
    pub side: &'static str,
}

impl Seat {
    /// The two players of a game, black first; none of a record that is no game.
    pub(crate) fn of(record: &Record) -> Vec<Self> {
        let Some(players) = record.game.as_ref().and_then(|_| Contender::of_game(&record.params)) else {
            return Vec::new();
        };
        let [black, white] = players;
        let (black, white) = (seen(record, black, false), seen(record, white, true));
        vec![
            Self { record: black.clone(), opponent: white.clone(), side: SEATS[0] },
            Self { record: white, opponent: black, side: SEATS[1] },
        ]
    }

    /// The same for each move by itself.
    pub(crate) fn moves(self) -> Vec<Self> {
        let count = self.record.game.as_ref().map_or(0, |game| game.sides[0].plies.len());
        (0..count).map(|place| Self { record: single(&self.record, place), ..self.clone() }).collect()
    }
}

/// The game as a player sees it.
fn seen(record: &Record, player: Contender, is_white: bool) -> Record {
    let Contender { algorithm, params, depth, limits } = player;
    let mut seen = Record { algorithm, params, depth, limits, ..record.clone() };
    if let Some(answer) = seen.result.as_mut().filter(|_| is_white) {
        answer.value = -answer.value;
    }
    if let Some(game) = &mut seen.game {
        if is_white {
            game.score = 1.0 - game.score;
            game.series.iter_mut().for_each(|score| *score = 1.0 - *score);
            game.sides.reverse();
        }
        seen.counters = game.sides[0].counters;
    }
    if let Some(seconds) = &mut seen.measured.seconds_per_move {
        if is_white {
            seconds.reverse();
        }
        seen.measured.seconds = seconds[0].iter().sum();
    }
    seen
}

/// The game as if the player had made this one move only.
fn single(record: &Record, place: usize) -> Record {
    let mut single = record.clone();
    if let Some(game) = &mut single.game {
        let own = &mut game.sides[0];
        own.plies = vec![own.plies[place]];
        own.depths = own.depths.get(place).copied().into_iter().collect();
        own.nodes = own.nodes.get(place).copied().into_iter().collect();
    }
    if let Some(seconds) = &mut single.measured.seconds_per_move {
        seconds[0] = seconds[0].get(place).copied().into_iter().collect();
        single.measured.seconds = seconds[0].iter().sum();
    }
    single
}
