//! One table of many records, or of lines made of them: a line each, without empty columns.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tabled::builder::Builder;
use tabled::settings::formatting::AlignmentStrategy;
use tabled::settings::object::Columns;
use tabled::settings::style::HorizontalLine;
use tabled::settings::{Alignment, Padding, Style as Lines};

use crate::sheet::latex_lines;
use searchlab_search::counters::Counters;
use searchlab_trial::record::Record;
use searchlab_trial::text::{grouped, printable};

/// A line of a table.
pub trait Row {
    /// The mood that decides its colour.
    fn mood(&self) -> Mood;
}

/// The mood of a line, shown by its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// All is well.
    Plain,
    /// A limit ended it.
    Incomplete,
    /// It has no answer.
    Failed,
    /// It does not count.
    Faint,
}

impl Row for Record {
    fn mood(&self) -> Mood {
        match &self.result {
            _ if self.status.is_incomplete() => Mood::Incomplete,
            None => Mood::Failed,
            Some(_) => Mood::Plain,
        }
    }
}

/// A column: its head and its text for a line, which is a record or something else; empty text for no value.
pub struct Column<R = Record> {
    /// The head.
    pub head: &'static str,
    /// True for numbers, set to the right.
    pub is_number: bool,
    /// True if it may be left out where the table would be too wide.
    pub is_optional: bool,
    /// The text for a line.
    pub text: fn(&R) -> String,
}

impl<R> Clone for Column<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Column<R> {}

impl<R> std::fmt::Debug for Column<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Column").field("head", &self.head).finish_non_exhaustive()
    }
}

/// A column of words.
pub const fn words<R>(head: &'static str, text: fn(&R) -> String) -> Column<R> {
    Column { head, is_number: false, is_optional: false, text }
}

/// A column of numbers.
pub const fn number<R>(head: &'static str, text: fn(&R) -> String) -> Column<R> {
    Column { head, is_number: true, is_optional: false, text }
}

pub(super) const fn optional<R>(column: Column<R>) -> Column<R> {
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
    pub const ALGORITHM: Self = words("algorithm", |record| record.algorithm_name().to_owned());
    /// How the trial ended.
    pub const STATUS: Self = words("status", Record::status_words);
    /// Cost of the solution.
    pub const COST: Self =
        number("cost", |record| record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value)));
    /// Value of a game for the side to move.
    pub const VALUE: Self =
        number("value", |record| record.result.as_ref().map_or_else(|| "–".to_owned(), |answer| decimal(answer.value)));
    /// The best move of a game.
    pub const MOVE: Self = words("move", |record| {
        record.result.as_ref().and_then(|answer| answer.moves.first()).unwrap_or_default().to_owned()
    });
    /// Plies that were asked for.
    pub const PLIES: Self = number("depth", |record| record.depth.map(|depth| depth.to_string()).unwrap_or_default());
    /// Nodes of a game tree.
    pub const NODES: Self = number("nodes", |record| count(record, Counters::nodes));
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
    /// Processor time, which other programs on the machine do not lengthen.
    pub const CPU_TIME: Self = number("CPU time", |record| duration(record.measured.cpu_seconds));
    /// Wall-clock time.
    pub const TIME: Self = number("time", |record| duration(record.measured.seconds));

    /// The columns of single searches in a game.
    pub const GAME_SEARCH: [Self; 8] =
        [Self::INSTANCE, Self::ALGORITHM, Self::STATUS, Self::PLIES, Self::VALUE, Self::MOVE, Self::NODES, Self::TIME];
}

/// The form of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// For a terminal of `width` columns, with or without colour.
    Terminal {
        /// Columns of the terminal.
        width: usize,
        /// True for colours.
        color: bool,
    },
    /// Markdown.
    Markdown,
    /// LaTeX, for the package booktabs.
    Latex,
}

