//! SVG: the same bytes on every run. Lengths are pixels.

use super::{Picture, count, stars, status};
use crate::drawing::svg::{Anchor, Document};
use crate::drawing::{BLACK, Point as Pixel, Rgb, TextStyle, clean_title, piece_color};
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
/// Apart from wood and stones in lightness, not only in hue.
const LAST: Rgb = Rgb(0xd1, 0x1f, 0x1f);
const MARK: Rgb = Rgb(0x0b, 0x57, 0xd0);

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let setting = picture.position.setting();
    let board = (span(setting.width) + 2 * RIM, span(setting.height) + 2 * RIM);
    let width = (board.0 + 2 * MARGIN).max(LEAST_WIDTH);
    let title = clean_title(picture.title);
    let head = if title.is_empty() { MARGIN } else { 52 };
    let height = head + board.1 + 50;
    let corner = ((width - board.0) / 2 + RIM, head + RIM);
    let document = Document::of_board((width, height), MARGIN, [&title, "Gomoku"], &in_words(picture));
    let mut page = Page { document, corner, setting };
    page.board();
    page.coordinates();
    page.stones(picture);
    page.marks(picture);
    page.numbers(picture);
    let last = picture.last().map_or(String::new(), |last| format!(" · last {}", format::name(last, setting)));
    let stones = Side::BOTH.map(|side| count(picture.position, side));
    page.document.score((MARGIN + 10, head + board.1 + 26), stones, &(status(picture.position) + &last));
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

    /// Wood, lines and dots.
    fn board(&mut self) {
        let (x, y) = self.corner;
        let (right, down) = (span(self.setting.width), span(self.setting.height));
        self.document.begin("board");
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
        self.document.end();
    }

    /// Letters above and below, numbers at both sides.
    fn coordinates(&mut self) {
        let Setting { width, height, .. } = self.setting;
        let style = TextStyle { size: 14, bold: false, color: LINES };
        let away = RIM - 14;
        self.document.begin("coordinates");
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
        self.document.end();
    }

    fn stones(&mut self, picture: &Picture<'_>) {
        let stones = picture.position.stones();
        self.document.put(format_args!("<g class=\"shadows\" opacity=\"0.3\">\n"));
        for &(point, _) in stones {
            let (x, y) = self.center(point);
            self.document.circle((x + 1, y + 2), STONE, BLACK);
        }
        self.document.end();
        self.document.begin("stones");
        for side in Side::BOTH {
            for &(point, _) in stones.iter().filter(|stone| stone.1 == side) {
                self.document.circle(self.center(point), STONE, piece_color(side));
            }
        }
        self.document.end();
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
            self.document.begin("marked");
            for point in dots {
                self.document.circle(self.center(point), 6, MARK);
            }
            self.document.end();
        }
        let forbidden = picture.forbidden();
        if !forbidden.is_empty() {
            self.document.put(format_args!("<g class=\"forbidden\" stroke=\"{LAST}\" stroke-width=\"3\">\n"));
            for point in forbidden {
                let (x, y) = self.center(point);
                self.document.put(format_args!("<path d=\"M{} {}l12 12m0 -12l-12 12\"/>\n", x - 6, y - 6));
            }
            self.document.end();
        }
    }

    /// The numbers of the moves on their stones, in the colour of the other side.
    fn numbers(&mut self, picture: &Picture<'_>) {
        if !picture.is_numbered || picture.position.stones().is_empty() {
            return;
        }
        self.document.begin("numbers");
        for (number, &(point, side)) in (1..).zip(picture.position.stones()) {
            let size = if number < 100 { 15 } else { 12 };
            let style = TextStyle { size, bold: true, color: piece_color(side.other()) };
            self.document.words(self.center(point), Anchor::Middle, &format!("{number}"), style);
        }
        self.document.end();
    }
}
