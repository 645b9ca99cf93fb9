//! A JSON Schema as tables: one for each type that has keys, and one for each list of words.

use searchlab::search::counters::Counters;
use serde_json::Value;

use super::markdown::{Page, code, codes, sentence};

/// Describes the keys of a document and of all that is in it, each type once, in the order in which they are met.
pub(super) fn describe(schema: &Value, page: &mut Page) {
    let mut waiting = vec![Part { path: String::new(), node: schema }];
    let mut done: Vec<&str> = Vec::new();
    while !waiting.is_empty() {
        let part = waiting.remove(0);
        keys(&part, page);
        let Some(properties) = part.node["properties"].as_object() else { continue };
        for (name, node) in properties {
            for target in references(node, schema) {
                let definition = &schema["$defs"][target];
                let is_described = definition["properties"].is_object() || definition["oneOf"].is_array();
                if is_described && !done.contains(&target) {
                    done.push(target);
                    waiting.push(Part { path: place(&part.path, name, node), node: definition });
                }
            }
        }
    }
}

/// A type, and where in the document it stands first.
struct Part<'s> {
    path: String,
    node: &'s Value,
}

fn keys(part: &Part<'_>, page: &mut Page) {
    let (path, node) = (&part.path, part.node);
    page.heading(2, if path.is_empty() { "Top level" } else { path });
    // What stands in the heading is not said again.
    let about = description(node);
    page.says(&sentence(about.split_once("`: ").filter(|_| about.starts_with('`')).map_or(about, |(_, rest)| rest)));
    if let Some(words) = node["oneOf"].as_array() {
        let row = |word: &Value| [code(word["const"].as_str().unwrap_or_default()), sentence(description(word))];
        page.table(["value", "meaning"], words.iter().map(row));
    }
    let Some(properties) = node["properties"].as_object() else { return };
    let required: Vec<&str> = node["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let row = |(name, node): (&String, &Value)| {
        let must = if required.contains(&name.as_str()) { " Required." } else { "" };
        let words = words_of(node);
        let one_of = if words.is_empty() { String::new() } else { format!(" One of {}.", codes(words)) };
        [code(name), format!("{}{one_of}{must}", sentence(description(node)))]
    };
    page.table(["key", "meaning"], properties.iter().map(row));
}

/// The keys of a document and of all that is in it as rows of one table: path, type, meaning. The counters are left out,
/// which have a table of their own.
pub(super) fn rows(schema: &Value) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    rows_below("", schema, schema, &mut rows);
    rows
}

fn rows_below(path: &str, node: &Value, schema: &Value, rows: &mut Vec<[String; 3]>) {
    for (name, node) in node["properties"].as_object().into_iter().flatten() {
        let is_counter = Counters::MEANINGS.iter().any(|counter| counter.0 == name);
        if is_counter {
            continue;
        }
        let below = references(node, schema);
        let of_list = if node["items"].is_object() || node["prefixItems"].is_array() { "[]" } else { "" };
        let path = format!("{path}{name}{of_list}");
        rows.push([code(&path), kind_of(node), sentence(description(node))]);
        for target in below {
            rows_below(&format!("{path}."), &schema["$defs"][target], schema, rows);
        }
    }
}

/// The type of a value in words: "integer", "object or null", "list of numbers".
fn kind_of(node: &Value) -> String {
    let one = |kind: &str| if kind == "array" { "list".to_owned() } else { kind.to_owned() };
    match &node["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or "),
        _ if node["anyOf"].is_array() => "object or null".to_owned(),
        _ => match node["$ref"].as_str().unwrap_or_default() {
            target if target.ends_with("/Status") => "string".to_owned(),
            target if target.ends_with("/Moves") => "list".to_owned(),
            _ => "object".to_owned(),
        },
    }
}

fn description(node: &Value) -> &str {
    node["description"].as_str().unwrap_or_default()
}

/// How a reader of the file finds it: `[[table]]`, `[limits]`, `games` in `[[instances]]`.
fn place(path: &str, name: &str, node: &Value) -> String {
    let is_list = node["type"] == "array" || name == "algorithms";
    match (path, is_list) {
        ("", true) => code(&format!("[[{name}]]")),
        ("", false) => code(&format!("[{name}]")),
        (path, _) => format!("{} in {path}", code(name)),
    }
}

/// The words that a value may be, if it is written out here and not a type of its own.
fn words_of(node: &Value) -> Vec<&str> {
    node["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The types that a value may be of, those of lists and of choices included.
fn references<'s>(node: &'s Value, schema: &'s Value) -> Vec<&'s str> {
    let name = |target: &'s str| target.rsplit('/').next().unwrap_or(target);
    let own: Vec<&str> = node["$ref"].as_str().map(name).into_iter().collect();
    let further = own.iter().map(|target| &schema["$defs"][target]).filter(|it| it["anyOf"].is_array());
    let parts = node["anyOf"].as_array().into_iter().flatten();
    let items = [&node["items"], &node["additionalProperties"]].into_iter().filter(|node| node.is_object());
    let below: Vec<&str> = further.chain(parts).chain(items).flat_map(|node| references(node, schema)).collect();
    own.into_iter().chain(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_with_keys_has_a_section() {
        let mut page = Page::new("", "");
        describe(&searchlab::experiment::spec::of_types(), &mut page);
        let text = page.into_text();
        for section in ["`[[instances]]`", "`[limits]`", "`[[claim]]`", "`kind` in `[[chart]]`", "`[[algorithms]]`"] {
            assert!(text.contains(&format!("\n## {section}\n")), "{section} in {text}");
        }
    }
}
