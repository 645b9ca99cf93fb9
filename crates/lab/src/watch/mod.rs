//! Searches that are watched: traces played step by step, forth and back, in a terminal.
//!
//! | part | file |
//! |---|---|
//! | a trace in memory, and the state of the search after each of its events | [`film`] |
//! | a step in a sentence | [`why`] |
//! | what is shown, and what keys and the mouse do | `show.rs` |
//! | drawing: the frame `view.rs`, mazes `grid.rs`, tiles and graphs `places.rs`, game trees `tree.rs` | |
//! | the loop | `driver.rs` |
//!
//! Not here: how a trace is written ([`searchlab_worlds::trace`]), the page that plays it (the report's).

mod driver;
pub mod film;
mod grid;
mod places;
mod show;
#[cfg(test)]
mod tests;
mod tree;
mod view;
pub mod why;

pub use driver::run;
pub use show::{Event, Show};
pub use view::view;
