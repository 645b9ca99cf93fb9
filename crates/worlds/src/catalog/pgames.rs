//! Board-splitting games: the parameters of their trials. Kind, plies and chance are no parameters: they belong to the
//! board.

use super::game::{PLAIN_GAME, feature_names, preset_names, settle_plain};
use super::parameter::{EVALUATION, ORDERING};
use super::{Name, WorldInfo, name};
use crate::pgames::evaluation::{FEATURES, PRESETS, SCHEME};
use crate::pgames::{Evaluation, MOST_PLIES};

/// Board-splitting games.
pub const PGAMES: WorldInfo = WorldInfo {
    name: name("pgames", "board splitting: P-games, where deeper search chooses worse moves, and N-games"),
    defaults: &[(EVALUATION.key(), "share"), (ORDERING.key(), "table,killer,history")],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    scheme: Some(&SCHEME),
    deepest: MOST_PLIES,
    usual_moves: 30.0,
    settle: settle_plain::<Evaluation>,
    ..PLAIN_GAME
};

const EVALUATIONS: [Name; PRESETS.len()] = preset_names(PRESETS);

const FEATURE_NAMES: [Name; FEATURES.len()] = feature_names(FEATURES);
