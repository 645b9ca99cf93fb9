//! The entries of a memory: its knowledge of a position, and its key, both as bytes.

use crate::catalog::gomoku::{DEEPEST, evaluation};
use crate::gomoku::format::{name, parse};
use crate::gomoku::symmetry::{Symmetry, smallest};
use crate::gomoku::{Point, Position, Setting, engine};
use searchlab_search::game::Score;
use searchlab_search::game::score::is_decisive;
use searchlab_trial::record::{Answer, Hasher, Record, Status, Trial};

/// Moves of a line that are kept.
const LONGEST_LINE: usize = 32;

/// Bytes of an entry before its line.
const FIXED: usize = 37;

/// A position as a memory names it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The identity of the search: algorithm, parameters, weights, version. Stored once under its hash.
    pub(super) identity: String,
    /// The key: hash of the identity, depth where results differ by it, board, rule, side, stones.
    pub(super) key: Vec<u8>,
    /// The way from the position to the form that is stored.
    there: Symmetry,
    setting: Setting,
}

impl Place {
    /// Where the trial's result for this position belongs.
    pub(super) fn of(trial: &Trial, position: &Position) -> Self {
        let setting = position.setting();
        let identity = identity(trial);
        let (cells, there) = smallest(position);
        let mut key = identity_hash(&identity).to_be_bytes().to_vec();
        // A result of an exact algorithm holds for its depth, one of the engine for every smaller one as well. What
        // limits alone ended is kept apart, so that a deeper result does not keep it out.
        let depth = match trial.depth {
            Some(_) if is_engine(trial) => 0,
            Some(depth) => depth,
            None => u8::MAX.into(),
        };
        key.extend([depth as u8, setting.width, setting.height, setting.rule as u8, position.side().index() as u8]);
        key.extend((position.stones().len() as u16).to_be_bytes());
        key.extend(cells);
        Self { identity, key, there, setting }
    }
}

fn is_engine(trial: &Trial) -> bool {
    trial.algorithm == engine::ABOUT.name
}

/// The name of a kind of search: what must be equal for one result to stand for another.
fn identity(trial: &Trial) -> String {
    let mut hasher = Hasher::default();
    // A feature that came later leaves evaluations without it the name that they had.
    let evaluation = evaluation(&trial.params);
    for (_, weight) in evaluation.weights().filter(|(feature, weight)| feature.name != "report" || *weight != 0) {
        hasher.write(&weight.to_be_bytes());
    }
    let params = trial.params.iter().filter(|(name, _)| *name != super::PARAMETER);
    let params: Vec<String> =
        params.map(|(name, value)| format!(" {name}={}", value.to_string().replace('"', ""))).collect();
    let params = params.concat();
    // Random numbers decide between equal moves only where that was asked for.
    let is_seeded = trial.params.get("ties").and_then(serde_json::Value::as_str) == Some("seeded");
    let seed = if is_seeded { format!(" seed={}", trial.seed) } else { String::new() };
    format!(
        "{}{params}{seed} weights={:016x} searchlab={}",
        trial.algorithm,
        hasher.finish(),
        env!("CARGO_PKG_VERSION")
    )
}

pub(super) fn identity_hash(identity: &str) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write(identity.as_bytes());
    hasher.finish()
}

/// The depth and the limits that were asked of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    depth: u32,
    nodes: Option<u64>,
    microseconds: Option<u64>,
}

impl Asked {
    pub(super) fn of(trial: &Trial) -> Self {
        let depth = trial.depth.unwrap_or(DEEPEST);
        Self { depth, nodes: trial.limits.nodes, microseconds: trial.limits.microseconds }
    }

    /// True if another search asks for nothing more.
    fn covers(self, other: Self) -> bool {
        let is_more =
            |own: Option<u64>, other: Option<u64>| own.is_none_or(|own| other.is_some_and(|other| own >= other));
        self.depth >= other.depth && is_more(self.nodes, other.nodes) && is_more(self.microseconds, other.microseconds)
    }
}

/// The result of a search, its moves in the form that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of the search; later ones are greater.
    pub(super) stamp: u64,
    /// Plies of the last iteration that ended.
    pub(super) depth: u32,
    status: Status,
    value: Score,
    asked: Asked,
    line: Vec<Point>,
}

