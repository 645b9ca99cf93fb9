//! Small games, so that nothing in this module needs to know a world: for tests, for lessons, and for figures that
//! theory gives.

pub mod tictactoe;
pub mod uniform;

pub use tictactoe::TicTacToe;
pub use uniform::{Arrangement, UniformTree};
