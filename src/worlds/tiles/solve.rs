//! `searchlab tiles ALGORITHM FILE`.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, FromArgMatches};

use super::{BoardArgs, goal_lines};
use crate::catalog::TILES;
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, OutputArgs, algorithm, resolve};
use crate::cli::exit_of;
use crate::cli::experiment::run::HowArgs;
use crate::cli::output::{eprint_line, print_text, terminal_width};
use crate::cli::plan::{CommandPlan, KeepArgs, Searches, Watched, check_chart};
use crate::cli::trace::TraceArgs;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::record::{Moves, Record};
use crate::report::{Column, Format, card};
use crate::run::Observers;
use crate::search::about::Guarantee;
use crate::search::budget::Status;
use crate::text::{grouped, printable, wrapped};
use crate::worlds::tiles::Problem;
use crate::worlds::tiles::draw::{Picture, check_picture, write_picture};
use crate::worlds::tiles::world::Puzzles;

/// Boards of a file of which it is said why they cannot be solved.
const MOST_EXPLAINED: usize = 3;

#[derive(Debug, Args)]
pub(super) struct TileArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Draw the boards of the solution, one after the other, into an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "out")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<Exit> {
    let args = TileArgs::from_arg_matches(matches)?;
    let about = algorithm(&TILES, name)?;
    let params = resolve(&TILES, about, matches, None)?;
    let plan = CommandPlan::of(&Searches::new(
        &TILES,
        args.boards.instances(matches),
        vec![(about.into(), params)],
        &args.budget,
    ))?;
    check_chart(&args.keep)?;
    args.trace.check_beside(args.keep.out.as_deref())?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    let boards = plan.instances();
    if args.trace.is_wanted() && boards.len() != 1 {
        return Err(anyhow!(one_board("trace", &args.boards.file, boards.len())));
    }
    if let Some(path) = &args.picture {
        check_picture(path)?;
        if boards.len() != 1 {
            return Err(anyhow!(one_board("picture", &args.boards.file, boards.len())));
        }
    }
    plan.remark(&args.output);
    let mut watched = Watched(Observers { trace: args.trace.begin()?, ..Observers::default() });
    let records = plan.run(&args.budget, &args.output, &mut watched).all();
    // The records come first: the searches may have been long.
    let traced = args.trace.finish(&mut watched.0, records.last(), &args.output);
    let charted = plan.draw(&args.keep, &records);
    let board = |record: &Record| boards.iter().find(|board| board.name == record.instance);
    let instances: Vec<&Problem> = records.iter().filter_map(board).map(|it| Puzzles::problem(&it.task)).collect();
    let pictured = draw_picture(args.picture.as_deref(), &instances, &records);
    print(&args.output, &instances, &records)?;
    let differences = differences(&instances, &records, about.guarantee == Guarantee::Optimal);
    for difference in &differences {
        eprint_line(&format!("DIFFERENT {difference}"));
    }
    traced?;
    charted.and(pictured)?;
    let worst = records.iter().map(|record| exit_of(record.status)).max().unwrap_or(Exit::Done);
    Ok(if differences.is_empty() { worst } else { worst.max(Exit::Negative) })
}

/// A trace has no mark where one search ends and another begins, and a picture shows one solution.
fn one_board(what: &str, name: &str, boards: usize) -> Diagnostics {
    Diagnostic::new(format!("a {what} is that of one search, and {} holds {boards} boards", quoted(name)))
        .help("say `--first 1`, or give a file with one board")
        .into()
}

fn draw_picture(path: Option<&Path>, problems: &[&Problem], records: &[Record]) -> Result<()> {
    let (Some(path), [problem], [record]) = (path, problems, records) else { return Ok(()) };
    let moves: &[Box<str>] = match record.result.as_ref().map(|answer| &answer.moves) {
        Some(Moves::List(moves)) => moves,
        _ => &[],
    };
    let title = format!("{} on {}", record.algorithm, record.instance);
    Ok(write_picture(path, &Picture { problem, moves, title: &title })?)
}

/// Of several boards.
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

fn print(output: &OutputArgs, instances: &[&Problem], records: &[Record]) -> Result<()> {
    if output.format != Format::Table || records.len() != 1 {
        if output.format == Format::Table {
            print_text(&format!("{}\n", goal_lines(instances.iter().copied())))?;
        }
        output.print(records, &COLUMNS)?;
        let generated: u64 = records.iter().map(|record| record.counters.generated).sum();
        let seconds: f64 = records.iter().map(|record| record.measured.seconds).sum();
        if output.format == Format::Table {
            let rate = generated as f64 / seconds.max(1e-9);
            print_text(&format!("\n{} states generated, {} per second\n", grouped(generated), grouped(rate as u64)))?;
            let is_unsolvable = |(_, record): &(&&Problem, &Record)| record.status == Status::Unsolvable;
            for (instance, _) in instances.iter().zip(records).filter(is_unsolvable).take(MOST_EXPLAINED) {
                print_text(&folded(&format!(
                    "\nThe board of line {} {}",
                    instance.instance.line,
                    cannot_be_solved(instance)
                )))?;
            }
        }
        return Ok(());
    }
    let (board, goal) = (instances[0].instance.puzzle.picture(), goal_lines(instances.iter().copied()));
    print_text(&format!("{board}{goal}\n{}", card(&records[0], terminal_width(), output.has_color())))?;
    if records[0].status == Status::Unsolvable {
        print_text(&folded(&format!("\nThis board {}", cannot_be_solved(instances[0]))))?;
    }
    Ok(())
}

fn cannot_be_solved(problem: &Problem) -> String {
    format!("cannot be solved: {}.\n", problem.dead_end())
}

/// The lines in the width of the terminal.
fn folded(text: &str) -> String {
    let lines: Vec<&str> = text.lines().flat_map(|line| wrapped(line, terminal_width())).collect();
    lines.join("\n") + "\n"
}

/// Where a solution is not as long as the file lists.
fn differences(instances: &[&Problem], records: &[Record], is_optimal: bool) -> Vec<String> {
    // The lengths of a list are those to the usual goal.
    let pairs = instances.iter().zip(records).filter(|(problem, _)| is_optimal && problem.is_usual());
    let differing = pairs.filter_map(|(problem, record)| {
        let (listed, found) = (problem.instance.listed.length?, record.result.as_ref()?.value);
        let text = format!("{}: length {found}, the file lists {listed}", printable(&record.instance));
        (f64::from(listed).to_bits() != found.to_bits()).then_some(text)
    });
    differing.collect()
}
