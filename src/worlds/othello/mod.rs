//! Othello, also called Reversi: two players, 8x8 squares, a move turns round what it encloses.
//!
//! | part | file |
//! |---|---|
//! | squares, moves, sides, boards, rules | [`board`] |
//! | legal moves and flips, one way for each kind of processor | [`kernel`] |
//! | the number of ways to play on | [`mod@perft`] |

pub mod board;
pub mod kernel;
pub mod perft;

pub use board::{Board, Move, Position, Side, Square};
pub use kernel::{Kernel, Portable};
