//! A small map for each threshold of a deepening search, below the large one.

use super::palette::{FAINT_INK, INK};
use super::raster::Raster;
use super::scene::MapCanvas;
use super::{Layer, Picture};
use crate::drawing::{Point, TextStyle};
use searchlab_trial::text::{counted, grouped};

/// Least width of a panel, and the room between panels and above each for its words, in page pixels.
const LEAST_WIDTH: i32 = 190;
const GAP: i32 = 16;
const HEAD: i32 = 24;
const LABEL: i32 = 12;
/// Most panels: thresholds beyond are left out, evenly.
const MOST: usize = 24;

/// The panels with their places, from the upper left corner of all.
#[derive(Debug)]
pub(super) struct Panels {
    all: Vec<Panel>,
    /// Height of all, in canvas pixels.
    pub(super) height: i32,
    /// The title above them.
    pub(super) title: String,
}

#[derive(Debug)]
struct Panel {
    at: Point,
    width: i32,
    words: String,
    square: i32,
    raster: Raster,
}

impl Panels {
    /// As many as there is room for; none for a search of a single iteration.
    pub(super) fn new(picture: &Picture<'_>, most: u32, (width, room): (i32, i32), unit: i32) -> Option<Self> {
        let layers = &picture.trail.layers;
        if layers.len() < 2 || !picture.trail.has_repeats() {
            return None;
        }
        let columns = (width / (LEAST_WIDTH * unit)).max(1);
        let wide = (width - (columns - 1) * GAP * unit) / columns;
        let (rows, cols) = (picture.grid.rows() as i32, picture.grid.cols() as i32);
        // A square of at least one pixel, and a panel no higher than wide by more than a half.
        let factor = [(cols + wide - 1) / wide, (2 * rows + 3 * wide - 1) / (3 * wide)].into_iter().max()?.max(1);
        let (squares, lines) = ((cols + factor - 1) / factor, (rows + factor - 1) / factor);
        let square = (wide / squares).min(3 * wide / (2 * lines)).max(1);
        let step = HEAD * unit + lines * square + GAP * unit;
        let rows = ((room / step).max(0) as usize).min(MOST);
        let chosen = chosen(layers, (rows * columns as usize).min(MOST));
        if chosen.is_empty() {
            return None;
        }
        let panel = |(index, layer): (usize, &Layer)| Panel {
            at: (index as i32 % columns * (wide + GAP * unit), index as i32 / columns * step),
            width: wide,
            words: words(layer),
            square,
            raster: Raster::of_layer(picture, layer, most, factor as u32),
        };
        let title = match layers.len() {
            all if all == chosen.len() => "each threshold".to_owned(),
            all => format!("{} of the {} thresholds", chosen.len(), grouped(all as u64)),
        };
        let height = (chosen.len() as i32 + columns - 1) / columns * step;
        Some(Self { all: chosen.into_iter().enumerate().map(panel).collect(), height, title })
    }

    pub(super) fn draw(&self, (x, y): Point, unit: i32, canvas: &mut impl MapCanvas) {
        let label = TextStyle { size: LABEL * unit, bold: false, color: INK };
        for panel in &self.all {
            let (left, top) = (x + panel.at.0, y + panel.at.1);
            canvas.text((left, top + HEAD * unit / 2), &label.cut(&panel.words, panel.width), label);
            let side = |squares: u32| squares as i32 * panel.square + 2 * unit;
            let top = top + HEAD * unit;
            canvas.rectangle((left - unit, top - unit), (side(panel.raster.cols), side(panel.raster.rows)), FAINT_INK);
            canvas.map((left, top), panel.square, &panel.raster);
        }
    }
}

/// Chooses at most `most` of the layers, evenly, the first and the last among them.
pub(super) fn chosen(layers: &[Layer], most: usize) -> Vec<&Layer> {
    let count = layers.len().min(most);
    let place = |index: usize| if count < 2 { layers.len() - 1 } else { index * (layers.len() - 1) / (count - 1) };
    (0..count).map(|index| &layers[place(index)]).collect()
}

/// "threshold 40: 12 expansions".
fn words(layer: &Layer) -> String {
    let expansions = counted(layer.expansions(), "expansion");
    layer.threshold.map_or_else(
        || expansions.clone(),
        |threshold| format!("threshold {}: {expansions}", threshold_words(threshold)),
    )
}

/// With at most two decimals.
pub(super) fn threshold_words(threshold: f64) -> String {
    format!("{threshold:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}
