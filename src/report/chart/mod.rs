//! Charts of records, as SVG and as PNG: one drawing for both, in the font that is part of the program.
//!
//! A [`Chart`] is a title, two [`Axis`], notes, and [`Marks`]: what stands between the axes. A further kind of chart
//! is one new file with a type that implements [`Marks`], and its line below.
//!
//! | part | file |
//! |---|---|
//! | kinds of marks: series of points joined by lines | `lines.rs` |
//! | charts of records: a quantity against depth | `depth.rs` |
//! | axes: scales, ticks, units | `scale.rs` |
//! | where title, panel, legend and notes stand | `layout.rs` |
//! | labels that do not overlap | `labels.rs` |
//! | colours, markers and dashes, by name of algorithm | `style.rs` |
//! | strokes, shapes and text, through `plotters` | `canvas.rs` |
//! | files that appear whole or not at all | `file.rs` |
//!
//! Not here: pictures of a world, which are the world's; what is counted, which is the record's.

mod canvas;
mod depth;
mod file;
mod labels;
mod layout;
mod lines;
mod scale;
mod style;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

pub use canvas::{Anchor, Canvas, Place, Stroke, TextStyle};
pub use depth::{Quantity, by_depth};
pub use file::check;
pub use layout::Panel;
pub use lines::{Lines, Point, Series};
pub use scale::{Axis, Scale, Unit};
pub use style::{Dash, Marker, Rgb, Style};

use crate::diagnostic::Diagnostic;
use crate::text::printable;

/// A picture of values.
#[derive(Debug)]
pub struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    notes: Vec<String>,
    marks: Box<dyn Marks>,
}

/// What stands between the axes of a chart.
pub trait Marks: fmt::Debug {
    /// All values along the horizontal axis, so that it reaches them.
    fn x_values(&self) -> Vec<f64>;

    /// All values along the vertical axis.
    fn y_values(&self) -> Vec<f64>;

    /// Name and look of what is drawn, for the legend.
    fn keys(&self) -> Vec<Key>;

    /// The room to the right of a panel of this height in which the marks write their names themselves. Without it
    /// there is a legend below the panel.
    fn gutter(&self, _panel_height: f64) -> Option<f64> {
        None
    }

    /// Draws.
    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas);
}

/// A line of the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// What it is called.
    pub name: String,
    /// How it looks.
    pub style: Style,
}

impl Chart {
    /// A chart without notes.
    pub fn new(title: &str, x: Axis, y: Axis, marks: impl Marks + 'static) -> Self {
        Self { title: printable(title.trim()), x, y, notes: Vec::new(), marks: Box::new(marks) }
    }

    /// Adds a line below the chart.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The lines below the chart.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The chart as a document of its own. Each value tells its name and number when pointed at.
    ///
    /// # Errors
    /// What the library says that draws; it has no reason to.
    pub fn to_svg(&self) -> Result<String, String> {
        canvas::svg(self)
    }

    /// Writes an SVG or a PNG, by the extension of `path`. The PNG has two pixels a unit of the SVG. The file appears
    /// whole or not at all.
    ///
    /// # Errors
    /// Another extension, a file that cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Diagnostic> {
        file::save(self, path)
    }
}
