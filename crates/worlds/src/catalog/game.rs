//! The algorithms that search game trees, and the options that a trial sets for them.

use std::str::FromStr;

use serde_json::Value;

use super::parameter::{
    ASPIRATION, CRITERIA, ENHANCED_CUTOFFS, EVALUATION, EXPLORATION, FIRST_GUESS, FIRST_PLAY, GUESS,
    ITERATIVE_DEEPENING, MTDF, NONE, ORDERING, PLAYOUT, PLAYOUT_PLIES, PLAYOUTS, PROBCUT, REPLACEMENT, SIMULATIONS,
    STEP, STRICT_CUT, TABLE_BITS, TIES, TREE_NODES, Typed, WITHOUT,
};
use super::path::PLAIN_PATHS;
use super::{Name, WorldInfo, name};
use crate::weights::{Feature, Preset};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::game::mcts::{self, Uct};
use searchlab_search::game::{Cut, FirstGuess, GameAlgorithm, Options, Ordering, Replacement, Ties};
use searchlab_search::game::{
    alphabeta, alphabeta_as_coded, alphabeta_tt, minimax, minimax_memo, mtd, mtd_decider, pvs,
};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::record::{Params, Trial};

/// Something generic over the algorithm, to be called with the one that a name stands for.
pub trait GameVisitor {
    /// The result of the visit.
    type Output;

    /// Called with the algorithm as a type.
    fn visit<A: GameAlgorithm>(self) -> Self::Output;
}

macro_rules! game_algorithms {
    ($($algorithm:ty,)+) => {
        /// The algorithms that search any game tree, in the order of the listings.
        pub const GAME_ALGORITHMS: &[&AlgorithmInfo] = &[$(&<$algorithm as GameAlgorithm>::ABOUT,)+];

        /// Calls the visitor with the algorithm of that name; `None` if there is none.
        pub fn visit_game_algorithm<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name == <$algorithm as GameAlgorithm>::ABOUT.name {
                return Some(visitor.visit::<$algorithm>());
            })+
            None
        }
    };
}

game_algorithms! {
    minimax::MiniMax,
    minimax_memo::MiniMaxMemo,
    alphabeta::AlphaBeta,
    alphabeta_as_coded::AlphaBetaAsCoded,
    alphabeta_tt::AlphaBetaTt,
    pvs::Pvs,
    mtd::MtdF,
    mtd::SssStar,
    mtd::DualStar,
    mtd::MtdBi,
    mtd::MtdStep,
    mtd_decider::MtdDecider,
    mcts::Mcts,
}

/// A game whose searches need nothing but an evaluation, a table and the options that all games share.
pub(crate) const PLAIN_GAME: WorldInfo =
    WorldInfo { algorithms: GAME_ALGORITHMS, parameters: &[&EVALUATION], settle: settle_search, ..PLAIN_PATHS };

