//! Series of points joined by lines, each named at its end where there is room.
//!
//! Intervals are error bars, or translucent bands along the lines. A line across the panel may mark a value, such as
//! the 1 of ratios.

use super::canvas::{Canvas, Place, Spot, Stroke};
use super::ends::{self, Ended};
use super::legend::{Key, Sample};
use super::panel::Panel;
use super::shapes::{cross, error_bar, marker};
use super::style::{Dash, Rgb, Style};
use super::{Format, Marks, facets};

/// On which side of a value the truth lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// It is the value or more: a limit ended a trial.
    AtLeast,
    /// It is the value or less, as a multiple of a baseline is that a limit ended.
    AtMost,
}

impl Bound {
    /// The words before the value; empty if it is exact.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtLeast => "at least",
            Self::AtMost => "at most",
        }
    }

    /// The number with the words before it.
    pub(super) fn told(self, number: &str) -> String {
        let words = self.words();
        if words.is_empty() { number.to_owned() } else { format!("{words} {number}") }
    }
}

/// A value of a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// Exact, or a lower or upper bound, which is drawn as an open marker.
    pub bound: Bound,
    /// The ends of the error bar.
    pub interval: Option<[f64; 2]>,
}

impl Point {
    /// An exact value.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, bound: Bound::Exact, interval: None }
    }
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The name.
    pub name: String,
    /// How they look.
    pub style: Style,
    /// The points, from the left to the right.
    pub points: Vec<Point>,
}

/// A curve fitted to a series, drawn dashed in its colour.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    /// The result of the fit, at the name of the series.
    pub label: String,
    /// The curve.
    pub points: Vec<(f64, f64)>,
}

/// Series of points joined by lines. On a logarithmic axis, zeros stand apart as crosses and no line leads to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    series: Vec<Series>,
    /// Of each series its fit, if it has one.
    fits: Vec<Option<Fit>>,
    has_bands: bool,
    reference: Option<f64>,
}

/// Up to this many series, lines and markers have room; with more they are drawn finer.
const FEW: usize = 4;
/// Markers of one line are no nearer to each other.
const DENSE: f64 = 11.0;
/// Opacity of the bands of few series, and of many.
const BAND: (f64, f64) = (0.16, 0.09);
/// From the middle of an open marker to the tip of the arrow that says where the truth lies.
const ARROW: f64 = 13.0;

impl Lines {
    /// The series that have points. Each should have a name and a style of its own.
    pub fn new(series: Vec<Series>) -> Self {
        Self::fitted(series, Vec::new())
    }

    /// The series that have points, each with its fit and the result of it at the name.
    pub(crate) fn fitted(series: Vec<Series>, fits: Vec<Option<Fit>>) -> Self {
        let both = series.into_iter().zip(fits.into_iter().chain(std::iter::repeat(None)));
        let (mut series, fits): (Vec<Series>, Vec<Option<Fit>>) =
            both.filter(|(series, _)| !series.points.is_empty()).unzip();
        for (series, fit) in series.iter_mut().zip(&fits) {
            if let Some(fit) = fit {
                series.name = format!("{}, {}", series.name, fit.label);
            }
        }
        Self { series, fits, has_bands: false, reference: None }
    }

    /// Draws intervals as bands along the lines.
    pub(crate) fn with_bands(self) -> Self {
        Self { has_bands: true, ..self }
    }

    /// Marks a value by a line across the panel. Bounds get arrows then, which point to the side of the truth.
    pub(crate) fn with_reference(self, value: f64) -> Self {
        Self { reference: Some(value), ..self }
    }

    fn is_few(&self) -> bool {
        self.series.len() <= FEW
    }

    fn marker_size(&self) -> f64 {
        if self.is_few() { 4.5 } else { 3.5 }
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }
}

impl Marks for Lines {
    fn x_values(&self) -> Vec<f64> {
        self.points().map(|point| point.x).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.points().map(|point| point.y).chain(self.reference).collect()
    }

