//! Instances, limits and matches.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::searches::budget;
use super::{Draft, RANGE, any_of, one_or_many, reference, text};
use crate::experiment::instances::TAKES;
use crate::experiment::spec::variants::BUDGETS;
use crate::play::{Players, all_players};
use searchlab_trial::record::RANDOM;
use searchlab_worlds::table::WORLDS;
use searchlab_worlds::world::{Key, KeyKind, Way, World};

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
    for (part, name, precise) in [
        ("InstanceRequest", "world", &reference("World")),
        ("InstanceRequest", "take", &json!({ "type": "integer", "minimum": 1 })),
        ("InstanceRequest", "first", &json!({ "type": "integer", "minimum": 1 })),
        ("InstanceRequest", "last", &json!({ "type": "integer", "minimum": 1 })),
        ("InstanceRequest", "files", &one_or_many(&json!({ "type": "string" }))),
        ("InstanceRequest", "positions", &one_or_many(&json!({ "type": "string" }))),
    ] {
        schema.refine(part, name, precise);
    }
    for (part, keys_of) in PARTS {
        for (name, keys) in owned(keys_of) {
            schema.refine(part, name, &alternatives(keys.iter().map(|key| precise(key))));
        }
    }
    for world in WORLDS {
        schema.define(&instance_of(world.info().name.name), keys_of_instances(*world));
    }
    let of_own_world = WORLDS.iter().map(|world| {
        let name = world.info().name.name;
        json!({
            "if": { "properties": { "world": { "const": name } }, "required": ["world"] },
            "then": reference(&instance_of(name)),
        })
    });
    let of_files: Map<String, Value> = TAKES.iter().map(|key| ((*key).to_owned(), json!([Way::Files.key()]))).collect();
    let one_way: Vec<Value> = Way::ALL.iter().map(|way| json!({ "required": [way.key()] })).collect();
    schema.restrict("InstanceRequest", [json!({ "oneOf": one_way }), json!({ "dependentRequired": of_files })]);
    schema.restrict("InstanceRequest", of_own_world);
}

/// The keys that a world has beside the common ones.
type KeysOf = fn(&dyn World) -> &'static [Key];

/// The types that take keys of worlds.
const PARTS: [(&str, KeysOf); 2] =
    [("InstanceRequest", |world| world.keys()), ("GenerateRequest", |world| world.recipe_keys())];

/// The keys of all worlds by their names.
fn owned(keys_of: KeysOf) -> IndexMap<&'static str, Vec<&'static Key>> {
    let mut all: IndexMap<&'static str, Vec<&'static Key>> = IndexMap::new();
    for key in WORLDS.iter().flat_map(|world| keys_of(*world)) {
        all.entry(key.name).or_default().push(key);
    }
    all
}

/// Adds the keys that only some worlds have to the types alone, without the words that they allow.
pub(super) fn add_own_keys(schema: &mut Draft) {
    for (part, keys_of) in PARTS {
        for (name, keys) in owned(keys_of) {
            let mut key = alternatives(keys.iter().map(|key| shape(key.kind)));
            key["description"] = keys.iter().map(|key| key.summary).collect::<Vec<_>>().join(" ").into();
            schema.part(part)["properties"][name] = key;
        }
        schema.part(part)["additionalProperties"] = Value::Bool(false);
    }
    for way in Way::ALL {
        let forms = WORLDS.iter().flat_map(|world| world.ways()).filter(|known| known.0 == way).map(|known| known.1);
        let key = &mut schema.part("InstanceRequest")["properties"][way.key()];
        let meaning = key["description"].as_str().unwrap_or_default();
        key["description"] = [meaning].into_iter().chain(forms).collect::<Vec<_>>().join(" ").into();
    }
    // What all recipes need.
    let everywhere = |name: &&&str| {
        let mut makers = WORLDS.iter().filter(|world| world.knows(Way::Generate));
        makers.all(|world| world.recipe_keys().iter().any(|key| key.name == **name))
    };
    let keys = owned(|world| world.recipe_keys());
    schema.part("GenerateRequest")["required"] = keys.keys().filter(everywhere).copied().collect();
}

