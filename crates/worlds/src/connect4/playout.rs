//! Random games, the same for a seed on every machine and in every version.
//!
//! Idea        Each move is drawn evenly from the legal ones, in their order (the middle column first), by one number
//!             below their count from the stream of the seed. A number is drawn for an only move too.
//! Not here    Players that choose their moves.

use super::board::{Column, Position, Size};
use crate::stream::Stream;
use searchlab_search::game::Game;

/// The moves of the game of a seed, from the empty board to its end.
pub fn game(size: Size, seed: u64) -> Vec<Column> {
    let (mut stream, mut position) = (Stream::new(seed), Position::new(size));
    let mut next = || position.draw(|count| stream.below(count)).inspect(|&column| position = position.played(column));
    std::iter::from_fn(&mut next).collect()
}

/// The position after a number of plies of the [`game`] of a seed; its end, if it ends before.
pub fn random_position(size: Size, seed: u64, plies: usize) -> Position {
    game(size, seed).into_iter().take(plies).fold(Position::new(size), Position::played)
}
