//! SVG: small, crisp at any size, the same bytes on every run.
//!
//! The map is one path element for each colour. A run of equal squares in a row is one stroke, relative to the end
//! of the run before it, which takes 5 to 9 bytes; rectangles would take ten times that.

use std::fmt::Write as _;

use super::Picture;
use super::palette::{self, Rgb};
use super::raster::{Raster, Shade};
use super::scene::{Canvas, Paper, Point, Scene, TextStyle};
use crate::font;

/// Up to 1024 cells along a side are drawn one by one; larger maps would make files that viewers choke on.
const PAPER: Paper = Paper { unit: 1, map_side: 800, most_squares: 1024, least_square: 2 };

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let scene = Scene::new(picture, PAPER);
    let (width, height) = scene.size;
    let (title, words) = scene.in_words();
    let mut document = Document(String::new());
    document.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n",
        font::FAMILY,
        escape(title),
        escape(words)
    ));
    scene.draw(&mut document);
    document.put(format_args!("</svg>\n"));
    document.0
}

/// Text between tags. Characters that XML forbids become blanks.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            char if char.is_control() => escaped.push(' '),
            char => escaped.push(char),
        }
    }
    escaped
}

struct Document(String);

impl Document {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
    }
}

impl Canvas for Document {
    fn rectangle(&mut self, (x, y): Point, (width, height): (i32, i32), color: Rgb) {
        self.put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"));
    }

    fn line(&mut self, points: &[Point], width: i32, color: Rgb) {
        self.put(format_args!(
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\" points=\""
        ));
        for (index, (x, y)) in points.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            self.put(format_args!("{blank}{x},{y}"));
        }
        self.put(format_args!("\"/>\n"));
    }

    fn disc(&mut self, (x, y): Point, radius: i32, color: Rgb) {
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>\n"));
    }

    fn diamond(&mut self, (x, y): Point, radius: i32, color: Rgb) {
        let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
        self.put(format_args!(
            "<polygon points=\"{left},{y} {x},{top} {right},{y} {x},{bottom}\" fill=\"{color}\"/>\n"
        ));
    }

    fn text(&mut self, (x, y): Point, text: &str, style: TextStyle) {
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{}\" fill=\"{}\"{weight}>{}</text>\n",
            style.size,
            style.color,
            escape(text)
        ));
    }

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
