//! Perft: the number of ways to play a number of plies, the check of move generation.
//!
//! A game that ends before the last ply is not counted. Every move is made, those of the last ply too.

use super::board::Position;

/// The number of leaves `depth` plies below a position.
pub fn perft(position: Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position.moves().map(|column| perft(position.played(column), depth - 1)).sum(),
    }
}
