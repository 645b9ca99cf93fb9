//! The commands that only Connect Four has, one file each.

mod book;
mod engine;
mod explain_position;
mod solve;

use crate::cli::games::Extra;

/// The commands.
pub(super) const EXTRAS: [Extra; 4] = [
    Extra { world: "connect4", name: "solve", command: solve::command, run: solve::run },
    Extra {
        world: "connect4",
        name: "explain-position",
        command: explain_position::command,
        run: explain_position::run,
    },
    Extra { world: "connect4", name: "book", command: book::command, run: book::run },
    Extra { world: "connect4", name: "engine", command: engine::command, run: engine::run },
];
