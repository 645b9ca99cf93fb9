//! `searchlab report`: everything that is derived from the records of a directory.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{conflict, shell_path, typed};
use crate::allocator::end_counting;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::{print_text, terminal_width};
use crate::experiment::directory::check;
use crate::experiment::index::IndexError;
use crate::experiment::lock::Lock;
use crate::report::book::ReportData;
use crate::report::{Format, Layout, sheet};
use crate::text::printable;

#[derive(Debug, Args)]
struct ReportArgs {
    /// The directory of an experiment
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    ReportArgs::augment_args(Command::new("report"))
        .about("Make tables, charts and the page of an experiment from its records")
        .after_help(
            "Makes the same files, byte for byte, as often as it is asked.\n\nExample:\n  \
             searchlab report reports/quickstart",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ReportArgs::from_arg_matches(matches)?;
    end_counting();
    let book = match publish(&args.directory, &args.output) {
        Ok(book) => book,
        Err(error) => return conflict(error),
    };
    print_summary(&args.directory, &book, &args.output)?;
    Ok(if book.problems.disagreements.is_empty() { Exit::Done } else { Exit::Conflict })
}

/// Makes everything that follows from the records.
pub(super) fn publish(directory: &Path, output: &OutputArgs) -> Result<ReportData, IndexError> {
    check(directory)?;
    let _lock = Lock::wait_for_report(directory, &typed(), |words| output.remark(words))?;
    let book = ReportData::read(directory)?;
    for reason in book.missing() {
        output.remark(reason);
    }
    book.write(directory, &typed())?;
    Ok(book)
}

/// The answer in short: what must be known first, the claims, the first table (of a match all of them), and
/// where the rest is.
pub(super) fn print_summary(directory: &Path, book: &ReportData, output: &OutputArgs) -> Result<()> {
    let (width, color) = (terminal_width(), output.has_color());
    let table = book.tables.first();
    match output.format {
        Format::Table => {
            let mut text = format!("{}\n", printable(book.title()));
            for part in
                [sheet::problems_text(&book.problems, width, color), sheet::claims_text(&book.claims, width, color)]
            {
                if !part.is_empty() {
                    let _ = write!(text, "\n{part}");
                }
            }
            let shown = if book.is_match() { book.tables.as_slice() } else { &book.tables[..book.tables.len().min(1)] };
            for table in shown {
                let _ = write!(text, "\n{}", sheet::sheet(table, Layout::Terminal { width, color }));
            }
            if !book.tests.is_empty() {
                text.push('\n');
            }
            for test in &book.tests {
                let _ = writeln!(text, "{}", sheet::course_text(test));
            }
            let _ = write!(text, "\nreport: {}\n", shell_path(&directory.join("report.html")));
            print_text(&text)
        }
        Format::Md => {
            let tables = book.tables.iter().map(|table| sheet::sheet(table, Layout::Markdown));
            let tests =
                book.tests.iter().map(|test| format!("- {}\n", sheet::markdown_text(&sheet::course_text(test))));
            let tests = Some(tests.collect::<String>()).filter(|tests| !tests.is_empty());
            print_text(&tables.chain(tests).collect::<Vec<_>>().join("\n"))
        }
        Format::Tex => {
            let tables = book.tables.iter().map(|table| sheet::sheet(table, Layout::Latex));
            print_text(&tables.collect::<Vec<_>>().join("\n"))
        }
        Format::Csv => print_text(&table.map_or_else(String::new, sheet::csv_text)),
        Format::Json => {
            let claims = book.claims.iter().map(claim_as_json).collect::<Vec<_>>();
            let summary = serde_json::json!({
                "title": book.title(),
                "report": directory.join("report.html"),
                "claims": claims,
                "tests": book.tests.iter().map(sheet::course_json).collect::<Vec<_>>(),
                "disagreements": book.problems.disagreements.len(),
            });
            print_text(&format!("{summary}\n"))
        }
    }
}

fn claim_as_json(claim: &crate::analysis::claim::ClaimResult) -> serde_json::Value {
    // JSON has no infinite numbers.
    let end = |end: f64| Some(end).filter(|end| end.is_finite());
    let figures = claim.figures.iter().map(|figure| {
        let case: serde_json::Map<String, serde_json::Value> =
            figure.case.iter().map(|(field, value)| (field.clone(), value.clone().into())).collect();
        serde_json::json!({
            "case": case,
            "value": figure.value,
            "interval": figure.interval.map(|interval| [end(interval.low), end(interval.high)]),
            "confidence": figure.interval.map(|_| figure.confidence),
            "units": figure.units,
            "count": figure.count,
            "p": figure.p,
            "p_corrected": figure.corrected,
            "holds": figure.shows.word(),
            "detectable": figure.power.map(|power| power.detectable),
            "units_needed": figure.power.and_then(|power| power.needed),
            "remark": figure.remark,
        })
    });
    serde_json::json!({
        "says": claim.says,
        "condition": claim.condition,
        "method": claim.method,
        "verdict": claim.verdict.word(),
        "reason": claim.verdict.reason(),
        "figures": figures.collect::<Vec<_>>(),
    })
}
