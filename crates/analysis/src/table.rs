//! What a table of the report holds: numbers, not yet letters.

use super::field::Measure;
use searchlab_statistics::censored::Censored;
use searchlab_statistics::interval::Interval;

/// How the note on intervals begins, so that it can be left out with them.
pub const INTERVALS: &str = "[low, high]";

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableData {
    /// What stands above it.
    pub title: String,
    /// The columns.
    pub heads: Vec<Head>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<Entry>>,
    /// What must be known to read it, a sentence each.
    pub notes: Vec<String>,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// What stands above the heads of neighbouring columns together: the value of the field that is spread.
    pub group: Option<String>,
    /// The name of the field, with the statistic where it must be said.
    pub text: String,
    /// Whether it is a key, which names the row.
    pub is_key: bool,
}

/// What stands in a row under a head.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// There is nothing to say.
    Missing,
    /// A key that is a text.
    Text(String),
    /// A key that is a number.
    Number(f64),
    /// A quantity.
    Quantity {
        /// The number, or a lower bound of it.
        value: Censored,
        /// Its 95 % interval.
        interval: Option<Interval>,
        /// What it is measured in.
        measure: Measure,
        /// How many trials ended at a limit, of how many.
        limited: (usize, usize),
        /// Whether it is the best of those that it is compared with.
        is_best: bool,
    },
    /// A multiple of the baseline: a geometric mean over pairs.
    Ratio {
        /// The number; `None` where no bound can be given.
        value: Option<Censored>,
        /// Its 95 % interval.
        interval: Option<Interval>,
        /// How many pairs there are.
        pairs: usize,
    },
}
