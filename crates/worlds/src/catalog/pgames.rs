//! Board-splitting games: the parameters of their trials. Kind, plies and chance are no parameters: they belong to the
//! board.

use serde_json::Value;

use super::game::{GAME_ALGORITHMS, feature_names, preset_names, settle_playouts, settle_probcut, settle_search};
use super::parameter::{EVALUATION, ORDERING};
use super::{Name, WorldInfo, name};
use crate::pgames::evaluation::{FEATURES, PRESETS, SCHEME};
use crate::pgames::{Evaluation, MOST_PLIES};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::Params;

/// Board-splitting games.
pub const PGAMES: WorldInfo = WorldInfo {
    name: name("pgames", "board splitting: P-games, where deeper search chooses worse moves, and N-games"),
    algorithms: GAME_ALGORITHMS,
    solvers: &[],
    parameters: &[&EVALUATION],
    lacks: &[],
    defaults: &[(EVALUATION.name.name, "share"), (ORDERING.name.name, "table,killer,history")],
    heuristics: &[],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    techniques: &[],
    scheme: Some(&SCHEME),
    deepest: MOST_PLIES,
    usual_moves: 30.0,
    inadmissible: |_| None,
    has_unit_costs: |_| true,
    between_moves: |_| "",
    settle,
};

const EVALUATIONS: [Name; PRESETS.len()] = preset_names(PRESETS);

const FEATURE_NAMES: [Name; FEATURES.len()] = feature_names(FEATURES);

fn settle(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_search(about, params)?;
    settle_probcut(params, false)?;
    let Some(evaluation) = params.get_mut(EVALUATION.name.name) else { return Ok(()) };
    let parsed: Evaluation = evaluation.as_str().unwrap_or_default().parse()?;
    *evaluation = Value::from(parsed.to_string());
    settle_playouts(about, params);
    Ok(())
}

/// The evaluation of a trial whose parameters have passed the catalog.
pub fn evaluation(params: &Params) -> Evaluation {
    let text = params.get(EVALUATION.name.name).and_then(Value::as_str);
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}
