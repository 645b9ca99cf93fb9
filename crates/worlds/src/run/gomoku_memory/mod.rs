//! A memory of positions that outlives the program: what searches of Gomoku gave, in a file.
//!
//! Idea        A position is kept under the smallest of its pictures, together with who searched it: algorithm,
//!             parameters, weights, version. What was searched as deep, or with as much to spend, is not searched again.
//! Guarantees  Every result is written in one transaction: a program that is killed leaves a file of whole results.
//!             The file grows no larger than its limit. Only a sound file of this version is ever written to.
//! Honesty     Trials that may use a memory carry the parameter `memory=on`, so that they are other trials than those
//!             without; the record of a remembered result has counters of 0.
//! Not here    The form of keys and entries (entry.rs), what is learned from lost games (lost.rs), the flags
//!             (cli/gomoku/memory.rs).

mod entry;
mod file;
mod lost;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use redb::{Database, Error, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition};

use self::entry::{Asked, Entry, Place, identity_hash};
use crate::gomoku::Position;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::{Answer, Record, Status, Trial};

/// The form of the file. Another form has another number.
pub const VERSION: u64 = 1;

/// The parameter of trials that may use a memory.
pub const PARAMETER: &str = "memory";

/// Bytes of the file at most, where nothing else is said.
pub const USUAL_LIMIT: u64 = 64 << 20;

/// The smallest limit: a file of nothing is not much smaller.
pub const LEAST_LIMIT: u64 = 4 << 20;

const META: TableDefinition<'static, &str, u64> = TableDefinition::new("searchlab gomoku memory");
const IDENTITIES: TableDefinition<'static, u64, &str> = TableDefinition::new("identities");
const ENTRIES: TableDefinition<'static, &[u8], &[u8]> = TableDefinition::new("entries");

/// Entries of [`META`].
const FORM: &str = "version";
const NEXT: &str = "next";
const BYTES: &str = "bytes";

/// The result that was remembered for a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered {
    /// How the search ended that gave it.
    pub status: Status,
    /// Its result.
    pub answer: Answer,
}

/// The content of a memory, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// The form of the file.
    pub version: u64,
    /// Positions.
    pub entries: u64,
    /// Bytes of their keys and values.
    pub bytes: u64,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// Positions that moves led to which lost games.
    pub lost: u64,
    /// Positions by the identity of the search and its depth in plies.
    pub depths: BTreeMap<(String, u32), u64>,
}

/// A memory in a file, which no other program can open meanwhile.
pub struct PositionMemory {
    database: Database,
    path: PathBuf,
    limit: u64,
    hits: AtomicU64,
    stored: AtomicU64,
    trouble: Mutex<Option<String>>,
}

