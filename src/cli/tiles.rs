//! `searchlab tiles ALGORITHM FILE`.

use std::num::NonZeroUsize;

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::args::{BudgetArgs, OutputArgs, algorithm, budget, parse_count, resolve};
use super::command::algorithm_commands;
use super::maze::exit_of;
use super::output::{say, tell, terminal_width};
use super::progress::{Progress, stop_flag};
use super::trace::TraceArgs;
use crate::catalog::TILES;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use crate::record::{Record, Trial};
use crate::report::{Column, Format, card};
use crate::run::{Observers, tiles};
use crate::search::budget::Status;
use crate::text::{grouped, printable, wrapped};
use crate::worlds::tiles::Instance;
use crate::worlds::tiles::format::read_puzzles;

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
    let source = read_source(&args.file)?;
    let mut instances = read_puzzles(&source)?;
    instances.truncate(args.first.unwrap_or(NonZeroUsize::MAX).get());
    let is_single = instances.len() == 1;
    if args.trace.is_wanted() && !is_single {
        return Err(anyhow!(one_board_to_trace(&source.name, instances.len())));
    }
    let mut taps = Observers { trace: args.trace.begin()?, ..Observers::default() };
    let limits = args.budget.limits();
    let mut records = Vec::new();
    {
        let progress = Progress::new(instances.len() as u64, limits.nodes, args.output.quiet);
        let budget = budget(&limits, &stop_flag(), &progress.nodes);
        for instance in &instances {
            let trial = Trial::new(
                TILES.name.name,
                (
                    if is_single { source.name.clone() } else { format!("{}:{}", source.name, instance.line) },
                    tiles::content(instance.puzzle),
                ),
                about.name,
                params.clone(),
                limits,
            );
            records.push(tiles::run(&trial, instance.puzzle, &budget, &mut taps));
            progress.advance();
            if records.last().is_some_and(|record| record.status == Status::Interrupted) {
                break;
            }
        }
    }
    // The records come first: the searches may have been long.
    let traced = args.trace.finish(&mut taps);
    print(&args.output, &instances, &records)?;
    let differences = differences(&instances, &records, about.guarantee == crate::search::about::Guarantee::Optimal);
    for difference in &differences {
        tell(&format!("DIFFERENT {difference}"));
    }
    traced?;
    let worst = records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Done);
    Ok(if differences.is_empty() { worst } else { worst.max(Exit::Negative) })
}

/// A trace has no mark where one search ends and another begins.
fn one_board_to_trace(name: &str, boards: usize) -> Diagnostics {
    Diagnostic::new(format!("a trace is that of one search, and {} holds {boards} boards", quoted(name)))
        .help("say `--first 1`, or give a file with one board")
        .into()
}

fn print(output: &OutputArgs, instances: &[Instance], records: &[Record]) -> Result<()> {
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
            let is_unsolvable = |(_, record): &(&Instance, &Record)| record.status == Status::Unsolvable;
            for (instance, _) in instances.iter().zip(records).filter(is_unsolvable).take(MOST_EXPLAINED) {
                say(&folded(&format!("\nThe board of line {} {}", instance.line, cannot_be_solved(instance))))?;
            }
        }
        return Ok(());
    }
    say(&format!("{}\n{}", instances[0].puzzle.picture(), card(&records[0], terminal_width(), output.has_color())))?;
    if records[0].status == Status::Unsolvable {
        say(&folded(&format!("\nThis board {}", cannot_be_solved(&instances[0]))))?;
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
fn differences(instances: &[Instance], records: &[Record], is_optimal: bool) -> Vec<String> {
    let pairs = instances.iter().zip(records).filter(|_| is_optimal);
    let differing = pairs.filter_map(|(instance, record)| {
        let (listed, found) = (instance.listed.length?, record.result.as_ref()?.value);
        let text = format!("{}: length {found}, the file lists {listed}", printable(&record.instance));
        (f64::from(listed).to_bits() != found.to_bits()).then_some(text)
    });
    differing.collect()
}
