//! `searchlab othello compare`: algorithms side by side, depth by depth.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::search::algorithms;
use super::{Instance, PositionArgs, parameters, with_parameters};
use crate::catalog::OTHELLO;
use crate::catalog::othello::DEEPEST;
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, OutputArgs, algorithm, budget, parse_count};
use crate::cli::output::{say, terminal_width};
use crate::cli::progress::{Progress, stop_flag};
use crate::diagnostic::{Diagnostics, read_source};
use crate::experiment::run::Taps;
use crate::experiment::run::othello::{OthelloRunner, content};
use crate::record::{Params, Record, Trial};
use crate::report::chart::{self, Quantity, by_depth};
use crate::report::comparison::{Compared, Disagreement, LEGEND, compare, disagreements};
use crate::report::{Column, Format, Layout, table};
use crate::search::about::About;
use crate::search::budget::Status;
use crate::text::counted;
use crate::worlds::othello::format::read_positions;
use crate::worlds::othello::playout;

#[derive(Debug, Args)]
struct CompareArgs {
    /// Depths in plies: 6, 1..=8, or 2,4,6
    #[arg(long, value_name = "RANGE", default_value = "1..=8", value_parser = parse_depths, allow_hyphen_values = true)]
    depths: Depths,
    /// The algorithms
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "minimax,alphabeta,mtdf",
        value_parser = algorithms(),
    )]
    algorithms: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// All positions of a file: boards, OBF or move lists, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<String>,
    /// All positions of the random game of this seed
    #[arg(long, value_name = "SEED", conflicts_with_all = ["position", "positions"])]
    game: Option<u64>,
    /// Repeat everything so many times, for the spread of the times
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count, allow_negative_numbers = true)]
    repeat: NonZeroUsize,
    /// Decides between equal moves with --ties seeded
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Show each search by itself too
    #[arg(long, help_heading = "Output")]
    per_position: bool,
    /// Show the iterations of the deepest searches too
    #[arg(long, help_heading = "Output")]
    per_iteration: bool,
    /// Draw nodes against depth into an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = CompareArgs::augment_args(Command::new("compare"));
    with_parameters(command.about("Compare algorithms depth by depth: value, nodes, cutoffs, time, ratios").after_help(
        "A limit holds for each search. An algorithm that exceeds it at a depth is shown as limited and not searched \
         deeper.\n\nExamples:\n  \
         searchlab othello compare --depths 1..=7\n  \
         searchlab othello compare --algorithms alphabeta,alphabeta-tt,pvs,mtdf,sss,dual --depths 2,4,6,8 --max-time 10s\n  \
         searchlab othello compare --game 1 --depths 4 --per-position --repeat 3\n  \
         searchlab othello compare --depths 1..=8 --chart nodes.svg",
    ))
}

/// Depths in rising order.
#[derive(Debug, Clone)]
struct Depths(Vec<u32>);

fn parse_depths(text: &str) -> Result<Depths, String> {
    let depth = |text: &str| match text.trim().parse::<u32>() {
        Ok(depth) if (1..=DEEPEST).contains(&depth) => Ok(depth),
        Ok(depth) => Err(format!("depth {depth} is not within 1 to {DEEPEST}")),
        Err(_) => Err(format!("{text:?} is no depth; expected something like 6, 1..=8 or 2,4,6")),
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
                    return Err(format!("the range {part} is empty"));
                }
                depths.extend(first..=last);
            }
        }
    }
    depths.sort_unstable();
    depths.dedup();
    Ok(Depths(depths))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let instances = instances(&args)?;
    let plan = plan(&args, matches, &instances)?;
    if let Some(path) = &args.chart {
        chart::check(path).map_err(Diagnostics::from)?;
    }
    let records = run_all(&args, &instances, &plan);
    let conflicts = disagreements(&records);
    // What goes wrong with the chart is said when the records are out: the searches may have been long.
    let charted = args.chart.as_ref().map_or(Ok(()), |path| draw(path, &instances, &records));
    if args.output.format == Format::Table {
        print_tables(&args, &instances, &records)?;
        say(&format!("\n{}\n", verdict(&records, &conflicts)))?;
    } else {
        let layout = args.output.format;
        match layout {
            Format::Md => say(&table(&compare(&records), &all_columns(), Layout::Markdown))?,
            _ => args.output.print(&records, &RECORD_COLUMNS)?,
        }
    }
    charted?;
    Ok(match records.iter().any(|record| record.status.is_incomplete()) {
        _ if !conflicts.is_empty() => Exit::Conflict,
        true => Exit::Incomplete,
        false => Exit::Done,
    })
}

fn draw(path: &Path, instances: &[Instance], records: &[Record]) -> Result<(), Diagnostics> {
    let title = format!("Nodes by depth: Othello, {}", described(instances));
    by_depth(records, Quantity::Nodes, &title).save(path).map_err(Diagnostics::from)
}

/// What was searched.
fn described(instances: &[Instance]) -> String {
    match instances {
        [single] => single.name.clone(),
        many => format!("{} from {}", counted(many.len() as u64, "position"), many[0].name),
    }
}

