//! Graphs in plain form, for programs of users.

use serde_json::{Map, Value, json};

use super::network::Edge;
use super::world::Route;
use crate::puzzle::{Followed, Puzzle};

impl Route {
    /// The least cost of an edge from a node to another; `None` if there is none.
    fn cheapest(&self, from: u32, to: u32) -> Option<u64> {
        let graph = &*self.graph;
        let leads = |edge: &&Edge| {
            [edge.from, edge.to] == [from, to] || !graph.is_directed && [edge.to, edge.from] == [from, to]
        };
        graph.edges.iter().filter(leads).map(|edge| edge.cost).min()
    }
}

impl Puzzle for Route {
    fn plain(&self) -> Map<String, Value> {
        let graph = &*self.graph;
        let name = |node: u32| &graph.names[node as usize];
        let mut fields = Map::new();
        fields.insert("directed".to_owned(), json!(graph.is_directed));
        fields.insert("start".to_owned(), json!(name(self.start)));
        fields.insert("goal".to_owned(), json!(name(self.goal)));
        fields.insert("nodes".to_owned(), json!(graph.names));
        let edge = |edge: &Edge| json!([name(edge.from), name(edge.to), edge.cost]);
        fields.insert("edges".to_owned(), graph.edges.iter().map(edge).collect());
        let nodes = 0..graph.names.len() as u32;
        if !graph.estimates.is_empty() {
            let estimate = |node| Some((name(node).clone(), json!(graph.estimates.get(&node)?)));
            fields.insert("estimates".to_owned(), nodes.clone().filter_map(estimate).collect());
        }
        if !graph.places.is_empty() {
            let place = |node| Some((name(node).clone(), json!(graph.places.get(&node)?)));
            fields.insert("places".to_owned(), nodes.filter_map(place).collect());
        }
        fields
    }

    fn text(&self) -> String {
        super::format::write(&self.graph, self.start, self.goal)
    }

    fn follow(&self, moves: &[Box<str>]) -> Result<Followed, String> {
        let graph = &*self.graph;
        let node = |name: &str| graph.node(name).ok_or_else(|| format!("there is no node {name:?}"));
        let nodes = moves.iter().map(|name| node(name)).collect::<Result<Vec<_>, _>>()?;
        if nodes.first() != Some(&self.start) || nodes.last() != Some(&self.goal) {
            return Err("expected the names of all nodes of the path, from the start to the goal".to_owned());
        }
        let mut cost = 0;
        for pair in nodes.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|node| &graph.names[node as usize]);
            cost += self.cheapest(pair[0], pair[1]).ok_or_else(|| format!("no edge leads from {from} to {to}"))?;
        }
        Ok(Followed::Path { cost: cost as f64, exact: None })
    }

    fn trail(&self, moves: &[Box<str>]) -> Vec<(u128, f64)> {
        let (mut node, mut cost) = (self.start, 0);
        let mut nodes = vec![(node.into(), 0.0)];
        for name in moves.iter().skip(1) {
            let next = self.graph.node(name).and_then(|to| Some((to, self.cheapest(node, to)?)));
            let Some((to, step)) = next else { break };
            (node, cost) = (to, cost + step);
            nodes.push((node.into(), cost as f64));
        }
        nodes
    }

    fn reference(&self) -> &'static str {
        "dijkstra"
    }
}
