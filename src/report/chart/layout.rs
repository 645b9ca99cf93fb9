//! Where the parts of a chart stand: title, axes and panel, legend, notes, from the top to the bottom.
//!
//! All text is measured first and the picture made large enough for it, so nothing is cut off. The panel keeps its
//! height whatever stands below it.

use super::canvas::{Anchor, Canvas, Place, Stroke, TextStyle};
use super::labels::{width, wrapped};
use super::scale::{Ruler, Scale, Tick};
use super::style::{Dash, Rgb, Style};
use super::{Axis, Chart, Key};

/// Width of a picture, in units.
const WIDTH: f64 = 900.0;
/// Least height of the panel.
const PANEL_HEIGHT: f64 = 400.0;
/// Room at the sides of the picture.
const MARGIN: f64 = 20.0;
/// Room between the ends of the horizontal axis and the first and last values.
const INSET: f64 = 16.0;
/// Room between two labels along the horizontal axis, and between the vertical ones.
const TICK_GAP: (f64, f64) = (16.0, 22.0);

const TITLE_SIZE: f64 = 18.0;
const TITLE_LINE: f64 = 24.0;
/// Size of the names of axes and series.
pub(super) const NAME_SIZE: f64 = 13.0;
const TICK_SIZE: f64 = 12.0;
const NOTE_SIZE: f64 = 12.0;
/// From one line of small text to the next.
const LINE: f64 = 18.0;
/// From the middle of a line to the base line of its text, in sizes.
pub(super) const MIDDLE: f64 = 0.36;
/// Room for the sample of a line in the legend, with the gap to its name.
const SAMPLE: f64 = 40.0;
/// Room between two columns of the legend.
const LEGEND_GAP: f64 = 28.0;

const NAME: TextStyle = TextStyle { size: NAME_SIZE, bold: false, color: Rgb::INK, anchor: Anchor::Left };
const TITLE: TextStyle = TextStyle { size: TITLE_SIZE, bold: true, ..NAME };
const TICK: TextStyle = TextStyle { size: TICK_SIZE, color: Rgb::FAINT_INK, ..NAME };
const NOTE: TextStyle = TextStyle { size: NOTE_SIZE, ..TICK };

/// The area between the axes.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Its left edge.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
    /// Its upper edge.
    pub top: f64,
    /// Its lower edge.
    pub bottom: f64,
    /// The horizontal axis.
    pub x_axis: Axis,
    /// The vertical axis.
    pub y_axis: Axis,
    x: Ruler,
    y: Ruler,
}

impl Panel {
    /// Where a point stands, if both values are finite numbers.
    pub fn place(&self, x: f64, y: f64) -> Option<Place> {
        let is_drawn = x.is_finite() && y.is_finite();
        is_drawn.then(|| (self.across(self.x.share(x)), self.down(self.y.share(y))))
    }

    /// Whether a value of the vertical axis stands outside of its scale, as zero does on a logarithmic one.
    pub fn is_set_apart(&self, y: f64) -> bool {
        self.y.is_set_apart(y)
    }

    fn across(&self, share: f64) -> f64 {
        self.left + INSET + share * (self.right - self.left - 2.0 * INSET)
    }

    fn down(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }

    fn draw(&self, canvas: &mut dyn Canvas) {
        let hair = |color| Stroke::solid(color, 1.0);
        let minor = Stroke::solid(Rgb::AXIS, 0.6);
        for tick in &self.y.ticks {
            let y = self.down(tick.share);
            canvas.stroke(&[(self.left, y), (self.right, y)], hair(Rgb::GRID));
            canvas.text((self.left - 9.0, y + MIDDLE * TICK_SIZE), &tick.label, set(TICK, Anchor::Right));
        }
        for &share in &self.y.minor {
            canvas.stroke(&[(self.left - 3.0, self.down(share)), (self.left, self.down(share))], minor);
        }
        for tick in &self.x.ticks {
            let x = self.across(tick.share);
            canvas.stroke(&[(x, self.bottom), (x, self.bottom + 5.0)], hair(Rgb::AXIS));
            canvas.text((x, self.bottom + 19.0), &tick.label, set(TICK, Anchor::Middle));
        }
        for &share in &self.x.minor {
            let x = self.across(share);
            canvas.stroke(&[(x, self.bottom), (x, self.bottom + 3.0)], minor);
        }
        canvas.stroke(&[(self.left, self.bottom), (self.right, self.bottom)], hair(Rgb::AXIS));
        // The part of the axis that is set apart for zero is no part of the scale.
        let begin = self.down(self.y.zero_share().unwrap_or(0.0));
        canvas.stroke(&[(self.left, begin), (self.left, self.top)], hair(Rgb::AXIS));
        let gap = Stroke { color: Rgb::AXIS, width: 1.0, dash: Dash::Dotted };
        canvas.stroke(&[(self.left, self.bottom), (self.left, begin)], gap);
    }
}

