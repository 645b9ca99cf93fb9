//! `searchlab report`: everything that is derived from the records of a directory.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::conflict;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::say;
use crate::experiment::index::IndexError;

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
        .after_help("Example:\n  searchlab report reports/quickstart")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ReportArgs::from_arg_matches(matches)?;
    let published = match publish(&args.directory, &args.output) {
        Ok(published) => published,
        Err(error) => return conflict(error),
    };
    say_summary(&args.directory, &published, &args.output)?;
    Ok(Exit::Done)
}

/// What a report says, in numbers.
pub(super) struct Published {
    /// Tasks whose values differ and must not.
    pub(super) disagreements: usize,
    /// Claims that were refuted, or could not be decided.
    pub(super) claims_that_fail: usize,
}

pub(super) fn publish(_directory: &Path, _output: &OutputArgs) -> Result<Published, IndexError> {
    Ok(Published { disagreements: 0, claims_that_fail: 0 })
}

pub(super) fn say_summary(directory: &Path, _published: &Published, _output: &OutputArgs) -> Result<()> {
    say(&format!("{}\n", directory.join("report.html").display()))
}
