//! The letters of numbers and entries: what stands in a cell, and by what it is sorted.

use crate::analysis::field::Measure;
use crate::analysis::table::Entry;
use crate::report::duration;
use crate::statistics::censored::Censored;
use crate::statistics::interval::Interval;
use crate::text::{grouped, printable};

/// A number in the unit that suits it.
pub(super) fn number(value: f64, measure: Measure) -> String {
    match measure {
        Measure::Seconds => duration(value),
        Measure::Bytes => bytes(value),
        Measure::Count | Measure::Plain => plain(value),
    }
}

/// Whole numbers as they are, others with four digits.
fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if size >= 1e15 || size < 1e-4 {
        return format!("{value:.3e}");
    }
    let sign = if value < 0.0 { "−" } else { "" };
    if size >= 1000.0 || size.fract() == 0.0 {
        return format!("{sign}{}", grouped(size.round() as u64));
    }
    let digits = match size {
        size if size >= 100.0 => 1,
        size if size >= 10.0 => 2,
        size if size >= 1.0 => 3,
        _ => 4,
    };
    format!("{sign}{size:.digits$}")
}

fn bytes(value: f64) -> String {
    match value {
        b if b >= 1024.0 * 1024.0 * 1024.0 => format!("{:.2} GiB", b / (1024.0 * 1024.0 * 1024.0)),
        b if b >= 1024.0 * 1024.0 => format!("{:.1} MiB", b / (1024.0 * 1024.0)),
        b if b >= 1024.0 => format!("{:.1} KiB", b / 1024.0),
        b => format!("{b:.0} B"),
    }
}

/// "0.87 to 0.93".
pub(super) fn interval(interval: Interval, measure: Measure) -> String {
    format!("{} to {}", number(interval.low, measure), number(interval.high, measure))
}

/// "= 0.012", "< 0.001".
pub(super) fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("= {p:.3}") }
}

/// An entry in words.
pub(super) struct Words {
    /// What stands first.
    pub(super) value: String,
    /// Its interval.
    pub(super) interval: Option<String>,
    /// What must be known of it.
    pub(super) remark: Option<String>,
    /// Whether it is the best of those that it is compared with.
    pub(super) is_best: bool,
    /// Whether it is set to the right.
    pub(super) is_number: bool,
}

/// The words of an entry.
pub(super) fn words(entry: &Entry) -> Words {
    let bounded = |value: &Censored, measure| {
        let bound = if value.is_bound { "≥ " } else { "" };
        format!("{bound}{}", number(value.value, measure))
    };
    let plain = |value: String, is_number| Words { value, interval: None, remark: None, is_best: false, is_number };
    match entry {
        Entry::Missing => plain("–".to_owned(), true),
        Entry::Text(text) => plain(printable(text), false),
        Entry::Number(number) => plain(self::plain(*number), true),
        Entry::Quantity { value, interval, measure, limited: (limited, of), is_best } => Words {
            value: bounded(value, *measure),
            interval: interval.map(|range| self::interval(range, *measure)),
            remark: (*limited > 0).then(|| format!("{limited} of {of} limited")),
            is_best: *is_best,
            is_number: true,
        },
        Entry::Ratio { value, interval, pairs } => Words {
            value: value.map_or_else(|| "?".to_owned(), |value| format!("{}×", bounded(&value, Measure::Plain))),
            interval: interval.map(|range| self::interval(range, Measure::Plain)),
            remark: (*pairs == 0).then(|| "no pairs".to_owned()),
            is_best: false,
            is_number: true,
        },
    }
}

/// The number that an entry is sorted by.
pub(super) fn sort_number(entry: &Entry) -> Option<f64> {
    match entry {
        Entry::Missing | Entry::Text(_) => None,
        Entry::Number(number) => Some(*number),
        Entry::Quantity { value, .. } => Some(value.value),
        Entry::Ratio { value, .. } => value.map(|value| value.value),
    }
}
