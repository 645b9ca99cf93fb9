//! `searchlab tiles generate`: random boards that can be solved.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::cli::Exit;
use crate::cli::args::{parse_count, parse_whole};
use crate::cli::games::given;
use crate::cli::output::{eprint_line, print_text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::write_whole;
use crate::worlds::tiles::Problem;
use crate::worlds::tiles::generate::{Recipe, generate, parse_size, parse_walk};
use crate::worlds::tiles::world::Puzzles;

#[derive(Debug, Args)]
struct GenerateArgs {
    /// Rows and columns: 3x3, 4x4 or 5x5; or the number of tiles: 8, 15 or 24
    #[arg(long, value_name = "SIZE", default_value = "4x4", value_parser = |text: &str| parse_size(text).map_err(|problem| first_help(&problem)), allow_hyphen_values = true)]
    size: usize,
    /// Boards to make, one a line; each has the seed after that of the one before
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count, allow_negative_numbers = true)]
    count: NonZeroUsize,
    /// Walk N random moves from the goal; without it a board is drawn evenly of all that can be solved
    #[arg(long, value_name = "N", value_parser = |text: &str| parse_walk(text).map_err(|problem| first_help(&problem)), allow_negative_numbers = true)]
    walk: Option<u32>,
    /// Seed; the same seed gives the same board everywhere
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Where to write them; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// No remark on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// The expectation of an error, as the parser of flags shows it.
fn first_help(problem: &Diagnostic) -> String {
    problem.helps().join("; ")
}

pub(super) fn command() -> Command {
    let command = Command::new("generate").about("Make boards from which moves lead to the goal").after_help(
        "Examples:\n  searchlab tiles generate --size 3x3 --seed 7\n  \
         searchlab tiles generate --size 15 --walk 40 --count 10 -o easy.txt\n  \
         searchlab tiles generate --size 3x3 --goal last | searchlab tiles astar - --goal last",
    );
    GenerateArgs::augment_args(command)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = GenerateArgs::from_arg_matches(matches)?;
    let keys = given(Puzzles::KEYS, matches);
    let mut boards = String::new();
    let mut last: Option<Problem> = None;
    for number in 0..args.count.get() as u64 {
        let seed = args.seed.wrapping_add(number);
        let recipe = Recipe { side: args.size, walk: args.walk, goal: keys.get("goal"), seed };
        let problem = generate(&recipe).map_err(Diagnostics::from)?;
        let _ = writeln!(boards, "{}", problem.instance.puzzle);
        last = Some(problem);
    }
    match &args.out {
        None => print_text(&boards)?,
        Some(path) => write_whole("the boards", path, boards.as_bytes()).map_err(Diagnostics::from)?,
    }
    if let Some(problem) = last.filter(|_| !args.quiet) {
        let walk = args.walk.map_or(String::new(), |moves| format!("{moves} random moves from the goal, "));
        let (name, goal) = (problem.instance.puzzle.name(), problem.goal_in_words());
        eprint_line(&format!("note: {name}, {walk}seed {}, goal {goal}", args.seed));
    }
    Ok(Exit::Done)
}
