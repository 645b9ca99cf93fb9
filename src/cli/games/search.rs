//! `search`: one position, one algorithm.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{
    GameCommands, PositionArgs, after_help, algorithms, parameters, remark_on_parameters, with_parameters, world,
};
use crate::catalog::WorldInfo;
use crate::catalog::game::ends_by_itself;
use crate::catalog::program::is_program;
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, OutputArgs, budget, named_algorithm, parse_whole};
use crate::cli::exit_of;
use crate::cli::output::{print_text, terminal_width};
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::trace::TraceArgs;
use crate::cli::worlds::MemoryArgs;
use crate::experiment::instances::Instance;
use crate::experiment::trial_runner::TrialRunner;
use crate::play::picture::check as check_picture;
use crate::play::{Runner, refereed, scene_of, task_of};
use crate::record::{Record, Trial};
use crate::report::{Column, Format, card, iterations};
use crate::run::Observers;
use crate::search::budget::Budget;

#[derive(Debug, Args)]
struct SearchArgs<P: GameCommands> {
    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "alphabeta-tt", value_parser = algorithms(world::<P>()))]
    algorithm: String,
    /// Plies to search
    #[arg(
        long,
        value_name = "N",
        value_parser = depth_parser(world::<P>()),
        allow_negative_numbers = true,
        help = depth_help::<P>(),
    )]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs<P>,
    /// Decides between equal moves with --ties seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Show the iterations in Markdown too; the table and JSON always have them
    #[arg(long, help_heading = "Output")]
    per_iteration: bool,
    /// Draw the position into an .svg file, with the moves that led to it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

fn depth_help<P: GameCommands>() -> String {
    let (deepest, usual) = (world::<P>().deepest, P::USUAL_DEPTH);
    format!("Plies to search, from 1 to {deepest}; without it and without a limit: {usual}")
}

/// Reads a depth that searches of the world can have.
pub(in crate::cli) fn depth_parser(
    world: &'static WorldInfo,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    let deepest = world.deepest;
    move |text| {
        let depth = text.parse().ok().filter(|depth| (1..=deepest).contains(depth));
        depth.ok_or_else(|| format!("expected a whole number from 1 to {deepest}"))
    }
}

/// The command of a world.
pub(super) fn command<P: GameCommands>() -> Command {
    let command = SearchArgs::<P>::augment_args(Command::new("search"))
        .about("Search one position with one algorithm, and show what it counted")
        .after_help(after_help::<P>("", P::EXAMPLES[1]));
    let command = with_parameters(world::<P>(), command);
    if P::HAS_MEMORY { MemoryArgs::augment_args(command) } else { command }
}

/// The record of a search, or of a program that stands in its place.
fn searched<P: GameCommands>(
    runner: &mut P::Runner,
    trial: &Trial,
    position: &P,
    budget: &Budget,
    taps: &mut Observers,
) -> Record {
    if is_program(&trial.algorithm) {
        let task = Instance::of(trial.instance.clone(), task_of(position.clone()));
        return TrialRunner::default().run(trial, &task, budget, taps);
    }
    refereed(runner.run(trial, position, budget, taps), position, budget)
}

/// Runs the command of a world.
pub(super) fn run<P: GameCommands>(matches: &ArgMatches) -> Result<Exit> {
    let args = SearchArgs::<P>::from_arg_matches(matches)?;
    let world = world::<P>();
    let chosen = named_algorithm(world, &args.algorithm)?;
    let about = chosen.about;
    let params = parameters(world, &chosen, matches)?;
    let instance = args.position.instance()?;
    if let Some(path) = &args.picture {
        check_picture(path)?;
    }
    remark_on_parameters(world, &[chosen], matches, &args.budget, &args.output)?;
    let limits = args.budget.limits();
    let is_unlimited = limits.nodes.is_none() && limits.microseconds.is_none();
    let trial = Trial {
        depth: args
            .depth
            .or((is_program(about.name) || is_unlimited && !ends_by_itself(about)).then_some(P::USUAL_DEPTH)),
        seed: args.seed,
        ..Trial::new(world.name.name, (instance.name, instance.position.content()), about.name, params, limits)
    };
    let memory = if P::HAS_MEMORY { MemoryArgs::from_arg_matches(matches)?.open()? } else { None };
    let mut runner = P::Runner::default();
    if let Some(positions) = &memory {
        runner.remember_in(Arc::clone(positions));
    }
    let mut taps = Observers { trace: args.trace.begin()?, ..Observers::default() };
    taps.begin(&trial, || scene_of(instance.position.clone()));
    let record = {
        let progress = Progress::new(1, limits.nodes, args.output.quiet);
        let budget = budget(&limits, &stop_flag(), &progress.nodes);
        searched(&mut runner, &trial, &instance.position, &budget, &mut taps)
    };
    for remark in memory.as_deref().map(MemoryArgs::remarks).unwrap_or_default() {
        args.output.remark(&remark);
    }
    // Errors of the files are reported when the record is out: the search may have been long.
    let traced = args.trace.finish(&mut taps, Some(&record), &args.output);
    let pictured = args.picture.as_deref().map_or(Ok(()), |path| draw(path, &args.position, &record));
    print::<P>(&args, &instance.position, &record)?;
    traced?;
    pictured?;
    Ok(exit_of(record.status))
}

/// The answer: the board and the card of the record, or the record in the format that is asked for.
fn print<P: GameCommands>(args: &SearchArgs<P>, position: &P, record: &Record) -> Result<()> {
    if args.output.format == Format::Table {
        let (width, color) = (terminal_width(), args.output.has_color());
        print_text(&position.drawn(width, color))?;
        print_text(&format!("\n{}", card(record, width, color)))?;
    } else {
        args.output.print(std::slice::from_ref(record), &Column::GAME_SEARCH)?;
        if args.per_iteration && matches!(args.output.format, Format::Md | Format::Tex) {
            print_text(&format!("\n{}", iterations::table_of(&[record], args.output.layout())))?;
        }
    }
    Ok(())
}

/// Draws the position, with what the search found as its title.
fn draw<P: GameCommands>(path: &Path, position: &PositionArgs<P>, record: &Record) -> Result<()> {
    let found = record.result.as_ref().and_then(|answer| Some((answer.moves.first()?, answer.value)));
    let found = found.map(|(best, value)| format!(": {best}, value {value}")).unwrap_or_default();
    position.draw(path, &format!("{}{found}", record.algorithm))
}
