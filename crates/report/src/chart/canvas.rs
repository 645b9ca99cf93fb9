//! Strokes, shapes and text on an SVG or a PNG, through the backends of `plotters`.
//!
//! The backends count in whole pixels. An SVG is drawn ten times as large and told so by its view box, so that nothing
//! jumps to a pixel. A PNG of two pixels a unit is drawn with more and averaged, which smooths the lines that the
//! library leaves ragged.

use super::Chart;
#[cfg(not(target_family = "wasm"))]
use super::backends::BitMapBackend;
use super::backends::{DrawingBackend, HPos, Pos, SVGBackend, VPos, lettering, shape};
use super::layout::Layout;
use super::style::{Dash, Rgb};

/// A place in units of the picture, from the upper left corner.
pub type Place = (f64, f64);

/// A line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Rgb,
    /// Its width.
    pub width: f64,
    /// How it is interrupted.
    pub dash: Dash,
}

impl Stroke {
    /// A line without gaps.
    pub const fn solid(color: Rgb, width: f64) -> Self {
        Self { color, width, dash: Dash::Solid }
    }
}

/// Which point of a text stands at its place, on the base line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Left,
    /// The middle.
    Middle,
    /// The right end.
    Right,
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Height of the em square.
    pub size: f64,
    /// True for bold letters.
    pub bold: bool,
    /// Its colour.
    pub color: Rgb,
    /// The point of the text that stands at its place.
    pub anchor: Anchor,
    /// True for a text from the bottom to the top.
    pub is_turned: bool,
}

/// A part of the picture that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spot {
    /// A point, with what is near it.
    At(Place),
    /// A rectangle: left, top, right, bottom.
    Over([f64; 4]),
}

/// The surface that a chart is drawn on.
pub trait Canvas {
    /// Joins the points.
    fn stroke(&mut self, points: &[Place], stroke: Stroke);

    /// Fills the polygon; `opacity` is between 0 and 1.
    fn fill(&mut self, corners: &[Place], color: Rgb, opacity: f64);

    /// Writes a line of text.
    fn text(&mut self, at: Place, text: &str, style: TextStyle);

    /// Adds a tooltip, shown when this spot is pointed at, where the picture can.
    fn tip(&mut self, spot: Spot, text: &str);
}

/// How a backend differs from the others.
#[derive(Debug, Clone, Copy)]
struct Manner {
    /// Its pixels in a unit.
    scale: f64,
    /// The size to be asked for, for an em square of 1.
    font_size: f64,
    /// From the top of a text to its base line, in em squares.
    ascent: f64,
}

/// The library divides the size by 1.24 and shifts the text down by 0.76 em.
const SVG: Manner = Manner { scale: 10.0, font_size: 1.24, ascent: 0.76 };

/// Pixels of a PNG in a unit.
#[cfg(not(target_family = "wasm"))]
const PNG_SCALE: u32 = 2;
/// Pixels along a side that are averaged into one.
#[cfg(not(target_family = "wasm"))]
const FINENESS: u32 = 3;
/// The library takes the height of a line for the size, and puts the base line half of it below the top.
#[cfg(not(target_family = "wasm"))]
const PNG: Manner = Manner { scale: (PNG_SCALE * FINENESS) as f64, font_size: 1.164, ascent: 0.582 };

/// A canvas that draws by a backend. The first error is kept for the end.
struct Sheet<B> {
    backend: B,
    manner: Manner,
    error: Option<String>,
    tips: Vec<(Spot, String)>,
}

impl<B: DrawingBackend> Sheet<B> {
    const fn new(backend: B, manner: Manner) -> Self {
        Self { backend, manner, error: None, tips: Vec::new() }
    }

    fn pixel(&self, (x, y): Place) -> (i32, i32) {
        ((x * self.manner.scale).round() as i32, (y * self.manner.scale).round() as i32)
    }

    fn draw<E: std::fmt::Display>(&mut self, draw: impl FnOnce(&mut B) -> Result<(), E>) {
        if self.error.is_none() {
            self.error = draw(&mut self.backend).err().map(|error| error.to_string());
        }
    }

