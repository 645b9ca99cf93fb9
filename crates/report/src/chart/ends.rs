//! Names at the ends of lines.
//!
//! A name stands to the right of the panel, at the height of the end of its line or as near to it as the other names
//! allow, or beside the last point of a line that ends early. Where the names are too many or too long for that,
//! there is no gutter, and so a legend.

use super::Format;
use super::canvas::{Anchor, Canvas, Place, Stroke, TextStyle};
use super::labels::{spread, width};
use super::layout::{MIDDLE, NAME_SIZE};
use super::panel::Panel;
use super::shapes::marker;
use super::style::{Dash, Style};

/// A drawn line with the name that it is to get.
#[derive(Debug)]
pub(super) struct Ended<'a> {
    /// The name.
    pub(super) name: &'a str,
    /// How the line looks.
    pub(super) style: Style,
    /// Where its points stand, from the left to the right.
    pub(super) points: Vec<Place>,
    /// The strokes that join them.
    pub(super) runs: Vec<Vec<Place>>,
}

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

/// The room to the right of the panel that these names take; none if they are too many or too long, or the picture too
/// narrow.
pub(super) fn gutter<'a>(names: impl Iterator<Item = &'a str>, format: Format) -> Option<f64> {
    let widths: Vec<f64> = names.map(|name| width(name, NAME_SIZE, false)).collect();
    let widest = widths.iter().copied().fold(0.0, f64::max);
    let fits = widest <= WIDEST_LABEL && LABEL_LINE * widths.len() as f64 <= format.panel_height && !format.is_narrow();
    fits.then_some(LABEL_TEXT + widest.ceil() + 12.0)
}

/// Writes the names.
pub(super) fn draw(lines: &[Ended<'_>], panel: &Panel, canvas: &mut dyn Canvas) {
    let mut ends: Vec<(&Ended<'_>, Place)> =
        lines.iter().filter_map(|line| Some((line, *line.points.last()?))).collect();
    // From the top to the bottom; of lines that end together, in the order in which they came there.
    let before = |line: &Ended<'_>| line.points.iter().rev().map(|place| place.1).collect::<Vec<_>>();
    ends.sort_by(|a, b| before(a.0).partial_cmp(&before(b.0)).unwrap_or(std::cmp::Ordering::Equal));

    let obstacles = obstacles(lines);
    let mut taken: Vec<Area> = Vec::new();
    let mut outside = Vec::new();
    for &(line, end) in &ends {
        // Others that end at the same height may be led on to the right: no name stands in their way.
        let led = ends.iter().filter(|(other, _)| !std::ptr::eq(*other, line)).map(|(_, end)| *end);
        let led: Vec<Place> = led.collect();
        match inside_place(line.name, end, panel, (&obstacles, &led), &taken) {
            Some((base, area)) => {
                taken.push(area);
                name(line, base, canvas);
            }
            None => outside.push((line, end)),
        }
    }
    let wanted: Vec<_> = outside.iter().map(|(_, end)| end.1).collect();
    for ((line, end), y) in outside.iter().zip(spread(&wanted, LABEL_LINE, panel.top, panel.bottom)) {
        let begin = end.0 + CLEARANCE;
        // A line that ends early is led on at its own height, in dots; the slant is in the gutter.
        let is_far = panel.right - end.0 > FAR;
        let dash = if is_far { Dash::Dotted } else { Dash::Solid };
        let bend = if is_far { panel.right } else { begin };
        let target = (panel.right + LABEL_MARKER - CLEARANCE, y);
        let leader = Stroke { color: line.style.color(), width: 0.8, dash };
        canvas.stroke(&[(begin, end.1), (bend, end.1), target], leader);
        marker(canvas, (panel.right + LABEL_MARKER, y), line.style, 4.0, false);
        name(line, (panel.right + LABEL_TEXT, y + MIDDLE * NAME_SIZE), canvas);
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

/// Places that are a few units apart along all lines: no name may cover one.
fn obstacles(lines: &[Ended<'_>]) -> Vec<Place> {
    const STEP: f64 = 3.0;
    let mut places: Vec<Place> = lines.iter().flat_map(|line| line.points.iter().copied()).collect();
    for run in lines.iter().flat_map(|line| &line.runs) {
        for pair in run.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let steps = ((x1 - x0).abs().max((y1 - y0).abs()) / STEP).ceil() as u32;
            let part = |step: u32| f64::from(step) / f64::from(steps.max(1));
            places.extend((0..steps).map(|step| (x0 + (x1 - x0) * part(step), y0 + (y1 - y0) * part(step))));
        }
    }
    places
}

/// Beside the last point of a line that ends early: the base line of its name and the area that it takes.
fn inside_place(
    name: &str,
    (x, y): Place,
    panel: &Panel,
    (obstacles, led): (&[Place], &[Place]),
    taken: &[Area],
) -> Option<(Place, Area)> {
    let wide = width(name, NAME_SIZE, false);
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
        let is_free = !obstacles.iter().any(|&place| area.holds(place))
            && !led.iter().any(|&(x, y)| x < to && (top..=bottom).contains(&y))
            && !taken.iter().any(|&other| area.meets(other));
        (is_inside && is_free).then_some(((left, middle + MIDDLE * NAME_SIZE), area))
    })
}

fn name(line: &Ended<'_>, base: Place, canvas: &mut dyn Canvas) {
    let color = line.style.text_color();
    let style = TextStyle { size: NAME_SIZE, bold: false, color, anchor: Anchor::Left, is_turned: false };
    canvas.text(base, line.name, style);
}
