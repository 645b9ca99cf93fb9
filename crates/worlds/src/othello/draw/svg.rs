//! SVG: the same bytes on every run. Lengths are pixels.

use super::{Picture, count, status};
use crate::drawing::svg::{Anchor, Document};
use crate::drawing::{FAINT_INK, INK, PAPER, Point, Rgb, TextStyle};
use crate::othello::board::{Move, Side, Square, squares};

const MARGIN: i32 = 20;
/// The rim around the board, which bears the coordinates.
const RIM: i32 = 28;
const SQUARE: i32 = 60;
const BOARD: i32 = 8 * SQUARE;
const DISC: i32 = 25;
const WIDTH: i32 = BOARD + 2 * (RIM + MARGIN);

const FELT: Rgb = Rgb(0x1f, 0x86, 0x5a);
const LINES: Rgb = Rgb(0x0b, 0x3d, 0x29);
const WOOD: Rgb = Rgb(0x23, 0x2a, 0x2e);
const BLACK: Rgb = Rgb(0x15, 0x18, 0x1b);
const WHITE: Rgb = Rgb(0xf7, 0xf7, 0xf2);
/// Apart from green in lightness, not only in hue.
const LAST: Rgb = Rgb(0xff, 0xd2, 0x3f);

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let title = picture.clean_title();
    let head = if title.is_empty() { MARGIN } else { 52 };
    let height = head + BOARD + 2 * RIM + 50;
    let name = if title.is_empty() { "Othello" } else { &title };
    let mut page =
        Page { document: Document::new((WIDTH, height), name, &in_words(picture)), corner: (MARGIN + RIM, head + RIM) };
    page.document.rect((0, 0), (WIDTH, height), PAPER);
    if !title.is_empty() {
        let style = TextStyle { size: 17, bold: true, color: INK };
        let title = style.cut(&title, WIDTH - 2 * MARGIN);
        page.document.words((MARGIN, 29), Anchor::Start, &title, style);
    }
    page.board();
    page.discs(picture);
    page.marks(picture);
    page.numbers(picture);
    page.foot(picture, head + BOARD + 2 * RIM + 26);
    page.document.finish()
}

/// For those who do not see the picture; the board as it is read back.
fn in_words(picture: &Picture<'_>) -> String {
    let position = picture.position;
    let (black, white) = (count(position, Side::Black), count(position, Side::White));
    format!("black {black} · white {white} · {} · {position}", status(position))
}

const fn color(side: Side) -> Rgb {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

struct Page {
    document: Document,
    /// Of a1.
    corner: Point,
}

impl Page {
    /// The middle of a square.
    fn center(&self, square: Square) -> Point {
        let middle = |index: u8| i32::from(index) * SQUARE + SQUARE / 2;
        (self.corner.0 + middle(square.column()), self.corner.1 + middle(square.row()))
    }

    fn begin(&mut self, class: &str) {
        self.document.put(format_args!("<g class=\"{class}\">\n"));
    }

    fn end(&mut self) {
        self.document.put(format_args!("</g>\n"));
    }

    /// Rim, felt, lines, the four dots of a board and the coordinates.
    fn board(&mut self) {
        let (x, y) = self.corner;
        self.begin("board");
        self.document.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"10\" fill=\"{WOOD}\"/>\n",
            x - RIM,
            y - RIM,
            BOARD + 2 * RIM
        ));
        self.document.rect((x, y), (BOARD, BOARD), FELT);
        self.document.put(format_args!("<path fill=\"none\" stroke=\"{LINES}\" stroke-width=\"2\" d=\""));
        for line in 0..=8 {
            let (right, down) = (x + line * SQUARE, y + line * SQUARE);
            self.document.put(format_args!("M{x} {down}h{BOARD}M{right} {y}v{BOARD}"));
        }
        self.document.put(format_args!("\"/>\n"));
        for (column, row) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
            self.document.circle((x + column * SQUARE, y + row * SQUARE), 5, LINES);
        }
        let style = TextStyle { size: 15, bold: false, color: WHITE };
        for (index, (column, row)) in (0..8).zip(('a'..='h').zip('1'..='8')) {
            let along = index * SQUARE + SQUARE / 2;
            self.document.words((x + along, y - RIM / 2), Anchor::Middle, &column.to_string(), style);
            self.document.words((x - RIM / 2, y + along), Anchor::Middle, &row.to_string(), style);
        }
        self.end();
    }

    fn discs(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        self.document.put(format_args!("<g class=\"shadows\" opacity=\"0.3\">\n"));
        for square in squares(!position.board.empty()) {
            let (x, y) = self.center(square);
            self.document.circle((x + 1, y + 3), DISC, BLACK);
        }
        self.end();
        self.begin("discs");
        for side in [Side::Black, Side::White] {
            for square in squares(position.discs(side)) {
                self.document.circle(self.center(square), DISC, color(side));
            }
        }
        self.end();
    }

    /// The last move and the legal ones.
    fn marks(&mut self, picture: &Picture<'_>) {
        for square in squares(picture.marked()) {
            let (x, y) = self.center(square);
            self.document.put(format_args!(
                "<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{LAST}\" \
                 stroke-width=\"4\"/>\n",
                DISC + 1
            ));
        }
        if picture.dots() != 0 {
            self.document.put(format_args!("<g class=\"moves\" opacity=\"0.6\">\n"));
            for square in squares(picture.dots()) {
                self.document.circle(self.center(square), 7, color(picture.position.side));
            }
            self.end();
        }
    }

    /// The numbers of the moves on their discs, in the colour of the other side.
    fn numbers(&mut self, picture: &Picture<'_>) {
        if picture.numbered.is_empty() {
            return;
        }
        self.begin("numbers");
        let placed = picture.numbered.iter().copied().filter_map(Move::square);
        for (number, square) in (1..).zip(placed) {
            if let Some(side) = picture.position.disc(square) {
                let style = TextStyle { size: 20, bold: true, color: color(side.other()) };
                self.document.words(self.center(square), Anchor::Middle, &format!("{number}"), style);
            }
        }
        self.end();
    }

    /// `● 2  ○ 2  black to move`.
    fn foot(&mut self, picture: &Picture<'_>, y: i32) {
        let style = TextStyle { size: 15, bold: true, color: INK };
        let mut x = MARGIN + RIM;
        for side in [Side::Black, Side::White] {
            let number = count(picture.position, side).to_string();
            self.document.circle((x + 10, y), 10, FAINT_INK);
            self.document.circle((x + 10, y), 9, color(side));
            self.document.words((x + 28, y), Anchor::Start, &number, style);
            x += 28 + style.width(&number) + 24;
        }
        let words = TextStyle { bold: false, ..style };
        self.document.words((x, y), Anchor::Start, &status(picture.position), words);
    }
}