    /// Ends the drawing and gives what is told when places are pointed at.
    fn finish(mut self) -> Result<Vec<(Spot, String)>, String> {
        self.draw(DrawingBackend::present);
        self.error.map_or(Ok(self.tips), Err)
    }
}

impl<B: DrawingBackend> Canvas for Sheet<B> {
    fn stroke(&mut self, points: &[Place], stroke: Stroke) {
        let width = (stroke.width * self.manner.scale).round().max(1.0) as u32;
        let style = shape(bytes(stroke.color), 1.0, false, width);
        for piece in dashes(points, stroke.dash.pattern()) {
            let mut pixels: Vec<_> = piece.into_iter().map(|place| self.pixel(place)).collect();
            pixels.dedup();
            if pixels.len() > 1 {
                self.draw(|backend| backend.draw_path(pixels, &style));
            }
        }
    }

    fn fill(&mut self, corners: &[Place], color: Rgb, opacity: f64) {
        let pixels: Vec<_> = corners.iter().map(|&place| self.pixel(place)).collect();
        let style = shape(bytes(color), opacity, true, 0);
        self.draw(|backend| backend.fill_polygon(pixels, &style));
    }

    fn text(&mut self, (x, y): Place, text: &str, style: TextStyle) {
        let Manner { scale, font_size, ascent } = self.manner;
        let across = match style.anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        let TextStyle { size, bold, color, is_turned, .. } = style;
        let style = lettering(size * scale * font_size, bold, bytes(color), Pos::new(across, VPos::Top), is_turned);
        let top = self.pixel(if is_turned { (x - ascent * size, y) } else { (x, y - ascent * size) });
        let text = clean(text);
        self.draw(|backend| backend.draw_text(&text, &style, top));
    }

    fn tip(&mut self, spot: Spot, text: &str) {
        self.tips.push((spot, clean(text)));
    }
}

const fn bytes(Rgb(r, g, b): Rgb) -> [u8; 3] {
    [r, g, b]
}

/// The line in pieces: strokes and gaps of these lengths in turn.
pub(super) fn dashes(points: &[Place], pattern: &[f64]) -> Vec<Vec<Place>> {
    let Some(&first) = points.first() else { return Vec::new() };
    if pattern.is_empty() {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let mut piece = vec![first];
    let (mut turn, mut left) = (0, pattern[0]);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt();
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length);
            if turn % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            turn += 1;
            left = pattern[turn % pattern.len()];
        }
        left -= length - done;
        if turn % 2 == 0 {
            piece.push((x1, y1));
        }
    }
    pieces.push(piece);
    pieces
}

/// Without what may not stand in a document: a name from a file can hold anything.
pub(super) fn clean(text: &str) -> String {
    let is_bad = |character: char| character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|character| if is_bad(character) { '\u{fffd}' } else { character }).collect()
}

