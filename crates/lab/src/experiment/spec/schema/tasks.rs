//! Instances, limits and matches.

use serde_json::{Map, Value, json};

use super::searches::budget;
use super::{Draft, RANGE, any_of, one_or_many, reference, text};
use crate::experiment::spec::variants::BUDGETS;
use crate::play::{Players, WORLDS as PLAYED};
use searchlab_trial::record::RANDOM;
use searchlab_worlds::catalog::{GOMOKU, MAZE, WORLDS};
use searchlab_worlds::gomoku::Rule;
use searchlab_worlds::maze::generate::Kind;

/// The ways to name instances, with the worlds that know them.
const WAYS: [(&str, &[&str]); 5] = [
    ("files", &["maze", "tiles", "othello", "gomoku", "tree"]),
    ("positions", &["tiles", "othello", "gomoku", "pgames", "tree"]),
    ("games", &["othello", "gomoku"]),
    ("endgames", &["othello"]),
    ("generate", &["maze", "pgames"]),
];

pub(super) fn add(schema: &mut Draft) {
    add_numbers(schema);
    add_instances(schema);
    for name in BUDGETS {
        schema.refine("LimitsRequest", name, &budget(name));
    }
    add_matches(schema);
}

/// The name of the definition of instances of a world.
pub(super) fn instance_of(world: &str) -> String {
    format!("InstanceRequest.{world}")
}

/// The name of the definition of matches in a world.
pub(super) fn match_of(players: &Players) -> String {
    format!("MatchRequest.{}", players.world.name.name)
}

/// Whole numbers: one, a list with at least one, a range; for plies also all.
fn add_numbers(schema: &mut Draft) {
    let numbers = |range: &str| {
        let whole = json!({ "type": "integer", "minimum": 0 });
        json!({ "anyOf": [whole, { "type": "array", "items": whole, "minItems": 1 }, text(range)] })
    };
    schema.part("Wholes")["anyOf"] = numbers(RANGE)["anyOf"].clone();
    schema.refine("GamesRequest", "plies", &numbers(&format!("{RANGE}|all")));
}

fn add_instances(schema: &mut Draft) {
    let share = one_or_many(&json!({ "type": "number", "minimum": 0, "maximum": 1 }));
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.about().name).chain(["p-game", "n-game"]).collect();
    let rules: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    let sizes =
        json!({ "anyOf": [{ "type": "integer", "minimum": 5, "maximum": 22 }, text("[0-9]+(\\s*x\\s*[0-9]+)?")] });
    for (part, name, precise) in [
        ("GenerateRequest", "kind", &one_or_many(&json!({ "enum": kinds }))),
        ("GenerateRequest", "size", &one_or_many(&text("[0-9]+\\s*x\\s*[0-9]+"))),
        ("GenerateRequest", "density", &share),
        ("GenerateRequest", "chance", &share),
        ("InstanceRequest", "world", &reference("World")),
        ("InstanceRequest", "take", &json!({ "type": "integer", "minimum": 1 })),
        ("InstanceRequest", "files", &one_or_many(&json!({ "type": "string" }))),
        ("InstanceRequest", "positions", &one_or_many(&json!({ "type": "string" }))),
        ("InstanceRequest", "rule", &one_or_many(&json!({ "enum": rules }))),
        ("InstanceRequest", "size", &one_or_many(&sizes)),
    ] {
        schema.refine(part, name, precise);
    }
    for world in WORLDS {
        schema.define(&instance_of(world.name.name), keys_of_instances(world.name.name));
    }
    let of_own_world = WORLDS.iter().map(|world| {
        let name = world.name.name;
        json!({
            "if": { "properties": { "world": { "const": name } }, "required": ["world"] },
            "then": reference(&instance_of(name)),
        })
    });
    let one_way: Vec<Value> = WAYS.iter().map(|(way, _)| json!({ "required": [way] })).collect();
    let of_files = json!({ "dependentRequired": { "take": ["files"], "start": ["files"], "goal": ["files"] } });
    schema.restrict("InstanceRequest", [json!({ "oneOf": one_way }), of_files]);
    schema.restrict("InstanceRequest", of_own_world);
}

/// Keys that instances of a world do not take.
fn keys_of_instances(world: &str) -> Value {
    let ways = WAYS.iter().filter(|(_, worlds)| !worlds.contains(&world)).map(|(way, _)| *way);
    let of_mazes = ["start", "goal"].into_iter().filter(|_| world != MAZE.name.name);
    let of_gomoku = ["rule", "size"].into_iter().filter(|_| world != GOMOKU.name.name);
    let wrong = ways.chain(of_mazes).chain(of_gomoku).map(|key| (key.to_owned(), Value::Bool(false)));
    json!({ "properties": wrong.collect::<Map<_, _>>() })
}

fn add_matches(schema: &mut Draft) {
    let played: Vec<&str> = PLAYED.iter().map(|players| players.world.name.name).collect();
    let error = json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 });
    for (part, name, precise) in [
        ("MatchRequest", "world", &json!({ "enum": played })),
        ("MatchRequest", "players", &json!({ "type": "array", "items": reference("PlayerRequest"), "minItems": 2 })),
        ("SprtRequest", "alpha", &error),
        ("SprtRequest", "beta", &error),
    ] {
        schema.refine(part, name, precise);
    }
    schema.part("OpeningRequest")["anyOf"][0] =
        json!({ "description": "The list of the world.", "enum": ["balanced"] });
    let player = of_words(&PLAYED);
    schema.part("PlayerRequest")["anyOf"][0] = player.clone();
    schema.refine("PlayerTable", "player", &player);
    let of_programs = json!({ "dependentRequired": { "time": ["cmd"], "memory": ["cmd"], "depth": ["cmd"] } });
    let who = json!({ "oneOf": [{ "required": ["player"] }, { "required": ["cmd"] }] });
    schema.restrict("PlayerTable", [who, of_programs]);
    for players in PLAYED {
        let player = of_words(&[players]);
        let table = json!({ "properties": { "player": player } });
        let items = json!({ "if": { "type": "object" }, "then": table, "else": player });
        schema.define(&match_of(players), json!({ "properties": { "players": { "items": items } } }));
    }
    let of_own_world = PLAYED.iter().map(|players| {
        let name = players.world.name.name;
        json!({
            "if": { "properties": { "world": { "const": name } }, "required": ["world"] },
            "then": reference(&match_of(players)),
        })
    });
    schema.restrict("MatchRequest", of_own_world.collect::<Vec<_>>());
}

/// Players as on the command line: a name, and perhaps a colon with more.
fn of_words(worlds: &[&Players]) -> Value {
    let mut names = vec![RANDOM, "level", "program"];
    for about in worlds.iter().flat_map(|players| players.world.algorithms) {
        if !names.contains(&about.name) {
            names.push(about.name);
        }
    }
    text(&format!("({})\\s*(:.*)?", any_of(names.iter().copied())))
}
