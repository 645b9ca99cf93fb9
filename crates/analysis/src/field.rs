//! Fields of a record, by name.
//!
//! A key describes a trial: tables and charts group by keys. A measure is a result: they sum measures up.

use std::hash::Hasher;

use serde_json::Value;

use searchlab_search::counters::Counters;
use searchlab_statistics::interval::Interval;
use searchlab_statistics::tree::effective_branching;
use searchlab_trial::record::{FORFEITED, GameAnswer, Record};
use searchlab_worlds::catalog::{self, WORLDS, WorldInfo};

/// A field of a record, or a number that follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The world.
    World,
    /// The label of the algorithm.
    Algorithm,
    /// The instance.
    Instance,
    /// A part of the name of a made instance: `instance.size` of `caves:size=20x40,seed=1`. `instance.kind` is the part
    /// before the colon.
    Part(String),
    /// Plies that were asked for.
    Depth,
    /// The seed of the trial.
    Seed,
    /// The number of the repetition.
    Repeat,
    /// How it ended.
    Status,
    /// Of a game: the label of the other player.
    Opponent,
    /// Of a game: the colour, `black` or `white`.
    Side,
    /// Of a move: the number of moves before it in the game.
    Ply,
    /// A limit: `max-nodes`, `max-time` in seconds, `max-memory` in bytes.
    Limit(Limit),
    /// A parameter of the algorithm.
    Parameter(String),
    /// The weight of a feature in the evaluation: `evaluation.corner`.
    Weight(String),
    /// Cost of the solution or value of the game.
    Value,
    /// Nodes as `max-nodes` counts them: expanded and evaluated of a game tree, generated of a search for a path.
    Nodes,
    /// A counter, by its place.
    Counter(usize),
    /// Wall-clock seconds.
    Seconds,
    /// Processor seconds.
    CpuSeconds,
    /// Bytes.
    PeakBytes,
    /// Nodes per second.
    NodesPerSecond,
    /// The effective branching factor of the tree.
    Branching,
    /// The share of the cutoffs that the first move gave.
    FirstMoveRate,
    /// Passes per iteration.
    PassesPerIteration,
    /// First guess less value: the error of the first guess of MTD(f).
    GuessError,
    /// Points of a game: 1, 0.5 or 0.
    Score,
    /// Of a series of games: mean points in its first half.
    FirstHalf,
    /// Of a series of games: mean points in its second half.
    SecondHalf,
    /// Of a series of games: the second half less the first.
    Gain,
    /// 1 if the game was forfeited, by either side, else 0.
    Forfeited,
    /// Moves of a player in a game.
    Moves,
    /// Nodes of a move.
    NodesPerMove,
    /// Plies of the search for a move.
    DepthPerMove,
    /// Wall-clock seconds of a move.
    SecondsPerMove,
    /// Mean plies of simulations within the tree.
    TreeDepth,
    /// Discs that the chosen move loses, by the solver.
    Loss,
    /// 1 if the chosen move keeps win or draw, by the solver, else 0.
    Kept,
    /// Of a game: a number that is equal for games with the same moves. It has no name, and is for claims on players.
    Line,
    /// Zero-window (null-window) searches or re-searches of the last iteration.
    LastPasses,
    /// States expanded for each unit of the cost that was found.
    ExpandedPerCost,
    /// Of a game tree: a number that is equal for searches that chose the same move.
    BestMove,
}

/// A limit of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// `max-nodes`.
    Nodes,
    /// `max-time`.
    Time,
    /// `max-memory`.
    Memory,
}

/// The unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Things that are counted.
    Count,
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
    /// A share, a rate, a value: a pure number.
    Plain,
}

/// Value of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'r> {
    /// The record has none.
    None,
    /// A number.
    Number(f64),
    /// A text.
    Text(&'r str),
}