pub(crate) fn escaped(text: &str) -> String {
    clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The chart as a document.
pub(super) fn svg(chart: &Chart) -> Result<String, String> {
    let layout = Layout::new(chart, chart.file_format());
    let size = |unit: f64| ((layout.width * unit).round() as u32, (layout.height * unit).round() as u32);
    let mut drawn = String::new();
    let mut sheet = Sheet::new(SVGBackend::with_string(&mut drawn, size(SVG.scale)), SVG);
    layout.draw_paper(&mut sheet);
    layout.draw(chart, &mut sheet);
    let tips = sheet.finish()?;
    // The library knows neither a view box of its own scale nor titles.
    let body = drawn.split_once('>').map_or("", |(_, body)| body).trim_end();
    let body = body.strip_suffix("</svg>").unwrap_or(body);
    let ((width, height), (inner_width, inner_height)) = (size(1.0), size(SVG.scale));
    // On paper in millimetres, else in pixels.
    let (width, height) = match chart.paper {
        Some(paper) => {
            let millimetres = |length: f64| format!("{:.2}mm", length / paper.units());
            (millimetres(layout.width), millimetres(layout.height))
        }
        None => (width.to_string(), height.to_string()),
    };
    let title = escaped(&chart.title);
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {inner_width} {inner_height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>{}{body}",
        description(chart, "")
    );
    text.push_str("<g fill=\"#fff\" fill-opacity=\"0\">\n");
    for (spot, tip) in tips {
        text.push_str(&target(spot, |length| (length * SVG.scale).round().to_string(), "", &tip));
    }
    text.push_str("</g>\n</svg>\n");
    Ok(text)
}

/// The description of the picture, as an element with these attributes.
pub(super) fn description(chart: &Chart, attributes: &str) -> String {
    let text = escaped(&chart.description);
    if text.is_empty() { text } else { format!("<desc{attributes}>{text}</desc>") }
}

/// How near the pointer must come.
const TIP_RADIUS: f64 = 8.0;

/// A spot as an element with these attributes, lengths written by `unit`.
pub(super) fn target(spot: Spot, unit: impl Fn(f64) -> String, attributes: &str, tip: &str) -> String {
    let (shape, geometry) = match spot {
        Spot::At((x, y)) => ("circle", format!("cx=\"{}\" cy=\"{}\" r=\"{}\"", unit(x), unit(y), unit(TIP_RADIUS))),
        Spot::Over([left, top, right, bottom]) => {
            let (width, height) = (unit(right - left), unit(bottom - top));
            let corner = format!("x=\"{}\" y=\"{}\"", unit(left), unit(top));
            ("rect", format!("{corner} width=\"{width}\" height=\"{height}\""))
        }
    };
    format!("<{shape}{attributes} {geometry}><title>{}</title></{shape}>\n", escaped(tip))
}

/// In a page charts are SVG.
#[cfg(target_family = "wasm")]
pub(super) fn pixels(_chart: &Chart) -> Result<((u32, u32), Vec<u8>), String> {
    Err("a page draws no pixels".to_owned())
}

/// Width and height of the chart in pixels, and the pixels, three bytes each, row by row.
#[cfg(not(target_family = "wasm"))]
pub(super) fn pixels(chart: &Chart) -> Result<((u32, u32), Vec<u8>), String> {
    let layout = Layout::new(chart, chart.file_format());
    let size =
        |unit: u32| ((layout.width * f64::from(unit)).round() as u32, (layout.height * f64::from(unit)).round() as u32);
    let (width, height) = size(PNG_SCALE);
    let fine_size = (width * FINENESS, height * FINENESS);
    let mut fine = vec![0xff; fine_size.0 as usize * fine_size.1 as usize * 3];
    let mut sheet = Sheet::new(BitMapBackend::with_buffer(&mut fine, fine_size), PNG);
    layout.draw_paper(&mut sheet);
    layout.draw(chart, &mut sheet);
    sheet.finish()?;
    Ok(((width, height), averaged(&fine, width as usize, height as usize)))
}

/// The picture of this size, each pixel the mean of a square of fine ones.
#[cfg(not(target_family = "wasm"))]
fn averaged(fine: &[u8], width: usize, height: usize) -> Vec<u8> {
    const SIDE: usize = FINENESS as usize;
    let mut pixels = Vec::with_capacity(width * height * 3);
    let mut sums = vec![0u16; width * 3];
    for rows in fine.chunks_exact(width * 3 * SIDE * SIDE) {
        sums.fill(0);
        for row in rows.chunks_exact(width * 3 * SIDE) {
            for (sum, square) in sums.as_chunks_mut::<3>().0.iter_mut().zip(row.chunks_exact(3 * SIDE)) {
                for &[red, green, blue] in square.as_chunks::<3>().0 {
                    sum[0] += u16::from(red);
                    sum[1] += u16::from(green);
                    sum[2] += u16::from(blue);
                }
            }
        }
        let count = (SIDE * SIDE) as u16;
        pixels.extend(sums.iter().map(|sum| ((sum + count / 2) / count) as u8));
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_around_corners() {
        let pieces = dashes(&[(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)], &[4.0, 2.0]);
        assert_eq!(pieces, [vec![(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)], vec![(3.0, 3.0), (3.0, 4.0)]]);
        assert_eq!(dashes(&[], &[1.0, 1.0]), Vec::<Vec<Place>>::new());
    }

    #[test]
    fn averages_are_rounded() {
        let fine: Vec<u8> = (0..9).flat_map(|pixel| [pixel, 255, if pixel == 0 { 255 } else { 0 }]).collect();
        assert_eq!(averaged(&fine, 1, 1), [4, 255, 28]);
    }
}