    fn y_intervals(&self) -> Vec<[f64; 2]> {
        self.points().filter_map(|point| point.interval).collect()
    }

    fn keys(&self) -> Vec<Key> {
        let key = |series: &Series| Key { name: series.name.clone(), style: series.style, sample: Sample::Line };
        self.series.iter().map(key).collect()
    }

    fn gutter(&self, format: Format) -> Option<f64> {
        ends::gutter(self.series.iter().map(|series| series.name.as_str()), format)
    }

    fn facets(&self) -> Vec<Key> {
        facets::of(self.keys())
    }

    fn draw_facet(&self, facet: usize, panel: &Panel, canvas: &mut dyn Canvas) {
        self.draw_reference(panel, canvas);
        for series in &self.series {
            for run in runs(series, panel) {
                canvas.stroke(&run, facets::FAINT);
            }
        }
        let fits = vec![self.fits.get(facet).cloned().flatten()];
        let one = Self { series: vec![self.series[facet].clone()], fits, ..self.clone() };
        one.draw(panel, canvas);
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        self.draw_reference(panel, canvas);
        if self.has_bands {
            let opacity = if self.is_few() { BAND.0 } else { BAND.1 };
            self.series.iter().rev().for_each(|series| bands(series, panel, opacity, canvas));
        }
        // The first series lies on top of the others.
        for series in self.series.iter().rev() {
            whiskers(series, self.has_bands, panel, canvas);
            let width = if self.is_few() { 2.0 } else { 1.6 };
            let stroke = Stroke { color: series.style.color(), width, dash: series.style.dash };
            for run in runs(series, panel) {
                canvas.stroke(&run, stroke);
            }
        }
        for (series, fit) in self.series.iter().zip(&self.fits) {
            let places = fit.iter().flat_map(|fit| &fit.points).filter_map(|&(x, y)| panel.place(x, y));
            let places: Vec<Place> = places.collect();
            let color = series.style.color();
            canvas.stroke(&places, Stroke { color, width: 1.2, dash: Dash::Dashed });
        }
        for series in self.series.iter().rev() {
            self.draw_points(series, panel, canvas);
        }
        // In the order of the legend, for those who walk through the values.
        for series in &self.series {
            for point in &series.points {
                if let Some(place) = panel.place(point.x, point.y) {
                    canvas.tip(Spot::At(place), &told(series, point, panel));
                }
            }
        }
        if panel.gutter.is_some() {
            let ended = |series| Ended::of(series, panel);
            ends::draw(&self.series.iter().map(ended).collect::<Vec<_>>(), panel, canvas);
        }
    }
}

impl Lines {
    /// The markers of a series: where points are dense, only as many as can be told apart.
    fn draw_points(&self, series: &Series, panel: &Panel, canvas: &mut dyn Canvas) {
        let mut last = f64::NEG_INFINITY;
        let end = series.points.len().saturating_sub(1);
        for (index, point) in series.points.iter().enumerate() {
            let is_joined = point.bound == Bound::Exact && !panel.is_set_apart(point.y) && (1..end).contains(&index);
            let x = panel.place(point.x, point.y).map_or(last, |place| place.0);
            if is_joined && x - last < DENSE {
                continue;
            }
            last = x;
            self.draw_point(series, point, panel, canvas);
        }
    }

    fn draw_point(&self, series: &Series, point: &Point, panel: &Panel, canvas: &mut dyn Canvas) {
        let Some(place) = panel.place(point.x, point.y) else { return };
        let is_bound = point.bound != Bound::Exact;
        // The hole must be seen.
        let extra = if is_bound { 1.0 } else { 0.0 };
        if panel.is_set_apart(point.y) {
            cross(place, series.style.color(), self.marker_size(), canvas);
        } else {
            if is_bound && self.reference.is_some() {
                arrow(place, series.style.color(), point.bound == Bound::AtLeast, canvas);
            }
            marker(canvas, place, series.style, self.marker_size() + extra, is_bound);
        }
    }

