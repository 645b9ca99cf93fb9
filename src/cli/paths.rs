//! Commands of worlds in which paths are searched and that bring no commands of their own: one for each algorithm, and
//! `compare`.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::args::{BudgetArgs, Chosen, OutputArgs, algorithm, named_algorithms, remark_on_idle_flags};
use super::command::algorithm_commands;
use super::experiment::run::HowArgs;
use super::games::{algorithms, flag, with_parameters};
use super::output::{eprint_line, print_text, terminal_width};
use super::plan::{CommandPlan, KeepArgs, Searches, Watched, check_chart, escaped, typed_keys};
use super::replay::ReplayArgs;
use super::trace::TracedArgs;
use super::{Exit, exit_of};
use crate::analysis::request::OneOrMany;
use crate::experiment::spec::InstanceRequest;
use crate::record::Record;
use crate::report::{Column, Format, card};
use crate::run::Observers;
use crate::search::budget::Status;
use crate::worlds::table::{WORLDS, world_of};
use crate::worlds::world::{PathCommands, World};

/// The columns of comparisons of searches of paths.
pub(super) const COLUMNS: [Column; 8] = [
    Column::ALGORITHM,
    Column::COST,
    Column::EXPANDED,
    Column::GENERATED,
    Column::REOPENED,
    Column::PEAK_OPEN,
    Column::ITERATIONS,
    Column::CPU_TIME,
];

/// Compared where they are named only: variants of IDA* as course reports coded them, and the searches of textbooks that
/// walk every simple path, promise nothing or are there to be looked at.
pub(super) const NAMED_ONLY: [&str; 16] = [
    "dfs",
    "dls",
    "iddfs",
    "bibfs",
    "bidijkstra",
    "ara",
    "beam",
    "hill-climbing",
    "rbfs",
    "sma",
    "mm",
    "theta",
    "lpa",
    "dstar-lite",
    "idastar-cycle-check",
    "idastar-table-as-coded",
];

#[derive(Debug, Args)]
struct PathArgs {
    /// The file, or - for standard input; without it the example that comes with the world
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    search: TracedArgs,
}

#[derive(Debug, Args)]
struct CompareArgs {
    /// The file, or - for standard input; without it the example that comes with the world
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    comparison: ComparisonArgs,
}

/// The limits of a comparison, and what is made of it.
#[derive(Debug, Args)]
pub(super) struct ComparisonArgs {
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    race: ReplayArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
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
    let Some(commands) = world.path_commands() else { unreachable!("it is a command of such a world") };
    if name == "compare" {
        return compare(world, commands, matches);
    }
    let PathArgs { file, search: TracedArgs { budget, output, trace } } = PathArgs::from_arg_matches(matches)?;
    let plan = plan(world, commands, file.as_deref(), &[algorithm(world.info(), name)?.into()], &budget, matches)?;
    let mut watched = Watched(Observers { trace: trace.begin()?, ..Observers::default() });
    let records = plan.run(&budget, &output, &mut watched).all();
    // The record comes first: the search may have been long.
    let traced = trace.finish(&mut watched.0, records.last(), &output);
    if output.format == Format::Table {
        let cards = records.iter().map(|record| card(record, terminal_width(), output.has_color()));
        print_text(&cards.collect::<String>())?;
    } else {
        output.print(&records, &[&[Column::INSTANCE], &COLUMNS[..]].concat())?;
    }
    traced?;
    Ok(worst(&records))
}

fn compare(world: &'static dyn World, commands: PathCommands, matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let named: Vec<String> = matches.get_many::<String>("algorithms").into_iter().flatten().cloned().collect();
    let abouts = if named.is_empty() {
        world.info().algorithms.iter().copied().map(Chosen::from).collect()
    } else {
        named_algorithms(world.info(), &named)?
    };
    let plan = plan(world, commands, args.file.as_deref(), &abouts, &args.comparison.budget, matches)?;
    remark_on_idle_flags(world.info(), &abouts, matches, &args.comparison.output)?;
    compare_as_planned(&plan, &args.comparison, "")
}

/// Runs the searches of a comparison and prints them below a heading; of several instances each record with the name of
/// its own.
pub(super) fn compare_as_planned(plan: &CommandPlan, args: &ComparisonArgs, heading: &str) -> Result<Exit> {
    check_chart(&args.keep)?;
    args.race.check(plan.searches(), args.keep.out.as_deref())?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    plan.remark(&args.output);
    let mut ran = plan.run_race(&args.race, &args.budget, &args.output, &mut ());
    let records = ran.all();
    let instance: &[Column] = if plan.instances().len() > 1 { &[Column::INSTANCE] } else { &[] };
    if args.output.format == Format::Table {
        print_text(heading)?;
    }
    args.output.print(&records, &[instance, &COLUMNS[..]].concat())?;
    CommandPlan::eprint_failures(&records);
    let conflicts = plan.disagreements(&records);
    for conflict in &conflicts {
        eprint_line(conflict);
    }
    plan.draw(&args.keep, &records).and(plan.play(&args.race, &ran, &args.output))?;
    Ok(if conflicts.is_empty() { worst(&records) } else { Exit::Conflict })
}

/// Algorithms on the one instance of a file, or on the usual one of the world.
fn plan(
    world: &'static dyn World,
    commands: PathCommands,
    file: Option<&str>,
    chosen: &[Chosen<'static>],
    budget: &BudgetArgs,
    matches: &ArgMatches,
) -> Result<CommandPlan> {
    let (files, positions) = match file {
        Some(file) => (Some(OneOrMany::One(escaped(file))), None),
        None => (None, Some(OneOrMany::One(commands.usual.to_owned()))),
    };
    let first = files.is_some().then_some(1);
    let own = typed_keys(world.keys(), matches);
    let instances = InstanceRequest { files, positions, first, own, ..InstanceRequest::default() };
    let algorithm = |chosen: &Chosen<'static>| Ok((chosen.clone(), chosen.resolve(world.info(), matches, None)?));
    let algorithms = chosen.iter().map(algorithm).collect::<Result<_>>()?;
    CommandPlan::of(&Searches::new(world.info(), instances, algorithms, budget))
}

/// The gravest of the exit codes of these records. A search that may miss a solution is no answer beside others.
fn worst(records: &[Record]) -> Exit {
    let answers = records.iter().filter(|record| record.status != Status::NotFound);
    let none = if records.is_empty() { Exit::Incomplete } else { Exit::Negative };
    answers.map(|record| exit_of(record.status)).max().unwrap_or(none)
}
