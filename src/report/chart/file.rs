//! Files of charts: the kind by the extension, and nothing half-written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{Chart, canvas};
use crate::diagnostic::{Diagnostic, quoted};

#[derive(Debug, Clone, Copy)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Diagnostic> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            _ => Err(Diagnostic::new(format!("cannot tell the kind of chart from {}", shown(path)))
                .help("end the name in .svg or .png")),
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(format!("cannot write the chart {}: {error}", shown(path)))
        .help("give a name in a directory that exists and can be written")
}

/// Checks that a chart of this name can be written, so that a long comparison need not end in a complaint about it.
///
/// # Errors
/// An extension that is neither `svg` nor `png`, a directory, a place that cannot be written.
pub fn check(path: &Path) -> Result<(), Diagnostic> {
    Part::beside(path, Kind::of(path)?).map(drop).map_err(|error| unwritable(path, &error))
}

pub(super) fn save(chart: &Chart, path: &Path) -> Result<(), Diagnostic> {
    let kind = Kind::of(path)?;
    let failed = |error: io::Error| unwritable(path, &error);
    let part = Part::beside(path, kind).map_err(failed)?;
    match kind {
        Kind::Svg => fs::write(&part.0, canvas::svg(chart).map_err(io::Error::other).map_err(failed)?),
        Kind::Png => canvas::write_png(chart, &part.0).map_err(io::Error::other),
    }
    .and_then(|()| fs::rename(&part.0, path))
    .map_err(failed)
}

/// A file that is gone with its owner, unless it has been renamed.
struct Part(PathBuf);

impl Part {
    /// Makes an empty file in the directory of `path`.
    fn beside(path: &Path, kind: Kind) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut name = OsString::from(".");
        name.push(path.file_stem().unwrap_or_default());
        // The encoder goes by the extension.
        name.push(format!(".{}.part.{}", std::process::id(), kind.extension()));
        let part = path.with_file_name(name);
        File::create(&part)?;
        Ok(Self(part))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
