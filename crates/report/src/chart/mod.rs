//! Charts of records, as SVG, PNG and PDF: one drawing for both, in the font that is part of the program.
//!
//! A [`Chart`] is a title, two [`Axis`], notes, and [`Marks`]: the drawing between the axes. A further kind of chart
//! is one new file with a type that implements [`Marks`], and its line below.
//!
//! | part | file |
//! |---|---|
//! | kinds of marks: series of points joined by lines | `lines.rs` |
//! | groups of bars | `bars.rs` |
//! | rows of points with intervals: dot plots, forest plots | `rows.rs` |
//! | clouds of points, with the diagonal | `scatter.rs` |
//! | cactus plots: instances solved within a given cost | `cactus.rs` |
//! | medians, quartiles, outliers | `boxes.rs` |
//! | numbers as colours over two axes | `heatmap.rs`, `ramp.rs` |
//! | axes: scales, ticks, units | `scale.rs` |
//! | where title, panel, legend and notes stand | `layout.rs`, `panel.rs`, `legend.rs` |
//! | how far the axes follow wide intervals | `reach.rs` |
//! | many series: a small panel for each | `facets.rs` |
//! | labels that do not overlap | `labels.rs`, `categories.rs`, `ends.rs` |
//! | colours, markers and dashes, by name of algorithm | `style.rs` |
//! | shapes that several kinds of marks use | `shapes.rs` |
//! | strokes, shapes and text, through `plotters` | `canvas.rs`, `backends.rs` |
//! | the drawing as a part of an HTML page, in its colours | `inline.rs` |
//! | the drawing as a PDF with its fonts | `pdf.rs` |
//! | files that appear whole or not at all | `file.rs` |
//!
//! Not here: pictures of a world, which are the world's; what is counted, which is the record's; what is drawn of
//! which records, which is the plot's.

#[cfg_attr(target_family = "wasm", path = "page_backends.rs")]
mod backends;
mod bars;
mod boxes;
mod cactus;
mod canvas;
mod categories;
mod ends;
mod facets;
mod file;
mod heatmap;
mod inline;
mod labels;
mod layout;
mod legend;
mod lines;
mod panel;
mod pdf;
mod ramp;
mod reach;
mod rows;
mod scale;
mod scatter;
mod shapes;
mod style;
#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::path::Path;

pub(crate) use bars::Bars;
pub(crate) use boxes::{BoxMark, BoxSeries, Boxes};
pub(crate) use cactus::{Cactus, Curve};
pub(crate) use canvas::escaped;
pub use canvas::{Anchor, Canvas, Place, Spot, Stroke, TextStyle};
pub use file::check;
pub(crate) use heatmap::{HeatMap, HeatValue};
pub(crate) use inline::style_sheet;
pub use legend::{Key, Sample};
pub(crate) use lines::{Bound, Fit};
pub use lines::{Lines, Point, Series};
pub use panel::Panel;
pub(crate) use rows::{RowMark, RowSeries, Rows};
pub(crate) use scale::Scale;
pub use scale::{Axis, Unit};
pub(crate) use scatter::{Cloud, Dot, Scatter};
pub use style::{Dash, Rgb, Style};

use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::text::printable;

/// A picture of values.
#[derive(Debug)]
pub struct Chart {
    title: String,
    description: String,
    x: Axis,
    y: Axis,
    notes: Vec<String>,
    marks: Box<dyn Marks>,
    paper: Option<Paper>,
}

/// The size of a picture on paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paper {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres; else it follows from the width.
    pub height: Option<f64>,
    /// Size of the names of axes and series in points; else 8.
    pub font_size: Option<f64>,
}

impl Paper {
    /// Millimetres in a point.
    const POINT: f64 = 25.4 / 72.0;

    /// Units of the picture in a millimetre, so that its names have their size.
    fn units(&self) -> f64 {
        layout::NAME_SIZE / (self.font_size.unwrap_or(8.0) * Self::POINT)
    }

    /// The format that fills the paper, given the height of the picture beside its panel.
    fn format(&self, usual: Format, beside: impl Fn(Format) -> f64) -> Format {
        const FLATTEST: f64 = 80.0;
        let width = self.width * self.units();
        let format = Format { width, panel_height: usual.panel_height.min(width * 0.62), ..usual };
        match self.height {
            Some(height) => Format { panel_height: (height * self.units() - beside(format)).max(FLATTEST), ..format },
            None => format,
        }
    }
}

/// The drawing between the axes of a chart.
pub trait Marks: fmt::Debug {
    /// All values along the horizontal axis, so that it reaches them.
    fn x_values(&self) -> Vec<f64>;

    /// All values along the vertical axis.
    fn y_values(&self) -> Vec<f64>;

