//! A memory of positions that outlives the program: results of searches of Gomoku, in a file.
//!
//! Idea        A position is kept under the smallest of its pictures, together with the kind of search: algorithm,
//!             parameters, weights, version. What was searched as deep, or with as much to spend, is not searched again.
//! Guarantees  Every result is written in one batch: a program that is killed leaves a file of whole results. The file
//!             grows no larger than its limit. Only a sound file of this version is ever written to.
//! Honesty     Trials that may use a memory carry the parameter `memory=on`, so that they are other trials than those
//!             without; the record of a remembered result has counters of 0.
//! Not here    The form of the file (file.rs), of keys and entries (entry.rs), learning from lost games (lost.rs), the
//!             flags (src/worlds/gomoku/memory.rs of the program).

mod entry;
mod file;
mod lost;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::entry::{Asked, ENTRY, Entry, IDENTITY, Place, identity_prefix};
use self::file::{Log, Value};
use self::lost::LOST;
use crate::gomoku::Position;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::{Answer, Record, Status, Trial};

/// Version of the form of the file. Version 1 was a database.
pub(crate) const VERSION: u64 = 2;

/// The parameter of trials that may use a memory.
pub(crate) const PARAMETER: &str = "memory";

/// Bytes of the file at most, where nothing else is said.
pub const USUAL_LIMIT: u64 = 64 << 20;

/// The smallest limit, in bytes: room for 16,383 records.
pub const LEAST_LIMIT: u64 = 4 << 20;

/// Remembered result of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered {
    /// Status of the search that gave it.
    pub status: Status,
    /// Its answer.
    pub answer: Answer,
}

/// Contents of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Version of the form of the file.
    pub version: u64,
    /// Positions.
    pub entries: u64,
    /// Bytes of their keys and values.
    pub bytes: u64,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Positions that moves led to which lost games.
    pub lost: u64,
    /// Positions by kind of search and by depth in plies.
    pub depths: BTreeMap<(String, u32), u64>,
}

/// A memory in a file, which no other program can open meanwhile.
#[derive(Debug)]
pub struct PositionMemory {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    log: Log,
    hits: u64,
    stored: u64,
    trouble: Option<String>,
}

impl PositionMemory {
    /// Opens a memory; makes it if there is no such file. The file will hold no more than `limit` bytes, but at least
    /// [`LEAST_LIMIT`].
    ///
    /// # Errors
    /// The file is damaged, of another version, no memory at all, in use, or cannot be read or written. Nothing has been
    /// changed then.
    pub fn open(path: &Path, limit: u64) -> Result<Self, Diagnostics> {
        if !path.try_exists().unwrap_or(true) {
            file::make(path)?;
        }
        Self::existing(path, limit)
    }

    /// Opens a memory that exists.
    ///
    /// # Errors
    /// As [`open`](Self::open), and that there is no such file.
    pub fn existing(path: &Path, limit: u64) -> Result<Self, Diagnostics> {
        Log::open(path, limit.max(LEAST_LIMIT)).map(Self::of)
    }

    /// A memory that no file keeps: for the games of one series.
    pub fn in_series() -> Self {
        Self::of(Log::without_file(PathBuf::from("of a series"), USUAL_LIMIT))
    }

