//! A chart as a PDF of one page, of the size of the picture, its fonts within: only the letters that it shows.
//!
//! Source      ISO 32000-1:2008, sections 8 (graphics) and 9 (text). Letters are written as glyphs of a subset
//!             (Identity-H), with a map back to characters, so that text can be searched and copied.
//! Guarantees  Equal charts give equal bytes: neither a time nor a name is within.
//! Not here    Where things stand (layout.rs), the fonts (worlds/font.rs).

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::{GlyphRemapper, subset};
use ttf_parser::Face;

use super::Chart;
use super::canvas::{Anchor, Canvas, Place, Spot, Stroke, TextStyle, clean, dashes};
use super::layout::Layout;
use super::style::Rgb;
use searchlab_worlds::font;

const IDENTITY: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
/// Points in a unit of a picture without a size on paper: a pixel of style sheets.
const POINTS: f64 = 0.75;

/// The chart as a document.
pub(super) fn pdf(chart: &Chart) -> Result<Vec<u8>, String> {
    let layout = Layout::new(chart, chart.file_format());
    let points = chart.paper.map_or(POINTS, |paper| 72.0 / 25.4 / paper.units());
    let faces = font::faces().map(Embedded::new);
    let [Ok(regular), Ok(bold)] = faces else { return Err("a font of the program cannot be read".to_owned()) };
    let mut sheet = Sheet {
        content: Content::new(),
        points,
        height: layout.height * points,
        fonts: [regular, bold],
        opacities: Vec::new(),
    };
    sheet.content.set_line_join(LineJoinStyle::RoundJoin).set_line_cap(LineCapStyle::ButtCap);
    layout.draw_paper(&mut sheet);
    layout.draw(chart, &mut sheet);
    sheet.finish((layout.width * points) as f32, &chart.title)
}

/// A font with the glyphs that are shown.
struct Embedded {
    data: &'static [u8],
    face: Face<'static>,
    remapper: GlyphRemapper,
    /// The character and the width in thousandths of an em of each glyph of the subset.
    shown: BTreeMap<u16, (char, f32)>,
}

impl Embedded {
    fn new(data: &'static [u8]) -> Result<Self, String> {
        let face = Face::parse(data, 0).map_err(|error| error.to_string())?;
        Ok(Self { data, face, remapper: GlyphRemapper::new(), shown: BTreeMap::new() })
    }

    fn thousandths(&self, units: f32) -> f32 {
        units * 1000.0 / f32::from(self.face.units_per_em())
    }

    /// The glyphs of a text in the subset, two bytes each, and its width in ems.
    fn glyphs(&mut self, text: &str) -> (Vec<u8>, f64) {
        let (mut bytes, mut width) = (Vec::new(), 0.0);
        for character in text.chars() {
            let glyph = self.face.glyph_index(character).unwrap_or_default();
            let advance = self.thousandths(f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default()));
            let own = self.remapper.remap(glyph.0);
            self.shown.entry(own).or_insert((character, advance));
            bytes.extend(own.to_be_bytes());
            width += f64::from(advance) / 1000.0;
        }
        (bytes, width)
    }

    /// Writes the font and all that belongs to it; the first of its five numbers is that of the font.
    fn write(&self, pdf: &mut Pdf, first: i32) -> Result<(), String> {
        let [font, cid, descriptor, cmap, file] = [0, 1, 2, 3, 4].map(|place| Ref::new(first + place));
        let name = format!("SRCHLB+{}", self.postscript_name());
        let name = Name(name.as_bytes());
        let mut type0 = pdf.type0_font(font);
        type0.base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(cmap);
        type0.finish();
        let mut cid_font = pdf.cid_font(cid);
        cid_font.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
        cid_font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid_font.widths();
        for (&glyph, &(_, width)) in &self.shown {
            widths.same(glyph, glyph, width);
        }
        widths.finish();
        cid_font.finish();
        let bounds = self.face.global_bounding_box();
        let thousandths = |units: i16| self.thousandths(f32::from(units));
        let mut description = pdf.font_descriptor(descriptor);
        description
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(
                thousandths(bounds.x_min),
                thousandths(bounds.y_min),
                thousandths(bounds.x_max),
                thousandths(bounds.y_max),
            ))
            .italic_angle(0.0)
            .ascent(thousandths(self.face.ascender()))
            .descent(thousandths(self.face.descender()))
            .cap_height(thousandths(self.face.capital_height().unwrap_or(self.face.ascender())))
            .stem_v(80.0)
            .font_file2(file);
        description.finish();
        let mut characters = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (&glyph, &(character, _)) in &self.shown {
            characters.pair(glyph, character);
        }
        pdf.cmap(cmap, &characters.finish());
        let data = subset(self.data, 0, &self.remapper).map_err(|error| error.to_string())?;
        let packed = packed(&data)?;
        pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Length1"), data.len() as i32);
        Ok(())
    }

    fn postscript_name(&self) -> String {
        let mut names =
            self.face.names().into_iter().filter(|name| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME);
        names.find_map(|name| name.to_string()).unwrap_or_else(|| "DejaVuSans".to_owned())
    }
}

