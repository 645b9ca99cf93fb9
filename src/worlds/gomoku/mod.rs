//! Gomoku, five in a row: two players put stones on a board by turns; who first has five in a line wins.
//!
//! | part | file |
//! |---|---|
//! | cells, rules of the variants, positions, five in a line | [`board`] |

pub mod board;
pub mod evaluation;
pub mod game;
pub mod patterns;
pub mod renju;
pub mod solver;

pub use super::side::Side;
pub use board::{Point, Position, Rule, Setting};
pub use evaluation::Evaluation;
pub use game::{Candidates, Gomoku};
