//! Rows of points with their intervals, and the numbers beside them: dot plots (Cleveland 1984), which show on a
//! logarithmic axis what bars cannot, and forest plots of ratios, with a line at 1.
//!
//! The categories stand one below the other, so that long names can be read; in each a row for each series. A bound is
//! open, with an arrow to the side of the truth.

use super::canvas::{Anchor, Canvas, Place, Spot, Stroke, TextStyle};
use super::labels::width;
use super::layout::{MIDDLE, set};
use super::legend::{Key, Sample};
use super::lines::Bound;
use super::panel::{Panel, TICK, TICK_SIZE};
use super::scale::Scale;
use super::shapes::{cross, error_bar, marker};
use super::style::{Rgb, Style};
use super::{Axis, Format, Marks};

/// A point of a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowMark {
    /// The place of its category, from the top.
    pub category: usize,
    /// The value.
    pub value: f64,
    /// Exact, or a lower or upper bound.
    pub bound: Bound,
    /// The ends of its interval.
    pub interval: Option<[f64; 2]>,
    /// Texts to the right: as many texts as the rows have heads.
    pub texts: Vec<String>,
}

/// The points of a series.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RowSeries {
    /// The name; empty if the categories are the series.
    pub name: String,
    /// The style of its points.
    pub style: Style,
    /// The points.
    pub marks: Vec<RowMark>,
}

/// Rows of points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rows {
    series: Vec<RowSeries>,
    groups: usize,
    heads: Vec<&'static str>,
    reference: Option<f64>,
}

/// Height of a row, at most and at least, and the room between two categories.
const ROW: f64 = 17.0;
const LEAST_ROW: f64 = 4.0;
const GROUP_GAP: f64 = 9.0;
/// Highest picture before rows become lower.
const HIGHEST: f64 = 1500.0;
/// Rows that are lower have no numbers.
const NUMBERED: f64 = 12.0;
/// Room between the columns of numbers.
const COLUMN_GAP: f64 = 14.0;
/// From a point to the tip of the arrow that says where the truth lies.
const ARROW: f64 = 15.0;

impl Rows {
    /// The series that have points, in `groups` categories, with the heads of the columns to the right.
    pub(crate) fn new(series: Vec<RowSeries>, groups: usize, heads: &[&'static str]) -> Self {
        let series = series.into_iter().filter(|series| !series.marks.is_empty()).collect();
        Self { series, groups, heads: heads.to_vec(), reference: None }
    }

    /// Marks a value by a line from the top to the bottom.
    pub(crate) fn with_reference(self, value: f64) -> Self {
        Self { reference: Some(value), ..self }
    }

    /// The vertical axis for the names along this one: the first stands at the top.
    pub(crate) fn axis(names: &Axis) -> Axis {
        let categories = names.categories.iter().rev().cloned().collect();
        Axis { scale: Scale::Categories, categories, ..names.clone() }
    }

    fn marks(&self) -> impl Iterator<Item = &RowMark> {
        self.series.iter().flat_map(|series| &series.marks)
    }

    /// The rows side by side in a category: one if each series has a category to itself.
    fn abreast(&self) -> usize {
        if self.series.iter().all(|series| series.name.is_empty()) { 1 } else { self.series.len().max(1) }
    }

    fn group_height(&self) -> f64 {
        let usual = self.abreast() as f64 * ROW + GROUP_GAP;
        let least = self.abreast() as f64 * LEAST_ROW;
        usual.min((HIGHEST / self.groups.max(1) as f64).max(least))
    }

    fn row_height(&self, group_height: f64) -> f64 {
        ((group_height - GROUP_GAP.min(group_height / 3.0)) / self.abreast() as f64).min(ROW)
    }

    /// The columns of numbers that there is room for, with their widths.
    fn columns(&self, is_narrow: bool, group_height: f64) -> Vec<f64> {
        if self.row_height(group_height) < NUMBERED {
            return Vec::new();
        }
        let shown = if is_narrow { self.heads.len().min(1) } else { self.heads.len() };
        let wide = |text: &str| width(text, TICK_SIZE, false).ceil();
        let widest = |column: usize| {
            let texts = self.marks().filter_map(|mark| mark.texts.get(column));
            texts.map(|text| wide(text)).fold(wide(self.heads[column]), f64::max)
        };
        (0..shown).map(widest).collect()
    }
}

impl Marks for Rows {
    fn x_values(&self) -> Vec<f64> {
        self.marks().map(|mark| mark.value).chain(self.reference).collect()
    }

    fn x_intervals(&self) -> Vec<[f64; 2]> {
        self.marks().filter_map(|mark| mark.interval).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.marks().map(|mark| mark.category as f64).collect()
    }

    fn keys(&self) -> Vec<Key> {
        let named = self.series.iter().filter(|series| !series.name.is_empty());
        named.map(|series| Key { name: series.name.clone(), style: series.style, sample: Sample::Marker }).collect()
    }

    fn gutter(&self, format: Format) -> Option<f64> {
        let columns = self.columns(format.is_narrow(), self.group_height());
        Some(columns.iter().map(|wide| wide + COLUMN_GAP).sum::<f64>() + 6.0).filter(|_| !columns.is_empty())
    }

