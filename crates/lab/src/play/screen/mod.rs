//! The full-screen board: one for all worlds.
//!
//! A [`State`] holds all that is shown. Events change it and ask for effects; [`view()`] draws it. Neither knows a
//! terminal: the driver reads keys, runs the searches in a thread of their own, and does what effects ask for.
//!
//! | part | file |
//! |---|---|
//! | the interface of a world for its board | [`TuiBoard`] |
//! | the state, events and effects | `state.rs` |
//! | the effects of events | `update.rs`, keys and mouse `input.rs`, typed words `words.rs`, commands `command.rs` |
//! | the places of all parts | `layout.rs` |
//! | drawing | `view/` |
//! | the loop, the files, the threads of the searches | `driver.rs`, `thinker.rs` |
//!
//! Not here: the terminal and its colours (crate::terminal, crate::theme).

mod command;
mod driver;
mod input;
mod layout;

mod state;
mod thinker;
mod update;
mod view;
mod words;

#[cfg(test)]
mod tests;

pub use crate::theme::{Colors, Theme};
pub use command::{COMMANDS, Command, Entry};
pub use driver::{Outcome, Setup, run};
pub use layout::Layout;
pub use searchlab_worlds::play::{BoardMaterial, Cell, Mark, TuiBoard};
pub use state::{Effect, Event, Figures, Pulse, Question, Sheet, State, Thinking};
pub use view::view;
