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

#[cfg(not(target_family = "wasm"))]
mod driver;
mod event;
pub mod film;
#[cfg(not(target_family = "wasm"))]
mod grid;
mod node;
#[cfg(not(target_family = "wasm"))]
mod places;
pub mod pseudocode;
#[cfg(not(target_family = "wasm"))]
mod show;
#[cfg(test)]
mod tests;
#[cfg(not(target_family = "wasm"))]
mod tree;
#[cfg(not(target_family = "wasm"))]
mod view;
pub mod why;

#[cfg(not(target_family = "wasm"))]
pub use driver::run;
#[cfg(not(target_family = "wasm"))]
pub use show::{Event, Show};
#[cfg(not(target_family = "wasm"))]
pub use view::view;