    fn draw_reference(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let place = self.reference.and_then(|value| panel.place(0.0, value));
        if let Some((_, y)) = place {
            canvas.stroke(&[(panel.left, y), (panel.right, y)], Stroke::solid(Rgb::INK, 1.4));
        }
    }
}

impl<'a> Ended<'a> {
    fn of(series: &'a Series, panel: &Panel) -> Self {
        let points = series.points.iter().filter_map(|point| panel.place(point.x, point.y)).collect();
        Self { name: &series.name, style: series.style, points, runs: runs(series, panel) }
    }
}

/// The tooltip of a point.
fn told(series: &Series, point: &Point, panel: &Panel) -> String {
    let (x, y) = (&panel.x_axis, &panel.y_axis);
    let interval = point.interval.map(|[low, high]| format!(" ({} to {})", y.unit.exact(low), y.unit.exact(high)));
    let (at, value) = (x.told(point.x), point.bound.told(&y.unit.exact(point.y)));
    format!("{}, {} {at}: {value}{}", series.name, x.title, interval.unwrap_or_default())
}

/// The places of the points that lines join: interrupted by zeros that stand apart, and by what is no number.
fn runs(series: &Series, panel: &Panel) -> Vec<Vec<Place>> {
    let joined = |point: &Point| panel.place(point.x, point.y).filter(|_| !panel.is_set_apart(point.y));
    let places: Vec<_> = series.points.iter().map(joined).collect();
    places.split(Option::is_none).map(|run| run.iter().copied().flatten().collect()).collect()
}

/// Both ends of the interval of a point, and whether each is cut off.
fn interval(point: &Point, panel: &Panel) -> Option<[(Place, bool); 2]> {
    let [low, high] = point.interval?;
    Some([panel.end(point.x, low)?, panel.end(point.x, high)?])
}

/// The stretches of neighbouring points that have intervals.
fn banded<'a>(series: &'a Series, panel: &Panel) -> Vec<&'a [Point]> {
    series.points.split(|point| interval(point, panel).is_none()).filter(|stretch| stretch.len() > 1).collect()
}

fn bands(series: &Series, panel: &Panel, opacity: f64, canvas: &mut dyn Canvas) {
    for stretch in banded(series, panel) {
        let ends: Vec<_> = stretch.iter().filter_map(|point| interval(point, panel)).collect();
        let lower = ends.iter().map(|ends| ends[0].0);
        let upper = ends.iter().rev().map(|ends| ends[1].0);
        canvas.fill(&lower.chain(upper).collect::<Vec<_>>(), series.style.color(), opacity);
    }
}

/// Error bars: for all intervals, or for those that are in no band.
fn whiskers(series: &Series, has_bands: bool, panel: &Panel, canvas: &mut dyn Canvas) {
    let stroke = Stroke::solid(series.style.color(), 1.2);
    let banded = if has_bands { banded(series, panel) } else { Vec::new() };
    let is_banded = |point: &Point| banded.iter().any(|stretch| stretch.iter().any(|other| std::ptr::eq(other, point)));
    for point in series.points.iter().filter(|point| !is_banded(point)) {
        if let Some(ends) = interval(point, panel) {
            error_bar(canvas, ends, 3.5, stroke);
        }
    }
}

/// A short arrow up or down from the middle of a marker.
fn arrow((x, y): Place, color: Rgb, is_up: bool, canvas: &mut dyn Canvas) {
    let sign = if is_up { -1.0 } else { 1.0 };
    let (tip, barb) = (y + sign * ARROW, y + sign * (ARROW - 4.0));
    let stroke = Stroke { color, width: 1.4, dash: Dash::Solid };
    canvas.stroke(&[(x, y), (x, tip)], stroke);
    canvas.stroke(&[(x - 3.0, barb), (x, tip), (x + 3.0, barb)], stroke);
}
