//! The worlds: state, rules, formats, heuristics, evaluations and drawing of each. They know `search` and nothing
//! above it.

mod drawing;
mod lines;
pub mod maze;
pub mod othello;
mod stream;
pub mod tiles;
