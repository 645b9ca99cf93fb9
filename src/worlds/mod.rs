//! The worlds: state, rules, formats, heuristics and drawing of each. They know `search` and nothing above it.

pub mod maze;
pub mod tiles;
