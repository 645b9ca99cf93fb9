//! The notes below a table: sentences needed to read it.

use super::super::field::Field;
use super::super::request::{ClaimStatistic, Statistic};
use super::super::table::{Entry, INTERVALS};
use super::super::tasks::InstanceGroups;
use super::{Baseline, Methods, Spread};
use searchlab_trial::text::{counted, listed};

pub(super) fn of(
    columns: &[Spread<'_>],
    tasks: &InstanceGroups<'_>,
    baseline: Option<&Baseline<'_>>,
    statistic: Statistic,
    methods: &Methods,
) -> Vec<String> {
    if tasks.is_empty() {
        return vec!["There are no such trials.".to_owned()];
    }
    let entries: Vec<&Entry> = columns.iter().flat_map(|column| &column.entries).collect();
    let mut notes: Vec<String> = counts(&entries, statistic).into_iter().collect();
    notes.extend(repeats(columns, tasks));
    notes.extend(limits(&entries));
    notes.extend(intervals(methods));
    notes.extend(baseline.map(|baseline| ratios(baseline, tasks)));
    if entries.iter().any(|entry| matches!(entry, Entry::Ratio { value: None, .. })) {
        notes
            .push("A ratio has no number where one side is 0 or less, or where a limit ended its baseline.".to_owned());
    }
    notes
}

/// The least and the greatest.
fn range(numbers: impl Iterator<Item = usize> + Clone) -> Option<(usize, usize)> {
    numbers.clone().min().zip(numbers.max())
}

fn ranged((least, most): (usize, usize), noun: &str) -> String {
    if least == most { counted(least as u64, noun) } else { format!("{least} to {}", counted(most as u64, noun)) }
}

fn counts(entries: &[&Entry], statistic: Statistic) -> Option<String> {
    let trials = entries.iter().filter_map(|entry| match entry {
        Entry::Quantity { limited, .. } => Some(limited.1),
        _ => None,
    });
    let range = range(trials)?;
    let word = match statistic {
        Statistic::Count => return None,
        _ if range == (1, 1) => return Some("Each number is of one trial.".to_owned()),
        Statistic::Mean => "mean",
        Statistic::Median => "median",
        Statistic::GeometricMean => "geometric mean",
        Statistic::Sum => "sum",
        Statistic::Par2 => "PAR-2 (what a limit ended counts twice)",
        Statistic::Par10 => "PAR-10 (what a limit ended counts ten times)",
        Statistic::Min => "least",
        Statistic::Max => "greatest",
        Statistic::Finished => "share that came to its end",
    };
    Some(format!("Each number is the {word} of {}.", ranged(range, "trial")))
}

fn repeats(columns: &[Spread<'_>], tasks: &InstanceGroups<'_>) -> Option<String> {
    let repeats = range((0..tasks.len()).map(|task| tasks.repeats(task).len())).filter(|range| range.1 > 1)?;
    let has_measured = columns.iter().filter_map(|column| column.field).any(Field::is_measured);
    let what = if has_measured { "times and memory are medians of its runs" } else { "all its runs count the same" };
    Some(format!("Each trial was run {}: {what}.", ranged(repeats, "time")))
}

fn limits(entries: &[&Entry]) -> Option<String> {
    let mut is_limited = false;
    let mut has_bounds = false;
    for entry in entries {
        match entry {
            Entry::Quantity { value, limited, .. } => {
                is_limited |= limited.0 > 0;
                has_bounds |= value.is_bound;
            }
            Entry::Ratio { value: Some(value), .. } => has_bounds |= value.is_bound,
            _ => {}
        }
    }
    let bounds = "≥: the number is this or more, since a limit ended trials.";
    let counts = "(3/20): a limit ended 3 of the 20 trials; of values and rates such trials are left out.";
    match (has_bounds, is_limited) {
        (true, true) => Some(format!("{bounds} {counts}")),
        (true, false) => Some(bounds.to_owned()),
        (false, true) => Some(counts.to_owned()),
        (false, false) => None,
    }
}

fn intervals(methods: &Methods) -> Option<String> {
    let methods: Vec<&str> = methods.0.borrow().iter().copied().collect();
    (!methods.is_empty())
        .then(|| format!("{INTERVALS} is the 95 % interval over the instances, {}.", methods.join("; or ")))
}

fn ratios(baseline: &Baseline<'_>, tasks: &InstanceGroups<'_>) -> String {
    let fields: Vec<String> = baseline.fields.iter().map(Field::name).collect();
    let mut paired: Vec<u32> = baseline.pairs.iter().map(|pair| pair.0).collect();
    paired.dedup();
    let alone = match tasks.len() - paired.len() {
        0 => String::new(),
        1 => "; 1 trial has no partner".to_owned(),
        several => format!("; {} have no partner", counted(several as u64, "trial")),
    };
    format!(
        "÷ {}: {}, over pairs of trials with the same {}{alone}.",
        baseline.name,
        ratio_words(baseline.statistic),
        listed(&fields)
    )
}

const fn ratio_words(statistic: ClaimStatistic) -> &'static str {
    match statistic {
        ClaimStatistic::Median => "the median of the ratios",
        ClaimStatistic::GeometricMean => "the geometric mean of the ratios",
        ClaimStatistic::Min => "the least of the ratios",
        ClaimStatistic::Max => "the greatest of the ratios",
        ClaimStatistic::Sum => "the ratio of the sums",
        _ => "the ratio of the means",
    }
}
