//! The commands that only Othello has, one file each.

mod book;
mod calibrate;
mod engine;
mod explain_position;
pub mod nboard;
mod perft;
mod solve;
mod train;

use crate::cli::games::{Extra, Instance};
use crate::worlds::othello::Position;

/// The flags that name a position.
type PositionArgs = crate::cli::games::PositionArgs<Position>;

macro_rules! extras {
    ($($name:literal $module:ident,)+) => {
        [$(Extra { world: "othello", name: $name, command: $module::command, run: $module::run }),+]
    };
}

/// The commands.
pub(super) const EXTRAS: [Extra; 7] = extras! {
    "explain-position" explain_position,
    "perft" perft,
    "solve" solve,
    "train" train,
    "book" book,
    "calibrate" calibrate,
    "engine" engine,
};
