//! Patterns: what each empty cell is worth to both sides, kept up while stones come and go.
//!
//! | part | file |
//! |---|---|
//! | the lines of a board, as words | lines.rs |
//! | the shape that a stone makes of one line | [`line`](mod@line) |
//! | the shape that it makes of all four together | [`cell`] |
//! | the cells with each shape, as sets | [`sets`] |
//! | the board that keeps all this up | [`state`] |

pub mod cell;
pub mod line;
pub(crate) mod lines;
pub mod sets;
pub mod state;

#[cfg(test)]
mod tests;

pub use cell::{CellShape, CellTable};
pub use line::{LineShape, LineTable};
pub(crate) use lines::{LINES, Lines, place};
pub use sets::Rows;
pub use state::Patterns;