fn packed(data: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(data).and_then(|()| encoder.finish());
    written.map_err(|error| error.to_string())
}

/// A canvas that writes the content of a page.
struct Sheet {
    content: Content,
    /// Points in a unit.
    points: f64,
    /// Height of the page: its places are counted from the bottom.
    height: f64,
    /// Regular and bold.
    fonts: [Embedded; 2],
    /// The opacities of areas, in thousandths.
    opacities: Vec<u32>,
}

impl Sheet {
    fn place(&self, (x, y): Place) -> (f32, f32) {
        ((x * self.points) as f32, (self.height - y * self.points) as f32)
    }

    fn path(&mut self, points: &[Place]) {
        for (index, &point) in points.iter().enumerate() {
            let (x, y) = self.place(point);
            if index == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    fn finish(self, width: f32, title: &str) -> Result<Vec<u8>, String> {
        let [catalog, pages, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
        let fonts = [Ref::new(10), Ref::new(20)];
        let state = |place: usize| Ref::new(30 + place as i32);
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        pdf.document_info(info).title(TextStr(title)).producer(TextStr("searchlab"));
        let mut sheet = pdf.page(page);
        sheet.media_box(Rect::new(0.0, 0.0, width, self.height as f32)).parent(pages).contents(content);
        let mut resources = sheet.resources();
        let mut dictionary = resources.fonts();
        dictionary.pair(Name(b"F0"), fonts[0]).pair(Name(b"F1"), fonts[1]);
        dictionary.finish();
        let mut states = resources.ext_g_states();
        for place in 0..self.opacities.len() {
            states.pair(Name(format!("G{place}").as_bytes()), state(place));
        }
        states.finish();
        resources.finish();
        sheet.finish();
        for (place, &opacity) in self.opacities.iter().enumerate() {
            pdf.ext_graphics(state(place)).non_stroking_alpha(opacity as f32 / 1000.0);
        }
        for (font, id) in self.fonts.iter().zip(fonts) {
            font.write(&mut pdf, id.get())?;
        }
        let drawn = packed(&self.content.finish())?;
        pdf.stream(content, &drawn).filter(Filter::FlateDecode);
        Ok(pdf.finish())
    }
}

/// A colour as PDF has it.
fn shares(Rgb(r, g, b): Rgb) -> [f32; 3] {
    [r, g, b].map(|part| f32::from(part) / 255.0)
}

impl Canvas for Sheet {
    fn stroke(&mut self, points: &[Place], stroke: Stroke) {
        let [r, g, b] = shares(stroke.color);
        self.content.set_stroke_rgb(r, g, b).set_line_width((stroke.width * self.points) as f32);
        for piece in dashes(points, stroke.dash.pattern()).iter().filter(|piece| piece.len() > 1) {
            self.path(piece);
            self.content.stroke();
        }
    }

    fn fill(&mut self, corners: &[Place], color: Rgb, opacity: f64) {
        let thousandths = (opacity * 1000.0).round() as u32;
        let place = self.opacities.iter().position(|&known| known == thousandths).unwrap_or_else(|| {
            self.opacities.push(thousandths);
            self.opacities.len() - 1
        });
        let [r, g, b] = shares(color);
        self.content.set_parameters(Name(format!("G{place}").as_bytes())).set_fill_rgb(r, g, b);
        self.path(corners);
        self.content.close_path().fill_nonzero();
    }

    fn text(&mut self, at: Place, text: &str, style: TextStyle) {
        let font = usize::from(style.bold);
        let (glyphs, width) = self.fonts[font].glyphs(&clean(text));
        let size = style.size * self.points;
        let before = width
            * size
            * match style.anchor {
                Anchor::Left => 0.0,
                Anchor::Middle => 0.5,
                Anchor::Right => 1.0,
            };
        let ((x, y), before) = (self.place(at), before as f32);
        let matrix =
            if style.is_turned { [0.0, 1.0, -1.0, 0.0, x, y - before] } else { [1.0, 0.0, 0.0, 1.0, x - before, y] };
        let [r, g, b] = shares(style.color);
        self.fill_opaque();
        self.content.set_fill_rgb(r, g, b).begin_text();
        self.content.set_font(Name(if style.bold { b"F1" } else { b"F0" }), size as f32).set_text_matrix(matrix);
        self.content.show(Str(&glyphs)).end_text();
    }

    fn tip(&mut self, _: Spot, _: &str) {}
}

impl Sheet {
    /// Later shapes hide those below them.
    fn fill_opaque(&mut self) {
        if let Some(place) = self.opacities.iter().position(|&known| known == 1000) {
            self.content.set_parameters(Name(format!("G{place}").as_bytes()));
        }
    }
}
