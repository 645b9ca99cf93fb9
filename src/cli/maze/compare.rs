//! `searchlab maze compare FILE…`: all algorithms, one table.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{EndArgs, Loaded, load};
use crate::catalog::{self, MAZE};
use crate::cli::Exit;
use crate::cli::args::{AdmissionArgs, BudgetArgs, DrawArgs, OutputArgs, admit, budget, named_algorithms, resolve};
use crate::cli::command::argument;
use crate::cli::output::say;
use crate::cli::progress::{Progress, stop_flag};
use crate::record::{Limits, Params, Record, Trial};
use crate::report::{Column, Format};
use crate::run::{Expansions, Observers};
use crate::search::about::{AlgorithmInfo, Guarantee};
use crate::search::budget::Status;
use crate::text::grouped;

/// Plain IDA* and its like never end on mazes with many ways; without a limit they stop here.
const USUAL_NODES: u64 = 10_000_000;

#[derive(Debug, Args)]
struct CompareArgs {
    /// The mazes; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Only these algorithms [default: all but those of course reports, idastar-cycle-check and idastar-table-as-coded]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    algorithms: Vec<String>,
    #[command(flatten)]
    ends: EndArgs,
    #[command(flatten)]
    admission: AdmissionArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    draw: DrawArgs,
}

pub(super) fn command() -> Command {
    let command = CompareArgs::augment_args(Command::new("compare"));
    let command = command.about("Run all algorithms on each maze and print one table").after_help(
        "Without a limit each search stops after 10,000,000 generated states and is shown as limited.\n\nExamples:\n  \
             searchlab maze compare mazes/course-30x60.txt\n  \
             searchlab maze compare mazes/*.txt --algorithms astar,fringe,nbs --format csv\n  \
             searchlab maze compare mazes/caves-60x120.map --start 11,45 --goal 57,71 --moves 8",
    );
    let parameters = [
        &catalog::MOVES,
        &catalog::HEURISTIC,
        &catalog::TIE_BREAK,
        &catalog::OPEN,
        &catalog::WEIGHT,
        &catalog::TABLE_BITS,
        &catalog::ORDER,
    ];
    parameters.into_iter().fold(command, |command, parameter| command.arg(argument(&MAZE, parameter, None)))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let abouts = algorithms(&args, matches)?;
    let mut mazes = args.files.iter().map(|file| load(file, args.ends, &args.output)).collect::<Result<Vec<_>>>()?;
    let limits = Limits { nodes: args.budget.max_nodes.or(Some(USUAL_NODES)), ..args.budget.limits() };
    let plans =
        mazes.iter().map(|maze| plan(maze, &abouts, matches, args.admission, limits)).collect::<Result<Vec<_>>>()?;
    let results = run_all(&mut mazes, &plans, &limits, &args);
    if args.output.format == Format::Table {
        print_tables(&mazes, &results, &limits, &args)?;
    } else {
        let records: Vec<Record> = results.iter().flat_map(|result| result.records.clone()).collect();
        let columns: Vec<Column> = std::iter::once(Column::INSTANCE).chain(COLUMNS).collect();
        args.output.print(&records, &columns)?;
    }
    Ok(results.iter().map(|result| exit_of(&result.records)).max().unwrap_or(Exit::Done))
}

/// The results of all algorithms on one maze.
struct Compared {
    records: Vec<Record>,
    /// The drawing of the search that stands for all.
    drawing: Option<String>,
}

fn run_all(mazes: &mut [Loaded], plans: &[Vec<Trial>], limits: &Limits, args: &CompareArgs) -> Vec<Compared> {
    let stop = stop_flag();
    let progress = Progress::new(plans.iter().map(|plan| plan.len() as u64).sum(), None, args.output.quiet);
    let budget = budget(limits, &stop, &progress.nodes);
    let mut results = Vec::new();
    for (maze, plan) in mazes.iter_mut().zip(plans) {
        let mut result = Compared { records: Vec::new(), drawing: None };
        let is_drawn = maze.is_drawn(args.draw, &args.output);
        for trial in plan {
            let is_shown = is_drawn && trial.algorithm == PICTURED;
            let mut taps =
                Observers { trace: None, expansions: is_shown.then(|| maze.expansions()), ..Observers::default() };
            let run = maze.runner.run(trial, maze.start, maze.goal, &budget, &mut taps);
            let draw = |expansions: Expansions| maze.drawing(&args.output, &run.path, &expansions.into_trail());
            result.drawing = result.drawing.or(taps.expansions.take().map(draw));
            result.records.push(run.record);
            progress.advance();
        }
        results.push(result);
    }
    results
}

fn print_tables(mazes: &[Loaded], results: &[Compared], limits: &Limits, args: &CompareArgs) -> Result<()> {
    for (index, (maze, result)) in mazes.iter().zip(results).enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        match &result.drawing {
            Some(drawing) => say(&format!("{gap}{}; drawn: {PICTURED}\n{drawing}\n", maze.describe()))?,
            None => say(&format!("{gap}{}\n\n", maze.describe()))?,
        }
        args.output.print(&result.records, &COLUMNS)?;
        say(&format!("\n{}\n", verdict(&result.records, limits)))?;
    }
    Ok(())
}

