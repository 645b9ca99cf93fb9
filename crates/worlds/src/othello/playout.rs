//! Random games, the same for a seed on every machine and in every version.
//!
//! Idea        From the start, each move is drawn evenly from the legal ones, in the order of their squares, by one
//!             number below their count from the stream of the seed (`search/stream.rs`: ChaCha8, multiply and shift
//!             with rejection). A number is drawn for an only move too; none for a pass.
//! Guarantees  These rules and the stream alone decide; a golden game in the tests holds them.
//! Not here    Players that choose their moves.

use super::board::{Move, Position, squares};
use super::transcript::Transcript;
use crate::stream::Stream;

/// The game of a seed, from the start to its end.
pub fn game(seed: u64) -> Transcript {
    prefix(seed, usize::MAX)
}

/// The position after `plies` plies (passes count) of the [`game`] of a seed; its end, if it ends before.
pub fn random_position(seed: u64, plies: usize) -> Position {
    prefix(seed, plies).end()
}

/// The beginning of the game of a seed.
fn prefix(seed: u64, plies: usize) -> Transcript {
    let mut stream = Stream::new(seed);
    let mut transcript = Transcript::new(Position::INITIAL);
    while transcript.moves().len() < plies {
        let moves = transcript.end().board.moves();
        let mv = if moves == 0 {
            Move::PASS
        } else {
            let choice = stream.below(moves.count_ones());
            squares(moves).nth(choice as usize).map_or(Move::PASS, Move::on)
        };
        // Where there is no move, the pass is legal unless the game is over.
        if transcript.push(mv).is_none() {
            break;
        }
    }
    transcript
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_whole_and_positions_lie_on_them() {
        for seed in 0..200 {
            let game = game(seed);
            assert!(game.end().board.is_over());
            for (plies, position) in game.positions().enumerate() {
                assert_eq!(random_position(seed, plies), position);
            }
            assert_eq!(random_position(seed, 1000), game.end());
        }
    }

    #[test]
    fn first_moves_are_drawn_evenly() {
        let mut seen = std::collections::BTreeMap::<Move, u32>::new();
        for seed in 0..4000 {
            *seen.entry(game(seed).moves()[0]).or_default() += 1;
        }
        // 1000 each, standard deviation 27.
        assert_eq!(seen.len(), 4);
        assert!(seen.values().all(|count| count.abs_diff(1000) < 140), "{seen:?}");
    }

    /// Made by a program of its own after the rules above, with the cipher from its definition. Any change of these
    /// games changes every experiment on seeded games.
    #[test]
    fn the_games_of_seeds_are_fixed() {
        let games = [
            (
                0,
                "d3c5f6f3b6d2e3f4g2g3f2e1h3h1g4b5c1h4h2h5f1f5c6d6c3a7a5e2g5b7",
                "a8e6f7h6d1f8g8e7a6b4h7b3d8g7c7c4g6h8a4b8c8c2a2d7b1b2a3a1e8g1",
            ),
            (
                12,
                "d3c5b6f3f4e3f5e6d6g6f6e7f8c4d7f7e2c2b3b5d2f2b1e8g8c6g3b2a6h4",
                "d1a5c7e1h5a7a2b4h2b7g5g4h3d8g2h8c3g1b8a8c8a4f1h7g7h1a3c1paa1pah6",
            ),
        ];
        for (seed, begin, end) in games {
            assert_eq!(game(seed).to_string(), format!("{begin}{end}"));
        }
    }
}
