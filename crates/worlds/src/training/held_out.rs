//! Errors of weights against exact scores, on positions of games that nobody learned from.
//!
//! Idea        From each of these games one position of each number of empty squares and of each kind: of the game itself,
//!             after a few random moves, and after many, which is lopsided. Beside the root of the mean squared error
//!             stands the slope of the line of least squares from values to scores: above 1, values are shrunk.
//! Guarantees  The same for the same games and seed.
//! Not here    The errors on the sets of the fit (learning.rs).

use serde::Serialize;

use super::Chance;
use super::games::Played;
use super::labels::{after_random_moves, exact};
use super::learning::set_of;
use crate::othello::board::Board;
use crate::othello::endgame::Table;
use crate::othello::learned::Weights;
use crate::othello::learned::indices::Indices;
use crate::othello::learned::weights::DISC;

/// Empty squares of the positions.
const EMPTIES: [u32; 4] = [12, 14, 16, 18];
/// Kinds of positions: the name and the random moves that lead to them from the game.
const KINDS: [(&str, u32); 3] = [("game", 0), ("4 random", 4), ("24 random", 24)];

/// A position with its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// Its place among [`KINDS`].
    kind: usize,
    board: Board,
    /// For the side to move, in discs.
    score: i32,
}

/// True if no game of this number is learned from, nor looked at on the way.
pub fn is_held_out(game: u32, seed: u64) -> bool {
    set_of(game, seed) == 2
}

/// The positions of a game.
pub fn solved(game: &Played, number: u32, seed: u64, table: &mut Table) -> Vec<Solved> {
    // Another stream than those of the labels.
    let mut chance = Chance::new(seed ^ u64::MAX << 32, u64::from(number));
    let mut solved = Vec::new();
    for empties in EMPTIES {
        for (kind, &(_, random)) in KINDS.iter().enumerate() {
            if let Some(board) = after_random_moves(game, empties, random, &mut chance) {
                solved.push(Solved { kind, board, score: exact(board, table) });
            }
        }
    }
    solved
}

/// The errors at positions of one number of empty squares.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorsAt {
    /// Empty squares.
    pub empties: u32,
    /// The way to the positions, `all` for all of them.
    pub kind: &'static str,
    /// Number of them.
    pub positions: usize,
    /// Root of the mean squared error, in discs.
    pub root_mean_square: f64,
    /// Mean of score less value, in discs.
    pub bias: f64,
    /// Slope of the line of least squares from values to scores.
    pub slope: f64,
}

/// The errors of weights, by empty squares and kind.
pub fn errors(solved: &[Solved], weights: &Weights) -> Vec<ErrorsAt> {
    let count = |board: Board| board.moves().count_ones();
    let value = |board: Board| weights.value(board, &Indices::of(board), count(board), count(board.passed()));
    let pairs = |empties: u32, kind: Option<usize>| {
        let of_kind =
            move |each: &&Solved| each.board.empties() == empties && kind.is_none_or(|kind| kind == each.kind);
        solved
            .iter()
            .filter(of_kind)
            .map(|each| (f64::from(value(each.board)) / f64::from(DISC), f64::from(each.score)))
            .collect::<Vec<_>>()
    };
    let kinds = || KINDS.iter().enumerate().map(|(kind, about)| (about.0, Some(kind))).chain([("all", None)]);
    EMPTIES
        .into_iter()
        .flat_map(|empties| kinds().map(move |(name, kind)| (empties, name, kind)))
        .map(|(empties, name, kind)| errors_of(empties, name, &pairs(empties, kind)))
        .collect()
}

/// The errors of pairs of a value and a score.
fn errors_of(empties: u32, kind: &'static str, pairs: &[(f64, f64)]) -> ErrorsAt {
    let n = pairs.len().max(1) as f64;
    let mean = |term: fn(f64, f64) -> f64| pairs.iter().map(|&(value, score)| term(value, score)).sum::<f64>() / n;
    let (value, score) = (mean(|value, _| value), mean(|_, score| score));
    let covariance = mean(|value, score| value * score) - value * score;
    let variance = mean(|value, _| value * value) - value * value;
    ErrorsAt {
        empties,
        kind,
        positions: pairs.len(),
        root_mean_square: mean(|value, score| (score - value) * (score - value)).sqrt(),
        bias: score - value,
        slope: if variance > 0.0 { covariance / variance } else { 0.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_slope_and_no_other_error() {
        let pairs: Vec<(f64, f64)> = (-8..=8).map(|value| (f64::from(value), f64::from(2 * value + 1))).collect();
        let found = errors_of(12, "game", &pairs);
        assert!((found.slope - 2.0).abs() < 1e-9 && (found.bias - 1.0).abs() < 1e-9, "{found:?}");
        // Of value + 1: the mean square of -8 … 8 is 24.
        assert!((found.root_mean_square - 5.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn positions_are_of_their_kind() {
        let game = Played::own(7, 3);
        let mut table = Table::new(10);
        let all = solved(&game, 3, 7, &mut table);
        assert_eq!(all, solved(&game, 3, 7, &mut table));
        assert!(all.iter().all(|each| EMPTIES.contains(&each.board.empties())));
        let own = all.iter().filter(|each| each.kind == 0);
        assert!(own.clone().count() >= 3);
        for each in own {
            assert!(game.positions.iter().any(|&(board, _)| board == each.board), "{each:?}");
        }
    }
}
