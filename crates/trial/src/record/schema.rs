//! The JSON Schema of a record: of a line of `records.jsonl`, and of what `--format json` prints.
//!
//! The descriptions are the doc lines of the fields; those of counters and statuses are theirs.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Map, Value, json};

use super::{Record, Status};
use searchlab_search::counters::Counters;

/// The schema, as a document of draft 2020-12.
pub fn schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Record>();
    schema.insert("title".to_owned(), "A record of searchlab: one line of records.jsonl".into());
    schema.to_value()
}

/// Counters as a record holds them: some are left out where they are 0.
pub(super) struct CountersSchema;

impl JsonSchema for CountersSchema {
    fn schema_name() -> Cow<'static, str> {
        "Counters".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "description": "The counts of a search.", "properties": counters() })
    }
}

fn counters() -> Map<String, Value> {
    let of = |(&(name, meaning), is_optional): (&(&str, &str), bool)| {
        let left_out = if is_optional { ". Left out where it is 0" } else { "" };
        let node = json!({ "type": "integer", "minimum": 0, "description": format!("{meaning}{left_out}.") });
        (name.to_owned(), node)
    };
    Counters::MEANINGS.iter().zip(Counters::OPTIONAL).map(of).collect()
}

/// A deepening iteration: how far it goes, its answer, and its counters beside them.
pub(super) struct IterationSchema;

impl JsonSchema for IterationSchema {
    fn schema_name() -> Cow<'static, str> {
        "Iteration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut properties = Map::new();
        for (name, kind, meaning) in [
            ("depth", "integer", "Up to this depth, in plies."),
            ("threshold", "number", "Up to this cost, in the units of the world's cost."),
            ("weight", "number", "With this weight of the heuristic."),
            ("cost", "number", "The cost of the best solution at the end of the iteration."),
            ("value", "integer", "The value of a game at the end of the iteration."),
            ("best", "string", "The best move of a game at the end of the iteration."),
        ] {
            properties.insert(name.to_owned(), json!({ "type": kind, "description": meaning }));
        }
        properties.extend(counters());
        json_schema!({
            "type": "object",
            "description": "One deepening iteration: how far it goes (one of three), its answer, and its own counters.",
            "properties": properties,
        })
    }
}

/// The word for how a trial ended.
pub(super) struct StatusSchema;

impl JsonSchema for StatusSchema {
    fn schema_name() -> Cow<'static, str> {
        "Status".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words = Status::ALL.map(|status| json!({ "const": status.name(), "description": status.meaning() }));
        json_schema!({ "description": "How a trial ended.", "oneOf": words })
    }
}
