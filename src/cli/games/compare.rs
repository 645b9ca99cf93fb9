//! `compare`: algorithms side by side, depth by depth.

use std::num::NonZeroUsize;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{
    GameCommands, PositionArgs, after_help, algorithms, called, parameters, remark_on_parameters, with_parameters,
    world,
};
use crate::analysis::request::{ChartKind, ChartRequest, OneOrMany};
use crate::catalog::game::{keeps_promise, means};
use crate::catalog::{EVALUATION, WorldInfo};
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, Chosen, OutputArgs, named_algorithms, parse_count, parse_whole};
use crate::cli::experiment::run::HowArgs;
use crate::cli::output::{eprint_line, print_text, terminal_width};
use crate::cli::plan::{CommandPlan, KeepArgs, Searches, check_chart, escaped, typed_keys};
use crate::cli::replay::ReplayArgs;
use crate::diagnostic::{Diagnostics, quoted};
use crate::experiment::instances::Instance;
use crate::experiment::spec::{GamesRequest, InstanceRequest, Wholes};
use crate::record::{Params, Record};
use crate::report::comparison::{LEGEND, compare, verdict};
use crate::report::parts::parts;
use crate::report::{Column, Format, Layout, iterations, table};
use crate::search::about::Guarantee;
use crate::text::{counted, printable, wrapped};

#[derive(Debug, Args)]
struct CompareArgs<P: GameCommands> {
    /// Depths in plies: 6, 1..=8, or 2,4,6
    #[arg(long, value_name = "RANGE", default_value = "1..=8", value_parser = depths_parser(world::<P>()), allow_hyphen_values = true)]
    depths: Depths,
    /// The algorithms
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "minimax,alphabeta,alphabeta-tt,pvs,mtdf",
        value_parser = algorithms(world::<P>()),
    )]
    algorithms: Vec<String>,
    #[command(flatten)]
    position: PositionArgs<P>,
    /// All positions of a file
    #[arg(long, value_name = "FILE", conflicts_with = "position", help = P::FILES)]
    positions: Option<String>,
    /// All positions of the random game of this seed
    #[arg(
        long,
        value_name = "SEED",
        conflicts_with_all = ["position", "positions"],
        value_parser = parse_whole,
        allow_negative_numbers = true,
    )]
    game: Option<u64>,
    /// Repeat everything N times, for the spread of the times
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count, allow_negative_numbers = true)]
    repeat: NonZeroUsize,
    /// Decides between equal moves with --ties seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Show each search by itself too
    #[arg(long, help_heading = "Output")]
    per_position: bool,
    /// Show the iterations of the deepest searches too
    #[arg(long, help_heading = "Output")]
    per_iteration: bool,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    race: ReplayArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The command of a world.
pub(super) fn command<P: GameCommands>() -> Command {
    let command = CompareArgs::<P>::augment_args(Command::new("compare"))
        .about("Compare algorithms depth by depth: value, nodes, cutoffs, processor time, ratios")
        .after_help(after_help::<P>(
            "A limit holds for each search. An algorithm that exceeds it at a depth is shown as limited and not \
             searched deeper.\n\n",
            P::EXAMPLES[0],
        ));
    with_parameters(world::<P>(), command)
}

/// Depths in rising order.
#[derive(Debug, Clone)]
struct Depths(Vec<u32>);

fn depths_parser(world: &'static WorldInfo) -> impl Fn(&str) -> Result<Depths, String> + Clone + Send + Sync + 'static {
    let deepest = world.deepest;
    move |text| parse_depths(text, deepest)
}

fn parse_depths(text: &str, deepest: u32) -> Result<Depths, String> {
    let depth = |text: &str| match text.trim().parse::<u32>() {
        Ok(depth) if (1..=deepest).contains(&depth) => Ok(depth),
        Ok(depth) => Err(format!("depth {depth} is not within 1 to {deepest}")),
        Err(_) => Err(format!("{} is no depth; expected something like 6, 1..=8 or 2,4,6", quoted(text))),
    };
    let mut depths = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => depths.push(depth(part)?),
            Some((first, last)) => {
                let (first, last) = match last.strip_prefix('=') {
                    Some(last) => (depth(first)?, depth(last)?),
                    // As in Rust, the end is not included.
                    None => (depth(first)?, depth(last)?.saturating_sub(1)),
                };
                if first > last {
                    return Err(format!("the range {} is empty", quoted(part)));
                }
                depths.extend(first..=last);
            }
        }
    }
    depths.sort_unstable();
    depths.dedup();
    Ok(Depths(depths))
}

