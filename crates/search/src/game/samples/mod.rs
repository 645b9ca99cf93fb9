//! Small games, so that nothing in this module needs to know a world: for tests, for lessons, and for figures that
//! theory gives.

pub mod tictactoe;
pub mod uniform;

pub use tictactoe::TicTacToe;
pub use uniform::{Arrangement, UniformTree};

/// Name of each game and what it is for, in the order of the listings.
pub const SAMPLES: &[(&str, &str)] = &[
    ("tic-tac-toe", "three in a row on nine squares; small enough to be searched to its end"),
    ("uniform-tree", "a tree of given branching, depth and order, in which theory says how many leaves are needed"),
];
