//! A table of the report as numbers, before it is set as text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::field::Measure;
use super::request::TableRequest;
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
    /// Its looks, as far as they are asked for.
    pub style: TableStyle,
}

/// The looks of a table, as far as they are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableStyle {
    /// Words in place of heads.
    pub heads: BTreeMap<String, String>,
    /// Significant digits.
    pub precision: Option<usize>,
    /// True if intervals are left out.
    pub hides_intervals: bool,
    /// The caption in LaTeX.
    pub caption: Option<String>,
    /// The label in LaTeX.
    pub label: Option<String>,
    /// Columns beside each other in LaTeX.
    pub split: Option<usize>,
}

impl TableStyle {
    /// The looks that a request asks for.
    pub(crate) fn of(request: &TableRequest) -> Self {
        Self {
            heads: request.heads.clone(),
            precision: request.precision,
            hides_intervals: request.intervals == Some(false),
            caption: request.caption.clone(),
            label: request.label.clone(),
            split: request.split,
        }
    }

    /// The key by which a head is given words: its text, or the field behind the statistic.
    fn key_of<'a>(&self, head: &'a str) -> Option<&'a str> {
        let field = head.rsplit(' ').next().filter(|_| !head.contains('÷'));
        [Some(head), field].into_iter().flatten().find(|key| self.heads.contains_key(*key))
    }

    fn words_of(&self, head: &str) -> Option<&String> {
        self.key_of(head).and_then(|key| self.heads.get(key))
    }
}

impl TableData {
    /// The table as people read it: heads in their own words, and without intervals where they are not wanted.
    pub fn presented(&self) -> Cow<'_, Self> {
        if self.style.heads.is_empty() && !self.style.hides_intervals {
            return Cow::Borrowed(self);
        }
        let mut table = self.clone();
        for head in &mut table.heads {
            for text in head.group.iter_mut().chain([&mut head.text]) {
                if let Some(words) = self.style.words_of(text) {
                    text.clone_from(words);
                }
            }
        }
        if self.style.hides_intervals {
            for entry in table.rows.iter_mut().flatten() {
                if let Entry::Quantity { interval, .. } | Entry::Ratio { interval, .. } = entry {
                    *interval = None;
                }
            }
            table.notes.retain(|note| !note.starts_with(INTERVALS));
        }
        Cow::Owned(table)
    }

    /// The keys of words for heads that the table does not have.
    pub fn unknown_heads(&self) -> impl Iterator<Item = &str> {
        let texts = || self.heads.iter().flat_map(|head| head.group.iter().chain([&head.text]));
        self.style.heads.keys().map(String::as_str).filter(move |key| {
            let is_used = texts().any(|text| self.style.key_of(text) == Some(*key));
            !is_used
        })
    }
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
