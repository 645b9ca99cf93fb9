//! Board-splitting games: the P-games, in which deeper search chooses worse moves, and the N-games, in which it does not.
//!
//! A board of 2^⌈k/2⌉ columns and 2^⌊k/2⌋ rows of cells 0 and 1. In turn the sides halve it, black into left and right,
//! white into top and bottom, and keep one half. After k plies one cell is left: if it is 1, the side that moved last has
//! won, else the other.
//!
//! Source: Nau, An investigation of the causes of pathology in games, Artificial Intelligence 19 (1982); the halving of
//! boards: Pearl, Heuristics (1984).
//!
//! | part | file |
//! |---|---|
//! | the recipes of random boards, and their names | [`recipe`] |
//! | boards, positions, moves | [`board`] |
//! | the static evaluation | [`evaluation`] |
//! | as a game to be searched | game.rs |
//! | the board as it is shown, and its commands | shown.rs |
//! | the winner of each position, without a search | [`truth`] |

pub mod board;
pub mod evaluation;
mod game;
pub mod play;
pub mod recipe;
mod shown;
pub mod truth;
pub mod world;

pub use board::{Board, Half, Position, Rectangle};
pub use evaluation::Evaluation;
pub use recipe::{Kind, MOST_PLIES, Recipe};
pub use truth::Truth;
