//! The commands that only Connect Four has, one file each.

mod solve;

use super::games::Extra;

/// The commands.
pub(super) const EXTRAS: [Extra; 1] =
    [Extra { world: "connect4", name: "solve", command: solve::command, run: solve::run }];
