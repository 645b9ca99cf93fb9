//! `searchlab tiles`: one file for each of its commands.

mod compare;
mod generate;
mod solve;

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use crate::analysis::request::OneOrMany;
use crate::catalog::TILES;
use crate::cli::Exit;
use crate::cli::args::parse_count;
use crate::cli::command::algorithm_commands;
use crate::cli::games::flag;
use crate::cli::plan::{escaped, typed_keys};
use crate::experiment::spec::InstanceRequest;
use crate::worlds::tiles::Problem;
use crate::worlds::tiles::world::Puzzles;

const EXAMPLES: &str = "\
A file holds one board or several, also in the form of Korf's hundred, where the listed length is checked. Moves are \
those of the blank. The goal is 0 1 2 …, the blank at the top left, unless --goal names another.

Examples:
  echo '8 6 7 2 5 4 3 0 1' | searchlab tiles idastar -
  echo '1 2 3 4 5 6 7 0 8' | searchlab tiles astar - --goal last
  searchlab tiles generate --size 3x3 --count 3 --seed 7 | searchlab tiles compare - --algorithms astar,idastar
  searchlab tiles idastar korf100.txt --first 5 --heuristic linear-conflict
  searchlab tiles astar puzzle.txt --format json";

/// The boards of a command.
#[derive(Debug, Args)]
struct BoardArgs {
    /// The boards, row by row, 0 for the blank; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Only the first boards of the file
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    first: Option<NonZeroUsize>,
}

impl BoardArgs {
    /// The boards, with the goal that was typed.
    fn instances(&self, matches: &ArgMatches) -> InstanceRequest {
        let first = self.first.map(|first| u32::try_from(first.get()).unwrap_or(u32::MAX));
        let files = Some(OneOrMany::One(escaped(&self.file)));
        InstanceRequest { files, first, own: typed_keys(Puzzles::KEYS, matches), ..InstanceRequest::default() }
    }
}

/// The command with the flags for the keys of its boards.
fn with_keys(command: Command) -> Command {
    command.next_help_heading(None::<&str>).args(Puzzles::KEYS.iter().map(flag))
}

pub(super) fn command() -> Command {
    let searches = algorithm_commands::<solve::TileArgs>(&TILES, "puzzle.txt").into_iter().map(with_keys);
    Command::new("tiles")
        .about("Solve, compare and generate sliding-tile puzzles: 8, 15 and 24 tiles")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(with_keys(compare::command()))
        .subcommand(with_keys(generate::command()))
        .subcommands(searches)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run(matches),
        Some(("generate", matches)) => generate::run(matches),
        Some((name, matches)) => solve::run(name, matches),
        None => unreachable!("clap asks for a known command"),
    }
}

/// The goals of the problems, each once, in a line of their own.
fn goal_lines<'a>(problems: impl Iterator<Item = &'a Problem>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for problem in problems {
        let line = format!("goal: {}\n", problem.goal_in_words());
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}
