//! Several searches of one maze on one page, each with its map, its title and its legend.
//!
//! Not here: what a single map looks like (scene.rs).

use std::path::Path;

use super::raster::Raster;
use super::scene::{MapCanvas, Paper, Scene};
use super::{DrawError, Picture};
use crate::drawing::svg::Document;
use crate::drawing::{Canvas, PAPER, Pixels, Point, Rgb, TextStyle, write_svg_or_png};

/// Most maps in a row.
const COLUMNS: usize = 3;

/// One of the maps. No room is left for the maps of single thresholds.
const SHEET: Paper = Paper { unit: 1, map_side: 500, most_squares: 500, least_square: 1, highest: 0 };

/// A part of a canvas, whose corner is elsewhere.
struct Part<'c, C> {
    canvas: &'c mut C,
    corner: Point,
}

impl<C> Part<'_, C> {
    const fn moved(&self, (x, y): Point) -> Point {
        (x + self.corner.0, y + self.corner.1)
    }
}

impl<C: Canvas> Canvas for Part<'_, C> {
    fn rectangle(&mut self, at: Point, size: (i32, i32), color: Rgb) {
        self.canvas.rectangle(self.moved(at), size, color);
    }

    fn line(&mut self, points: &[Point], width: i32, color: Rgb) {
        let points: Vec<Point> = points.iter().map(|&point| self.moved(point)).collect();
        self.canvas.line(&points, width, color);
    }

    fn disc(&mut self, center: Point, radius: i32, color: Rgb) {
        self.canvas.disc(self.moved(center), radius, color);
    }

    fn diamond(&mut self, center: Point, radius: i32, color: Rgb) {
        self.canvas.diamond(self.moved(center), radius, color);
    }

    fn text(&mut self, at: Point, text: &str, style: TextStyle) {
        self.canvas.text(self.moved(at), text, style);
    }
}

impl<C: MapCanvas> MapCanvas for Part<'_, C> {
    fn map(&mut self, at: Point, square: i32, raster: &Raster) {
        self.canvas.map(self.moved(at), square, raster);
    }
}

/// The maps of a page, all of the same measures.
struct Page {
    scenes: Vec<Scene>,
    columns: usize,
    /// Of one map.
    size: (i32, i32),
}

impl Page {
    fn new(pictures: &[Picture<'_>]) -> Self {
        let scenes: Vec<Scene> = pictures.iter().map(|picture| Scene::new(picture, SHEET)).collect();
        let most = |length: fn(&Scene) -> i32| scenes.iter().map(length).max().unwrap_or(1);
        let size = (most(|scene| scene.size.0), most(|scene| scene.size.1));
        Self { columns: scenes.len().clamp(1, COLUMNS), scenes, size }
    }

    fn whole(&self) -> (i32, i32) {
        let rows = self.scenes.len().div_ceil(self.columns);
        (self.columns as i32 * self.size.0, rows as i32 * self.size.1)
    }

    fn draw(&self, canvas: &mut impl MapCanvas) {
        canvas.rectangle((0, 0), self.whole(), PAPER);
        for (index, scene) in self.scenes.iter().enumerate() {
            let (row, col) = ((index / self.columns) as i32, (index % self.columns) as i32);
            scene.draw(&mut Part { canvas, corner: (col * self.size.0, row * self.size.1) });
        }
    }

    /// For those who do not see the picture.
    fn in_words(&self) -> String {
        let each = self.scenes.iter().map(|scene| {
            let (title, words) = scene.in_words();
            format!("{title}: {words}")
        });
        each.collect::<Vec<_>>().join("; ")
    }
}

/// The searches side by side as an SVG document.
pub fn svg_side_by_side(pictures: &[Picture<'_>], title: &str) -> String {
    let page = Page::new(pictures);
    let mut document = Document::new(page.whole(), title, &page.in_words());
    page.draw(&mut document);
    document.finish()
}

/// Writes an SVG or a PNG of the searches side by side, by the extension of `path`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written, an encoder that fails.
pub fn write_side_by_side(path: &Path, pictures: &[Picture<'_>], title: &str) -> Result<(), DrawError> {
    let pixels = || {
        let page = Page::new(pictures);
        let mut pixels = Pixels::new(page.whole());
        page.draw(&mut pixels);
        pixels.finish()
    };
    write_svg_or_png(path, || svg_side_by_side(pictures, title), pixels)
}
