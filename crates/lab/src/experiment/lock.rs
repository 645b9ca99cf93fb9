//! One writer at a time.
//!
//! Idea        An advisory lock of the operating system on a file beside the records. It dies with its process, so a
//!             crash leaves nothing to clean up; the file stays, and says who held it last. A run of all trials holds
//!             `lock` alone. Shards share it, so that they keep a run of all trials out, and each holds
//!             `lock.I-of-N` alone. Whoever makes the report holds `lock.report`: that is done over and over and alike,
//!             so who finds it held waits a while.
//! Not here    Readers: they need no lock, as records are only appended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{failure, shown};
use super::machine;
use super::store::Shard;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::files::{check_regular, open_regular};
use searchlab_trial::text::printable;

/// The file that is locked while a report is made.
const REPORT: &str = "lock.report";

/// The right to write to a directory, or to one shard of it, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _held: Vec<File>,
}

impl Lock {
    /// Takes the lock of a directory or of one shard of it. `command` is told to whoever is refused.
    ///
    /// # Errors
    /// Another process holds it; or the file system refuses, or knows no locks.
    pub fn take(directory: &Path, shard: Option<Shard>, command: &str) -> Result<Self, Diagnostics> {
        let mut held = vec![hold(directory, "lock", shard.is_some(), command)?];
        if let Some(shard) = shard {
            held.push(hold(directory, &format!("lock.{}", shard.file_part()), false, command)?);
        }
        Ok(Self { _held: held })
    }

    /// What is known of the process that writes to a directory, or to one shard of it; `None` if none does.
    ///
    /// # Errors
    /// The file system refuses, or knows no locks.
    pub fn holder(directory: &Path, shard: Option<Shard>) -> Result<Option<String>, Diagnostics> {
        let name = shard.map_or("lock".to_owned(), |shard| format!("lock.{}", shard.file_part()));
        let path = directory.join(name);
        match open_regular(&path) {
            Ok(file) => match file.try_lock_shared() {
                Err(TryLockError::WouldBlock) => Ok(Some(words(file).unwrap_or_default())),
                _ => Ok(None),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failure("open", &path, &error).into()),
        }
    }
}

/// Between two tries to take a lock that is held.
const TRY_EVERY: Duration = Duration::from_millis(20);
/// Time that the making of a report is waited for.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

impl Lock {
    /// Takes the right to make the report of a directory, and waits for it if another process has it: `remark` is
    /// told that then.
    ///
    /// # Errors
    /// The other process goes on for minutes; or the file system refuses, or knows no locks.
    pub fn wait_for_report(directory: &Path, command: &str, remark: impl FnOnce(&str)) -> Result<Self, Diagnostics> {
        Self::wait(directory, command, LONGEST_WAIT, remark)
    }

    fn wait(
        directory: &Path,
        command: &str,
        longest: Duration,
        remark: impl FnOnce(&str),
    ) -> Result<Self, Diagnostics> {
        let begin = Instant::now();
        let mut remark = Some(remark);
        loop {
            match try_hold(directory, REPORT, false, command)? {
                Ok(file) => return Ok(Self { _held: vec![file] }),
                Err(refusal) if begin.elapsed() >= longest => return Err(refusal.into()),
                Err(_) => {
                    if let Some(remark) = remark.take() {
                        remark(&format!("waiting for another report that is being made in {}", shown(directory)));
                    }
                    thread::sleep(TRY_EVERY);
                }
            }
        }
    }
}

fn hold(directory: &Path, name: &str, is_shared: bool, command: &str) -> Result<File, Diagnostic> {
    try_hold(directory, name, is_shared, command)?
}

