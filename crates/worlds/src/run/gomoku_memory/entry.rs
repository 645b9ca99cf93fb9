//! Entries of a memory, one for each position and kind of search: their keys and values as bytes.

use crate::catalog::TIES;
use crate::catalog::gomoku::{DEEPEST, evaluation};
use crate::gomoku::format::{name, parse};
use crate::gomoku::symmetry::{Symmetry, smallest};
use crate::gomoku::{Evaluation, Point, Position, Setting, engine};
use searchlab_search::game::Score;
use searchlab_search::game::score::{WIN, is_decisive};
use searchlab_trial::record::{Answer, Hasher, Moves, Record, Status, Trial};

/// Moves of a line that are kept.
const LONGEST_LINE: usize = 32;

/// First byte of the keys of entries, and of those of parts of identities; the hash of the identity follows.
pub(super) const ENTRY: u8 = b'e';
pub(super) const IDENTITY: u8 = b'i';

/// Bytes of an identity in a record.
const PART: usize = 200;

/// A position as a memory names it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The kind of search: algorithm, parameters, weights, version. Stored once under its hash.
    identity: String,
    /// Key of the entry: hash of the identity, depth where results differ by it, board, rule, side, stones.
    pub(super) key: Vec<u8>,
    /// The way from the position to the form that is stored.
    there: Symmetry,
    setting: Setting,
}

impl Place {
    /// Key of the trial's result for this position.
    pub(super) fn of(trial: &Trial, position: &Position) -> Self {
        let setting = position.setting();
        let identity = identity(trial);
        let (cells, there) = smallest(position);
        let mut hasher = Hasher::default();
        hasher.write(identity.as_bytes());
        let mut key = vec![ENTRY];
        key.extend(hasher.finish().to_le_bytes());
        // A result of an exact algorithm holds for its depth, one of the engine for every smaller one as well. What
        // limits alone ended is kept apart, so that a deeper result does not keep it out.
        let depth = match trial.depth {
            Some(_) if is_engine(trial) => 0,
            Some(depth) => depth,
            None => u8::MAX.into(),
        };
        key.extend([depth as u8, setting.width, setting.height, setting.rule as u8, position.side().index() as u8]);
        key.extend((position.stones().len() as u16).to_le_bytes());
        key.extend(cells);
        Self { identity, key, there, setting }
    }

    /// Keys and values of the records that hold the identity.
    pub(super) fn identity_parts(&self) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
        let prefix = identity_prefix(&self.key);
        let parts = self.identity.as_bytes().chunks(PART).zip(0..=u8::MAX);
        parts.map(move |(part, number)| ([&prefix[..], &[number]].concat(), part.to_vec()))
    }
}

/// First bytes of the keys of the identity that this key of an entry, or of a part of it, belongs to.
pub(super) fn identity_prefix(key: &[u8]) -> Vec<u8> {
    [&[IDENTITY], key.get(1..9).unwrap_or_default()].concat()
}

fn is_engine(trial: &Trial) -> bool {
    trial.algorithm == engine::ABOUT.name
}

/// The name of a kind of search: what must be equal for one result to stand for another.
fn identity(trial: &Trial) -> String {
    let mut hasher = Hasher::default();
    // A feature that came later leaves evaluations without it the name that they had.
    let evaluation = evaluation(&trial.params).ok();
    let weights = evaluation.iter().flat_map(Evaluation::weights);
    for (_, weight) in weights.filter(|(feature, weight)| feature.name != "report" || *weight != 0) {
        hasher.write(&weight.to_be_bytes());
    }
    let params = trial.params.iter().filter(|(name, _)| *name != super::PARAMETER);
    let params: Vec<String> =
        params.map(|(name, value)| format!(" {name}={}", value.to_string().replace('"', ""))).collect();
    let params = params.concat();
    // Chance decides between equal moves only where that was asked for.
    let is_seeded = matches!(TIES.of(&trial.params), Ok(Some(true)));
    let seed = if is_seeded { format!(" seed={}", trial.seed) } else { String::new() };
    format!(
        "{}{params}{seed} weights={:016x} searchlab={}",
        trial.algorithm,
        hasher.finish(),
        env!("CARGO_PKG_VERSION")
    )
}

/// Limits of a search.
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

    /// True if nothing that another asks is more.
    fn covers(self, other: Self) -> bool {
        let is_more =
            |own: Option<u64>, other: Option<u64>| own.is_none_or(|own| other.is_some_and(|other| own >= other));
        self.depth >= other.depth && is_more(self.nodes, other.nodes) && is_more(self.microseconds, other.microseconds)
    }
}

/// Result of a search, its moves in the form that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Plies of the last iteration that ended.
    pub(super) depth: u32,
    status: Status,
    value: Score,
    asked: Asked,
    line: Vec<Point>,
}

impl Entry {
    /// Entry of a record; `None` if the search came to nothing, or has no move.
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
        Some(Self { depth, status: record.status, value: answer.value as Score, asked, line })
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
        let mut bytes = (self.depth as u16).to_le_bytes().to_vec();
        bytes.push(status);
        bytes.extend(self.value.to_le_bytes());
        bytes.extend((depth as u16).to_le_bytes());
        for limit in [nodes, microseconds] {
            bytes.extend(limit.unwrap_or(u64::MAX).to_le_bytes());
        }
        bytes.extend(self.line.iter().flat_map(|point| [point.column() as u8, point.row() as u8]));
        bytes
    }

    /// `None` if the bytes are none of an entry for a board of this size.
    pub(super) fn decode(bytes: &[u8], setting: Option<Setting>) -> Option<Self> {
        let mut rest = bytes;
        let depth = u16::from_le_bytes(*take(&mut rest)?).into();
        let status = match take::<1>(&mut rest)? {
            [0] => Status::Complete,
            [1] => Status::LimitNodes,
            [2] => Status::LimitTime,
            _ => return None,
        };
        let value = Some(Score::from_le_bytes(*take(&mut rest)?)).filter(|value| (-WIN..=WIN).contains(value))?;
        let asked_depth = u16::from_le_bytes(*take(&mut rest)?).into();
        let mut limit =
            || take(&mut rest).map(|bytes| Some(u64::from_le_bytes(*bytes)).filter(|&limit| limit < u64::MAX));
        let asked = Asked { depth: asked_depth, nodes: limit()?, microseconds: limit()? };
        let (cells, []) = rest.as_chunks::<2>() else { return None };
        let setting = setting.unwrap_or(Setting::square(22, crate::gomoku::Rule::Freestyle));
        let cell = |&[column, row]: &[u8; 2]| setting.point(column.into(), row.into());
        let line: Vec<Point> = cells.iter().map(cell).collect::<Option<_>>()?;
        (!line.is_empty()).then_some(Self { depth, status, value, asked, line })
    }
}

/// The next bytes.
fn take<'b, const N: usize>(rest: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (first, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(first)
}

/// The points of a line.
fn read_line(moves: &Moves, setting: Setting) -> Option<Vec<Point>> {
    // Only searches of this run are remembered.
    let Moves::List(moves) = moves else { return None };
    let line: Option<Vec<Point>> = moves.iter().map(|word| parse(word, setting).ok()).collect();
    line.filter(|line| !line.is_empty())
}
