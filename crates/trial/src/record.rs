//! Trial and record: what goes in, what comes out, and the id that ties them.
//!
//! Only values, no behaviour of the program: a record is the one thing that crosses from running to reporting. One
//! record is one JSON object; `--format json` prints it, and stores keep it, in exactly this form.

#[cfg(test)]
mod tests;

mod game;
mod moves;
mod program;
mod schema;

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::game::{
    Adjudication, Contender, FORFEITED, GAME, GameAnswer, PROGRAM, RANDOM, SEATS, SideAnswer, game_params, series_of,
    with_series,
};
pub use self::moves::Moves;
pub use self::program::ProgramAccount;
pub use self::schema::schema;
use self::schema::{CountersSchema, IterationSchema, StatusSchema};
pub use searchlab_search::budget::Status;
use searchlab_search::counters::{Counters, Iteration};

/// Parameters by name. The order is that of the names, so the text of a trial is unique.
pub type Params = BTreeMap<String, Value>;

/// One algorithm with its parameters on one instance with one budget, one seed and one repeat number.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// Name of the world.
    pub world: String,
    /// The name of the instance: usually a path. Not part of the id.
    pub instance: String,
    /// Hash of the content of the instance, see [`Hasher`]. Part of the id in place of the name.
    pub content: u64,
    /// Name of the algorithm.
    pub algorithm: String,
    /// Its parameters and those of the world.
    pub params: Params,
    /// The depth of a fixed-depth search.
    pub depth: Option<u32>,
    /// The limits.
    pub limits: Limits,
    /// Seed of everything random in the trial.
    pub seed: u64,
    /// Number of the repetition, from 0.
    pub repeat: u32,
}

/// The part of a budget that is written down.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Microseconds of wall-clock time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub microseconds: Option<u64>,
    /// Bytes of tables and lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Limits {
    /// True if there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The even share of one of `count` searches in nodes and time; memory is there for each.
    pub fn share(self, count: u64) -> Self {
        let count = count.max(1);
        Self {
            nodes: self.nodes.map(|nodes| (nodes / count).max(1)),
            microseconds: self.microseconds.map(|time| time / count),
            ..self
        }
    }
}

impl Trial {
    /// The first run, with seed 0 and no fixed depth, of an algorithm on the instance of this name and content.
    pub fn new(
        world: &str,
        (instance, content): (String, u64),
        algorithm: &str,
        params: Params,
        limits: Limits,
    ) -> Self {
        let (world, algorithm) = (world.to_owned(), algorithm.to_owned());
        Self { world, instance, content, algorithm, params, depth: None, limits, seed: 0, repeat: 0 }
    }

    /// The text that the id is the hash of: one line for each part, every part in its shortest exact form. It must
    /// never change for a trial that exists.
    pub fn canonical(&self) -> String {
        let task = task_text(&self.world, self.content);
        let search = search_text(&self.algorithm, &self.params, self.depth, self.limits, self.seed);
        format!("{task}{search}repeat {}\n", self.repeat)
    }

    /// The id: 64 bits, the same on every machine and in every version.
    pub fn id(&self) -> TrialId {
        let mut hasher = Hasher::default();
        hasher.write(self.canonical().as_bytes());
        TrialId(hasher.finish())
    }
}

/// The first lines of [`Trial::canonical`]: what is searched.
fn task_text(world: &str, content: u64) -> String {
    format!("searchlab trial 1\nworld {world}\ncontent {content:016x}\n")
}

/// The lines of [`Trial::canonical`] between the instance and the repeat: how it is searched.
pub fn search_text(algorithm: &str, params: &Params, depth: Option<u32>, limits: Limits, seed: u64) -> String {
    let optional = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let mut lines = vec![format!("algorithm {algorithm}")];
    lines.extend(params.iter().map(|(name, value)| format!("param {name}={value}")));
    lines.extend([
        format!("depth {}", optional(depth.map(u64::from))),
        format!("nodes {}", optional(limits.nodes)),
        format!("microseconds {}", optional(limits.microseconds)),
        format!("bytes {}", optional(limits.bytes)),
        format!("seed {seed}\n"),
    ]);
    lines.join("\n")
}

/// The ids of the trials of one task, each from the text of its search: the parts that trials share are written once.
#[derive(Debug, Clone, Copy)]
pub struct TaskIds(Hasher);

impl TaskIds {
    /// Of the task of this world and content.
    pub fn new(world: &str, content: u64) -> Self {
        let mut hasher = Hasher::default();
        hasher.write(task_text(world, content).as_bytes());
        Self(hasher)
    }

    /// The id of the trial with this [`search_text`] and repeat number: that of [`Trial::id`].
    pub fn id(self, search: &str, repeat: u32) -> TrialId {
        let mut hasher = self.0;
        hasher.write(search.as_bytes());
        hasher.write(format!("repeat {repeat}\n").as_bytes());
        TrialId(hasher.finish())
    }
}

/// Name of a trial, 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TrialId(pub u64);

impl fmt::Display for TrialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for TrialId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TrialId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        named(deserializer, |text| u64::from_str_radix(text, 16).map(Self).map_err(|error| error.to_string()))
    }
}

/// Reads what a text names, without a copy of the text.
fn named<'de, D: serde::Deserializer<'de>, T>(
    deserializer: D,
    find: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Named(find))
}

struct Named<F>(F);

impl<T, F: FnOnce(&str) -> Result<T, String>> serde::de::Visitor<'_> for Named<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        self.0(text).map_err(E::custom)
    }
}