/// Runs the command of a world.
pub(super) fn run<P: GameCommands>(matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::<P>::from_arg_matches(matches)?;
    let abouts = named_algorithms(world::<P>(), &args.algorithms)?;
    let plan = plan(&args, matches, &abouts)?;
    remark_on_parameters(world::<P>(), &abouts, matches, &args.budget, &args.output)?;
    check_chart(&args.keep)?;
    args.race.check(plan.searches(), args.keep.out.as_deref())?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    plan.remark(&args.output);
    let ran = plan.run_race(&args.race, &args.budget, &args.output, &mut ());
    let (records, is_interrupted) = (&ran.records, ran.interrupted.is_some());
    let conflicts = plan.disagreements(records);
    // Errors of the chart are reported when the records are out: the searches may have been long.
    let charted = plan.draw(&args.keep, records).and(plan.play(&args.race, &ran, &args.output));
    print(&args, plan.instances(), records, &conflicts, is_interrupted)?;
    CommandPlan::eprint_failures(records);
    charted?;
    let is_incomplete = is_interrupted || records.iter().any(|record| record.status.is_incomplete());
    Ok(match is_incomplete {
        _ if !conflicts.is_empty() => Exit::Conflict,
        true => Exit::Incomplete,
        false => Exit::Done,
    })
}

/// True if all that search the same must find the same value; an estimate need not.
fn promises_value<P: GameCommands>(record: &Record) -> bool {
    keeps_promise(&record.params)
        && world::<P>().algorithm(&record.algorithm).is_some_and(|about| about.guarantee == Guarantee::MinimaxValue)
}

/// The positions that were searched, in words.
fn described<P: GameCommands>(args: &CompareArgs<P>, instances: &[Instance]) -> String {
    let many = counted(instances.len() as u64, "position");
    match (&args.positions, args.game) {
        (Some(file), _) => format!("{many} of {}", printable(file)),
        (_, Some(seed)) => format!("{many} of game {seed}"),
        _ => called(&instances[0].name),
    }
}

/// The evaluation, which all algorithms share that have one.
fn evaluation<'a>(mut params: impl Iterator<Item = &'a Params>) -> String {
    // Algorithms without an evaluation have none to name.
    let name = params.find_map(|params| params.get(EVALUATION.key())?.as_str());
    name.map_or_else(|| "no evaluation".to_owned(), |name| format!("evaluation {name}"))
}

