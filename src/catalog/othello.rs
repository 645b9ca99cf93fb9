//! Othello: what its trials may say.

use serde_json::Value;

use super::game::{GAME_ALGORITHMS, settle_ordering};
use super::parameter::EVALUATION;
use super::{World, name};
use crate::diagnostic::Diagnostics;
use crate::record::Params;
use crate::search::about::About;
use crate::worlds::othello::Evaluation;

/// Othello.
pub const OTHELLO: World = World {
    name: name("othello", "Othello on 8x8 squares; a pass is a move and costs a ply"),
    algorithms: GAME_ALGORITHMS,
    parameters: &[&EVALUATION],
    heuristics: &[],
    settle,
};

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