/// Name, field and meaning of those that every experiment has, but the counters.
pub const FIXED: [(&str, Field, &str); 37] = [
    ("world", Field::World, "the world"),
    ("algorithm", Field::Algorithm, "the label of the algorithm"),
    ("instance", Field::Instance, "the instance"),
    ("depth", Field::Depth, "plies that were asked for"),
    ("seed", Field::Seed, "the seed of the trial"),
    ("repeat", Field::Repeat, "the number of the repetition"),
    ("status", Field::Status, "how the trial ended"),
    ("max-nodes", Field::Limit(Limit::Nodes), "the limit of nodes"),
    ("max-time", Field::Limit(Limit::Time), "the limit of time"),
    ("max-memory", Field::Limit(Limit::Memory), "the limit of memory"),
    ("value", Field::Value, "cost of the solution, or value of the game"),
    ("nodes", Field::Nodes, "nodes: of a game tree expanded and evaluated, of a search for a path generated"),
    ("seconds", Field::Seconds, "wall-clock time of the search"),
    ("cpu_seconds", Field::CpuSeconds, "processor time of the search"),
    ("peak_bytes", Field::PeakBytes, "most memory of the process during the search"),
    ("nodes_per_second", Field::NodesPerSecond, "nodes per second"),
    ("branching", Field::Branching, "effective branching factor of the tree (Nilsson 1971)"),
    ("first_move_rate", Field::FirstMoveRate, "share of the cutoffs that the first move gave"),
    ("passes_per_iteration", Field::PassesPerIteration, "zero-window searches or repeated searches per iteration"),
    ("last_iteration_passes", Field::LastPasses, "zero-window searches or repeated searches of the last iteration"),
    ("expanded_per_cost", Field::ExpandedPerCost, "states expanded for each unit of the cost of the solution"),
    ("best_move", Field::BestMove, "the chosen move, as a number that is equal for equal moves"),
    ("opponent", Field::Opponent, "the label of the other player of a game"),
    ("side", Field::Side, "the colour of the player of a game: black or white"),
    ("ply", Field::Ply, "how many moves of the game came before a move"),
    ("score", Field::Score, "points of a player in a game: 1, 0.5 or 0"),
    ("first_half", Field::FirstHalf, "mean points of a player in the first half of a series of games"),
    ("second_half", Field::SecondHalf, "mean points of a player in the second half of a series of games"),
    ("gain", Field::Gain, "second_half less first_half: what a player learned in a series of games"),
    ("forfeited", Field::Forfeited, "1 if a game was forfeited, by either side, else 0"),
    ("moves", Field::Moves, "moves of a player in a game"),
    ("nodes_per_move", Field::NodesPerMove, "nodes of a player for each move of a game"),
    ("depth_per_move", Field::DepthPerMove, "plies that a player searched for each move of a game"),
    ("seconds_per_move", Field::SecondsPerMove, "wall-clock time of a player for each move of a game"),
    ("tree_depth", Field::TreeDepth, "mean plies within the tree of the simulations of Monte-Carlo tree search"),
    (
        "loss",
        Field::Loss,
        "what the chosen move loses against perfect play, by the solver near the end: in discs where a game counts them, else in results",
    ),
    ("kept", Field::Kept, "1 if the chosen move keeps the win or the draw that perfect play has, else 0"),
];

const GUESS_ERROR: &str = "guess_error";
/// The prefix of parts of instances' names.
pub const PART: &str = "instance.";
/// The prefix of weights of features.
pub const WEIGHT: &str = "evaluation.";
/// Rows and columns of a made maze: the two parts of its size.
pub const ROWS: &str = "rows";
/// See [`ROWS`].
pub const COLS: &str = "cols";
/// The part of an instance's name before the colon.
pub const KIND: &str = "kind";

