//! The learned evaluation: a small network over the surroundings of the empty cells, found from games.
//!
//! Idea        An empty cell is seen along its four lines, four cells to each side. Each of these surroundings has a row of
//!             numbers; the sum of the four rows, rectified (ReLU), describes the cell, once as Black sees it and once as White.
//!             The sum over all cells goes through one layer to the value; the description of a cell alone says how
//!             early a move to it is to be searched. A stone changes only what lies in its four lines, so that all of it
//!             is kept up from move to move, in whole numbers: the same on every machine.
//! Source      The kind of network that the program Rapfi has (dhbloo, 2023), after Nasu, Efficiently Updatable Neural
//!             Network Based Evaluation Functions (2018).
//!
//! | part | file |
//! |---|---|
//! | the surroundings of a cell, and which of them are alike | [`surroundings`] |
//! | the numbers, and the value that they give | [`network`] |
//! | the description of all cells, kept from move to move | [`state`] |
//! | the numbers as a file | [`mod@file`] |
//! | how they are found | [`fit`] |
//! | those that come with the program | shipped.rs |
//!
//! Not here: games to learn from (training/gomoku/), the patterns of shapes (patterns/).

pub mod file;
pub mod fit;
pub mod network;
mod shipped;
pub mod state;
pub mod surroundings;
#[cfg(test)]
mod tests;

pub use network::Network;
pub use shipped::shipped;

/// The name as users type it, where an evaluation is asked for.
pub(crate) const LEARNED: &str = "learned";