/// The parts of a chart with their places.
#[derive(Debug)]
pub(super) struct Layout {
    /// Width of the picture.
    pub(super) width: f64,
    /// Height of the picture.
    pub(super) height: f64,
    title: Vec<String>,
    y_title: Vec<String>,
    x_title: Vec<String>,
    notes: Vec<String>,
    panel: Panel,
    legend: Option<Legend>,
}

impl Layout {
    pub(super) fn new(chart: &Chart) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let title = wrapped(&chart.title, TITLE_SIZE, true, room);
        let y_title = wrapped(&titled(&chart.y), NAME_SIZE, false, room);
        let top = 14.0 + TITLE_LINE * title.len() as f64 + 12.0 + LINE * y_title.len() as f64 + 14.0;

        let gutter = chart.marks.gutter(PANEL_HEIGHT);
        let legend = if gutter.is_none() { Legend::new(chart.marks.keys(), room) } else { None };
        let panel = panel(chart, top, gutter.unwrap_or(0.0));
        let x_title = wrapped(&titled(&chart.x), NAME_SIZE, false, panel.right - panel.left);

        let notes: Vec<_> = chart.notes.iter().flat_map(|note| wrapped(note, NOTE_SIZE, false, room)).collect();
        let below = |lines: usize| if lines == 0 { 0.0 } else { 10.0 + LINE * lines as f64 };
        let legend_rows = legend.as_ref().map_or(0, |legend| legend.rows);
        let height = panel.bottom + 22.0 + below(x_title.len()) + below(legend_rows) + below(notes.len()) + 12.0;
        Self { width: WIDTH, height: height.ceil(), title, y_title, x_title, notes, panel, legend }
    }

    pub(super) fn draw(&self, chart: &Chart, canvas: &mut dyn Canvas) {
        let (width, height) = (self.width, self.height);
        canvas.fill(&[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)], Rgb::PAPER, 1.0);
        let mut y = 14.0;
        for line in &self.title {
            canvas.text((MARGIN, y + 18.0), line, TITLE);
            y += TITLE_LINE;
        }
        y += 12.0;
        for line in &self.y_title {
            canvas.text((MARGIN, y + 13.0), line, NAME);
            y += LINE;
        }
        self.panel.draw(canvas);
        chart.marks.draw(&self.panel, canvas);

        y = self.panel.bottom + 22.0 + 10.0;
        let middle = f64::midpoint(self.panel.left, self.panel.right);
        for line in &self.x_title {
            canvas.text((middle, y + 13.0), line, set(NAME, Anchor::Middle));
            y += LINE;
        }
        if let Some(legend) = &self.legend {
            legend.draw(y + 10.0, canvas);
            y += 10.0 + LINE * legend.rows as f64;
        }
        y += 10.0;
        for line in &self.notes {
            canvas.text((MARGIN, y + 13.0), line, NOTE);
            y += LINE;
        }
    }
}

const fn set(style: TextStyle, anchor: Anchor) -> TextStyle {
    TextStyle { anchor, ..style }
}

fn titled(axis: &Axis) -> String {
    match axis.scale {
        Scale::Linear => axis.title.clone(),
        Scale::Log => format!("{} (logarithmic)", axis.title),
    }
}