fn instances(args: &CompareArgs) -> Result<Vec<Instance>> {
    if let Some(file) = &args.positions {
        let source = read_source(file)?;
        let given = read_positions(&source)?;
        let name = |line: usize| format!("{}:{line}", source.name);
        return Ok(given
            .into_iter()
            .map(|given| Instance { name: name(given.line), position: given.position() })
            .collect());
    }
    if let Some(seed) = args.game {
        let game = playout::game(seed);
        // The end has no move to be searched.
        let positions = game.positions().take(game.moves().len()).enumerate();
        return Ok(positions
            .map(|(ply, position)| Instance { name: format!("game {seed} ply {ply}"), position })
            .collect());
    }
    Ok(vec![args.position.instance()?])
}

/// A trial and the place of its position.
struct Planned {
    place: usize,
    trial: Trial,
}

/// All algorithms of a depth one after the other, so that what drifts on the machine favours none.
fn plan(args: &CompareArgs, matches: &ArgMatches, instances: &[Instance]) -> Result<Vec<Planned>> {
    let mut abouts: Vec<(&About, Params)> = Vec::new();
    for name in &args.algorithms {
        let about = algorithm(&OTHELLO, name)?;
        if abouts.iter().any(|(known, _)| known.name == about.name) {
            return Err(anyhow!("the algorithm {name} is named twice"));
        }
        abouts.push((about, parameters(about, matches)?));
    }
    let mut plan = Vec::new();
    for repeat in 0..args.repeat.get() {
        for (place, instance) in instances.iter().enumerate() {
            for &depth in &args.depths.0 {
                for (about, params) in &abouts {
                    let named = (instance.name.clone(), content(instance.position));
                    let trial = Trial::new(OTHELLO.name.name, named, about.name, params.clone(), args.budget.limits());
                    let trial = Trial { depth: Some(depth), seed: args.seed, repeat: repeat as u32, ..trial };
                    plan.push(Planned { place, trial });
                }
            }
        }
    }
    Ok(plan)
}

/// Runs the plan. What exceeded its limit at a depth is not tried deeper on the same position.
fn run_all(args: &CompareArgs, instances: &[Instance], plan: &[Planned]) -> Vec<Record> {
    let stop = stop_flag();
    let progress = Progress::new(plan.len() as u64, None, args.output.quiet);
    let budget = budget(&args.budget.limits(), &stop, &progress.nodes);
    let mut runner = OthelloRunner::default();
    let mut exceeded: HashSet<(usize, &str)> = HashSet::new();
    let mut records = Vec::new();
    for Planned { place, trial } in plan {
        if !exceeded.contains(&(*place, trial.algorithm.as_str())) {
            let record = runner.run(trial, instances[*place].position, &budget, &mut Taps::default());
            match record.status {
                // The trial in flight is dropped.
                Status::Interrupted => break,
                status if status.is_incomplete() => drop(exceeded.insert((*place, &trial.algorithm))),
                _ => {}
            }
            records.push(record);
        }
        progress.advance();
    }
    records
}

const RECORD_COLUMNS: [Column; 7] =
    [Column::INSTANCE, Column::PLIES, Column::ALGORITHM, Column::VALUE, Column::MOVE, Column::NODES, Column::TIME];

/// Costs and savings in one.
fn all_columns() -> Vec<Column<Compared>> {
    let savings = Column::SAVINGS.into_iter().skip(2);
    Column::COSTS.into_iter().chain(savings).collect()
}

fn print_tables(args: &CompareArgs, instances: &[Instance], records: &[Record]) -> Result<()> {
    let evaluation = records.iter().find_map(|record| record.params.get("evaluation")?.as_str()).unwrap_or_default();
    let what = described(instances);
    say(&format!("{what} · evaluation {evaluation} · seed {}\n\n", args.seed))?;
    let (width, color) = (terminal_width(), args.output.has_color());
    let layout = Layout::Terminal { width, color };
    let lines = compare(records);
    let wide = table(&lines, &all_columns(), Layout::Terminal { width: usize::MAX, color });
    let is_wide = table(&lines, &all_columns(), Layout::Terminal { width: usize::MAX, color: false })
        .lines()
        .any(|line| line.chars().count() > width);
    if is_wide {
        say(&table(&lines, &Column::COSTS, layout))?;
        say(&format!("\n{}", table(&lines, &Column::SAVINGS, layout)))?;
    } else {
        say(&wide)?;
    }
    say(&format!("\n{LEGEND}"))?;
    if args.per_position {
        say("\n")?;
        args.output.print(records, &RECORD_COLUMNS)?;
    }
    Ok(())
}

/// Whether the algorithms agree, and what did not come to its end.
fn verdict(records: &[Record], conflicts: &[Disagreement]) -> String {
    let mut lines = Vec::new();
    for Disagreement { instance, depth, values } in conflicts {
        let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} {value}")).collect();
        lines.push(format!("DISAGREE on {instance} at depth {depth}: {}", values.join(", ")));
    }
    let complete = records.iter().filter(|record| record.status == Status::Complete).count();
    if conflicts.is_empty() && complete > 0 {
        lines.push("All algorithms that ended agree on the value of every position at every depth.".to_owned());
    }
    let mut limited: Vec<String> = Vec::new();
    for record in records.iter().filter(|record| record.status.is_incomplete()) {
        let name = format!("{} at depth {}", record.algorithm, record.depth.unwrap_or_default());
        if !limited.contains(&name) {
            limited.push(name);
        }
    }
    if !limited.is_empty() {
        lines.push(format!("Stopped at a limit, and not searched deeper: {}.", limited.join(", ")));
    }
    if records.is_empty() {
        lines.push("Nothing came to its end.".to_owned());
    }
    lines.join("\n")
}
