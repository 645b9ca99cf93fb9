//! Othello: the parameters of its trials.

mod books;

pub(crate) use books::player_parameters;
pub use books::{book_move, read_book, settle_player};

use super::game::{
    PLAIN_GAME, evaluation_names, feature_names, left_out, settle_evaluation, settle_probcut, settle_search,
    settle_techniques, technique_names,
};
use super::parameter::{EVALUATION, MODE, SELECTIVITY, TABLE_BITS, WEIGHTS, settle_threads, threads};
use super::weights::NamedWeights;
use super::{Name, WorldInfo, name};
use crate::othello::Evaluation;
use crate::othello::endgame::{self, Options, Selectivity, Technique, Techniques};
use crate::othello::evaluation::{AnyEvaluation, FEATURES, PRESETS, SCHEME};
use crate::othello::learned::{LEARNED, Weights, shipped};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::Params;

/// Othello.
pub const OTHELLO: WorldInfo = WorldInfo {
    name: name("othello", "Othello on 8x8 squares; a pass is a move and costs a ply"),
    solvers: &[&endgame::ABOUT],
    parameters: &[&EVALUATION, &WEIGHTS],
    defaults: &[(EVALUATION.key(), "classic")],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    techniques: &TECHNIQUES,
    scheme: Some(&SCHEME),
    deepest: DEEPEST,
    usual_moves: 54.0,
    settle,
    ..PLAIN_GAME
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
        settle_techniques(params, OTHELLO.techniques)?;
        settle_threads(params)?;
        let left_out = left_out(params, OTHELLO.techniques)?;
        if [Technique::Learned, Technique::Presearch].iter().any(|each| left_out.contains(&each.name())) {
            params.remove(WEIGHTS.key());
        } else {
            FILES.settle(params)?;
        }
        return check_selectivity(params);
    }
    settle_search(about, params)?;
    if EVALUATION.text(params)? == Some(LEARNED) {
        FILES.settle(params)?;
        let is_shipped = WEIGHTS.text(params)? == Some(WEIGHTS.default);
        return settle_probcut(params, is_shipped);
    }
    params.remove(WEIGHTS.key());
    settle_probcut(params, false)?;
    settle_evaluation::<Evaluation>(about, params)
}

/// Refuses a selective search with an evaluation of which nobody knows how well it tells scores.
fn check_selectivity(params: &Params) -> Result<(), Diagnostics> {
    let is_exact = SELECTIVITY.of(params)?.unwrap_or_default() == Selectivity::Exact;
    if is_exact || WEIGHTS.text(params)? == Some(WEIGHTS.default) {
        return Ok(());
    }
    let problem = Diagnostic::new(
        "`selectivity` below 100 needs to know how well the evaluation tells scores, which was measured for the shipped \
         weights alone",
    );
    let help = "use these weights, and the techniques learned and presearch; or leave it at 100";
    Err(problem.help(help).into())
}

/// The evaluation of a trial; the classic one of a search that asks for none.
///
/// # Errors
/// A text that is no evaluation, weights that have not been read.
pub fn evaluation(params: &Params) -> Result<AnyEvaluation, Diagnostics> {
    let text = EVALUATION.text(params)?;
    if text == Some(LEARNED) {
        return Ok(AnyEvaluation::Learned(FILES.of(params)?.unwrap_or_else(shipped)));
    }
    let mix = text.map(str::parse).transpose()?;
    Ok(AnyEvaluation::LinearEvaluation(mix.unwrap_or_else(Evaluation::classic)))
}

/// The weights of the learned evaluation by what a user types: those that come with the program, or a file.
///
/// # Errors
/// A file that cannot be read, or that holds no weights.
pub fn read_weights(text: &str) -> Result<&'static Weights, Diagnostics> {
    FILES.read(text)
}

/// The options of the endgame solver that a trial sets.
///
/// # Errors
/// A value that a parameter does not have, weights that have not been read.
pub fn endgame_options(params: &Params) -> Result<Options, Diagnostics> {
    let left_out = left_out(params, OTHELLO.techniques)?;
    Ok(Options {
        mode: MODE.of(params)?.unwrap_or_default(),
        techniques: Techniques::all_but(|name| left_out.contains(&name)),
        weights: FILES.of(params)?,
        threads: threads(params)?,
        selectivity: SELECTIVITY.of(params)?.unwrap_or_default(),
    })
}

/// The table that a trial gives the solver of endgames: 2^N entries, which are half as many buckets. The smallest if it
/// is to do without.
///
/// # Errors
/// No such number.
pub fn endgame_buckets(params: &Params) -> Result<u32, Diagnostics> {
    Ok(TABLE_BITS.of(params)?.map_or(0, |bits| bits - 1))
}
