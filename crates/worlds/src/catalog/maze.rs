//! Grid maps: the parameters of their trials.

use serde_json::Value;

use super::parameter::{HEURISTIC, MOVES, ORDER};
use super::path::MAZE_ALGORITHMS;
use super::{WorldInfo, name, wrong_order};
use crate::maze::{Direction, Eight, Four, Heuristic, MoveSet, jump};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::path::lifelong::{D_STAR_LITE, LPA};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::Params;

/// The name of the source of the costs of cells among the parameters of trials, in mazes whose cells cost different amounts.
pub const TERRAIN_FACT: &str = "terrain";

/// Grid maps.
pub const MAZE: WorldInfo = WorldInfo {
    name: name("maze", "grid maps with four or eight moves"),
    algorithms: MAZE_ALGORITHMS,
    solvers: &[],
    parameters: &[&MOVES],
    lacks: &[],
    defaults: &[],
    heuristics: &[
        name("manhattan", "|Δrow| + |Δcol|; exceeds the true cost with eight moves"),
        name("octile", "straight and diagonal steps on an empty grid"),
        name("euclidean", "the straight line"),
        name("chebyshev", "max(|Δrow|, |Δcol|)"),
        name("zero", "0: no estimate"),
    ],
    evaluations: &[],
    features: &[],
    techniques: &[],
    scheme: None,
    deepest: 0,
    usual_moves: 40.0,
    inadmissible,
    has_unit_costs: |params| !is_eight(params) && !params.contains_key(TERRAIN_FACT),
    between_moves: |params| if is_eight(params) { Eight::BETWEEN } else { Four::BETWEEN },
    settle: settle_maze,
};

fn settle_maze(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    let has_no_order = [jump::ABOUT.name, LPA.name, D_STAR_LITE.name].contains(&about.name);
    let moves = params.entry(MOVES.name.name.to_owned()).or_insert_with(|| Value::from(4));
    let is_eight = moves.as_u64() == Some(8);
    if about.parameters.contains(&HEURISTIC.name.name) {
        let default = if is_eight { "octile" } else { "manhattan" };
        params.entry(HEURISTIC.name.name.to_owned()).or_insert_with(|| Value::from(default));
    }
    if is_any_angle(about) {
        // Its neighbours are those of eight moves, whatever the others of a comparison do.
        params.insert(MOVES.name.name.to_owned(), Value::from(8));
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
    let order = params.entry(ORDER.name.name.to_owned()).or_insert_with(|| Value::from(default.clone()));
    let text = order.as_str().unwrap_or_default().to_owned();
    match M::parse_order(&text) {
        Some(directions) => *order = Value::from(canonical(&directions)),
        None => return Err(wrong_order(&text, &default).into()),
    }
    Ok(())
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
    params.get(MOVES.name.name) == Some(&Value::from(8))
}

/// True if the parameters of a trial in a maze select a heuristic that can exceed the true cost.
pub fn is_inadmissible(params: &Params) -> bool {
    let word = params.get(HEURISTIC.name.name).and_then(Value::as_str).and_then(maze_heuristic);
    is_eight(params) && word.is_some_and(|heuristic| !heuristic.is_admissible_with_eight_moves())
}

fn inadmissible(params: &Params) -> Option<[&'static str; 2]> {
    let reason = "manhattan is not admissible with eight moves: it can exceed the true cost";
    is_inadmissible(params).then_some([reason, "octile"])
}

/// The maze heuristic of that name.
pub fn maze_heuristic(name: &str) -> Option<Heuristic> {
    Some(match name {
        "manhattan" => Heuristic::Manhattan,
        "octile" => Heuristic::Octile,
        "euclidean" => Heuristic::Euclidean,
        "chebyshev" => Heuristic::Chebyshev,
        "zero" => Heuristic::Zero,
        _ => return None,
    })
}