    fn has_legend(&self) -> bool {
        true
    }

    fn format(&self) -> Format {
        let panel_height = (self.group_height() * self.groups as f64).max(40.0);
        Format { panel_height, ..Format::default() }
    }

    fn narrow_format(&self) -> Format {
        // Names of two lines need the room of two.
        let panel_height = (self.group_height().max(34.0) * self.groups as f64).max(40.0);
        Format { panel_height, ..self.format().narrowed() }
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        panel.draw_columns(canvas);
        let high = panel.category_size().1;
        for group in 1..self.groups {
            let y = panel.top + group as f64 * high;
            canvas.stroke(&[(panel.left, y), (panel.right, y)], Stroke::solid(Rgb::GRID, 0.8));
        }
        if let Some((x, _)) = self.reference.and_then(|value| panel.place(value, 0.0)) {
            canvas.stroke(&[(x, panel.top), (x, panel.bottom)], Stroke::solid(Rgb::INK, 1.4));
        }
        let columns = self.columns(panel.is_narrow, high);
        self.draw_heads(&columns, panel, canvas);
        let (abreast, row) = (self.abreast(), self.row_height(high));
        for (index, series) in self.series.iter().enumerate() {
            let offset = ((index % abreast) as f64 - (abreast as f64 - 1.0) / 2.0) * row;
            for mark in &series.marks {
                let y = panel.top + (mark.category as f64 + 0.5) * high + offset;
                draw_mark(series, mark, (y, row), panel, canvas);
                let numbers = TextStyle { color: series.style.text_color(), ..TICK };
                draw_texts(mark.texts.iter().map(String::as_str), &columns, (panel.right, y), numbers, canvas);
            }
        }
    }
}

impl Rows {
    fn draw_heads(&self, columns: &[f64], panel: &Panel, canvas: &mut dyn Canvas) {
        draw_texts(self.heads.iter().copied(), columns, (panel.right, panel.top - 9.0), TICK, canvas);
    }
}

/// The texts of a row, flush right in their columns.
fn draw_texts<'a>(
    texts: impl Iterator<Item = &'a str>,
    columns: &[f64],
    (right, y): Place,
    style: TextStyle,
    canvas: &mut dyn Canvas,
) {
    let mut x = right;
    for (text, wide) in texts.zip(columns) {
        x += COLUMN_GAP + wide;
        canvas.text((x, y + MIDDLE * TICK_SIZE), text, set(style, Anchor::Right));
    }
}

fn draw_mark(series: &RowSeries, mark: &RowMark, (y, row): (f64, f64), panel: &Panel, canvas: &mut dyn Canvas) {
    let Some((x, _)) = panel.place(mark.value, 0.0) else { return };
    let (color, size) = (series.style.color(), (row / 3.4).clamp(1.6, 4.5));
    let ends = mark.interval.map(|ends| ends.map(|end| panel.end(end, 0.0)));
    if let Some([Some(low), Some(high)]) = ends {
        let ends = [low, high].map(|((x, _), is_cut)| ((x, y), is_cut));
        error_bar(canvas, ends, (row / 4.0).min(4.0), Stroke::solid(color, 1.4));
    }
    if panel.is_set_left(mark.value) {
        cross((x, y), color, size, canvas);
    } else {
        arrow((x, y), mark.bound, color, canvas);
        let is_bound = mark.bound != Bound::Exact;
        marker(canvas, (x, y), series.style, if is_bound { size + 0.6 } else { size }, is_bound);
    }
    canvas.tip(Spot::At((x, y)), &told(series, mark, panel));
}

/// A short arrow to the side on which the truth lies.
fn arrow((x, y): Place, bound: Bound, color: Rgb, canvas: &mut dyn Canvas) {
    let sign = match bound {
        Bound::Exact => return,
        Bound::AtLeast => 1.0,
        Bound::AtMost => -1.0,
    };
    let (tip, barb) = (x + sign * ARROW, x + sign * (ARROW - 4.0));
    canvas.stroke(&[(x, y), (tip, y)], Stroke::solid(color, 1.4));
    canvas.stroke(&[(barb, y - 3.0), (tip, y), (barb, y + 3.0)], Stroke::solid(color, 1.4));
}

fn told(series: &RowSeries, mark: &RowMark, panel: &Panel) -> String {
    let unit = panel.x_axis.unit;
    let interval = mark.interval.map(|[low, high]| format!(" ({} to {})", unit.exact(low), unit.exact(high)));
    let value = mark.bound.told(&unit.exact(mark.value));
    let names = &panel.y_axis;
    let category = names.categories.len().checked_sub(mark.category + 1).and_then(|place| names.categories.get(place));
    let category = category.map_or("", String::as_str);
    let category = match (names.title.as_str(), category) {
        (title, _) if title.is_empty() || series.name.is_empty() => category.to_owned(),
        (title, category) => format!("{title} {category}"),
    };
    let parts = [series.name.as_str(), category.trim()].into_iter().filter(|part| !part.is_empty());
    format!("{}: {value}{}", parts.collect::<Vec<_>>().join(", "), interval.unwrap_or_default())
}
