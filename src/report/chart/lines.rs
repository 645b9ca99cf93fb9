//! Series of points joined by lines, each named at its end where there is room.
//!
//! A name stands to the right of the panel, at the height of the end of its line or as near to it as the other names
//! allow, or beside the last point of a line that ends early. Where the names are too many or too long for that,
//! there is a legend.

use super::canvas::{Anchor, Canvas, Place, Stroke, TextStyle};
use super::labels::{spread, width};
use super::layout::{MIDDLE, NAME_SIZE, Panel, marker};
use super::style::{Dash, Style};
use super::{Key, Marks};

/// A value of a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// Whether the true value is only known to be at least `y`. Drawn as an open marker.
    pub is_bound: bool,
    /// The ends of the error bar.
    pub interval: Option<[f64; 2]>,
}

impl Point {
    /// An exact value.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, is_bound: false, interval: None }
    }
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What they are called.
    pub name: String,
    /// How they look.
    pub style: Style,
    /// The points, from the left to the right.
    pub points: Vec<Point>,
}

/// Series of points joined by lines. On a logarithmic axis, zeros stand apart as crosses and no line leads to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    series: Vec<Series>,
}

/// Up to this many series, lines and markers have room; with more they are drawn finer.
const FEW: usize = 4;
/// From one name to the next.
const LABEL_LINE: f64 = 18.0;
/// From the panel to the marker before a name, and to the name.
const LABEL_MARKER: f64 = 30.0;
const LABEL_TEXT: f64 = 41.0;
/// Names wider than this go to the legend.
const WIDEST_LABEL: f64 = 230.0;
/// A line ends early if its end is farther than this from the right edge.
const FAR: f64 = 40.0;
/// Room around a point that no name may enter.
const CLEARANCE: f64 = 9.0;

impl Lines {
    /// The series that have points. Each should have a name and a style of its own.
    pub fn new(series: Vec<Series>) -> Self {
        Self { series: series.into_iter().filter(|series| !series.points.is_empty()).collect() }
    }

    /// The series that are drawn.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    fn line_width(&self) -> f64 {
        if self.series.len() <= FEW { 2.0 } else { 1.6 }
    }

    fn marker_size(&self) -> f64 {
        if self.series.len() <= FEW { 4.5 } else { 3.5 }
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
        self.points().flat_map(|point| [point.y].into_iter().chain(point.interval.into_iter().flatten())).collect()
    }

    fn keys(&self) -> Vec<Key> {
        self.series.iter().map(|series| Key { name: series.name.clone(), style: series.style }).collect()
    }

    fn gutter(&self, panel_height: f64) -> Option<f64> {
        let widest = self.series.iter().map(|series| width(&series.name, NAME_SIZE, false)).fold(0.0, f64::max);
        let fits = widest <= WIDEST_LABEL && LABEL_LINE * self.series.len() as f64 <= panel_height;
        fits.then_some(LABEL_TEXT + widest.ceil() + 12.0)
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        // The first series lies on top of the others.
        for series in self.series.iter().rev() {
            whiskers(series, panel, canvas);
            let stroke = Stroke { color: series.style.color(), width: self.line_width(), dash: series.style.dash };
            for run in runs(series, panel) {
                canvas.stroke(&run, stroke);
            }
        }
        for series in self.series.iter().rev() {
            for point in &series.points {
                let Some(place) = panel.place(point.x, point.y) else { continue };
                // The hole must be seen.
                let extra = if point.is_bound { 1.0 } else { 0.0 };
                if panel.is_set_apart(point.y) {
                    cross(place, series.style, self.marker_size(), canvas);
                } else {
                    marker(canvas, place, series.style, self.marker_size() + extra, point.is_bound);
                }
                canvas.tip(place, &told(series, point, panel));
            }
        }
        if self.gutter(panel.bottom - panel.top).is_some() {
            self.draw_labels(panel, canvas);
        }
    }
}

/// What is told of a point.
fn told(series: &Series, point: &Point, panel: &Panel) -> String {
    let (x, y) = (&panel.x_axis, &panel.y_axis);
    let bound = if point.is_bound { "at least " } else { "" };
    let interval = point.interval.map(|[low, high]| format!(" ({} to {})", y.unit.exact(low), y.unit.exact(high)));
    let (at, value) = (x.unit.exact(point.x), y.unit.exact(point.y));
    format!("{}, {} {at}: {bound}{value}{}", series.name, x.title, interval.unwrap_or_default())
}

/// The places of the points that lines join: interrupted by zeros that stand apart, and by what is no number.
fn runs(series: &Series, panel: &Panel) -> Vec<Vec<Place>> {
    let joined = |point: &Point| panel.place(point.x, point.y).filter(|_| !panel.is_set_apart(point.y));
    let places: Vec<_> = series.points.iter().map(joined).collect();
    places.split(Option::is_none).map(|run| run.iter().copied().flatten().collect()).collect()
}

fn cross((x, y): Place, style: Style, arm: f64, canvas: &mut dyn Canvas) {
    let stroke = Stroke::solid(style.color(), 2.0);
    canvas.stroke(&[(x - arm, y - arm), (x + arm, y + arm)], stroke);
    canvas.stroke(&[(x - arm, y + arm), (x + arm, y - arm)], stroke);
}

