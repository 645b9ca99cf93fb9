//! Othello, also called Reversi: two players, 8x8 squares, a move turns round what it encloses.
//!
//! | part | file |
//! |---|---|
//! | squares, moves, sides, boards, rules | [`board`] |
//! | legal moves and flips, one way for each kind of processor | [`kernel`] |
//! | the number of ways to play on | [`mod@perft`] |
//! | Othello as a game for search | [`game`] |
//! | the static evaluation | [`evaluation`] |
//! | the exact end of a game | [`endgame`] |
//! | opening books | [`book`] |
//! | games as lists of moves, and random games | [`transcript`], [`playout`] |
//! | text and pictures | [`format`](mod@format), [`draw`] |

pub mod board;
pub mod book;
pub mod draw;
pub mod endgame;
pub mod evaluation;
pub mod format;
pub mod game;
pub mod kernel;
pub mod learned;
pub mod nboard;
pub mod openings;
pub mod perft;
pub mod play;
pub mod playout;
pub mod protocol;
pub mod transcript;
pub mod world;

pub use board::{Board, Move, Position, Side, Square};
pub use evaluation::Evaluation;
pub use game::Othello;
pub use kernel::{Kernel, Portable};
pub use transcript::Transcript;
