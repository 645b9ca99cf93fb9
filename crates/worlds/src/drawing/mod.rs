//! Parts that the pictures of all worlds share: colours, text, SVG elements, coloured terminal lines, files that appear
//! whole or not at all.
//!
//! Not here: what is drawn (`draw` of each world), the font itself ([`crate::font`]).

mod file;
pub(super) mod svg;
pub(super) mod terminal;

use std::fmt;

use crate::font;

pub use file::DrawError;
pub(super) use file::PictureFile;

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

/// As style sheets write it.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Behind everything.
pub(super) const PAPER: Rgb = Rgb(255, 255, 255);
/// Words.
pub(super) const INK: Rgb = Rgb(0x1b, 0x1f, 0x24);
/// Words and lines of less weight.
pub(super) const FAINT_INK: Rgb = Rgb(0x57, 0x60, 0x6a);

/// A point on the canvas.
pub(super) type Point = (i32, i32);

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextStyle {
    /// Pixels of the em square.
    pub(super) size: i32,
    pub(super) bold: bool,
    pub(super) color: Rgb,
}

impl TextStyle {
    /// How wide a text is.
    pub(super) fn width(self, text: &str) -> i32 {
        // Without a font the guess is generous; a missing font is reported when the text is drawn.
        let guess = text.chars().count() as i32 * self.size;
        font::sized(f64::from(self.size), self.bold).layout_box(text).map_or(guess, |(_, (width, _))| width)
    }

    /// The text, cut to a width.
    pub(super) fn cut(self, text: &str, width: i32) -> String {
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

/// A title as one line of printable characters.
pub(super) fn clean_title(title: &str) -> String {
    title.trim().chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}
