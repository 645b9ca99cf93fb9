//! The picture for a terminal: 20 columns without colour, 26 with it.
//!
//! | | without colour | with colour |
//! |---|---|---|
//! | discs | `X` black, `O` white, as in the texts that are read | black and white discs on green |
//! | legal moves | `.` | `·` |
//! | last move | `[X]` | `[●]`, in yellow |
//!
//! Without colour, filled and hollow discs would look the other way round on a dark terminal; letters do not. Colours
//! are from the 256 that terminals agree on. The two greens lie midway in lightness between the discs.

use anstyle::{Ansi256Color, Style};

use super::{Picture, count, status};
use crate::drawing::clean_title;
use crate::drawing::terminal::Painter;
use crate::othello::board::{Side, Square};
use crate::othello::format::letter;

/// Draws the board, the discs of each side and who is to move. The title and the result are cut to `max_cols`
/// characters; the board itself takes 19, or 26 with colour. Lines end in `\n` and, with `color`, in a reset of all
/// colours.
pub fn terminal(picture: &Picture<'_>, max_cols: usize, color: bool) -> String {
    let mut text = Painter::default();
    let cut = |words: &str| words.chars().take(max_cols).collect::<String>();
    text.title(&cut(&clean_title(picture.title)), color);
    let look = if color { Look::Colored } else { Look::Plain };
    look.board(picture, &mut text);
    look.legend(picture, &mut text);
    text.put(Style::new(), &cut(&status(picture.position)));
    text.end_line();
    text.finish()
}

/// How the squares are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    Colored,
}

/// The content of a square.
#[derive(Debug, Clone, Copy)]
struct Content {
    disc: Option<Side>,
    is_legal: bool,
    is_last: bool,
}

const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);
const YELLOW: Ansi256Color = Ansi256Color(226);
/// The squares, alternating as on a chess board.
const GREENS: [Ansi256Color; 2] = [Ansi256Color(29), Ansi256Color(28)];

impl Look {
    fn board(self, picture: &Picture<'_>, text: &mut Painter) {
        let column_width = if self == Self::Plain { 2 } else { 3 };
        text.put(Style::new(), " ");
        for column in 'a'..='h' {
            text.put(Style::new(), &format!("{column:>column_width$}"));
        }
        text.end_line();
        for row in 0..8 {
            text.put(Style::new(), &(row + 1).to_string());
            let squares: Vec<Square> = (0..8).filter_map(|column| Square::at(column, row)).collect();
            let contents: Vec<Content> = squares.iter().map(|&square| content(picture, square)).collect();
            match self {
                Self::Plain => plain_row(&contents, text),
                Self::Colored => {
                    text.put(Style::new(), " ");
                    for (square, &content) in squares.iter().zip(&contents) {
                        colored_square(content, GREENS[usize::from((square.column() + row) % 2)], text);
                    }
                }
            }
            text.end_line();
        }
    }

    /// The discs of both sides, and beside them what the marks mean, if there are any.
    fn legend(self, picture: &Picture<'_>, text: &mut Painter) {
        let dot = (picture.dots() != 0).then_some((false, "legal"));
        let brackets = (picture.marked() != 0).then_some((true, "last"));
        for (side, mark) in [(Side::Black, dot), (Side::White, brackets)] {
            self.swatch(side, text);
            text.put(Style::new(), &format!(" {} {:>2}", side.name(), count(picture.position, side)));
            if let Some((is_last, words)) = mark {
                text.put(Style::new(), "   ");
                match (self, is_last) {
                    (Self::Plain, true) => text.put(Style::new(), "[]"),
                    (Self::Plain, false) => text.put(Style::new(), "."),
                    (Self::Colored, _) => {
                        colored_square(Content { disc: None, is_legal: !is_last, is_last }, GREENS[0], text);
                    }
                }
                text.put(Style::new(), &format!(" {words}"));
            }
            text.end_line();
        }
    }

    fn swatch(self, side: Side, text: &mut Painter) {
        match self {
            Self::Plain => text.put(Style::new(), &letter(side).to_string()),
            Self::Colored => {
                colored_square(Content { disc: Some(side), is_legal: false, is_last: false }, GREENS[0], text);
            }
        }
    }
}

fn content(picture: &Picture<'_>, square: Square) -> Content {
    Content {
        disc: picture.position.disc(square),
        is_legal: picture.dots() & square.bit() != 0,
        is_last: picture.marked() & square.bit() != 0,
    }
}

/// A row of characters, each after a blank, with brackets in the blanks beside the last move.
fn plain_row(contents: &[Content], text: &mut Painter) {
    let mut is_after_last = false;
    for content in contents {
        let gap = if content.is_last {
            "["
        } else if is_after_last {
            "]"
        } else {
            " "
        };
        let sign = match content.disc {
            Some(side) => letter(side),
            None if content.is_legal => '.',
            None => '-',
        };
        text.put(Style::new(), &format!("{gap}{sign}"));
        is_after_last = content.is_last;
    }
    text.put(Style::new(), if is_after_last { "]" } else { "" });
}

/// Three columns.
fn colored_square(content: Content, green: Ansi256Color, text: &mut Painter) {
    let style = Style::new().bg_color(Some(green.into()));
    let ink = |color: Ansi256Color| style.fg_color(Some(color.into()));
    let (left, right) = if content.is_last { ("[", "]") } else { (" ", " ") };
    let around = if content.is_last { ink(YELLOW).bold() } else { style };
    let (middle, sign) = match content.disc {
        Some(Side::Black) => (ink(BLACK), "●"),
        Some(Side::White) => (ink(WHITE), "●"),
        None if content.is_legal => (ink(WHITE), "·"),
        None => (style, " "),
    };
    text.put(around, left);
    text.put(middle, sign);
    text.put(around, right);
}
