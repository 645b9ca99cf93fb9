//! Balanced openings: positions of five stones on the board of 15 in which neither side is ahead.
//!
//! Made by this program: of 400 positions whose stones were placed at random around the centre, each once up to the
//! symmetries of the board, the 60 whose value after 300,000 nodes of the engine is nearest to 0, at most 38 points.

use super::format::read_positions;
use super::{Position, Setting};
use searchlab_trial::diagnostic::Source;

const LINES: &str = include_str!("balanced.txt");

/// Moves and position of each.
pub(crate) fn balanced() -> Vec<(&'static str, Position)> {
    let positions = read_positions(&Source::new("balanced", LINES), Setting::default()).unwrap_or_default();
    LINES.lines().zip(positions.into_iter().map(|given| given.position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::are_all_and_differ;

    #[test]
    fn all_are_read_and_differ() {
        let all = balanced();
        assert!(all.len() >= 40 && all.iter().all(|(_, position)| position.stones().len() == 5));
        are_all_and_differ(all.iter().map(|(moves, _)| (*moves).to_owned()), LINES);
    }
}
