//! The place of the answer, and its form.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use serde::Serialize;

use super::args::{OutputArgs, When};
use crate::diagnostic::Diagnostics;
use crate::record::Record;
use crate::report::{Column, Format, Layout, Row, table, write_csv, write_json};
use crate::text::csv_cell;

/// Columns where the terminal does not say.
const USUAL_WIDTH: usize = 80;

fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// True if messages on standard error are coloured.
pub(super) fn stderr_has_color() -> bool {
    io::stderr().is_terminal() && !no_color()
}

impl OutputArgs {
    /// True if the answer is coloured.
    pub(super) fn has_color(&self) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => io::stdout().is_terminal() && !no_color(),
        }
    }

    /// Prints a remark about the input that is no error.
    pub(super) fn remark(&self, text: &str) {
        if !self.quiet {
            eprint_line(&format!("note: {text}"));
        }
    }

    /// Prints records in the form that was asked for; tables have these columns.
    pub(super) fn print(&self, records: &[Record], columns: &[Column]) -> Result<()> {
        let mut out = io::stdout().lock();
        match self.format {
            Format::Json => write_json(records, &mut out)?,
            Format::Csv => write_csv(records, &mut out)?,
            Format::Md | Format::Tex | Format::Table => {
                out.write_all(table(records, columns, self.layout()).as_bytes())?;
            }
        }
        Ok(out.flush()?)
    }

    /// Prints lines that are no records in the form that was asked for; tables have these columns.
    pub(super) fn print_lines<T: Row + Serialize>(&self, lines: &[T], columns: &[Column<T>]) -> Result<()> {
        match self.format {
            Format::Json => {
                lines.iter().try_for_each(|line| print_text(&format!("{}\n", serde_json::to_string(line)?)))
            }
            Format::Csv => {
                let mut csv = csv::Writer::from_writer(Vec::new());
                lines.iter().try_for_each(|line| csv.serialize(line))?;
                print_text(&without_formulas(&csv.into_inner()?)?)
            }
            Format::Md | Format::Tex | Format::Table => print_text(&table(lines, columns, self.layout())),
        }
    }

    /// The layout of a table.
    pub(super) fn layout(&self) -> Layout {
        match self.format {
            Format::Md => Layout::Markdown,
            Format::Tex => Layout::Latex,
            _ => Layout::Terminal { width: terminal_width(), color: self.has_color() },
        }
    }
}

/// Comma-separated values of which no cell is a formula.
fn without_formulas(values: &[u8]) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for line in csv::ReaderBuilder::new().has_headers(false).from_reader(values).records() {
        csv.write_record(line?.iter().map(csv_cell))?;
    }
    Ok(String::from_utf8(csv.into_inner()?)?)
}

/// Columns of the terminal.
pub(super) fn terminal_width() -> usize {
    match console::Term::stdout().size_checked() {
        Some((_, cols)) => usize::from(cols),
        None => USUAL_WIDTH,
    }
}

/// Writes a line to standard error. That nobody reads it is no reason to end, as `eprintln!` would.
pub(super) fn eprint_line(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Prints the errors of files and flags.
pub(super) fn eprint_problems(problems: &Diagnostics) {
    eprint_line(problems.render(stderr_has_color()).trim_end());
}

/// Writes text to standard output.
pub(super) fn print_text(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
