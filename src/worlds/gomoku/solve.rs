//! `searchlab gomoku solve`: forced wins, found and proved, compared with the lengths that a file lists.

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::catalog::gomoku::solver_options;
use crate::catalog::{GOMOKU, Parameter, SHORTEST, TABLE_BITS, THREATS};
use crate::cli::Exit;
use crate::cli::args::parse_count;
use crate::cli::command::argument;
use crate::cli::games::{SettingArgs, position_source};
use crate::cli::memory::refuse_table;
use crate::cli::output::print_text;
use crate::cli::solve::{self, each};
use crate::cli::trace::TracedArgs;
use crate::diagnostic::{Diagnostics, read_source};
use crate::play::{BoardGame, scene_of};
use crate::record::{Params, Trial};
use crate::report::wins::{Sought, summary};
use crate::report::{Column, Format, card};
use crate::run::Observers;
use crate::run::gomoku::content;
use crate::run::gomoku_solve;
use crate::search::budget::Budget;
use crate::worlds::gomoku::Position;
use crate::worlds::gomoku::draw::{Look, Picture, terminal};
use crate::worlds::gomoku::format::{Given, read_position, read_positions};
use crate::worlds::gomoku::solver::{Algorithm, Proof};
use crate::worlds::gomoku::world::place_of;

const PARAMETERS: [&Parameter; 2] = [&THREATS.parameter, &TABLE_BITS.parameter];

#[derive(Debug, Args)]
struct SolveArgs {
    /// The positions: a table of problems, move lists, openings, pictures, SGF or psq; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "stones")]
    file: Option<String>,
    /// One position: stones in their order, rows from the bottom, like h8i9j10; also a picture or SGF; or a file of one
    #[arg(long, alias = "position", value_name = "TEXT", conflicts_with_all = ["file", "first"], allow_hyphen_values = true)]
    stones: Option<String>,
    /// Only the first positions of the file
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    first: Option<NonZeroUsize>,
    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "guided", value_parser = algorithms())]
    algorithm: String,
    #[command(flatten)]
    setting: SettingArgs<Position>,
    /// Go on until no shorter win by the same threats is left
    #[arg(long, help_heading = "Parameters")]
    shortest: bool,
    /// Print the proof of each win as a tree of moves
    #[arg(long, help_heading = "Output")]
    proof: bool,
    #[command(flatten)]
    search: TracedArgs,
}

fn algorithms() -> PossibleValuesParser {
    PossibleValuesParser::new(Algorithm::ALL.map(|algorithm| {
        let about = algorithm.about();
        PossibleValue::new(about.name).help(about.summary)
    }))
}

pub(super) fn command() -> Command {
    let command = SolveArgs::augment_args(Command::new("solve"))
        .about("Find and prove forced wins by fours and threes")
        .after_help(
            "Each win comes with the plies to the five and the longest defence; --proof prints all of it. In a proof, \
             (…) is a forced reply, [N] a position that comes again, and `else` what wins after every other reply. \
             `unsolvable` says that there is no win by the moves that were tried, not that there is none: pns tries fours \
             and threes, lambda quiet moves, guided those of the engine, too. Where the \
             file lists a length, `listed` shows it beside the one found. A limit holds for each position.\n\n\
             Examples:\n  \
             searchlab gomoku solve wins.tsv --max-time 5s\n  \
             searchlab gomoku solve --stones h8a1i8o1j8a15 --shortest --proof\n  \
             searchlab gomoku solve --stones h8a1i8o1j8a15 --replay proof.html\n  \
             searchlab gomoku solve --stones h8a1i9o1 --algorithm lambda --max-nodes 20000\n  \
             searchlab gomoku solve wins.tsv --first 10 --algorithm vct --threats threes --format json",
        );
    PARAMETERS.into_iter().fold(command, |command, parameter| command.arg(argument(&GOMOKU, parameter, None)))
}

/// A position to be solved.
struct Task {
    name: String,
    position: Position,
    listed: Option<u32>,
}

/// The result for a position.
struct Found {
    sought: Sought,
    proof: Option<Proof>,
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SolveArgs::from_arg_matches(matches)?;
    let algorithm = Algorithm::from_name(&args.algorithm).unwrap_or(Algorithm::Guided);
    let params = parameters(algorithm, args.shortest, matches)?;
    let tasks = tasks(&args)?;
    let limits = args.search.budget.limits();
    let found = |task: &Task, budget: &Budget, observers: &mut Observers| {
        let named = (task.name.clone(), content(&task.position));
        let trial = Trial::new(GOMOKU.name.name, named, algorithm.about().name, params.clone(), limits);
        observers.begin(&trial, || scene_of(task.position.clone()));
        let run = gomoku_solve::run(&trial, algorithm, &task.position, budget, observers);
        Found { sought: Sought { record: run.record, listed: task.listed }, proof: run.proof }
    };
    let print = |found: &[Found]| print(&args, &tasks, found);
    Ok(each(&args.search, &tasks, found, |found| &found.sought.record, print)?.1)
}

/// The parameters as typed, checked and completed; a table that this machine cannot hold is refused.
fn parameters(algorithm: Algorithm, is_shortest: bool, matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let typed = PARAMETERS.into_iter().filter_map(|parameter| {
        let name = parameter.name.name;
        Some((name, matches.get_one::<String>(name)?.as_str()))
    });
    let mut typed: Vec<(&str, &str)> = typed.collect();
    if is_shortest {
        typed.push((SHORTEST.key(), "on"));
    }
    let params = GOMOKU.resolve(algorithm.about(), &typed)?;
    let options = solver_options(&params)?;
    refuse_table(options.bits, options.bytes())?;
    Ok(params)
}

fn tasks(args: &SolveArgs) -> Result<Vec<Task>, Diagnostics> {
    let setting = args.setting.setting();
    let task = |name: String, given: Given| Task { name, position: given.position, listed: given.at_most };
    if let Some(text) = &args.stones {
        let given = read_position(&position_source::<Position>("--stones", text)?, setting)?;
        return Ok(vec![task(given.position.text(), given)]);
    }
    let source = read_source(args.file.as_deref().unwrap_or_default())?;
    let given = read_positions(&source, setting)?.into_iter().take(args.first.unwrap_or(NonZeroUsize::MAX).get());
    Ok(given.map(|given| task(format!("{}{}", source.name, place_of(&given)), given)).collect())
}

fn print(args: &SolveArgs, tasks: &[Task], found: &[Found]) -> Result<()> {
    let sought: Vec<Sought> = found.iter().map(|found| found.sought.clone()).collect();
    solve::print(&args.search.output, &sought, &Column::WINS, summary, |single, width, color| {
        print_text(&terminal(&Picture::new(&tasks[0].position), Look::Unicode, width, color))?;
        print_text(&format!("\n{}", card(&single.record, width, color)))
    })?;
    if args.proof && !matches!(args.search.output.format, Format::Json | Format::Csv) {
        for (task, found) in tasks.iter().zip(found) {
            if let Some(proof) = &found.proof {
                print_text(&format!("\nProof of {}:\n{}", crate::text::printable(&task.name), proof.text()))?;
            }
        }
    }
    Ok(())
}
