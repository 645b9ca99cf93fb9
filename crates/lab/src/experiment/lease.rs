//! Leases: writers on other machines whose locks are not seen.
//!
//! Idea        Some network file systems keep the locks of each machine to itself. So a writer says in the locked file
//!             who it is, and writes that anew every few seconds; when it ends, it empties the file. Words of another
//!             machine that are younger than the lease are those of a living writer. Their age is told by the clock of
//!             the file system, which is one for all machines: that of a file written for the question.
//! Not here    Locks (lock.rs), which decide among the processes of one machine, and at once.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use super::machine;
use searchlab_trial::files::Part;
use searchlab_trial::text::printable;

/// Age at which the words of another machine count for nothing.
pub(super) const LEASE: Duration = Duration::from_secs(30);

/// Between two renewals: a few may come late.
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// The words of a living writer, renewed until they are dropped.
#[derive(Debug)]
pub(super) struct Lease {
    end: Option<Sender<()>>,
    renewal: Option<JoinHandle<()>>,
}

impl Lease {
    /// Writes the words of this process, and renews them. No error: a lock holds without them.
    pub(super) fn begin(mut file: File, command: &str) -> Self {
        let host = machine::host().map_or(String::new(), |host| format!(" on {host}"));
        let words = format!("process {}{host}: {}\n", std::process::id(), printable(command));
        let mut write = move |words: &str| {
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(words.as_bytes())).ok()
        };
        write(&words);
        let (end, ended) = mpsc::channel();
        let renewal = thread::spawn(move || {
            while ended.recv_timeout(RENEW_EVERY) == Err(RecvTimeoutError::Timeout) {
                write(&words);
            }
            write("");
        });
        Self { end: Some(end), renewal: Some(renewal) }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.end.take();
        self.renewal.take().map(JoinHandle::join);
    }
}

/// The words in a file that is locked, or was; `None` where the system does not let others read it.
pub(super) fn words(mut file: &File) -> Option<String> {
    /// Bytes that are shown.
    const LONGEST: u64 = 1_000;
    let mut words = Vec::new();
    file.rewind().ok()?;
    match file.take(LONGEST).read_to_end(&mut words) {
        Ok(1..) => Some(printable(String::from_utf8_lossy(&words).trim_end())),
        _ => None,
    }
}

/// The words of a writer on another machine, and the time until they count for nothing.
pub(super) fn of_another_machine(directory: &Path, file: &File) -> Option<(String, Duration)> {
    let words = words(file)?;
    let host = words.split_once(" on ").and_then(|(_, rest)| rest.split_once(": ")).map(|(host, _)| host)?;
    if machine::host().as_deref() == Some(host) {
        return None;
    }
    let written = file.metadata().and_then(|file| file.modified()).ok()?;
    let age = now(directory).unwrap_or_else(|_| SystemTime::now()).duration_since(written).unwrap_or_default();
    let left = LEASE.checked_sub(age).filter(|left| !left.is_zero())?;
    Some((words, left))
}

/// The time of the clock of a file system.
fn now(directory: &Path) -> io::Result<SystemTime> {
    let question = Part::beside(&directory.join("now"), "txt")?;
    fs::write(question.path(), "?")?;
    fs::metadata(question.path())?.modified()
}
