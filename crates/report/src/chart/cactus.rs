//! Cactus plots: the number of instances that each series solves within a given cost each, as steps that rise to the
//! right. An instance ended by a limit is never solved; the ends of the curves show how many are.
//!
//! The axes are those of an empirical distribution, which has shares in place of numbers; in the plots that gave the name (Le Berre, Simon 2003) they are
//! exchanged.

use super::canvas::{Canvas, Place, Spot, Stroke};
use super::ends::{self, Ended};
use super::legend::{Key, Sample};
use super::panel::Panel;
use super::shapes::marker;
use super::style::Style;
use super::{Format, Marks, facets};

/// The steps of a series.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// The name.
    pub name: String,
    /// How it looks.
    pub style: Style,
    /// Each cost at which an instance was solved, ascending, and how many were solved within it.
    pub steps: Vec<(f64, usize)>,
    /// The number of instances.
    pub total: usize,
}

impl Curve {
    /// A number of instances on the axis: as it is, or as the share of all.
    fn height(&self, solved: usize, is_share: bool) -> f64 {
        if is_share { solved as f64 / self.total.max(1) as f64 } else { solved as f64 }
    }
}

/// Curves of instances solved against cost.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cactus {
    curves: Vec<Curve>,
    farthest: f64,
    is_share: bool,
}

/// Steps that are nearer than this are drawn as one.
const FINEST: f64 = 0.6;
/// From one marker to the next, and from one value that can be pointed at to the next.
const MARKERS: f64 = 80.0;
const TIPS: f64 = 6.0;
/// Up to this many curves have room for wide lines.
const FEW: usize = 4;

impl Cactus {
    /// The curves, up to this cost or the greatest of a step: as far as trials went without being solved.
    pub(crate) fn new(curves: Vec<Curve>, farthest: f64) -> Self {
        let steps = curves.iter().flat_map(|curve| curve.steps.iter().map(|step| step.0));
        let farthest = steps.chain([farthest].into_iter().filter(|cost| cost.is_finite())).fold(f64::NAN, f64::max);
        Self { curves, farthest, is_share: false }
    }

    /// Shares of all instances in place of numbers: the empirical distribution.
    pub(crate) fn with_shares(self) -> Self {
        Self { is_share: true, ..self }
    }

    fn steps(&self) -> impl Iterator<Item = &(f64, usize)> {
        self.curves.iter().flat_map(|curve| &curve.steps)
    }

    /// The corners of the steps, from the foot of the first to the edge.
    fn corners(&self, curve: &Curve, panel: &Panel) -> Vec<Place> {
        let mut corners: Vec<Place> = Vec::new();
        let begin = curve.steps.first().map_or(self.farthest, |step| step.0);
        corners.extend(panel.place(begin, 0.0));
        let places =
            curve.steps.iter().filter_map(|&(cost, solved)| panel.place(cost, curve.height(solved, self.is_share)));
        for (x, y) in places {
            if let Some(&(last_x, last_y)) = corners.last()
                && corners.len() > 2
                && x - last_x < FINEST
                && last_y - y < FINEST
            {
                continue;
            }
            let level = corners.last().map_or(y, |last| last.1);
            corners.extend([(x, level), (x, y)]);
        }
        let most = curve.steps.last().map_or(0, |step| step.1);
        corners.extend(panel.place(self.farthest, curve.height(most, self.is_share)));
        corners
    }
}

impl Marks for Cactus {
    fn x_values(&self) -> Vec<f64> {
        self.steps().map(|step| step.0).chain([self.farthest]).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.curves.iter().map(|curve| curve.height(curve.total, self.is_share)).chain([0.0]).collect()
    }

    fn keys(&self) -> Vec<Key> {
        let key = |curve: &Curve| Key { name: curve.name.clone(), style: curve.style, sample: Sample::Line };
        self.curves.iter().map(key).collect()
    }

    fn gutter(&self, format: Format) -> Option<f64> {
        ends::gutter(self.curves.iter().map(|curve| curve.name.as_str()), format)
    }

    fn facets(&self) -> Vec<Key> {
        facets::of(self.keys())
    }

    fn draw_facet(&self, facet: usize, panel: &Panel, canvas: &mut dyn Canvas) {
        for curve in &self.curves {
            canvas.stroke(&self.corners(curve, panel), facets::FAINT);
        }
        Self { curves: vec![self.curves[facet].clone()], ..*self }.draw(panel, canvas);
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        panel.draw_columns(canvas);
        let width = if self.curves.len() <= FEW { 2.0 } else { 1.6 };
        let mut ended = Vec::new();
        // The first curve lies on top of the others.
        for curve in self.curves.iter().rev() {
            let corners = self.corners(curve, panel);
            canvas.stroke(&corners, Stroke { color: curve.style.color(), width, dash: curve.style.dash });
            let last: Vec<Place> = corners.last().copied().into_iter().collect();
            ended.push(Ended { name: &curve.name, style: curve.style, points: last, runs: vec![corners] });
        }
        ended.reverse();
        for curve in self.curves.iter().rev() {
            for (_, place) in apart(curve, self.is_share, panel, MARKERS) {
                marker(canvas, place, curve.style, 3.5, false);
            }
        }
        for curve in &self.curves {
            for ((cost, solved), place) in apart(curve, self.is_share, panel, TIPS) {
                let within = panel.x_axis.unit.exact(cost);
                let title = &panel.x_axis.title;
                let words = format!("{}: {solved} of {} within {within} ({title})", curve.name, curve.total);
                canvas.tip(Spot::At(place), &words);
            }
        }
        if panel.gutter.is_some() {
            ends::draw(&ended, panel, canvas);
        }
    }
}

/// Steps with their places, none nearer to the one before than this, and the last one.
fn apart(curve: &Curve, is_share: bool, panel: &Panel, distance: f64) -> Vec<((f64, usize), Place)> {
    let mut chosen: Vec<((f64, usize), Place)> = Vec::new();
    let last = curve.steps.len().saturating_sub(1);
    for (index, &(cost, solved)) in curve.steps.iter().enumerate() {
        let Some((x, y)) = panel.place(cost, curve.height(solved, is_share)) else { continue };
        let is_apart = chosen
            .last()
            .is_none_or(|(_, before)| (x - before.0).abs() >= distance || (y - before.1).abs() >= distance);
        if is_apart || index == last {
            chosen.push(((cost, solved), (x, y)));
        }
    }
    chosen
}
