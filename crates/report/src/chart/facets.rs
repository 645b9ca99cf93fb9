//! Small panels, one for each series, where too many lines in one panel hide each other: the series in its colour among
//! all the others, which are faint (small multiples: Tufte 1983).

use super::canvas::{Anchor, Canvas, Stroke, TextStyle};
use super::categories::broken;
use super::labels::wrapped;
use super::layout::{MARGIN, NAME_SIZE};
use super::legend::Key;
use super::panel::Panel;
use super::style::{Dash, Rgb};
use super::{Chart, Format};

/// Up to this many lines share a panel.
const MOST: usize = 8;
/// The style of the other lines.
pub(super) const FAINT: Stroke = Stroke { color: Rgb::AXIS, width: 0.6, dash: Dash::Solid };
/// Least width of a small panel with its labels, its height, and the room below it.
const LEAST_WIDTH: f64 = 200.0;
const HEIGHT: f64 = 120.0;
const BELOW: f64 = 12.0;
/// From one line of a name to the next.
const LINE: f64 = 16.0;

/// The series that get panels of their own: all, if they are too many for one.
pub(super) fn of(keys: Vec<Key>) -> Vec<Key> {
    if keys.len() > MOST { keys } else { Vec::new() }
}

/// A name above a panel: broken between its parts if it can be.
fn lines(name: &str, room: f64) -> Vec<String> {
    /// Bold letters are wider.
    const BOLD: f64 = 1.15;
    broken(name, NAME_SIZE * BOLD, room).unwrap_or_else(|| wrapped(name, NAME_SIZE, true, room))
}

/// Small panels with names, row by row.
#[derive(Debug)]
pub(super) struct Facets {
    facets: Vec<(Key, Vec<String>, Panel)>,
    /// Their height together.
    pub(super) height: f64,
}

impl Facets {
    /// Below `top`; none if the marks stand in one panel.
    pub(super) fn new(chart: &Chart, format: Format, top: f64) -> Option<Self> {
        let keys = chart.marks.facets();
        if keys.is_empty() {
            return None;
        }
        let room = format.width - MARGIN;
        let columns = ((room / LEAST_WIDTH) as usize).clamp(1, keys.len());
        let wide = (room / columns as f64).floor();
        let small = Panel::new(chart, Format { width: wide, panel_height: HEIGHT, is_square: false }, None);
        let mut facets = Vec::new();
        let mut y = top;
        for row in keys.chunks(columns) {
            let names = row.iter().map(|key| lines(&key.name, wide - MARGIN - 8.0));
            let names: Vec<Vec<String>> = names.collect();
            let head = 6.0 + LINE * names.iter().map(Vec::len).max().unwrap_or(0) as f64;
            for (column, (key, name)) in row.iter().zip(names).enumerate() {
                facets.push((key.clone(), name, small.clone().moved((column as f64 * wide, y + head))));
            }
            y += head + HEIGHT + small.label_depth() + BELOW;
        }
        Some(Self { facets, height: y - top })
    }

    pub(super) fn draw(&self, chart: &Chart, canvas: &mut dyn Canvas) {
        for (index, (key, name, panel)) in self.facets.iter().enumerate() {
            let color = key.style.text_color();
            let style = TextStyle { size: NAME_SIZE, bold: true, color, anchor: Anchor::Left, is_turned: false };
            let first = panel.top - 8.0 - LINE * (name.len().max(1) - 1) as f64;
            for (row, line) in name.iter().enumerate() {
                canvas.text((panel.left, first + LINE * row as f64), line, style);
            }
            panel.draw(canvas);
            chart.marks.draw_facet(index, panel, canvas);
        }
    }

    /// True if an interval is cut off at an edge.
    pub(super) fn is_cut(&self) -> bool {
        self.facets.iter().any(|facet| facet.2.is_cut)
    }
}
