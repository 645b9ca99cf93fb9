//! Drawing of shapes and texts: the backends of `plotters`, and its styles. Where all of `plotters` would bring what only a
//! page's own glue can serve, its SVG backend alone draws, with styles of our own (page_backends.rs).

use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle, TextStyle};

use searchlab_worlds::font;

pub(super) use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
pub(super) use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The style of a line or a filled shape: red, green, blue, opacity, width of the line.
pub(super) fn shape(rgb: [u8; 3], opacity: f64, filled: bool, stroke_width: u32) -> ShapeStyle {
    ShapeStyle { color: color(rgb, opacity), filled, stroke_width }
}

/// The style of a text of this size, as the backend counts it.
pub(super) fn lettering(size: f64, bold: bool, rgb: [u8; 3], anchor: Pos, is_turned: bool) -> TextStyle<'static> {
    font::register();
    let face = if bold { FontStyle::Bold } else { FontStyle::Normal };
    let style = FontDesc::new(FontFamily::Name(font::FAMILY), size, face).color(&color(rgb, 1.0)).pos(anchor);
    if is_turned { style.transform(FontTransform::Rotate270) } else { style }
}

const fn color([r, g, b]: [u8; 3], opacity: f64) -> RGBAColor {
    RGBAColor(r, g, b, opacity)
}
