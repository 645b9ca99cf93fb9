//! The JSON Schema of experiment files, for editors: the types of the file, and in their strings the words that the
//! catalog and the fields of records allow.
//!
//! The check of the shape (`shape.rs`) uses the types alone: it leaves words to the code that knows their meaning, which
//! finds the nearest one. The schema is as strict as a schema can be without refusing what the program accepts; what
//! depends on several parts of a file or on other files is left to the program.
//!
//! | part | file |
//! |---|---|
//! | fields of records, conditions, tables, charts, claims | `questions.rs` |
//! | algorithms, parameters and axes, of a world or of all | `searches.rs` |
//! | instances, limits, matches | `tasks.rs` |

mod questions;
mod searches;
mod tasks;

use serde_json::{Map, Value, json};

use super::Experiment;
use crate::play::players_of;
use searchlab_worlds::catalog::{WORLDS, WorldInfo};
use searchlab_worlds::table::world_of;

/// The JSON Schema of the types alone, without the words that the catalog allows.
pub fn of_types() -> Value {
    let mut schema = schemars::schema_for!(Experiment).to_value();
    if let Some(object) = schema.as_object_mut() {
        object.insert("title".to_owned(), "searchlab experiment".into());
    }
    let mut schema = Draft(schema);
    tasks::add_own_keys(&mut schema);
    schema.0
}

/// The JSON Schema of experiment files.
pub fn schema() -> Value {
    let mut schema = Draft(of_types());
    schema.define("World", json!({ "enum": worlds().collect::<Vec<_>>() }));
    schema.refine("", "world", &reference("World"));
    questions::add(&mut schema);
    searches::add(&mut schema);
    tasks::add(&mut schema);
    let conditions: Vec<Value> = WORLDS.iter().map(|world| of_world(world)).chain(of_all()).collect();
    schema.restrict("", conditions);
    schema.0
}

fn worlds() -> impl Iterator<Item = &'static str> {
    WORLDS.iter().map(|world| world.name.name)
}

/// The rules that a world at the top sets for all that names no world of its own.
fn of_world(world: &WorldInfo) -> Value {
    let name = world.name.name;
    let none_of_its_own = json!({ "items": { "not": { "required": ["world"] } } });
    let condition = json!({
        "properties": { "world": { "const": name }, "instances": none_of_its_own, "match": none_of_its_own },
        "required": ["world"],
    });
    let mut then = searches::of_world(world);
    then.insert("instances".to_owned(), json!({ "items": reference(&tasks::instance_of(name)) }));
    if let Some(players) = players_of(name) {
        then.insert("match".to_owned(), json!({ "items": reference(&tasks::match_of(players)) }));
    }
    let mut then = json!({ "properties": then });
    if world_of(name).is_some_and(|world| world.usual().is_err()) {
        then["required"] = json!(["instances"]);
    }
    if players_of(name).is_none() {
        then["not"] = json!({ "required": ["match"] });
    }
    json!({ "if": condition, "then": then })
}

/// The keys that every experiment must have.
fn of_all() -> [Value; 2] {
    let filled = |key: &str| json!({ "required": [key], "properties": { key: { "minItems": 1 } } });
    let each_has_its_own = json!({ "items": { "required": ["world"] } });
    [
        json!({ "anyOf": [filled("algorithms"), filled("match")] }),
        json!({
            "if": { "not": { "required": ["world"] } },
            "then": {
                "properties": { "instances": each_has_its_own, "match": each_has_its_own },
                "anyOf": [filled("instances"), filled("match")],
            },
        }),
    ]
}

/// A schema that is being written.
struct Draft(Value);

impl Draft {
    /// Adds a definition.
    fn define(&mut self, name: &str, definition: Value) {
        self.0["$defs"][name] = definition;
    }

    /// The type of that name; the document for none.
    fn part(&mut self, name: &str) -> &mut Value {
        if name.is_empty() { &mut self.0 } else { &mut self.0["$defs"][name] }
    }

    /// Narrows the type of a key. Its description and default stay.
    fn refine(&mut self, part: &str, key: &str, precise: &Value) {
        let Some(old) = self.part(part)["properties"].get_mut(key) else { return };
        let mut new: Map<String, Value> = precise.as_object().cloned().unwrap_or_default();
        for kept in ["description", "default"] {
            if let Some(value) = old.get(kept) {
                new.insert(kept.to_owned(), value.clone());
            }
        }
        *old = Value::Object(new);
    }

    /// Adds conditions that a type must fulfil too.
    fn restrict(&mut self, part: &str, conditions: impl IntoIterator<Item = Value>) {
        let part = self.part(part);
        let mut all = part["allOf"].as_array().cloned().unwrap_or_default();
        all.extend(conditions);
        part["allOf"] = Value::Array(all);
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// One of these, or a list with at least one.
fn one_or_many(one: &Value) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
}

/// A text of which the whole fits a pattern.
fn text(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": format!("^\\s*({pattern})\\s*$") })
}

/// Any of these words, as part of a pattern.
fn any_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().collect::<Vec<_>>().join("|")
}

/// A range of whole numbers with both ends.
const RANGE: &str = "[0-9]+\\s*\\.\\.=\\s*[0-9]+";
