//! Pictures of a maze and of what a search did in it: for the terminal, as SVG, as PNG.
//!
//! | part | file |
//! |---|---|
//! | cells to squares, scaled down where they do not fit | `raster.rs` |
//! | colours | `palette.rs` |
//! | title, colour bar, legend: the same for SVG and PNG | `scene.rs` |
//! | the three outputs | `terminal.rs`, `svg.rs`, `png.rs` |
//!
//! Not here: charts of records (they are the report's), the search that is drawn.

mod palette;
mod png;
mod raster;
mod scene;
mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use svg::svg;
pub use terminal::terminal;

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::grid::{Cell, Grid, Place};

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The cells.
    pub grid: &'a Grid,
    /// Where the search began, inside of the grid.
    pub start: Place,
    /// Where it was to end, inside of the grid.
    pub goal: Place,
    /// The cells of the path from start to goal, each a neighbour of the one before; empty without a path.
    pub path: &'a [Cell],
    /// The cells in order of their expansion. A cell that was expanded several times is coloured by the first.
    pub expanded: &'a [Cell],
    /// One line that says what it is; may be empty.
    pub title: &'a str,
}

impl Picture<'_> {
    /// The title as one line of printable characters.
    fn clean_title(&self) -> String {
        self.title.trim().chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
    }
}

/// Why there is no picture.
#[derive(Debug)]
pub enum DrawError {
    /// The file name ends in neither `.svg` nor `.png`.
    Extension(PathBuf),
    /// The file cannot be written.
    Write {
        /// The file asked for.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The picture cannot be drawn or encoded.
    Encode {
        /// The file asked for.
        path: PathBuf,
        /// What the encoder says.
        reason: String,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension(path) => {
                write!(f, "cannot tell the kind of picture from \"{}\": end the name in .svg or .png", path.display())
            }
            Self::Write { path, source } => write!(
                f,
                "cannot write the picture \"{}\": {source}; give a name in a folder that exists and can be written",
                path.display()
            ),
            Self::Encode { path, reason } => {
                write!(f, "cannot draw the picture \"{}\": {reason}; try .svg or a smaller map", path.display())
            }
        }
    }
}

/// The message says what the system says, so there is no source to add.
impl Error for DrawError {}

#[derive(Debug, Clone, Copy)]
enum Format {
    Svg,
    Png,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        if extension.eq_ignore_ascii_case("svg") {
            Some(Self::Svg)
        } else if extension.eq_ignore_ascii_case("png") {
            Some(Self::Png)
        } else {
            None
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// Checks that a picture of this name can be written, so that a long search need not end in a complaint about it.
///
/// # Errors
/// [`DrawError::Extension`], [`DrawError::Write`].
pub fn check_picture(path: &Path) -> Result<(), DrawError> {
    let format = Format::of(path).ok_or_else(|| DrawError::Extension(path.to_owned()))?;
    let failed = |source| DrawError::Write { path: path.to_owned(), source };
    if path.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    Part::beside(path, format).map(drop).map_err(failed)
}

/// Writes an SVG or a PNG, by the extension of `path`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written, an encoder that fails.
pub fn write_picture(path: &Path, picture: &Picture<'_>) -> Result<(), DrawError> {
    let format = Format::of(path).ok_or_else(|| DrawError::Extension(path.to_owned()))?;
    let failed = |source| DrawError::Write { path: path.to_owned(), source };
    let part = Part::beside(path, format).map_err(failed)?;
    match format {
        Format::Svg => fs::write(&part.0, svg(picture)).map_err(failed)?,
        Format::Png => {
            png::write(&part.0, picture).map_err(|reason| DrawError::Encode { path: path.to_owned(), reason })?;
        }
    }
    fs::rename(&part.0, path).map_err(failed)
}

/// A file that is gone with its owner, unless it has been renamed.
struct Part(PathBuf);

impl Part {
    /// Makes an empty file in the folder of `path`.
    fn beside(path: &Path, format: Format) -> io::Result<Self> {
        let stem = path.file_stem().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut name = OsString::from(".");
        name.push(stem);
        // The extension stays the last part: the encoder goes by it.
        name.push(format!(".{}.part.{}", std::process::id(), format.extension()));
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
