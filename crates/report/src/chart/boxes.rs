//! Box plots: the box from the lower to the upper quartile, the median across it, whiskers to the farthest values
//! within 1.5 interquartile ranges, and the values beyond them as points (Tukey 1977).
//!
//! Where limits ended trials, their values are lower bounds: they stand as open points, and the parts of the box that
//! lie above the first of them are dashed, since they may lie higher.

use super::canvas::{Canvas, Place, Spot, Stroke};
use super::legend::{Key, Sample};
use super::lines::Bound;
use super::panel::Panel;
use super::shapes::{cross, marker, outline, rectangle};
use super::style::{Dash, Rgb, Style};
use super::{Format, Marks};
use searchlab_trial::text::counted;

/// A box with its whiskers and outliers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoxMark {
    /// The place of its category.
    pub category: usize,
    /// The quartiles: lower, median, upper.
    pub quartiles: [f64; 3],
    /// The ends of the whiskers.
    pub whiskers: [f64; 2],
    /// The values beyond the whiskers.
    pub outliers: Vec<f64>,
    /// The values that are lower bounds.
    pub bounds: Vec<f64>,
    /// The number of values.
    pub count: usize,
}

/// The boxes of a series.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoxSeries {
    /// The name; empty if the categories are the series.
    pub name: String,
    /// How the boxes look.
    pub style: Style,
    /// The boxes.
    pub boxes: Vec<BoxMark>,
}

/// Box plots, side by side in groups. A series with an empty name is not in the legend; each of those has its category
/// to itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Boxes {
    series: Vec<BoxSeries>,
    groups: usize,
}

/// The part of the room of a category that its boxes take.
const FILLED: f64 = 0.8;
/// The widest box, and the least room of one before the picture grows.
const WIDEST: f64 = 72.0;
const NARROWEST: f64 = 6.0;
const WIDEST_PICTURE: f64 = 1400.0;
const BESIDE: f64 = 130.0;
/// Values that are nearer than this are drawn as one.
const FINEST: f64 = 1.5;

impl BoxMark {
    /// True for a value at or above a lower bound, where nothing is known for certain.
    fn is_bound(&self, value: f64) -> bool {
        self.bounds.iter().any(|&bound| bound <= value)
    }
}

impl Boxes {
    /// The series that have boxes, in `groups` groups.
    pub(crate) fn new(series: Vec<BoxSeries>, groups: usize) -> Self {
        Self { series: series.into_iter().filter(|series| !series.boxes.is_empty()).collect(), groups }
    }

    /// The number of boxes side by side.
    fn abreast(&self) -> usize {
        if self.series.iter().all(|series| series.name.is_empty()) { 1 } else { self.series.len().max(1) }
    }

    fn boxes(&self) -> impl Iterator<Item = &BoxMark> {
        self.series.iter().flat_map(|series| &series.boxes)
    }
}

impl Marks for Boxes {
    fn x_values(&self) -> Vec<f64> {
        self.boxes().map(|mark| mark.category as f64).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        let all = |mark: &BoxMark| {
            let parts = mark.quartiles.into_iter().chain(mark.whiskers);
            parts.chain(mark.outliers.iter().chain(&mark.bounds).copied()).collect::<Vec<_>>()
        };
        self.boxes().flat_map(all).collect()
    }

    fn keys(&self) -> Vec<Key> {
        let named = self.series.iter().filter(|series| !series.name.is_empty());
        named.map(|series| Key { name: series.name.clone(), style: series.style, sample: Sample::Area }).collect()
    }

    fn format(&self) -> Format {
        let usual = Format::default();
        let wanted = BESIDE + (self.groups * self.abreast()) as f64 * NARROWEST / FILLED;
        Format { width: wanted.ceil().clamp(usual.width, WIDEST_PICTURE), ..usual }
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let abreast = self.abreast();
        let room = panel.category_size().0 * FILLED / abreast as f64;
        for (index, series) in self.series.iter().enumerate() {
            let shift = (index % abreast) as f64 - (abreast as f64 - 1.0) / 2.0;
            let offset = shift * room.min(WIDEST * 1.3);
            for mark in &series.boxes {
                draw_box(series, mark, (offset, (room * 0.8).min(WIDEST)), panel, canvas);
            }
        }
    }
}

fn draw_box(series: &BoxSeries, mark: &BoxMark, (offset, wide): (f64, f64), panel: &Panel, canvas: &mut dyn Canvas) {
    let at = |value: f64| panel.place(mark.category as f64, value).map(|(x, y)| (x + offset, y));
    let [lower, median, upper] = mark.quartiles;
    let places = [mark.whiskers[0], lower, median, upper, mark.whiskers[1]].map(at);
    let [Some((x, foot)), Some((_, low)), Some((_, middle)), Some((_, high)), Some((_, head))] = places else { return };
    let color = series.style.color();
    let (left, right) = (x - wide / 2.0, x + wide / 2.0);
    let stroke = |value: f64, width: f64| {
        let dash = if mark.is_bound(value) { Dash::Dotted } else { Dash::Solid };
        Stroke { color, width, dash }
    };
    canvas.stroke(&[(x, low), (x, foot)], stroke(mark.whiskers[0], 1.4));
    canvas.stroke(&[(x, high), (x, head)], stroke(mark.whiskers[1], 1.4));
    for (y, value) in [(foot, mark.whiskers[0]), (head, mark.whiskers[1])] {
        canvas.stroke(&[(x - wide / 4.0, y), (x + wide / 4.0, y)], stroke(value, 1.4));
    }
    let area = [left, high, right, low];
    canvas.fill(&rectangle(area), Rgb::PAPER, 1.0);
    canvas.fill(&rectangle(area), color, 0.22);
    outline(canvas, area, stroke(upper, 1.4));
    canvas.stroke(&[(left, middle), (right, middle)], stroke(median, 3.2));
    let size = (wide / 8.0).clamp(1.8, 3.4);
    for (values, is_open) in [(&mark.outliers, false), (&mark.bounds, true)] {
        for (value, place) in apart(values, at) {
            if panel.is_set_apart(value) {
                cross(place, color, size, canvas);
            } else {
                marker(canvas, place, series.style, if is_open { size + 0.6 } else { size }, is_open);
            }
        }
    }
    let words = told(series, mark, panel);
    canvas.tip(Spot::Over([left, high.min(head), right, low.max(foot).max(high.min(head) + 8.0)]), &words);
}

/// The values that can be told apart, with their places.
fn apart(values: &[f64], at: impl Fn(f64) -> Option<Place>) -> Vec<(f64, Place)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut chosen: Vec<(f64, Place)> = Vec::new();
    for value in sorted {
        let Some(place) = at(value) else { continue };
        if chosen.last().is_none_or(|(_, before)| (before.1 - place.1).abs() >= FINEST) {
            chosen.push((value, place));
        }
    }
    chosen
}

fn told(series: &BoxSeries, mark: &BoxMark, panel: &Panel) -> String {
    let (x, y) = (&panel.x_axis, &panel.y_axis);
    let [lower, median, upper] = mark.quartiles.map(|value| {
        let bound = if mark.is_bound(value) { Bound::AtLeast } else { Bound::Exact };
        bound.told(&y.unit.exact(value))
    });
    let category = x.told(mark.category as f64);
    let name = if series.name.is_empty() { category } else { format!("{}, {} {category}", series.name, x.title) };
    let count = counted(mark.count as u64, "value");
    let limited = match mark.bounds.len() {
        0 => String::new(),
        some => format!(", {some} of them ended by a limit"),
    };
    format!("{name}: median {median}, quartiles {lower} and {upper}, {count}{limited}")
}
