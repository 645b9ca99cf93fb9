//! The elements of an SVG document.

use std::fmt::Write as _;

use super::{Canvas, FAINT_INK, INK, PAPER, Point, Rgb, TextStyle, piece_color};
use crate::{Side, font};

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

/// Which part of a text is at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
}

/// A document that is being written. Lengths are pixels.
#[derive(Debug)]
pub struct Document(String);

impl Document {
    /// A page with a title and a description for those who do not see the picture.
    pub fn new((width, height): (i32, i32), title: &str, words: &str) -> Self {
        let mut document = Self(String::new());
        document.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{}\" role=\"img\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            font::FAMILY,
            escape(title),
            escape(words)
        ));
        document
    }

    /// Paper of this size with the title of a board at its head; where there is none, the name of the game stands for it
    /// unseen.
    pub(crate) fn of_board(size: (i32, i32), margin: i32, [title, game]: [&str; 2], words: &str) -> Self {
        let mut document = Self::new(size, if title.is_empty() { game } else { title }, words);
        document.rect((0, 0), size, PAPER);
        if !title.is_empty() {
            let style = TextStyle { size: 17, bold: true, color: INK };
            document.words((margin, 29), Anchor::Start, &style.cut(title, size.0 - 2 * margin), style);
        }
        document
    }

    /// Elements without a page.
    pub const fn fragment() -> Self {
        Self(String::new())
    }

    /// The elements since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.0)
    }

    /// The text of the document.
    pub fn finish(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }

    /// Adds what is not escaped.
    pub fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(text);
    }

    /// Begins a group of elements of a class.
    pub(crate) fn begin(&mut self, class: &str) {
        self.put(format_args!("<g class=\"{class}\">\n"));
    }

    /// Ends a group.
    pub(crate) fn end(&mut self) {
        self.put(format_args!("</g>\n"));
    }

    pub(crate) fn rect(&mut self, (x, y): Point, (width, height): (i32, i32), color: Rgb) {
        self.put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"));
    }

    /// A line through all points.
    pub(crate) fn polyline(&mut self, points: &[Point], width: i32, color: Rgb) {
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

    pub(crate) fn circle(&mut self, (x, y): Point, radius: i32, color: Rgb) {
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>\n"));
    }

    /// The number of pieces of each side beside one of them, and words after both: `● 2  ○ 2  black to move`.
    pub(crate) fn score(&mut self, (mut x, y): Point, pieces: [usize; 2], words: &str) {
        let style = TextStyle { size: 15, bold: true, color: INK };
        for (side, number) in Side::BOTH.into_iter().zip(pieces) {
            let number = number.to_string();
            self.circle((x + 10, y), 10, FAINT_INK);
            self.circle((x + 10, y), 9, piece_color(side));
            self.words((x + 28, y), Anchor::Start, &number, style);
            x += 28 + style.width(&number) + 24;
        }
        self.words((x, y), Anchor::Start, words, TextStyle { bold: false, ..style });
    }

    /// One line of text, vertically centred on the point.
    pub fn words(&mut self, (x, y): Point, anchor: Anchor, text: &str, style: TextStyle) {
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        let anchor = if anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{}\" fill=\"{}\"{weight}{anchor}>{}</text>\n",
            style.size,
            style.color,
            escape(text)
        ));
    }
}

impl Canvas for Document {
    fn rectangle(&mut self, at: Point, size: (i32, i32), color: Rgb) {
        self.rect(at, size, color);
    }

    fn line(&mut self, points: &[Point], width: i32, color: Rgb) {
        self.polyline(points, width, color);
    }

    fn disc(&mut self, center: Point, radius: i32, color: Rgb) {
        self.circle(center, radius, color);
    }

    fn diamond(&mut self, (x, y): Point, radius: i32, color: Rgb) {
        let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
        self.put(format_args!(
            "<polygon points=\"{left},{y} {x},{top} {right},{y} {x},{bottom}\" fill=\"{color}\"/>\n"
        ));
    }

    fn text(&mut self, at: Point, text: &str, style: TextStyle) {
        self.words(at, Anchor::Start, text, style);
    }
}
