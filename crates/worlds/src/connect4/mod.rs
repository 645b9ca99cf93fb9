//! Connect Four: discs fall into columns, and the first side with four in a row wins. Boards of 4 to 8 columns and rows,
//! 7 by 6 by default.
//!
//! Source: Allis, A knowledge-based approach of Connect-Four, report IR-163, Vrije Universiteit Amsterdam (1988), for the
//! rules and the value of the default board; Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html, for those
//! of other sizes.
//!
//! | part | file |
//! |---|---|
//! | sizes, columns, positions as bitboards, the test for four in a row | [`board`] |
//! | as a game to be searched | game.rs |
//! | open windows of four, and the plain evaluation | [`evaluation`] |
//! | move lists and pictures as text, lines for the terminal | [`format`](mod@format) |
//! | random games and positions | [`playout`] |
//! | the score of perfect play | [`solver`] |
//! | the playing engine: book, solver, deepening | [`engine`] |
//! | leaves below a position | [`perft`] |
//! | games between players, its instances and commands, its trials | `play.rs`, `world.rs`, `run.rs` |

pub mod board;
pub mod engine;
pub mod evaluation;
pub mod format;
mod game;
pub mod perft;
mod play;
pub mod playout;
pub mod run;
pub mod solver;
#[cfg(test)]
mod solver_tests;
#[cfg(test)]
mod tests;
mod world;

pub use board::{Column, Position, Size};
pub use evaluation::Evaluation;
