//! The area between the axes: where values stand in it, and the axes themselves.

use super::canvas::{Anchor, Canvas, Place, Stroke, TextStyle};
use super::categories::{CATEGORY_LINE, CategoryLabels};
use super::labels::width;
use super::layout::{MARGIN, MIDDLE, NAME, set};
use super::reach::reached;
use super::scale::{Ruler, Scale, Tick};
use super::style::{Dash, Rgb};
use super::{Axis, Chart, Format};

/// Room between the ends of the horizontal axis and the first and last values.
const INSET: f64 = 16.0;
/// Room between two labels along the horizontal axis, and between the vertical ones.
const TICK_GAP: (f64, f64) = (16.0, 22.0);
/// Room to the right of a panel without gutter.
const RIGHT_ROOM: f64 = 40.0;
/// The same in a small picture.
const SMALL_RIGHT_ROOM: f64 = 18.0;
/// Longest name along a vertical axis, and the share of a small picture that it may take.
const NAMES: (f64, f64) = (230.0, 0.36);

/// Size of the numbers along the axes.
pub(super) const TICK_SIZE: f64 = 12.0;
pub(super) const TICK: TextStyle = TextStyle { size: TICK_SIZE, color: Rgb::FAINT_INK, ..NAME };

/// The area between the axes.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Its left edge.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its lower edge.
    pub bottom: f64,
    /// The horizontal axis.
    pub x_axis: Axis,
    /// The vertical axis.
    pub y_axis: Axis,
    x: Ruler,
    y: Ruler,
    /// Room between the ends of the axes and the values.
    inset: (f64, f64),
    x_labels: Option<CategoryLabels>,
    y_labels: Option<CategoryLabels>,
    /// The room to the right, in which names or numbers stand.
    pub(super) gutter: Option<f64>,
    /// True if an interval is cut off at an edge.
    pub(super) is_cut: bool,
    /// True for a picture for a telephone.
    pub(super) is_narrow: bool,
}

impl Panel {
    /// At the top of the picture; the gutter is the room to its right.
    pub(super) fn new(chart: &Chart, format: Format, gutter: Option<f64>) -> Self {
        let Format { width: whole, panel_height, is_square } = format;
        let wide = |tick: &Tick| width(&tick.label, TICK_SIZE, false);
        let (x_axis, y_axis) = (chart.x.clone(), chart.y.clone());
        let inset = |axis: &Axis, usual: f64| if axis.scale == Scale::Categories { 0.0 } else { usual };
        let inset = (inset(&x_axis, INSET), inset(&y_axis, if is_square { INSET } else { 0.0 }));

        let room = panel_height - 2.0 * inset.1;
        let (y_values, y_intervals) = (chart.marks.y_values(), chart.marks.y_intervals());
        let y_values = [&y_values[..], &reached(&y_values, &y_intervals, y_axis.scale)].concat();
        let y = Ruler::new(&y_axis, &y_values, |ticks| are_apart(ticks, room, |_| TICK_GAP.1));
        let names = NAMES.0.min(NAMES.1 * whole);
        let is_named = |axis: &Axis| axis.scale == Scale::Categories;
        let step = |length: f64, axis: &Axis| length / axis.categories.len().max(1) as f64;
        let y_labels = is_named(&y_axis)
            .then(|| CategoryLabels::beside(&y_axis.categories, TICK_SIZE, step(panel_height, &y_axis), names));
        let labels = y_labels.as_ref().map_or_else(|| y.ticks.iter().map(wide).fold(0.0, f64::max), |it| it.depth);
        let left = MARGIN + labels + 9.0;
        // Half of the last label may stand out of the panel.
        let right_room = Self::right_room(format).max(gutter.map_or(0.0, |gutter| gutter + 8.0));
        let right = if is_square { left + panel_height } else { whole - right_room };
        let room = right - left - 2.0 * inset.0;
        let (x_values, x_intervals) = (chart.marks.x_values(), chart.marks.x_intervals());
        let x_values = [&x_values[..], &reached(&x_values, &x_intervals, x_axis.scale)].concat();
        let x = Ruler::new(&x_axis, &x_values, |ticks| are_apart(ticks, room, |tick| wide(tick) + TICK_GAP.0));
        let x_labels =
            is_named(&x_axis).then(|| CategoryLabels::below(&x_axis.categories, TICK_SIZE, step(room, &x_axis)));
        let is_cut = x_intervals.iter().flatten().any(|&end| x.is_beyond(end))
            || y_intervals.iter().flatten().any(|&end| y.is_beyond(end));
        Self {
            left,
            right,
            top: 0.0,
            bottom: panel_height,
            x_axis,
            y_axis,
            x,
            y,
            inset,
            x_labels,
            y_labels,
            gutter,
            is_cut,
            is_narrow: format.is_narrow(),
        }
    }

