//! The form of Posthoc: its search trace 1.4.0, as JSON, with views for grids, tiles, graphs and trees.
//!
//! Ids and parents are those of our trace, so that its tree view needs nothing else. Every event has the place of its
//! state, which ours has only where the state appears first. Lines that stand for no state, such as iterations, become
//! members of the events that follow. Not here: the views (posthoc/views.rs).

mod views;

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::Line;
use views::Layout;

/// The version of Posthoc's format.
const VERSION: &str = "1.4.0";

/// Members that go into the events of Posthoc as they are.
const KEPT: [&str; 20] = [
    "g", "h", "f", "how", "side", "open", "depth", "ply", "alpha", "beta", "value", "bound", "by", "skipped", "cost",
    "move", "plies", "to_move", "board", "window",
];

/// Turns lines into the text of a file of Posthoc.
#[derive(Debug, Default)]
pub(super) struct Converter {
    layout: Layout,
    /// The members of each state that its later events repeat.
    places: HashMap<u64, Map<String, Value>>,
    /// The parent by which each state was reached last.
    parents: HashMap<u64, u64>,
    /// The number of the iteration that runs.
    iteration: Option<Value>,
    has_header: bool,
    has_events: bool,
}

impl Converter {
    /// The text that a line becomes: the header first.
    pub(super) fn text(&mut self, line: &Line) -> String {
        if !self.has_header {
            self.has_header = true;
            return self.header(line);
        }
        let events = self.events(line);
        events.into_iter().map(|event| self.separated(&event)).collect()
    }

    /// The end of the file.
    pub(super) fn close(&self) -> &'static str {
        match (self.has_header, self.has_events) {
            (false, _) => "",
            (true, false) => "]}\n",
            (true, true) => "\n]}\n",
        }
    }

    fn header(&mut self, line: &Line) -> String {
        let scene = line.get("scene").cloned().unwrap_or_default();
        self.layout = Layout::new(&scene);
        let (views, pivot) = (self.layout.views(), self.layout.pivot());
        let text = format!("{{\"version\":\"{VERSION}\",\"views\":{views},\"pivot\":{pivot},\"events\":[");
        match self.layout.goal() {
            Some(place) => {
                let mut event = json!({ "type": "destination", "id": "goal", "pId": null });
                if let Some(members) = event.as_object_mut() {
                    members.extend(place);
                }
                text + &self.separated(&event)
            }
            None => text,
        }
    }

    fn separated(&mut self, event: &Value) -> String {
        let comma = if std::mem::replace(&mut self.has_events, true) { ",\n" } else { "\n" };
        format!("{comma}{event}")
    }

    /// The events of a line: one, or none.
    fn events(&mut self, line: &Line) -> Option<Value> {
        let kind = line.get("type").and_then(Value::as_str)?;
        if kind == "iteration" {
            self.iteration = line.get("number").cloned();
            return None;
        }
        let id = line.get("id").and_then(Value::as_u64)?;
        let mut event = Map::new();
        event.insert("type".to_owned(), kind_of(kind, line).into());
        event.insert("id".to_owned(), id.into());
        event.insert("pId".to_owned(), self.parent(id, line).map_or(Value::Null, Value::from));
        let place = self.place(id, line);
        event.extend(place);
        for name in KEPT {
            if let Some(value) = line.get(name) {
                event.insert(name.to_owned(), value.clone());
            }
        }
        if let Some(number) = &self.iteration {
            event.insert("iteration".to_owned(), number.clone());
        }
        Some(Value::Object(event))
    }

    /// The parent of a state, if it has appeared.
    fn parent(&mut self, id: u64, line: &Line) -> Option<u64> {
        if let Some(parent) = line.get("p").and_then(Value::as_u64).filter(|parent| self.places.contains_key(parent)) {
            self.parents.insert(id, parent);
        }
        self.parents.get(&id).copied()
    }

    /// Where a state is drawn, and its name.
    fn place(&mut self, id: u64, line: &Line) -> Map<String, Value> {
        if let Some(place) = self.places.get(&id) {
            return place.clone();
        }
        let above = self.parents.get(&id).and_then(|parent| self.places.get(parent));
        let place = self.layout.place(line, above);
        self.places.insert(id, place.clone());
        place
    }
}

/// The word of Posthoc for an event.
fn kind_of<'l>(kind: &'l str, line: &Line) -> &'l str {
    match (kind, line.get("how").and_then(Value::as_str)) {
        ("generate", Some("new") | None) => "generate",
        ("generate", Some("cheaper" | "reopened"))
        | ("meet" | "cut" | "pass" | "subtree" | "select" | "simulate", _) => "update",
        ("generate", _) => "prune",
        ("enter", _) => "expand",
        ("leaf" | "return", _) => "close",
        ("goal", _) => "end",
        (other, _) => other,
    }
}
