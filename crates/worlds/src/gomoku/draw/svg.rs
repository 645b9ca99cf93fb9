//! SVG: the same bytes on every run. Lengths are pixels.

use super::{Picture, count, stars, status};
use crate::drawing::svg::{Anchor, Document};
use crate::drawing::{FAINT_INK, INK, PAPER, Point as Pixel, Rgb, TextStyle};
use crate::gomoku::board::{Point, Setting};
use crate::gomoku::format::write_moves;
use crate::gomoku::{Side, format};

const MARGIN: i32 = 20;
/// The rim around the outermost lines, which bears the coordinates.
const RIM: i32 = 46;
/// From line to line.
const CELL: i32 = 36;
const STONE: i32 = 16;
/// So that there is room for the foot on the smallest board.
const LEAST_WIDTH: i32 = 380;

const WOOD: Rgb = Rgb(0xe6, 0xb9, 0x6e);
const LINES: Rgb = Rgb(0x5a, 0x3d, 0x12);
const BLACK: Rgb = Rgb(0x15, 0x18, 0x1b);
const WHITE: Rgb = Rgb(0xf7, 0xf7, 0xf2);
/// Apart from wood and stones in lightness, not only in hue.
const LAST: Rgb = Rgb(0xd1, 0x1f, 0x1f);
const MARK: Rgb = Rgb(0x0b, 0x57, 0xd0);

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let setting = picture.position.setting();
    let board = (span(setting.width) + 2 * RIM, span(setting.height) + 2 * RIM);
    let width = (board.0 + 2 * MARGIN).max(LEAST_WIDTH);
    let title = picture.clean_title();
    let head = if title.is_empty() { MARGIN } else { 52 };
    let height = head + board.1 + 50;
    let name = if title.is_empty() { "Gomoku" } else { &title };
    let corner = ((width - board.0) / 2 + RIM, head + RIM);
    let mut page = Page { document: Document::new((width, height), name, &in_words(picture)), corner, setting };
    page.document.rect((0, 0), (width, height), PAPER);
    if !title.is_empty() {
        let style = TextStyle { size: 17, bold: true, color: INK };
        let title = style.cut(&title, width - 2 * MARGIN);
        page.document.words((MARGIN, 29), Anchor::Start, &title, style);
    }
    page.board();
    page.coordinates();
    page.stones(picture);
    page.marks(picture);
    page.numbers(picture);
    page.foot(picture, head + board.1 + 26);
    page.document.finish()
}

/// From the first line to the last.
fn span(lines: u8) -> i32 {
    (i32::from(lines) - 1) * CELL
}

/// For those who do not see the picture: the moves, if they tell the position.
fn in_words(picture: &Picture<'_>) -> String {
    let position = picture.position;
    let (black, white) = (count(position, Side::Black), count(position, Side::White));
    let moves = write_moves(position).filter(|moves| !moves.is_empty());
    let moves = moves.map_or(String::new(), |moves| format!(" · {moves}"));
    format!("black {black} · white {white} · {}{moves}", status(position))
}