impl fmt::Debug for PositionMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionMemory").field("path", &self.path).field("limit", &self.limit).finish_non_exhaustive()
    }
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
        file::check(path)?;
        let database = file::guarded(|| Ok(file::options().open(path)?)).map_err(|error| file::refusal(path, error))?;
        Ok(Self::of(database, path.to_owned(), limit.max(LEAST_LIMIT)))
    }

    /// A memory that no file keeps: for the games of one series.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn in_series() -> Result<Self, Diagnostics> {
        let path = PathBuf::from("of a series");
        let database = file::without_file().map_err(|error| file::refusal(&path, error))?;
        Ok(Self::of(database, path, USUAL_LIMIT))
    }

    fn of(database: Database, path: PathBuf, limit: u64) -> Self {
        let (hits, stored, trouble) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(None));
        Self { database, path, limit, hits, stored, trouble }
    }

    /// The result of a search of this trial, if it is known.
    pub fn recall(&self, trial: &Trial, position: &Position) -> Option<Remembered> {
        let (place, asked) = (Place::of(trial, position), Asked::of(trial));
        let found = self.find(&place, position).unwrap_or_else(|error| {
            self.complain(&error);
            None
        });
        let entry = found.filter(|entry| entry.serves(asked))?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let (status, answer) = entry.answer(&place, asked);
        Some(Remembered { status, answer })
    }

    fn find(&self, place: &Place, position: &Position) -> Result<Option<Entry>, Error> {
        let read = self.database.begin_read()?;
        let entries = read.open_table(ENTRIES)?;
        let found = entries.get(place.key.as_slice())?;
        Ok(found.and_then(|bytes| Entry::decode(bytes.value(), Some(position.setting()))))
    }

    /// Keeps the result of a search, unless more is known. Errors are kept for [`trouble`](Self::trouble).
    pub fn remember(&self, trial: &Trial, position: &Position, record: &Record) {
        let place = Place::of(trial, position);
        let Some(entry) = Entry::of(record, &place) else { return };
        match self.store(&place, entry) {
            Ok(true) => drop(self.stored.fetch_add(1, Ordering::Relaxed)),
            Ok(false) => {}
            Err(error) => self.complain(&error),
        }
    }

    fn store(&self, place: &Place, mut entry: Entry) -> Result<bool, Error> {
        let write = self.database.begin_write()?;
        {
            let mut meta = write.open_table(META)?;
            let mut entries = write.open_table(ENTRIES)?;
            let old = entries.get(place.key.as_slice())?.map(|bytes| bytes.value().to_vec());
            let known = old.as_ref().and_then(|bytes| Entry::decode(bytes, None));
            if known.is_some_and(|known| known.outweighs(&entry)) {
                return Ok(false);
            }
            entry.stamp = number(&meta, NEXT)?;
            let value = entry.encode();
            let before = old.map_or(0, |old| place.key.len() + old.len()) as u64;
            let mut bytes = (number(&meta, BYTES)? + (place.key.len() + value.len()) as u64).saturating_sub(before);
            entries.insert(place.key.as_slice(), value.as_slice())?;
            write.open_table(IDENTITIES)?.insert(identity_hash(&place.identity), place.identity.as_str())?;
            if bytes > self.room() {
                bytes = forget(&mut entries, self.room() / 4 * 3)?;
            }
            meta.insert(NEXT, entry.stamp + 1)?;
            meta.insert(BYTES, bytes)?;
        }
        write.commit()?;
        Ok(true)
    }

    /// Bytes of keys and values that fit: a tree of pages is never full, and a transaction writes its pages anew before
    /// it frees the old ones.
    const fn room(&self) -> u64 {
        (self.limit - LEAST_LIMIT / 2) / 4
    }

    /// Counts its content.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn stats(&self) -> Result<Stats, Diagnostics> {
        self.count().map_err(|error| file::refusal(&self.path, error))
    }

    fn count(&self) -> Result<Stats, Error> {
        let read = self.database.begin_read()?;
        let meta = read.open_table(META)?;
        let (identities, entries) = (read.open_table(IDENTITIES)?, read.open_table(ENTRIES)?);
        let mut names = BTreeMap::new();
        for pair in identities.iter()? {
            let (hash, identity) = pair?;
            names.insert(hash.value(), identity.value().to_owned());
        }
        let mut depths = BTreeMap::new();
        for pair in entries.iter()? {
            let (key, value) = pair?;
            let hash = key.value().first_chunk().map_or(0, |hash| u64::from_be_bytes(*hash));
            let identity = names.get(&hash).cloned().unwrap_or_default();
            let depth = Entry::decode(value.value(), None).map_or(0, |entry| entry.depth);
            *depths.entry((identity, depth)).or_default() += 1;
        }
        let file_bytes = std::fs::metadata(&self.path).map_or(0, |data| data.len());
        let (version, bytes) = (number(&meta, FORM)?, number(&meta, BYTES)?);
        let lost = lost::count(&read)?;
        Ok(Stats { version, entries: entries.len()?, lost, bytes, file_bytes, depths })
    }

    /// Forgets everything, and gives the room back. Tells how many positions there were.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn clear(&mut self) -> Result<u64, Diagnostics> {
        self.empty().map_err(|error| file::refusal(&self.path, error))
    }

    fn empty(&mut self) -> Result<u64, Error> {
        let write = self.database.begin_write()?;
        let count;
        {
            let mut entries = write.open_table(ENTRIES)?;
            count = entries.len()? + lost::clear(&write)?;
            entries.retain(|_, _| false)?;
            write.open_table(IDENTITIES)?.retain(|_, _| false)?;
            write.open_table(META)?.insert(BYTES, 0)?;
        }
        write.commit()?;
        self.database.compact()?;
        Ok(count)
    }

    /// Results that were remembered, and those that were kept, since it was opened.
    pub fn traffic(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.stored.load(Ordering::Relaxed))
    }

    /// The first thing that went wrong with the file since it was opened. Searches go on without it.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().map_or(None, |trouble| trouble.clone())
    }

    fn complain(&self, error: &Error) {
        if let Ok(mut trouble) = self.trouble.lock() {
            trouble.get_or_insert_with(|| format!("the memory {} fails: {error}", self.path.display()));
        }
    }
}

/// A number among those of the file itself.
fn number(meta: &impl ReadableTable<&'static str, u64>, name: &str) -> Result<u64, Error> {
    Ok(meta.get(name)?.map_or(0, |number| number.value()))
}

/// Forgets the shallowest entries, of equals the oldest, until keys and values hold no more bytes than this; tells how
/// many are left.
fn forget(entries: &mut Table<'_, &'static [u8], &'static [u8]>, most: u64) -> Result<u64, Error> {
    let rank = |value: &[u8]| Entry::decode(value, None).map_or((0, 0), |entry| (entry.depth, entry.stamp));
    let mut all = Vec::new();
    for pair in entries.iter()? {
        let (key, value) = pair?;
        all.push((rank(value.value()), key.value().len() + value.value().len()));
    }
    all.sort_unstable_by(|one, other| other.cmp(one));
    let mut left = 0;
    let kept = all.iter().take_while(|(_, bytes)| {
        left += *bytes as u64;
        left <= most
    });
    let kept = kept.count();
    let Some(&(least, _)) = kept.checked_sub(1).and_then(|last| all.get(last)) else { return Ok(left) };
    entries.retain(|_, value| rank(value) >= least)?;
    Ok(all[..kept].iter().map(|(_, bytes)| *bytes as u64).sum())
}

#[cfg(test)]
mod tests;
