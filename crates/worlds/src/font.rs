//! The font of all pictures, part of the program: no picture depends on the fonts of a machine.
//!
//! DejaVu Sans, a subset with Latin, Greek, sub- and superscripts, arrows and a few signs; the licence stands beside
//! the files in `crates/worlds/assets/fonts`. Not here: what is drawn with it.

use std::sync::OnceLock;

use crate::assets::unpacked;
#[cfg(not(target_family = "wasm"))]
use plotters::style::{FontDesc, FontFamily, FontStyle};

/// Compiled natively for its tests alone.
#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(test, expect(unreachable_pub, reason = "tests alone use it"))]
mod advances;

/// The name under which the font is registered. It is a list of families as style sheets write it, so that a text
/// in an SVG, which carries no font, falls back to one of the same widths.
pub const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of a line of the font (ascent and descent) in units of its size.
#[cfg(not(target_family = "wasm"))]
const LINE_HEIGHT: f64 = 1.164;

/// The files of both faces, regular and bold, as TrueType has them.
pub fn faces() -> [&'static [u8]; 2] {
    static FACES: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    const PACKED: [&[u8]; 2] = [
        include_bytes!("../assets/fonts/DejaVuSans-subset.ttf.gz"),
        include_bytes!("../assets/fonts/DejaVuSans-Bold-subset.ttf.gz"),
    ];
    FACES.get_or_init(|| PACKED.map(unpacked)).each_ref().map(Vec::as_slice)
}

/// Registers the font with `plotters`, once in the life of the program. Must come before any chart is drawn.
#[cfg(not(target_family = "wasm"))]
pub fn register() {
    static REGISTERED: OnceLock<()> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        // The normal face first: it stands in for every face that is missing. A face that cannot be read shows
        // as an error of the drawing that needs it; a test makes sure that both can.
        for (style, bytes) in [FontStyle::Normal, FontStyle::Bold].into_iter().zip(faces()) {
            let _ = plotters::style::register_font(FAMILY, style, bytes);
        }
    });
}

/// Width of a text in pixels, its em square `pixels` high; `None` if the font cannot be read.
#[cfg(not(target_family = "wasm"))]
pub fn width(text: &str, pixels: f64, bold: bool) -> Option<i32> {
    sized(pixels, bold).layout_box(text).ok().map(|(_, (width, _))| width)
}

#[cfg(target_family = "wasm")]
pub use advances::width;

/// The font in a size as style sheets count it: pixels of the em square.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn sized(pixels: f64, bold: bool) -> FontDesc<'static> {
    register();
    let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
    // plotters counts the height of a line.
    FontDesc::new(FontFamily::Name(FAMILY), pixels * LINE_HEIGHT, style)
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_faces_are_there_and_differ() {
        let width = |bold| super::width("expanded 1,234 × 5 … · – √2", 20.0, bold).expect("an embedded font");
        assert!(width(false) > 200);
        assert!(width(true) > width(false));
    }
}
