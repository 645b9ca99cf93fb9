//! Board-splitting games: the parameters of their trials. Kind, plies and chance are no parameters: they belong to the
//! board.

use super::parameter::{EVALUATION, ORDERING};
use super::{WorldInfo, name};
use crate::pgames::MOST_PLIES;
use crate::pgames::evaluation::LINEAR_GAME;

/// Board-splitting games.
pub const PGAMES: WorldInfo = WorldInfo {
    name: name("pgames", "board splitting: P-games, where deeper search chooses worse moves, and N-games"),
    defaults: &[(EVALUATION.key(), "share"), (ORDERING.key(), "table,killer,history")],
    deepest: MOST_PLIES,
    usual_moves: 30.0,
    ..LINEAR_GAME
};
