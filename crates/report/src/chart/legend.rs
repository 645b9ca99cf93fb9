//! The legend below a panel: names with samples in columns, row by row.

use super::canvas::{Anchor, Canvas, Stroke, TextStyle};
use super::labels::{width, wrapped};
use super::layout::{LINE, MARGIN, MIDDLE, NAME_SIZE};
use super::shapes::{marker, rectangle};
use super::style::{Rgb, Style};

/// A line of the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The name.
    pub name: String,
    /// How it looks.
    pub style: Style,
    /// The sample before the name.
    pub sample: Sample,
}

/// A sample of the look of a series in the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// A line with its marker.
    Line,
    /// A marker.
    Marker,
    /// A piece of a bar.
    Area,
}

/// Room for the sample of a line in the legend, with the gap to its name.
const SAMPLE: f64 = 40.0;
/// The same of smaller samples.
const SMALL_SAMPLE: f64 = 24.0;
/// Room between two columns of the legend.
const LEGEND_GAP: f64 = 28.0;

/// Names with samples.
#[derive(Debug)]
pub(super) struct Legend {
    entries: Vec<(Key, Vec<String>)>,
    columns: usize,
    column_width: f64,
    /// Lines that it is high.
    pub(super) rows: usize,
}

impl Sample {
    const fn room(self) -> f64 {
        match self {
            Self::Line => SAMPLE,
            Self::Marker | Self::Area => SMALL_SAMPLE,
        }
    }
}

impl Legend {
    /// None without names.
    pub(super) fn new(keys: Vec<Key>, room: f64) -> Option<Self> {
        let sample = keys.iter().map(|key| key.sample.room()).fold(0.0, f64::max);
        let widest = keys.iter().map(|key| width(&key.name, NAME_SIZE, false)).fold(0.0, f64::max).min(room - sample);
        let column_width = sample + widest.ceil();
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

    pub(super) fn draw(&self, top: f64, canvas: &mut dyn Canvas) {
        let mut y = top;
        for row in self.entries.chunks(self.columns) {
            for (column, (key, lines)) in row.iter().enumerate() {
                let x = MARGIN + column as f64 * (self.column_width + LEGEND_GAP);
                let middle = y + LINE / 2.0;
                let room = key.sample.room();
                draw_sample(key, (x, middle), room - 10.0, canvas);
                let color = key.style.text_color();
                let style = TextStyle { size: NAME_SIZE, bold: false, color, anchor: Anchor::Left, is_turned: false };
                for (index, line) in lines.iter().enumerate() {
                    let base = middle + MIDDLE * NAME_SIZE + LINE * index as f64;
                    canvas.text((x + room, base), line, style);
                }
            }
            y += LINE * Self::row_height(row) as f64;
        }
    }
}

fn draw_sample(key: &Key, (x, y): (f64, f64), length: f64, canvas: &mut dyn Canvas) {
    let middle = (x + length / 2.0, y);
    match key.sample {
        Sample::Line => {
            let stroke = Stroke { color: key.style.color(), width: 2.0, dash: key.style.dash };
            canvas.stroke(&[(x, y), (x + length, y)], stroke);
            marker(canvas, middle, key.style, 4.5, false);
        }
        Sample::Marker => marker(canvas, middle, key.style, 4.5, false),
        Sample::Area => {
            canvas.fill(&rectangle([x, y - 6.5, x + length, y + 6.5]), key.style.color(), 1.0);
            canvas.fill(&key.style.marker_at(middle, 3.0), Rgb::PAPER, 1.0);
        }
    }
}
