//! The schema of tables, charts and claims.

use serde_json::{Map, Value, json};

use super::{Draft, one_or_many, reference, text};
use crate::experiment::spec::requests::{PARTS, possible_fields};
use searchlab_analysis::field::Field;
use searchlab_worlds::catalog::WORLDS;

/// A decimal number in a pattern.
const NUMBER: &str = "[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?";
/// The signs of comparisons in a pattern.
const SIGN: &str = "<=|>=|==|!=|<|>";

pub(super) fn add(schema: &mut Draft) {
    add_fields(schema);
    add_conditions(schema);
    let [key, measure, field] = ["Key", "Measure", "Field"].map(reference);
    for (part, name, precise) in [
        ("TableRequest", "rows", &one_or_many(&key)),
        ("TableRequest", "columns", &key),
        ("TableRequest", "values", &one_or_many(&measure)),
        ("ChartRequest", "x", &field),
        ("ChartRequest", "y", &measure),
        ("ChartRequest", "series", &one_or_many(&key)),
        ("ChartRequest", "bin", &json!({ "type": "number", "exclusiveMinimum": 0 })),
        ("ClaimRequest", "field", &measure),
        ("ClaimRequest", "every", &one_or_many(&key)),
        ("ClaimRequest", "cluster", &one_or_many(&key)),
        ("ClaimRequest", "is", &text(&format!("({SIGN})\\s*{NUMBER}|within {NUMBER}\\s*%?( of\\s+{NUMBER})?"))),
        ("ClaimRequest", "p", &json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 })),
    ] {
        schema.refine(part, name, precise);
    }
    for part in ["TableRequest", "ChartRequest", "ClaimRequest"] {
        schema.refine(part, "where", &reference("Where"));
    }
    schema.part("Selection")["anyOf"][1] = reference("Where");
    let when = |key: &str, words: &[&str], needed: &str| {
        let condition = json!({ "properties": { key: { "enum": words } }, "required": [key] });
        json!({ "if": condition, "then": { "required": [needed] } })
    };
    schema.restrict("ChartRequest", [when("kind", &["ratio", "forest"], "baseline")]);
    schema.restrict("ClaimRequest", [when("statistic", &["equal", "smaller"], "over")]);
}

/// The names of fields: keys, measures, both.
fn add_fields(schema: &mut Draft) {
    let is_key = |name: &&String| Field::parse(name).is_some_and(|field| field.is_key());
    let (keys, measures): (Vec<String>, Vec<String>) = fields().iter().cloned().partition(|name| is_key(&name));
    schema.define("Key", json!({ "description": "A field that says what a trial is.", "enum": keys }));
    schema.define("Measure", json!({ "description": "A field that says what a trial gave.", "enum": measures }));
    schema.define("Field", json!({ "anyOf": [reference("Key"), reference("Measure")] }));
}

/// Every name of a field that some record has.
fn fields() -> Vec<String> {
    let parts = PARTS.iter().map(|part| Field::Part((*part).to_owned()).name());
    let mut names: Vec<String> = Vec::new();
    for name in possible_fields().chain(parts) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The names of the weights of features, as fields and axes.
pub(super) fn weights() -> impl Iterator<Item = String> {
    let features = WORLDS.iter().flat_map(|world| world.features);
    features.map(|feature| Field::Weight(feature.name.to_owned()).name())
}

/// Conditions by field.
fn add_conditions(schema: &mut Draft) {
    let of_text = [
        text(&format!("({SIGN})\\s*{NUMBER}")),
        text(&format!("{NUMBER}\\s*\\.\\.=\\s*{NUMBER}")),
        json!({ "type": "string", "not": { "pattern": "^[<>=!]|\\.\\.=" } }),
    ];
    let condition = json!({ "anyOf": [{ "type": ["boolean", "number"] }, { "type": "string", "anyOf": of_text }] });
    schema.define("Condition", one_or_many(&condition));
    let by = |names: Vec<String>, meaning: &str| {
        let property = |name: String| {
            let meaning = Field::parse(&name).map_or_else(String::new, |field| field.meaning());
            (name, json!({ "$ref": "#/$defs/Condition", "description": meaning }))
        };
        let properties: Map<String, Value> = names.into_iter().map(property).collect();
        json!({
            "description": meaning,
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    };
    schema.define("Where", by(fields(), "Conditions by field, which must all hold."));
}
