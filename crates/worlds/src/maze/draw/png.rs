//! PNG: whole pixels, at most 4096 along a side, the same bytes on every run.

use super::Picture;
use super::palette;
use super::raster::Raster;
use super::scene::{MapCanvas, Paper, Scene};
use crate::drawing::{Canvas, Pixels, Point};

/// The page around the map takes up to 140 units in height: 1900 squares of 2 pixels keep the whole below 4096.
const SHEET: Paper = Paper { unit: 2, map_side: 1600, most_squares: 1900, least_square: 2, highest: 4096 };

/// Width and height in pixels, and the pixels, three bytes each, row by row.
///
/// # Errors
/// The error of the font.
pub(super) fn pixels(picture: &Picture<'_>) -> Result<((u32, u32), Vec<u8>), String> {
    let scene = Scene::new(picture, SHEET);
    let mut pixels = Pixels::new(scene.size);
    scene.draw(&mut pixels);
    pixels.finish()
}

impl MapCanvas for Pixels {
    fn map(&mut self, (x, y): Point, square: i32, raster: &Raster) {
        for row in 0..raster.rows {
            for (col, length, shade) in raster.runs(row) {
                let at = (x + col as i32 * square, y + row as i32 * square);
                self.rectangle(at, (length as i32 * square, square), palette::color(shade));
            }
        }
    }
}