/// The multiplier of the hash.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Its powers from 0 to 8.
const POWERS: [u64; 9] = {
    let mut powers = [1; 9];
    let mut power = 1;
    while power < 9 {
        powers[power] = PRIME.wrapping_mul(powers[power - 1]);
        power += 1;
    }
    powers
};

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo): short, byte for byte the same everywhere, and ours to keep.
#[derive(Debug, Clone, Copy)]
pub struct Hasher(u64);

impl Default for Hasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher {
    /// Takes in bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Takes in a number as eight bytes, least significant first. Most numbers are small: a byte of 0 only multiplies.
    pub fn write_u64(&mut self, number: u64) {
        let zeros = number.leading_zeros() as usize / 8;
        self.write(&number.to_le_bytes()[..8 - zeros]);
        self.0 = self.0.wrapping_mul(POWERS[zeros]);
    }

    /// The hash.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

/// The record of one trial: its parameters and its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Id of the trial: 16 hexadecimal digits.
    #[schemars(with = "String")]
    pub id: TrialId,
    /// Name of the world.
    pub world: String,
    /// The name of the instance.
    pub instance: String,
    /// Name of the algorithm.
    pub algorithm: String,
    /// Its parameters.
    pub params: Params,
    /// The depth of a fixed-depth search.
    pub depth: Option<u32>,
    /// The limits.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// The seed.
    pub seed: u64,
    /// Number of the repetition.
    pub repeat: u32,
    /// How it ended.
    #[serde(with = "status_name")]
    #[schemars(with = "StatusSchema")]
    pub status: Status,
    /// The answer, if there is one.
    pub result: Option<Answer>,
    /// The counters: the same on every machine.
    #[schemars(with = "CountersSchema")]
    pub counters: Counters,
    /// The share of each deepening iteration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<IterationSchema>")]
    pub per_iteration: Vec<Iteration>,
    /// The data of a game beside the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<GameAnswer>>,
    /// The solver's scores of the chosen move and of the best one, where it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<Referee>,
    /// All moves that reach the value of a position, where a solver was asked for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Box<str>>,
    /// Of a user's program in place of an algorithm: its name, its own counters, its failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Box<ProgramAccount>>,
    /// Times and memory: different in every run.
    pub measured: Measured,
}

impl Record {
    /// The record of a trial without counters.
    pub fn of(trial: &Trial, status: Status, result: Option<Answer>, measured: Measured) -> Self {
        let Trial { world, instance, algorithm, params, .. } = trial.clone();
        Self {
            id: trial.id(),
            world,
            instance,
            algorithm,
            params,
            depth: trial.depth,
            limits: trial.limits,
            seed: trial.seed,
            repeat: trial.repeat,
            status,
            result,
            counters: Counters::default(),
            per_iteration: Vec::new(),
            game: None,
            referee: None,
            best: Vec::new(),
            program: None,
            measured,
        }
    }

    /// Reads a record, in the crate that is optimised for speed.
    ///
    /// # Errors
    /// The text is no JSON, or not that of a record.
    pub fn from_json(line: &[u8]) -> serde_json::Result<Self> {
        // Looked at once, and not text by text.
        serde_json::from_str(std::str::from_utf8(line).map_err(serde::de::Error::custom)?)
    }

    /// Writes the record behind a text, without a newline.
    ///
    /// # Errors
    /// A number that JSON does not have.
    pub fn append_json(&self, text: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(text, self)
    }

    /// The status, with the failure of a program in a word: "error (crashed)".
    pub fn status_words(&self) -> String {
        let fault = self.program.as_ref().and_then(|program| program.fault.as_deref());
        fault.map_or_else(|| self.status.name().to_owned(), |fault| format!("{} ({fault})", self.status.name()))
    }

    /// The name of the algorithm, or of the program that stands in its place.
    pub fn algorithm_name(&self) -> &str {
        self.program.as_ref().map_or(&self.algorithm, |program| &program.name)
    }
}

/// The scores of two moves by perfect play to the end of the game for the side that makes them: in discs, or 1, 0 and -1 in
/// games that are won, drawn or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Referee {
    /// The score of the best move.
    pub best: i32,
    /// The score after the move that was chosen.
    pub chosen: i32,
}

impl Referee {
    /// Discs that the chosen move loses.
    pub const fn loss(self) -> i32 {
        self.best - self.chosen
    }

    /// True if the chosen move keeps the win, or at least the draw, if there is one to be kept.
    pub const fn is_kept(self) -> bool {
        self.best.signum() == self.chosen.signum()
    }
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Cost of the path, or value of the game for the side to move.
    #[serde(serialize_with = "searchlab_search::counters::shortest_number")]
    pub value: f64,
    /// Straight and diagonal steps, where the value is a + b√2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<[u64; 2]>,
    /// The path, or the principal variation.
    pub moves: Moves,
    /// Plies of the search that gave the value of a game; 0 if no iteration ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The measurements of clock and allocator.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Wall-clock seconds of the search alone.
    pub seconds: f64,
    /// Processor seconds of the searching thread, or of all that search together.
    pub cpu_seconds: f64,
    /// Most bytes allocated by the process during the search.
    pub peak_bytes: u64,
    /// Of a game: wall-clock seconds of each move of each side, black first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_per_move: Option<Box<[Vec<f64>; 2]>>,
}

/// Reads and writes a status by its name, for serde.
pub mod status_name {
    use serde::{Deserializer, Serializer};

    use super::{Status, named};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub(super) fn serialize<S: Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(status.name())
    }

    /// The status of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
        named(deserializer, |name| {
            let known = Status::ALL.into_iter().find(|status| status.name() == name);
            known.ok_or_else(|| format!("unknown status {name:?}"))
        })
    }
}
