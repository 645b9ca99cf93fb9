//! `searchlab findings`: the verdicts on the claims of several experiments, on one page.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::conflict;
use crate::cli::Exit;
use crate::cli::output::print_text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::report::book::ReportData;
use crate::report::findings::findings;
use crate::shipped::experiments;

/// Where the reports of the shipped experiments lie.
const REPORTS: &str = "reports/shipped";

#[derive(Debug, Args)]
struct FindingsArgs {
    /// Directories of experiments [default: all in reports/shipped]
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,
}

pub(super) fn command() -> Command {
    FindingsArgs::augment_args(Command::new("findings"))
        .about("List the claims of experiments with verdicts and figures, as one page of Markdown")
        .after_help("Example:\n  searchlab findings reports/quickstart > findings.md")
}

/// The reports that come with searchlab, seen from the root of its repository, in the order of the experiments.
fn shipped() -> Result<Vec<PathBuf>, Diagnostics> {
    let all: Vec<PathBuf> =
        experiments().map(|(name, _)| Path::new(REPORTS).join(name)).filter(|it| it.is_dir()).collect();
    if all.is_empty() {
        let help = "name the directories of experiments, or stand where searchlab's own repository begins";
        return Err(Diagnostic::new(format!("there is no report in {REPORTS}")).help(help).into());
    }
    Ok(all)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = FindingsArgs::from_arg_matches(matches)?;
    let directories = if args.directories.is_empty() { shipped()? } else { args.directories };
    let mut books = Vec::new();
    for directory in &directories {
        match ReportData::read(directory) {
            Ok(book) => books.push(book),
            Err(error) => return conflict(error),
        }
    }
    print_text(&findings(&books))?;
    Ok(Exit::Done)
}
