//! Sliding tiles: the parameters of their trials.

use serde_json::Value;

use super::parameter::{HEURISTIC, ORDER};
use super::path::PLAIN_PATHS;
use super::{Words, WorldInfo, name, words, wrong_order};
use crate::tiles::{Direction, Heuristic};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::Params;

/// Sliding tiles.
pub const TILES: WorldInfo = WorldInfo {
    name: name("tiles", "sliding tiles: the 8-, 15- and 24-puzzle"),
    heuristics: HEURISTICS.names,
    settle: settle_tiles,
    ..PLAIN_PATHS
};

const HEURISTICS: Words<Heuristic> = words! {
    "manhattan" => Heuristic::Manhattan, "sum of the distances of the tiles from their places";
    "linear-conflict" => Heuristic::LinearConflict,
        "manhattan, and 2 for each tile that must leave its line for another to pass";
    "zero" => Heuristic::Zero, "0: no estimate";
};

/// The usual order of the moves of the blank.
const USUAL: &str = "ULRD";

fn settle_tiles(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    if about.parameters.contains(&HEURISTIC.key()) {
        params.entry(HEURISTIC.key().to_owned()).or_insert_with(|| Value::from("manhattan"));
    }
    params.entry(ORDER.key().to_owned()).or_insert_with(|| Value::from(USUAL));
    order(params)?;
    Ok(())
}

/// The order in which a trial tries the moves of the blank.
///
/// # Errors
/// Letters that are no order of the four moves.
pub(crate) fn order(params: &Params) -> Result<[Direction; 4], Diagnostic> {
    let text = ORDER.text(params)?.unwrap_or(USUAL);
    let find = |letter: char| Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
    let order: Option<Vec<Direction>> = text.chars().map(find).collect();
    let order = order.and_then(|order| <[_; 4]>::try_from(order).ok());
    let is_permutation = |order: &[Direction; 4]| Direction::ALL.iter().all(|direction| order.contains(direction));
    order.filter(is_permutation).ok_or_else(|| wrong_order(text, USUAL))
}

/// The heuristic of a trial; none of one whose algorithm takes none.
///
/// # Errors
/// A word that is no heuristic of tiles.
pub(crate) fn heuristic(params: &Params) -> Result<Heuristic, Diagnostic> {
    Ok(HEURISTICS.of(&HEURISTIC, params)?.unwrap_or(Heuristic::Zero))
}
