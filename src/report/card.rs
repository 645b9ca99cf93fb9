//! One record in full, for people.

use std::fmt::Write;

use anstyle::Style;

use super::table::{decimal, duration};
use crate::record::Record;
use crate::search::counters::Iteration;
use crate::text::grouped;

/// The longest path that is printed in full.
const MOVES_SHOWN: usize = 400;

/// Iterations printed at each end of a long list.
const ITERATIONS_SHOWN: usize = 8;

/// The record, line by line: what was asked, the answer, the counters that are not zero, the iterations, the times.
pub fn card(record: &Record, color: bool) -> String {
    let bold = if color { Style::new().bold() } else { Style::new() };
    let mut text = String::new();
    let mut line = |head: &str, words: &str| {
        let _ = writeln!(text, "{bold}{head:<14}{bold:#} {words}");
    };
    line("algorithm", &record.algorithm);
    line("instance", &record.instance);
    let params = record.params.iter().map(|(name, value)| match value.as_str() {
        Some(text) => format!("{name} {text}"),
        None => format!("{name} {value}"),
    });
    line("parameters", &params.collect::<Vec<_>>().join(" · "));
    line("status", record.status.name());
    if let Some(answer) = &record.result {
        let exact = answer.exact.map(|[a, b]| format!(" = {a} + {b}√2")).unwrap_or_default();
        line("cost", &format!("{}{exact}", decimal(answer.value)));
        line("moves", &shortened(&answer.moves));
    }
    for (name, value) in record.counters.entries().into_iter().filter(|entry| entry.1 > 0) {
        line(name, &grouped(value));
    }
    let measured = &record.measured;
    let rate = record.counters.generated as f64 / measured.seconds.max(1e-9);
    line("time", &format!("{} ({} generated per second)", duration(measured.seconds), grouped(rate as u64)));
    if measured.peak_bytes > 0 {
        line("memory", &format!("{} bytes at the peak", grouped(measured.peak_bytes)));
    }
    iterations(&mut text, &record.per_iteration);
    text
}

fn shortened(moves: &str) -> String {
    match moves.char_indices().nth(MOVES_SHOWN) {
        Some((cut, _)) => format!("{}… ({} characters; all of them in --format json)", &moves[..cut], moves.len()),
        None => moves.to_owned(),
    }
}

fn iterations(text: &mut String, iterations: &[Iteration]) {
    if iterations.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{:>9}  {:>12}  {:>16}  {:>16}", "iteration", "threshold", "expanded", "generated");
    let hidden = iterations.len().saturating_sub(2 * ITERATIONS_SHOWN);
    for (index, iteration) in iterations.iter().enumerate() {
        if hidden > 0 && index == ITERATIONS_SHOWN {
            let _ = writeln!(text, "{:>9}  ({hidden} more; all of them in --format json)", "…");
        }
        if hidden == 0 || index < ITERATIONS_SHOWN || index >= ITERATIONS_SHOWN + hidden {
            let _ = writeln!(
                text,
                "{:>9}  {:>12}  {:>16}  {:>16}",
                index + 1,
                decimal(iteration.threshold),
                grouped(iteration.counters.expanded),
                grouped(iteration.counters.generated)
            );
        }
    }
}
