//! The commands that only Gomoku has, one file each.

pub(super) mod engine;
mod explain_position;
pub(super) mod memory;
pub mod protocol;
mod solve;
mod train;

use crate::cli::games::Extra;

const WORLD: &str = "gomoku";

/// The commands.
pub(super) const EXTRAS: [Extra; 5] = [
    Extra { world: WORLD, name: "solve", command: solve::command, run: solve::run },
    Extra { world: WORLD, name: "explain-position", command: explain_position::command, run: explain_position::run },
    Extra { world: WORLD, name: "train", command: train::command, run: train::run },
    Extra { world: WORLD, name: "engine", command: engine::command, run: engine::run },
    Extra { world: WORLD, name: "memory", command: memory::command, run: memory::run },
];
