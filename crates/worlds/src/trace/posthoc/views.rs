//! Views and places of the events, by the scene of the search.

use std::f64::consts::TAU;

use serde_json::{Map, Value, json};

use crate::trace::Line;

/// The colour of walls and of lines.
const DARK: &str = "#3a3f47";

/// How the states of a scene are drawn.
#[derive(Debug, Default)]
pub(super) enum Layout {
    /// Cells of a maze: runs of walls as row, column and length, and the goal.
    Grid { walls: Vec<[usize; 3]>, goal: Option<[f64; 2]> },
    /// Boards of this width.
    Tiles { width: u64 },
    /// Nodes with their names and places, edges between them, and the goal.
    Graph { places: Vec<(String, [f64; 2])>, edges: Vec<[[f64; 2]; 2]>, goal: String },
    /// Nodes of a tree, in columns as they come and in rows by ply; the columns taken so far.
    Tree { columns: u64 },
    /// Nothing is known of the scene.
    #[default]
    Unknown,
}

fn members(value: Value) -> Map<String, Value> {
    if let Value::Object(members) = value { members } else { Map::new() }
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

impl Layout {
    pub(super) fn new(scene: &Value) -> Self {
        match scene.get("shape").and_then(Value::as_str) {
            Some("grid") => Self::grid(scene),
            Some("tiles") => {
                Self::Tiles { width: scene.get("width").and_then(Value::as_u64).unwrap_or(1).clamp(1, 64) }
            }
            Some("graph") => Self::graph(scene),
            Some("board" | "none") => Self::Tree { columns: 0 },
            _ => Self::Unknown,
        }
    }

    fn grid(scene: &Value) -> Self {
        let mut walls = Vec::new();
        for (row, cells) in list(scene, "cells").enumerate() {
            let mut column = 0;
            let letters: Vec<char> = cells.as_str().unwrap_or_default().chars().collect();
            for run in letters.chunk_by(|left, right| left == right) {
                if run[0] == '#' {
                    walls.push([row, column, run.len()]);
                }
                column += run.len();
            }
        }
        let goal: Vec<f64> = list(scene, "goal").filter_map(Value::as_f64).collect();
        Self::Grid { walls, goal: goal.try_into().ok() }
    }

    /// Nodes without coordinates stand on a circle. Coordinates grow upwards, as on maps.
    fn graph(scene: &Value) -> Self {
        let all: Vec<&Value> = list(scene, "places").collect();
        let coordinate = |place: &Value, name: &str| place.get(name).and_then(Value::as_f64);
        let known = all.iter().filter_map(|place| coordinate(place, "x").zip(coordinate(place, "y")));
        let reach = known.fold(1.0_f64, |reach, (x, y)| reach.max(x.abs()).max(y.abs()));
        let place = |(number, place): (usize, &&Value)| {
            let angle = TAU * number as f64 / all.len().max(1) as f64;
            let at = match coordinate(place, "x").zip(coordinate(place, "y")) {
                Some((x, y)) => [x / reach * 50.0, -y / reach * 50.0],
                None => [angle.cos() * 50.0, angle.sin() * 50.0],
            };
            (place.get("name").and_then(Value::as_str).unwrap_or_default().to_owned(), at)
        };
        let places: Vec<(String, [f64; 2])> = all.iter().enumerate().map(place).collect();
        let find = |name: Option<&Value>| {
            let name = name.and_then(Value::as_str)?;
            places.iter().find(|place| place.0 == name).map(|place| place.1)
        };
        let edge = |edge: &Value| Some([find(edge.get(0))?, find(edge.get(1))?]);
        let edges = list(scene, "edges").filter_map(edge).collect();
        let goal = scene.get("goal").and_then(Value::as_str).unwrap_or_default().to_owned();
        Self::Graph { places, edges, goal }
    }

    /// The place of the goal, where it is known from the beginning.
    pub(super) fn goal(&self) -> Option<Map<String, Value>> {
        match self {
            Self::Grid { goal: Some([row, column]), .. } => Some(members(json!({ "x": column, "y": row }))),
            Self::Graph { goal, places, .. } => {
                let (name, [x, y]) = places.iter().find(|place| place.0 == *goal)?;
                Some(members(json!({ "x": x, "y": y, "name": name })))
            }
            _ => None,
        }
    }

    /// The place of a state that appears first.
    pub(super) fn place(&mut self, line: &Line, above: Option<&Map<String, Value>>) -> Map<String, Value> {
        let at = line.get("at").unwrap_or(&Value::Null);
        match self {
            Self::Grid { .. } => members(json!({ "x": at.get(1), "y": at.get(0) })),
            Self::Tiles { .. } => members(json!({ "tiles": at })),
            Self::Graph { places, .. } => {
                let name = at.as_str().unwrap_or_default();
                let [x, y] = places.iter().find(|place| place.0 == name).map_or([0.0; 2], |place| place.1);
                members(json!({ "x": x, "y": y, "name": name }))
            }
            Self::Tree { columns } => {
                let row = above.and_then(|above| above.get("y")).and_then(Value::as_u64).map_or(0, |row| row + 1);
                // The first child stands below its parent, and each other one to the right of all nodes so far.
                let is_first =
                    row > 0 && above.is_some_and(|above| above.get("x").and_then(Value::as_u64) == Some(*columns));
                if !is_first && row > 0 {
                    *columns += 1;
                }
                let name = line.get("move").and_then(Value::as_str).unwrap_or("root");
                members(json!({ "x": *columns, "y": row, "name": name }))
            }
            Self::Unknown => Map::new(),
        }
    }

    pub(super) fn pivot(&self) -> Value {
        match self {
            Self::Grid { .. } => json!({ "x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1 }),
            Self::Tiles { width } => json!({ "x": *width as f64 / 2.0, "y": *width as f64 / 2.0, "scale": 1 }),
            _ => json!({ "x": "${{ $.x }}", "y": "${{ $.y }}", "scale": 1 }),
        }
    }

    pub(super) fn views(&self) -> Value {
        const SHOWN: &str = "${{ $.type != 'prune' }}";
        const AT_FIRST: &str = "${{ $.type == 'source' }}";
        let info = json!({
            "g": "${{ $.g }}", "h": "${{ $.h }}", "f": "${{ $.f }}", "how": "${{ $.how }}", "value": "${{ $.value }}",
            "alpha": "${{ $.alpha }}", "beta": "${{ $.beta }}", "bound": "${{ $.bound }}", "by": "${{ $.by }}",
        });
        match self {
            Self::Grid { walls, .. } => {
                let rect = |[row, column, length]: &[usize; 3]| json!({ "$": "rect", "x": column, "y": row, "width": length, "height": 1, "fill": DARK });
                json!({
                    "walls": walls.iter().map(rect).collect::<Vec<_>>(),
                    "cell": [{
                        "$": "rect", "x": "${{ $.x }}", "y": "${{ $.y }}", "width": 1, "height": 1,
                        "fill": "${{ color[$.type] }}",
                    }],
                    "main": [
                        { "$": "walls", "$if": AT_FIRST },
                        { "$": "cell", "$if": SHOWN, "$info": info },
                    ],
                })
            }
            Self::Tiles { width } => {
                let tile = |place: u64| {
                    json!({
                        "$": "rect", "x": place % width, "y": place / width, "width": 0.95, "height": 0.95,
                        "fill": format!("${{{{ $.tiles[{place}] ? color[$.type] : theme.background }}}}"),
                        "label": format!("${{{{ $.tiles[{place}] }}}}"), "label-x": 0.4, "label-y": 0.6, "label-size": 0.4,
                        "label-color": "${{ theme.foreground }}",
                    })
                };
                json!({
                    "board": (0..width * width).map(tile).collect::<Vec<_>>(),
                    "main": [{ "$": "board", "$if": SHOWN, "clear": true, "$info": info }],
                })
            }
            Self::Graph { edges, .. } => {
                let path = |[from, to]: &[[f64; 2]; 2]| {
                    let point = |[x, y]: &[f64; 2]| json!({ "x": x, "y": y });
                    json!({ "$": "path", "points": [point(from), point(to)], "fill": DARK, "line-width": 0.3 })
                };
                json!({ "edges": edges.iter().map(path).collect::<Vec<_>>(), "node": [circle(1.5)],
                    "main": [
                        { "$": "edges", "$if": AT_FIRST },
                        { "$": "node", "$if": SHOWN, "$info": info },
                    ] })
            }
            Self::Tree { .. } | Self::Unknown => {
                json!({ "node": [circle(0.3)], "main": [{ "$": "node", "$if": SHOWN, "$info": info }] })
            }
        }
    }
}

/// A circle at the place of an event, with its name beside it.
fn circle(radius: f64) -> Value {
    json!({
        "$": "circle", "x": "${{ $.x }}", "y": "${{ $.y }}", "radius": radius, "fill": "${{ color[$.type] }}",
        "label": "${{ $.name }}", "label-x": radius, "label-y": -radius, "label-size": radius,
        "label-color": "${{ theme.foreground }}",
    })
}
