//! One writer at a time.
//!
//! Idea        An advisory lock of the operating system on a file beside the records. It dies with its process, so a
//!             crash leaves nothing to clean up; the file stays, and says who held it last. A run of all trials holds
//!             `lock` alone. Shards share it, so that they keep a run of all trials out, and each holds
//!             `lock.I-of-N` alone.
//! Not here    Readers: they need no lock, as records are only appended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use super::failure::{failure, shown};
use super::machine;
use super::store::Shard;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::text::printable;

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
}

fn hold(directory: &Path, name: &str, is_shared: bool, command: &str) -> Result<File, Diagnostic> {
    let path = directory.join(name);
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = open.map_err(|error| failure("write", &path, &error))?;
    match if is_shared { file.try_lock_shared() } else { file.try_lock() } {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(refusal(directory, name, file)),
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
    Ok(file)
}

/// Who is in the way.
fn refusal(directory: &Path, name: &str, file: File) -> Diagnostic {
    /// Bytes of the holder's words that are shown.
    const LONGEST: u64 = 1_000;
    let message = match name.strip_prefix("lock.") {
        Some(shard) => format!("another run is writing shard {} to {}", shard.replace("-of-", "/"), shown(directory)),
        None => format!("another run is writing to {}", shown(directory)),
    };
    let diagnostic = Diagnostic::new(message);
    let mut words = Vec::new();
    let diagnostic = match file.take(LONGEST).read_to_end(&mut words) {
        Ok(1..) => diagnostic.help(format!("it is {}", printable(String::from_utf8_lossy(&words).trim_end()))),
        // Some systems do not let others read a locked file.
        _ => diagnostic,
    };
    diagnostic.help("wait for it or stop it, or name another directory by `--out`")
}

#[cfg(test)]
mod tests {
    use super::*;

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
