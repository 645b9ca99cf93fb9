//! The iterations of searches of games, a line each.

use super::comparison::first;
use super::parts::parts;
use super::table::{Column, Layout, Mood, Row, decimal, number, words};
use searchlab_search::counters::{Iteration, IterationLimit};
use searchlab_trial::record::Record;
use searchlab_trial::text::grouped;

/// An iteration with the search that it belongs to.
struct Line {
    algorithm: String,
    iteration: Iteration,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        // What a limit ended has no value.
        if self.iteration.value.is_some() { Mood::Plain } else { Mood::Incomplete }
    }
}

/// True if iterations of the record are those of a game.
pub(super) fn is_of_game(record: &Record) -> bool {
    let has_depth = |iteration: &Iteration| matches!(iteration.limit, IterationLimit::Depth(_));
    record.result.as_ref().is_some_and(|answer| answer.depth.is_some()) || record.per_iteration.iter().any(has_depth)
}

/// The deepest search of each algorithm, in the order in which they first occur; of several positions and repetitions
/// the first.
pub fn deepest(records: &[Record]) -> Vec<&Record> {
    let mut deepest: Vec<&Record> = Vec::new();
    for record in records {
        match deepest.iter_mut().find(|known| known.algorithm == record.algorithm) {
            Some(known) if record.depth > known.depth => *known = record,
            Some(_) => {}
            None => deepest.push(record),
        }
    }
    deepest
}

/// Results and costs of each iteration of these searches; nothing if they have none. Each counter is that of the
/// iteration alone.
pub fn table_of(records: &[&Record], layout: Layout) -> String {
    let lines: Vec<Line> = records
        .iter()
        .flat_map(|record| {
            let algorithm = record.algorithm.clone();
            record.per_iteration.iter().map(move |each| Line { algorithm: algorithm.clone(), iteration: each.clone() })
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let keys = [ALGORITHM, DEPTH];
    let keys = if records.len() == 1 { &keys[1..] } else { &keys };
    parts(&lines, keys, &[&GIVEN, &COUNTED], layout)
}

fn count(counter: u64) -> String {
    if counter == 0 { String::new() } else { grouped(counter) }
}

const ALGORITHM: Column<Line> = words("algorithm", |line| line.algorithm.clone());
const DEPTH: Column<Line> = number("depth", |line| decimal(line.iteration.limit.number()));
const GIVEN: [Column<Line>; 4] = [
    number("value", |line| line.iteration.value.map(|value| value.to_string()).unwrap_or_default()),
    words("move", |line| line.iteration.best.clone().unwrap_or_default()),
    number("nodes", |line| count(line.iteration.counters.nodes())),
    number("leaves", |line| count(line.iteration.counters.evaluated)),
];
const COUNTED: [Column<Line>; 4] = [
    number("cutoffs", |line| count(line.iteration.counters.cutoffs)),
    number("first", |line| first(&line.iteration.counters)),
    number("tt hits", |line| count(line.iteration.counters.tt_hits)),
    number("passes", |line| count(line.iteration.counters.passes)),
];
