//! Events in words, one line each.

use serde_json::Value;

use super::read::{Entry, Reader};

/// The header in words.
pub fn title(reader: &Reader) -> String {
    let word = |name| reader.word(name);
    format!("{} on {} ({}), a trace of kind {}", word("algorithm"), word("instance"), word("world"), word("kind"))
}

/// Turns the events of a trace into lines.
#[derive(Debug, Default)]
pub struct Words {
    /// Names of the states and nodes, by id.
    names: Vec<String>,
    /// Depth of the visit that runs.
    level: usize,
}

impl Words {
    /// The line of an event, without its number. To be called for every line in order, as names are given once.
    pub fn line(&mut self, entry: &Entry) -> String {
        self.learn(entry);
        let indent = "  ".repeat(self.indent(entry).min(30));
        let mut words = vec![format!("{indent}{}", entry.kind)];
        if let Some(id) = entry.id("id") {
            words.push(self.name(id));
        }
        for (name, value) in &entry.line {
            match name.as_str() {
                "type" | "id" | "at" | "board" | "to_move" | "move" if entry.kind != "cut" => {}
                "type" | "id" | "counters" | "seconds" => {}
                "p" => words.push(format!("from {}", self.name(value.as_u64().unwrap_or_default()))),
                "how" | "bound" | "why" | "side" => words.push(plain(value)),
                "path" | "ids" => words.push(format!("{name} {}", self.names_of(value))),
                _ => words.push(format!("{name} {}", plain(value))),
            }
        }
        words.join(" ")
    }

    fn indent(&mut self, entry: &Entry) -> usize {
        match entry.kind.as_str() {
            "enter" => {
                self.level += 1;
                self.level - 1
            }
            "return" => {
                self.level = self.level.saturating_sub(1);
                self.level
            }
            "leaf" | "cut" | "pass" | "subtree" | "iteration" => self.level,
            _ => entry.id("depth").filter(|_| entry.kind == "expand").unwrap_or_default() as usize,
        }
    }

    /// Keeps the name of a state or node that appears first.
    fn learn(&mut self, entry: &Entry) {
        let (Some(id), Some(value)) = (entry.id("id"), entry.line.get("at").or_else(|| entry.line.get("move"))) else {
            return;
        };
        let id = id as usize;
        // A broken file may name any number.
        if entry.kind == "cut" || id > self.names.len() + 1_000_000 {
            return;
        }
        let name = match entry.id("p").filter(|_| entry.line.contains_key("move")) {
            Some(parent) if parent > 0 => format!("{} {}", self.name(parent), plain(value)),
            _ => plain(value),
        };
        if self.names.len() <= id {
            self.names.resize(id + 1, String::new());
        }
        if self.names[id].is_empty() {
            self.names[id] = name;
        }
    }

    fn name(&self, id: u64) -> String {
        let name = usize::try_from(id).ok().and_then(|id| self.names.get(id)).filter(|name| !name.is_empty());
        name.map_or_else(|| if id == 0 { "root".to_owned() } else { format!("#{id}") }, Clone::clone)
    }

    fn names_of(&self, ids: &Value) -> String {
        let ids = ids.as_array().into_iter().flatten().filter_map(Value::as_u64);
        ids.map(|id| self.name(id)).collect::<Vec<_>>().join(" → ")
    }
}

/// A value as people write it: lists of numbers with commas, words without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(parts) if parts.iter().all(Value::is_array) => {
            parts.iter().map(|part| format!("({})", plain(part))).collect::<Vec<_>>().join(" ")
        }
        Value::Array(parts) => parts.iter().map(plain).collect::<Vec<_>>().join(","),
        Value::Object(members) => {
            members.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Null => "–".to_owned(),
        other => other.to_string(),
    }
}
