//! `searchlab tree search FILE`: a game tree from text, searched before the eyes of the reader.
//!
//! Not here: the steps of the walk (steps.rs), and its lines (walk.rs).

mod steps;
mod walk;

use steps::Step;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use crate::catalog::{TREE, WorldInfo};
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, Chosen, OutputArgs, When, budget, named_algorithms, parse_whole};
use crate::cli::exit_of;
use crate::cli::games::search::depth_parser;
use crate::cli::games::{algorithms, parameters, remark_on_parameters, with_parameters};
use crate::cli::output::print_text;
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::trace::TraceArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, read_source};
use crate::experiment::instances::Instance;
use crate::experiment::trial_runner::TrialRunner;
use crate::record::{Record, Trial};
use crate::report::{Column, Format};
use crate::run::Observers;
use crate::search::about::AlgorithmInfo;
use crate::search::counters::Counters;
use crate::search::walk::{Part, WalkLog};
use crate::text::grouped;
use crate::worlds::tree::scene::TreeScene;
use crate::worlds::tree::world::task_of;
use crate::worlds::tree::{Position, read};

/// Lines of a walk that are printed unless all are asked for, and then.
const LINES: [usize; 2] = [200, 1_000_000];

/// The side that moves at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mover {
    /// The side that wants the greatest number.
    Max,
    /// The side that wants the least number.
    Min,
}

#[derive(Debug, Args)]
struct TreeArgs {
    /// The tree: nested lists of whole numbers in parentheses; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The algorithms, with commas between
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "alphabeta",
        value_parser = algorithms(&TREE),
    )]
    algorithm: Vec<String>,
    /// Plies to search, from 1 to 60; nodes at which it ends are worth 0; without it: to the leaves
    #[arg(long, value_name = "N", value_parser = depth_parser(&TREE), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// The side that moves at the root; leaves are worth their number to max
    #[arg(long, value_enum, default_value = "max", value_name = "WHO")]
    to_move: Mover,
    /// Decides between equal moves with --ties seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Print the walk above the counts; auto: its first 200 lines, and none in JSON and CSV; always: in JSON as `walk` of the
    /// record, in CSV in place of the counts
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    walk: When,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn command() -> Command {
    let search = TreeArgs::augment_args(Command::new("search"))
        .about("Search a tree, and print the walk: nodes, windows, values and cuts, line by line")
        .after_help(
            "A file holds nested lists of whole numbers: (3 12 8) (2 4 6) (14 5 2). Several lists are the children of \
             the root, a single one is the root itself; `#` begins a comment. The children of a node are called a, b, c, \
             …, so `ba` is the first child of the second child of the root. Windows and values are those of max.\n\n\
             Examples:\n  \
             searchlab tree search experiments/trees/aima.txt\n  \
             searchlab tree search experiments/trees/aima.txt --algorithm minimax,alphabeta,mtdf --walk never\n  \
             searchlab tree search experiments/trees/mtdf.txt --algorithm mtdf --guess 5\n  \
             searchlab tree search experiments/trees/aima.txt --walk always --format csv\n  \
             echo '(3 12 8) (2 4 6) (14 5 2)' | searchlab tree search - --to-move min",
        );
    Command::new("tree")
        .about("Search game trees of textbooks, given as nested lists, and follow every step")
        .after_help("Example:\n  searchlab tree search experiments/trees/aima.txt --algorithm mtdf")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(with_parameters(&TREE, search))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let Some(("search", matches)) = matches.subcommand() else { unreachable!("clap asks for a known command") };
    let args = TreeArgs::from_arg_matches(matches)?;
    let all = named_algorithms(&TREE, &args.algorithm)?;
    let trials = all.iter().map(|chosen| parameters(&TREE, chosen, matches)).collect::<Result<Vec<_>, _>>()?;
    if args.trace.is_wanted() && all.len() > 1 {
        let problem = Diagnostic::new(format!("a trace is that of one search, and {} algorithms are named", all.len()));
        return Err(anyhow!(Diagnostics::from(problem.help("name one with --algorithm"))));
    }
    let source = read_source(&args.file)?;
    let position = Position::root(Arc::new(read(&source)?), args.to_move == Mover::Max);
    remark_on_parameters(&TREE, &all, matches, &args.budget, &args.output)?;
    let limits = args.budget.limits();
    let is_text = args.output.format == Format::Table;
    let is_walked = args.walk == When::Always || is_text && args.walk == When::Auto;
    let most = LINES[usize::from(args.walk == When::Always)];
    let instance = Instance::of(source.name.clone(), task_of(position.clone()));
    let mut runner = TrialRunner::default();
    let (mut records, mut walks) = (Vec::<Record>::new(), Vec::<Vec<Step>>::new());
    for (Chosen { about, .. }, params) in all.iter().zip(trials) {
        let trial = Trial {
            depth: args.depth,
            seed: args.seed,
            ..Trial::new(TREE.name.name, (instance.name.clone(), instance.task.content()), about.name, params, limits)
        };
        let walk = is_walked.then(|| WalkLog::new(most));
        let mut taps = Observers { walk, trace: args.trace.begin()?, ..Observers::default() };
        taps.begin(&trial, || Box::new(TreeScene));
        let progress = Progress::new(1, limits.nodes, args.output.quiet);
        let budget = budget(&limits, &stop_flag(), &progress.nodes);
        let record = runner.run(&trial, &instance, &budget, &mut taps);
        drop(progress);
        let traced = args.trace.finish(&mut taps, Some(&record), &args.output);
        if let Some(log) = taps.walk {
            match args.output.format {
                Format::Json | Format::Csv => walks.push(Step::all_of(&log, about.name, &position)),
                _ => print_walk(about, &log, &position, &record)?,
            }
        }
        records.push(record);
        traced?;
    }
    if args.to_move == Mover::Min {
        args.output.remark("the values of records are those of the side to move: here of min, with the sign turned");
    }
    match args.output.format {
        Format::Json if !walks.is_empty() => print_records_with_walks(&records, &walks)?,
        Format::Csv if !walks.is_empty() => args.output.print_lines(&walks.concat(), &[])?,
        _ => print_counts(&args.output, &records)?,
    }
    Ok(records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Done))
}

