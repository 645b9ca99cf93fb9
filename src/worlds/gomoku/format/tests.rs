//! Round trips, and every error with its place and its remedy.

use proptest::prelude::*;

use super::*;
use crate::diagnostic::{Diagnostics, Source};
use crate::worlds::gomoku::board::{Point, Position, Rule, Setting};
use crate::worlds::gomoku::playout::{game, random_position};
use crate::worlds::gomoku::{Side, legal_points};

fn source(text: &str) -> Source {
    Source::new("games.txt", text)
}

fn setting() -> Setting {
    Setting::default()
}

fn moves(text: &str) -> Position {
    read_moves(&source(text), setting()).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Checks an error: its text without colours holds all the parts, in their order.
fn has_parts(found: Result<impl std::fmt::Debug, Diagnostics>, parts: &[&str]) {
    let shown = found.expect_err(parts[0]).to_string();
    println!("{shown}\n");
    let mut rest = shown.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not in\n{rest}\nof\n{shown}"));
        rest = &rest[at + part.len()..];
    }
}

/// Stones without their order, the side to move and the setting.
fn board(position: &Position) -> (Vec<(Point, bool)>, Side, Setting) {
    let mut stones: Vec<_> = position.stones().iter().map(|&(point, side)| (point, side == Side::White)).collect();
    stones.sort_unstable();
    (stones, position.side(), position.setting())
}
