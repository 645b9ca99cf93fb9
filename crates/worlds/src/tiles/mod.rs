//! Sliding tiles: the 8-, 15- and 24-puzzle. The blank moves; each move costs 1.
//!
//! | part | file |
//! |---|---|
//! | sizes, packed boards, solvability, pictures | [`board`] |
//! | Manhattan distance and linear conflict | [`heuristic`] |
//! | the way from a board to a board, as a state space | [`space`] |
//! | files of boards | [`format`](mod@format) |
//! | the goal that is asked for | [`goal`] |
//! | random boards | [`generate`](mod@generate) |
//! | pictures of solutions | [`draw`] |

pub mod board;
pub mod draw;
pub mod format;
pub mod generate;
pub mod goal;
pub mod heuristic;
mod puzzle;
pub mod scene;
pub mod space;
pub mod world;

pub use board::{Board, BoardError, Eight, Fifteen, Size, TwentyFour};
pub use format::{FormatError, Instance, Listed, Puzzle};
pub use goal::Problem;
pub use heuristic::Heuristic;
pub use space::{Direction, State, TileSpace};
