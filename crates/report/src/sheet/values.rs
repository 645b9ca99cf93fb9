//! A table as comma-separated values (RFC 4180): plain numbers in base units, a line for each row.
//!
//! A quantity takes six columns: its number, the ends of its interval, whether it is a lower bound only, how many trials
//! a limit ended, and how many there are. A ratio takes five: instead of the last two the number of pairs.

use std::io::{self, Write};

use super::head_text;
use searchlab_analysis::table::{Entry, TableData};
use searchlab_statistics::censored::Censored;
use searchlab_statistics::interval::Interval;
use searchlab_trial::text::csv_cell;

const QUANTITY: [&str; 6] = ["", "_low", "_high", "_at_least", "_limited", "_trials"];
const RATIO: [&str; 5] = ["", "_low", "_high", "_at_least", "_pairs"];

/// A table with a line of heads, as text.
pub fn csv_text(table: &TableData) -> String {
    let mut bytes = Vec::new();
    // Memory does not refuse to be written to, and what is written is text.
    let _ = csv(table, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes a table with a line of heads.
///
/// # Errors
/// The error of the writer.
pub(crate) fn csv(table: &TableData, out: &mut impl Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let is_ratio = |column: usize| table.rows.iter().any(|row| matches!(row[column], Entry::Ratio { .. }));
    let suffixes: Vec<&[&str]> = (0..table.heads.len())
        .map(|column| match table.heads[column].is_key {
            true => &QUANTITY[..1],
            false if is_ratio(column) => &RATIO[..],
            false => &QUANTITY[..],
        })
        .collect();
    let heads = table.heads.iter().zip(&suffixes);
    let heads = heads.flat_map(|(head, suffixes)| suffixes.iter().map(|suffix| csv_cell(&(head_text(head) + suffix))));
    csv.write_record(heads)?;
    for row in &table.rows {
        csv.write_record(row.iter().zip(&suffixes).flat_map(|(entry, suffixes)| {
            let mut fields = fields(entry);
            fields.resize(suffixes.len(), String::new());
            fields
        }))?;
    }
    csv.flush()
}

fn fields(entry: &Entry) -> Vec<String> {
    match entry {
        Entry::Missing => Vec::new(),
        Entry::Text(text) => vec![csv_cell(text)],
        Entry::Number(number) => vec![number.to_string()],
        Entry::Quantity { value, interval, limited, .. } => {
            let mut fields = known(Some(*value), *interval);
            fields.extend([limited.0.to_string(), limited.1.to_string()]);
            fields
        }
        Entry::Ratio { value, interval, pairs } => {
            let mut fields = known(*value, *interval);
            fields.push(pairs.to_string());
            fields
        }
    }
}

fn known(value: Option<Censored>, interval: Option<Interval>) -> Vec<String> {
    let text = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    vec![
        text(value.map(|value| value.value)),
        text(interval.map(|interval| interval.low)),
        text(interval.map(|interval| interval.high)),
        value.map(|value| value.is_bound.to_string()).unwrap_or_default(),
    ]
}
