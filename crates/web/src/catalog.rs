//! Names and their meanings, from the catalog of the program: what forms offer, and what stands beside them.

use serde_json::{Value, json};

use searchlab_search::about::AlgorithmInfo;
use searchlab_search::counters::Counters;
use searchlab_trial::record::PROGRAM;
use searchlab_worlds::catalog::{Kind, Name, Parameter, WORLDS, WorldInfo};
use searchlab_worlds::maze::generate::Kind as MazeKind;
use searchlab_worlds::table::players_of;

/// All of it.
pub(crate) fn catalog() -> Value {
    let worlds: Vec<Value> = WORLDS.iter().map(|world| world_entry(world)).collect();
    let generators: Vec<Value> =
        MazeKind::ALL.iter().map(|kind| json!({ "name": kind.name(), "summary": kind.about().summary })).collect();
    let counters: Vec<Value> =
        Counters::MEANINGS.iter().map(|(name, meaning)| json!({ "name": name, "summary": meaning })).collect();
    json!({ "worlds": worlds, "generators": generators, "counters": counters })
}

fn names(names: &[Name]) -> Vec<Value> {
    names.iter().map(|name| json!({ "name": name.name, "summary": name.summary })).collect()
}

fn world_entry(world: &'static WorldInfo) -> Value {
    let algorithms = world.algorithms.iter().filter(|about| about.name != PROGRAM);
    let levels = players_of(world.name.name).map(|players| {
        let level = |level: &searchlab_worlds::play::Level| json!({ "player": level.player, "summary": level.summary });
        players.levels.iter().map(level).collect::<Vec<_>>()
    });
    json!({
        "name": world.name.name,
        "summary": world.name.summary,
        "isGame": world.is_game(),
        "algorithms": algorithms.map(|about| algorithm(world, about)).collect::<Vec<_>>(),
        "levels": levels,
    })
}

fn algorithm(world: &'static WorldInfo, about: &'static AlgorithmInfo) -> Value {
    let parameters = world.parameters_of(about).filter_map(|parameter| {
        let values = values(world, parameter)?;
        Some(json!({
            "name": parameter.name.name,
            "summary": parameter.name.summary,
            "values": values,
            "default": world.default_of(parameter, about),
        }))
    });
    json!({
        "name": about.name,
        "summary": about.summary,
        "idea": about.idea,
        "source": about.source,
        "finds": about.guarantee.words(),
        "cost": about.cost,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}

/// The words that a parameter takes; empty for numbers and free texts. `None` for what a page cannot give.
fn values(world: &WorldInfo, parameter: &Parameter) -> Option<Vec<Value>> {
    match parameter.kind {
        Kind::Choice(known) => Some(names(known)),
        Kind::Heuristic => Some(names(world.heuristics)),
        Kind::Evaluation => Some(names(world.evaluations)),
        Kind::File | Kind::Command => None,
        _ => Some(Vec::new()),
    }
}
