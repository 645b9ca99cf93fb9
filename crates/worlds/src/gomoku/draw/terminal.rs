//! The picture for a terminal.
//!
//! | | [`Look::Ascii`] | [`Look::Unicode`] |
//! |---|---|---|
//! | stones | `X` black, `O` white | `●` black, `○` white; with colour both filled, in their colours |
//! | with numbers | `X12` | `●12`; with colour `12` |
//! | empty cells | `.` | the lines of the board |
//! | marked cells | `+` | `+` |
//! | forbidden cells | `!` | `!` |
//! | last stone | `[X]` | `[●]` |
//!
//! A row takes two columns for each cell and three for its number: 33 on the usual board; with numbers of moves one more
//! for each digit of the greatest. Colours are from the 256 that terminals agree on; the wood lies midway in lightness
//! between the stones.

use anstyle::{Ansi256Color, Style};

use super::{Picture, count, stars, status};
use crate::drawing::clean_title;
use crate::drawing::terminal::Painter;
use crate::gomoku::Side;
use crate::gomoku::board::{Point, Setting};
use crate::gomoku::format::sign;

/// Of which characters the picture is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Nothing but ASCII, for pipes and old terminals.
    Ascii,
    /// Lines and discs.
    Unicode,
}

/// Draws the board, the stones of each side and who is to move. The title and the result are cut to `max_cols`
/// characters; the board is not. Lines end in `\n` and, with `color`, in a reset of all colours.
pub fn terminal(picture: &Picture<'_>, look: Look, max_cols: usize, color: bool) -> String {
    let mut text = Painter::default();
    let cut = |words: &str| words.chars().take(max_cols).collect::<String>();
    text.title(&cut(&clean_title(picture.title)), color);
    let drawing = Drawing::new(picture, look, color);
    drawing.board(&mut text);
    drawing.legend(&mut text);
    text.put(Style::new(), &cut(&status(picture.position)));
    text.end_line();
    text.finish()
}

const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);
const RED: Ansi256Color = Ansi256Color(124);
const BLUE: Ansi256Color = Ansi256Color(19);
const LINES: Ansi256Color = Ansi256Color(94);
const WOOD: Ansi256Color = Ansi256Color(179);

/// The picture with what is asked of each of its cells.
struct Drawing<'a> {
    picture: &'a Picture<'a>,
    setting: Setting,
    look: Look,
    color: bool,
    last: Option<Point>,
    five: Vec<Point>,
    dots: Vec<Point>,
    forbidden: Vec<Point>,
    stars: Vec<Point>,
    /// Of what stands on a cell, without the gap before it.
    cell_width: usize,
}

impl<'a> Drawing<'a> {
    fn new(picture: &'a Picture<'a>, look: Look, color: bool) -> Self {
        let position = picture.position;
        let digits = position.stones().len().to_string().len();
        let is_sign_needed = look == Look::Ascii || !color;
        let cell_width = if picture.is_numbered { digits + usize::from(is_sign_needed) } else { 1 };
        Self {
            picture,
            setting: position.setting(),
            look,
            color,
            last: picture.last(),
            five: position.five().map_or(Vec::new(), |five| five.1),
            dots: picture.dots(),
            forbidden: picture.forbidden(),
            stars: stars(position.setting()),
            cell_width,
        }
    }

    /// The wood, and ink on it, if there are colours.
    fn ink(&self, color: Ansi256Color) -> Style {
        if self.color { Style::new().bg_color(Some(WOOD.into())).fg_color(Some(color.into())) } else { Style::new() }
    }

    /// The same in bold letters.
    fn strong(&self, color: Ansi256Color) -> Style {
        if self.color { self.ink(color).bold() } else { Style::new() }
    }

    /// The colour of the stones of a side.
    fn stone(&self, side: Side) -> Style {
        self.strong(if side == Side::Black { BLACK } else { WHITE })
    }

