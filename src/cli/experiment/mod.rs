//! Experiments: one file for each command; shared parts are here.

mod diff;
mod export;
mod findings;
mod make;
mod merge;
mod plan;
mod progress;
mod report;
pub(in crate::cli) mod run;
mod solver;
mod status;

use std::path::Path;

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::Exit;
use super::output::eprint_problems;
use crate::experiment::index::IndexError;
use crate::text::{shell_word, slashed};

/// A function that runs a command.
type Run = fn(&ArgMatches) -> Result<Exit>;

/// The commands, in the order of the help.
pub(super) fn commands() -> Vec<Command> {
    vec![
        run::command(),
        run::resume_command(),
        plan::command(),
        status::command(),
        report::command(),
        export::command(),
        findings::command(),
        merge::command(),
        diff::command(),
        make::command(),
        make::schema_command(),
    ]
}

/// The function that runs the command of this name.
pub(super) fn find(name: &str) -> Option<Run> {
    Some(match name {
        "run" => run::run,
        "resume" => run::resume,
        "plan" => plan::run,
        "status" => status::run,
        "report" => report::run,
        "export" => export::run,
        "findings" => findings::run,
        "merge" => merge::run,
        "diff" => diff::run,
        "new" => make::run,
        "schema" => make::schema,
        _ => return None,
    })
}

/// Records that contradict each other end a command with an exit code of their own; the rest is bad input.
fn conflict(error: IndexError) -> Result<Exit> {
    match error {
        IndexError::Problems(problems) => Err(problems.into()),
        IndexError::Conflicts(problems) => {
            eprint_problems(&problems);
            Ok(Exit::Conflict)
        }
    }
}

/// The command as it was typed, for manifests and locks; the program by its name alone.
fn typed() -> String {
    let mut words: Vec<String> = std::env::args().map(|word| shell_word(&word)).collect();
    if let Some(program) = words.first_mut() {
        "searchlab".clone_into(program);
    }
    words.join(" ")
}

/// A path as a shell takes it.
fn shell_path(path: &Path) -> String {
    shell_word(&slashed(path))
}
