//! `searchlab tiles ALGORITHM FILE`.

use std::num::NonZeroUsize;

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::args::{BudgetArgs, OutputArgs, algorithm, parse_count, resolve};
use super::command::algorithm_commands;
use super::experiment::run::HowArgs;
use super::maze::exit_of;
use super::output::{say, tell, terminal_width};
use super::plan::{CommandPlan, KeepArgs, Searches, Watched, check_chart, escaped};
use super::trace::TraceArgs;
use crate::analysis::request::OneOrMany;
use crate::catalog::TILES;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::experiment::spec::InstanceRequest;
use crate::record::{Params, Record};
use crate::report::{Column, Format, card};
use crate::run::Observers;
use crate::search::about::{AlgorithmInfo, Guarantee};
use crate::search::budget::Status;
use crate::text::{grouped, printable, wrapped};
use crate::worlds::tiles::Instance;
use crate::worlds::tiles::world::Puzzles;

/// Boards of a file of which it is said why they cannot be solved.
const MOST_EXPLAINED: usize = 3;

#[derive(Debug, Args)]
struct TileArgs {
    /// The boards, row by row, 0 for the blank; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Only the first boards of the file
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    first: Option<NonZeroUsize>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn command() -> Command {
    Command::new("tiles")
        .about("Solve sliding-tile puzzles: 8, 15 and 24 tiles")
        .after_help(
            "The goal is 0 1 2 …, the blank at the top left. A file holds one board or several, also in the form of Korf's \
             hundred, where the listed length is checked.\n\nExamples:\n  \
             echo '8 6 7 2 5 4 3 0 1' | searchlab tiles idastar -\n  \
             searchlab tiles idastar korf100.txt --first 5 --heuristic linear-conflict\n  \
             searchlab tiles astar puzzle.txt --format json",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(algorithm_commands::<TileArgs>(&TILES, "puzzle.txt"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let Some((name, matches)) = matches.subcommand() else { unreachable!("clap asks for a known command") };
    let args = TileArgs::from_arg_matches(matches)?;
    let about = algorithm(&TILES, name)?;
    let params = resolve(&TILES, about, matches, None)?;
    let plan = plan(&args, about, params)?;
    check_chart(&args.keep)?;
    args.trace.check_beside(args.keep.out.as_deref())?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    let boards = plan.instances();
    if args.trace.is_wanted() && boards.len() != 1 {
        return Err(anyhow!(one_board_to_trace(&args.file, boards.len())));
    }
    plan.remark(&args.output);
    let mut watched = Watched(Observers { trace: args.trace.begin()?, ..Observers::default() });
    let records = plan.run(&args.budget, &args.output, &mut watched).all();
    // The records come first: the searches may have been long.
    let traced = args.trace.finish(&mut watched.0, records.last(), &args.output);
    let charted = plan.draw(&args.keep, &records);
    let board = |record: &Record| boards.iter().find(|board| board.name == record.instance);
    let instances: Vec<&Instance> = records.iter().filter_map(board).map(|it| Puzzles::board(&it.task)).collect();
    print(&args.output, &instances, &records)?;
    let differences = differences(&instances, &records, about.guarantee == Guarantee::Optimal);
    for difference in &differences {
        tell(&format!("DIFFERENT {difference}"));
    }
    traced?;
    charted?;
    let worst = records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Done);
    Ok(if differences.is_empty() { worst } else { worst.max(Exit::Negative) })
}

/// The algorithm on the boards of the file.
fn plan(args: &TileArgs, about: &'static AlgorithmInfo, params: Params) -> Result<CommandPlan> {
    let first = args.first.map(|first| u32::try_from(first.get()).unwrap_or(u32::MAX));
    let files = Some(OneOrMany::One(escaped(&args.file)));
    let instances = InstanceRequest { files, first, ..InstanceRequest::default() };
    CommandPlan::of(&Searches::new(&TILES, instances, vec![(about, params)], &args.budget))
}

/// A trace has no mark where one search ends and another begins.
fn one_board_to_trace(name: &str, boards: usize) -> Diagnostics {
    Diagnostic::new(format!("a trace is that of one search, and {} holds {boards} boards", quoted(name)))
        .help("say `--first 1`, or give a file with one board")
        .into()
}

fn print(output: &OutputArgs, instances: &[&Instance], records: &[Record]) -> Result<()> {
    if output.format != Format::Table || records.len() != 1 {
        const COLUMNS: [Column; 8] = [
            Column::INSTANCE,
            Column::STATUS,
            Column::COST,
            Column::EXPANDED,
            Column::GENERATED,
            Column::PEAK_OPEN,
            Column::ITERATIONS,
            Column::TIME,
        ];
        output.print(records, &COLUMNS)?;
        let generated: u64 = records.iter().map(|record| record.counters.generated).sum();
        let seconds: f64 = records.iter().map(|record| record.measured.seconds).sum();
        if output.format == Format::Table {
            let rate = generated as f64 / seconds.max(1e-9);
            say(&format!("\n{} states generated, {} per second\n", grouped(generated), grouped(rate as u64)))?;
            let is_unsolvable = |(_, record): &(&&Instance, &Record)| record.status == Status::Unsolvable;
            for (instance, _) in instances.iter().zip(records).filter(is_unsolvable).take(MOST_EXPLAINED) {
                say(&folded(&format!("\nThe board of line {} {}", instance.line, cannot_be_solved(instance))))?;
            }
        }
        return Ok(());
    }
    say(&format!("{}\n{}", instances[0].puzzle.picture(), card(&records[0], terminal_width(), output.has_color())))?;
    if records[0].status == Status::Unsolvable {
        say(&folded(&format!("\nThis board {}", cannot_be_solved(instances[0]))))?;
    }
    Ok(())
}

fn cannot_be_solved(instance: &Instance) -> String {
    format!("cannot be solved: {}.\n", instance.puzzle.dead_end())
}

/// The lines in the width of the terminal.
fn folded(text: &str) -> String {
    let lines: Vec<&str> = text.lines().flat_map(|line| wrapped(line, terminal_width())).collect();
    lines.join("\n") + "\n"
}

/// Where a solution is not as long as the file lists.
fn differences(instances: &[&Instance], records: &[Record], is_optimal: bool) -> Vec<String> {
    let pairs = instances.iter().zip(records).filter(|_| is_optimal);
    let differing = pairs.filter_map(|(instance, record)| {
        let (listed, found) = (instance.listed.length?, record.result.as_ref()?.value);
        let text = format!("{}: length {found}, the file lists {listed}", printable(&record.instance));
        (f64::from(listed).to_bits() != found.to_bits()).then_some(text)
    });
    differing.collect()
}