impl Entry {
    /// The entry for a record; `None` if the search came to nothing, or has no move.
    pub(super) fn of(record: &Record, place: &Place) -> Option<Self> {
        let answer = record.result.as_ref()?;
        let depth = answer.depth.filter(|&depth| depth > 0)?;
        if !matches!(record.status, Status::Complete | Status::LimitNodes | Status::LimitTime) {
            return None;
        }
        let line = read_line(&answer.moves, place.setting)?;
        let line = line.into_iter().take(LONGEST_LINE).map(|point| place.there.apply(point, place.setting)).collect();
        let Record { depth: asked, limits, .. } = record;
        let asked = Asked { depth: asked.unwrap_or(DEEPEST), nodes: limits.nodes, microseconds: limits.microseconds };
        Some(Self { stamp: 0, depth, status: record.status, value: answer.value as Score, asked, line })
    }

    /// True if it is as good as a search of what is asked would be: it went as deep, or was allowed as much, or the
    /// game is decided.
    pub(super) fn serves(&self, asked: Asked) -> bool {
        let is_whole = self.status == Status::Complete;
        self.depth >= asked.depth || self.asked.covers(asked) || is_whole && is_decisive(self.value)
    }

    /// True if it stays where another comes: it went deeper.
    pub(super) fn outweighs(&self, other: &Self) -> bool {
        self.depth > other.depth && !is_decisive(other.value) || is_decisive(self.value) && !is_decisive(other.value)
    }

    /// The answer, turned back.
    pub(super) fn answer(&self, place: &Place, asked: Asked) -> (Status, Answer) {
        let back = place.there.inverse();
        let moves = self.line.iter().map(|&point| name(back.apply(point, place.setting), place.setting)).collect();
        let answer = Answer { value: f64::from(self.value), exact: None, moves, depth: Some(self.depth) };
        let is_deep = self.depth >= asked.depth;
        (if is_deep { Status::Complete } else { self.status }, answer)
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let Asked { depth, nodes, microseconds } = self.asked;
        let status = match self.status {
            Status::LimitNodes => 1,
            Status::LimitTime => 2,
            _ => 0,
        };
        let mut bytes = Vec::with_capacity(FIXED + 2 * self.line.len());
        bytes.extend(self.stamp.to_be_bytes());
        bytes.extend((self.depth as u16).to_be_bytes());
        bytes.push(status);
        bytes.extend(self.value.to_be_bytes());
        bytes.extend((depth as u16).to_be_bytes());
        for limit in [nodes, microseconds] {
            bytes.extend(limit.unwrap_or(u64::MAX).to_be_bytes());
        }
        bytes.extend(u32::from_be_bytes([0, 0, 0, self.line.len() as u8]).to_be_bytes());
        for point in &self.line {
            bytes.extend([point.column() as u8, point.row() as u8]);
        }
        bytes
    }

    /// `None` if the bytes are none of an entry for a board of this size.
    pub(super) fn decode(bytes: &[u8], setting: Option<Setting>) -> Option<Self> {
        let mut rest = bytes;
        let stamp = u64::from_be_bytes(*take(&mut rest)?);
        let depth = u16::from_be_bytes(*take(&mut rest)?).into();
        let status = match take::<1>(&mut rest)? {
            [0] => Status::Complete,
            [1] => Status::LimitNodes,
            [2] => Status::LimitTime,
            _ => return None,
        };
        let value = Score::from_be_bytes(*take(&mut rest)?);
        let asked_depth = u16::from_be_bytes(*take(&mut rest)?).into();
        let mut limit =
            || take(&mut rest).map(|bytes| Some(u64::from_be_bytes(*bytes)).filter(|&limit| limit < u64::MAX));
        let (nodes, microseconds) = (limit()?, limit()?);
        let length = u32::from_be_bytes(*take(&mut rest)?) as usize;
        let (cells, []) = rest.as_chunks::<2>() else { return None };
        let setting = setting.unwrap_or(Setting::square(22, crate::gomoku::Rule::Freestyle));
        let cell = |&[column, row]: &[u8; 2]| setting.point(column.into(), row.into());
        let line: Vec<Point> = cells.iter().map(cell).collect::<Option<_>>()?;
        let asked = Asked { depth: asked_depth, nodes, microseconds };
        (line.len() == length && length > 0).then_some(Self { stamp, depth, status, value, asked, line })
    }
}

/// The next bytes.
fn take<'b, const N: usize>(rest: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (first, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(first)
}

/// The moves of a line as records write it.
fn read_line(text: &str, setting: Setting) -> Option<Vec<Point>> {
    let mut line = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (word, behind) = rest.split_at_checked(1 + digits)?;
        line.push(parse(word, setting).ok()?);
        rest = behind;
    }
    (!line.is_empty()).then_some(line)
}