    /// The same, farther to the right and lower.
    pub(super) fn moved(self, (right, down): Place) -> Self {
        Self {
            left: self.left + right,
            right: self.right + right,
            top: self.top + down,
            bottom: self.bottom + down,
            ..self
        }
    }

    /// The room that a panel without gutter leaves to its right.
    pub(super) fn right_room(format: Format) -> f64 {
        if format.is_narrow() { SMALL_RIGHT_ROOM } else { RIGHT_ROOM }
    }

    /// How far the labels of the horizontal axis reach below the panel.
    pub(super) fn label_depth(&self) -> f64 {
        self.x_labels.as_ref().map_or(22.0, |labels| 9.0 + labels.depth)
    }

    /// Where a point stands, if both values are finite numbers.
    pub fn place(&self, x: f64, y: f64) -> Option<Place> {
        let is_drawn = x.is_finite() && y.is_finite();
        is_drawn.then(|| (self.across(self.x.share(x)), self.down(self.y.share(y))))
    }

    /// Where an end of an interval stands, drawn in to the edge, and whether that is not its place.
    pub(crate) fn end(&self, x: f64, y: f64) -> Option<(Place, bool)> {
        let is_drawn = !x.is_nan() && !y.is_nan();
        let within = |share: f64| share.clamp(0.0, 1.0);
        let place = (self.across(within(self.x.share(x))), self.down(within(self.y.share(y))));
        is_drawn.then(|| (place, self.x.is_beyond(x) || self.y.is_beyond(y)))
    }

    /// True if a value of the vertical axis stands outside of its scale, as zero does on a logarithmic one.
    pub(crate) fn is_set_apart(&self, y: f64) -> bool {
        self.y.is_set_apart(y)
    }

    /// The same of the horizontal axis.
    pub(crate) fn is_set_left(&self, x: f64) -> bool {
        self.x.is_set_apart(x)
    }

    /// True if a value lies within the range of the vertical axis.
    pub(crate) fn reaches(&self, y: f64) -> bool {
        (0.0..=1.0).contains(&self.y.share(y))
    }

    /// The room of one category along each axis; the whole length of an axis without categories.
    pub fn category_size(&self) -> (f64, f64) {
        let part = |length: f64, axis: &Axis| length / axis.categories.len().max(1) as f64;
        (part(self.right - self.left, &self.x_axis), part(self.bottom - self.top, &self.y_axis))
    }

    fn across(&self, share: f64) -> f64 {
        self.left + self.inset.0 + share * (self.right - self.left - 2.0 * self.inset.0)
    }

    fn down(&self, share: f64) -> f64 {
        self.bottom - self.inset.1 - share * (self.bottom - self.top - 2.0 * self.inset.1)
    }

    pub(super) fn draw(&self, canvas: &mut dyn Canvas) {
        self.draw_y(canvas);
        self.draw_x(canvas);
        let hair = Stroke::solid(Rgb::AXIS, 1.0);
        canvas.stroke(&[(self.left, self.bottom), (self.right, self.bottom)], hair);
        // The part of the axis that is set apart for zero is no part of the scale.
        let begin = self.y.zero_share().map_or(self.bottom, |share| self.down(share));
        canvas.stroke(&[(self.left, begin), (self.left, self.top)], hair);
        let gap = Stroke { dash: Dash::Dotted, ..hair };
        canvas.stroke(&[(self.left, self.bottom), (self.left, begin)], gap);
    }

