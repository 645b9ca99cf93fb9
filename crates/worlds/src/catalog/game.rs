//! The algorithms that search game trees, and the options that a trial sets for them.

use std::str::FromStr;

use serde_json::Value;

use super::parameter::{
    ASPIRATION, ENHANCED_CUTOFFS, EVALUATION, EXPLORATION, FIRST_GUESS, FIRST_PLAY, GUESS, ITERATIVE_DEEPENING, MTDF,
    NONE, ORDERING, PLAYOUT, PLAYOUT_PLIES, PLAYOUTS, PROBCUT, Parameter, REPLACEMENT, SIMULATIONS, STEP, STRICT_CUT,
    TABLE_BITS, TIES, TREE_NODES, WITHOUT,
};
use super::{Name, WorldInfo, name};
use crate::weights::{Feature, Preset};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::game::mcts::{self, Playout, Uct};
use searchlab_search::game::{Cut, FirstGuess, GameAlgorithm, Options, Ordering, OrderingHeuristic, Replacement, Ties};
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
pub(crate) const PLAIN_GAME: WorldInfo = WorldInfo {
    name: name("", ""),
    algorithms: GAME_ALGORITHMS,
    solvers: &[],
    parameters: &[&EVALUATION],
    lacks: &[],
    defaults: &[],
    heuristics: &[],
    evaluations: &[],
    features: &[],
    techniques: &[],
    scheme: None,
    deepest: 0,
    usual_moves: 40.0,
    inadmissible: |_| None,
    has_unit_costs: |_| true,
    between_moves: |_| "",
    settle: settle_search,
};

