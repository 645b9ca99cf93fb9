//! Clouds of points, with the diagonal on which both values are equal.
//!
//! A value that is only a lower bound stands open on the far border. Where points are too many to be told apart, those
//! of one neighbourhood are drawn once; the picture then has a bounded size.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Place, Spot, Stroke};
use super::legend::{Key, Sample};
use super::lines::Bound;
use super::panel::Panel;
use super::shapes::marker;
use super::style::{Dash, Rgb, Style};
use super::{Format, Marks};
use searchlab_trial::text::grouped;

/// A point with its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Dot {
    /// Along the horizontal axis, and whether it is a lower bound.
    pub x: (f64, bool),
    /// Along the vertical axis, and whether it is a lower bound.
    pub y: (f64, bool),
    /// The name: the instance.
    pub name: String,
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cloud {
    /// The name.
    pub name: String,
    /// How they look.
    pub style: Style,
    /// The points.
    pub dots: Vec<Dot>,
}

/// Clouds of points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scatter {
    clouds: Vec<Cloud>,
    has_diagonal: bool,
}

/// Side of the square panel with a diagonal.
const SQUARE: f64 = 480.0;
/// Most points that are drawn.
const MOST: usize = 1500;
/// Up to this many points are drawn large.
const FEW: usize = 150;

impl Scatter {
    /// The clouds that have points. With the diagonal both axes have the same range and length; they should have the
    /// same scale and unit.
    pub(crate) fn new(clouds: Vec<Cloud>, has_diagonal: bool) -> Self {
        Self { clouds: clouds.into_iter().filter(|cloud| !cloud.dots.is_empty()).collect(), has_diagonal }
    }

    fn dots(&self) -> impl Iterator<Item = &Dot> {
        self.clouds.iter().flat_map(|cloud| &cloud.dots)
    }

    /// The points to be drawn: cloud, first point, place, how many there are in all. Points of one cloud within one
    /// square of a raster are one; the raster is as coarse as it must.
    fn drawn(&self, panel: &Panel) -> Vec<(&Cloud, &Dot, Place, usize)> {
        let placed: Vec<(usize, &Dot, Place)> = self
            .clouds
            .iter()
            .enumerate()
            .flat_map(|(index, cloud)| cloud.dots.iter().map(move |dot| (index, dot)))
            .filter_map(|(index, dot)| Some((index, dot, place(dot, panel)?)))
            .collect();
        let mut side = 0.5;
        loop {
            let mut found: BTreeMap<(usize, bool, i64, i64), usize> = BTreeMap::new();
            let mut drawn: Vec<(&Cloud, &Dot, Place, usize)> = Vec::new();
            for &(index, dot, (x, y)) in &placed {
                let key = (index, dot.x.1 || dot.y.1, (x / side) as i64, (y / side) as i64);
                let at = *found.entry(key).or_insert_with(|| {
                    drawn.push((&self.clouds[index], dot, (x, y), 0));
                    drawn.len() - 1
                });
                drawn[at].3 += 1;
            }
            if drawn.len() <= MOST {
                return drawn;
            }
            side *= 1.5;
        }
    }

    fn draw_diagonal(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let values = self.x_values();
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        if let (Some((x, y)), Some((right, top))) = (panel.place(low, low), panel.place(high, high)) {
            // On to the corners: both axes have the same scale.
            let before = (x - panel.left).min(panel.bottom - y);
            let after = (panel.right - right).min(top - panel.top);
            let ends = [(x - before, y + before), (right + after, top - after)];
            canvas.stroke(&ends, Stroke::solid(Rgb::AXIS, 1.2));
        }
    }
}

impl Marks for Scatter {
    fn x_values(&self) -> Vec<f64> {
        if self.has_diagonal {
            return self.dots().flat_map(|dot| [dot.x.0, dot.y.0]).collect();
        }
        self.dots().map(|dot| dot.x.0).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        if self.has_diagonal { self.x_values() } else { self.dots().map(|dot| dot.y.0).collect() }
    }

    fn keys(&self) -> Vec<Key> {
        let key = |cloud: &Cloud| Key { name: cloud.name.clone(), style: cloud.style, sample: Sample::Marker };
        self.clouds.iter().map(key).collect()
    }

    fn format(&self) -> Format {
        if self.has_diagonal {
            return Format { panel_height: SQUARE, is_square: true, ..Format::default() };
        }
        Format::default()
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        panel.draw_columns(canvas);
        if self.has_diagonal {
            self.draw_diagonal(panel, canvas);
        }
        let border = Stroke { color: Rgb::AXIS, width: 1.0, dash: Dash::Dotted };
        if self.dots().any(|dot| dot.x.1) {
            canvas.stroke(&[(panel.right, panel.bottom), (panel.right, panel.top)], border);
        }
        if self.dots().any(|dot| dot.y.1) {
            canvas.stroke(&[(panel.left, panel.top), (panel.right, panel.top)], border);
        }
        let drawn = self.drawn(panel);
        // The first cloud lies on top of the others.
        for &(cloud, dot, at, _) in drawn.iter().rev() {
            let is_bound = dot.x.1 || dot.y.1;
            if is_bound || drawn.len() <= FEW {
                marker(canvas, at, cloud.style, if is_bound { 4.5 } else { 4.0 }, is_bound);
            } else {
                canvas.fill(&cloud.style.marker_at(at, 2.6), cloud.style.color(), 0.7);
            }
        }
        for (cloud, dot, at, count) in drawn {
            canvas.tip(Spot::At(at), &told(cloud, dot, count, panel));
        }
    }
}

/// Where a point stands: bounds on the far border.
fn place(dot: &Dot, panel: &Panel) -> Option<Place> {
    let (x, y) = panel.place(dot.x.0, dot.y.0)?;
    Some((if dot.x.1 { panel.right } else { x }, if dot.y.1 { panel.top } else { y }))
}

fn told(cloud: &Cloud, dot: &Dot, count: usize, panel: &Panel) -> String {
    let bound = |is_bound| if is_bound { Bound::AtLeast } else { Bound::Exact };
    let (x, y) = (&panel.x_axis, &panel.y_axis);
    let across = bound(dot.x.1).told(&x.told(dot.x.0));
    let up = bound(dot.y.1).told(&y.told(dot.y.0));
    let more = if count > 1 { format!("; and {} more near it", grouped(count as u64 - 1)) } else { String::new() };
    let name = [cloud.name.as_str(), dot.name.as_str()].into_iter().filter(|name| !name.is_empty());
    format!("{}: {up} ({}), {across} ({}){more}", name.collect::<Vec<_>>().join(", "), y.title, x.title)
}
