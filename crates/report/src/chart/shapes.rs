//! Shapes that several kinds of marks are made of.

use super::canvas::{Canvas, Place, Stroke};
use super::style::{Rgb, Style};

/// Width of the rim of an open marker, in units of its size.
const OPEN_RIM: f64 = 1.7;
/// From one line of a hatching to the next, along the horizontal.
const HATCH: f64 = 7.0;

impl Style {
    /// The outline of its marker around a place.
    pub(super) fn marker_at(self, (x, y): Place, size: f64) -> Vec<Place> {
        self.marker.outline().into_iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect()
    }
}

/// Draws the marker of a style: filled, or open as a ring of its colour.
pub(super) fn marker(canvas: &mut dyn Canvas, place: Place, style: Style, size: f64, is_open: bool) {
    // A seam of paper keeps markers apart that touch.
    canvas.fill(&style.marker_at(place, size + 1.0), Rgb::PAPER, 1.0);
    canvas.fill(&style.marker_at(place, size), style.color(), 1.0);
    if is_open {
        canvas.fill(&style.marker_at(place, size - OPEN_RIM), Rgb::PAPER, 1.0);
    }
}

/// The corners of a rectangle: left, top, right, bottom.
pub(super) const fn rectangle([left, top, right, bottom]: [f64; 4]) -> [Place; 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// Draws the edges of a rectangle.
pub(super) fn outline(canvas: &mut dyn Canvas, area: [f64; 4], stroke: Stroke) {
    let [a, b, c, d] = rectangle(area);
    canvas.stroke(&[a, b, c, d, a], stroke);
}

/// Covers a rectangle with slanted lines.
pub(super) fn hatch(canvas: &mut dyn Canvas, [left, top, right, bottom]: [f64; 4], stroke: Stroke) {
    let (width, height) = (right - left, bottom - top);
    if width <= 0.0 || height <= 0.0 {
        return;
    }
    // The line x + y = c of the rectangle's own corner, for c at equal distances.
    let count = ((width + height) / HATCH).floor() as u32;
    for index in 1..=count {
        let c = f64::from(index) * HATCH;
        let from = (c.min(width), (c - width).max(0.0));
        let to = ((c - height).max(0.0), c.min(height));
        canvas.stroke(&[(left + from.0, top + from.1), (left + to.0, top + to.1)], stroke);
    }
}

/// Draws an error bar, upright or flat: a stroke with caps of this half width, except where it is cut off.
pub(super) fn error_bar(canvas: &mut dyn Canvas, ends: [(Place, bool); 2], cap: f64, stroke: Stroke) {
    let [(from, _), (to, _)] = ends;
    canvas.stroke(&[from, to], stroke);
    let is_upright = (from.0 - to.0).abs() <= (from.1 - to.1).abs();
    let (dx, dy) = if is_upright { (cap, 0.0) } else { (0.0, cap) };
    for ((x, y), _) in ends.into_iter().filter(|(_, is_cut)| !is_cut) {
        canvas.stroke(&[(x - dx, y - dy), (x + dx, y + dy)], stroke);
    }
}

/// Draws two crossing strokes: a value that stands outside of a logarithmic scale.
pub(super) fn cross((x, y): Place, color: Rgb, arm: f64, canvas: &mut dyn Canvas) {
    let stroke = Stroke::solid(color, 2.0);
    canvas.stroke(&[(x - arm, y - arm), (x + arm, y + arm)], stroke);
    canvas.stroke(&[(x - arm, y + arm), (x + arm, y - arm)], stroke);
}

#[cfg(test)]
mod tests {
    use super::super::canvas::{Spot, TextStyle};
    use super::super::style::Dash;
    use super::*;

    #[derive(Debug, Default)]
    struct Strokes(Vec<Vec<Place>>);

    impl Canvas for Strokes {
        fn stroke(&mut self, points: &[Place], _: Stroke) {
            self.0.push(points.to_vec());
        }

        fn fill(&mut self, _: &[Place], _: Rgb, _: f64) {}

        fn text(&mut self, _: Place, _: &str, _: TextStyle) {}

        fn tip(&mut self, _: Spot, _: &str) {}
    }

    #[test]
    fn hatchings_stay_inside() {
        let stroke = Stroke { color: Rgb::INK, width: 1.0, dash: Dash::Solid };
        for area in [[10.0, 20.0, 12.0, 300.0], [10.0, 20.0, 300.0, 22.0], [0.0, 0.0, 50.0, 50.0], [1.0; 4]] {
            let mut strokes = Strokes::default();
            hatch(&mut strokes, area, stroke);
            let [left, top, right, bottom] = area;
            let is_inside = |&(x, y): &Place| (left..=right).contains(&x) && (top..=bottom).contains(&y);
            assert!(strokes.0.iter().flatten().all(is_inside), "{area:?}: {strokes:?}");
            assert_eq!(strokes.0.is_empty(), right <= left, "{area:?}");
        }
    }
}
