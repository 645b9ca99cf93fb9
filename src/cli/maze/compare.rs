//! `searchlab maze compare FILE…`: all algorithms, one table.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{EndArgs, Loaded, load};
use crate::catalog::{self, MAZE};
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, DrawArgs, OutputArgs, algorithm, budget};
use crate::cli::command::argument;
use crate::cli::output::say;
use crate::cli::progress::{Progress, stop_flag};
use crate::diagnostic::grouped;
use crate::experiment::run::{Expansions, Taps};
use crate::record::{Limits, Record, Trial};
use crate::report::{Column, Format};
use crate::search::about::{About, Guarantee};
use crate::search::budget::Status;

/// Plain IDA* and its like never end on mazes with many ways; without a limit they stop here.
const USUAL_NODES: u64 = 10_000_000;

#[derive(Debug, Args)]
struct CompareArgs {
    /// The mazes; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Only these algorithms
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    algorithms: Vec<String>,
    #[command(flatten)]
    ends: EndArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    draw: DrawArgs,
}

pub(super) fn command() -> Command {
    let command = Command::new("compare")
        .about("Run all algorithms on each maze and print one table")
        .after_help(
            "Without a limit each search stops after 10,000,000 generated states and is shown as limited.\n\nExamples:\n  \
             searchlab maze compare mazes/course-30x60.txt\n  \
             searchlab maze compare mazes/*.txt --algorithms astar,fringe,nbs --format csv\n  \
             searchlab maze compare mazes/caves-60x120.map --moves 8",
        );
    let parameters = [&catalog::MOVES, &catalog::HEURISTIC, &catalog::TIE_BREAK, &catalog::OPEN, &catalog::WEIGHT,
        &catalog::TABLE_BITS, &catalog::ORDER];
    parameters.into_iter().fold(CompareArgs::augment_args(command), |command, parameter| {
        command.arg(argument(&MAZE, parameter))
    })
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let abouts = algorithms(&args, matches)?;
    let mut mazes = args.files.iter().map(|file| load(file, args.ends, &args.output)).collect::<Result<Vec<_>>>()?;
    let limits = Limits { nodes: args.budget.max_nodes.or(Some(USUAL_NODES)), ..args.budget.limits() };
    let mut trials = Vec::new();
    for maze in &mazes {
        trials.push(plan(maze, &abouts, matches, limits)?);
    }
    let stop = stop_flag();
    let mut all = Vec::new();
    let mut exit = Exit::Done;
    {
        let progress = Progress::new(trials.iter().map(|trials| trials.len() as u64).sum(), None, args.output.quiet);
        let budget = budget(&limits, &stop, &progress.nodes);
        for (maze, trials) in mazes.iter_mut().zip(&trials) {
            let mut records = Vec::new();
            let mut shown = None;
            for trial in trials {
                let mut taps = Taps { trace: None, expansions: is_pictured(trial).then(Expansions::default) };
                let run = maze.runner.run(trial, maze.start, maze.goal, &budget, &mut taps);
                progress.advance();
                if let Some(Expansions(keys)) = taps.expansions {
                    shown = Some((run.path, keys.into_iter().map(|key| key as u32).collect::<Vec<_>>()));
                }
                records.push(run.record);
            }
            all.push((records, shown));
        }
    }
    let records: Vec<Record> = all.iter().flat_map(|(records, _)| records.clone()).collect();
    if args.output.format == Format::Table {
        for (index, (maze, (records, shown))) in mazes.iter().zip(&all).enumerate() {
            let gap = if index > 0 { "\n" } else { "" };
            let drawing = shown.as_ref().and_then(|(path, cells)| maze.drawing(args.draw, &args.output, path, cells));
            say(&format!("{gap}{}\n\n", maze.describe()))?;
            if let Some(drawing) = drawing {
                say(&format!("{drawing}\n"))?;
            }
            args.output.print(records, &COLUMNS)?;
            say(&format!("\n{}\n", verdict(records, &limits)))?;
        }
    } else {
        let columns: Vec<Column> = std::iter::once(Column::INSTANCE).chain(COLUMNS).collect();
        args.output.print(&records, &columns)?;
    }
    for (records, _) in &all {
        exit = exit.max(exit_of(records));
    }
    if records.iter().any(|record| record.status == Status::Interrupted) {
        exit = exit.max(Exit::Incomplete);
    }
    Ok(exit)
}

const COLUMNS: [Column; 8] = [
    Column::ALGORITHM,
    Column::COST,
    Column::EXPANDED,
    Column::GENERATED,
    Column::REOPENED,
    Column::PEAK_OPEN,
    Column::ITERATIONS,
    Column::TIME,
];