fn panel(chart: &Chart, top: f64, gutter: f64) -> Panel {
    let wide = |tick: &Tick| width(&tick.label, TICK_SIZE, false);
    let y = Ruler::new(&chart.y, &chart.marks.y_values(), |ticks| are_apart(ticks, PANEL_HEIGHT, |_| TICK_GAP.1));
    let labels = y.ticks.iter().map(wide).fold(0.0, f64::max);
    let left = MARGIN + labels + 9.0;
    // Half of the last label may stand out of the panel.
    let right = WIDTH - (MARGIN + 20.0).max(gutter + 8.0);
    let room = right - left - 2.0 * INSET;
    let x =
        Ruler::new(&chart.x, &chart.marks.x_values(), |ticks| are_apart(ticks, room, |tick| wide(tick) + TICK_GAP.0));
    Panel { left, right, top, bottom: top + PANEL_HEIGHT, x_axis: chart.x.clone(), y_axis: chart.y.clone(), x, y }
}

/// Whether neighbours have the room that they take, along an axis of this length.
fn are_apart(ticks: &[Tick], length: f64, takes: impl Fn(&Tick) -> f64) -> bool {
    ticks.windows(2).all(|pair| {
        let distance = (pair[1].share - pair[0].share) * length;
        distance >= f64::midpoint(takes(&pair[0]), takes(&pair[1]))
    })
}

/// Width of the rim of an open marker, in units of its size.
const OPEN_RIM: f64 = 1.7;

/// Draws the marker of a style: filled, or open as a ring of its colour.
pub(super) fn marker(canvas: &mut dyn Canvas, (x, y): Place, style: Style, size: f64, is_open: bool) {
    let outline = style.marker.outline();
    let scaled = |factor: f64| outline.iter().map(|(dx, dy)| (x + dx * factor, y + dy * factor)).collect::<Vec<_>>();
    // A seam of paper keeps markers apart that touch.
    canvas.fill(&scaled(size + 1.0), Rgb::PAPER, 1.0);
    canvas.fill(&scaled(size), style.color(), 1.0);
    if is_open {
        canvas.fill(&scaled(size - OPEN_RIM), Rgb::PAPER, 1.0);
    }
}

/// Names with samples in columns, row by row.
#[derive(Debug)]
struct Legend {
    entries: Vec<(Key, Vec<String>)>,
    columns: usize,
    column_width: f64,
    /// Lines that it is high.
    rows: usize,
}

impl Legend {
    /// None without names.
    fn new(keys: Vec<Key>, room: f64) -> Option<Self> {
        let widest = keys.iter().map(|key| width(&key.name, NAME_SIZE, false)).fold(0.0, f64::max).min(room - SAMPLE);
        let column_width = SAMPLE + widest.ceil();
        let columns = (((room + LEGEND_GAP) / (column_width + LEGEND_GAP)) as usize).clamp(1, keys.len().max(1));
        let wrap = |key: Key| {
            let lines = wrapped(&key.name, NAME_SIZE, false, widest.ceil());
            (key, lines)
        };
        let entries: Vec<_> = keys.into_iter().map(wrap).collect();
        let rows = entries.chunks(columns).map(Self::row_height).sum();
        (!entries.is_empty()).then_some(Self { entries, columns, column_width, rows })
    }

    fn row_height(row: &[(Key, Vec<String>)]) -> usize {
        row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0)
    }

    fn draw(&self, top: f64, canvas: &mut dyn Canvas) {
        let mut y = top;
        for row in self.entries.chunks(self.columns) {
            for (column, (key, lines)) in row.iter().enumerate() {
                let x = MARGIN + column as f64 * (self.column_width + LEGEND_GAP);
                let middle = y + LINE / 2.0;
                let stroke = Stroke { color: key.style.color(), width: 2.0, dash: key.style.dash };
                canvas.stroke(&[(x, middle), (x + SAMPLE - 10.0, middle)], stroke);
                marker(canvas, (x + SAMPLE / 2.0 - 5.0, middle), key.style, 4.5, false);
                for (index, line) in lines.iter().enumerate() {
                    let base = middle + MIDDLE * NAME_SIZE + LINE * index as f64;
                    canvas.text((x + SAMPLE, base), line, TextStyle { color: key.style.text_color(), ..NAME });
                }
            }
            y += LINE * Self::row_height(row) as f64;
        }
    }
}
