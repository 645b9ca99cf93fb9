//! Folders in the temporary folder of the system.
//!
//! Idea        Beside the folder that is used lies a file that stays locked as long as the process lives. The lock dies
//!             with it, however it ends: what a killed process left is known by it, and removed by the next. Numbers of
//!             processes would not do, since containers and machines that share a folder count for themselves.
//! Not here    Unfinished files beside their place, which `searchlab_trial::files` knows.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

use tempfile::TempDir;

/// The beginning of all names.
const PREFIX: &str = "searchlab-";
/// The file that is locked.
const LOCK: &str = "lock";

/// An empty file without a name, which is removed when it is dropped.
pub(crate) fn nameless_file() -> io::Result<File> {
    tempfile::tempfile()
}

/// An empty folder of its own, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    path: PathBuf,
    /// Before the folder: some systems remove no file that is open.
    _lock: File,
    _folder: TempDir,
}

impl TemporaryFolder {
    /// Makes one. The first of a process removes what killed processes left.
    pub(crate) fn new() -> io::Result<Self> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| remove_leftovers(&env::temp_dir()));
        Self::within(&env::temp_dir())
    }

    fn within(parent: &Path) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // It bears its name only when it is locked: nobody takes a new folder for one that was left.
        let unlocked = folder.path().join("new");
        let lock = File::create(&unlocked)?;
        if lock.try_lock().is_ok() {
            fs::rename(&unlocked, folder.path().join(LOCK))?;
        }
        let path = folder.path().join("work");
        fs::create_dir(&path)?;
        Ok(Self { path, _lock: lock, _folder: folder })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes the folders whose processes have ended.
fn remove_leftovers(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX))
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        let lock = is_ours.then(|| File::open(entry.path().join(LOCK)));
        if let Some(Ok(lock)) = lock
            && lock.try_lock().is_ok()
        {
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_process_left_is_removed() {
        let parent = tempfile::tempdir().unwrap();
        let names = || fs::read_dir(parent.path()).unwrap().count();
        let alive = TemporaryFolder::within(parent.path()).unwrap();
        fs::write(alive.path().join("a"), "").unwrap();
        // As a process that was killed: the lock is gone, the folder is not.
        let killed = parent.path().join("searchlab-0");
        fs::create_dir_all(killed.join("work/deep")).unwrap();
        fs::write(killed.join(LOCK), "").unwrap();
        // Those of others, and one that is being made.
        for name in ["searchlab-1", "other"] {
            fs::create_dir_all(parent.path().join(name)).unwrap();
        }
        fs::write(parent.path().join("other").join(LOCK), "").unwrap();
        remove_leftovers(parent.path());
        assert!(!killed.exists() && names() == 3);
        drop(alive);
        assert_eq!(names(), 2);
    }
}
