//! A number for each pair of categories, as a colour, with its value in the cell where it fits, and a bar that says
//! what the colours mean.
//!
//! A lower bound has ≥ before its value and a dashed edge; where no value fits, its cell is hatched.

use super::canvas::{Anchor, Canvas, Spot, Stroke, TextStyle};
use super::labels::{width, wrapped};
use super::layout::{LINE, MIDDLE, NAME, NAME_SIZE, set};
use super::legend::Key;
use super::lines::Bound;
use super::panel::{Panel, TICK, TICK_SIZE, are_apart};
use super::ramp::{color, ink_on};
use super::scale::{Ruler, Scale};
use super::shapes::{hatch, outline, rectangle};
use super::style::{Dash, Rgb};
use super::{Axis, Format, Marks};

/// The number of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HeatValue {
    /// The place of its category along the horizontal axis.
    pub column: usize,
    /// The place of its category along the vertical axis, from the bottom.
    pub row: usize,
    /// The number.
    pub value: f64,
    /// Exact, or a lower or upper bound.
    pub bound: Bound,
    /// The ends of its interval.
    pub interval: Option<[f64; 2]>,
}

/// Numbers as colours over two axes of categories.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeatMap {
    values: Vec<HeatValue>,
    columns: usize,
    rows: usize,
    axis: Axis,
}

/// From the panel to the bar, its width, from it to its numbers, and from these to its name.
const BAR_GAP: f64 = 24.0;
const BAR: f64 = 16.0;
const NUMBER_GAP: f64 = 7.0;
const NAME_GAP: f64 = 12.0;
/// Colours of the bar.
const SHADES: u32 = 100;
/// Height of a row: as it is, and at least.
const ROW: (f64, f64) = (44.0, 16.0);
const COLUMN: f64 = 16.0;

impl HeatMap {
    /// The values that are finite, of a table of `columns` columns and `rows` rows, with the axis of the colours.
    pub(crate) fn new(values: Vec<HeatValue>, (columns, rows): (usize, usize), axis: Axis) -> Self {
        Self { values: values.into_iter().filter(|cell| cell.value.is_finite()).collect(), columns, rows, axis }
    }

    fn ruler(&self, height: f64) -> Ruler {
        let values: Vec<f64> = self.values.iter().map(|cell| cell.value).collect();
        Ruler::new(&self.axis, &values, |ticks| are_apart(ticks, height, |_| 22.0))
    }

    fn numbers_width(&self, height: f64) -> f64 {
        let ticks = self.ruler(height).ticks;
        ticks.iter().map(|tick| width(&tick.label, TICK_SIZE, false)).fold(0.0, f64::max)
    }

    fn name_lines(&self, height: f64) -> Vec<String> {
        let log = if self.axis.scale == Scale::Log { " (logarithmic)" } else { "" };
        wrapped(&format!("{}{log}", self.axis.title), NAME_SIZE, false, height)
    }
}

impl Marks for HeatMap {
    fn x_values(&self) -> Vec<f64> {
        self.values.iter().map(|cell| cell.column as f64).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.values.iter().map(|cell| cell.row as f64).collect()
    }

    fn keys(&self) -> Vec<Key> {
        Vec::new()
    }

    fn gutter(&self, Format { panel_height, .. }: Format) -> Option<f64> {
        let lines = self.name_lines(panel_height).len() as f64;
        Some(BAR_GAP + BAR + NUMBER_GAP + self.numbers_width(panel_height) + NAME_GAP + LINE * lines + 12.0)
    }

    fn format(&self) -> Format {
        let usual = Format::default();
        let (columns, rows) = (self.columns as f64, self.rows as f64);
        let panel_height = (rows * ROW.0).clamp(180.0, usual.panel_height).max(rows * ROW.1).min(1600.0);
        let width = (columns * COLUMN + 320.0).clamp(usual.width, 1600.0);
        Format { width, panel_height, ..usual }
    }

