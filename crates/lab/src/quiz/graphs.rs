//! Small graphs on a grid of points: the order of expansion, and g, h and f.

use super::{Drawn, Field, Figure, Random, Size, Topic, searched, spelled};
use crate::watch::film::{Film, Status};
use crate::watch::why::{number, sentence};

/// The node that each search expands first, in words.
const RULES: [(&str, &str); 4] = [
    ("bfs", "breadth-first search: the node that was found first; it ends as soon as the goal is found"),
    ("dijkstra", "Dijkstra's algorithm: the node with the least cost g from the start"),
    ("greedy", "greedy best-first search: the node with the least estimate h"),
    ("astar", "A*: the node with the least f = g + h"),
];

pub(super) fn draw(topic: Topic, size: Size, random: &mut Random) -> Option<Drawn> {
    let (algorithm, rule) = RULES[if topic == Topic::Astar { 3 } else { random.below(4) as usize }];
    let figure = graph(size, random)?;
    let film = searched(&spelled("graph", &text(&figure))?, algorithm, &[])?;
    let order = expansions(&film, algorithm)?;
    let least = match size {
        Size::Small => 3,
        Size::Medium => 5,
        Size::Large => 7,
    };
    if order.len() < least {
        return None;
    }
    let Figure::Graph { nodes, edges, .. } = figure else { return None };
    let [start, goal] = [&nodes[0].0, &nodes[nodes.len() - 1].0];
    let has_estimates = matches!(algorithm, "greedy" | "astar");
    let mut question = format!("From {start} to {goal} by {rule}. Neighbours are taken in alphabetical order.");
    let names: Vec<String> = order.iter().map(|step| step.0.clone()).collect();
    let mut fields = vec![Field::new("order of expansion, without the goal", names, true)];
    if topic == Topic::Astar {
        question += " Give g, h and f of each node when it is expanded.";
        // By name: their order is what is asked first.
        let mut by_name: Vec<_> = order.iter().collect();
        by_name.sort_unstable();
        fields.extend(by_name.into_iter().map(|(name, sums)| Field::new(format!("g h f of {name}"), sums, true)));
    }
    let why = (1..=film.len()).filter_map(|step| {
        let event = film.event(step)?;
        matches!(&*event.kind, "expand" | "goal").then(|| sentence(&film, Some(&event), None))
    });
    Some((question, Figure::Graph { nodes, edges, has_estimates }, fields, why.collect()))
}

/// Nodes on different points of a grid, each linked with some of the nearest before it. Costs are at least the distance,
/// estimates at most, so that these are consistent.
fn graph(size: Size, random: &mut Random) -> Option<Figure> {
    let count = match size {
        Size::Small => 6,
        Size::Medium => 8,
        Size::Large => 11,
    };
    let mut points: Vec<(i32, i32)> = Vec::new();
    while points.len() < count {
        let point = (random.below(6) as i32, random.below(5) as i32);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    // The start at the left, the goal at the right.
    points.sort_unstable();
    // Units of a third of a step, so that costs differ.
    let distance = |one: usize, other: usize| {
        let (across, down) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
        f64::from(3 * across).hypot(f64::from(3 * down))
    };
    let mut edges: Vec<(usize, usize, u32)> = Vec::new();
    for node in 1..count {
        let mut near: Vec<usize> = (0..node).filter(|&other| is_free(&points, other, node)).collect();
        near.sort_by(|&one, &other| distance(one, node).total_cmp(&distance(other, node)));
        for &other in near.iter().take(1 + random.below(3) as usize) {
            edges.push((other, node, distance(other, node).ceil() as u32 + random.below(4)));
        }
    }
    edges.sort_unstable();
    if !is_readable(&points, &edges) {
        return None;
    }
    let letter = |node: usize| char::from(b'A' + node as u8).to_string();
    let estimate = |node: usize| distance(node, count - 1).floor() as u32;
    let nodes = (0..count).map(|node| (letter(node), points[node].0, points[node].1, estimate(node))).collect();
    Some(Figure::Graph { nodes, edges, has_estimates: true })
}

/// True if no other point lies on the line between two, or next to it.
fn is_free(points: &[(i32, i32)], from: usize, to: usize) -> bool {
    let (a, b) = (points[from], points[to]);
    let (across, down) = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
    let length = across.hypot(down);
    let is_beside = |&(x, y): &(i32, i32)| {
        let (right, below) = (f64::from(x - a.0), f64::from(y - a.1));
        let along = (right * across + below * down) / length;
        along > 0.0 && along < length && (right * down - below * across).abs() / length < 0.4
    };
    !points.iter().enumerate().any(|(at, point)| at != from && at != to && is_beside(point))
}

/// True if every node has a way to the one before it, and no two costs, which stand at two fifths of the edges, hide each
/// other.
fn is_readable(points: &[(i32, i32)], edges: &[(usize, usize, u32)]) -> bool {
    let label = |&(from, to, _): &(usize, usize, u32)| {
        let part = |a: i32, b: i32| f64::from(a) + 0.4 * f64::from(b - a);
        (part(points[from].0, points[to].0), part(points[from].1, points[to].1))
    };
    let labels: Vec<(f64, f64)> = edges.iter().map(label).collect();
    let hides = |(index, one): (usize, &(f64, f64))| {
        labels[..index].iter().any(|other| (one.0 - other.0).hypot(one.1 - other.1) < 0.3)
    };
    let is_linked = (1..points.len()).all(|node| edges.iter().any(|edge| edge.1 == node));
    is_linked && !labels.iter().enumerate().any(hides)
}

/// The graph in the format of its world.
fn text(figure: &Figure) -> String {
    let Figure::Graph { nodes, edges, .. } = figure else { return String::new() };
    let edges = edges.iter().map(|&(from, to, cost)| format!("edge {} {} {cost}\n", nodes[from].0, nodes[to].0));
    let estimates = nodes.iter().map(|(name, _, _, estimate)| format!("estimate {name} {estimate}\n"));
    let ends = format!("start {}\ngoal {}\n", nodes[0].0, nodes[nodes.len() - 1].0);
    edges.chain(estimates).chain([ends]).collect()
}

/// The nodes in the order of their expansion, each with g, h and f; `None` if at some time two open ones are equally good.
fn expansions(film: &Film, algorithm: &str) -> Option<Vec<(String, [String; 3])>> {
    let mut order = Vec::new();
    // The key of each open node.
    let mut open = vec![None; film.nodes()];
    let mut status = vec![Status::Unseen; film.nodes()];
    for step in 1..=film.len() {
        let event = film.event(step)?;
        let Some(id) = event.id.map(|id| id as usize) else { continue };
        let key = match algorithm {
            "dijkstra" => event.g,
            "greedy" => event.h,
            "astar" => event.f,
            _ => None,
        };
        match &*event.kind {
            "generate" if status[id] != Status::Closed && event.how.as_deref() != Some("known") => {
                (open[id], status[id]) = (key, Status::Open);
            }
            "expand" | "goal" => {
                let own = open[id].take();
                if own.is_some() && open.contains(&own) {
                    return None;
                }
                status[id] = Status::Closed;
                if event.kind == "expand" {
                    order.push((film.name(event.id?), [event.g, event.h, event.f].map(number)));
                }
            }
            _ => {}
        }
    }
    Some(order)
}
