//! Charts of records, as SVG and as PNG: one drawing for both, in the font that is part of the program.
//!
//! A [`Chart`] is a title, two [`Axis`], notes, and [`Marks`]: what stands between the axes. A further kind of chart
//! is one new file with a type that implements [`Marks`], and its line below.
//!
//! | part | file |
//! |---|---|
//! | kinds of marks: series of points joined by lines | `lines.rs` |
//! | groups of bars | `bars.rs` |
//! | clouds of points, with the diagonal | `scatter.rs` |
//! | how many are solved within so much | `cactus.rs` |
//! | medians, quartiles, outliers | `boxes.rs` |
//! | numbers as colours over two axes | `heatmap.rs`, `ramp.rs` |
//! | charts of records: a quantity against depth | `depth.rs` |
//! | axes: scales, ticks, units | `scale.rs` |
//! | where title, panel, legend and notes stand | `layout.rs`, `panel.rs`, `legend.rs` |
//! | labels that do not overlap | `labels.rs`, `categories.rs`, `ends.rs` |
//! | colours, markers and dashes, by name of algorithm | `style.rs` |
//! | shapes that several kinds of marks use | `shapes.rs` |
//! | strokes, shapes and text, through `plotters` | `canvas.rs` |
//! | the drawing as a part of an HTML page, in its colours | `inline.rs` |
//! | files that appear whole or not at all | `file.rs` |
//!
//! Not here: pictures of a world, which are the world's; what is counted, which is the record's; what is drawn of
//! which records, which is the plot's.

mod bars;
mod boxes;
mod cactus;
mod canvas;
mod categories;
mod depth;
mod ends;
mod file;
mod heatmap;
mod inline;
mod labels;
mod layout;
mod legend;
mod lines;
mod panel;
mod ramp;
mod scale;
mod scatter;
mod shapes;
mod style;
#[cfg(test)]
pub(in crate::report) mod tests;

use std::fmt;
use std::path::Path;

pub use bars::Bars;
pub use boxes::{BoxMark, BoxSeries, Boxes};
pub use cactus::{Cactus, Curve};
pub use canvas::{Anchor, Canvas, Place, Spot, Stroke, TextStyle};
pub use depth::{Quantity, by_depth};
pub use file::check;
pub use heatmap::{HeatMap, HeatValue};
pub use inline::style_sheet;
pub use legend::{Key, Sample};
pub use lines::{Bound, Lines, Point, Series};
pub use panel::Panel;
pub use scale::{Axis, Scale, Unit};
pub use scatter::{Cloud, Dot, Scatter};
pub use style::{Dash, Marker, Rgb, Style};

use crate::diagnostic::Diagnostic;
use crate::text::printable;

/// A picture of values.
#[derive(Debug)]
pub struct Chart {
    title: String,
    description: String,
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

    /// How large the picture is.
    fn format(&self) -> Format {
        Format::default()
    }

    /// Draws.
    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas);
}

/// How large a picture is, in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Format {
    /// Width of the picture; of a square panel it follows from the height.
    pub width: f64,
    /// Height of the panel.
    pub panel_height: f64,
    /// Whether both axes are equally long, with equal room around the values.
    pub is_square: bool,
}

impl Default for Format {
    fn default() -> Self {
        Self { width: 900.0, panel_height: 400.0, is_square: false }
    }
}

impl Chart {
    /// A chart without notes.
    pub fn new(title: &str, x: Axis, y: Axis, marks: impl Marks + 'static) -> Self {
        let title = printable(title.trim());
        Self { title, description: String::new(), x, y, notes: Vec::new(), marks: Box::new(marks) }
    }

    /// Sets the title.
    pub fn titled(self, title: &str) -> Self {
        Self { title: printable(title.trim()), ..self }
    }

    /// Says in a sentence what is to be seen, for those who do not see it.
    pub fn described(mut self, description: &str) -> Self {
        self.description = printable(description);
        self
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

    /// The chart as an element of an HTML page: without paper, in the colours of [`style_sheet`], which follow the
    /// scheme of the page, with ids that begin with `prefix`. The values stand in its order as elements of the class
    /// `tip`, each with a `<title>`; a page can show them on hover and walk through them by keyboard.
    pub fn to_svg_inline(&self, prefix: &str) -> String {
        inline::svg(self, prefix)
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
