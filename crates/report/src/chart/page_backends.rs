//! The SVG backend of `plotters` without the rest of it, for a page of a browser.

use std::convert::Infallible;

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, FontFamily, FontStyle, FontTransform,
};

use searchlab_worlds::font;

pub(super) use plotters_backend::DrawingBackend;
pub(super) use plotters_backend::text_anchor::{HPos, Pos, VPos};
pub(super) use plotters_svg::SVGBackend;

/// A line or a filled shape.
pub(super) struct Shape {
    color: BackendColor,
    width: u32,
}

impl BackendStyle for Shape {
    fn color(&self) -> BackendColor {
        self.color
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// The style of a line or a filled shape: red, green, blue, opacity, width of the line.
pub(super) fn shape(rgb: [u8; 3], opacity: f64, _filled: bool, width: u32) -> Shape {
    Shape { color: color(rgb, opacity), width }
}

/// A text.
pub(super) struct Lettering {
    size: f64,
    bold: bool,
    color: BackendColor,
    anchor: Pos,
    is_turned: bool,
}

/// The style of a text of this size, as the backend counts it.
pub(super) fn lettering(size: f64, bold: bool, rgb: [u8; 3], anchor: Pos, is_turned: bool) -> Lettering {
    Lettering { size, bold, color: color(rgb, 1.0), anchor, is_turned }
}

fn color([r, g, b]: [u8; 3], alpha: f64) -> BackendColor {
    BackendColor { alpha, rgb: (r, g, b) }
}

impl BackendTextStyle for Lettering {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.color
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn transform(&self) -> FontTransform {
        if self.is_turned { FontTransform::Rotate270 } else { FontTransform::None }
    }

    fn style(&self) -> FontStyle {
        if self.bold { FontStyle::Bold } else { FontStyle::Normal }
    }

    fn anchor(&self) -> Pos {
        self.anchor
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(font::FAMILY)
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        Ok(((0, 0), (font::width(text, self.size, self.bold).unwrap_or_default(), self.size as i32)))
    }

    /// Only backends of pixels draw letters themselves.
    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _text: &str,
        _at: BackendCoord,
        _draw: F,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}
