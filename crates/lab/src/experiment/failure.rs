//! Messages for errors of the file system, with their remedies.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::files;

/// A path between quotation marks. Cut only where no path of a usual length is.
pub(super) fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    let cut = text.chars().count().saturating_sub(200);
    match text.char_indices().nth(cut) {
        Some((at, _)) if cut > 0 => format!("\"…{}\"", searchlab_trial::text::printable(&text[at..])),
        _ => format!("\"{}\"", searchlab_trial::text::printable(&text)),
    }
}

/// The file system refused to do something ("write", "open") with a file or directory.
pub fn failure(doing: &str, path: &Path, error: &io::Error) -> Diagnostic {
    let (reason, help) = match error.kind() {
        ErrorKind::StorageFull => {
            ("the disk is full".to_owned(), "what is finished is kept: free some space, then go on")
        }
        ErrorKind::QuotaExceeded => {
            ("your quota of the disk is used up".to_owned(), "what is finished is kept: free some space, then go on")
        }
        ErrorKind::FileTooLarge => (
            "a limit on the size of files is reached".to_owned(),
            "what is finished is kept: raise the limit (`ulimit -f`), then go on",
        ),
        ErrorKind::ReadOnlyFilesystem => {
            ("the file system is read-only".to_owned(), "give a directory that can be written by `--out`")
        }
        ErrorKind::PermissionDenied => (
            "its permissions, or those of its directory, forbid it".to_owned(),
            "`chmod u+rw` by its owner allows it; `--out` names another directory",
        ),
        ErrorKind::NotFound if path.parent().is_some_and(is_missing) => {
            ("its directory is gone".to_owned(), "was it removed or renamed meanwhile?")
        }
        ErrorKind::NotFound => ("it is not there".to_owned(), "was it removed or renamed meanwhile?"),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            (error.to_string(), "a file stands where a directory is needed: move it, or name another directory")
        }
        _ => return Diagnostic::new(format!("cannot {doing} {}: {error}", shown(path))),
    };
    Diagnostic::new(format!("cannot {doing} {}: {reason}", shown(path))).help(help)
}

fn is_missing(folder: &Path) -> bool {
    !folder.as_os_str().is_empty() && !folder.exists()
}

/// Writes a whole file so that readers see the old one or the new one, never a part of it, and a crash leaves one of
/// the two. Only one process may do so at a time: see lock.rs.
///
/// # Errors
/// The file system refuses; the old file is as it was.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Diagnostic> {
    files::replace(path, fill).map_err(|error| failure("write", path, &error))
}

/// Checks that a directory is there.
///
/// # Errors
/// There is none, or it is no directory.
pub(super) fn check_directory(path: &Path) -> Result<(), Diagnostic> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => {
            Err(Diagnostic::new(format!("{} is a file, not a directory of records", quoted(&path.to_string_lossy())))
                .help("give the directory that the file is in"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Diagnostic::new(format!("there is no directory {}", shown(path))))
        }
        Err(error) => Err(failure("open", path, &error)),
    }
}
