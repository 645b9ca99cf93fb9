//! The tables of an experiment as people and programs read them.
//!
//! | form | file |
//! |---|---|
//! | terminal and Markdown | here |
//! | numbers as words | `sheet/number.rs` |
//! | comma-separated values | `sheet/values.rs` |
//! | LaTeX | `sheet/latex.rs` |
//! | claims and problems | `sheet/verdicts.rs` |
//! | sequential tests | `sheet/courses.rs` |
//!
//! The best of those that compete is marked by `*` in the terminal and by bold letters elsewhere, a bound by ≥, trials
//! that a limit ended by their number: never by colour alone.
//!
//! Not here: the numbers themselves (analysis), the HTML page (page/).

mod courses;
mod latex;
mod number;
#[cfg(test)]
mod tests;
mod values;
mod verdicts;

use std::fmt::Write;

use anstyle::Style;

pub use courses::{course_json, course_text};
pub(crate) use latex::latex_lines;
pub use values::csv_text;
pub(crate) use verdicts::{
    CLAIM_NOTES, PUBLISHED_HEADS, both_p_text, claims_markdown, count_text, disagreement_text,
    interval_with_confidence, missing_text, more_text, p_text, power_text, problems_markdown, published_markdown,
    published_rows, shown_disagreements, shown_forfeits, unfinished_text,
};
pub use verdicts::{claims_text, problems_text};

use self::latex::latex;
use self::number::Unit;
use super::table::{Layout, Mood, laid_out, painted};
use searchlab_analysis::field::Measure;
use searchlab_analysis::table::{Entry, Head, INTERVALS, TableData};
use searchlab_statistics::interval::Interval;
use searchlab_trial::text::{printable, wrapped};

/// The note on bold letters.
pub(crate) const BEST_NOTE: &str = "Bold: the best of the algorithms in the same case.";
/// The sign behind the best number in a terminal.
const BEST: &str = " *";

/// The number or the key of an entry, short, without its interval: "≥ 12,345 (3/20)", "1.25 ms", "0.83". Empty for an
/// entry without a value.
pub(crate) fn entry_text(entry: &Entry, precision: Option<usize>) -> String {
    match entry {
        Entry::Missing | Entry::Ratio { value: None, .. } => String::new(),
        Entry::Text(text) => printable(text),
        Entry::Number(number) => Unit::key().text(*number),
        Entry::Quantity { value, measure, limited, .. } => {
            let unit = Unit::of(*measure, value.value).with_digits(precision);
            let text = format!("{}{}", bound(value.is_bound), unit.with_name(value.value));
            if limited.0 > 0 { format!("{text} ({}/{})", limited.0, limited.1) } else { text }
        }
        Entry::Ratio { value: Some(value), .. } => {
            format!("{}{}", bound(value.is_bound), Unit::ratio().with_digits(precision).text(value.value))
        }
    }
}

/// The interval of an entry in the unit of its text, "[1.21, 1.30]", if it has one with a width.
pub(crate) fn entry_interval(entry: &Entry, precision: Option<usize>) -> Option<String> {
    let (unit, interval) = match entry {
        Entry::Quantity { value, measure, interval, .. } => (Unit::of(*measure, value.value), (*interval)?),
        Entry::Ratio { value, interval, .. } => ((*value).map(|_| Unit::ratio())?, (*interval)?),
        _ => return None,
    };
    let (unit, Interval { low, high }) = (unit.with_digits(precision), interval);
    (low < high).then(|| format!("[{}, {}]", unit.text(low), unit.text(high)))
}

/// The number by which an entry is sorted, in base units (seconds, bytes); `None` for texts and where there is none.
pub(crate) fn entry_number(entry: &Entry) -> Option<f64> {
    match entry {
        Entry::Number(number) => Some(*number),
        Entry::Quantity { value, .. } => Some(value.value),
        Entry::Ratio { value, .. } => value.map(|value| value.value),
        Entry::Missing | Entry::Text(_) => None,
    }
}

/// True for the best of the entries that compete.
pub(crate) const fn entry_is_best(entry: &Entry) -> bool {
    matches!(entry, Entry::Quantity { is_best: true, .. })
}

fn counted(number: usize, noun: &str) -> String {
    searchlab_trial::text::counted(number as u64, noun)
}

const fn bound(is_bound: bool) -> &'static str {
    if is_bound { "≥ " } else { "" }
}

/// A number of no special unit, short: "116", "0.9312", "12,345".
pub(crate) fn number_text(number: f64) -> String {
    Unit::of(Measure::Plain, number).text(number)
}

/// The head of a column on one line: "depth 4: nodes".
pub(crate) fn head_text(head: &Head) -> String {
    let text = printable(&head.text);
    head.group.as_ref().map_or_else(|| text.clone(), |group| format!("{}: {text}", printable(group)))
}

/// True for a column of numbers: they stand to the right.
pub(crate) fn is_numeric(table: &TableData, column: usize) -> bool {
    table.rows.iter().all(|row| !matches!(row[column], Entry::Text(_)))
}

