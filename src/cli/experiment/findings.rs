//! `searchlab findings`: what became of the claims of several experiments, on one page.

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::conflict;
use crate::cli::Exit;
use crate::cli::output::say;
use crate::report::book::Book;
use crate::report::findings::findings;

#[derive(Debug, Args)]
struct FindingsArgs {
    /// Directories of experiments with claims
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
}

pub(super) fn command() -> Command {
    FindingsArgs::augment_args(Command::new("findings"))
        .about("List the claims of experiments with their verdicts and figures, as one page of Markdown")
        .after_help("Example:\n  searchlab findings reports/quickstart > findings.md")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = FindingsArgs::from_arg_matches(matches)?;
    let mut books = Vec::new();
    for directory in &args.directories {
        match Book::read(directory) {
            Ok(book) => books.push(book),
            Err(error) => return conflict(error),
        }
    }
    say(&findings(&books))?;
    Ok(Exit::Done)
}
