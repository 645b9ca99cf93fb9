//! The worlds: state, rules, formats, heuristics, evaluations and drawing of each. They know `search` and nothing
//! above it.

mod drawing;
pub mod gomoku;
mod lines;
pub mod maze;
pub mod othello;
pub mod pgames;
mod side;
mod stream;
mod techniques;
pub mod tiles;
pub mod tree;
pub mod weights;

pub use side::Side;
pub use stream::random_choice;