/// Any of these forms.
fn alternatives(forms: impl Iterator<Item = Value>) -> Value {
    let mut all: Vec<Value> = Vec::new();
    for form in forms {
        if !all.contains(&form) {
            all.push(form);
        }
    }
    if all.len() == 1 { all.remove(0) } else { json!({ "anyOf": all }) }
}

fn pair() -> Value {
    let number = json!({ "type": "integer", "format": "uint32", "minimum": 0 });
    json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
}

/// The type of the values of a key.
fn shape(kind: KeyKind) -> Value {
    let whole = json!({ "type": "integer", "format": "uint32", "minimum": 0 });
    let either = |one: Value| json!({ "anyOf": [one, { "type": "array", "items": one }] });
    match kind {
        KeyKind::Choice(_) | KeyKind::Text(_) => either(json!({ "type": "string" })),
        KeyKind::Size(..) => either(reference("Scalar")),
        KeyKind::Pair => pair(),
        KeyKind::Proportion => either(json!({ "type": "number", "format": "double" })),
        KeyKind::Whole => either(whole),
        KeyKind::Wholes => reference("Wholes"),
    }
}

/// The same with the words that are allowed.
fn precise(key: &Key) -> Value {
    match key.kind {
        KeyKind::Choice(words) => {
            one_or_many(&json!({ "enum": words().iter().map(|word| word.name).collect::<Vec<_>>() }))
        }
        KeyKind::Text(".+") => one_or_many(&json!({ "type": "string" })),
        KeyKind::Text(pattern) => one_or_many(&text(pattern)),
        KeyKind::Size(least, most, pattern) => {
            one_or_many(&json!({ "anyOf": [{ "type": "integer", "minimum": least, "maximum": most }, text(pattern)] }))
        }
        KeyKind::Proportion => one_or_many(&json!({ "type": "number", "minimum": 0, "maximum": 1 })),
        KeyKind::Whole => one_or_many(&json!({ "type": "integer", "minimum": 0 })),
        KeyKind::Pair | KeyKind::Wholes => shape(key.kind),
    }
}

/// Keys that instances of a world do not take.
fn keys_of_instances(world: &'static dyn World) -> Value {
    let ways = Way::ALL.into_iter().filter(|way| !world.knows(*way)).map(Way::key);
    let is_own = |name: &str| world.keys().iter().any(|key| key.name == name);
    let keys: Vec<&str> = owned(|world| world.keys()).into_keys().filter(|name| !is_own(name)).collect();
    let wrong = ways.chain(keys).map(|key| (key.to_owned(), Value::Bool(false)));
    let bound = world.keys().iter().filter_map(|key| Some((key.name.to_owned(), json!([key.way?.key()]))));
    json!({
        "properties": wrong.collect::<Map<_, _>>(),
        "dependentRequired": bound.collect::<Map<_, _>>(),
    })
}

fn add_matches(schema: &mut Draft) {
    let played: Vec<&str> = all_players().map(|players| players.world.name.name).collect();
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
    let player = of_words(&all_players().collect::<Vec<_>>());
    schema.part("PlayerRequest")["anyOf"][0] = player.clone();
    schema.refine("PlayerTable", "player", &player);
    let of_programs = json!({ "dependentRequired": { "time": ["cmd"], "memory": ["cmd"], "depth": ["cmd"] } });
    let who = json!({ "oneOf": [{ "required": ["player"] }, { "required": ["cmd"] }] });
    schema.restrict("PlayerTable", [who, of_programs]);
    for players in all_players() {
        let player = of_words(&[players]);
        let table = json!({ "properties": { "player": player } });
        let items = json!({ "if": { "type": "object" }, "then": table, "else": player });
        schema.define(&match_of(players), json!({ "properties": { "players": { "items": items } } }));
    }
    let of_own_world = all_players().map(|players| {
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
