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

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use self::log::Log;
use super::failure::{check_directory, failure};
use super::lock::Lock;
use super::manifest;
use super::manifest::Manifest;
use super::packed::{self, packed_file};
use super::plan::Plan;
use super::reader::Reader;
use super::shard::Shard;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Record, Status, TrialId};

/// The file for the records of a run or of a shard.
pub(crate) fn records_file(directory: &Path, shard: Option<Shard>) -> PathBuf {
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
    shards.sort_unstable_by_key(|shard| (shard.count(), shard.index()));
    let whole = records_file(directory, None);
    let whole = whole.symlink_metadata().is_ok().then_some(whole);
    let shards = shards.into_iter().map(|shard| records_file(directory, Some(shard)));
    let files: Vec<PathBuf> = whole.into_iter().chain(shards).collect();
    Ok(if files.is_empty() { packed_file(directory).into_iter().collect() } else { files })
}

/// False of the records of another shard of the same run: they are of other trials, and many.
fn may_hold(file: &Path, shard: Option<Shard>) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let of = Shard::of_file(name, "records", "jsonl");
    of.zip(shard).is_none_or(|(of, shard)| of == shard || of.count() != shard.count())
}

/// True if this status means that the trial need not be run again. A trial that the user interrupted must.
pub const fn is_final(status: Status) -> bool {
    !matches!(status, Status::Interrupted)
}

/// A directory that records are written to.
#[derive(Debug)]
pub struct Store {
    log: Log,
    finished: FxHashSet<TrialId>,
    foreign: Vec<TrialId>,
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
        match shard {
            None => manifest::check_formats(directory)?,
            Some(_) => [None, shard].into_iter().try_for_each(|of| Manifest::read(directory, of).map(drop))?,
        }
        packed::unpack(directory)?;
        let path = records_file(directory, shard);
        let (mut finished, mut foreign) = (FxHashSet::default(), Vec::new());
        let (mut end, mut cut) = (0, 0);
        for file in records_files(directory)?.into_iter().filter(|file| may_hold(file, shard)) {
            let mut reader = Reader::open(&file)?.against(plan);
            for next in reader.by_ref() {
                let (Record { id, status, .. }, _) = next?;
                if is_final(status) {
                    finished.insert(id);
                }
                if plan.is_some_and(|plan| plan.find(id).is_none()) {
                    foreign.push(id);
                }
            }
            if file == path {
                (end, cut) = (reader.end(), reader.torn());
            }
        }
        let log = Log::open(path, end)?;
        Ok(Self { log, finished, foreign, cut, _lock: lock })
    }

    /// True if a record of the trial, which is one of this run or shard, is there or was appended.
    pub fn is_finished(&self, id: TrialId) -> bool {
        self.finished.contains(&id)
    }

    /// The number of finished trials.
    pub fn finished(&self) -> usize {
        self.finished.len()
    }

    /// Records of trials that the plan does not have, since the experiment was another one then.
    pub fn foreign(&self) -> &[TrialId] {
        &self.foreign
    }

    /// Bytes of a torn line that opening cut off.
    pub const fn cut(&self) -> u64 {
        self.cut
    }

    /// Writes a record. It is synced with those beside it, at the latest by `Store::sync`.
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
    pub(crate) fn sync(&mut self) -> Result<(), Diagnostics> {
        Ok(self.log.sync()?)
    }
}

#[cfg(test)]
pub(super) mod tests;
