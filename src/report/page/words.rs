//! The words for numbers, entries and problems.

use crate::analysis::claim::Verdict;
use crate::analysis::field::Measure;
use crate::analysis::problems::Disagreement;
use crate::analysis::table::{Entry, TableData};
use crate::record::Status;
use crate::report::duration;
use crate::statistics::interval::Interval;
use crate::text::{counted, grouped, printable};

/// The number or the key of an entry, without its interval; empty where there is nothing to say.
pub(super) fn entry_text(entry: &Entry) -> String {
    let bound = |is_bound| if is_bound { "≥ " } else { "" };
    match entry {
        Entry::Missing | Entry::Ratio { value: None, .. } => String::new(),
        Entry::Text(text) => printable(text),
        Entry::Number(number) => number_text(*number),
        Entry::Quantity { value, measure, limited, .. } => {
            let text = format!("{}{}", bound(value.is_bound), number(value.value, *measure));
            if limited.0 > 0 { format!("{text} ({}/{})", limited.0, limited.1) } else { text }
        }
        Entry::Ratio { value: Some(value), .. } => format!("{}{}", bound(value.is_bound), number_text(value.value)),
    }
}

/// The interval of an entry, if it has one with a width.
pub(super) fn entry_interval(entry: &Entry) -> Option<String> {
    let (interval, measure) = match entry {
        Entry::Quantity { interval, measure, .. } => ((*interval)?, *measure),
        Entry::Ratio { interval, .. } => ((*interval)?, Measure::Plain),
        _ => return None,
    };
    let Interval { low, high } = interval;
    (low < high).then(|| format!("[{}, {}]", number(low, measure), number(high, measure)))
}

/// The number by which an entry is sorted.
pub(super) fn entry_number(entry: &Entry) -> Option<f64> {
    match entry {
        Entry::Number(number) => Some(*number),
        Entry::Quantity { value, .. } => Some(value.value),
        Entry::Ratio { value, .. } => value.map(|value| value.value),
        Entry::Missing | Entry::Text(_) => None,
    }
}

/// Whether an entry is the best of those that compete.
pub(super) const fn entry_is_best(entry: &Entry) -> bool {
    matches!(entry, Entry::Quantity { is_best: true, .. })
}

/// Whether a column holds numbers.
pub(super) fn is_numeric(table: &TableData, column: usize) -> bool {
    table.rows.iter().all(|row| !matches!(row.get(column), Some(Entry::Text(_))))
}

/// A number of no special unit: whole numbers as they are, others with four digits.
pub(super) fn number_text(value: f64) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { "-" } else { "" };
    match size {
        0.0 => "0".to_owned(),
        size if !(1e-4..1e15).contains(&size) => format!("{value:.3e}"),
        size if size >= 1000.0 || size.fract() == 0.0 => format!("{sign}{}", grouped(size.round() as u64)),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 10.0 => format!("{value:.2}"),
        size if size >= 1.0 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

fn number(value: f64, measure: Measure) -> String {
    match measure {
        Measure::Seconds => duration(value),
        Measure::Bytes if value >= 1_048_576.0 => format!("{:.1} MiB", value / 1_048_576.0),
        Measure::Bytes if value >= 1024.0 => format!("{:.1} KiB", value / 1024.0),
        Measure::Bytes => format!("{value:.0} B"),
        Measure::Count | Measure::Plain => number_text(value),
    }
}

/// P as it is printed: "0.031", "< 0.001".
pub(super) fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// "held", "refuted" or "undecided".
pub(super) const fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Held => "held",
        Verdict::Refuted => "refuted",
        Verdict::Undecided(_) => "undecided",
    }
}

/// "mtdf: 3 of 40 trials ended early (limit:nodes)".
pub(super) fn unfinished_text((label, status, count, of): &(String, Status, usize, usize)) -> String {
    let ended = if *status == Status::Error { "could not be run" } else { "ended early" };
    format!("{}: {count} of {} {ended} ({})", printable(label), counted(*of as u64, "trial"), status.name())
}

/// "maze, a.txt, moves 4: astar 7, bfs 8"; no solution is a value of its own.
pub(super) fn disagreement_text(disagreement: &Disagreement) -> String {
    let value = |value: f64| if value.is_infinite() { "no solution".to_owned() } else { value.to_string() };
    let values: Vec<String> =
        disagreement.values.iter().map(|(label, number)| format!("{} {}", printable(label), value(*number))).collect();
    format!("{}: {}", printable(&disagreement.task), values.join(", "))
}