    fn board(&self, text: &mut Painter) {
        let width = self.cell_width + 1;
        text.put(Style::new(), "  ");
        for (_, letter) in (0..self.setting.width).zip('a'..) {
            text.put(Style::new(), &format!("{letter:>width$}"));
        }
        text.end_line();
        for row in 0..usize::from(self.setting.height) {
            text.put(Style::new(), &format!("{:>2}", usize::from(self.setting.height) - row));
            for column in 0..usize::from(self.setting.width) {
                self.gap(column, row, text);
                self.cell(Point::new(column, row), text);
            }
            self.gap(self.setting.width.into(), row, text);
            text.end_line();
        }
    }

    /// Draws the gap before a column: a bracket beside the last stone, a line between cells.
    fn gap(&self, column: usize, row: usize, text: &mut Painter) {
        let is_last = |column: usize| {
            let last = self.last.filter(|last| last.row() == row);
            last.is_some_and(|last| last.column() == column)
        };
        if is_last(column) {
            text.put(self.strong(RED), "[");
        } else if column > 0 && is_last(column - 1) {
            text.put(self.strong(RED), "]");
        } else {
            let is_edge = column == 0 || column == usize::from(self.setting.width);
            let line = if self.look == Look::Unicode && !is_edge { "─" } else { " " };
            text.put(self.ink(LINES), line);
        }
    }

    fn cell(&self, point: Point, text: &mut Painter) {
        let (style, words) = self.content(point);
        let missing = self.cell_width.saturating_sub(words.chars().count());
        let is_line = self.look == Look::Unicode && point.column() > 0;
        // The line goes on up to what stands on the cell, but not into brackets.
        let filler = if is_line && self.last != Some(point) { "─" } else { " " };
        if missing > 0 {
            text.put(self.ink(LINES), &filler.repeat(missing));
        }
        text.put(style, &words);
    }

    /// The content of a cell, at most as wide as cells are.
    fn content(&self, point: Point) -> (Style, String) {
        let stones = self.picture.position.stones();
        if let Some(index) = stones.iter().position(|stone| stone.0 == point) {
            let side = stones[index].1;
            let is_sign_needed = self.look == Look::Ascii || !self.color;
            let number = if self.picture.is_numbered { (index + 1).to_string() } else { String::new() };
            let is_signed = is_sign_needed || number.is_empty();
            let sign = if is_signed { self.sign(side).to_string() } else { String::new() };
            let ink = self.stone(side);
            let style = if self.color && self.five.contains(&point) { ink.underline() } else { ink };
            return (style, format!("{sign}{number}"));
        }
        if self.forbidden.contains(&point) {
            return (self.strong(RED), "!".to_owned());
        }
        if self.dots.contains(&point) {
            return (self.strong(BLUE), "+".to_owned());
        }
        (self.ink(LINES), self.crossing(point).to_string())
    }

    fn sign(&self, side: Side) -> char {
        match (self.look, side) {
            (Look::Ascii, _) => sign(side),
            (Look::Unicode, Side::White) if !self.color => '○',
            (Look::Unicode, _) => '●',
        }
    }

    /// An empty cell.
    fn crossing(&self, point: Point) -> char {
        const SHAPES: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
        if self.look == Look::Ascii {
            return '.';
        }
        let end = |index: usize, length: u8| match index {
            0 => 0,
            index if index + 1 == usize::from(length) => 2,
            _ => 1,
        };
        match SHAPES[end(point.row(), self.setting.height)][end(point.column(), self.setting.width)] {
            '┼' if self.stars.contains(&point) => '╋',
            shape => shape,
        }
    }

    /// The stones of both sides, and beside them what the marks mean, if there are any.
    fn legend(&self, text: &mut Painter) {
        let mark = |is_there: bool, sign: &str, words: &str| {
            if is_there { format!("   {sign} {words}") } else { String::new() }
        };
        let marks = [
            mark(self.last.is_some(), "[]", "last"),
            mark(!self.dots.is_empty(), "+", "marked") + &mark(!self.forbidden.is_empty(), "!", "forbidden"),
        ];
        for (side, marks) in Side::BOTH.into_iter().zip(marks) {
            text.put(self.stone(side), &self.sign(side).to_string());
            text.put(Style::new(), &format!(" {} {:>3}{marks}", side.name(), count(self.picture.position, side)));
            text.end_line();
        }
    }
}
