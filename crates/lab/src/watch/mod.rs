//! Searches that are watched: traces played step by step, forth and back, in a terminal.
//!
//! | part | file |
//! |---|---|
//! | a trace in memory, and the state of the search after each of its events | [`film`], `event.rs`, `node.rs` |
//! | a step in a sentence | [`why`] |
//! | the lines of the pseudocode, which pages show too | [`pseudocode`], `pseudocode.json` |
//! | what is shown, and what keys and the mouse do | `show.rs` |
//! | drawing: the frame `view.rs`, mazes `grid.rs`, tiles and graphs `places.rs`, game trees `tree.rs` | |
//! | the loop | `driver.rs` |
//!
//! Not here: how a trace is written ([`searchlab_worlds::trace`]), the page that plays it (the report's).

mod driver;
mod event;
pub mod film;
mod grid;
mod node;
mod places;
pub mod pseudocode;
mod show;
#[cfg(test)]
mod tests;
mod tree;
mod view;
pub mod why;

pub use driver::run;
pub use show::{Event, Show};
pub use view::view;
