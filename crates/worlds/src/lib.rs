//! The worlds: state, rules, formats, heuristics, evaluations and drawing of each. They know `search` and nothing
//! above it.

pub mod assets;
pub mod book;
mod boxed;
pub mod catalog;
pub mod connect4;
pub mod drawing;
pub mod font;
pub mod gomoku;
pub mod graph;
mod in_a_row;
mod lines;
pub mod maze;
pub mod mnk;
pub mod nim;
pub mod othello;
pub mod pgames;
pub mod play;
pub mod puzzle;
pub mod run;
mod side;
pub mod signature;
mod stream;
pub mod table;
mod techniques;
#[cfg(test)]
mod testing;
pub mod tiles;
pub mod trace;
pub mod training;
pub mod tree;
pub mod weights;
pub mod weights_file;
pub mod world;

pub use side::Side;
pub use stream::random_choice;

#[cfg(test)]
#[path = "../../../tests/search/long.rs"]
mod long;
