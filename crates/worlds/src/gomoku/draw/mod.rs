//! Pictures of a position: for the terminal and as SVG.
//!
//! Not here: charts of records (they are the report's); pictures as text that is read back (`format/picture.rs`); the
//! board that is played on.

mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use svg::svg;
pub use terminal::{Look, terminal};

use std::path::Path;

use super::board::{Point, Position, Setting};
use super::renju::forbidden;
use super::{Rule, Side};
use crate::drawing::write_svg;

pub use crate::drawing::{DrawError, check_svg as check_picture};

/// The content of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The stones and the side to move. A line that has won is marked.
    pub position: &'a Position,
    /// True to mark the stone that was put last.
    pub marks_last: bool,
    /// True to write the numbers of the moves on the stones.
    pub is_numbered: bool,
    /// True to mark the cells that renju forbids the side to move.
    pub marks_forbidden: bool,
    /// Empty cells that are marked, such as suggested moves.
    pub marked: &'a [Point],
    /// One line that says what it is; may be empty.
    pub title: &'a str,
}

impl<'a> Picture<'a> {
    /// A position with its last stone marked, without numbers and title.
    pub const fn new(position: &'a Position) -> Self {
        Self { position, marks_last: true, is_numbered: false, marks_forbidden: false, marked: &[], title: "" }
    }

    /// A game with the numbers of its moves.
    pub(crate) const fn of_game(position: &'a Position) -> Self {
        Self { is_numbered: true, ..Self::new(position) }
    }

    /// The stone that is marked as the last.
    fn last(&self) -> Option<Point> {
        self.position.stones().last().filter(|_| self.marks_last).map(|stone| stone.0)
    }

    /// The marked cells without a stone, in the order of their codes.
    fn dots(&self) -> Vec<Point> {
        let mut dots: Vec<Point> =
            self.marked.iter().copied().filter(|&point| self.position.at(point).is_none()).collect();
        dots.sort_unstable();
        dots
    }

    /// The cells that are forbidden and to be marked, in the order of their codes.
    fn forbidden(&self) -> Vec<Point> {
        let is_asked = self.marks_forbidden && self.position.setting().rule == Rule::Renju;
        let points = self.position.empty_points().filter(|_| is_asked);
        points.filter(|&point| forbidden(self.position, point).is_some()).collect()
    }
}

/// Stones of a side.
fn count(position: &Position, side: Side) -> usize {
    position.stones().iter().filter(|stone| stone.1 == side).count()
}

/// The side to move, or the result of the game.
fn status(position: &Position) -> String {
    match position.five() {
        Some((side, _)) => format!("game over: {} wins", side.name()),
        None if position.is_full() => "game over: a draw".to_owned(),
        None => format!("{} to move", position.side().name()),
    }
}

/// The cells that boards bear dots on: the centre of an odd board, and on larger ones four cells three from the edges.
fn stars(setting: Setting) -> Vec<Point> {
    let (width, height) = (usize::from(setting.width), usize::from(setting.height));
    let mut stars = Vec::new();
    if width >= 11 && height >= 11 {
        for row in [3, height - 4] {
            stars.extend([3, width - 4].map(|column| Point::new(column, row)));
        }
    }
    if width % 2 == 1 && height % 2 == 1 {
        stars.push(setting.centre());
    }
    stars
}

/// Writes an SVG; `path` must end in `.svg`. The file appears whole or not at all.
///
/// # Errors
/// Another extension, a file that cannot be written.
pub fn write_picture(path: &Path, picture: &Picture<'_>) -> Result<(), DrawError> {
    write_svg(path, || svg(picture))
}
