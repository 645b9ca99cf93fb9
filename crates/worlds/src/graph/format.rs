//! Graphs as text, a statement a line, in any order:
//!
//! ```text
//! undirected                        # or directed; undirected where nothing is said
//! edge Sibiu "Rimnicu Vilcea" 80
//! at Sibiu 207 457                  # coordinates, for straight lines and pictures
//! estimate Sibiu 253                # of the cost to the goal
//! start Arad
//! goal Bucharest
//! ```
//!
//! Edges make the nodes. Names with blanks stand in quotation marks. Costs are whole numbers from 1, estimates from 0,
//! coordinates of either sign, all up to a billion. `#` begins a comment.
//!
//! Not here: numbers of edges (network.rs), heuristics (space.rs).

use std::collections::HashMap;

use super::network::{Edge, Graph};
use crate::lines::contents;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// No number is farther from 0: products of two of their squares fit into 128 bits.
const LARGEST: i64 = 1_000_000_000;

/// The statements in the order in which they take effect: keyword, form, number of nodes, the least of other numbers.
const STATEMENTS: [(&str, &str, usize, i64); 7] = [
    ("directed", "directed", 0, 0),
    ("undirected", "undirected", 0, 0),
    ("edge", "edge NODE NODE COST", 2, 1),
    ("start", "start NODE", 1, 0),
    ("goal", "goal NODE", 1, 0),
    ("at", "at NODE X Y", 1, -LARGEST),
    ("estimate", "estimate NODE COST", 1, 0),
];

const QUOTES: &str = "names with blanks stand in quotation marks: \"Rimnicu Vilcea\"";

/// A graph as text.
pub(super) fn write(graph: &Graph, start: u32, goal: u32) -> String {
    let name = |node: u32| format!("\"{}\"", graph.names[node as usize]);
    let mut lines = vec![if graph.is_directed { "directed" } else { "undirected" }.to_owned()];
    let edge = |edge: &Edge| format!("edge {} {} {}", name(edge.from), name(edge.to), edge.cost);
    lines.extend(graph.edges.iter().map(edge));
    for node in 0..graph.names.len() as u32 {
        lines.extend(graph.places.get(&node).map(|[x, y]| format!("at {} {x} {y}", name(node))));
        lines.extend(graph.estimates.get(&node).map(|estimate| format!("estimate {} {estimate}", name(node))));
    }
    lines.extend([format!("start {}", name(start)), format!("goal {}", name(goal)), String::new()]);
    lines.join("\n")
}

/// Reads the graph of a text.
///
/// # Errors
/// Everything that is wrong with it, with its place: unknown statements, statements of another form, numbers that are
/// none or out of range, unknown nodes, statements given twice, more edges at a node than can be numbered; a graph
/// without edges.
pub fn read(source: &Source) -> Result<Graph, Diagnostics> {
    let mut reader = Reader { source, problems: Diagnostics::new(), nodes: HashMap::new(), graph: Graph::default() };
    let lines = contents(source).map(|(_, range)| &source.text[range]);
    let mut statements: Vec<_> = lines.filter_map(|line| reader.statement(line)).collect();
    statements.sort_by_key(|(rank, _)| *rank);
    let mut edges = Vec::new();
    for (rank, words) in &statements {
        let (keyword, _, ends, least) = STATEMENTS[*rank];
        let nodes: Option<Vec<_>> = words[1..=ends].iter().map(|word| reader.node(word, keyword == "edge")).collect();
        let numbers: Option<Vec<_>> = words[ends + 1..].iter().map(|word| reader.number(word, least)).collect();
        let (Some(nodes), Some(numbers), graph) = (nodes, numbers, &mut reader.graph) else { continue };
        let is_second = match (keyword, nodes.as_slice(), numbers.as_slice()) {
            ("edge", &[from, to], &[cost]) => {
                graph.edges.push(Edge { from, to, cost: cost as u64 });
                edges.push(words[1]);
                false
            }
            ("at", &[node], &[x, y]) => graph.places.insert(node, [x, y]).is_some(),
            ("estimate", &[node], &[cost]) => graph.estimates.insert(node, cost as u64).is_some(),
            ("start", &[node], _) => graph.start.replace(node).is_some(),
            ("goal", &[node], _) => graph.goal.replace(node).is_some(),
            _ => std::mem::replace(&mut graph.is_directed, keyword == "directed"),
        };
        if is_second {
            reader.problems.push(|| at(source, words[0], Diagnostic::new("given twice")));
        }
    }
    if let Err(edge) = reader.graph.numbers() {
        let problem = || Diagnostic::new("more edges at a node than can be numbered; 16 always can be");
        reader.problems.push(|| at(source, edges[edge], problem()));
    }
    if reader.graph.edges.is_empty() {
        reader.problems.push(|| at(source, &source.text[..0], Diagnostic::new("a graph without edges")));
    }
    reader.problems.into_result(reader.graph)
}

/// A problem with its place, a part of the text.
fn at(source: &Source, part: &str, problem: Diagnostic) -> Diagnostic {
    let begin = part.as_ptr() as usize - source.text.as_ptr() as usize;
    problem.at(source.excerpt(begin..begin + part.len(), ""))
}

struct Reader<'a> {
    source: &'a Source,
    problems: Diagnostics,
    nodes: HashMap<&'a str, u32>,
    graph: Graph,
}

impl<'a> Reader<'a> {
    /// The rank and the words of a statement.
    fn statement(&mut self, line: &'a str) -> Option<(usize, Vec<&'a str>)> {
        // Every other piece between quotation marks is a name.
        let pieces = line.split('"').zip([false, true].into_iter().cycle());
        let split =
            |(piece, is_name): (&'a str, _)| if is_name { vec![piece] } else { piece.split_whitespace().collect() };
        let words: Vec<&str> = pieces.flat_map(split).collect();
        let Some(rank) = STATEMENTS.iter().position(|(keyword, ..)| *keyword == words[0]) else {
            let unknown =
                || Diagnostic::unknown_name("statement", words[0], &STATEMENTS.map(|(keyword, ..)| keyword), None);
            self.problems.push(|| at(self.source, words[0], unknown()));
            return None;
        };
        let form = STATEMENTS[rank].1;
        if words.len() == form.split(' ').count() && line.matches('"').count().is_multiple_of(2) {
            return Some((rank, words));
        }
        let problem = || Diagnostic::new(format!("expected `{form}`")).help(QUOTES);
        self.problems.push(|| at(self.source, line, problem()));
        None
    }

    fn node(&mut self, name: &'a str, is_new: bool) -> Option<u32> {
        if is_new && !self.nodes.contains_key(name) {
            self.nodes.insert(name, self.graph.names.len() as u32);
            self.graph.names.push(name.to_owned());
        }
        let node = self.nodes.get(name).copied();
        if node.is_none() {
            self.problems.push(|| at(self.source, name, self.graph.unknown(name).help("edges make the nodes")));
        }
        node
    }

    fn number(&mut self, word: &str, least: i64) -> Option<i64> {
        let number = word.parse().ok().filter(|number| (least..=LARGEST).contains(number));
        if number.is_none() {
            let message = format!("expected a whole number from {least} to {LARGEST}, not {}", quoted(word));
            self.problems.push(|| at(self.source, word, Diagnostic::new(message)));
        }
        number
    }
}