    fn of(log: Log) -> Self {
        Self { state: Mutex::new(State { log, hits: 0, stored: 0, trouble: None }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Result of a search of this trial, if it is known.
    pub fn recall(&self, trial: &Trial, position: &Position) -> Option<Remembered> {
        let (place, asked) = (Place::of(trial, position), Asked::of(trial));
        let mut state = self.state();
        let found = state.log.get(&place.key);
        let entry = found.and_then(|value| Entry::decode(&value.bytes, Some(position.setting())))?;
        if !entry.serves(asked) {
            return None;
        }
        state.hits += 1;
        let (status, answer) = entry.answer(&place, asked);
        Some(Remembered { status, answer })
    }

    /// Keeps the result of a search, unless more is known. An error is kept for [`trouble`](Self::trouble).
    pub fn remember(&self, trial: &Trial, position: &Position, record: &Record) {
        let place = Place::of(trial, position);
        let Some(entry) = Entry::of(record, &place) else { return };
        let mut state = self.state();
        let known = state.log.get(&place.key).and_then(|value| Entry::decode(&value.bytes, None));
        if known.is_some_and(|known| known.outweighs(&entry)) {
            return;
        }
        for (key, part) in place.identity_parts() {
            if state.log.get(&key).is_none() {
                state.log.insert(key, part);
            }
        }
        state.log.insert(place.key, entry.encode());
        state.stored += u64::from(state.save());
    }

    /// Counts its contents.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn stats(&self) -> Result<Stats, Diagnostics> {
        let State { log, .. } = &*self.state();
        let mut names: BTreeMap<_, Vec<u8>> = BTreeMap::new();
        for (key, part) in log.with_prefix(&[IDENTITY]) {
            names.entry(identity_prefix(key)).or_default().extend(&part.bytes);
        }
        let (mut entries, mut bytes, mut depths) = (0, 0, BTreeMap::new());
        for (key, value) in log.with_prefix(&[ENTRY]) {
            let identity = names.get(&identity_prefix(key)).map_or(&[][..], Vec::as_slice);
            *depths.entry((String::from_utf8_lossy(identity).into_owned(), depth(value))).or_default() += 1;
            entries += 1;
            bytes += (key.len() + value.bytes.len()) as u64;
        }
        let lost = log.with_prefix(&[LOST]).count() as u64;
        Ok(Stats { version: VERSION, entries, bytes, file_bytes: log.file_bytes()?, lost, depths })
    }

    /// Forgets everything, and gives the room back. Returns the number of positions.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn clear(&mut self) -> Result<u64, Diagnostics> {
        let log = &mut self.state().log;
        let count = [ENTRY, LOST].iter().map(|kind| log.with_prefix(&[*kind]).count() as u64).sum();
        log.retain(|_, _| false);
        log.commit().map_err(|error| file::refusal(&log.path, &error))?;
        Ok(count)
    }

    /// Results that were remembered, and those that were kept, since it was opened.
    pub fn traffic(&self) -> (u64, u64) {
        let state = self.state();
        (state.hits, state.stored)
    }

    /// The first error of the file since it was opened. Searches go on without it.
    pub fn trouble(&self) -> Option<String> {
        self.state().trouble.clone()
    }
}

impl State {
    /// Writes the new records, and makes room for them; true if that succeeds.
    fn save(&mut self) -> bool {
        if self.log.is_full() {
            forget(&mut self.log);
        }
        let done = self.log.commit();
        if let Err(error) = &done {
            self.trouble.get_or_insert_with(|| format!("the memory {} fails: {error}", self.log.path.display()));
        }
        done.is_ok()
    }
}

fn depth(value: &Value) -> u32 {
    Entry::decode(&value.bytes, None).map_or(0, |entry| entry.depth)
}

/// Forgets the shallowest entries, of equals the oldest, until a quarter of the room is free, and the identities that
/// none is left of.
fn forget(log: &mut Log) {
    let rank = |value: &Value| (depth(value), value.stamp);
    let mut entries: Vec<_> = log.with_prefix(&[ENTRY]).map(|(key, value)| (rank(value), key)).collect();
    entries.sort_unstable_by(|one, other| other.cmp(one));
    let mut room = (log.capacity / 4 * 3).saturating_sub(log.with_prefix(&[LOST]).count());
    let (mut least, mut identities) = ((u32::MAX, u64::MAX), BTreeSet::new());
    for (rank, key) in entries {
        let identity = identity_prefix(key);
        let is_new = !identities.contains(&identity);
        let records = 1 + if is_new { log.with_prefix(&identity).count() } else { 0 };
        let Some(left) = room.checked_sub(records) else { break };
        (room, least) = (left, rank);
        identities.insert(identity);
    }
    log.retain(|key, value| match key.first() {
        Some(&ENTRY) => rank(value) >= least,
        Some(&IDENTITY) => identities.contains(&identity_prefix(key)),
        _ => true,
    });
}

#[cfg(test)]
mod tests;