/// Each record with its walk, as one line of JSON.
fn print_records_with_walks(records: &[Record], walks: &[Vec<Step>]) -> Result<()> {
    for (record, walk) in records.iter().zip(walks) {
        let mut line = serde_json::to_value(record)?;
        line["walk"] = serde_json::to_value(walk)?;
        print_text(&format!("{line}\n"))?;
    }
    Ok(())
}

fn print_walk(about: &AlgorithmInfo, log: &WalkLog, position: &Position, record: &Record) -> Result<()> {
    let lines = if log.parts().iter().any(|part| matches!(part, Part::Visit(_))) {
        walk::lines(log, position)
    } else {
        format!("{} keeps a tree of its own and has no windows to show.\n", about.name)
    };
    let omitted = match log.omitted() {
        0 => String::new(),
        omitted => format!("… {} lines more; all of them with --walk always\n", grouped(omitted)),
    };
    let end = record.result.as_ref().map_or(String::new(), |answer| {
        let best = if answer.moves.is_empty() { "–".into() } else { WorldInfo::moves_text(record) };
        // The record has the value of the side to move.
        let value = if position.is_max_first() { answer.value } else { 0.0 - answer.value };
        format!("value {value}, best play {best}\n")
    });
    print_text(&format!("{}: {}\n\n{lines}{omitted}{end}\n", about.name, about.summary))
}

fn print_counts(output: &OutputArgs, records: &[Record]) -> Result<()> {
    const fn count(head: &'static str, text: fn(&Record) -> String) -> Column {
        Column { head, is_number: true, is_optional: false, text }
    }
    fn shown(record: &Record, number: fn(&Counters) -> u64) -> String {
        grouped(number(&record.counters))
    }
    const COLUMNS: [Column; 9] = [
        Column::ALGORITHM,
        Column::STATUS,
        Column::VALUE,
        count("leaves", |record| shown(record, |counters| counters.evaluated)),
        Column::EXPANDED,
        Column::NODES,
        count("cutoffs", |record| shown(record, |counters| counters.cutoffs)),
        count("passes", |record| shown(record, |counters| counters.passes)),
        count("tt hits", |record| shown(record, |counters| counters.tt_hits)),
    ];
    output.print(records, &COLUMNS)
}
