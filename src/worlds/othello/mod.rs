//! Othello, also called Reversi: two players, 8x8 squares, a move turns round what it encloses.
//!
//! | part | file |
//! |---|---|
//! | squares, moves, sides, boards, rules | [`board`] |
//! | exact scores near the end of the game | [`endgame`] |
//! | Othello as a game for search | [`game`] |
//! | legal moves and flips, one way for each kind of processor | [`kernel`] |
//! | the number of ways to play on | [`mod@perft`] |

pub mod board;
pub mod endgame;
pub mod game;
pub mod kernel;
pub mod perft;

pub use board::{Board, Move, Position, Side, Square};
pub use game::Othello;
pub use kernel::{Kernel, Portable};
