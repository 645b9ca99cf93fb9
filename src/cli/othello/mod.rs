//! `searchlab othello …`: one file for each command; what they share is here.

mod compare;
mod explain_position;
mod perft;
mod play;
mod search;
mod solve;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use super::Exit;
use super::args::{BudgetArgs, OutputArgs, resolve};
use super::command::argument;
use super::memory::refuse_large_table;
use crate::catalog::{self, OTHELLO, Parameter};
use crate::diagnostic::{Diagnostics, Source};
use crate::record::Params;
use crate::search::about::About;
use crate::search::game::Table;
use crate::text::grouped;
use crate::worlds::othello::format::{Form, Given, read_position};
use crate::worlds::othello::{Position, Transcript};

/// What the searches of all algorithms may be told.
const PARAMETERS: [&Parameter; 11] = [
    &catalog::EVALUATION,
    &catalog::ITERATIVE_DEEPENING,
    &catalog::ORDERING,
    &catalog::TABLE_BITS,
    &catalog::REPLACEMENT,
    &catalog::ENHANCED_CUTOFFS,
    &catalog::ASPIRATION,
    &catalog::FIRST_GUESS,
    &catalog::GUESS,
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
             searchlab othello search --algorithm pvs --depth 10 --position f5d6c3d3c4\n  \
             searchlab othello play --white mtdf:depth=5\n  \
             searchlab othello explain-position --position f5d6c3d3c4 --evaluation anchored\n  \
             searchlab othello perft 8\n  \
             searchlab othello solve endgame.obf",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(compare::command())
        .subcommand(search::command())
        .subcommand(play::command())
        .subcommand(explain_position::command())
        .subcommand(perft::command())
        .subcommand(solve::command())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run(matches),
        Some(("search", matches)) => search::run(matches),
        Some(("play", matches)) => play::run(matches),
        Some(("explain-position", matches)) => explain_position::run(matches),
        Some(("perft", matches)) => perft::run(matches),
        Some(("solve", matches)) => solve::run(matches),
        _ => unreachable!("clap asks for a known command"),
    }
}

/// With a flag for every parameter of any algorithm.
fn with_parameters(command: Command) -> Command {
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&OTHELLO, parameter, None)))
}

/// Tells of flags that none of the algorithms takes, and of a table that the limits forbid.
fn remark_on_parameters(abouts: &[&'static About], matches: &ArgMatches, budget: &BudgetArgs, output: &OutputArgs) {
    for parameter in PARAMETERS {
        let name = parameter.name.name;
        let takes = |about: &&About| OTHELLO.parameters_of(about).any(|own| own.name.name == name);
        if matches.contains_id(name) && !abouts.iter().any(&takes) {
            let takers: Vec<&str> = OTHELLO.algorithms.iter().filter(|about| takes(about)).map(|it| it.name).collect();
            output.remark(&format!("--{name} changes nothing here: it is for {}", takers.join(", ")));
        }
    }
    let Some(limit) = budget.max_memory else { return };
    for about in abouts {
        let table = parameters(about, matches).ok().as_ref().and_then(catalog::game::table_of);
        let Some((bits, bytes)) = table.and_then(|(bits, _)| Some((bits, Table::bytes_of(bits)?))) else { continue };
        if bytes > limit {
            let (name, bytes) = (about.name, grouped(bytes));
            output.remark(&format!(
                "the table of {name} with --table-bits {bits} needs {bytes} bytes, more than allowed"
            ));
        }
    }
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
    fn given(&self) -> Result<Given, Diagnostics> {
        read_position(&Source::new("--position", self.position.trim()))
    }

    /// The moves that lead to the position, if it was given so.
    fn transcript(&self) -> Result<Transcript, Diagnostics> {
        self.given().map(|given| given.transcript)
    }

    fn instance(&self) -> Result<Instance, Diagnostics> {
        let given = self.given()?;
        Ok(Instance { name: name_of(&given), position: given.position() })
    }
}

/// What people call a position that stands in no file.
fn name_of(given: &Given) -> String {
    match given.form {
        Form::Initial => Form::Initial.name().to_owned(),
        Form::Moves => given.transcript.to_string(),
        Form::Board | Form::Obf => given.position().to_string(),
    }
}

/// The parameters of an algorithm as typed, checked and completed; a table that this machine cannot hold is refused.
fn parameters(about: &About, matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let params = resolve(&OTHELLO, about, matches, None)?;
    refuse_large_table(&params).map(|()| params)
}
