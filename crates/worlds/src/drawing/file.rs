//! Files of pictures: a file appears whole or not at all, and its name tells its kind.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use searchlab_trial::files::{Part, unwritable, write_png};

/// Why there is no picture.
#[derive(Debug)]
pub enum DrawError {
    /// The name of the file ends in none of the kinds that can be drawn.
    Extension {
        /// The file asked for.
        path: PathBuf,
        /// The kinds, such as `svg`.
        known: &'static [&'static str],
    },
    /// The file cannot be written.
    Write {
        /// The file asked for.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The picture cannot be drawn or encoded.
    Encode {
        /// The file asked for.
        path: PathBuf,
        /// The error of the encoder.
        reason: String,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension { path, known } => {
                let kinds: Vec<String> = known.iter().map(|kind| format!(".{kind}")).collect();
                let (path, kinds) = (path.display(), kinds.join(" or "));
                write!(f, "cannot tell the kind of picture from \"{path}\": end the name in {kinds}")
            }
            Self::Write { path, source } => {
                let problem = unwritable("the picture", path, source);
                write!(f, "{}; {}", problem.message(), problem.helps().join("; "))
            }
            Self::Encode { path, reason } => {
                write!(f, "cannot draw the picture \"{}\": {reason}; try .svg or a smaller map", path.display())
            }
        }
    }
}

/// The message says what the system says, so there is no source to add.
impl Error for DrawError {}

/// Pictures of pixels need a canvas of their own, which not every world has.
const SVG: &[&str] = &["svg"];
const SVG_OR_PNG: &[&str] = &["svg", "png"];

/// Checks that an SVG of this name can be written, so that a long search need not end in an error about it.
///
/// # Errors
/// [`DrawError::Extension`], [`DrawError::Write`].
pub fn check_svg(path: &Path) -> Result<(), DrawError> {
    PictureFile::new(path, SVG).map(drop)
}

/// Checks that an SVG or a PNG of this name can be written, so that a long search need not end in an error about it.
///
/// # Errors
/// [`DrawError::Extension`], [`DrawError::Write`].
pub fn check_svg_or_png(path: &Path) -> Result<(), DrawError> {
    PictureFile::new(path, SVG_OR_PNG).map(drop)
}

/// Writes an SVG; `path` must end in `.svg`. The file appears whole or not at all.
pub(crate) fn write_svg(path: &Path, svg: impl FnOnce() -> String) -> Result<(), DrawError> {
    let file = PictureFile::new(path, SVG)?;
    file.write(svg().as_bytes())?;
    file.finish()
}

/// Writes an SVG or a PNG, by the extension of `path`: the pixels are width and height, and three bytes each. The file
/// appears whole or not at all.
pub(crate) fn write_svg_or_png(
    path: &Path,
    svg: impl FnOnce() -> String,
    pixels: impl FnOnce() -> Result<((u32, u32), Vec<u8>), String>,
) -> Result<(), DrawError> {
    let file = PictureFile::new(path, SVG_OR_PNG)?;
    if file.kind == "svg" {
        file.write(svg().as_bytes())?;
    } else {
        let (size, rgb) = pixels().map_err(|reason| DrawError::Encode { path: path.to_owned(), reason })?;
        file.write_png(size, &rgb)?;
    }
    file.finish()
}

/// The unfinished file of a picture of a known kind.
struct PictureFile {
    part: Part,
    kind: &'static str,
}

impl PictureFile {
    /// Makes an empty file in the folder of `path`, whose extension must be one of `known`.
    fn new(path: &Path, known: &'static [&'static str]) -> Result<Self, DrawError> {
        let extension = path.extension().unwrap_or_default();
        let Some(&kind) = known.iter().find(|kind| extension.eq_ignore_ascii_case(kind)) else {
            return Err(DrawError::Extension { path: path.to_owned(), known });
        };
        let part = Part::beside(path, kind).map_err(|source| DrawError::Write { path: path.to_owned(), source })?;
        Ok(Self { part, kind })
    }

    /// Writes all of the file.
    fn write(&self, bytes: &[u8]) -> Result<(), DrawError> {
        let failed = |source| DrawError::Write { path: self.part.wanted().to_owned(), source };
        fs::write(self.part.path(), bytes).map_err(failed)
    }

    /// Writes all of the file as PNG.
    fn write_png(&self, size: (u32, u32), rgb: &[u8]) -> Result<(), DrawError> {
        let failed = |source| DrawError::Write { path: self.part.wanted().to_owned(), source };
        write_png(self.part.path(), size, rgb).map_err(failed)
    }

    /// Puts the file in its place.
    fn finish(self) -> Result<(), DrawError> {
        let path = self.part.wanted().to_owned();
        self.part.finish().map_err(|source| DrawError::Write { path, source })
    }
}
