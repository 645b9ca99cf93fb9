//! `searchlab gomoku …`: one file for each command.

pub(super) mod engine;

use anyhow::Result;
use clap::{ArgMatches, Command};

use super::Exit;

/// The command `gomoku`.
pub(super) fn command() -> Command {
    Command::new("gomoku")
        .about("Gomoku, five in a row: an engine for the managers of tournaments")
        .after_help("Example:\n  searchlab gomoku engine")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(engine::command())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("engine", _)) => engine::run(),
        _ => unreachable!("clap asks for a known command"),
    }
}
