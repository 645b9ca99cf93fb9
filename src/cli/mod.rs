//! The command line: words to trials, records to the terminal.
//!
//! One file for each command. Arguments exist on two levels: as typed (`args.rs`, and what [`command()`] makes of the
//! catalog) and as meant (trials, budgets, layouts). Not here: any algorithm.

mod args;
mod check;
mod command;
mod connect4;
mod dialogue;
mod doctor;
mod experiment;
mod explain;
mod games;
mod gomoku;
mod hints;
mod lab;
mod list;
mod maze;
mod memory;
mod othello;
mod output;
mod paths;
mod plan;
mod play;
mod progress;
mod quiz;
mod replay;
mod shell;
mod signature;
mod simulate;
mod solve;
mod tiles;
mod trace;
mod traces;
mod tree;
mod version;

pub use crate::play::program::serve;
pub use command::command;
pub use signature::signature;

use anyhow::Result;
use clap::ArgMatches;
use clap::error::ErrorKind;

use crate::diagnostic::Diagnostics;
use crate::embedded;
use crate::shipped;

/// The commands that only one board game has.
const EXTRAS: [&[games::Extra]; 3] = [&othello::EXTRAS, &gomoku::EXTRAS, &connect4::EXTRAS];

/// How a command ended, as the exit code says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// A valid run with a negative answer.
    Negative = 1,
    /// Bad usage or input.
    Usage = 2,
    /// A limit or an interruption left something undone.
    Incomplete = 3,
    /// Data that contradict each other.
    Conflict = 4,
}

/// The command line that was typed. Help, and words that no command takes, end the process.
pub fn parse() -> ArgMatches {
    let words = gomoku::engine::words(std::env::args_os());
    let matches = command().try_get_matches_from(&words).unwrap_or_else(|error| hints::with_hint(error, &words).exit());
    if matches.subcommand_name().is_none() && !matches.get_flag("version") {
        command().error(ErrorKind::MissingSubcommand, "a command is missing").exit();
    }
    matches
}

/// Runs the command that was typed.
///
/// # Errors
/// Everything that is wrong with files and flags; nothing has been half done then.
pub fn run(matches: &ArgMatches) -> Result<Exit> {
    version::BUILD.declare();
    embedded::declare(shipped::FILES);
    match matches.subcommand() {
        _ if matches.get_flag("version") => version::run(matches.get_flag("verbose")),
        Some(("maze", matches)) => maze::run(matches),
        Some(("tiles", matches)) => tiles::run(matches),
        Some(("tree", matches)) => tree::run(matches),
        Some(("trace", matches)) => traces::run(matches),
        Some(("watch", matches)) => traces::watch(matches),
        Some(("quiz", matches)) => quiz::run(matches),
        Some(("check", matches)) => check::run(matches),
        Some(("lab", matches)) => lab::run(matches),
        Some(("list", matches)) => list::run(matches),
        Some(("explain", matches)) => explain::run(matches),
        Some(("signature", _)) => signature::run(),
        Some(("simulate", matches)) => simulate::run(matches),
        Some(("doctor", _)) => doctor::run(),
        Some(("man", _)) => shell::man(),
        Some(("completions", matches)) => shell::completions(matches),
        Some((name, matches)) => match (experiment::find(name), games::run(name, matches)) {
            (Some(run), _) => run(matches),
            (None, Some(ran)) => ran,
            (None, None) => paths::run(name, matches),
        },
        None => unreachable!("a command is asked for"),
    }
}

/// The exit code for what [`run`] gave, after telling the user what went wrong.
pub fn conclude(result: Result<Exit>) -> u8 {
    match result {
        Ok(exit) => exit as u8,
        // Whoever read our output has had enough: that is no failure.
        Err(error) if is_broken_pipe(&error) => Exit::Done as u8,
        Err(error) => {
            match error.downcast_ref::<Diagnostics>() {
                Some(problems) => output::tell_problems(problems),
                None => output::tell(&format!("error: {error:#}")),
            }
            Exit::Usage as u8
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref().is_some_and(dialogue::is_gone))
}
