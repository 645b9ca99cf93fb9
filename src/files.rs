//! Files that appear whole or not at all.
//!
//! Idea        A file is written under another name beside its own, and renamed when it is finished: readers see the
//!             old file or the new one, never a part of it.
//! Not here    What to say when the file system refuses, which is for those who know what the file is.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file beside the one asked for, which takes its place when it is finished and is gone otherwise.
#[derive(Debug)]
pub struct Part {
    wanted: PathBuf,
    unfinished: PathBuf,
}

impl Part {
    /// Makes an empty file in the folder of `path`, with a name that no other process uses and this extension, since
    /// encoders go by it.
    ///
    /// # Errors
    /// The file system refuses; `path` is a directory, or has no name.
    pub fn beside(path: &Path, extension: &str) -> io::Result<Self> {
        let mut name = OsString::from(".");
        name.push(path.file_stem().ok_or(io::ErrorKind::InvalidInput)?);
        name.push(format!(".{}.part.{extension}", std::process::id()));
        let part = Self::named(path, name)?;
        File::create(&part.unfinished)?;
        Ok(part)
    }

    fn named(path: &Path, name: OsString) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Self { wanted: path.to_owned(), unfinished: path.with_file_name(name) })
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.unfinished
    }

    /// The file that is to be.
    pub fn wanted(&self) -> &Path {
        &self.wanted
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The file system refuses; the old file is as it was.
    pub fn finish(self) -> io::Result<()> {
        fs::rename(&self.unfinished, &self.wanted)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After its renaming there is none of this name.
        fs::remove_file(&self.unfinished).ok();
    }
}

/// Writes a whole file so that a crash, or a loss of power, leaves the old one or the new one. Only one process may do
/// so at a time.
///
/// # Errors
/// The file system refuses; the old file is as it was.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    // Always the same: what a crash leaves of it is overwritten the next time.
    name.push(".partial");
    let part = Part::named(path, name)?;
    let mut file = File::create(part.path())?;
    fill(&mut file)?;
    file.sync_all()?;
    drop(file);
    part.finish()?;
    path.parent().into_iter().for_each(sync_directory);
    Ok(())
}

/// Makes new and renamed entries of a directory last through a loss of power. Not all systems can do that, and those
/// that cannot need not.
pub fn sync_directory(path: &Path) {
    if let Ok(directory) = File::open(path) {
        directory.sync_all().ok();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn what_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace(&path, |file| file.write_all(b"old")).unwrap();
        assert!(replace(&path, |file| file.write_all(b"ne").and(Err(io::ErrorKind::StorageFull.into()))).is_err());
        drop(Part::beside(&path, "txt").unwrap());
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (b"old".as_slice(), 1));
        let part = Part::beside(&path, "txt").unwrap();
        fs::write(part.path(), "new").unwrap();
        part.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (b"new".as_slice(), 1));
        assert!(Part::beside(folder.path(), "txt").is_err());
    }
}
