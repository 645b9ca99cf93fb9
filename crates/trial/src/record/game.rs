//! Games between two players as trials: the players, and what the record of a game holds beside its result.
//!
//! A game is a trial of the algorithm [`GAME`] on an opening: its parameters name the two players in full, and perhaps
//! how the game may be decided early. So everything that serves trials serves games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Limits, Params, Trial};
use searchlab_search::counters::Counters;

/// The algorithm of a trial that is a game.
pub const GAME: &str = "game";
/// The player that makes random moves.
pub const RANDOM: &str = "random";
/// The player that is a program of its own.
pub const PROGRAM: &str = "program";
/// The ending of a game that one side lost by a forfeit, and not on the board.
pub const FORFEITED: &str = "forfeited";
/// The parameters that name the players, black first.
pub const SEATS: [&str; 2] = ["black", "white"];
/// The parameter that says how a game may be decided before its end.
const ADJUDICATION: &str = "adjudicate";
/// The parameter for the number of games that the players play one after the other.
const SERIES: &str = "series";

/// A player as a trial names it: with every parameter, so that it is the same on every machine and in every version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contender {
    /// The algorithm, or [`RANDOM`], or [`PROGRAM`].
    pub algorithm: String,
    /// Its parameters.
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub params: Params,
    /// Plies of each search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The limits of each move.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
}

impl Contender {
    /// As a parameter of a trial.
    pub(crate) fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The player that a parameter names.
    pub(crate) fn of_value(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }

    /// The two players of a game, black first; `None` if these are no parameters of one.
    pub fn of_game(params: &Params) -> Option<[Self; 2]> {
        let [black, white] = SEATS.map(|seat| params.get(seat).and_then(Self::of_value));
        black.zip(white).map(|(black, white)| [black, white])
    }
}

/// When a game is decided before its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// The effort with which the solver of the world decides: the exact one once no more squares than this are empty, from
    /// 1 to 24; one that seeks wins as soon as it finds one within this number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solve: Option<u64>,
    /// A draw after this number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_after: Option<u32>,
}

impl Adjudication {
    /// True if every game is played to its end.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The adjudication that the parameters of a trial name.
    pub fn of_game(params: &Params) -> Self {
        params.get(ADJUDICATION).and_then(|value| serde_json::from_value(value.clone()).ok()).unwrap_or_default()
    }
}

/// The parameters of the trial that is a game of these players.
pub fn game_params(players: [&Contender; 2], adjudication: Adjudication) -> Params {
    let mut params: Params =
        SEATS.iter().zip(players).map(|(seat, player)| ((*seat).to_owned(), player.to_value())).collect();
    if !adjudication.is_empty() {
        params.insert(ADJUDICATION.to_owned(), serde_json::to_value(adjudication).unwrap_or_default());
    }
    params
}

/// Makes the trial a series of `games` games; one is written down as none.
pub fn with_series(mut params: Params, games: u32) -> Params {
    if games > 1 {
        params.insert(SERIES.to_owned(), Value::from(games));
    }
    params
}

/// Games that the players of a trial play one after the other.
pub fn series_of(params: &Params) -> u32 {
    params.get(SERIES).and_then(Value::as_u64).and_then(|games| u32::try_from(games).ok()).unwrap_or(1)
}

impl Trial {
    /// True for a game.
    pub fn is_game(&self) -> bool {
        self.algorithm == GAME
    }
}

/// The data of a game beside the result of its record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameAnswer {
    /// Where it began, in one line.
    pub start: String,
    /// How it ended: `finished`, `adjudicated`, `resigned` or `forfeited`.
    pub ending: String,
    /// Points of black: 1, 0.5 or 0; white has the rest.
    pub score: f64,
    /// The side that forfeited the game, and the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mishap: Option<String>,
    /// The searches of each side, black first.
    pub sides: [SideAnswer; 2],
    /// Points of black in each game of a series, in the order of playing; all else is that of the last one. Empty where
    /// there is one game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub series: Vec<f64>,
}

impl GameAnswer {
    /// Mean points in the first and in the second half of a series; the game in the middle of an odd number is in none.
    pub fn halves(&self) -> Option<[f64; 2]> {
        let half = self.series.len() / 2;
        let mean = |scores: &[f64]| scores.iter().sum::<f64>() / half as f64;
        (half > 0).then(|| [mean(&self.series[..half]), mean(&self.series[self.series.len() - half..])])
    }
}

/// The searches of one side of a game. The lists have an entry for each of its moves, forced passes left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideAnswer {
    /// All its searches together.
    #[schemars(with = "super::CountersSchema")]
    pub counters: Counters,
    /// Moves made in the game before each of its own, those of the opening left out.
    pub plies: Vec<u32>,
    /// Plies that each search went deep; 0 without a search.
    pub depths: Vec<u32>,
    /// Nodes of each search.
    pub nodes: Vec<u64>,
}
