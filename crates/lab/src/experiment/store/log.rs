//! The file that records are appended to.
//!
//! Idea        A record is written at once, so that it outlives the process, and the disk is asked to sync for many of
//!             them together: a sync takes as long as thousands of short trials. A thread syncs [`LONGEST_WAIT`] after
//!             the first record that is not synced, whether or not more follow; the writer itself syncs with
//!             every [`GROUP`]th, so that no more than that many are ever at stake.
//! Guarantees  See store.rs. Where a sync fails, the file is cut to what was synced, and the next append says why.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::experiment::check::measured_problem;
use crate::experiment::failure::{failure, shown};
use searchlab_search::clock::Instant;
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::files::sync_directory;
use searchlab_trial::record::Record;

/// Time from a record to the begin of its sync.
const LONGEST_WAIT: Duration = Duration::from_millis(100);
/// Records that one sync serves.
const GROUP: u64 = 64;

/// The file.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: Arc<File>,
    /// Bytes of whole records.
    end: u64,
    /// True if something may stand behind them.
    is_dirty: bool,
    line: Vec<u8>,
    syncing: Arc<Syncing>,
    thread: Option<JoinHandle<()>>,
}

/// State shared by the writer and the thread that syncs.
#[derive(Debug, Default)]
struct Syncing {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Records that are written and not synced, and when the first of them was.
    pending: u64,
    since: Option<Instant>,
    /// Bytes of records that are written, and of those that are synced.
    written: u64,
    synced: u64,
    /// Why a sync failed.
    error: Option<io::Error>,
    is_over: bool,
}

impl Log {
    /// Cuts the file after `end` bytes.
    pub(super) fn open(path: PathBuf, end: u64) -> Result<Self, Diagnostic> {
        let is_new = !path.exists();
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = open.map_err(|error| failure("write", &path, &error))?;
        if is_new {
            path.parent().into_iter().for_each(sync_directory);
        }
        Self::of(path, file, end)
    }

    pub(super) fn of(path: PathBuf, file: File, end: u64) -> Result<Self, Diagnostic> {
        let state = State { written: end, synced: end, ..State::default() };
        let syncing = Arc::new(Syncing { state: Mutex::new(state), changed: Condvar::new() });
        let file = Arc::new(file);
        let mut log = Self { path, file, end, is_dirty: true, line: Vec::new(), syncing, thread: None };
        log.clean().map_err(|error| failure("write", &log.path, &error))?;
        Ok(log)
    }

    /// Writes a record, and syncs those before it when there are enough.
    pub(super) fn append(&mut self, record: &Record) -> Result<(), Diagnostic> {
        self.check()?;
        self.write(record)?;
        if self.is_removed() {
            self.is_dirty = true;
            let message = format!("{} was removed while records were being written to it", shown(&self.path));
            return Err(
                Diagnostic::new(message).help("put the file back or begin again; nothing more is written to it")
            );
        }
        self.note_written();
        if self.syncing.note(self.end) >= GROUP { self.sync() } else { self.start_thread() }
    }

    /// Writes a record behind the others. It does not count yet.
    pub(super) fn write(&mut self, record: &Record) -> Result<(), Diagnostic> {
        self.line.clear();
        // JSON has no infinite numbers: what could not be read again must not stand before what can.
        let cannot_write =
            |reason: String| Diagnostic::new(format!("the record of trial {} cannot be written: {reason}", record.id));
        record
            .append_json(&mut self.line)
            .and_then(|()| Record::from_json(&self.line))
            .map_err(|error| cannot_write(error.to_string()))?;
        if let Some(problem) = measured_problem(record) {
            return Err(cannot_write(problem.to_string()));
        }
        self.line.push(b'\n');
        let write = |log: &mut Self| {
            log.clean()?;
            log.is_dirty = true;
            (&*log.file).write_all(&log.line)
        };
        write(self).map_err(|error| self.failed(&error))
    }

    /// Counts the record that was written.
    pub(super) fn note_written(&mut self) {
        self.end += self.line.len() as u64;
        self.is_dirty = false;
    }

    /// Waits until all that is written is on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Diagnostic> {
        self.syncing.sync(&self.file);
        self.check()
    }

    /// Returns the error of a sync that failed, and cuts off what may not be on the disk.
    fn check(&mut self) -> Result<(), Diagnostic> {
        let mut state = self.syncing.lock();
        let Some(error) = state.error.take() else { return Ok(()) };
        (state.written, state.pending, state.since) = (state.synced, 0, None);
        self.end = state.synced;
        drop(state);
        self.is_dirty = true;
        Err(self.failed(&error))
    }

    /// Bytes of whole records.
    #[cfg(test)]
    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Records that are written and not synced.
    #[cfg(test)]
    pub(super) fn unsynced(&self) -> u64 {
        let state = self.syncing.lock();
        state.pending.max(u64::from(state.synced < state.written))
    }

    /// Cuts off what is not a whole record.
    fn clean(&mut self) -> io::Result<()> {
        if self.is_dirty {
            if self.file.metadata()?.len() != self.end {
                self.file.set_len(self.end)?;
            }
            (&*self.file).seek(SeekFrom::Start(self.end))?;
            self.is_dirty = false;
        }
        Ok(())
    }

    /// Leaves the file as it was before, if it can.
    fn failed(&mut self, error: &io::Error) -> Diagnostic {
        self.clean().ok();
        failure("write", &self.path, error)
    }

    /// Starts the thread that syncs, with the first record: what writes nothing needs none.
    fn start_thread(&mut self) -> Result<(), Diagnostic> {
        if self.thread.is_none() {
            let (syncing, file) = (Arc::clone(&self.syncing), Arc::clone(&self.file));
            let spawned = thread::Builder::new().name("sync".to_owned()).spawn(move || syncing.serve(&file));
            self.thread = Some(spawned.map_err(|error| failure("sync", &self.path, &error))?);
        }
        Ok(())
    }

    /// True if the file has no name any more, so that all that is written to it is lost.
    #[cfg(unix)]
    fn is_removed(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        self.file.metadata().is_ok_and(|metadata| metadata.nlink() == 0)
    }

    /// Open files cannot be removed on other systems.
    #[cfg(not(unix))]
    fn is_removed(&self) -> bool {
        false
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.syncing.lock().is_over = true;
        self.syncing.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
        // Whoever wants to know of an error has synced before.
        self.sync().ok();
    }
}

impl Syncing {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a record that is written; how many there are now that are not synced.
    fn note(&self, end: u64) -> u64 {
        let mut state = self.lock();
        state.written = end;
        state.pending += 1;
        if state.since.is_none() {
            state.since = Some(Instant::now());
            self.changed.notify_all();
        }
        state.pending
    }

    /// Syncs whatever is written by now.
    fn sync(&self, file: &File) {
        let mut state = self.lock();
        // Another sync may be under way, and what it will have done is not known.
        if state.synced >= state.written {
            return;
        }
        let end = state.written;
        (state.pending, state.since) = (0, None);
        drop(state);
        let result = file.sync_data();
        let mut state = self.lock();
        match result {
            Ok(()) => state.synced = state.synced.max(end),
            Err(error) => state.error = Some(error),
        }
    }

    /// The work of the thread.
    fn serve(&self, file: &File) {
        let mut state = self.lock();
        while !state.is_over {
            let left = state.since.map(|since| LONGEST_WAIT.saturating_sub(since.elapsed()));
            state = match left {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    drop(state);
                    self.sync(file);
                    self.lock()
                }
                Some(left) => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}
