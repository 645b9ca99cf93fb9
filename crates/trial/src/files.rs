//! Files that appear whole or not at all, and files that are read with a limit.
//!
//! Idea        A file is written under another name beside its own, and renamed when it is finished: readers see the
//!             old file or the new one, never a part of it. Where a file of ours is expected, a pipe or a device is
//!             refused before it is opened: it could hold up the program or fill its memory. The names of unfinished
//!             files tell their process, so that those of a process that was killed are removed by the next.
//! Not here    Text that users name, which may come through a pipe (diagnostic/input.rs); what to say when the files of
//!             an experiment cannot be written, which its folder knows.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use png::{BitDepth, ColorType, Compression, Encoder};

use crate::diagnostic::{Diagnostic, quoted};

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
        let stem = path.file_stem().ok_or(io::ErrorKind::InvalidInput)?;
        remove_leftovers(folder_of(path), Some(stem));
        name.push(stem);
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

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes what a killed process left of a [`Part`]: all of a folder, or those with this stem. Of processes of other
/// machines nothing is known: where they write too, only who holds the lock of a folder may remove all.
pub fn remove_leftovers(folder: &Path, stem: Option<&OsStr>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((of, process)) = name.to_str().and_then(unfinished) else { continue };
        if stem.is_none_or(|stem| stem == of) && has_ended(process) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// The stem and the process of an unfinished file, from its name.
fn unfinished(name: &str) -> Option<(&str, i32)> {
    let (name, _extension) = name.strip_prefix('.')?.rsplit_once('.')?;
    let (stem, process) = name.strip_suffix(".part")?.rsplit_once('.')?;
    process.parse().ok().filter(|&process| process > 0).map(|process| (stem, process))
}

#[cfg(unix)]
fn has_ended(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process).is_some_and(|process| test_kill_process(process) == Err(Errno::SRCH))
}

/// Other systems do not tell.
#[cfg(not(unix))]
fn has_ended(_process: i32) -> bool {
    false
}

/// Writes a whole file so that a crash, or a loss of power, leaves the old one or the new one. Only one process may do
/// so at a time. A device or a pipe takes what is written: nothing takes its place.
///
/// # Errors
/// The file system refuses; the old file is as it was.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return fill(&mut File::options().write(true).open(path)?);
    }
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    // Always the same: what a crash leaves of it is overwritten the next time.
    name.push(".partial");
    let part = Part::named(path, name)?;
    // It may be anything that bears the name, and opening a pipe waits for a reader.
    fs::remove_file(part.path()).ok();
    let mut file = File::create_new(part.path())?;
    fill(&mut file)?;
    file.sync_all()?;
    drop(file);
    part.finish()?;
    path.parent().into_iter().for_each(sync_directory);
    Ok(())
}

/// Writes a picture of this width and height, three bytes a pixel, row by row, as PNG. It is encoded first: what the
/// system says of the file is not lost in the encoder.
///
/// # Errors
/// The file system refuses.
pub fn write_png(path: &Path, (width, height): (u32, u32), rgb: &[u8]) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.write_header()?.write_image_data(rgb)?;
    fs::write(path, bytes)
}

/// Checks that a file can be written that a user asked for, so that a long search need not end in an error about it.
/// `what` is the kind of the file, such as `the chart`.
///
/// # Errors
/// There is no such folder, it takes no new file, or a directory has that name.
pub fn check_place(what: &str, path: &Path) -> Result<(), Diagnostic> {
    Part::beside(path, "check").map(drop).map_err(|error| unwritable(what, path, &error))
}

/// Writes a file that a user asked for, as [`replace`] does; that behind a link if it is one.
///
/// # Errors
/// The file system refuses; the old file is as it was.
pub fn write_whole(what: &str, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    replace(&place, |file| file.write_all(bytes)).map_err(|error| unwritable(what, path, &error))
}

/// The error of a file that a user asked for and that cannot be written, with its remedy.
pub fn unwritable(what: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let (reason, remedy) = reason_and_remedy(error);
    Diagnostic::new(format!("cannot write {what} {}: {reason}", quoted(&path.to_string_lossy()))).help(remedy)
}

