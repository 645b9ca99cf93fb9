//! Temporary files and folders where there is no file system: a page of a browser has none.

use std::fs::File;
use std::io;
use std::path::Path;

/// A folder of its own: there is none.
#[derive(Debug)]
pub(crate) enum TemporaryFolder {}

impl TemporaryFolder {
    /// Makes none.
    pub(crate) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn path(&self) -> &Path {
        match *self {}
    }
}

/// Makes none.
pub(crate) fn nameless_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
