//! The worlds: state, rules, formats, heuristics, evaluations and drawing of each. They know `search` and nothing
//! above it.

pub mod maze;
pub mod othello;
pub mod tiles;
