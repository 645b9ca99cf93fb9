//! The value of a position, explained feature by feature.

use super::features::{self, FEATURES};
use super::{Evaluation, Feature, Judged};
use crate::othello::board::{Board, Position, Side};
use crate::othello::kernel::Kernel;

/// A value, feature by feature, from Black's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// All features in the order of the listings, those without weight too.
    pub rows: Vec<Row>,
    /// The sum of the contributions: the value for Black.
    pub for_black: i32,
    /// The value that the search gets: for the side to move.
    pub judged: Judged,
}

/// The contribution of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The feature.
    pub feature: &'static Feature,
    /// Its count for Black.
    pub black: i32,
    /// Its count for White.
    pub white: i32,
    /// Black's count less White's.
    pub difference: i32,
    /// Its weight; 0 if the evaluation does not use it.
    pub weight: i32,
    /// Difference times weight.
    pub contribution: i32,
}

impl Evaluation {
    /// The value of a position, feature by feature.
    pub fn explain<K: Kernel>(&self, kernel: K, position: Position) -> Explanation {
        let board = Board { own: position.discs(Side::Black), opponent: position.discs(Side::White) };
        let row = |(place, feature): (usize, &'static Feature)| {
            let (black, white) =
                (features::count(place, kernel, board), features::count(place, kernel, board.passed()));
            let (difference, weight) = (black - white, self.weights[place]);
            Row { feature, black, white, difference, weight, contribution: difference * weight }
        };
        let rows: Vec<Row> = FEATURES.iter().enumerate().map(row).collect();
        let for_black = rows.iter().map(|row| row.contribution).sum();
        Explanation { rows, for_black, judged: self.judge(kernel, position.board) }
    }
}