/// Settles the parameters of such a game, whose evaluations are of this type.
pub(crate) fn settle_plain<E>(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics>
where
    E: FromStr<Err = Diagnostics> + ToString,
{
    settle_search(about, params)?;
    settle_probcut(params, false)?;
    if let Some(evaluation) = params.get_mut(EVALUATION.name.name) {
        let parsed: E = evaluation.as_str().unwrap_or_default().parse()?;
        *evaluation = Value::from(parsed.to_string());
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

/// True if a trial leaves out a technique.
pub(crate) fn is_left_out(params: &Params, technique: &str) -> bool {
    word(params, &WITHOUT).split(',').any(|name| name == technique)
}

/// Gives the techniques that are left out the one order of the documentation. Without a table there is no size of it.
pub(crate) fn settle_techniques(params: &mut Params, techniques: &[Name]) {
    let left_out = |technique: &&Name| is_left_out(params, technique.name);
    let names: Vec<&str> = techniques.iter().filter(left_out).map(|technique| technique.name).collect();
    if let Some(without) = params.get_mut(WITHOUT.name.name) {
        *without = Value::from(if names.is_empty() { NONE.to_owned() } else { names.join(",") });
        if names.contains(&"table") {
            params.remove(TABLE_BITS.name.name);
            params.remove(REPLACEMENT.name.name);
        }
    }
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
    const NAMES: [&str; 8] = [
        alphabeta_tt::AlphaBetaTt::ABOUT.name,
        pvs::Pvs::ABOUT.name,
        mtd::MtdF::ABOUT.name,
        mtd::SssStar::ABOUT.name,
        mtd::DualStar::ABOUT.name,
        mtd::MtdBi::ABOUT.name,
        mtd::MtdStep::ABOUT.name,
        mtd_decider::MtdDecider::ABOUT.name,
    ];
    NAMES.contains(&about.name)
}

/// Settles what all searches of game trees share: the parts that are switched off, then the move ordering.
pub(crate) fn settle_search(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_switches(params);
    settle_ordering(about, params)
}

/// Takes away what belongs to a part that is switched off: the policies of a table, the first guess of MTD(f). A strict
/// cut is written down as none: so trials were named before it could be switched off.
fn settle_switches(params: &mut Params) {
    let is_mtdf_off = word(params, &MTDF) == "off";
    let is_cut_strict = word(params, &STRICT_CUT) == "on";
    let is_without_table = params.get(TABLE_BITS.name.name).is_some_and(|bits| bits == NO_TABLE);
    let mut remove = |names: &[&Parameter]| names.iter().for_each(|parameter| drop(params.remove(parameter.name.name)));
    if is_mtdf_off {
        remove(&[&FIRST_GUESS, &GUESS]);
    }
    if is_without_table {
        remove(&[&REPLACEMENT, &ENHANCED_CUTOFFS]);
    }
    if is_cut_strict {
        remove(&[&STRICT_CUT]);
    }
}

/// Gives an order of moves the one form that says what is done: without the word `table` where there is no table, and
/// with `natural` only where it stands alone.
fn settle_ordering(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    const NATURAL: &str = "natural";
    let is_without_table = params.get(TABLE_BITS.name.name).is_some_and(|bits| bits == NO_TABLE);
    let Some(ordering) = params.get_mut(ORDERING.name.name) else { return Ok(()) };
    let text = ordering.as_str().unwrap_or_default().to_owned();
    let mut words: Vec<&str> = text.split(',').collect();
    if words[..words.len() - 1].contains(&NATURAL) {
        let problem =
            Diagnostic::new(format!("invalid ordering {}: `natural` leaves nothing to decide", quoted(&text)));
        return Err(problem.help("put it last, or leave it out: equal moves always keep their natural order").into());
    }
    let has_table = about.parameters.contains(&TABLE_BITS.name.name) && !is_without_table;
    words.retain(|&word| word != NATURAL && (has_table || word != "table"));
    *ordering = Value::from(if words.is_empty() { NATURAL.to_owned() } else { words.join(",") });
    Ok(())
}

/// The choices that a trial stands for. Without a depth, as deep as `deepest`.
pub fn game_options(trial: &Trial, deepest: u32) -> Options {
    let word = |parameter: &Parameter| word(&trial.params, parameter);
    let number = |parameter: &Parameter| trial.params.get(parameter.name.name).and_then(Value::as_i64);
    Options {
        depth: trial.depth.unwrap_or(deepest),
        deepening: word(&ITERATIVE_DEEPENING) == "on",
        ordering: Ordering::new(&word(&ORDERING).split(',').filter_map(criterion).collect::<Vec<_>>()),
        enhanced_cutoffs: word(&ENHANCED_CUTOFFS) == "on",
        aspiration: number(&ASPIRATION).map(|half| half as i32),
        probcut: thousandths(&trial.params, &PROBCUT),
        mtdf: word(&MTDF) != "off",
        cut: if word(&STRICT_CUT) == "off" { Cut::AtBound } else { Cut::BeyondWindow },
        first_guess: match number(&GUESS) {
            Some(value) => FirstGuess::Value(value as i32),
            None if word(&FIRST_GUESS) == "last" => FirstGuess::Last,
            None => FirstGuess::LastButOne,
        },
        step: number(&STEP).map_or(1, |step| step as i32),
        ties: if word(&TIES) == "seeded" { Ties::Seeded(trial.seed) } else { Ties::First },
        uct: uct(trial),
    }
}

/// The choices of Monte-Carlo tree search that a trial stands for.
fn uct(trial: &Trial) -> Uct {
    let value = |parameter: &Parameter| trial.params.get(parameter.name.name);
    let number = |parameter: &Parameter| value(parameter).and_then(Value::as_u64);
    let whole = |parameter: &Parameter, usual: u32| number(parameter).map_or(usual, |number| number as u32);
    Uct {
        seed: trial.seed,
        simulations: number(&SIMULATIONS),
        exploration: thousandths(&trial.params, &EXPLORATION).unwrap_or(Uct::PLAIN.exploration),
        first_play: thousandths(&trial.params, &FIRST_PLAY).unwrap_or(Uct::PLAIN.first_play),
        playouts: whole(&PLAYOUTS, Uct::PLAIN.playouts),
        playout: if word(&trial.params, &PLAYOUT) == "ranked" { Playout::Ranked } else { Playout::Uniform },
        playout_plies: number(&PLAYOUT_PLIES).map(|plies| plies as u32),
        tree_nodes: whole(&TREE_NODES, Uct::PLAIN.tree_nodes),
    }
}

/// A decimal parameter in thousandths. It has at most three decimals, so the nearest whole number is the one that was
/// meant.
fn thousandths(params: &Params, parameter: &Parameter) -> Option<u32> {
    let number = params.get(parameter.name.name).and_then(Value::as_f64)?;
    Some((number * 1000.0).round() as u32)
}

/// Refuses ProbCut where nobody knows what a shallow search tells of a deep one.
pub(crate) fn settle_probcut(params: &Params, is_calibrated: bool) -> Result<(), Diagnostics> {
    if is_calibrated || !params.contains_key(PROBCUT.name.name) {
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
    !params.contains_key(PROBCUT.name.name)
}

/// Takes the evaluation from the parameters of a search that asks for none: playouts that go to the end of the game.
pub(crate) fn settle_playouts(about: &AlgorithmInfo, params: &mut Params) {
    if about.parameters.contains(&PLAYOUT_PLIES.name.name) && !params.contains_key(PLAYOUT_PLIES.name.name) {
        params.remove(EVALUATION.name.name);
    }
}

/// True if a search ends by itself where it is given neither a depth nor a limit.
pub fn ends_by_itself(about: &AlgorithmInfo) -> bool {
    about.parameters.contains(&SIMULATIONS.name.name) || about.guarantee == Guarantee::OfProgram
}

/// True if a search with these parameters uses iterative deepening, so that a limit alone can end it. An engine, whose
/// values are estimates, always does.
pub fn deepens(about: &AlgorithmInfo, params: &Params) -> bool {
    matches!(about.guarantee, Guarantee::Estimate | Guarantee::OfProgram) || word(params, &ITERATIVE_DEEPENING) == "on"
}

/// Of table, ordering and window, what a search of the MiniMax family has: where two differ in that, it is not the
/// algorithms alone that differ. `None` of other searches.
pub fn means(algorithm: &str, params: &Params) -> Option<String> {
    let table = if table_of(params).is_some() { "table" } else { "no table" };
    let ordering = match word(params, &ORDERING) {
        "" | "natural" => "no ordering",
        _ => "ordering",
    };
    if word(params, &MTDF) == "off" {
        return Some(format!("{table}, {ordering}, full window"));
    }
    let (_, window) = WINDOWS.iter().find(|(names, _)| names.contains(&algorithm))?;
    let aspiration = if params.contains_key(ASPIRATION.name.name) { "aspiration window, " } else { "" };
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
    (
        &[
            mtd::MtdF::ABOUT.name,
            mtd::SssStar::ABOUT.name,
            mtd::DualStar::ABOUT.name,
            mtd::MtdBi::ABOUT.name,
            mtd::MtdStep::ABOUT.name,
            mtd_decider::MtdDecider::ABOUT.name,
        ],
        "zero windows only",
    ),
];

/// Bits and policy of the table that a trial asks for; `None` if its algorithm has none, or is to do without.
pub fn table_of(params: &Params) -> Option<(u32, Replacement)> {
    let bits = params.get(TABLE_BITS.name.name)?.as_u64()? as u32;
    if bits == NO_TABLE {
        return None;
    }
    let replacement = match word(params, &REPLACEMENT) {
        "always" => Replacement::Always,
        "depth" => Replacement::Depth,
        _ => Replacement::TwoSlot,
    };
    Some((bits, replacement))
}

fn word<'p>(params: &'p Params, parameter: &Parameter) -> &'p str {
    params.get(parameter.name.name).and_then(Value::as_str).unwrap_or_default()
}

fn criterion(word: &str) -> Option<OrderingHeuristic> {
    Some(match word {
        "table" => OrderingHeuristic::Table,
        "killer" => OrderingHeuristic::Killer,
        "history" => OrderingHeuristic::History,
        "static" => OrderingHeuristic::Static,
        "fewest-replies" => OrderingHeuristic::FewestReplies,
        "iid" => OrderingHeuristic::Shallow,
        _ => return None,
    })
}
