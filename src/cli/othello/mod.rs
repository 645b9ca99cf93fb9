//! `searchlab othello …`: one file for each command; what they share is here.

mod compare;
mod search;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use super::Exit;
use super::args::resolve;
use super::command::argument;
use crate::catalog::{self, OTHELLO, Parameter};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::experiment::machine;
use crate::record::Params;
use crate::search::about::About;
use crate::search::game::Table;
use crate::worlds::othello::Position;
use crate::worlds::othello::format::{Form, read_position};

/// What the searches of all algorithms may be told.
const PARAMETERS: [&Parameter; 10] = [
    &catalog::EVALUATION,
    &catalog::ITERATIVE_DEEPENING,
    &catalog::ORDERING,
    &catalog::TABLE_BITS,
    &catalog::REPLACEMENT,
    &catalog::ENHANCED_CUTOFFS,
    &catalog::ASPIRATION,
    &catalog::FIRST_GUESS,
    &catalog::STEP,
    &catalog::TIES,
];

/// The command `othello`.
pub(super) fn command() -> Command {
    Command::new("othello")
        .about("Othello: compare the MiniMax family, search, solve, play")
        .after_help(
            "Examples:\n  \
             searchlab othello compare --depths 1..=7\n  \
             searchlab othello search --algorithm pvs --depth 10 --position f5d6c3d3c4",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(compare::command())
        .subcommand(search::command())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run(matches),
        Some(("search", matches)) => search::run(matches),
        _ => unreachable!("clap asks for a known command"),
    }
}

/// With a flag for every parameter of any algorithm.
fn with_parameters(command: Command) -> Command {
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&OTHELLO, parameter, None)))
}

/// A position and what people call it.
#[derive(Debug, Clone)]
struct Instance {
    name: String,
    position: Position,
}

#[derive(Debug, Args)]
struct PositionArgs {
    /// The position: initial, 64 characters of - X O with the side to move, or moves from the start like f5d6c3
    #[arg(long, value_name = "TEXT", default_value = "initial", allow_hyphen_values = true)]
    position: String,
}

impl PositionArgs {
    fn instance(&self) -> Result<Instance, Diagnostics> {
        let given = read_position(&Source::new("--position", self.position.trim()))?;
        let name = match given.form {
            Form::Initial => Form::Initial.name().to_owned(),
            Form::Moves => given.transcript.to_string(),
            Form::Board | Form::Obf => given.position().to_string(),
        };
        Ok(Instance { name, position: given.position() })
    }
}

/// The parameters of an algorithm as typed, checked and completed; a table that this machine cannot hold is refused.
fn parameters(about: &About, matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let params = resolve(&OTHELLO, about, matches, None)?;
    let needed = catalog::game::table_of(&params).and_then(|(bits, _)| Some((bits, Table::bytes_of(bits)?)));
    match (needed, machine::available_memory()) {
        (Some((bits, bytes)), Some(free)) if bytes > free => {
            let mib = |bytes: u64| bytes >> 20;
            let problem = format!(
                "a table of 2^{bits} entries needs {} MiB, and {} MiB of memory are free",
                mib(bytes),
                mib(free)
            );
            let most = (free / size_of::<[u64; 2]>() as u64).max(1).ilog2();
            Err(Diagnostic::new(problem).help(format!("say --table-bits {most} or less")).into())
        }
        _ => Ok(params),
    }
}
