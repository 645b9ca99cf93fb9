//! Which entries of a table are the best of those that compete: those of one quantity that differ in the algorithm only.
//!
//! There is no best where it is not known: if a limit could hide a better one, or if the competitors are not of equally
//! many trials. Nor is there one if all are equal.

use std::collections::BTreeMap;

use super::super::field::Field;
use super::super::request::Statistic;
use super::super::table::Entry;
use super::{Grid, Shape, Spread};
use searchlab_search::counters::Counters;

/// Those that compete: the field, all keys but the algorithm, and the value that is spread.
type Case = (usize, Vec<Option<usize>>, Option<usize>);

/// Marks them.
pub(super) fn mark(columns: &mut [Spread<'_>], grid: &Grid, shape: &Shape) {
    let key = shape.keys.iter().position(|field| *field == Field::Algorithm);
    let is_spread = shape.column.as_ref() == Some(&Field::Algorithm);
    if key.is_none() && !is_spread {
        return;
    }
    // Column and row of each that competes.
    let mut cases: BTreeMap<Case, Vec<(usize, usize)>> = BTreeMap::new();
    for (place, column) in columns.iter().enumerate() {
        let Some(field) = column.field.and_then(|field| shape.values.iter().position(|value| value == field)) else {
            continue;
        };
        for row in 0..grid.rows.len() {
            let mut keys = grid.rows[row].clone();
            if let Some(key) = key {
                keys.remove(key);
            }
            let spread = (!is_spread).then_some(column.place);
            cases.entry((field, keys, spread)).or_default().push((place, row));
        }
    }
    for ((field, ..), places) in cases {
        let entries: Vec<&Entry> = places.iter().map(|&(column, row)| &columns[column].entries[row]).collect();
        let sign = match direction(&shape.values[field], shape.statistic) {
            Some(Direction::Down) => 1.0,
            Some(Direction::Up) => -1.0,
            None => continue,
        };
        let Some(best) = best(&entries, sign) else { continue };
        for (column, row) in places {
            if let Entry::Quantity { value, is_best, .. } = &mut columns[column].entries[row] {
                *is_best = !value.is_bound && value.value.to_bits() == best.to_bits();
            }
        }
    }
}

enum Direction {
    /// Less is better.
    Down,
    /// More is better.
    Up,
}

/// Counters of which less is better: what was done and what was held.
const COSTS: [&str; 11] = [
    "expanded",
    "generated",
    "evaluated",
    "reopened",
    "scanned",
    "passes",
    "open_pushes",
    "open_pops",
    "open_updates",
    "peak_open",
    "table_bytes",
];

fn direction(field: &Field, statistic: Statistic) -> Option<Direction> {
    match (statistic, field) {
        (Statistic::Count, _) => None,
        (Statistic::Finished, _) | (_, Field::NodesPerSecond | Field::FirstMoveRate) => Some(Direction::Up),
        (_, Field::Nodes | Field::Seconds | Field::CpuSeconds | Field::PeakBytes) => Some(Direction::Down),
        (_, Field::Counter(place)) if COSTS.contains(&Counters::MEANINGS[*place].0) => Some(Direction::Down),
        _ => None,
    }
}

/// The best number of these, if there is one. `sign` is -1 where more is better.
fn best(entries: &[&Entry], sign: f64) -> Option<f64> {
    let mut numbers = Vec::new();
    let mut trials = Vec::new();
    for entry in entries {
        if let Entry::Quantity { value, limited, .. } = entry {
            // Of what has no bounds a limit leaves fewer trials, which must not win by that.
            if limited.0 > 0 && !value.is_bound && sign < 0.0 {
                return None;
            }
            numbers.push(*value);
            trials.push(limited.1);
        }
    }
    let (first, rest) = trials.split_first()?;
    if rest.is_empty() || rest.iter().any(|count| count != first) {
        return None;
    }
    let known = numbers.iter().filter(|number| !number.is_bound).map(|number| number.value);
    let best = known.min_by(|one, other| (sign * one).total_cmp(&(sign * other)))?;
    let may_beat = |bound: f64| bound < best;
    if numbers.iter().any(|number| number.is_bound && (sign < 0.0 || may_beat(number.value))) {
        return None;
    }
    let is_tied = numbers.iter().all(|number| !number.is_bound && number.value.to_bits() == best.to_bits());
    (!is_tied).then_some(best)
}
