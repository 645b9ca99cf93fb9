//! The commands that only one world has, and the protocols that only its engines speak: a folder for each world, and a
//! line in the tables here.
//!
//! Not here: the commands of all board games (`cli/games`) and of all worlds of paths (`cli/paths.rs`).

mod connect4;
pub mod gomoku;
mod maze;
pub mod othello;
mod tiles;
mod training;
mod tree;

pub(super) use gomoku::engine::words;
pub(super) use gomoku::memory::MemoryArgs;

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::Exit;
use super::games::Extra;

/// The commands that only one board game has.
pub(super) const EXTRAS: &[&[Extra]] = &[
    // One line for each world.
    &othello::EXTRAS,
    &gomoku::EXTRAS,
    &connect4::EXTRAS,
];

/// The commands of worlds that are no board games, under the name of the world.
const OTHERS: [Extra; 3] = [
    Extra { world: "maze", name: "maze", command: maze::command, run: maze::run },
    Extra { world: "tiles", name: "tiles", command: tiles::command, run: tiles::run },
    Extra { world: "tree", name: "tree", command: tree::command, run: tree::run },
];

/// Examples for the help of the program.
pub(super) const EXAMPLES: &str =
    "  searchlab maze astar mazes/course-18x25.txt          solve a maze, with every node counted
  searchlab maze compare mazes/course-30x60.txt        all algorithms on one maze, one table
  searchlab othello compare --depths 1..=7             the MiniMax family, depth by depth
  searchlab graph astar --watch                        the search, step by step, in the terminal
";

/// The commands of the worlds that are no board games.
pub(super) fn commands() -> [Command; 3] {
    OTHERS.map(|other| (other.command)())
}

/// Runs the command of a world that is no board game; `None` if it has none of its own.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Option<Result<Exit>> {
    OTHERS.iter().find(|other| other.name == name).map(|other| (other.run)(matches))
}