impl Field {
    /// The field of that name, if records can have it: `None` for a name that is neither a fixed field nor the name of
    /// a parameter, a feature or a part of an instance.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some((_, field, _)) = FIXED.iter().find(|fixed| fixed.0 == name) {
            return Some(field.clone());
        }
        if name == GUESS_ERROR {
            return Some(Self::GuessError);
        }
        if let Some(place) = Counters::MEANINGS.iter().position(|counter| counter.0 == name) {
            return Some(Self::Counter(place));
        }
        if let Some(part) = name.strip_prefix(PART) {
            return Some(Self::Part(part.to_owned()));
        }
        if let Some(feature) = name.strip_prefix(WEIGHT) {
            let is_feature = WORLDS.iter().any(|world| world.features.iter().any(|known| known.name == feature));
            return is_feature.then(|| Self::Weight(feature.to_owned()));
        }
        catalog::parameter(name).map(|_| Self::Parameter(name.to_owned()))
    }

    /// The name, as users type it.
    pub fn name(&self) -> String {
        match self {
            Self::Counter(place) => Counters::MEANINGS[*place].0.to_owned(),
            Self::Part(part) => format!("{PART}{part}"),
            Self::Weight(feature) => format!("{WEIGHT}{feature}"),
            Self::Parameter(name) => name.clone(),
            Self::GuessError => GUESS_ERROR.to_owned(),
            fixed => FIXED.iter().find(|known| known.1 == *fixed).map_or_else(String::new, |known| known.0.to_owned()),
        }
    }

    /// One line: what it means.
    pub fn meaning(&self) -> String {
        match self {
            Self::Counter(place) => Counters::MEANINGS[*place].1.to_owned(),
            Self::Part(part) if part == KIND => "the kind of the instance".to_owned(),
            Self::Part(part) => format!("{part} of the instance"),
            Self::Weight(feature) => format!("weight of the feature {feature}"),
            Self::Parameter(name) => catalog::parameter(name).map_or("", |known| known.name.summary).to_owned(),
            Self::GuessError => "first guess less the value that was found".to_owned(),
            fixed => FIXED.iter().find(|known| known.1 == *fixed).map_or("", |known| known.2).to_owned(),
        }
    }

    /// The names of all fields that do not depend on the experiment, in the order of the listings.
    pub fn fixed_names() -> impl Iterator<Item = &'static str> {
        let counters = Counters::MEANINGS.iter().map(|counter| counter.0);
        FIXED.iter().map(|fixed| fixed.0).chain([GUESS_ERROR]).chain(counters)
    }

    /// True for a key, which describes the trial, so that records can be grouped by it.
    pub const fn is_key(&self) -> bool {
        matches!(
            self,
            Self::World
                | Self::Algorithm
                | Self::Instance
                | Self::Part(_)
                | Self::Depth
                | Self::Seed
                | Self::Repeat
                | Self::Status
                | Self::Opponent
                | Self::Side
                | Self::Ply
                | Self::Limit(_)
                | Self::Parameter(_)
                | Self::Weight(_)
        )
    }

    /// True if it differs from run to run.
    pub(crate) const fn is_measured(&self) -> bool {
        matches!(self, Self::Seconds | Self::CpuSeconds | Self::PeakBytes | Self::NodesPerSecond | Self::SecondsPerMove)
    }

    /// The unit.
    pub const fn measure(&self) -> Measure {
        match self {
            Self::Nodes | Self::Counter(_) | Self::Limit(Limit::Nodes) | Self::NodesPerMove => Measure::Count,
            Self::Seconds | Self::CpuSeconds | Self::Limit(Limit::Time) | Self::SecondsPerMove => Measure::Seconds,
            Self::PeakBytes | Self::Limit(Limit::Memory) => Measure::Bytes,
            _ => Measure::Plain,
        }
    }

    /// True if only players of games have it.
    pub const fn is_of_games(&self) -> bool {
        matches!(
            self,
            Self::Opponent
                | Self::Side
                | Self::Ply
                | Self::Score
                | Self::FirstHalf
                | Self::SecondHalf
                | Self::Gain
                | Self::Forfeited
                | Self::Moves
                | Self::NodesPerMove
                | Self::DepthPerMove
                | Self::SecondsPerMove
        )
    }

    /// An interval without what no value of the field can be.
    pub(crate) fn limited(&self, interval: Interval) -> Interval {
        match self {
            Self::Score | Self::FirstHalf | Self::SecondHalf => {
                Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) }
            }
            Self::Gain => Interval { low: interval.low.max(-1.0), high: interval.high.min(1.0) },
            _ => interval,
        }
    }

    /// Its value for an instance of that name; none for what no name tells.
    pub fn of_instance<'r>(&self, instance: &'r str) -> Cell<'r> {
        match self {
            Self::Instance => Cell::Text(instance),
            Self::Part(part) => part_of(instance, part).map_or(Cell::None, cell),
            _ => Cell::None,
        }
    }

    /// Its value in a record. The algorithm is the name here; labels are given by the frame. The record of a game is
    /// that of one player, see `seat.rs`.
    pub fn of<'r>(&self, record: &'r Record) -> Cell<'r> {
        match self {
            Self::World => Cell::Text(&record.world),
            Self::Algorithm => Cell::Text(&record.algorithm),
            Self::Instance | Self::Part(_) => self.of_instance(&record.instance),
            Self::Status => Cell::Text(record.status.name()),
            Self::Parameter(name) => parameter_of(record, name),
            // Of these only the seat knows.
            Self::Opponent | Self::Side => Cell::None,
            _ => self.number_of(record).map_or(Cell::None, Cell::Number),
        }
    }

    /// Its value in a record, if it is a number.
    pub fn number_of(&self, record: &Record) -> Option<f64> {
        let counters = &record.counters;
        let value = record.result.as_ref().map(|answer| answer.value);
        match self {
            Self::Depth => record.depth.map(f64::from),
            Self::Seed => Some(record.seed as f64),
            Self::Repeat => Some(record.repeat.into()),
            Self::Limit(Limit::Nodes) => record.limits.nodes.map(|nodes| nodes as f64),
            Self::Limit(Limit::Time) => record.limits.microseconds.map(|time| time as f64 / 1e6),
            Self::Limit(Limit::Memory) => record.limits.bytes.map(|bytes| bytes as f64),
            Self::Weight(feature) => weight_of(record, feature),
            Self::Value => value,
            Self::Nodes => Some(nodes(record)),
            Self::Counter(place) => counters.numbers().get(*place).map(|&count| count as f64),
            Self::Seconds => Some(record.measured.seconds),
            Self::CpuSeconds => Some(record.measured.cpu_seconds),
            Self::PeakBytes => Some(record.measured.peak_bytes as f64),
            Self::NodesPerSecond => ratio(nodes(record), record.measured.seconds),
            Self::Branching => effective_branching(nodes(record), record.depth.or(value.map(|value| value as u32))?),
            Self::FirstMoveRate => ratio(counters.first_move_cutoffs as f64, counters.cutoffs as f64),
            Self::PassesPerIteration => ratio(counters.passes as f64, counters.iterations as f64),
            Self::TreeDepth => ratio(counters.tree_plies as f64, counters.simulated as f64),
            Self::LastPasses => record.per_iteration.last().map(|last| last.counters.passes as f64),
            Self::GuessError => Some(record.params.get("guess")?.as_f64()? - value?),
            Self::ExpandedPerCost if is_of_game(record) => None,
            Self::ExpandedPerCost => ratio(counters.expanded as f64, value?),
            Self::BestMove => {
                let is_searched = is_of_game(record) && record.game.is_none();
                record.result.as_ref().filter(|_| is_searched).and_then(|answer| answer.moves.first()).map(line_number)
            }
            Self::Loss => record.referee.map(|referee| referee.loss().into()),
            Self::Kept => record.referee.map(|referee| u8::from(referee.is_kept()).into()),
            _ => self.number_of_game(record, record.game.as_ref()?),
        }
    }

    /// Its value in the record of a game, if it is a number that only games have.
    fn number_of_game(&self, record: &Record, game: &GameAnswer) -> Option<f64> {
        let side = &game.sides[0];
        let per_move = |sum: f64| ratio(sum, side.plies.len() as f64);
        match self {
            Self::Line => record.result.as_ref().map(|_| line_number(&WorldInfo::moves_text(record))),
            Self::Ply => side.plies.first().map(|&ply| ply.into()),
            Self::Score => Some(game.score),
            Self::FirstHalf => game.halves().map(|[first, _]| first),
            Self::SecondHalf => game.halves().map(|[_, second]| second),
            Self::Gain => game.halves().map(|[first, second]| second - first),
            Self::Forfeited => Some(u8::from(game.ending == FORFEITED).into()),
            Self::Moves => Some(side.plies.len() as f64),
            Self::NodesPerMove => per_move(side.nodes.iter().sum::<u64>() as f64),
            Self::DepthPerMove => per_move(side.depths.iter().sum::<u32>().into()),
            Self::SecondsPerMove => per_move(record.measured.seconds_per_move.as_ref()?[0].iter().sum()),
            _ => None,
        }
    }
}

