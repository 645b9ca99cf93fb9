//! SVG: the same bytes on every run. Lengths are pixels.

use super::{Picture, count, status};
use crate::drawing::svg::{Anchor, Document};
use crate::drawing::{BLACK, Point, Rgb, TextStyle, WHITE, clean_title, piece_color};
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
/// Apart from green in lightness, not only in hue.
const LAST: Rgb = Rgb(0xff, 0xd2, 0x3f);

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let title = clean_title(picture.title);
    let head = if title.is_empty() { MARGIN } else { 52 };
    let height = head + BOARD + 2 * RIM + 50;
    let document = Document::of_board((WIDTH, height), MARGIN, [&title, "Othello"], &in_words(picture));
    let mut page = Page { document, corner: (MARGIN + RIM, head + RIM) };
    page.board();
    page.discs(picture);
    page.marks(picture);
    page.numbers(picture);
    let discs = Side::BOTH.map(|side| count(picture.position, side) as usize);
    page.document.score((MARGIN + RIM, head + BOARD + 2 * RIM + 26), discs, &status(picture.position));
    page.document.finish()
}

/// For those who do not see the picture; the board as it is read back.
fn in_words(picture: &Picture<'_>) -> String {
    let position = picture.position;
    let (black, white) = (count(position, Side::Black), count(position, Side::White));
    format!("black {black} · white {white} · {} · {position}", status(position))
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

    /// Rim, felt, lines, the four dots of a board and the coordinates.
    fn board(&mut self) {
        let (x, y) = self.corner;
        self.document.begin("board");
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
        self.document.end();
    }

    fn discs(&mut self, picture: &Picture<'_>) {
        let position = picture.position;
        self.document.put(format_args!("<g class=\"shadows\" opacity=\"0.3\">\n"));
        for square in squares(!position.board.empty()) {
            let (x, y) = self.center(square);
            self.document.circle((x + 1, y + 3), DISC, BLACK);
        }
        self.document.end();
        self.document.begin("discs");
        for side in [Side::Black, Side::White] {
            for square in squares(position.discs(side)) {
                self.document.circle(self.center(square), DISC, piece_color(side));
            }
        }
        self.document.end();
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
                self.document.circle(self.center(square), 7, piece_color(picture.position.side));
            }
            self.document.end();
        }
    }

    /// The numbers of the moves on their discs, in the colour of the other side.
    fn numbers(&mut self, picture: &Picture<'_>) {
        if picture.numbered.is_empty() {
            return;
        }
        self.document.begin("numbers");
        let placed = picture.numbered.iter().copied().filter_map(Move::square);
        for (number, square) in (1..).zip(placed) {
            if let Some(side) = picture.position.disc(square) {
                let style = TextStyle { size: 20, bold: true, color: piece_color(side.other()) };
                self.document.words(self.center(square), Anchor::Middle, &format!("{number}"), style);
            }
        }
        self.document.end();
    }
}
