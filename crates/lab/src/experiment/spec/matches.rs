//! `[[match]]` of an experiment file: the players, the pairing, the openings, and the end of the match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::InstanceRequest;
use searchlab_analysis::request::OneOrMany;
use searchlab_trial::record::Adjudication;

/// Most games of a match with `sprt` and without openings of its own.
pub const MOST_SPRT_GAMES: u32 = 10_000;

/// `[[match]]`: games between players, each opening with both colours.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchRequest {
    /// The world, if it is not that of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
    /// The players: two or more, such as "mtdf:depth=4,evaluation=classic", "random", "level:3".
    pub players: Vec<PlayerRequest>,
    /// The pairing of the players. Default: round-robin.
    #[serde(default)]
    pub format: MatchFormat,
    /// Where the games begin: "balanced", or as `[[instances]]` are given. Default: balanced; with `sprt` random openings
    /// follow, as many as the games need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OneOrMany<OpeningRequest>>,
    /// Games of each pair of players, two for an opening. Default: all openings; with `sprt` and no openings given at most
    /// 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// Games that the players play one after the other from each opening with each colour, as one trial: players with
    /// learn=on avoid then what lost them a game of the same series. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 10000))]
    pub series: Option<u32>,
    /// When a game is decided before its end. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// Ends the match of two players as soon as this test decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtRequest>,
}

/// A player: as on the command line, or a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PlayerRequest {
    /// As on the command line.
    Words(String),
    /// With a name of its own.
    Full(PlayerTable),
}

/// A player with a name of its own, or a program: one of `player` and `cmd`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerTable {
    /// The player, as on the command line: "mtdf:depth=4".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Its name in tables, charts and claims. Default: the player itself, or the name of the program's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The command line of a program that speaks the usual protocol of its world: that of Gomocup, that of NBoard, or GTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// The folder in which the program is started, where it looks for its files. Default: an empty one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Time of the program for a move: "500ms". Default: 5s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Memory that the program may hold: "350MiB".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Plies that the program is asked to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The pairing of the players of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchFormat {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first meets each of the others.
    Gauntlet,
    /// Each meets the next in the list.
    Ladder,
}

/// Where games begin: a list by its name, or openings as instances are given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OpeningRequest {
    /// "balanced": the list of the world.
    Name(String),
    /// As `[[instances]]`; the world is that of the match.
    Instances(Box<InstanceRequest>),
}

/// The sequential probability ratio test of Wald, for the first player against the second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtRequest {
    /// H0: the first player is stronger by this Elo at most.
    pub elo0: f64,
    /// H1: the first player is stronger by this Elo at least.
    pub elo1: f64,
    /// The probability of accepting H1 where H0 is true (type I error). Default: 0.05.
    #[serde(default = "usual_error")]
    pub alpha: f64,
    /// The probability of accepting H0 where H1 is true (type II error). Default: 0.05.
    #[serde(default = "usual_error")]
    pub beta: f64,
}

const fn usual_error() -> f64 {
    0.05
}

impl MatchRequest {
    /// The openings of the games, as far as they are given.
    pub(crate) fn openings(&self) -> &[OpeningRequest] {
        self.openings.as_ref().map_or(&[], OneOrMany::as_slice)
    }

    /// The pairs that meet, by the places of the players.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        match self.format {
            MatchFormat::RoundRobin => all.collect(),
            MatchFormat::Gauntlet => all.filter(|pair| pair.0 == 0).collect(),
            MatchFormat::Ladder => all.filter(|pair| pair.0 + 1 == pair.1).collect(),
        }
    }
}

impl PlayerRequest {
    /// The player, as on the command line.
    ///
    /// # Errors
    /// The expected form, for a table that names nobody, or both a player and a program.
    pub(crate) fn words(&self) -> Result<String, &'static str> {
        let table = match self {
            Self::Words(words) => return Ok(words.clone()),
            Self::Full(table) => table,
        };
        let depth = table.depth.map(|depth| depth.to_string());
        let limits = [("dir", &table.dir), ("time", &table.time), ("memory", &table.memory), ("depth", &depth)];
        match (&table.player, &table.cmd) {
            (Some(player), None) if limits.iter().all(|limit| limit.1.is_none()) => Ok(player.clone()),
            (Some(_), None) => {
                Err("dir, time, memory and depth beside `cmd`; a player says them itself: \"mtdf:time=1s\"")
            }
            (None, Some(cmd)) => {
                let limits = limits.iter().filter_map(|(key, value)| Some(format!(",{key}={}", value.as_ref()?)));
                Ok(format!("program:cmd={cmd}{}", limits.collect::<String>()))
            }
            _ => Err("one of `player` and `cmd`"),
        }
    }

    /// Its name in tables, charts and claims, if it has one of its own.
    pub(crate) fn label(&self) -> Option<&str> {
        match self {
            Self::Words(_) => None,
            Self::Full(table) => table.label.as_deref(),
        }
    }
}

impl OpeningRequest {
    /// The instances, if it is no list by name.
    pub(crate) fn instances(&self) -> Option<&InstanceRequest> {
        match self {
            Self::Name(_) => None,
            Self::Instances(instances) => Some(instances),
        }
    }
}
