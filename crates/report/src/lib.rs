//! From records to the forms that people and programs read: tables, CSV, Markdown, JSON Lines.
//!
//! | part | file |
//! |---|---|
//! | one table of many records | `table.rs` |
//! | one record in full | `card.rs` |
//! | algorithms over depths side by side | [`comparison`] |
//! | attempts to solve positions: common columns and totals | `attempts.rs` |
//! | solved endgames, checked against listed scores | [`endgames`] |
//! | forced wins that were sought | [`wins`] |
//! | positions with their scores | [`scores`] |
//! | the iterations of a search, depth by depth | [`iterations`] |
//! | an experiment as one page | [`page`](mod@page) |
//! | a search as a page that plays it, as a loop for slides | [`replay`], [`animation`] |
//! | quizzes as pages and sheets | [`quiz`] |
//! | tables in parts that fit a terminal | [`parts`](mod@parts) |
//! | every field as comma-separated values | `csv.rs` |
//! | the records of an experiment for other tools | [`export`] |
//! | charts | [`chart`] |
//! | the charts that an experiment asks for | `plot/` |
//! | tables, claims and problems of an experiment: terminal, Markdown, CSV, LaTeX | [`sheet`] |
//! | scripts and styles of the pages | `source.rs` |
//! | all that follows from the records of an experiment | [`book`] |
//!
//! Not here: drawings of a world, which are the world's; anything that searches.

pub mod animation;
pub mod assignment;
mod attempts;
pub mod book;
mod card;
pub mod chart;
pub mod comparison;
mod csv;
pub mod endgames;
pub mod export;
pub mod findings;
pub mod iterations;
pub mod laboratory;
pub mod page;
pub mod parts;
mod plot;
pub mod quiz;
pub mod replay;
pub mod scores;
pub mod sheet;
mod source;
mod table;
#[cfg(test)]
mod testing;
pub mod wins;

pub use attempts::Attempt;
pub use card::card;
pub use table::{Column, Layout, Mood, Row, duration, number, table, words};

use std::io::{self, Write};

use searchlab_trial::record::Record;

/// The form in which records are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// One record a line.
    Json,
    /// Every field, with a header line.
    Csv,
    /// The table as Markdown.
    Md,
    /// The table as LaTeX.
    Tex,
}

/// Writes records one JSON object a line.
///
/// # Errors
/// The error of the writer.
pub fn write_json(records: &[Record], out: &mut impl Write) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *out, record)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes every field of the records as comma-separated values.
///
/// # Errors
/// The error of the writer.
pub fn write_csv(records: &[Record], out: &mut impl Write) -> io::Result<()> {
    csv::write(records, out)
}
