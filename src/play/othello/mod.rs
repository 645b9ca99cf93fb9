//! Games of Othello, and who chooses the moves in them.
//!
//! A [`Player`] acts when it is asked; [`play()`] asks the two in turn, makes the forced passes itself, and tells a
//! [`Watcher`] what happens. A person at a terminal, an algorithm and an external program are players alike.
//!
//! | part | file |
//! |---|---|
//! | the moves of a game, its end, its line in a file | `game.rs` |
//! | players, and the loop that asks them | `player.rs` |
//! | an algorithm and chance as players | `engine.rs` |

mod engine;
mod game;
mod player;

pub use engine::{AlgorithmPlayer, Hint, RandomPlayer};
pub use game::{Ending, Game};
pub use player::{Action, Player, Watcher, play};

use super::spec::Players;
use crate::catalog::OTHELLO;
use crate::catalog::othello::DEEPEST;
use crate::worlds::othello::evaluation::FEATURES;

/// What players of Othello may be told.
pub const PLAYERS: Players = Players {
    world: &OTHELLO,
    deepest: DEEPEST,
    is_feature: |word| FEATURES.iter().any(|feature| feature.name == word),
};
