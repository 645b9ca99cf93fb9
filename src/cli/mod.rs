//! The command line: words to trials, records to the terminal.
//!
//! One file for each command. Arguments exist on two levels: as typed (`args.rs`, and what [`command()`] makes of the
//! catalog) and as meant (trials, budgets, layouts). Not here: any algorithm.

mod args;
mod check;
mod command;
mod dialogue;
mod doctor;
mod experiment;
mod explain;
mod games;
mod hints;
mod lab;
mod list;
mod memory;
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
mod trace;
mod traces;
mod version;
// A folder beside this one, since it is arranged by worlds and not by commands; within this module, since it uses its parts.
#[path = "../worlds/mod.rs"]
pub mod worlds;

pub use crate::play::program::serve;
pub use command::command;
pub use signature::signature;

use std::process;

use anyhow::Result;
use clap::ArgMatches;
use clap::error::ErrorKind;

use crate::diagnostic::Diagnostics;
use crate::embedded;
use crate::search::budget::Status;
use crate::shipped;

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

/// The exit code that a status stands for.
const fn exit_of(status: Status) -> Exit {
    match status {
        Status::Solved | Status::Complete => Exit::Done,
        Status::Unsolvable | Status::NotFound => Exit::Negative,
        Status::Error => Exit::Conflict,
        _ => Exit::Incomplete,
    }
}

/// The command line that was typed. Help, and words that no command takes, end the process.
pub fn parse() -> ArgMatches {
    let words = worlds::words(std::env::args_os());
    let matches = command().try_get_matches_from(&words).unwrap_or_else(|error| end(&hints::with_hint(error, &words)));
    if matches.subcommand_name().is_none() && !matches.get_flag("version") {
        end(&command().error(ErrorKind::MissingSubcommand, "a command is missing"));
    }
    matches
}

/// Prints help, or what is wrong with the words, and ends the process.
fn end(answer: &clap::Error) -> ! {
    process::exit(match answer.print() {
        Err(unwritten) if !answer.use_stderr() => conclude(Err(unwritten.into())).into(),
        _ => answer.exit_code(),
    })
}

/// Runs the command that was typed.
///
/// # Errors
/// Everything that is wrong with files and flags; nothing has been half done then.
pub fn run(matches: &ArgMatches) -> Result<Exit> {
    version::BUILD.declare();
    embedded::declare(shipped::files);
    match matches.subcommand() {
        _ if matches.get_flag("version") => version::run(matches.get_flag("verbose")),
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
        Some((name, matches)) => match experiment::find(name) {
            Some(run) => run(matches),
            None => worlds::run(name, matches)
                .or_else(|| games::run(name, matches))
                .unwrap_or_else(|| paths::run(name, matches)),
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
                Some(problems) => output::eprint_problems(problems),
                None => output::eprint_line(&format!("error: {error:#}")),
            }
            Exit::Usage as u8
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref().is_some_and(dialogue::is_gone))
}
