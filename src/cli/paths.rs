//! Commands of worlds in which paths are searched and that bring no commands of their own: one for each algorithm, and
//! `compare`.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::Path;

use super::Exit;
use super::args::{BudgetArgs, OutputArgs, algorithm, budget, named_algorithms, resolve};
use super::command::algorithm_commands;
use super::games::{algorithms, flag, given, with_parameters};
use super::maze::{PATH_COLUMNS as COLUMNS, exit_of};
use super::output::{say, tell, terminal_width};
use super::progress::{Progress, stop_flag};
use super::trace::TraceArgs;
use crate::diagnostic::{Diagnostics, read_source};
use crate::record::{Record, Trial};
use crate::report::comparison::disagreements;
use crate::report::{Column, Format, card};
use crate::run::Observers;
use crate::search::about::{AlgorithmInfo, Guarantee};
use crate::search::budget::Status;
use crate::worlds::table::{WORLDS, world_of};
use crate::worlds::world::{InstanceFile, Named, PathCommands, World};

#[derive(Debug, Args)]
struct PathArgs {
    /// The file, or - for standard input; without it the example that comes with the world
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

#[derive(Debug, Args)]
struct CompareArgs {
    /// The file, or - for standard input; without it the example that comes with the world
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The commands of all these worlds.
pub(super) fn commands() -> impl Iterator<Item = Command> {
    WORLDS.iter().filter_map(|world| Some(command(*world, world.path_commands()?)))
}

fn command(world: &'static dyn World, commands: PathCommands) -> Command {
    let info = world.info();
    let searches = algorithm_commands::<PathArgs>(info, commands.file);
    let compare = Command::new("compare")
        .arg(
            clap::Arg::new("algorithms")
                .long("algorithms")
                .value_name("NAME,…")
                .value_delimiter(',')
                .value_parser(algorithms(info))
                .help("The algorithms; all without it"),
        )
        .after_help(
            format!("Example:\n  searchlab {} compare {}", info.name.name, commands.file).trim_end().to_owned(),
        );
    let compare = with_parameters(
        info,
        CompareArgs::augment_args(compare).about("Compare all algorithms, or those that are named, on one instance"),
    );
    let with_keys = |command: Command| command.next_help_heading(None::<&str>).args(world.keys().iter().map(flag));
    Command::new(info.name.name)
        .about(commands.about)
        .after_help(commands.examples)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(searches.into_iter().chain([compare]).map(with_keys))
}

pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<Exit> {
    let (Some(world), Some((name, matches))) = (world_of(name), matches.subcommand()) else {
        unreachable!("clap asks for a known command")
    };
    if name == "compare" {
        return compare(world, matches);
    }
    let args = PathArgs::from_arg_matches(matches)?;
    let instance = load(world, args.file.as_deref(), matches)?;
    let trial = trial(world, &instance, algorithm(world.info(), name)?, matches, &args.budget)?;
    let mut observers = Observers { trace: args.trace.begin()?, ..Observers::default() };
    let records = run_all(world, &instance, &[trial], &args.budget, &args.output, &mut observers);
    // The record comes first: the search may have been long.
    let traced = args.trace.finish(&mut observers);
    if args.output.format == Format::Table {
        let cards = records.iter().map(|record| card(record, terminal_width(), args.output.has_color()));
        say(&cards.collect::<String>())?;
    } else {
        args.output.print(&records, &[&[Column::INSTANCE], &COLUMNS[..]].concat())?;
    }
    traced?;
    Ok(records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Incomplete))
}

fn compare(world: &'static dyn World, matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let named: Vec<String> = matches.get_many::<String>("algorithms").into_iter().flatten().cloned().collect();
    let abouts =
        if named.is_empty() { world.info().algorithms.to_vec() } else { named_algorithms(world.info(), &named)? };
    let instance = load(world, args.file.as_deref(), matches)?;
    let trials: Vec<Trial> =
        abouts.iter().map(|about| trial(world, &instance, about, matches, &args.budget)).collect::<Result<_>>()?;
    let records = run_all(world, &instance, &trials, &args.budget, &args.output, &mut Observers::default());
    args.output.print(&records, &COLUMNS)?;
    let is_optimal = |record: &Record| {
        let about = world.info().algorithm(&record.algorithm);
        about.is_some_and(|about| about.guarantee == Guarantee::Optimal)
    };
    let conflicts = disagreements(&records, is_optimal);
    for conflict in &conflicts {
        tell(&conflict.to_string());
    }
    let worst = records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Incomplete);
    Ok(if conflicts.is_empty() { worst } else { Exit::Conflict })
}

/// The one instance of a file, or the usual one of the world.
fn load(world: &'static dyn World, file: Option<&str>, matches: &ArgMatches) -> Result<Named> {
    let keys = given(world.keys(), matches);
    let named = match file {
        Some(file) => {
            let source = read_source(file)?;
            let name = source.name.clone();
            let file = InstanceFile { name: &name, path: Path::new(&name), source: &source, take: Some(1) };
            world.file(&file, &keys)?
        }
        None => world.usual_with(&keys)?,
    };
    named.into_iter().next().ok_or_else(|| anyhow::anyhow!("no instance"))
}

fn trial(
    world: &'static dyn World,
    instance: &Named,
    about: &'static AlgorithmInfo,
    matches: &ArgMatches,
    budget: &BudgetArgs,
) -> Result<Trial> {
    let params = resolve(world.info(), about, matches, None)?;
    world.check(&params, &instance.task).map_err(Diagnostics::from)?;
    let named = (instance.name.clone(), instance.task.content());
    Ok(Trial::new(world.info().name.name, named, about.name, params, budget.limits()))
}

/// The records of the trials, up to the one that was interrupted.
fn run_all(
    world: &'static dyn World,
    instance: &Named,
    trials: &[Trial],
    limits: &BudgetArgs,
    output: &OutputArgs,
    observers: &mut Observers,
) -> Vec<Record> {
    let progress = Progress::new(trials.len() as u64, limits.limits().nodes, output.quiet);
    let budget = budget(&limits.limits(), &stop_flag(), &progress.nodes);
    let mut runner = world.runner();
    let mut records = Vec::new();
    for trial in trials {
        records.push(runner.run(trial, &instance.task, &budget, observers));
        progress.advance();
        if records.last().is_some_and(|record| record.status == Status::Interrupted) {
            break;
        }
    }
    records
}