    /// Intervals along the horizontal axis. It follows them as far as the values stay readable; the rest is cut off.
    fn x_intervals(&self) -> Vec<[f64; 2]> {
        Vec::new()
    }

    /// Intervals along the vertical axis, in the same way.
    fn y_intervals(&self) -> Vec<[f64; 2]> {
        Vec::new()
    }

    /// Name and look of what is drawn, for the legend.
    fn keys(&self) -> Vec<Key>;

    /// The room to the right of the panel in which the marks write their names or numbers themselves.
    fn gutter(&self, _format: Format) -> Option<f64> {
        None
    }

    /// True if a legend stands below the panel although there is a gutter. Without gutter there always is one.
    fn has_legend(&self) -> bool {
        false
    }

    /// How large the picture is.
    fn format(&self) -> Format {
        Format::default()
    }

    /// How large it is on a telephone.
    fn narrow_format(&self) -> Format {
        self.format().narrowed()
    }

    /// Draws.
    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas);

    /// The small panels in place of the one, each with the name above it: one for each series where they are too many
    /// to be told apart in one panel. None for most.
    fn facets(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Draws one of the [`facets`](Self::facets): its series among the others, which are faint.
    fn draw_facet(&self, _facet: usize, panel: &Panel, canvas: &mut dyn Canvas) {
        self.draw(panel, canvas);
    }
}

/// How large a picture is, in units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Format {
    /// Width of the picture; of a square panel it follows from the height.
    pub width: f64,
    /// Height of the panel.
    pub panel_height: f64,
    /// True if both axes are equally long, with equal room around the values.
    pub is_square: bool,
}

impl Default for Format {
    fn default() -> Self {
        Self { width: 900.0, panel_height: 400.0, is_square: false }
    }
}

impl Format {
    /// Width of a picture for a telephone, whose text is then as large as that of the page.
    const NARROW: f64 = 340.0;

    /// True for a picture for a telephone.
    pub(super) fn is_narrow(self) -> bool {
        self.width <= Self::NARROW
    }

    /// The same for a telephone.
    fn narrowed(self) -> Self {
        let panel_height = if self.is_square { 230.0 } else { self.panel_height.min(300.0) };
        Self { width: Self::NARROW, panel_height, ..self }
    }
}

impl Chart {
    /// A chart without notes.
    pub fn new(title: &str, x: Axis, y: Axis, marks: impl Marks + 'static) -> Self {
        let title = printable(title.trim());
        Self { title, description: String::new(), x, y, notes: Vec::new(), marks: Box::new(marks), paper: None }
    }

    /// Sets the title.
    pub(crate) fn titled(self, title: &str) -> Self {
        Self { title: printable(title.trim()), ..self }
    }

    /// Names the axes, where a name is given.
    pub(crate) fn with_axis_titles(mut self, x: Option<&str>, y: Option<&str>) -> Self {
        for (axis, title) in [(&mut self.x, x), (&mut self.y, y)] {
            if let Some(title) = title {
                axis.title = printable(title);
            }
        }
        self
    }

    /// Sets the size on paper.
    pub(crate) fn on_paper(self, paper: Paper) -> Self {
        Self { paper: Some(paper), ..self }
    }

    /// How large the picture is as a file.
    fn file_format(&self) -> Format {
        let usual = self.marks.format();
        let beside = |format: Format| layout::Layout::new(self, format).height - format.panel_height;
        self.paper.map_or(usual, |paper| paper.format(usual, beside))
    }

    /// Sets the description of the picture in a sentence, for those who do not see it.
    pub fn described(mut self, description: &str) -> Self {
        self.description = printable(description);
        self
    }

    /// Adds a line below the chart.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The lines below the chart.
    #[cfg(test)]
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The chart as a document of its own. Each value tells its name and number when pointed at.
    ///
    /// # Errors
    /// The error of the library that draws; it has no reason for any.
    pub fn to_svg(&self) -> Result<String, String> {
        canvas::svg(self)
    }

    /// The chart as an element of an HTML page: without paper, in the colours of [`style_sheet`], which follow the
    /// scheme of the page, with ids that begin with `prefix`. The values stand in its order as elements of the class
    /// `tip`, each with a `<title>`; a page can show them on hover and walk through them by keyboard.
    pub(crate) fn to_svg_inline(&self, prefix: &str) -> String {
        inline::svg(self, self.marks.format(), prefix)
    }

    /// The same for the screen of a telephone: narrow, with text that can be read there.
    pub fn to_svg_narrow(&self, prefix: &str) -> String {
        inline::svg(self, self.marks.narrow_format(), prefix)
    }

    /// Writes an SVG, a PNG or a PDF, by the extension of `path`. The PNG has two pixels a unit of the SVG. The file appears
    /// whole or not at all.
    ///
    /// # Errors
    /// Another extension, a file that cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Diagnostic> {
        file::save(self, path)
    }
}
