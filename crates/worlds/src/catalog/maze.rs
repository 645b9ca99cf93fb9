//! Grid maps: the parameters of their trials.

use serde_json::Value;

use super::parameter::{HEURISTIC, MOVES, ORDER};
use super::path::{MAZE_ALGORITHMS, PLAIN_PATHS};
use super::{Words, WorldInfo, name, words, wrong_order};
use crate::maze::{Direction, Eight, Four, Heuristic, MoveSet, jump};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::path::lifelong::{D_STAR_LITE, LPA};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::Params;

/// The name of the source of the costs of cells among the parameters of trials, in mazes whose cells cost different amounts.
pub const TERRAIN_FACT: &str = "terrain";

/// Grid maps.
pub const MAZE: WorldInfo = WorldInfo {
    name: name("maze", "grid maps with four or eight moves"),
    algorithms: MAZE_ALGORITHMS,
    parameters: &[&MOVES.parameter],
    heuristics: HEURISTICS.names,
    inadmissible,
    has_unit_costs: |params| !is_eight(params) && !params.contains_key(TERRAIN_FACT),
    between_moves: |params| if is_eight(params) { Eight::BETWEEN } else { Four::BETWEEN },
    settle: settle_maze,
    ..PLAIN_PATHS
};

const HEURISTICS: Words<Heuristic> = words! {
    "manhattan" => Heuristic::Manhattan, "|Δrow| + |Δcol|; exceeds the true cost with eight moves";
    "octile" => Heuristic::Octile, "straight and diagonal steps on an empty grid";
    "euclidean" => Heuristic::Euclidean, "the straight line";
    "chebyshev" => Heuristic::Chebyshev, "max(|Δrow|, |Δcol|)";
    "zero" => Heuristic::Zero, "0: no estimate";
};

fn settle_maze(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    let has_no_order = [jump::ABOUT.name, LPA.name, D_STAR_LITE.name].contains(&about.name);
    params.entry(MOVES.key().to_owned()).or_insert_with(|| Value::from(4));
    let is_eight = is_eight(params);
    if about.parameters.contains(&HEURISTIC.key()) {
        let default = if is_eight { "octile" } else { "manhattan" };
        params.entry(HEURISTIC.key().to_owned()).or_insert_with(|| Value::from(default));
    }
    if is_any_angle(about) {
        // Its neighbours are those of eight moves, whatever the others of a comparison do.
        params.insert(MOVES.key().to_owned(), Value::from(8));
        return Ok(());
    }
    match (has_no_order, is_eight) {
        (true, _) => Ok(()),
        (false, true) => settle_order::<Eight>(params),
        (false, false) => settle_order::<Four>(params),
    }
}

fn settle_order<M: MoveSet>(params: &mut Params) -> Result<(), Diagnostics> {
    let canonical = |order: &[Direction]| {
        order.iter().map(|&direction| M::spell(direction)).collect::<Vec<_>>().join(M::BETWEEN).replace(' ', ",")
    };
    let default = canonical(M::ORDER);
    let text = ORDER.text(params)?.unwrap_or(&default);
    let directions = M::parse_order(text).ok_or_else(|| wrong_order(text, &default))?;
    params.insert(ORDER.key().to_owned(), Value::from(canonical(&directions)));
    Ok(())
}

/// The order in which a trial tries the moves; that of the move set if it says none.
///
/// # Errors
/// An order of other moves.
pub(crate) fn order<M: MoveSet>(params: &Params) -> Result<Vec<Direction>, Diagnostic> {
    let Some(text) = ORDER.text(params)? else { return Ok(M::ORDER.to_vec()) };
    M::parse_order(text).ok_or_else(|| ORDER.refuse(&text.into()))
}

/// The heuristic of a trial; none of one whose algorithm takes none.
///
/// # Errors
/// A word that is no heuristic of mazes.
pub(crate) fn heuristic(params: &Params) -> Result<Heuristic, Diagnostic> {
    Ok(HEURISTICS.of(&HEURISTIC, params)?.unwrap_or(Heuristic::Zero))
}

/// True if an algorithm for mazes moves in eight directions where nothing else is asked, or at any angle.
pub fn prefers_eight_moves(about: &AlgorithmInfo) -> bool {
    about.name == jump::ABOUT.name || is_any_angle(about)
}

/// True if an algorithm for mazes moves at any angle.
pub fn is_any_angle(about: &AlgorithmInfo) -> bool {
    about.guarantee == Guarantee::AnyAngle
}

/// True if the parameters of a trial in a maze select eight moves.
pub fn is_eight(params: &Params) -> bool {
    has_eight_moves(params).is_ok_and(|is_eight| is_eight)
}

/// The same for those that search.
///
/// # Errors
/// A value that is no move set.
pub(crate) fn has_eight_moves(params: &Params) -> Result<bool, Diagnostic> {
    Ok(MOVES.of(params)?.unwrap_or(false))
}

/// True if the parameters of a trial in a maze select a heuristic that can exceed the true cost.
pub fn is_inadmissible(params: &Params) -> bool {
    is_eight(params) && heuristic(params).is_ok_and(|heuristic| !heuristic.is_admissible_with_eight_moves())
}

fn inadmissible(params: &Params) -> Option<[&'static str; 2]> {
    let reason = "manhattan is not admissible with eight moves: it can exceed the true cost";
    is_inadmissible(params).then_some([reason, "octile"])
}