/// Settles the parameters of such a game, whose evaluations are of this type.
pub(crate) fn settle_plain<E>(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics>
where
    E: FromStr<Err = Diagnostics> + ToString,
{
    settle_search(about, params)?;
    settle_probcut(params, false)?;
    settle_evaluation::<E>(about, params)
}

/// Writes the evaluation of a search in its one form, and takes it from a search that asks for none.
pub(crate) fn settle_evaluation<E>(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics>
where
    E: FromStr<Err = Diagnostics> + ToString,
{
    if let Some(text) = EVALUATION.text(params)? {
        let parsed: E = text.parse()?;
        params.insert(EVALUATION.key().to_owned(), Value::from(parsed.to_string()));
        settle_playouts(about, params);
    }
    Ok(())
}

/// The names of the presets of a world, for its listings.
pub(crate) const fn preset_names<const N: usize>(presets: &[Preset]) -> [Name; N] {
    evaluation_names(presets, name("", ""))
}

/// The same, and then the name of an evaluation that stands alone.
pub(crate) const fn evaluation_names<const N: usize>(presets: &[Preset], last: Name) -> [Name; N] {
    let mut names = [last; N];
    let mut place = 0;
    while place < presets.len() {
        names[place] = name(presets[place].name, presets[place].summary);
        place += 1;
    }
    names
}

/// The names of the features of a world, for its listings.
pub(crate) const fn feature_names<const N: usize>(features: &[Feature]) -> [Name; N] {
    let mut names = [name("", ""); N];
    let mut place = 0;
    while place < N {
        names[place] = name(features[place].name, features[place].summary);
        place += 1;
    }
    names
}

/// The names of techniques, for the listings.
pub(crate) const fn technique_names<const N: usize>(words: &[(&'static str, &'static str)]) -> [Name; N] {
    let mut names = [name("", ""); N];
    let mut place = 0;
    while place < N {
        names[place] = name(words[place].0, words[place].1);
        place += 1;
    }
    names
}

/// The techniques of a world that a trial leaves out.
///
/// # Errors
/// A word that is no technique of the world.
pub(crate) fn left_out(params: &Params, techniques: &'static [Name]) -> Result<Vec<&'static str>, Diagnostic> {
    let Some(text) = WITHOUT.text(params)?.filter(|&text| text != NONE) else { return Ok(Vec::new()) };
    let words: Vec<&str> = text.split(',').collect();
    if words.iter().any(|&word| techniques.iter().all(|technique| technique.name != word)) {
        return Err(WITHOUT.refuse(&text.into()));
    }
    Ok(techniques.iter().map(|technique| technique.name).filter(|name| words.contains(name)).collect())
}

/// Gives the techniques that are left out the one order of the documentation. Without a table there is no size of it.
pub(crate) fn settle_techniques(params: &mut Params, techniques: &'static [Name]) -> Result<(), Diagnostic> {
    let names = left_out(params, techniques)?;
    if let Some(without) = params.get_mut(WITHOUT.key()) {
        *without = Value::from(if names.is_empty() { NONE.to_owned() } else { names.join(",") });
        if names.contains(&"table") {
            params.remove(TABLE_BITS.key());
            params.remove(REPLACEMENT.key());
        }
    }
    Ok(())
}

/// The algorithms that search any game tree, and those that only a world has.
pub(crate) const fn followed_by<const N: usize>(own: &[&'static AlgorithmInfo]) -> [&'static AlgorithmInfo; N] {
    let mut all = [GAME_ALGORITHMS[0]; N];
    let mut place = 0;
    while place < N {
        let shared = GAME_ALGORITHMS.len();
        all[place] = if place < shared { GAME_ALGORITHMS[place] } else { own[place - shared] };
        place += 1;
    }
    all
}

/// Bits that stand for no table at all.
const NO_TABLE: u32 = 0;

/// True of a search that keeps its promise without its table too: the table only spares it work.
pub(crate) fn can_do_without_table(about: &AlgorithmInfo) -> bool {
    [alphabeta_tt::AlphaBetaTt::ABOUT.name, pvs::Pvs::ABOUT.name].contains(&about.name)
        || ZERO_WINDOW_SEARCHES.contains(&about.name)
}

/// Settles what all searches of game trees share: the parts that are switched off, then the move ordering.
pub(crate) fn settle_search(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_switches(params)?;
    settle_ordering(about, params)
}

/// Takes away what belongs to a part that is switched off: the policies of a table, the first guess of MTD(f). A strict
/// cut is written down as none: so trials were named before it could be switched off.
fn settle_switches(params: &mut Params) -> Result<(), Diagnostic> {
    let is_mtdf_off = MTDF.of(params)? == Some(false);
    let is_cut_strict = STRICT_CUT.of(params)? == Some(true);
    let is_without_table = TABLE_BITS.of(params)? == Some(NO_TABLE);
    let mut remove = |keys: &[&str]| keys.iter().for_each(|&key| drop(params.remove(key)));
    if is_mtdf_off {
        remove(&[FIRST_GUESS.key(), GUESS.key()]);
    }
    if is_without_table {
        remove(&[REPLACEMENT.key(), ENHANCED_CUTOFFS.key()]);
    }
    if is_cut_strict {
        remove(&[STRICT_CUT.key()]);
    }
    Ok(())
}

/// Gives an order of moves the one form that says what is done: without the word `table` where there is no table, and
/// with `natural` only where it stands alone.
fn settle_ordering(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    const NATURAL: &str = "natural";
    let is_without_table = TABLE_BITS.of(params)? == Some(NO_TABLE);
    let Some(text) = ORDERING.text(params)?.map(str::to_owned) else { return Ok(()) };
    let mut words: Vec<&str> = text.split(',').collect();
    if words[..words.len() - 1].contains(&NATURAL) {
        let problem =
            Diagnostic::new(format!("invalid ordering {}: `natural` leaves nothing to decide", quoted(&text)));
        return Err(problem.help("put it last, or leave it out: equal moves always keep their natural order").into());
    }
    let has_table = about.parameters.contains(&TABLE_BITS.key()) && !is_without_table;
    words.retain(|&word| word != NATURAL && (has_table || word != "table"));
    let settled = if words.is_empty() { NATURAL.to_owned() } else { words.join(",") };
    params.insert(ORDERING.key().to_owned(), Value::from(settled));
    Ok(())
}

/// The choices that a trial stands for. Without a depth, as deep as `deepest`. What its algorithm does not take is off.
///
/// # Errors
/// A value that a parameter does not have.
pub(crate) fn game_options(trial: &Trial, deepest: u32) -> Result<Options, Diagnostic> {
    let params = &trial.params;
    let criteria = CRITERIA.list(&ORDERING, params)?;
    Ok(Options {
        depth: trial.depth.unwrap_or(deepest),
        deepening: ITERATIVE_DEEPENING.of(params)?.unwrap_or(false),
        ordering: Ordering::new(&criteria.into_iter().flatten().collect::<Vec<_>>()),
        enhanced_cutoffs: ENHANCED_CUTOFFS.of(params)?.unwrap_or(false),
        aspiration: ASPIRATION.of(params)?.map(|half| half as i32),
        probcut: PROBCUT.of(params)?,
        mtdf: MTDF.of(params)?.unwrap_or(true),
        cut: if STRICT_CUT.of(params)? == Some(false) { Cut::AtBound } else { Cut::BeyondWindow },
        first_guess: match GUESS.of(params)? {
            Some(value) => FirstGuess::Value(value),
            None => FIRST_GUESS.of(params)?.unwrap_or(FirstGuess::LastButOne),
        },
        step: STEP.of(params)?.map_or(1, |step| step as i32),
        ties: if TIES.of(params)? == Some(true) { Ties::Seeded(trial.seed) } else { Ties::First },
        uct: uct(trial)?,
    })
}

/// The choices of Monte-Carlo tree search that a trial stands for.
fn uct(trial: &Trial) -> Result<Uct, Diagnostic> {
    let (params, plain) = (&trial.params, Uct::PLAIN);
    Ok(Uct {
        seed: trial.seed,
        simulations: SIMULATIONS.of(params)?.map(u64::from),
        exploration: EXPLORATION.of(params)?.unwrap_or(plain.exploration),
        first_play: FIRST_PLAY.of(params)?.unwrap_or(plain.first_play),
        playouts: PLAYOUTS.of(params)?.unwrap_or(plain.playouts),
        playout: PLAYOUT.of(params)?.unwrap_or(plain.playout),
        playout_plies: PLAYOUT_PLIES.of(params)?,
        tree_nodes: TREE_NODES.of(params)?.unwrap_or(plain.tree_nodes),
    })
}

/// Refuses ProbCut where nobody knows what a shallow search tells of a deep one.
pub(crate) fn settle_probcut(params: &Params, is_calibrated: bool) -> Result<(), Diagnostics> {
    if is_calibrated || !params.contains_key(PROBCUT.key()) {
        return Ok(());
    }
    let problem = Diagnostic::new(
        "`probcut` needs to know what a shallow search tells of a deep one, and of this evaluation nobody knows that",
    );
    let help = "use it in Othello with the evaluation learned and its shipped weights, for which `searchlab othello \
                calibrate` measured it; or leave it off";
    Err(problem.help(help).into())
}

/// True if a trial promises the value that its algorithm does: a selective search does not.
pub fn keeps_promise(params: &Params) -> bool {
    !params.contains_key(PROBCUT.key())
}

/// Takes the evaluation from the parameters of a search that asks for none: playouts that go to the end of the game.
pub(crate) fn settle_playouts(about: &AlgorithmInfo, params: &mut Params) {
    if about.parameters.contains(&PLAYOUT_PLIES.key()) && !params.contains_key(PLAYOUT_PLIES.key()) {
        params.remove(EVALUATION.key());
    }
}

/// True if a search ends by itself where it is given neither a depth nor a limit.
pub fn ends_by_itself(about: &AlgorithmInfo) -> bool {
    about.parameters.contains(&SIMULATIONS.key()) || about.guarantee == Guarantee::OfProgram
}

/// True if searches by this algorithm have a transposition table.
pub(crate) fn has_table(about: &AlgorithmInfo) -> bool {
    about.parameters.contains(&TABLE_BITS.key())
}

/// Removes a switch that is off: the player is written down as one that was told nothing.
///
/// # Errors
/// A word that is neither on nor off.
pub(crate) fn remove_if_off(switch: &Typed<bool>, params: &mut Params) -> Result<(), Diagnostics> {
    if switch.of(params)? == Some(false) {
        params.remove(switch.key());
    }
    Ok(())
}

/// True if a search with these parameters uses iterative deepening, so that a limit alone can end it. An engine, whose
/// values are estimates, always does.
pub fn deepens(about: &AlgorithmInfo, params: &Params) -> bool {
    matches!(about.guarantee, Guarantee::Estimate | Guarantee::OfProgram)
        || matches!(ITERATIVE_DEEPENING.of(params), Ok(Some(true)))
}

/// Of table, ordering and window, what a search of the MiniMax family has: where two differ in that, it is not the
/// algorithms alone that differ. `None` of other searches.
pub fn means(algorithm: &str, params: &Params) -> Option<String> {
    let table = if table_of(params).ok()?.is_some() { "table" } else { "no table" };
    let is_ordered = CRITERIA.list(&ORDERING, params).ok()?.iter().any(Option::is_some);
    let ordering = if is_ordered { "ordering" } else { "no ordering" };
    if MTDF.of(params).ok()? == Some(false) {
        return Some(format!("{table}, {ordering}, full window"));
    }
    let (_, window) = WINDOWS.iter().find(|(names, _)| names.contains(&algorithm))?;
    let aspiration = if params.contains_key(ASPIRATION.key()) { "aspiration window, " } else { "" };
    Some(format!("{table}, {ordering}, {aspiration}{window}"))
}

/// The windows of the MiniMax family.
const WINDOWS: [(&[&str], &str); 4] = [
    (&[minimax::MiniMax::ABOUT.name, minimax_memo::MiniMaxMemo::ABOUT.name], "no window"),
    (
        &[
            alphabeta::AlphaBeta::ABOUT.name,
            alphabeta_as_coded::AlphaBetaAsCoded::ABOUT.name,
            alphabeta_tt::AlphaBetaTt::ABOUT.name,
        ],
        "full window",
    ),
    (&[pvs::Pvs::ABOUT.name], "zero windows after the first move"),
    (ZERO_WINDOW_SEARCHES, "zero windows only"),
];

const ZERO_WINDOW_SEARCHES: &[&str] = &[
    mtd::MtdF::ABOUT.name,
    mtd::SssStar::ABOUT.name,
    mtd::DualStar::ABOUT.name,
    mtd::MtdBi::ABOUT.name,
    mtd::MtdStep::ABOUT.name,
    mtd_decider::MtdDecider::ABOUT.name,
];

/// Bits and policy of the table that a trial asks for; `None` if its algorithm has none, or is to do without.
///
/// # Errors
/// A value that a parameter does not have.
pub fn table_of(params: &Params) -> Result<Option<(u32, Replacement)>, Diagnostic> {
    let Some(bits) = TABLE_BITS.of(params)?.filter(|&bits| bits != NO_TABLE) else { return Ok(None) };
    Ok(Some((bits, REPLACEMENT.of(params)?.unwrap_or_default())))
}
