//! Othello: the parameters of its trials.

mod books;

pub use books::{PLAYER_PARAMETERS, book_move, read_book, settle_player};

use serde_json::Value;

use super::game::{
    GAME_ALGORITHMS, evaluation_names, feature_names, is_left_out, settle_playouts, settle_probcut, settle_search,
    settle_techniques, technique_names,
};
use super::parameter::{EVALUATION, MODE, TABLE_BITS, WEIGHTS, settle_threads, threads};
use super::weights::NamedWeights;
use super::{Name, WorldInfo, name};
use crate::othello::Evaluation;
use crate::othello::endgame::{self, Mode, Options, Technique, Techniques};
use crate::othello::evaluation::{AnyEvaluation, FEATURES, PRESETS, SCHEME};
use crate::othello::learned::{LEARNED, Weights, shipped};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::Params;

/// Othello.
pub const OTHELLO: WorldInfo = WorldInfo {
    name: name("othello", "Othello on 8x8 squares; a pass is a move and costs a ply"),
    algorithms: GAME_ALGORITHMS,
    solvers: &[&endgame::ABOUT],
    parameters: &[&EVALUATION, &WEIGHTS],
    lacks: &[],
    defaults: &[(EVALUATION.name.name, "classic")],
    heuristics: &[],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    techniques: &TECHNIQUES,
    scheme: Some(&SCHEME),
    deepest: DEEPEST,
    usual_moves: 54.0,
    inadmissible: |_| None,
    has_unit_costs: |_| true,
    between_moves: |_| "",
    settle,
};

static FILES: NamedWeights<Weights> = NamedWeights::new(shipped, Weights::from_bytes, "searchlab othello train");

/// The mixes of features, then the learned one.
const EVALUATIONS: [Name; PRESETS.len() + 1] =
    evaluation_names(PRESETS, name(LEARNED, "patterns of discs, learned from games (`searchlab othello train`)"));

const FEATURE_NAMES: [Name; FEATURES.len()] = feature_names(FEATURES);

const TECHNIQUES: [Name; Technique::ALL.len()] = technique_names(Technique::WORDS);

/// Most plies of a game: 60 discs to be placed. Passes may make it longer, but no search sees so far.
pub const DEEPEST: u32 = 60;

fn settle(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    if about.name == endgame::ABOUT.name {
        settle_techniques(params, OTHELLO.techniques);
        settle_threads(params);
        let left_out = [Technique::Learned, Technique::Presearch].iter().any(|each| is_left_out(params, each.name()));
        if !left_out {
            return FILES.settle(params);
        }
        params.remove(WEIGHTS.name.name);
        return Ok(());
    }
    settle_search(about, params)?;
    if params.get(EVALUATION.name.name).is_some_and(|evaluation| evaluation == LEARNED) {
        FILES.settle(params)?;
        let is_shipped = params.get(WEIGHTS.name.name).is_some_and(|weights| weights == WEIGHTS.default);
        return settle_probcut(params, is_shipped);
    }
    params.remove(WEIGHTS.name.name);
    settle_probcut(params, false)?;
    let Some(evaluation) = params.get_mut(EVALUATION.name.name) else { return Ok(()) };
    let parsed: Evaluation = evaluation.as_str().unwrap_or_default().parse()?;
    *evaluation = Value::from(parsed.to_string());
    settle_playouts(about, params);
    Ok(())
}

/// The evaluation of a trial whose parameters have passed the catalog.
pub fn evaluation(params: &Params) -> AnyEvaluation {
    let text = params.get(EVALUATION.name.name).and_then(Value::as_str);
    if text == Some(LEARNED) {
        return AnyEvaluation::Learned(FILES.of(params).unwrap_or_else(shipped));
    }
    AnyEvaluation::LinearEvaluation(text.and_then(|text| text.parse().ok()).unwrap_or_else(Evaluation::classic))
}

/// The weights of the learned evaluation by what a user types: those that come with the program, or a file.
///
/// # Errors
/// A file that cannot be read, or that holds no weights.
pub fn read_weights(text: &str) -> Result<&'static Weights, Diagnostics> {
    FILES.read(text)
}

fn techniques(params: &Params) -> Techniques {
    Techniques::all_but(|name| is_left_out(params, name))
}

/// The options of the endgame solver that a trial sets.
pub fn endgame_options(params: &Params) -> Options {
    let is_sign = params.get(MODE.name.name).and_then(Value::as_str) == Some("wld");
    Options {
        mode: if is_sign { Mode::WinLossDraw } else { Mode::Exact },
        techniques: techniques(params),
        weights: FILES.of(params),
        threads: threads(params),
    }
}

/// The table that a trial gives the solver of endgames: 2^N entries, which are half as many buckets. The smallest if it
/// is to do without.
pub fn endgame_buckets(params: &Params) -> u32 {
    params.get(TABLE_BITS.name.name).and_then(Value::as_u64).map_or(0, |bits| bits as u32 - 1)
}