    fn draw_y(&self, canvas: &mut dyn Canvas) {
        let minor = Stroke::solid(Rgb::AXIS, 0.6);
        for (index, tick) in self.y.ticks.iter().enumerate() {
            let y = self.down(tick.share);
            if let Some(labels) = &self.y_labels {
                let lines = &labels.lines[index];
                let first = y - CATEGORY_LINE * (lines.len().max(1) - 1) as f64 / 2.0;
                for (row, line) in lines.iter().enumerate() {
                    let base = first + CATEGORY_LINE * row as f64 + MIDDLE * TICK_SIZE;
                    canvas.text((self.left - 9.0, base), line, set(TICK, Anchor::Right));
                }
                canvas.stroke(&[(self.left - 4.0, y), (self.left, y)], minor);
                continue;
            }
            canvas.stroke(&[(self.left, y), (self.right, y)], Stroke::solid(Rgb::GRID, 1.0));
            canvas.text((self.left - 9.0, y + MIDDLE * TICK_SIZE), &tick.label, set(TICK, Anchor::Right));
        }
        for &share in &self.y.minor {
            canvas.stroke(&[(self.left - 3.0, self.down(share)), (self.left, self.down(share))], minor);
        }
    }

    fn draw_x(&self, canvas: &mut dyn Canvas) {
        for (index, tick) in self.x.ticks.iter().enumerate() {
            let x = self.across(tick.share);
            canvas.stroke(&[(x, self.bottom), (x, self.bottom + 5.0)], Stroke::solid(Rgb::AXIS, 1.0));
            match &self.x_labels {
                Some(labels) => draw_category(&labels.lines[index], labels.is_turned, (x, self.bottom), canvas),
                None => canvas.text((x, self.bottom + 19.0), &tick.label, set(TICK, Anchor::Middle)),
            }
        }
        for &share in &self.x.minor {
            let x = self.across(share);
            canvas.stroke(&[(x, self.bottom), (x, self.bottom + 3.0)], Stroke::solid(Rgb::AXIS, 0.6));
        }
    }

    /// Draws a grid across the panel at the ticks of the horizontal axis.
    pub(super) fn draw_columns(&self, canvas: &mut dyn Canvas) {
        for tick in &self.x.ticks {
            let x = self.across(tick.share);
            canvas.stroke(&[(x, self.top), (x, self.bottom)], Stroke::solid(Rgb::GRID, 1.0));
        }
    }
}

/// The lines of a label below a tick.
fn draw_category(lines: &[String], is_turned: bool, (x, bottom): Place, canvas: &mut dyn Canvas) {
    if !is_turned {
        for (row, line) in lines.iter().enumerate() {
            let base = bottom + 19.0 + CATEGORY_LINE * row as f64;
            canvas.text((x, base), line, set(TICK, Anchor::Middle));
        }
        return;
    }
    let first = x - CATEGORY_LINE * (lines.len().max(1) - 1) as f64 / 2.0;
    for (row, line) in lines.iter().enumerate() {
        let base = first + CATEGORY_LINE * row as f64 + MIDDLE * TICK_SIZE;
        let style = TextStyle { is_turned: true, ..set(TICK, Anchor::Right) };
        canvas.text((base, bottom + 9.0), line, style);
    }
}

/// True if neighbours have the room that they take, along an axis of this length.
pub(super) fn are_apart(ticks: &[Tick], length: f64, takes: impl Fn(&Tick) -> f64) -> bool {
    ticks.windows(2).all(|pair| {
        let distance = (pair[1].share - pair[0].share) * length;
        distance >= f64::midpoint(takes(&pair[0]), takes(&pair[1]))
    })
}
