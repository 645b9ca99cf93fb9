//! Othello: what its trials may say.

use serde_json::Value;

use super::game::{GAME_ALGORITHMS, settle_ordering};
use super::parameter::EVALUATION;
use super::{Name, World, name};
use crate::diagnostic::Diagnostics;
use crate::record::Params;
use crate::search::about::About;
use crate::worlds::othello::Evaluation;
use crate::worlds::othello::evaluation::{FEATURES, PRESETS};

/// Othello.
pub const OTHELLO: World = World {
    name: name("othello", "Othello on 8x8 squares; a pass is a move and costs a ply"),
    algorithms: GAME_ALGORITHMS,
    parameters: &[&EVALUATION],
    heuristics: &[],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    settle,
};

const EVALUATIONS: [Name; PRESETS.len()] = {
    let mut names = [name("", ""); PRESETS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = name(PRESETS[place].name, PRESETS[place].summary);
        place += 1;
    }
    names
};

const FEATURE_NAMES: [Name; FEATURES.len()] = {
    let mut names = [name("", ""); FEATURES.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = name(FEATURES[place].name, FEATURES[place].summary);
        place += 1;
    }
    names
};

/// The weights of a named evaluation as a user may type them; `None` if there is no such name.
pub fn weights_of(evaluation: &str) -> Option<String> {
    let preset = PRESETS.iter().find(|preset| preset.name == evaluation)?;
    let weights = preset.weights.iter().map(|(feature, weight)| format!("{feature}={weight}"));
    Some(weights.collect::<Vec<_>>().join(","))
}

/// Most plies of a game: 60 discs to be placed. Passes may make it longer, but no search sees so far.
pub const DEEPEST: u32 = 60;

fn settle(about: &About, params: &mut Params) -> Result<(), Diagnostics> {
    settle_ordering(about, params)?;
    let evaluation = params.entry(EVALUATION.name.name.to_owned()).or_insert_with(|| EVALUATION.default.into());
    let parsed: Evaluation = evaluation.as_str().unwrap_or_default().parse()?;
    *evaluation = Value::from(parsed.to_string());
    Ok(())
}

/// The evaluation of a trial whose parameters have passed the catalog.
pub fn evaluation(params: &Params) -> Evaluation {
    let text = params.get(EVALUATION.name.name).and_then(Value::as_str);
    text.and_then(|text| text.parse().ok()).unwrap_or_else(Evaluation::classic)
}