    fn narrow_format(&self) -> Format {
        Format { panel_height: self.format().panel_height, ..self.format().narrowed() }
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let height = panel.bottom - panel.top;
        let ruler = self.ruler(height);
        for cell in &self.values {
            self.draw_cell(cell, &ruler, panel, canvas);
        }
        self.draw_bar(&ruler, panel, canvas);
    }
}

impl HeatMap {
    fn draw_cell(&self, cell: &HeatValue, ruler: &Ruler, panel: &Panel, canvas: &mut dyn Canvas) {
        let Some((x, y)) = panel.place(cell.column as f64, cell.row as f64) else { return };
        let (wide, high) = panel.category_size();
        let gap = if wide.min(high) > 12.0 { 1.0 } else { 0.0 };
        let area = [x - wide / 2.0 + gap, y - high / 2.0 + gap, x + wide / 2.0 - gap, y + high / 2.0 - gap];
        let share = ruler.share(cell.value);
        let (shade, ink) = (color(share), ink_on(share));
        canvas.fill(&rectangle(area), shade, 1.0);
        let is_bound = cell.bound != Bound::Exact;
        let label = self.axis.unit.label(cell.value);
        let label = if is_bound { format!("≥ {label}") } else { label };
        let fits = width(&label, TICK_SIZE, false) <= wide - 8.0 && TICK_SIZE + 6.0 <= high;
        let [left, top, right, bottom] = area;
        if is_bound && fits {
            let dashed = Stroke { color: ink, width: 1.2, dash: Dash::Dashed };
            outline(canvas, [left + 2.0, top + 2.0, right - 2.0, bottom - 2.0], dashed);
        } else if is_bound {
            hatch(canvas, area, Stroke::solid(ink, 0.9));
        }
        if fits {
            let style = TextStyle { color: ink, ..set(TICK, Anchor::Middle) };
            canvas.text((x, y + MIDDLE * TICK_SIZE), &label, style);
        }
        canvas.tip(Spot::Over(area), &self.told(cell, panel));
    }

    fn told(&self, cell: &HeatValue, panel: &Panel) -> String {
        let (x, y, unit) = (&panel.x_axis, &panel.y_axis, self.axis.unit);
        let interval = cell.interval.map(|[low, high]| format!(" ({} to {})", unit.exact(low), unit.exact(high)));
        let value = cell.bound.told(&unit.exact(cell.value));
        let at = format!("{} {}, {} {}", y.title, y.told(cell.row as f64), x.title, x.told(cell.column as f64));
        format!("{at}: {value}{}", interval.unwrap_or_default())
    }

    fn draw_bar(&self, ruler: &Ruler, panel: &Panel, canvas: &mut dyn Canvas) {
        let (left, right) = (panel.right + BAR_GAP, panel.right + BAR_GAP + BAR);
        let height = panel.bottom - panel.top;
        for shade in 0..SHADES {
            let [from, to] = [shade, shade + 1].map(|it| f64::from(it) / f64::from(SHADES));
            // Each reaches up to the end of the bar and is covered by the next, so that no seam shows.
            let area = [left, panel.top, right, panel.bottom - from * height];
            canvas.fill(&rectangle(area), color(f64::midpoint(from, to)), 1.0);
        }
        for tick in &ruler.ticks {
            let y = panel.bottom - tick.share * height;
            canvas.stroke(&[(right, y), (right + 4.0, y)], Stroke::solid(Rgb::AXIS, 1.0));
            canvas.text((right + NUMBER_GAP, y + MIDDLE * TICK_SIZE), &tick.label, set(TICK, Anchor::Left));
        }
        let numbers = self.numbers_width(height);
        let middle = f64::midpoint(panel.top, panel.bottom);
        for (row, line) in self.name_lines(height).iter().enumerate() {
            let base = right + NUMBER_GAP + numbers + NAME_GAP + NAME_SIZE + LINE * row as f64;
            let style = TextStyle { is_turned: true, ..set(NAME, Anchor::Middle) };
            canvas.text((base, middle), line, style);
        }
    }
}