/// True if any entry of a column is the best.
fn has_best(table: &TableData, column: usize) -> bool {
    table.rows.iter().any(|row| entry_is_best(&row[column]))
}

/// The table in a terminal, as Markdown or LaTeX, with its title above and its notes below. Where the terminal is too narrow
/// the intervals are left out first, then the columns stand in parts below each other; names that are too long even for
/// that are broken. Ends with a newline.
pub fn sheet(table: &TableData, layout: Layout) -> String {
    let table = &*table.presented();
    match layout {
        Layout::Markdown => markdown(table),
        Layout::Latex => latex(table),
        Layout::Terminal { width, color } => terminal(table, width, color),
    }
}

fn terminal(table: &TableData, width: usize, color: bool) -> String {
    let all: Vec<usize> = (0..table.heads.len()).collect();
    let set = |columns: &[usize], has_intervals: bool, color: bool, longest: usize| {
        part(table, columns, Shape { has_intervals, color, longest })
    };
    let fits_with = |columns: &[usize], has_intervals: bool, longest: usize| {
        set(columns, has_intervals, false, longest).lines().all(|line| line.chars().count() <= width)
    };
    let fits = |columns: &[usize], has_intervals: bool| fits_with(columns, has_intervals, usize::MAX);
    let bold = if color { Style::new().bold() } else { Style::new() };
    let mut text = String::new();
    for line in wrapped(&printable(&table.title), width.max(20)) {
        let _ = writeln!(text, "{bold}{line}{bold:#}");
    }
    let has_intervals = fits(&all, true);
    if table.rows.is_empty() {
        // The notes say why.
    } else if has_intervals || fits(&all, false) {
        text += &set(&all, has_intervals, color, usize::MAX);
    } else {
        let in_parts = |longest: usize| parts(table, |columns| fits_with(columns, false, longest));
        let is_narrow = in_parts(usize::MAX).iter().all(|columns| fits(columns, false));
        let longest = if is_narrow { usize::MAX } else { longest_text(table, width) };
        let parts = in_parts(longest);
        text += &parts.iter().map(|columns| set(columns, false, color, longest)).collect::<Vec<_>>().join("\n");
    }
    let best = all.iter().any(|&column| has_best(table, column));
    let best = best.then(|| "*: the best of the algorithms in the same case.".to_owned());
    for note in best.into_iter().chain(notes(table, has_intervals)) {
        for line in wrapped(&printable(&note), width.max(20)) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

fn notes(table: &TableData, has_intervals: bool) -> impl Iterator<Item = String> {
    table.notes.iter().filter(move |note| has_intervals || !note.starts_with(INTERVALS)).cloned()
}

/// Letters that a line of a text may have, so that all columns of keys and another fit beside each other.
fn longest_text(table: &TableData, width: usize) -> usize {
    let keys = table.heads.iter().filter(|head| head.is_key).count();
    (width / (keys + 1)).saturating_sub(2).max(8)
}

/// How some columns are set.
#[derive(Clone, Copy)]
struct Shape {
    has_intervals: bool,
    color: bool,
    /// Texts with more letters are broken.
    longest: usize,
}

/// Some columns in a terminal.
fn part(table: &TableData, columns: &[usize], Shape { has_intervals, color, longest }: Shape) -> String {
    let has_groups = columns.iter().any(|&column| table.heads[column].group.is_some());
    let mut last_group = None;
    let heads = columns.iter().map(|&column| {
        let head = &table.heads[column];
        // The name of a group stands above its first column.
        let group = head.group.as_ref().filter(|group| last_group != Some(*group));
        last_group = head.group.as_ref();
        [group.map(|group| printable(group)).unwrap_or_default(), printable(&head.text)]
    });
    let heads: Vec<[String; 2]> = heads.map(|parts| parts.map(|text| broken(&text, longest))).collect();
    let height = |part: usize| heads.iter().map(|head| head[part].lines().count()).max().unwrap_or(0);
    let heights = if has_groups { [height(0), height(1)] } else { [0, height(1)] };
    let padded = |[group, text]: &[String; 2]| {
        let lines = [(group, heights[0]), (text, heights[1])];
        let lines =
            lines.map(|(text, height)| text.lines().chain(std::iter::repeat("")).take(height).collect::<Vec<_>>());
        lines.concat().join("\n")
    };
    let mut lines = vec![heads.iter().map(padded).collect::<Vec<_>>()];
    for row in &table.rows {
        let cell = |&column: &usize| match &row[column] {
            Entry::Text(_) => broken(&cell(table, row, column, has_intervals), longest),
            _ => cell(table, row, column, has_intervals),
        };
        lines.push(columns.iter().map(cell).collect());
    }
    // The row of each line that is shown.
    let height = |row: &Vec<String>| row.iter().map(|text| text.lines().count()).max().unwrap_or(1).max(1);
    let rows: Vec<usize> =
        lines[1..].iter().enumerate().flat_map(|(place, row)| std::iter::repeat_n(place, height(row))).collect();
    let is_number: Vec<bool> = columns.iter().map(|&column| is_numeric(table, column)).collect();
    let text = laid_out(lines, &is_number, Layout::Terminal { width: 0, color });
    let mood = |line: usize| rows.get(line).and_then(|&row| table.rows.get(row)).map_or(Mood::Plain, |row| mood(row));
    if color { painted(&text, heights.iter().sum(), mood) } else { text }
}

/// A text in lines of at most `longest` letters.
fn broken(text: &str, longest: usize) -> String {
    wrapped(text, longest).join("\n")
}

fn cell(table: &TableData, row: &[Entry], column: usize, has_intervals: bool) -> String {
    let entry = &row[column];
    let mut text = entry_text(entry, table.style.precision);
    if text.is_empty() {
        return text;
    }
    if entry_is_best(entry) {
        text += BEST;
    } else if has_best(table, column) {
        text += &" ".repeat(BEST.len());
    }
    if let Some(interval) = entry_interval(entry, table.style.precision).filter(|_| has_intervals) {
        text = format!("{text} {interval}");
    }
    text
}

fn mood(row: &[Entry]) -> Mood {
    let is_limited = |entry: &Entry| match entry {
        Entry::Quantity { limited, .. } => limited.0 > 0,
        _ => false,
    };
    if row.iter().any(is_limited) { Mood::Incomplete } else { Mood::Plain }
}

/// The columns in parts that fit, each of which begins with the keys. Columns of one group stay together where they can;
/// a part has at least one column of its own, however wide.
fn parts(table: &TableData, fits: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    let (keys, others): (Vec<usize>, Vec<usize>) =
        (0..table.heads.len()).partition(|&column| table.heads[column].is_key);
    let mut parts = Vec::new();
    let mut open = keys.clone();
    for group in others.chunk_by(|&one, &other| table.heads[one].group == table.heads[other].group) {
        let together = [open.as_slice(), group].concat();
        if fits(&together) {
            open = together;
            continue;
        }
        if open.len() > keys.len() {
            parts.push(std::mem::replace(&mut open, keys.clone()));
        }
        for &column in group {
            open.push(column);
            if open.len() > keys.len() + 1 && !fits(&open) {
                open.pop();
                parts.push(std::mem::replace(&mut open, keys.clone()));
                open.push(column);
            }
        }
    }
    if open.len() > keys.len() || parts.is_empty() {
        parts.push(open);
    }
    parts
}

fn markdown(table: &TableData) -> String {
    let mut text = format!("### {}\n\n", markdown_text(&table.title));
    let columns = 0..table.heads.len();
    let mut lines = vec![table.heads.iter().map(|head| markdown_text(&head_text(head))).collect::<Vec<_>>()];
    for row in &table.rows {
        lines.push(row.iter().map(|entry| markdown_cell(entry, table.style.precision)).collect());
    }
    if !table.rows.is_empty() {
        let is_number: Vec<bool> = columns.clone().map(|column| is_numeric(table, column)).collect();
        text += &laid_out(lines, &is_number, Layout::Markdown);
        text += "\n";
    }
    let best = columns.clone().any(|column| has_best(table, column));
    let best = best.then(|| BEST_NOTE.to_owned());
    for note in best.into_iter().chain(notes(table, true)) {
        let _ = writeln!(text, "- {}", markdown_text(&note));
    }
    text
}

fn markdown_cell(entry: &Entry, precision: Option<usize>) -> String {
    let text = markdown_text(&entry_text(entry, precision));
    let text = if entry_is_best(entry) { format!("**{text}**") } else { text };
    let interval = entry_interval(entry, precision);
    interval.map_or_else(|| text.clone(), |interval| format!("{text} {}", markdown_text(&interval)))
}

/// The text so that Markdown shows it as it is.
pub fn markdown_text(text: &str) -> String {
    let text = printable(text);
    let characters: Vec<char> = text.chars().collect();
    let is_word = |place: Option<usize>| {
        place.and_then(|place| characters.get(place)).is_some_and(|character| character.is_alphanumeric())
    };
    let mut shown = String::with_capacity(text.len());
    for (place, &character) in characters.iter().enumerate() {
        let is_special = match character {
            // Readers that let HTML through need not know the backslash.
            '<' => {
                shown.push_str("&lt;");
                continue;
            }
            '&' => {
                shown.push_str("&amp;");
                continue;
            }
            '|' | '*' | '`' | '\\' | '>' | '~' | '$' => true,
            // Within a word it is a letter.
            '_' => !is_word(place.checked_sub(1)) || !is_word(Some(place + 1)),
            // Only before a parenthesis or another bracket it makes a link.
            ']' => matches!(characters.get(place + 1), Some('(' | '[' | ':')),
            _ => false,
        };
        if is_special {
            shown.push('\\');
        }
        shown.push(character);
    }
    shown
}
