//! The records of an experiment on the disk.
//!
//! Idea        A directory `reports/NAME/` holds `records.jsonl`, one record a line, only ever appended to. Each is
//!             written at once and synced in groups (log.rs). What a crash may leave of the last one, a torn last line,
//!             is cut off before the next append. A shard of a run writes its own file, `records.I-of-N.jsonl`, so that
//!             each file has one writer.
//! Guarantees  A record whose [`Store::append`] returned is in the file once, whatever becomes of this process: a kill
//!             loses the trials in flight. It is on the disk before 64 more are written, and its sync begins within
//!             100 ms: a power cut loses no more than that. A run that asks [`Store::is_finished`] first repeats no
//!             trial that any run or shard in the directory has finished.
//! Cost        Memory: 16 bytes for each finished trial. Time: one pass over the records when it is opened.
//! Not here    Reading (reader.rs), the lock (lock.rs), bringing shards together (merge.rs).

mod log;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use rustc_hash::FxHashSet;

use self::log::Log;
use super::failure::{check_directory, failure};
use super::lock::Lock;
use super::manifest;
use super::packed::{self, packed_file};
use super::plan::Plan;
use super::reader::Reader;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::record::{Record, Status, TrialId};

/// One of `count` equal parts of a run: the trials whose id leaves the remainder `index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Part `index`, from 0, of `count`; `None` if there is no such part.
    pub const fn new(index: u32, count: u32) -> Option<Self> {
        if index < count { Some(Self { index, count }) } else { None }
    }

    /// Its number, from 0.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The number of all parts.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// True if the trial belongs to it.
    pub const fn owns(self, id: TrialId) -> bool {
        id.0 % self.count as u64 == self.index as u64
    }

    /// The part of file names.
    pub(super) fn file_part(self) -> String {
        format!("{}-of-{}", self.index, self.count)
    }

    /// The shard whose file has this name: `records.I-of-N.jsonl` with the stem `records` and the ending `jsonl`.
    pub(super) fn of_file(name: &str, stem: &str, ending: &str) -> Option<Self> {
        let part = name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(ending)?.strip_suffix('.')?;
        let (index, count) = part.split_once("-of-")?;
        let shard = Self::new(index.parse().ok()?, count.parse().ok()?)?;
        (shard.file_part() == part).then_some(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = Diagnostic;

    /// Reads "I/N", with I from 0 to N - 1.
    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let number = |text: &str| text.parse::<u32>().ok();
        let parts = text.split_once('/').and_then(|(index, count)| number(index).zip(number(count)));
        let Some((index, count)) = parts else {
            return Err(Diagnostic::new(format!("{} is no shard", quoted(text)))
                .help("a shard is written I/N: its number from 0, and how many there are, such as 0/5"));
        };
        Self::new(index, count).ok_or_else(|| {
            let help = match count {
                0 => "there must be at least one".to_owned(),
                _ => format!("the shards of {count} are 0/{count} to {}/{count}", count - 1),
            };
            Diagnostic::new(format!("there is no shard {index}/{count}")).help(help)
        })
    }
}

/// The file for the records of a run or of a shard.
pub fn records_file(directory: &Path, shard: Option<Shard>) -> PathBuf {
    directory.join(match shard {
        None => "records.jsonl".to_owned(),
        Some(shard) => format!("records.{}.jsonl", shard.file_part()),
    })
}

/// All files with records in a directory: that of whole runs first, then shards by count and number. Where there are
/// none, the compressed records that a report left.
///
/// # Errors
/// The directory is not there or cannot be read.
pub fn records_files(directory: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    check_directory(directory)?;
    let cannot_read = |error: io::Error| failure("read", directory, &error);
    let mut shards = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot_read)? {
        let name = entry.map_err(cannot_read)?.file_name();
        shards.extend(name.to_str().and_then(|name| Shard::of_file(name, "records", "jsonl")));
    }
    shards.sort_unstable_by_key(|shard| (shard.count, shard.index));
    let whole = records_file(directory, None);
    let whole = whole.symlink_metadata().is_ok().then_some(whole);
    let shards = shards.into_iter().map(|shard| records_file(directory, Some(shard)));
    let files: Vec<PathBuf> = whole.into_iter().chain(shards).collect();
    let packed = packed_file(directory);
    Ok(if files.is_empty() && packed.is_file() { vec![packed] } else { files })
}

/// True if this status means that the trial need not be run again. A trial that the user interrupted must.
pub const fn is_final(status: Status) -> bool {
    !matches!(status, Status::Interrupted)
}

/// A directory that records are written to.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    log: Log,
    finished: FxHashSet<TrialId>,
    cut: u64,
    _lock: Lock,
}

impl Store {
    /// Opens a directory for the records of a run or of a shard, and makes it if need be. A torn last line is cut
    /// off. `command` is told to whoever wants to write there meanwhile. The records must agree with the plan, where
    /// it is given.
    ///
    /// # Errors
    /// Another process writes there; the file system refuses; a file holds something other than records, one that
    /// contradicts the plan, or a newer searchlab wrote it. No record has been changed then.
    pub fn open(
        directory: &Path,
        shard: Option<Shard>,
        plan: Option<&Plan>,
        command: &str,
    ) -> Result<Self, Diagnostics> {
        fs::create_dir_all(directory).map_err(|error| failure("make the directory", directory, &error))?;
        let lock = Lock::take(directory, shard, command)?;
        manifest::check_formats(directory)?;
        packed::unpack(directory)?;
        let path = records_file(directory, shard);
        let mut finished = FxHashSet::default();
        let (mut end, mut cut) = (0, 0);
        for file in records_files(directory)? {
            let mut reader = Reader::open(&file)?.against(plan);
            for next in reader.by_ref() {
                let (record, _) = next?;
                if is_final(record.status) {
                    finished.insert(record.id);
                }
            }
            if file == path {
                (end, cut) = (reader.end(), reader.torn());
            }
        }
        let log = Log::open(path, end)?;
        Ok(Self { directory: directory.to_owned(), log, finished, cut, _lock: lock })
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// True if a record of the trial is there, in any file of the directory, or was appended.
    pub fn is_finished(&self, id: TrialId) -> bool {
        self.finished.contains(&id)
    }

    /// The number of finished trials.
    pub fn finished(&self) -> usize {
        self.finished.len()
    }

    /// Bytes of a torn line that opening cut off.
    pub const fn cut(&self) -> u64 {
        self.cut
    }

    /// Writes a record. It is synced with those beside it, at the latest by [`Store::sync`].
    ///
    /// # Errors
    /// The file system refuses this record, or refused to sync those before it. The file is as it was before, or ends
    /// with what is synced; if even that fails, the rest of the record is cut off before the next append or by the
    /// next [`Store::open`].
    pub fn append(&mut self, record: &Record) -> Result<(), Diagnostics> {
        self.log.append(record)?;
        if is_final(record.status) {
            self.finished.insert(record.id);
        }
        Ok(())
    }

    /// Waits until all records are on the disk.
    ///
    /// # Errors
    /// The file system refuses, now or when it last synced.
    pub fn sync(&mut self) -> Result<(), Diagnostics> {
        Ok(self.log.sync()?)
    }
}

#[cfg(test)]
pub(super) mod tests;
