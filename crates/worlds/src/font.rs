//! The font of all pictures, part of the program: no picture depends on the fonts of a machine.
//!
//! DejaVu Sans, a subset with Latin, Greek, sub- and superscripts, arrows and a few signs; the licence stands beside
//! the files in `crates/worlds/assets/fonts`. Not here: what is drawn with it.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// The name under which the font is registered. It is a list of families as style sheets write it, so that a text
/// in an SVG, which carries no font, falls back to one of the same widths.
pub const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of a line of the font (ascent and descent) in units of its size.
const LINE_HEIGHT: f64 = 1.164;

/// The files of both faces, regular and bold.
pub const FACES: [&[u8]; 2] = [
    include_bytes!("../assets/fonts/DejaVuSans-subset.ttf"),
    include_bytes!("../assets/fonts/DejaVuSans-Bold-subset.ttf"),
];

static REGISTERED: OnceLock<()> = OnceLock::new();

/// Registers the font with `plotters`, once in the life of the program. Must come before any chart is drawn.
pub fn register() {
    REGISTERED.get_or_init(|| {
        // The normal face first: it stands in for every face that is missing. A face that cannot be read shows
        // as an error of the drawing that needs it; a test makes sure that both can.
        for (style, bytes) in [FontStyle::Normal, FontStyle::Bold].into_iter().zip(FACES) {
            let _ = register_font(FAMILY, style, bytes);
        }
    });
}

/// The font in a size as style sheets count it: pixels of the em square.
pub fn sized(pixels: f64, bold: bool) -> FontDesc<'static> {
    register();
    let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
    // plotters counts the height of a line.
    FontDesc::new(FontFamily::Name(FAMILY), pixels * LINE_HEIGHT, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_are_there_and_differ() {
        let width = |bold| sized(20.0, bold).layout_box("expanded 1,234 × 5 … · – √2").expect("an embedded font").1.0;
        assert!(width(false) > 200);
        assert!(width(true) > width(false));
    }
}