const fn color(side: Side) -> Rgb {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

struct Page {
    document: Document,
    /// Of the upper left cell.
    corner: Pixel,
    setting: Setting,
}

impl Page {
    /// Where lines meet.
    fn center(&self, point: Point) -> Pixel {
        (self.corner.0 + point.column() as i32 * CELL, self.corner.1 + point.row() as i32 * CELL)
    }

    fn begin(&mut self, class: &str) {
        self.document.put(format_args!("<g class=\"{class}\">\n"));
    }

    fn end(&mut self) {
        self.document.put(format_args!("</g>\n"));
    }

    /// Wood, lines and dots.
    fn board(&mut self) {
        let (x, y) = self.corner;
        let (right, down) = (span(self.setting.width), span(self.setting.height));
        self.begin("board");
        self.document.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{WOOD}\"/>\n",
            x - RIM,
            y - RIM,
            right + 2 * RIM,
            down + 2 * RIM
        ));
        self.document.put(format_args!(
            "<path fill=\"none\" stroke=\"{LINES}\" stroke-width=\"1\" stroke-linecap=\"square\" d=\""
        ));
        for row in 0..i32::from(self.setting.height) {
            self.document.put(format_args!("M{x} {}h{right}", y + row * CELL));
        }
        for column in 0..i32::from(self.setting.width) {
            self.document.put(format_args!("M{} {y}v{down}", x + column * CELL));
        }
        self.document.put(format_args!("\"/>\n"));
        for star in stars(self.setting) {
            self.document.circle(self.center(star), 4, LINES);
        }
        self.end();
    }

    /// Letters above and below, numbers at both sides.
    fn coordinates(&mut self) {
        let Setting { width, height, .. } = self.setting;
        let style = TextStyle { size: 14, bold: false, color: LINES };
        let away = RIM - 14;
        self.begin("coordinates");
        for (column, letter) in (0..i32::from(width)).zip('a'..) {
            let x = self.corner.0 + column * CELL;
            for y in [self.corner.1 - away, self.corner.1 + span(height) + away] {
                self.document.words((x, y), Anchor::Middle, &letter.to_string(), style);
            }
        }
        for row in 0..i32::from(height) {
            let number = (i32::from(height) - row).to_string();
            let y = self.corner.1 + row * CELL;
            for x in [self.corner.0 - away, self.corner.0 + span(width) + away] {
                self.document.words((x, y), Anchor::Middle, &number, style);
            }
        }
        self.end();
    }

    fn stones(&mut self, picture: &Picture<'_>) {
        let stones = picture.position.stones();
        self.document.put(format_args!("<g class=\"shadows\" opacity=\"0.3\">\n"));
        for &(point, _) in stones {
            let (x, y) = self.center(point);
            self.document.circle((x + 1, y + 2), STONE, BLACK);
        }
        self.end();
        self.begin("stones");
        for side in Side::BOTH {
            for &(point, _) in stones.iter().filter(|stone| stone.1 == side) {
                self.document.circle(self.center(point), STONE, color(side));
            }
        }
        self.end();
    }

    /// The line that has won, the last stone, marked and forbidden cells.
    fn marks(&mut self, picture: &Picture<'_>) {
        if let Some((_, line)) = picture.position.five()
            && let (Some(&first), Some(&last)) = (line.first(), line.last())
        {
            let ((x, y), (right, down)) = (self.center(first), self.center(last));
            self.document.put(format_args!(
                "<path class=\"five\" d=\"M{x} {y}L{right} {down}\" stroke=\"{LAST}\" stroke-width=\"{STONE}\" \
                 stroke-linecap=\"round\" opacity=\"0.35\"/>\n"
            ));
        }
        if let Some(last) = picture.last() {
            let (x, y) = self.center(last);
            self.document.put(format_args!(
                "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"none\" stroke=\"{LAST}\" \
                 stroke-width=\"3\"/>\n"
            ));
        }
        let dots = picture.dots();
        if !dots.is_empty() {
            self.begin("marked");
            for point in dots {
                self.document.circle(self.center(point), 6, MARK);
            }
            self.end();
        }
        let forbidden = picture.forbidden();
        if !forbidden.is_empty() {
            self.document.put(format_args!("<g class=\"forbidden\" stroke=\"{LAST}\" stroke-width=\"3\">\n"));
            for point in forbidden {
                let (x, y) = self.center(point);
                self.document.put(format_args!("<path d=\"M{} {}l12 12m0 -12l-12 12\"/>\n", x - 6, y - 6));
            }
            self.end();
        }
    }

    /// The numbers of the moves on their stones, in the colour of the other side.
    fn numbers(&mut self, picture: &Picture<'_>) {
        if !picture.is_numbered || picture.position.stones().is_empty() {
            return;
        }
        self.begin("numbers");
        for (number, &(point, side)) in (1..).zip(picture.position.stones()) {
            let size = if number < 100 { 15 } else { 12 };
            let style = TextStyle { size, bold: true, color: color(side.other()) };
            self.document.words(self.center(point), Anchor::Middle, &format!("{number}"), style);
        }
        self.end();
    }

    /// `● 2  ○ 2  black to move · h8`.
    fn foot(&mut self, picture: &Picture<'_>, y: i32) {
        let position = picture.position;
        let style = TextStyle { size: 15, bold: true, color: INK };
        let mut x = MARGIN + 10;
        for side in Side::BOTH {
            let number = count(position, side).to_string();
            self.document.circle((x + 10, y), 10, FAINT_INK);
            self.document.circle((x + 10, y), 9, color(side));
            self.document.words((x + 28, y), Anchor::Start, &number, style);
            x += 28 + style.width(&number) + 24;
        }
        let words = TextStyle { bold: false, ..style };
        let last = picture.last().map_or(String::new(), |last| format!(" · last {}", format::name(last, self.setting)));
        self.document.words((x, y), Anchor::Start, &(status(position) + &last), words);
    }
}
