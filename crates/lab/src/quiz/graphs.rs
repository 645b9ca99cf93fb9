//! Small graphs on a grid of points: the order of expansion, and g, h and f.

use super::{Drawn, Field, Figure, Random, Size, Topic, searched, spelled};
use crate::watch::film::{Film, Status};
use crate::watch::why::{number, sentence};

/// What each search expands first.
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
        fields.extend(order.iter().map(|(name, sums)| Field::new(format!("g h f of {name}"), sums, true)));
    }
    let why = (1..=film.len()).filter_map(|step| {
        let event = film.event(step)?;
        matches!(&*event.kind, "expand" | "goal").then(|| sentence(&film, Some(&event)))
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
        let mut near: Vec<usize> = (0..node).collect();
        near.sort_by(|&one, &other| distance(one, node).total_cmp(&distance(other, node)));
        for &other in near.iter().take(1 + random.below(3) as usize) {
            edges.push((other, node, distance(other, node).ceil() as u32 + random.below(4)));
        }
    }
    edges.sort_unstable();
    let letter = |node: usize| char::from(b'A' + node as u8).to_string();
    let estimate = |node: usize| distance(node, count - 1).floor() as u32;
    let nodes = (0..count).map(|node| (letter(node), points[node].0, points[node].1, estimate(node))).collect();
    Some(Figure::Graph { nodes, edges, has_estimates: true })
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