/// `amount` for each of `units`; none where there are no units.
fn ratio(amount: f64, units: f64) -> Option<f64> {
    (units > 0.0).then(|| amount / units)
}

/// A number for the moves of a game.
fn line_number(moves: &str) -> f64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(moves.as_bytes());
    (hasher.finish() >> 11) as f64
}

fn is_of_game(record: &Record) -> bool {
    WORLDS.iter().find(|world| world.name.name == record.world).is_none_or(|world| world.is_game())
}

/// Expanded and evaluated of a game tree, generated of a search for a path.
fn nodes(record: &Record) -> f64 {
    (if is_of_game(record) { record.counters.nodes() } else { record.counters.generated }) as f64
}

/// A part of the name of a made instance: `kind:key=value,key=value`.
fn part_of<'r>(instance: &'r str, part: &str) -> Option<&'r str> {
    let (kind, pairs) = instance.split_once(':')?;
    if !pairs.contains('=') {
        return None;
    }
    if part == KIND {
        return Some(kind);
    }
    let side = |name: &str| {
        part_of(instance, "size")
            .and_then(|size| size.split_once('x'))
            .map(|sides| if name == ROWS { sides.0 } else { sides.1 })
    };
    if part == ROWS || part == COLS {
        return side(part);
    }
    pairs.split(',').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == part).map(|pair| pair.1)
}