/// All algorithms on all positions at all depths.
fn plan<P: GameCommands>(
    args: &CompareArgs<P>,
    matches: &ArgMatches,
    chosen: &[Chosen<'static>],
) -> Result<CommandPlan> {
    let own = typed_keys(P::KEYS, matches);
    let instances = match (&args.positions, args.game) {
        (Some(file), _) => {
            InstanceRequest { files: Some(OneOrMany::One(escaped(file))), own, ..InstanceRequest::default() }
        }
        (_, Some(seed)) => {
            let games = GamesRequest { seeds: Wholes::One(seed), plies: Wholes::Range("all".to_owned()) };
            InstanceRequest { games: Some(games), own, ..InstanceRequest::default() }
        }
        _ => args.position.request()?,
    };
    let with_params = |chosen: &Chosen<'static>| Ok((chosen.clone(), parameters(world::<P>(), chosen, matches)?));
    let algorithms = chosen.iter().map(with_params).collect::<Result<Vec<_>, Diagnostics>>()?;
    let searches = Searches::new(world::<P>(), instances, algorithms, &args.budget);
    let place = match (&args.positions, args.game) {
        (Some(file), _) => format!("positions of {}", printable(file)),
        (_, Some(seed)) => format!("positions of game {seed}"),
        _ => called(&args.position.instance()?.name),
    };
    let evaluation = evaluation(searches.algorithms.iter().map(|(_, params)| params));
    let title = format!("Nodes by depth: {}, {place}, {evaluation}", P::TITLE);
    let lines = ChartRequest {
        x: Some("depth".to_owned()),
        title: Some(title.clone()),
        ..ChartRequest::of_kind(ChartKind::Lines)
    };
    CommandPlan::of(&Searches {
        title,
        depths: &args.depths.0,
        repeats: u32::try_from(args.repeat.get()).unwrap_or(u32::MAX),
        seed: args.seed,
        chart: Some(lines),
        ..searches
    })
}

const RECORD_COLUMNS: [Column; 7] =
    [Column::INSTANCE, Column::PLIES, Column::ALGORITHM, Column::VALUE, Column::MOVE, Column::NODES, Column::CPU_TIME];

/// The answer in the form that was asked for.
fn print<P: GameCommands>(
    args: &CompareArgs<P>,
    instances: &[Instance],
    records: &[Record],
    conflicts: &[String],
    is_interrupted: bool,
) -> Result<()> {
    let interrupted = "Interrupted: what had ended by then is shown.";
    match args.output.format {
        Format::Table => {
            if !records.is_empty() {
                print_tables(args, instances, records)?;
            }
            let verdict = wrapped_lines(&verdict(records, conflicts, promises_value::<P>), terminal_width());
            let interrupted = if is_interrupted { format!("{interrupted}\n") } else { String::new() };
            return print_text(&format!("{verdict}{interrupted}"));
        }
        Format::Md | Format::Tex if !records.is_empty() => print_text(&tables(args, records, args.output.layout()))?,
        Format::Md | Format::Tex => {}
        Format::Json | Format::Csv => args.output.print(records, &RECORD_COLUMNS)?,
    }
    // In the forms for programs, what the records do not say is told beside them.
    for conflict in conflicts {
        eprint_line(conflict);
    }
    if is_interrupted {
        eprint_line(interrupted);
    }
    Ok(())
}

fn print_tables<P: GameCommands>(args: &CompareArgs<P>, instances: &[Instance], records: &[Record]) -> Result<()> {
    let (width, color) = (terminal_width(), args.output.has_color());
    let title = format!(
        "{} · {} · seed {}",
        described(args, instances),
        evaluation(records.iter().map(|record| &record.params)),
        args.seed
    );
    print_text(&format!("{}\n{}\n", wrapped_lines(&title, width), choices(records, width)))?;
    print_text(&format!("{}\n", tables(args, records, Layout::Terminal { width, color })))
}

/// The comparison, and what else was asked for.
fn tables<P: GameCommands>(args: &CompareArgs<P>, records: &[Record], layout: Layout) -> String {
    let mut tables = vec![parts(&compare(records), &Column::KEYS, &[&Column::COSTS, &Column::SAVINGS], layout)];
    if matches!(layout, Layout::Terminal { .. }) {
        tables.push(LEGEND.to_owned());
    }
    if args.per_iteration {
        tables.push(iterations::table_of(&iterations::deepest(records), layout));
    }
    if args.per_position {
        tables.push(table(records, &RECORD_COLUMNS, layout));
    }
    tables.join("\n")
}

/// The table, ordering and window of each algorithm with its other parameters, without the evaluation, which the title
/// names.
fn choices(records: &[Record], width: usize) -> String {
    const LEAST: usize = 14;
    let head = records.iter().map(|record| record.algorithm.len() + 2).fold(LEAST, usize::max);
    let mut seen: Vec<&str> = Vec::new();
    let mut text = String::new();
    for record in records {
        if seen.contains(&record.algorithm.as_str()) {
            continue;
        }
        seen.push(&record.algorithm);
        let params = record.params.iter().filter(|(name, _)| *name != EVALUATION.key());
        let words = params.map(|(name, value)| match value.as_str() {
            Some(text) => format!("{name} {text}"),
            None => format!("{name} {value}"),
        });
        let words = means(&record.algorithm, &record.params).into_iter().chain(words);
        let words = words.collect::<Vec<_>>().join(" · ");
        for (index, line) in wrapped(&words, width.saturating_sub(head).max(20)).into_iter().enumerate() {
            let name = if index == 0 { record.algorithm.as_str() } else { "" };
            text += format!("{name:<head$}{line}").trim_end();
            text.push('\n');
        }
    }
    text
}

/// Each line as lines that fit.
fn wrapped_lines(text: &str, width: usize) -> String {
    text.lines().flat_map(|line| wrapped(line, width)).flat_map(|line| [line, "\n"]).collect()
}
