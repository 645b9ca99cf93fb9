//! A chart as an element of an HTML page: in the colours of the page's scheme, light or dark, without paper.
//!
//! Colours that have a role (ink, grid, series) are written as classes, whose colours [`style_sheet`] gives once for
//! all charts of a page. Colours that carry a meaning by themselves, those of heat maps, are written out.
//!
//! Not here: what happens on hover beyond the titles that every browser shows; that is the page's.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::canvas::{Anchor, Canvas, Place, Spot, Stroke, TextStyle, clean, description, escaped, target};
use super::layout::Layout;
use super::style::{Rgb, named_colors};
use super::{Chart, Format};
use searchlab_worlds::font;

/// The colours and strokes of all charts of a page. Dark colours hold where the reader asks for them, on screens;
/// a page with a switch of its own can set the same variables (`--chart-ink` and so on) for it.
pub(crate) fn style_sheet() -> String {
    let colors = named_colors();
    let variables = |pick: fn(&(String, Rgb, Rgb)) -> Rgb| {
        let variable = |color: &(String, Rgb, Rgb)| format!("--chart-{}:{}", color.0, pick(color).css());
        colors.iter().map(variable).collect::<Vec<_>>().join(";")
    };
    let mut text = format!("svg.chart{{{};max-width:100%;height:auto}}\n", variables(|color| color.1));
    let _ =
        writeln!(text, "@media screen and (prefers-color-scheme:dark){{svg.chart{{{}}}}}", variables(|color| color.2));
    for (name, ..) in &colors {
        let _ = writeln!(text, "svg.chart .{name}{{--c:var(--chart-{name})}}");
    }
    let _ = writeln!(
        text,
        "svg.chart .f{{fill:var(--c);stroke:none}}\n\
         svg.chart .l{{fill:none;stroke:var(--c);stroke-linejoin:round}}\n\
         svg.chart text{{fill:var(--c);stroke:none;font-family:{}}}\n\
         svg.chart .tip{{fill:transparent;stroke:none}}\n\
         svg.chart .tip:hover,svg.chart .tip.on{{stroke:var(--chart-ink);stroke-width:1.5}}",
        font::FAMILY
    );
    text
}

/// The chart as an element.
pub(super) fn svg(chart: &Chart, format: Format, prefix: &str) -> String {
    let layout = Layout::new(chart, format);
    let mut drawing = Drawing { classes: classes(), body: String::new(), tips: String::new() };
    layout.draw(chart, &mut drawing);
    let (width, height, prefix) = (number(layout.width), number(layout.height), escaped(prefix));
    let description = description(chart, &format!(" id=\"{prefix}-desc\""));
    let described = if description.is_empty() { "" } else { &format!(" {prefix}-desc") };
    format!(
        "<svg class=\"chart\" id=\"{prefix}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"{prefix}-title{described}\">\n\
         <title id=\"{prefix}-title\">{}</title>{description}\n{}<g>\n{}</g>\n</svg>\n",
        escaped(&chart.title),
        drawing.body,
        drawing.tips
    )
}

struct Drawing {
    classes: BTreeMap<[u8; 3], String>,
    body: String,
    tips: String,
}

/// The name of each colour that has one. Of two names of one colour the first.
fn classes() -> BTreeMap<[u8; 3], String> {
    let mut classes = BTreeMap::new();
    for (name, Rgb(r, g, b), _) in named_colors() {
        classes.entry([r, g, b]).or_insert(name);
    }
    classes
}

/// A length to a tenth of a unit.
fn number(length: f64) -> String {
    let tenths = (length * 10.0).round() / 10.0;
    // Zero has no sign.
    format!("{}", tenths + 0.0)
}

impl Drawing {
    /// The attributes that give a colour: a class, or the colour itself.
    fn paint(&self, class: &str, Rgb(r, g, b): Rgb) -> String {
        match self.classes.get(&[r, g, b]) {
            Some(name) => format!("class=\"{}\"", format!("{class} {name}").trim()),
            None if class.is_empty() => format!("style=\"--c:{}\"", Rgb(r, g, b).css()),
            None => format!("class=\"{class}\" style=\"--c:{}\"", Rgb(r, g, b).css()),
        }
    }
}

fn path(points: &[Place], end: &str) -> String {
    let mut text = String::from("M");
    for (index, &(x, y)) in points.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        let _ = write!(text, "{gap}{},{}", number(x), number(y));
    }
    text + end
}

impl Canvas for Drawing {
    fn stroke(&mut self, points: &[Place], stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let dashes: Vec<_> = stroke.dash.pattern().iter().map(|&length| number(length)).collect();
        let dashes =
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", dashes.join(" ")) };
        let (paint, width) = (self.paint("l", stroke.color), number(stroke.width));
        let _ = writeln!(self.body, "<path {paint} stroke-width=\"{width}\"{dashes} d=\"{}\"/>", path(points, ""));
    }

    fn fill(&mut self, corners: &[Place], color: Rgb, opacity: f64) {
        if corners.is_empty() {
            return;
        }
        let opacity = if opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
        let _ = writeln!(self.body, "<path {}{opacity} d=\"{}\"/>", self.paint("f", color), path(corners, "z"));
    }

    fn text(&mut self, (x, y): Place, text: &str, style: TextStyle) {
        let (x, y) = (number(x), number(y));
        let anchor = match style.anchor {
            Anchor::Left => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        };
        let bold = if style.bold { " font-weight=\"bold\"" } else { "" };
        let turn = if style.is_turned { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
        let (paint, size) = (self.paint("", style.color), number(style.size));
        let _ = writeln!(
            self.body,
            "<text {paint} x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{bold}{turn}>{}</text>",
            escaped(text)
        );
    }

    fn tip(&mut self, spot: Spot, text: &str) {
        self.tips.push_str(&target(spot, number, " class=\"tip\"", &clean(text)));
    }
}
