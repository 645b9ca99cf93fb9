//! Gomoku, five in a row: two players put stones on a board by turns; who first has five in a line wins.
//!
//! | part | file |
//! |---|---|
//! | cells, rules of the variants, positions, five in a line | [`board`] |
//! | what renju forbids black | [`renju`] |
//! | move lists, openings, problems, pictures, SGF, psq | [`format`](mod@format) |
//! | pictures of positions | [`draw`] |
//! | games and positions by chance | [`playout`] |

pub mod board;
pub mod draw;
pub mod format;
pub mod playout;
pub mod renju;

pub use super::side::Side;
pub use board::{Point, Position, Rule, Setting};
pub use renju::legal_points;
