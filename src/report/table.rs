//! One table of many records: a line a record, the columns that say something.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::style::HorizontalLine;
use tabled::settings::{Alignment, Padding, Style as Lines};

use crate::record::Record;
use crate::search::counters::Counters;
use crate::text::{grouped, printable};

/// A column: its head and what stands in it for a record; empty text where there is nothing to say.
#[derive(Clone, Copy)]
pub struct Column {
    /// The head.
    pub head: &'static str,
    /// Whether it holds numbers, set to the right.
    pub is_number: bool,
    /// Whether it may be left out where the table would be too wide.
    pub is_optional: bool,
    /// The text for a record.
    pub text: fn(&Record) -> String,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Column").field("head", &self.head).finish_non_exhaustive()
    }
}

const fn words(head: &'static str, text: fn(&Record) -> String) -> Column {
    Column { head, is_number: false, is_optional: false, text }
}

const fn number(head: &'static str, text: fn(&Record) -> String) -> Column {
    Column { head, is_number: true, is_optional: false, text }
}

const fn optional(column: Column) -> Column {
    Column { is_optional: true, ..column }
}

fn count(record: &Record, counter: fn(&Counters) -> u64) -> String {
    match counter(&record.counters) {
        0 => String::new(),
        number => grouped(number),
    }
}

impl Column {
    /// Name of the instance.
    pub const INSTANCE: Self = words("instance", |record| printable(&record.instance));
    /// Name of the algorithm.
    pub const ALGORITHM: Self = words("algorithm", |record| record.algorithm.clone());
    /// How the trial ended.
    pub const STATUS: Self = words("status", |record| record.status.name().to_owned());
    /// Cost of the solution.
    pub const COST: Self =
        number("cost", |record| record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value)));
    /// States expanded.
    pub const EXPANDED: Self = number("expanded", |record| count(record, |counters| counters.expanded));
    /// States generated.
    pub const GENERATED: Self = number("generated", |record| count(record, |counters| counters.generated));
    /// States reopened.
    pub const REOPENED: Self = optional(number("reopened", |record| count(record, |counters| counters.reopened)));
    /// Longest open list.
    pub const PEAK_OPEN: Self = optional(number("peak open", |record| count(record, |counters| counters.peak_open)));
    /// Iterations; the head is short so that all columns of a comparison fit into 80.
    pub const ITERATIONS: Self = optional(number("iter.", |record| count(record, |counters| counters.iterations)));
    /// Wall-clock time.
    pub const TIME: Self = number("time", |record| duration(record.measured.seconds));
}

/// The form of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// For a terminal of so many columns, with or without colour.
    Terminal {
        /// Columns of the terminal.
        width: usize,
        /// Whether to colour.
        color: bool,
    },
    /// Markdown.
    Markdown,
}

/// The table. Columns without any text are left out, and optional ones from the right where the terminal is too
/// narrow. Ends with a newline.
pub fn table(records: &[Record], columns: &[Column], layout: Layout) -> String {
    let says_something = |column: &&Column| records.iter().any(|record| !(column.text)(record).is_empty());
    let mut shown: Vec<Column> = columns.iter().filter(says_something).copied().collect();
    loop {
        let text = set(records, &shown, layout);
        match layout {
            Layout::Markdown => return text,
            Layout::Terminal { width, color } => {
                let is_wide = text.lines().any(|line| line.chars().count() > width);
                let spare = shown.iter().rposition(|column| column.is_optional).filter(|_| is_wide);
                match spare {
                    Some(place) => drop(shown.remove(place)),
                    None if color => return colored(&text, records),
                    None => return text,
                }
            }
        }
    }
}

fn set(records: &[Record], columns: &[Column], layout: Layout) -> String {
    let mut builder = Builder::default();
    builder.push_record(columns.iter().map(|column| column.head));
    for record in records {
        builder.push_record(columns.iter().map(|column| match (column.text)(record) {
            text if text.is_empty() => "·".to_owned(),
            text => text,
        }));
    }
    let mut table = builder.build();
    match layout {
        Layout::Markdown => table.with(Lines::markdown()),
        Layout::Terminal { .. } => table
            .with(Lines::empty().horizontals([(1, HorizontalLine::new('─'))]))
            .with(Padding::new(0, 2, 0, 0))
            .modify(Columns::last(), Padding::zero()),
    };
    for (place, _) in columns.iter().enumerate().filter(|(_, column)| column.is_number) {
        table.modify(Columns::one(place), Alignment::right());
    }
    let lines = table.to_string();
    lines.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The head bold, solved records plain, the others in the colour of their kind.
fn colored(text: &str, records: &[Record]) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let style = |line: usize| match line {
        0 => bold,
        1 => dim,
        _ => match records.get(line - 2) {
            Some(record) if record.status.is_incomplete() => AnsiColor::Yellow.on_default(),
            Some(record) if record.result.is_none() => AnsiColor::Red.on_default(),
            _ => Style::new(),
        },
    };
    let mut colored = String::new();
    for (line, text) in text.lines().enumerate() {
        let style = style(line);
        let _ = writeln!(colored, "{style}{text}{style:#}");
    }
    colored
}

/// A cost: whole numbers as they are, others with four decimals.
pub(super) fn decimal(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}

/// A duration in the unit that suits it.
pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s => format!("{:.1} min", s / 60.0),
    }
}
