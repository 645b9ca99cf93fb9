//! SVG: small, crisp at any size, the same bytes on every run.
//!
//! The map is one path element for each colour. A run of equal squares in a row is one stroke, relative to the end
//! of the run before it, which takes 5 to 9 bytes; rectangles would take ten times that.

use std::fmt::Write as _;

use super::Picture;
use super::palette;
use super::raster::{Raster, Shade};
use super::scene::{MapCanvas, Paper, Scene};
use crate::drawing::Point;
use crate::drawing::svg::Document;

/// Up to 1024 cells along a side are drawn one by one; larger maps would make files that viewers choke on.
const PAPER: Paper = Paper { unit: 1, map_side: 800, most_squares: 1024, least_square: 2, highest: 4096 };

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let scene = Scene::new(picture, PAPER);
    let (title, words) = scene.in_words();
    let mut document = Document::new(scene.size, title, words);
    scene.draw(&mut document);
    document.finish()
}

impl MapCanvas for Document {
    fn map(&mut self, (x, y): Point, square: i32, raster: &Raster) {
        // Half a square down, because strokes are centred on their line.
        self.put(format_args!(
            "<g class=\"map\" transform=\"translate({x} {y}) scale({square}) translate(0 .5)\" fill=\"none\" \
             shape-rendering=\"crispEdges\">\n"
        ));
        let mut pens: Vec<Pen> = Shade::all().map(|_| Pen::default()).collect();
        for row in 0..raster.rows {
            for (col, length, shade) in raster.runs(row) {
                pens[shade.index()].run(row, col, length);
            }
        }
        for (shade, pen) in Shade::all().zip(&pens).filter(|(_, pen)| !pen.strokes.is_empty()) {
            self.put(format_args!("<path stroke=\"{}\" d=\"{}\"/>\n", palette::color(shade), pen.strokes));
        }
        self.put(format_args!("</g>\n"));
    }
}

/// The strokes of one colour.
#[derive(Default)]
struct Pen {
    strokes: String,
    row: u32,
    col: u32,
}

impl Pen {
    fn run(&mut self, row: u32, col: u32, length: u32) {
        let (right, down) = (i64::from(col) - i64::from(self.col), row - self.row);
        // A relative move at the beginning counts from the origin.
        let _ = write!(self.strokes, "m{right} {down}h{length}");
        (self.row, self.col) = (row, col + length);
    }
}
