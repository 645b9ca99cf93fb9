//! Pictures of any board whose cells hold pieces of two sides: for a terminal and as SVG.
//!
//! Not here: the pictures of worlds whose boards have signs of their own (`draw` of each).

use std::path::Path;

use anstyle::{Ansi256Color, Style};

use super::board::{Cell, TuiBoard};
use crate::Side;
use crate::drawing::svg::{Anchor, Document};
use crate::drawing::terminal::Painter;
use crate::drawing::{DrawError, INK, Rgb, TextStyle, clean_title, piece_color, write_svg};

pub use crate::drawing::check_svg as check;

const CELL: i32 = 44;
const PIECE: i32 = 18;
const MARGIN: i32 = 24;
/// Room for the coordinates.
const RIM: i32 = 26;
const LEAST_WIDTH: i32 = 380;

const BOARD: Rgb = Rgb(0x2f, 0x5d, 0x9b);
const HOLE: Rgb = Rgb(0x7f, 0xa3, 0xd1);
const LINE: Rgb = Rgb(0xd1, 0x1f, 0x1f);

/// The side to move, or the result.
fn status<P: TuiBoard>(position: &P) -> String {
    if position.is_over() {
        return format!("game over: {}", position.verdict());
    }
    format!("{} to move", position.side().name())
}

fn sign(piece: Option<Side>) -> &'static str {
    match piece {
        None => ".",
        Some(Side::Black) => "X",
        Some(Side::White) => "O",
    }
}

/// The board with its coordinates, X for black and O for white, and the side to move; cut to this number of columns.
/// Lines end in `\n` and, with `color`, in a reset of all colours.
pub fn terminal<P: TuiBoard>(position: &P, columns: usize, color: bool) -> String {
    let (width, height) = position.size();
    let line = position.winning_line();
    let mut text = Painter::default();
    for row in 0..height {
        text.put(Style::new(), &format!("{:>2} ", position.row_number(row)));
        for column in 0..width {
            let cell = Cell { column, row };
            let piece = position.piece(cell);
            let shade = piece.map(|side| if side == Side::Black { Ansi256Color(39) } else { Ansi256Color(231) });
            let style = shade.filter(|_| color).map_or(Style::new(), |shade| Style::new().fg_color(Some(shade.into())));
            let style = if color && line.contains(&cell) { style.bold().underline() } else { style };
            text.put(style, sign(piece));
            text.put(Style::new(), " ");
        }
        text.end_line();
    }
    text.put(Style::new(), "   ");
    for column in 0..width {
        text.put(Style::new(), &format!("{} ", position.column_name(column)));
    }
    text.end_line();
    text.put(Style::new(), &status(position).chars().take(columns).collect::<String>());
    text.end_line();
    text.finish()
}

/// The picture as an SVG document, the same bytes on every run.
pub fn svg<P: TuiBoard>(position: &P, title: &str) -> String {
    let (columns, rows) = position.size();
    let board = (i32::from(columns) * CELL, i32::from(rows) * CELL);
    let width = (board.0 + 2 * (MARGIN + RIM)).max(LEAST_WIDTH);
    let title = clean_title(title);
    let head = if title.is_empty() { MARGIN } else { 52 };
    let words = format!("{} · {}", position.title(), status(position));
    let size = (width, head + board.1 + RIM + 50);
    let mut document = Document::of_board(size, MARGIN, [&title, &position.title()], &words);
    let corner = ((width - board.0) / 2, head);
    document.rect(corner, board, BOARD);
    let line = position.winning_line();
    let label = TextStyle { size: 14, bold: false, color: INK };
    for row in 0..rows {
        let y = corner.1 + i32::from(row) * CELL + CELL / 2;
        document.words((corner.0 - 14, y), Anchor::Middle, &position.row_number(row).to_string(), label);
        for column in 0..columns {
            let center = (corner.0 + i32::from(column) * CELL + CELL / 2, y);
            let cell = Cell { column, row };
            let color = position.piece(cell).map_or(HOLE, piece_color);
            if line.contains(&cell) {
                document.circle(center, PIECE + 3, LINE);
            }
            document.circle(center, PIECE, color);
        }
    }
    for column in 0..columns {
        let x = corner.0 + i32::from(column) * CELL + CELL / 2;
        document.words((x, head + board.1 + 16), Anchor::Middle, &position.column_name(column), label);
    }
    let foot = TextStyle { size: 14, bold: true, color: INK };
    document.words((width / 2, head + board.1 + RIM + 22), Anchor::Middle, &status(position), foot);
    document.finish()
}

/// Writes the SVG; `path` must end in `.svg`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written.
pub(crate) fn write<P: TuiBoard>(position: &P, path: &Path, title: &str) -> Result<(), DrawError> {
    write_svg(path, || svg(position, title))
}
