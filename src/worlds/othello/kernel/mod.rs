//! Legal moves and flips: the inner loop of everything that plays Othello.
//!
//! A [`Kernel`] is one way to compute them. [`Portable`] runs everywhere; the others need instructions that not every
//! processor has, and a value of their type is the proof that they are there.

mod portable;

pub use portable::Portable;

use super::board::{Board, Square};

/// A way to compute legal moves and flips. All ways give the same.
pub trait Kernel: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Its name, for reports on speed.
    const NAME: &'static str;

    /// The squares on which the side to move may place a disc.
    fn moves(self, board: Board) -> u64;

    /// The discs that a disc of the side to move on the empty `square` would turn.
    fn flips(self, board: Board, square: Square) -> u64;
}
