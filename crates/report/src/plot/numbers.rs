//! The numbers of a chart as comma-separated values (RFC 4180): a row for each point, in full digits.

use crate::chart::Bound;
use searchlab_analysis::frame::Key;
use searchlab_trial::text::csv_cell;

/// Rows of numbers under a head.
#[derive(Debug)]
pub(super) struct Numbers {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// A point in numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) series: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) ends: Option<[f64; 2]>,
    pub(super) bound: Bound,
    pub(super) count: usize,
}

/// The columns that every chart has.
const HEAD: [&str; 7] = ["series", "x", "y", "low", "high", "bound", "count"];

impl Numbers {
    /// No rows yet. Further columns stand behind those that every chart has.
    pub(super) fn new(further: &[&'static str]) -> Self {
        Self { head: HEAD.into_iter().chain(further.iter().copied()).collect(), rows: Vec::new() }
    }

    /// Adds a row with as many further values as there are further columns.
    pub(super) fn push(&mut self, row: Row, further: impl IntoIterator<Item = String>) {
        let [low, high] = row.ends.map_or([String::new(), String::new()], |ends| ends.map(|end| end.to_string()));
        let bound = row.bound.words().to_owned();
        let values = [row.series, row.x, row.y, low, high, bound, row.count.to_string()];
        self.rows.push(values.into_iter().chain(further).map(|value| csv_cell(&value)).collect());
    }

    pub(super) fn into_csv(self) -> String {
        let mut csv = csv::Writer::from_writer(Vec::new());
        // Rows of equal length into memory: neither fails.
        let written = csv.write_record(&self.head).is_ok() && self.rows.iter().all(|row| csv.write_record(row).is_ok());
        debug_assert!(written, "rows of different lengths");
        csv.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// A key as it stands in a file.
pub(super) fn key_text(key: Option<&Key>) -> String {
    key.map(ToString::to_string).unwrap_or_default()
}