pub(in crate::cli) const COLUMNS: [Column; 8] = [
    Column::ALGORITHM,
    Column::COST,
    Column::EXPANDED,
    Column::GENERATED,
    Column::REOPENED,
    Column::PEAK_OPEN,
    Column::ITERATIONS,
    Column::CPU_TIME,
];

/// Variants of IDA* as course reports coded them, which are compared where they are named.
const OF_REPORTS: [&str; 2] = ["idastar-cycle-check", "idastar-table-as-coded"];

/// The algorithms that were named, or all others that search with the moves that were chosen.
fn algorithms(args: &CompareArgs, matches: &ArgMatches) -> Result<Vec<&'static AlgorithmInfo>> {
    let is_four = matches.get_one::<String>(catalog::MOVES.name.name).is_none_or(|moves| moves == "4");
    if args.algorithms.is_empty() {
        let fits = |about: &&AlgorithmInfo| !(is_four && catalog::needs_eight_moves(about));
        let usual = |about: &&AlgorithmInfo| !OF_REPORTS.contains(&about.name);
        return Ok(MAZE.algorithms.iter().copied().filter(fits).filter(usual).collect());
    }
    named_algorithms(&MAZE, &args.algorithms)
}

/// The trials of one maze. A parameter goes to the algorithms that take it.
fn plan(
    maze: &Loaded,
    abouts: &[&'static AlgorithmInfo],
    matches: &ArgMatches,
    admission: AdmissionArgs,
    limits: Limits,
) -> Result<Vec<Trial>> {
    let content = maze.runner.content(maze.start, maze.goal);
    let trial = |about: &&'static AlgorithmInfo| {
        Ok(Trial::new(
            MAZE.name.name,
            (maze.name.clone(), content),
            about.name,
            checked(about, matches, admission)?,
            limits,
        ))
    };
    abouts.iter().map(trial).collect()
}

/// All search with the same moves, so that their costs can be compared.
fn checked(about: &'static AlgorithmInfo, matches: &ArgMatches, admission: AdmissionArgs) -> Result<Params> {
    let mut params = resolve(&MAZE, about, matches, Some("4"))?;
    admit(&mut params, admission)?;
    Ok(params)
}

/// The algorithm whose path and expansions are drawn above the table.
const PICTURED: &str = "astar";

fn guarantee(record: &Record) -> Option<Guarantee> {
    MAZE.algorithm(&record.algorithm).map(|about| about.guarantee)
}

/// True if the cost of a trial must be the least.
fn is_optimal(record: &Record) -> bool {
    match guarantee(record) {
        Some(Guarantee::Optimal) => !catalog::is_inadmissible(&record.params),
        Some(Guarantee::FewestSteps) => !catalog::is_eight(&record.params),
        _ => false,
    }
}

/// Costs of the optimal algorithms that ended, each once: one if they agree. No path is a cost of its own.
fn optima(records: &[Record]) -> Vec<Option<String>> {
    let ended = records.iter().filter(|record| is_optimal(record) && !record.status.is_incomplete());
    let mut costs: Vec<Option<String>> = ended
        .map(|record| {
            let exact = |answer: &crate::record::Answer| match answer.exact {
                Some([straight, diagonal]) => format!("{straight} + {diagonal}√2"),
                None => answer.value.to_string(),
            };
            record.result.as_ref().map(exact)
        })
        .collect();
    costs.sort();
    costs.dedup();
    costs
}

/// The result of the table, in a sentence or two.
fn verdict(records: &[Record], limits: &Limits) -> String {
    let agreed = match optima(records).as_slice() {
        [] => "No optimal algorithm came to an end.".to_owned(),
        [Some(cost)] => format!("All optimal algorithms that ended agree: the least cost is {cost}."),
        [None] => "All optimal algorithms that ended agree: there is no path.".to_owned(),
        costs => {
            let words = costs.iter().map(|cost| cost.as_deref().unwrap_or("no path")).collect::<Vec<_>>();
            format!("The optimal algorithms DISAGREE: {}.", words.join(", "))
        }
    };
    let limited = records.iter().filter(|record| record.status.is_incomplete());
    let names: Vec<&str> = limited.map(|record| record.algorithm.as_str()).collect();
    if names.is_empty() {
        return agreed;
    }
    let nodes = limits.nodes.map(|nodes| format!(" ({} nodes)", grouped(nodes))).unwrap_or_default();
    format!("{agreed}\nStopped at a limit{nodes}: {}.", names.join(", "))
}

fn exit_of(records: &[Record]) -> Exit {
    match optima(records).as_slice() {
        [] => Exit::Incomplete,
        _ if records.iter().any(|record| record.status == Status::Interrupted) => Exit::Incomplete,
        [None] => Exit::Negative,
        [Some(_)] => Exit::Done,
        _ => Exit::Conflict,
    }
}
