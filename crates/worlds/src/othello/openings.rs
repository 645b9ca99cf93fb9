//! Balanced openings: positions after eight plies in which neither side is ahead.
//!
//! Made by this program: of 700 games with random beginnings, each once up to the symmetries of the board, the 60 whose
//! value after a search of ten plies with the evaluation `classic` is nearest to 0, at most 3 of its points.

use super::Position;
use super::format::read_positions;
use searchlab_trial::diagnostic::Source;

const LINES: &str = include_str!("balanced.txt");

/// Moves and position of each.
pub(crate) fn balanced() -> Vec<(&'static str, Position)> {
    let positions = read_positions(&Source::new("balanced", LINES)).unwrap_or_default();
    LINES.lines().zip(positions.iter().map(super::format::Given::position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::are_all_and_differ;

    #[test]
    fn all_are_read_and_differ() {
        let all = balanced();
        assert!(all.len() >= 50 && all.iter().all(|(_, position)| position.board.empties() == 52));
        are_all_and_differ(all.iter().map(|(_, position)| position.to_string()), LINES);
    }
}