fn cell(text: &str) -> Cell<'_> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Cell::Number(number),
        _ => Cell::Text(text),
    }
}

/// The value of a parameter of the algorithm.
fn parameter_of<'r>(record: &'r Record, name: &str) -> Cell<'r> {
    match record.params.get(name) {
        None if is_one_thread(record, name) => Cell::Number(1.0),
        None => Cell::None,
        Some(Value::String(text)) => Cell::Text(text),
        Some(Value::Bool(truth)) => Cell::Text(if *truth { "true" } else { "false" }),
        Some(value) => value.as_f64().map_or(Cell::None, Cell::Number),
    }
}

/// True if a record has one thread, which is not written down, and could have more.
fn is_one_thread(record: &Record, parameter: &str) -> bool {
    let world = WORLDS.iter().find(|world| world.name.name == record.world);
    let about = world.and_then(|world| world.abouts().find(|about| about.name == record.algorithm));
    parameter == catalog::THREADS.key() && about.is_some_and(|about| about.parameters.contains(&parameter))
}

fn weight_of(record: &Record, feature: &str) -> Option<f64> {
    let text = record.params.get(catalog::EVALUATION.key())?.as_str()?;
    let scheme = WORLDS.iter().find(|world| world.name.name == record.world)?.scheme?;
    scheme.parse(text).ok()?.weight(feature).map(f64::from)
}

#[cfg(test)]
mod tests;
