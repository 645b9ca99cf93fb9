//! A graph as the scene of a trace.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Graph;
use crate::trace::Scene;

/// A graph with start and goal.
#[derive(Debug, Clone)]
pub(crate) struct GraphScene {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The node where the path begins.
    pub start: u32,
    /// The node where it ends.
    pub goal: u32,
}

impl GraphScene {
    fn name(&self, node: u32) -> &str {
        self.graph.names.get(node as usize).map_or("", String::as_str)
    }
}

impl Scene for GraphScene {
    fn is_game(&self) -> bool {
        false
    }

    fn shape(&self) -> Value {
        let place = |(node, name): (usize, &String)| {
            let mut place = Map::new();
            place.insert("name".to_owned(), name.as_str().into());
            if let Some([x, y]) = self.graph.places.get(&(node as u32)) {
                place.insert("x".to_owned(), (*x).into());
                place.insert("y".to_owned(), (*y).into());
            }
            Value::Object(place)
        };
        let places: Vec<Value> = self.graph.names.iter().enumerate().map(place).collect();
        let edges = self.graph.edges.iter().map(|edge| json!([self.name(edge.from), self.name(edge.to), edge.cost]));
        json!({
            "shape": "graph", "directed": self.graph.is_directed, "places": places,
            "edges": edges.collect::<Vec<Value>>(), "start": self.name(self.start), "goal": self.name(self.goal),
        })
    }

    fn state(&self, code: u128) -> Value {
        self.name(code as u32).into()
    }
}
