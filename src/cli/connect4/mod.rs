//! The commands that only Connect Four has, one file each.

mod engine;
mod solve;

use super::games::Extra;

/// The commands.
pub(super) const EXTRAS: [Extra; 2] = [
    Extra { world: "connect4", name: "solve", command: solve::command, run: solve::run },
    Extra { world: "connect4", name: "engine", command: engine::command, run: engine::run },
];
