//! One writer at a time.
//!
//! Idea        An advisory lock of the operating system on a file beside the records. It dies with its process, so a
//!             crash leaves nothing to clean up; the file stays, and says who held it last. A run of all trials holds
//!             `lock` alone. Shards share it, so that they keep a run of all trials out, and each holds
//!             `lock.I-of-N` alone. Whoever makes the report holds `lock.report`: that is done over and over and alike,
//!             so who finds it held waits a while. Where locks of other machines are not seen, the lease in the file
//!             is (lease.rs).
//! Not here    Readers: they need no lock, as records are only appended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::failure::{failure, shown};
use super::lease::{Lease, of_another_machine, words};
use super::shard::Shard;
use searchlab_search::clock::Instant;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::files::{check_regular, open_regular};
use searchlab_trial::text::counted;

/// The file that is locked while a report is made.
const REPORT: &str = "lock.report";

/// The right to write to a directory, or to one shard of it, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// Before the file: it ends while the lock is still held.
    _lease: Option<Lease>,
    _held: Vec<File>,
}

/// A file that is locked, and the lease in it unless others hold it too.
type Held = (Option<Lease>, File);

impl Lock {
    /// Takes the lock of a directory or of one shard of it. `command` is told to whoever is refused.
    ///
    /// # Errors
    /// Another process holds it; or the file system refuses, or knows no locks.
    pub fn take(directory: &Path, shard: Option<Shard>, command: &str) -> Result<Self, Diagnostics> {
        let (mut lease, file) = hold(directory, "lock", shard.is_some(), command)?;
        let mut held = vec![file];
        if let Some(shard) = shard {
            let (own, file) = hold(directory, &format!("lock.{}", shard.file_part()), false, command)?;
            lease = own;
            held.push(file);
        }
        Ok(Self { _lease: lease, _held: held })
    }

    /// The words of the process that writes to a directory, or to one shard of it; `None` if none does.
    ///
    /// # Errors
    /// The file system refuses, or knows no locks.
    pub(crate) fn holder(directory: &Path, shard: Option<Shard>) -> Result<Option<String>, Diagnostics> {
        let name = shard.map_or("lock".to_owned(), |shard| format!("lock.{}", shard.file_part()));
        let path = directory.join(name);
        match open_regular(&path) {
            Ok(file) => {
                if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
                    return Ok(Some(words(&file).unwrap_or_default()));
                }
                file.unlock().ok();
                Ok(of_another_machine(directory, &file).map(|(words, _)| words))
            }
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
                Ok((lease, file)) => return Ok(Self { _lease: lease, _held: vec![file] }),
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

/// As [`try_hold`], several times: who looks whether a lock is held holds it for a moment.
fn hold(directory: &Path, name: &str, is_shared: bool, command: &str) -> Result<Held, Diagnostic> {
    const TRIES: usize = 5;
    for _ in 1..TRIES {
        if let Ok(held) = try_hold(directory, name, is_shared, command)? {
            return Ok(held);
        }
        thread::sleep(TRY_EVERY);
    }
    try_hold(directory, name, is_shared, command)?
}

/// The file that is locked, or the error that names its holder.
fn try_hold(
    directory: &Path,
    name: &str,
    is_shared: bool,
    command: &str,
) -> Result<Result<Held, Diagnostic>, Diagnostic> {
    let path = directory.join(name);
    if path.exists() {
        check_regular(&path).map_err(|error| failure("open", &path, &error))?;
    }
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let file = open.map_err(|error| failure("write", &path, &error))?;
    match if is_shared { file.try_lock_shared() } else { file.try_lock() } {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Err(refusal(directory, name, words(&file), None))),
        Err(TryLockError::Error(error)) => {
            let message = format!("cannot lock {}: {error}", shown(&path));
            let help = "does its file system know locks? Write to a local disk, and merge afterwards";
            return Err(Diagnostic::new(message).help(help));
        }
    }
    if is_shared {
        return Ok(Ok((None, file)));
    }
    if let Some((words, left)) = of_another_machine(directory, &file) {
        return Ok(Err(refusal(directory, name, Some(words), Some(left))));
    }
    let lease = file.try_clone().ok().map(|file| Lease::begin(file, command));
    Ok(Ok((lease, file)))
}

/// The error that names the holder of the lock, or of a lease that goes on for a time.
fn refusal(directory: &Path, name: &str, words: Option<String>, left: Option<Duration>) -> Diagnostic {
    let message = match name.strip_prefix("lock.") {
        Some(_) if name == REPORT => format!("another report is being made in {}", shown(directory)),
        Some(shard) => format!("another run is writing shard {} to {}", shard.replace("-of-", "/"), shown(directory)),
        None => format!("another run is writing to {}", shown(directory)),
    };
    let mut diagnostic = Diagnostic::new(message);
    if let Some(words) = words {
        diagnostic = diagnostic.help(format!("it is {words}"));
    }
    if let Some(left) = left {
        let seconds = counted(left.as_secs() + 1, "second");
        diagnostic = diagnostic.help(format!("if it was killed there, its lease ends in {seconds}"));
    }
    diagnostic.help("wait for it or stop it, or name another directory by `--out`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::shard::shard_of;

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
        let take = |shard: Option<&str>| Lock::take(folder.path(), shard.map(shard_of), "searchlab run a\x1b.toml");
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

    /// Another machine whose locks are not seen here keeps its shard as long as it renews its words.
    #[test]
    fn a_fresh_lease_of_another_machine_is_kept_and_an_old_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock.1-of-4");
        let take = || Lock::take(folder.path(), Some(shard_of("1/4")), "searchlab run x.toml");
        std::fs::write(&path, "process 7 on elsewhere: searchlab run x.toml\n").unwrap();
        let refused = take().unwrap_err().to_string();
        assert!(refused.contains("process 7 on elsewhere") && refused.contains("its lease ends in"), "{refused}");
        let shard = Some(shard_of("1/4"));
        assert!(Lock::holder(folder.path(), shard).unwrap().is_some_and(|words| words.contains("elsewhere")));
        let old = std::time::SystemTime::now() - super::super::lease::LEASE * 2;
        File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        assert_eq!(Lock::holder(folder.path(), shard).unwrap(), None);
        let taken = take().unwrap();
        let own = format!("process {}", std::process::id());
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(&own));
        drop(taken);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "", "who ends leaves no lease");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
