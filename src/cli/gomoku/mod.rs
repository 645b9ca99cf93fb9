//! The commands that only Gomoku has, one file each.

pub(super) mod engine;
mod solve;

use super::games::{Extra, memory};

const WORLD: &str = "gomoku";

/// The commands.
pub(super) const EXTRAS: [Extra; 3] = [
    Extra { world: WORLD, name: "solve", command: solve::command, run: solve::run },
    Extra { world: WORLD, name: "engine", command: engine::command, run: engine::run },
    Extra { world: WORLD, name: "memory", command: memory::command, run: memory::run },
];