/// The table. Columns without any text are left out, and optional ones from the right where the terminal is too
/// narrow. Ends with a newline.
pub fn table<R: Row>(rows: &[R], columns: &[Column<R>], layout: Layout) -> String {
    let mut shown = telling(rows, columns);
    loop {
        let text = set(rows, &shown, layout);
        match layout {
            Layout::Markdown | Layout::Latex => return text,
            Layout::Terminal { width, color } => {
                let is_wide = text.lines().any(|line| line.chars().count() > width);
                let spare = shown.iter().rposition(|column| column.is_optional).filter(|_| is_wide);
                match spare {
                    Some(place) => drop(shown.remove(place)),
                    None if color => return colored(&text, rows),
                    None => return text,
                }
            }
        }
    }
}

/// The columns that hold any text.
pub(super) fn telling<R>(rows: &[R], columns: &[Column<R>]) -> Vec<Column<R>> {
    let says_something = |column: &&Column<R>| rows.iter().any(|row| !(column.text)(row).is_empty());
    columns.iter().filter(says_something).copied().collect()
}

/// The text of a table of all these columns, without colour.
pub(super) fn set<R>(rows: &[R], columns: &[Column<R>], layout: Layout) -> String {
    let mut lines = vec![columns.iter().map(|column| column.head.to_owned()).collect::<Vec<_>>()];
    lines.extend(rows.iter().map(|row| columns.iter().map(|column| (column.text)(row)).collect()));
    let is_number: Vec<bool> = columns.iter().map(|column| column.is_number).collect();
    laid_out(lines, &is_number, layout)
}

/// Lines of texts as a table; the first line holds the heads, which may be of several lines each, and empty text becomes
/// a dot.
pub(super) fn laid_out(lines: Vec<Vec<String>>, is_number: &[bool], layout: Layout) -> String {
    if layout == Layout::Latex {
        return latex_lines(&lines, is_number);
    }
    let mut builder = Builder::default();
    for line in lines {
        builder.push_record(line.into_iter().map(|text| if text.is_empty() { "·".to_owned() } else { text }));
    }
    let mut table = builder.build();
    match layout {
        Layout::Markdown | Layout::Latex => table.with(Lines::markdown()),
        Layout::Terminal { .. } => table
            .with(Lines::empty().horizontals([(1, HorizontalLine::new('─'))]))
            .with(Padding::new(0, 2, 0, 0))
            .modify(Columns::last(), Padding::zero()),
    };
    for (place, _) in is_number.iter().enumerate().filter(|(_, is_number)| **is_number) {
        table.modify(Columns::one(place), Alignment::right());
        table.modify(Columns::one(place), AlignmentStrategy::PerLine);
    }
    let lines = table.to_string();
    lines.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The head bold, the lines in the colour of their mood.
fn colored<R: Row>(text: &str, rows: &[R]) -> String {
    painted(text, 1, |row| rows.get(row).map_or(Mood::Plain, Row::mood))
}

/// Some lines of heads bold, the rule dim, the rows in the colour of their mood.
pub(super) fn painted(text: &str, heads: usize, mood: impl Fn(usize) -> Mood) -> String {
    let bold = Style::new().bold();
    let dim = Style::new().dimmed();
    let style = |line: usize| match line {
        line if line < heads => bold,
        line if line == heads => dim,
        _ => match mood(line - heads - 1) {
            Mood::Incomplete => AnsiColor::Yellow.on_default(),
            Mood::Failed => AnsiColor::Red.on_default(),
            Mood::Faint => dim,
            Mood::Plain => Style::new(),
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
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s => format!("{:.1} min", s / 60.0),
    }
}

/// Nodes per second.
pub(super) fn rate(nodes: u64, seconds: f64) -> String {
    let rate = nodes as f64 / seconds.max(1e-9);
    if rate >= 1e6 { format!("{:.1} M", rate / 1e6) } else { format!("{:.0} k", rate / 1e3) }
}