fn reason_and_remedy(error: &io::Error) -> (String, &'static str) {
    let (reason, remedy) = match error.kind() {
        ErrorKind::StorageFull => ("the disk is full", "free some space, then do it again"),
        ErrorKind::QuotaExceeded => ("your quota of the disk is used up", "free some space, then do it again"),
        ErrorKind::FileTooLarge => {
            ("a limit on the size of files is reached", "raise the limit (`ulimit -f`), then do it again")
        }
        _ => return (error.to_string(), "give a name in a folder that exists and can be written"),
    };
    (reason.to_owned(), remedy)
}

/// Opens a file for reading. Pipes, devices and directories are refused before they are opened, as opening or reading
/// one may never end.
///
/// # Errors
/// There is none, it may not be read, or it is no ordinary file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Refuses what is there and no ordinary file.
///
/// # Errors
/// There is nothing, or it is no ordinary file.
pub fn check_regular(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let other = if kind.is_dir() { "a directory" } else { "a pipe or a device" };
    Err(io::Error::other(format!("it is no ordinary file but {other}: move it away")))
}

/// Reads an ordinary file of at most this many bytes.
///
/// # Errors
/// As [`open_regular`] and [`read_at_most`].
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_at_most(open_regular(path)?, most)
}

/// Reads everything, unless it is more than this many bytes.
///
/// # Errors
/// The system refuses, or there is more.
pub fn read_at_most(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it holds more than {} MiB, the most that is read", most >> 20)));
    }
    Ok(bytes)
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
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn lack_of_room_is_told_with_its_remedy() {
        for (kind, words) in [
            (ErrorKind::StorageFull, "free some space"),
            (ErrorKind::QuotaExceeded, "free some space"),
            (ErrorKind::FileTooLarge, "ulimit -f"),
            (ErrorKind::NotFound, "a folder that exists"),
        ] {
            let (reason, remedy) = reason_and_remedy(&kind.into());
            assert!(remedy.contains(words) && !reason.is_empty(), "{kind}: {reason}: {remedy}");
        }
        let full = Path::new("/dev/full");
        if full.exists() {
            // Less than a buffer of the encoder would hold back.
            let error = write_png(full, (2, 2), &[0; 12]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }

    #[test]
    fn what_never_ends_is_not_read() {
        let told = |result: io::Result<Vec<u8>>| result.unwrap_err().to_string();
        assert!(told(read_at_most(io::repeat(0), 1 << 20)).contains("it holds more than 1 MiB"));
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(told(read_at_most(&b"abcd"[..], 3)).contains("more than"));
        let folder = tempfile::tempdir().unwrap();
        assert!(told(read_regular(folder.path(), 1)).contains("no ordinary file but a directory"));
        if Path::new("/dev/zero").exists() {
            assert!(told(read_regular(Path::new("/dev/zero"), 1)).contains("a pipe or a device"));
        }
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

    #[cfg(unix)]
    #[test]
    fn leftovers_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut ended = std::process::Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let [gone, parent] = [ended.id(), std::os::unix::process::parent_id()];
        let [left, other, alive] = [("a", gone), ("b.c", gone), ("a", parent)]
            .map(|(stem, process)| folder.path().join(format!(".{stem}.{process}.part.png")));
        let foreign =
            [".a.part.png", "a.7.part.png", ".a.x.part.png", ".a.-7.part.png"].map(|it| folder.path().join(it));
        for path in [&left, &other, &alive].into_iter().chain(&foreign) {
            fs::write(path, "").unwrap();
        }
        drop(Part::beside(&folder.path().join("a.svg"), "svg").unwrap());
        assert!(!left.exists() && other.exists(), "those of the same stem");
        remove_leftovers(folder.path(), None);
        assert!(!other.exists() && alive.exists() && foreign.iter().all(|path| path.exists()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_stay_and_links_are_followed() {
        write_whole("the file", Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole("the file", &link, b"new").unwrap();
        assert_eq!((fs::read(&file).unwrap(), names(folder.path()).len()), (b"new".to_vec(), 2));
    }
}
