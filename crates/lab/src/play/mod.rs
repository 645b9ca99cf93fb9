//! Players, and the games between them.
//!
//! A [`Player`] acts when it is asked; [`play()`] asks the two in turn, makes the forced moves itself, and tells a
//! [`Watcher`] what happens. A person at a terminal, an algorithm and an external program are players alike. All of it
//! is written once, over positions that are [`BoardGame`].
//!
//! | part | file |
//! |---|---|
//! | the interface of a world for its positions and searches | `board_game.rs` |
//! | the moves of a game, its end, its line in a file | `game.rs` |
//! | forfeits | `fault.rs` |
//! | players, and the loop that asks them | `player.rs` |
//! | the solver as judge of moves | `referee.rs` |
//! | games as trials | [`contest`] |
//! | an algorithm, and a random player | `engine.rs` |
//! | a program as a player | [`program`] |
//! | players as a user types them: `mtdf:depth=8,evaluation=anchored` | [`spec`] |
//! | games and records in files | [`file`](mod@file) |
//! | the file of a game under way | `autosave.rs` |
//! | what players learn from the games that they lost | `learning.rs` |
//! | any game on a board for clients of the Go Text Protocol | [`gtp`](mod@gtp) |
//! | the full-screen board | [`screen`] |
//!
//! Not here: how a search is run and recorded ([`searchlab_worlds::run`]), the terminal at which a person plays line by line (the
//! command line).

mod autosave;
pub mod contest;
mod engine;
pub mod file;
pub mod gtp;
mod learning;
mod player;
pub mod program;
#[cfg(not(target_family = "wasm"))]
pub mod screen;

pub use autosave::Autosave;
pub use engine::{AlgorithmPlayer, Hint, RandomPlayer, no_memory, value_words};
pub use learning::learn;
pub use player::{Action, Player, Watcher, play};
pub use program::ProgramPlayer;
pub use searchlab_worlds::play::*;
pub use searchlab_worlds::table::{all_players, players_of};
