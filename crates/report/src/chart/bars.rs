//! Groups of bars: a group for each category, in it a bar for each series, with error bars. For linear axes: on a
//! logarithmic one the length of a bar means nothing, and rows of points take its place (`rows.rs`).
//!
//! A bar that is only a lower bound is hatched, with ≥ above it where there is room. Each bar carries the marker of its
//! series, so that nothing is told by colour alone.

use super::canvas::{Anchor, Canvas, Spot, Stroke};
use super::labels::width;
use super::layout::set;
use super::legend::{Key, Sample};
use super::lines::{Bound, Point, Series};
use super::panel::{Panel, TICK, TICK_SIZE};
use super::shapes::{cross, error_bar, hatch, outline, rectangle};
use super::style::Rgb;
use super::{Format, Marks};

/// Groups of bars. The x of a point is the place of its category on an axis of categories.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bars {
    series: Vec<Series>,
    groups: usize,
}

/// The part of the room of a category that its bars take.
const FILLED: f64 = 0.82;
/// Widest bar.
const WIDEST: f64 = 64.0;
/// The picture grows until bars are as wide as this, up to its greatest width.
const NARROWEST: f64 = 4.0;
const WIDEST_PICTURE: f64 = 1400.0;
/// Width that the axis and the edges take.
const BESIDE: f64 = 130.0;
/// Least width of a bar that carries a marker.
const MARKED: f64 = 9.0;

impl Bars {
    /// The series that have points, side by side in each of `groups` groups.
    pub(crate) fn new(series: Vec<Series>, groups: usize) -> Self {
        Self { series: series.into_iter().filter(|series| !series.points.is_empty()).collect(), groups }
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// Width of a bar where a category has this much room.
    fn bar_width(&self, room: f64) -> f64 {
        (room * FILLED / self.series.len().max(1) as f64).min(WIDEST)
    }
}

impl Marks for Bars {
    fn x_values(&self) -> Vec<f64> {
        self.points().map(|point| point.x).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.points().map(|point| point.y).collect()
    }

    fn y_intervals(&self) -> Vec<[f64; 2]> {
        self.points().filter_map(|point| point.interval).collect()
    }

    fn keys(&self) -> Vec<Key> {
        let key = |series: &Series| Key { name: series.name.clone(), style: series.style, sample: Sample::Area };
        // A series alone needs no name.
        self.series.iter().filter(|series| !series.name.is_empty()).map(key).collect()
    }

    fn format(&self) -> Format {
        let usual = Format::default();
        let wanted = BESIDE + self.groups as f64 * self.series.len() as f64 * NARROWEST / FILLED;
        Format { width: wanted.ceil().clamp(usual.width, WIDEST_PICTURE), ..usual }
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let wide = self.bar_width(panel.category_size().0);
        for (index, series) in self.series.iter().enumerate() {
            let offset = (index as f64 - self.series.len() as f64 / 2.0) * wide;
            for point in &series.points {
                draw_bar(series, point, (offset, wide), panel, canvas);
            }
        }
        // The axis lies over the feet of the bars.
        canvas.stroke(&[(panel.left, panel.bottom), (panel.right, panel.bottom)], Stroke::solid(Rgb::AXIS, 1.0));
    }
}

fn draw_bar(series: &Series, point: &Point, (offset, wide): (f64, f64), panel: &Panel, canvas: &mut dyn Canvas) {
    let Some((x, y)) = panel.place(point.x, point.y) else { return };
    let base = panel.place(0.0, 0.0).map_or(panel.bottom, |zero| zero.1).clamp(panel.top, panel.bottom);
    let base = if panel.reaches(0.0) { base } else { panel.bottom };
    let gap = (wide * 0.12).min(2.0);
    let (left, right) = (x + offset + gap / 2.0, x + offset + wide - gap / 2.0);
    let middle = f64::midpoint(left, right);
    let color = series.style.color();
    let area = [left, y.min(base), right, y.max(base)];
    if panel.is_set_apart(point.y) {
        cross((middle, y - 5.0), color, (wide / 3.0).min(4.0), canvas);
    } else if point.bound == Bound::Exact {
        canvas.fill(&rectangle(area), color, 1.0);
    } else {
        canvas.fill(&rectangle(area), color, 0.15);
        hatch(canvas, area, Stroke::solid(color, 1.2));
        outline(canvas, area, Stroke::solid(color, 1.4));
        if right - left >= width("≥", TICK_SIZE, false) {
            canvas.text((middle, area[1] - 5.0), "≥", set(TICK, Anchor::Middle));
        }
    }
    let ends = point.interval.map(|ends| ends.map(|end| panel.end(point.x, end)));
    // At the foot of the bar, where no error bar comes.
    let sign = if y <= base { -1.0 } else { 1.0 };
    let reach = |at: f64| (at - base) * sign;
    let nearest = ends.into_iter().flatten().flatten().map(|(end, _)| reach(end.1)).fold(reach(y), f64::min);
    // A series alone, which has no name, is told from none.
    if !series.name.is_empty() && point.bound == Bound::Exact && wide >= MARKED && nearest >= MARKED + 3.0 {
        let size = (wide / 5.0).min(3.5);
        canvas.fill(&series.style.marker_at((middle, base + sign * (size + 5.0)), size), Rgb::PAPER, 1.0);
    }
    if let Some([Some(low), Some(high)]) = ends {
        let ends = [low, high].map(|((_, y), is_cut)| ((middle, y), is_cut));
        // A seam of paper, so that the lower half is seen on its bar.
        let cap = (wide / 4.0).min(4.0);
        error_bar(canvas, ends, cap, Stroke::solid(Rgb::PAPER, 3.0));
        error_bar(canvas, ends, cap, Stroke::solid(Rgb::INK, 1.3));
    }
    let [left, top, right, bottom] = area;
    canvas.tip(Spot::Over([left, top.min(bottom - 6.0), right, bottom]), &told(series, point, panel));
}

fn told(series: &Series, point: &Point, panel: &Panel) -> String {
    let y = &panel.y_axis;
    let interval = point.interval.map(|[low, high]| format!(" ({} to {})", y.unit.exact(low), y.unit.exact(high)));
    let value = point.bound.told(&y.unit.exact(point.y));
    let x = &panel.x_axis;
    let at = format!("{} {}", x.title, x.told(point.x));
    let name = if series.name.is_empty() { String::new() } else { format!("{}, ", series.name) };
    format!("{name}{}: {value}{}", at.trim(), interval.unwrap_or_default())
}