/// The file that is locked, or the error that names its holder.
fn try_hold(
    directory: &Path,
    name: &str,
    is_shared: bool,
    command: &str,
) -> Result<Result<File, Diagnostic>, Diagnostic> {
    let path = directory.join(name);
    if path.exists() {
        check_regular(&path).map_err(|error| failure("open", &path, &error))?;
    }
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = open.map_err(|error| failure("write", &path, &error))?;
    match if is_shared { file.try_lock_shared() } else { file.try_lock() } {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Err(refusal(directory, name, file))),
        Err(TryLockError::Error(error)) => {
            let message = format!("cannot lock {}: {error}", shown(&path));
            let help = "does its file system know locks? Write to a local disk, and merge afterwards";
            return Err(Diagnostic::new(message).help(help));
        }
    }
    let host = machine::host().map_or(String::new(), |host| format!(" on {host}"));
    let words = format!("process {}{host}: {}\n", std::process::id(), printable(command));
    // Only for the eye: the lock holds without it.
    file.set_len(0).and_then(|()| file.write_all(words.as_bytes())).ok();
    Ok(Ok(file))
}

/// The error that names the holder of the lock.
fn refusal(directory: &Path, name: &str, file: File) -> Diagnostic {
    let message = match name.strip_prefix("lock.") {
        Some(_) if name == REPORT => format!("another report is being made in {}", shown(directory)),
        Some(shard) => format!("another run is writing shard {} to {}", shard.replace("-of-", "/"), shown(directory)),
        None => format!("another run is writing to {}", shown(directory)),
    };
    let diagnostic = Diagnostic::new(message);
    let diagnostic = match words(file) {
        Some(words) => diagnostic.help(format!("it is {words}")),
        None => diagnostic,
    };
    diagnostic.help("wait for it or stop it, or name another directory by `--out`")
}

/// What the holder of a lock has written about itself; `None` where the system does not let others read a locked file.
fn words(file: File) -> Option<String> {
    /// Bytes that are shown.
    const LONGEST: u64 = 1_000;
    let mut words = Vec::new();
    match file.take(LONGEST).read_to_end(&mut words) {
        Ok(1..) => Some(printable(String::from_utf8_lossy(&words).trim_end())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_wait_for_each_other_and_not_for_runs() {
        let folder = tempfile::tempdir().unwrap();
        let wait = |longest, told: &mut Vec<String>| {
            Lock::wait(folder.path(), "searchlab report x", longest, |words| told.push(words.to_owned()))
        };
        let _run = Lock::take(folder.path(), None, "searchlab run x.toml").unwrap();
        let mut told = Vec::new();
        let first = wait(Duration::ZERO, &mut told).unwrap();
        assert!(told.is_empty());
        let refused = wait(Duration::from_millis(50), &mut told).unwrap_err().to_string();
        assert!(refused.contains("another report is being made in"), "{refused}");
        assert!(told.len() == 1 && told[0].contains("waiting for another report"), "{told:?}");
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                drop(first);
            });
            wait(Duration::from_mins(1), &mut told).unwrap();
        });
    }

    #[test]
    fn a_whole_run_stands_alone_and_shards_stand_side_by_side() {
        let folder = tempfile::tempdir().unwrap();
        let take = |shard: Option<&str>| {
            Lock::take(folder.path(), shard.map(|words| words.parse().unwrap()), "searchlab run a\x1b.toml")
        };
        let whole = take(None).unwrap();
        for refused in [take(None), take(Some("0/2"))] {
            let shown = refused.unwrap_err().to_string();
            assert!(shown.contains("another run is writing to"), "{shown}");
            if cfg!(unix) {
                let holder = format!("it is process {}", std::process::id());
                assert!(shown.contains(&holder) && shown.contains("searchlab run a\\u{1b}.toml"), "{shown}");
            }
        }
        drop(whole);
        let shards = [take(Some("0/2")).unwrap(), take(Some("1/2")).unwrap()];
        assert!(take(Some("1/2")).unwrap_err().to_string().contains("is writing shard 1/2 to"));
        assert!(take(None).is_err());
        drop(shards);
        take(None).unwrap();
    }
}
