//! Parts that the pictures of all worlds share: a canvas of simple shapes as SVG or as pixels, colours, text, coloured
//! terminal lines, files that appear whole or not at all.
//!
//! Not here: what is drawn (`draw` of each world), the font itself ([`crate::font`]).

mod file;
mod pixels;
pub mod svg;
pub(super) mod terminal;

use std::fmt;

use crate::{Side, font};

pub use file::{DrawError, check_svg, check_svg_or_png};
pub(super) use file::{write_svg, write_svg_or_png};
pub use pixels::Pixels;

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// As style sheets write it.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Behind everything.
pub const PAPER: Rgb = Rgb(255, 255, 255);
/// Words.
pub const INK: Rgb = Rgb(0x1b, 0x1f, 0x24);
/// Words and lines of less weight.
pub const FAINT_INK: Rgb = Rgb(0x57, 0x60, 0x6a);

/// The pieces of black.
pub(super) const BLACK: Rgb = Rgb(0x15, 0x18, 0x1b);
/// The pieces of white.
pub(super) const WHITE: Rgb = Rgb(0xf7, 0xf7, 0xf2);

/// The pieces of a side.
pub(super) const fn piece_color(side: Side) -> Rgb {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

/// A point on the canvas.
pub type Point = (i32, i32);

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub struct TextStyle {
    /// Pixels of the em square.
    pub size: i32,
    /// True for bold letters.
    pub bold: bool,
    /// Their colour.
    pub color: Rgb,
}

impl TextStyle {
    /// How wide a text is.
    pub fn width(self, text: &str) -> i32 {
        // Without a font the guess is generous; a missing font is reported when the text is drawn.
        let guess = text.chars().count() as i32 * self.size;
        font::width(text, f64::from(self.size), self.bold).unwrap_or(guess)
    }

    /// The text, cut to a width.
    pub fn cut(self, text: &str, width: i32) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let mut kept: String = text.to_owned();
        while kept.pop().is_some() {
            let short = format!("{}…", kept.trim_end());
            if self.width(&short) <= width {
                return short;
            }
        }
        String::new()
    }
}

/// A surface for simple shapes. Lengths are pixels.
pub trait Canvas {
    /// A full rectangle; the point is its upper left corner.
    fn rectangle(&mut self, at: Point, size: (i32, i32), color: Rgb);

    /// A line through all points.
    fn line(&mut self, points: &[Point], width: i32, color: Rgb);

    /// A full circle.
    fn disc(&mut self, center: Point, radius: i32, color: Rgb);

    /// A square that stands on one corner.
    fn diamond(&mut self, center: Point, radius: i32, color: Rgb);

    /// Text whose line begins at the point, vertically centred on it.
    fn text(&mut self, at: Point, text: &str, style: TextStyle);
}

/// A title as one line of printable characters.
pub(super) fn clean_title(title: &str) -> String {
    title.trim().chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}
