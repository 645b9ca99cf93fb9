//! Sliding tiles: the parameters of their trials.

use serde_json::Value;

use super::parameter::{HEURISTIC, ORDER};
use super::path::PATH_ALGORITHMS;
use super::{WorldInfo, name, wrong_order};
use crate::tiles;
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::Params;

/// Sliding tiles.
pub const TILES: WorldInfo = WorldInfo {
    name: name("tiles", "sliding tiles: the 8-, 15- and 24-puzzle"),
    algorithms: PATH_ALGORITHMS,
    solvers: &[],
    parameters: &[],
    lacks: &[],
    defaults: &[],
    heuristics: &[
        name("manhattan", "sum of the distances of the tiles from their places"),
        name("linear-conflict", "manhattan, and 2 for each tile that must leave its line for another to pass"),
        name("zero", "0: no estimate"),
    ],
    evaluations: &[],
    features: &[],
    techniques: &[],
    scheme: None,
    deepest: 0,
    usual_moves: 40.0,
    inadmissible: |_| None,
    has_unit_costs: |_| true,
    between_moves: |_| "",
    settle: settle_tiles,
};

fn settle_tiles(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    if about.parameters.contains(&HEURISTIC.name.name) {
        params.entry(HEURISTIC.name.name.to_owned()).or_insert_with(|| Value::from("manhattan"));
    }
    let order = params.entry(ORDER.name.name.to_owned()).or_insert_with(|| Value::from("ULRD"));
    let text = order.as_str().unwrap_or_default().to_owned();
    tile_order(&text).map(drop).ok_or_else(|| wrong_order(&text, "ULRD").into())
}

/// The order of the moves of the blank that the letters stand for.
pub fn tile_order(text: &str) -> Option<[tiles::Direction; 4]> {
    let find = |letter: char| tiles::Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    let order: Vec<tiles::Direction> = text.chars().map(find).collect::<Option<_>>()?;
    let is_permutation = tiles::Direction::ALL.iter().all(|direction| order.contains(direction));
    <[_; 4]>::try_from(order).ok().filter(|_| is_permutation)
}

/// The tile heuristic of that name.
pub fn tile_heuristic(name: &str) -> Option<tiles::Heuristic> {
    Some(match name {
        "manhattan" => tiles::Heuristic::Manhattan,
        "linear-conflict" => tiles::Heuristic::LinearConflict,
        "zero" => tiles::Heuristic::Zero,
        _ => return None,
    })
}
