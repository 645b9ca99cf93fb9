//! The commands that only Gomoku has, one file each.

pub(super) mod engine;
pub(super) mod memory;
pub mod protocol;
mod solve;

use crate::cli::games::Extra;

const WORLD: &str = "gomoku";

/// The commands.
pub(super) const EXTRAS: [Extra; 3] = [
    Extra { world: WORLD, name: "solve", command: solve::command, run: solve::run },
    Extra { world: WORLD, name: "engine", command: engine::command, run: engine::run },
    Extra { world: WORLD, name: "memory", command: memory::command, run: memory::run },
];
