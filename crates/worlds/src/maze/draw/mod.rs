//! Pictures of a maze and of what a search did in it: for the terminal, as SVG, as PNG.
//!
//! | part | file |
//! |---|---|
//! | the cells drawn of a search: order, visits, scans | `trail.rs` |
//! | cells to squares, scaled down where they do not fit | `raster.rs` |
//! | colours | `palette.rs` |
//! | title, colour bar, legend: the same for SVG and PNG | `scene.rs` |
//! | a small map for each threshold of a deepening search | `panels.rs` |
//! | several searches on one page | `side_by_side.rs` |
//! | the three outputs | `terminal.rs`, `svg.rs`, `png.rs` |
//!
//! Not here: charts of records (they are the report's), the search that is drawn.

mod palette;
mod panels;
mod png;
mod raster;
mod scene;
mod side_by_side;
mod svg;
mod terminal;
#[cfg(test)]
mod tests;
mod trail;

pub use side_by_side::{svg_side_by_side, write_side_by_side};
pub use svg::svg;
pub use terminal::terminal;
pub use trail::{Layer, Scans, Trail};

use std::path::Path;

use super::grid::{Cell, Grid, Place};
use super::terrain::Terrain;
use crate::drawing::write_svg_or_png;

pub use crate::drawing::{DrawError, check_svg_or_png as check_picture};

/// The content of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The cells.
    pub grid: &'a Grid,
    /// Their costs, if they differ.
    pub terrain: Option<&'a Terrain>,
    /// Where the search began, inside of the grid.
    pub start: Place,
    /// Where it was to end, inside of the grid.
    pub goal: Place,
    /// All goals, where there are several.
    pub goals: &'a [Place],
    /// The cells of the path from start to goal, each a neighbour of the one before; empty without a path.
    pub path: &'a [Cell],
    /// The search. Cells are coloured by the order of their expansion, or by how often they were expanded if some were
    /// more than once.
    pub trail: &'a Trail,
    /// One line that says what it is; may be empty.
    pub title: &'a str,
}

/// Writes an SVG or a PNG, by the extension of `path`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written, an encoder that fails.
pub fn write_picture(path: &Path, picture: &Picture<'_>) -> Result<(), DrawError> {
    write_svg_or_png(path, || svg(picture), || png::pixels(picture))
}
