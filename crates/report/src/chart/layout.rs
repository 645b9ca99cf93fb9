//! Where the parts of a chart stand: title, axes and panel, legend, notes, from the top to the bottom.
//!
//! All text is measured first and the picture made large enough for it, so nothing is cut off. The panel keeps its
//! height whatever stands below it.

use super::canvas::{Anchor, Canvas, TextStyle};
use super::facets::Facets;
use super::labels::wrapped;
use super::legend::Legend;
use super::panel::Panel;
use super::scale::Scale;
use super::shapes::rectangle;
use super::style::Rgb;
use super::{Axis, Chart, Format};

/// Room at the sides of the picture.
pub(super) const MARGIN: f64 = 20.0;

const TITLE_SIZE: f64 = 18.0;
const TITLE_LINE: f64 = 24.0;
/// Size of the names of axes and series.
pub(super) const NAME_SIZE: f64 = 13.0;
const NOTE_SIZE: f64 = 12.0;
/// From one line of small text to the next.
pub(super) const LINE: f64 = 18.0;
/// From the middle of a line to the base line of its text, in sizes.
pub(super) const MIDDLE: f64 = 0.36;

pub(super) const NAME: TextStyle =
    TextStyle { size: NAME_SIZE, bold: false, color: Rgb::INK, anchor: Anchor::Left, is_turned: false };
const TITLE: TextStyle = TextStyle { size: TITLE_SIZE, bold: true, ..NAME };
/// For intervals that the axis does not follow.
const CUT_NOTE: &str = "Intervals that meet the edge without a cap reach beyond it.";

const NOTE: TextStyle = TextStyle { size: NOTE_SIZE, color: Rgb::FAINT_INK, ..NAME };

/// The parts of a chart with their places.
#[derive(Debug)]
pub(super) struct Layout {
    /// Width of the picture.
    pub(super) width: f64,
    /// Height of the picture.
    pub(super) height: f64,
    title: Vec<String>,
    y_title: Vec<String>,
    x_title: Vec<String>,
    notes: Vec<String>,
    panel: Panel,
    /// Where the labels of the horizontal axis end.
    labels: f64,
    /// In place of the panel.
    facets: Option<Facets>,
    legend: Option<Legend>,
}

impl Layout {
    pub(super) fn new(chart: &Chart, format: Format) -> Self {
        let gutter = chart.marks.gutter(format);
        let panel = Panel::new(chart, format, gutter);
        let square_width = (panel.right + gutter.unwrap_or(0.0).max(Panel::right_room(format))).ceil();
        let width = if format.is_square { square_width } else { format.width };
        let room = width - 2.0 * MARGIN;
        let title = wrapped(&chart.title, TITLE_SIZE, true, room);
        let y_title = wrapped(&titled(&chart.y), NAME_SIZE, false, room);
        let top = 14.0 + TITLE_LINE * title.len() as f64 + 12.0 + LINE * y_title.len() as f64 + 14.0;
        let facets = Facets::new(chart, format, top);
        let panel = panel.moved((0.0, top));

        let has_legend = (gutter.is_none() && facets.is_none()) || chart.marks.has_legend();
        let legend = has_legend.then(|| Legend::new(chart.marks.keys(), room)).flatten();
        let x_title = wrapped(&titled(&chart.x), NAME_SIZE, false, panel.right - panel.left);
        let is_cut = facets.as_ref().map_or(panel.is_cut, Facets::is_cut);
        let notes = chart.notes.iter().map(String::as_str).chain(is_cut.then_some(CUT_NOTE));
        let notes: Vec<_> = notes.flat_map(|note| wrapped(note, NOTE_SIZE, false, room)).collect();
        let below = |lines: usize| if lines == 0 { 0.0 } else { 10.0 + LINE * lines as f64 };
        let legend_rows = legend.as_ref().map_or(0, |legend| legend.rows);
        let labels = facets.as_ref().map_or(panel.bottom + panel.label_depth(), |facets| top + facets.height);
        let height = labels + below(x_title.len()) + below(legend_rows) + below(notes.len()) + 12.0;
        Self { width, height: height.ceil(), title, y_title, x_title, notes, panel, labels, facets, legend }
    }

    /// Draws the ground of a picture that stands by itself.
    pub(super) fn draw_paper(&self, canvas: &mut dyn Canvas) {
        canvas.fill(&rectangle([0.0, 0.0, self.width, self.height]), Rgb::PAPER, 1.0);
    }

    /// Draws all but the ground.
    pub(super) fn draw(&self, chart: &Chart, canvas: &mut dyn Canvas) {
        let mut y = 14.0;
        for line in &self.title {
            canvas.text((MARGIN, y + 18.0), line, TITLE);
            y += TITLE_LINE;
        }
        y += 12.0;
        for line in &self.y_title {
            canvas.text((MARGIN, y + 13.0), line, NAME);
            y += LINE;
        }
        if let Some(facets) = &self.facets {
            facets.draw(chart, canvas);
        } else {
            self.panel.draw(canvas);
            chart.marks.draw(&self.panel, canvas);
        }

        y = self.labels + 10.0;
        let middle = f64::midpoint(self.panel.left, self.panel.right);
        for line in &self.x_title {
            canvas.text((middle, y + 13.0), line, set(NAME, Anchor::Middle));
            y += LINE;
        }
        if let Some(legend) = &self.legend {
            legend.draw(y + 10.0, canvas);
            y += 10.0 + LINE * legend.rows as f64;
        }
        y += 10.0;
        for line in &self.notes {
            canvas.text((MARGIN, y + 13.0), line, NOTE);
            y += LINE;
        }
    }
}

pub(super) const fn set(style: TextStyle, anchor: Anchor) -> TextStyle {
    TextStyle { anchor, ..style }
}

fn titled(axis: &Axis) -> String {
    match axis.scale {
        Scale::Linear | Scale::Categories => axis.title.clone(),
        Scale::Log => format!("{} (logarithmic)", axis.title),
    }
}
