//! A table of the report as numbers, before it is set as text.

use super::field::Measure;
use searchlab_statistics::censored::Censored;
use searchlab_statistics::interval::Interval;

/// How the note on intervals begins, so that it can be left out with them.
pub const INTERVALS: &str = "[low, high]";

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableData {
    /// The title.
    pub title: String,
    /// The columns.
    pub heads: Vec<Head>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<Entry>>,
    /// Sentences needed to read the table.
    pub notes: Vec<String>,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The head that neighbouring columns share: the value of the field that is spread.
    pub group: Option<String>,
    /// The name of the field, with the statistic where it must be said.
    pub text: String,
    /// True for a key, which names the row.
    pub is_key: bool,
}

/// An entry of a row.
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
        /// The unit of the number.
        measure: Measure,
        /// The number of trials that ended at a limit, and of all trials.
        limited: (usize, usize),
        /// True if it is the best of those that it is compared with.
        is_best: bool,
    },
    /// A multiple of the baseline: a geometric mean over pairs.
    Ratio {
        /// The number; `None` where no bound can be given.
        value: Option<Censored>,
        /// Its 95 % interval.
        interval: Option<Interval>,
        /// The number of pairs.
        pairs: usize,
    },
}
