//! Files of charts: the kind by the extension, and nothing half-written.

use std::fs;
use std::io;
use std::path::Path;

use super::{Chart, canvas};
use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::files::{Part, refusal, write_png};

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
    let (reason, remedy) = refusal(error, "give a name in a directory that exists and can be written");
    Diagnostic::new(format!("cannot write the chart {}: {reason}", shown(path))).help(remedy)
}

/// Checks that a chart of this name can be written, so that a long comparison need not end in an error about it.
///
/// # Errors
/// An extension that is neither `svg` nor `png`, a directory, a place that cannot be written.
pub fn check(path: &Path) -> Result<(), Diagnostic> {
    Part::beside(path, Kind::of(path)?.extension()).map(drop).map_err(|error| unwritable(path, &error))
}

pub(super) fn save(chart: &Chart, path: &Path) -> Result<(), Diagnostic> {
    let kind = Kind::of(path)?;
    let failed = |error: io::Error| unwritable(path, &error);
    let undrawn = |reason: String| Diagnostic::new(format!("cannot draw the chart {}: {reason}", shown(path)));
    let part = Part::beside(path, kind.extension()).map_err(failed)?;
    match kind {
        Kind::Svg => fs::write(part.path(), canvas::svg(chart).map_err(undrawn)?),
        Kind::Png => {
            let (size, pixels) = canvas::pixels(chart).map_err(undrawn)?;
            write_png(part.path(), size, &pixels)
        }
    }
    .and_then(|()| part.finish())
    .map_err(failed)
}
