//! Files of charts: the kind by the extension, and nothing half-written.

use std::fs;
use std::io;
use std::path::Path;

use super::{Chart, canvas, pdf};
use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::files::{Part, check_place, unwritable, write_png};

#[derive(Debug, Clone, Copy)]
enum Kind {
    Svg,
    Png,
    Pdf,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Diagnostic> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            "pdf" => Ok(Self::Pdf),
            _ => Err(Diagnostic::new(format!("cannot tell the kind of chart from {}", shown(path)))
                .help("end the name in .svg, .png or .pdf")),
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// The kind of these files in errors.
const CHART: &str = "the chart";

/// Checks that a chart of this name can be written.
///
/// # Errors
/// An extension other than `svg`, `png` and `pdf`, a directory, a place that cannot be written.
pub fn check(path: &Path) -> Result<(), Diagnostic> {
    Kind::of(path)?;
    check_place(CHART, path)
}

pub(super) fn save(chart: &Chart, path: &Path) -> Result<(), Diagnostic> {
    let kind = Kind::of(path)?;
    let failed = |error: io::Error| unwritable(CHART, path, &error);
    let undrawn = |reason: String| Diagnostic::new(format!("cannot draw the chart {}: {reason}", shown(path)));
    let part = Part::beside(path, kind.extension()).map_err(failed)?;
    match kind {
        Kind::Svg => fs::write(part.path(), canvas::svg(chart).map_err(undrawn)?),
        Kind::Png => {
            let (size, pixels) = canvas::pixels(chart).map_err(undrawn)?;
            write_png(part.path(), size, &pixels)
        }
        Kind::Pdf => fs::write(part.path(), pdf::pdf(chart).map_err(undrawn)?),
    }
    .and_then(|()| part.finish())
    .map_err(failed)
}
