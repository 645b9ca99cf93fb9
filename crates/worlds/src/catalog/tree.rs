//! Game trees that are given as they are: the parameters of their trials.

use super::game::{PLAIN_GAME, feature_names, preset_names, settle_probcut, settle_search};
use super::parameter::{ITERATIVE_DEEPENING, ORDERING};
use super::{Name, WorldInfo, name};
use crate::tree::{FEATURES, MOST_PLIES, PRESETS, SCHEME};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::Params;

/// Game trees as text.
pub const TREE: WorldInfo = WorldInfo {
    name: name("tree", "game trees as nested lists of numbers, to follow a search with a pencil"),
    parameters: &[],
    // As the trees of textbooks are searched: from left to right, at once to the leaves.
    defaults: &[(ITERATIVE_DEEPENING.key(), "off"), (ORDERING.key(), "natural")],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    scheme: Some(&SCHEME),
    deepest: MOST_PLIES,
    settle,
    ..PLAIN_GAME
};

const EVALUATIONS: [Name; PRESETS.len()] = preset_names(PRESETS);

const FEATURE_NAMES: [Name; FEATURES.len()] = feature_names(FEATURES);

fn settle(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_search(about, params)?;
    settle_probcut(params, false)
}