fn whiskers(series: &Series, panel: &Panel, canvas: &mut dyn Canvas) {
    let stroke = Stroke::solid(series.style.color(), 1.2);
    for point in &series.points {
        let ends = point.interval.map(|ends| ends.map(|end| panel.place(point.x, end)));
        if let Some([Some((x, low)), Some((_, high))]) = ends {
            canvas.stroke(&[(x, low), (x, high)], stroke);
            for y in [low, high] {
                canvas.stroke(&[(x - 3.5, y), (x + 3.5, y)], stroke);
            }
        }
    }
}

/// An upright rectangle: left, top, right, bottom.
#[derive(Debug, Clone, Copy)]
struct Area([f64; 4]);

impl Area {
    fn meets(self, Self([left, top, right, bottom]): Self) -> bool {
        self.0[0] < right && left < self.0[2] && self.0[1] < bottom && top < self.0[3]
    }

    fn holds(self, (x, y): Place) -> bool {
        (self.0[0]..=self.0[2]).contains(&x) && (self.0[1]..=self.0[3]).contains(&y)
    }
}

impl Lines {
    fn draw_labels(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let end = |series: &Series| series.points.iter().rev().find_map(|point| panel.place(point.x, point.y));
        let mut ends: Vec<_> = self.series.iter().filter_map(|series| Some((series, end(series)?))).collect();
        // From the top to the bottom; of lines that end together, in the order in which they came there.
        let before = |series: &Series| {
            let places = series.points.iter().rev().filter_map(|point| panel.place(point.x, point.y));
            places.map(|place| place.1).collect::<Vec<_>>()
        };
        ends.sort_by(|a, b| before(a.0).partial_cmp(&before(b.0)).unwrap_or(std::cmp::Ordering::Equal));

        let obstacles = self.obstacles(panel);
        let mut taken: Vec<Area> = Vec::new();
        let mut outside = Vec::new();
        for (series, end) in ends {
            match inside_place(series, end, panel, &obstacles, &taken) {
                Some((base, area)) => {
                    taken.push(area);
                    name(series, base, canvas);
                }
                None => outside.push((series, end)),
            }
        }
        let wanted: Vec<_> = outside.iter().map(|(_, end)| end.1).collect();
        for ((series, end), y) in outside.iter().zip(spread(&wanted, LABEL_LINE, panel.top, panel.bottom)) {
            let begin = end.0 + CLEARANCE;
            // A line that ends early is led on at its own height, in dots; the slant is in the gutter.
            let is_far = panel.right - end.0 > FAR;
            let dash = if is_far { Dash::Dotted } else { Dash::Solid };
            let bend = if is_far { panel.right } else { begin };
            let target = (panel.right + LABEL_MARKER - CLEARANCE, y);
            let leader = Stroke { color: series.style.color(), width: 0.8, dash };
            canvas.stroke(&[(begin, end.1), (bend, end.1), target], leader);
            marker(canvas, (panel.right + LABEL_MARKER, y), series.style, 4.0, false);
            name(series, (panel.right + LABEL_TEXT, y + MIDDLE * NAME_SIZE), canvas);
        }
    }

    /// Places that are a few units apart along all lines: no name may cover one.
    fn obstacles(&self, panel: &Panel) -> Vec<Place> {
        const STEP: f64 = 3.0;
        let mut places: Vec<Place> = self.points().filter_map(|point| panel.place(point.x, point.y)).collect();
        for run in self.series.iter().flat_map(|series| runs(series, panel)) {
            for pair in run.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                let steps = ((x1 - x0).abs().max((y1 - y0).abs()) / STEP).ceil() as u32;
                let part = |step: u32| f64::from(step) / f64::from(steps.max(1));
                places.extend((0..steps).map(|step| (x0 + (x1 - x0) * part(step), y0 + (y1 - y0) * part(step))));
            }
        }
        places
    }
}

/// Beside the last point of a line that ends early: the base line of its name and the area that it takes.
fn inside_place(
    series: &Series,
    (x, y): Place,
    panel: &Panel,
    obstacles: &[Place],
    taken: &[Area],
) -> Option<(Place, Area)> {
    let wide = width(&series.name, NAME_SIZE, false);
    if panel.right - x < FAR {
        return None;
    }
    let candidates = [
        (CLEARANCE + 3.0, 0.0),
        (CLEARANCE, -14.0),
        (CLEARANCE, 14.0),
        (-wide / 2.0, -18.0),
        (-wide - CLEARANCE, -14.0),
    ];
    candidates.into_iter().find_map(|(dx, dy)| {
        let (left, middle) = (x + dx, y + dy);
        let area = Area([left - 2.0, middle - 9.0, left + wide + 2.0, middle + 9.0]);
        let [from, top, to, bottom] = area.0;
        let is_inside = from >= panel.left && to <= panel.right && top >= panel.top - 12.0 && bottom <= panel.bottom;
        let is_free =
            !obstacles.iter().any(|&place| area.holds(place)) && !taken.iter().any(|&other| area.meets(other));
        (is_inside && is_free).then_some(((left, middle + MIDDLE * NAME_SIZE), area))
    })
}

fn name(series: &Series, base: Place, canvas: &mut dyn Canvas) {
    let color = series.style.text_color();
    canvas.text(base, &series.name, TextStyle { size: NAME_SIZE, bold: false, color, anchor: Anchor::Left });
}
