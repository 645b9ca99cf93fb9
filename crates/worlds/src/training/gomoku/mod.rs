//! How the learned evaluation of Gomoku is learned: games of the program with itself, and a network from their positions.
//!
//! | part | file |
//! |---|---|
//! | games, with the value and the move of a search at each position | [`games`] |
//! | a network from them, with its errors on the way | [`learning`] |
//!
//! All of it is the same for a seed, however many threads take part and however often it was interrupted.
//!
//! Not here: the network and the method of the fit (`gomoku::learned`), the command line.

pub mod games;
pub mod learning;
#[cfg(test)]
mod tests;

pub use games::{Plan, SelfPlayed, Teacher};
pub use learning::{Learned, Method, learn};
