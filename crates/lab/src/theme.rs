//! The theme: colours and signs, by the capabilities of the terminal.
//!
//! Without colour the signs tell everything; with colour they still differ.

use ratatui::style::{Color, Modifier, Style};

use crate::play::BoardMaterial;
use searchlab_worlds::Side;

/// The number of colours of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colors {
    /// None: letters and brackets tell all.
    None,
    /// The sixteen of every terminal.
    Sixteen,
    /// The 256 that terminals agree on.
    Many,
}

/// The theme, by the capabilities of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Colours.
    pub colors: Colors,
    /// True if it shows more than ASCII.
    pub is_unicode: bool,
}

impl Theme {
    /// Without colour, in ASCII.
    pub const PLAIN: Self = Self { colors: Colors::None, is_unicode: false };

    /// The theme for the terminal that the environment variables describe; colour only where it is wanted.
    pub(crate) fn of_terminal(wants_color: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        let has = |name: &str, words: &[&str]| {
            let value = variable(name).unwrap_or_default().to_lowercase();
            words.iter().any(|word| value.contains(word))
        };
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| variable(name).is_some_and(|it| !it.is_empty()));
        let is_unicode = locale.is_some_and(|name| has(name, &["utf-8", "utf8"]));
        let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let colors = match (
            wants_color && !is_dumb,
            has("TERM", &["256", "direct"]) || has("COLORTERM", &["truecolor", "24bit"]),
        ) {
            (false, _) => Colors::None,
            (true, false) => Colors::Sixteen,
            (true, true) => Colors::Many,
        };
        Self { colors, is_unicode }
    }

    /// True if there are colours.
    pub(crate) fn has_color(self) -> bool {
        self.colors != Colors::None
    }

    /// A colour of the 256, or the nearest of the sixteen.
    pub(crate) fn pick(self, many: u8, sixteen: Color) -> Color {
        if self.colors == Colors::Many { Color::Indexed(many) } else { sixteen }
    }

    /// The background of a cell.
    pub(crate) fn ground(self, felt: BoardMaterial, is_dark: bool) -> Style {
        if !self.has_color() {
            return Style::new();
        }
        // Sixteen colours hold one green only.
        let ground = match felt {
            BoardMaterial::Green => self.pick(if is_dark { 28 } else { 29 }, Color::Green),
            BoardMaterial::Wood => self.pick(179, Color::Yellow),
        };
        Style::new().bg(ground)
    }

    /// The colour of a piece.
    pub(crate) fn ink(self, side: Side) -> Color {
        match side {
            Side::Black => self.pick(16, Color::Black),
            Side::White => self.pick(231, Color::White),
        }
    }

    /// A piece on a ground.
    pub fn piece(self, ground: Style, side: Side) -> Style {
        if self.has_color() { ground.fg(self.ink(side)) } else { ground.add_modifier(Modifier::BOLD) }
    }

    /// The dots and crossings of a board.
    pub(crate) fn grid(self, ground: Style, felt: BoardMaterial) -> Style {
        if !self.has_color() {
            return ground;
        }
        match felt {
            BoardMaterial::Green => ground.fg(self.pick(22, Color::Black)),
            BoardMaterial::Wood => ground.fg(self.pick(94, Color::Black)),
        }
    }

    /// The style of the cursor, which stands out on a background.
    pub(crate) fn accent(self, ground: Style) -> Style {
        let style = ground.add_modifier(Modifier::BOLD);
        if self.has_color() { style.fg(self.pick(226, Color::White)) } else { style }
    }

    /// The style of the last move, which stands out less.
    pub fn last(self, ground: Style) -> Style {
        let style = ground.add_modifier(Modifier::BOLD);
        if self.has_color() { style.fg(self.pick(160, Color::Red)) } else { style }
    }

    /// The line that won.
    pub(crate) fn won(self, ground: Style) -> Style {
        let style = ground.add_modifier(Modifier::BOLD);
        if self.has_color() { style.bg(self.pick(160, Color::Red)) } else { style }
    }

    /// Words that are less important.
    pub(crate) fn quiet(self) -> Style {
        if self.has_color() { Style::new().fg(self.pick(245, Color::DarkGray)) } else { Style::new() }
    }

    /// The sign of a piece in a line of text, or on a small cell.
    pub(crate) fn sign(self, side: Side) -> char {
        match (self.has_color() && self.is_unicode, side) {
            (true, _) => '●',
            (false, Side::Black) => 'X',
            (false, Side::White) => 'O',
        }
    }

    /// An empty cell.
    pub(crate) fn dot(self) -> char {
        if self.is_unicode { '·' } else { '.' }
    }
}
