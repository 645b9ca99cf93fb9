//! `searchlab othello search`: one position, one algorithm.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{PositionArgs, parameters, remark_on_parameters, with_parameters};
use crate::catalog::OTHELLO;
use crate::catalog::othello::DEEPEST;
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, OutputArgs, algorithm, budget, parse_whole};
use crate::cli::maze::exit_of;
use crate::cli::output::{say, terminal_width};
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::trace::TraceArgs;
use crate::record::{Record, Trial};
use crate::report::{Column, Format, Layout, card, iterations};
use crate::run::Taps;
use crate::run::othello::{OthelloRunner, content};
use crate::worlds::othello::draw::{Picture, check_picture, terminal, write_picture};

/// Searched where neither a depth nor a limit is given.
const USUAL_DEPTH: u32 = 8;

#[derive(Debug, Args)]
struct SearchArgs {
    /// The algorithm
    #[arg(long, value_name = "NAME", default_value = "alphabeta-tt", value_parser = algorithms())]
    algorithm: String,
    /// Plies to search, from 1 to 60; without it and without a limit: 8
    #[arg(long, value_name = "N", value_parser = parse_depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
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

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth));
    depth.ok_or_else(|| format!("expected a whole number from 1 to {DEEPEST}"))
}

/// The names of the algorithms, with what they are.
pub(super) fn algorithms() -> PossibleValuesParser {
    PossibleValuesParser::new(OTHELLO.algorithms.iter().map(|about| PossibleValue::new(about.name).help(about.summary)))
}

pub(super) fn command() -> Command {
    let command = SearchArgs::augment_args(Command::new("search"));
    with_parameters(command.about("Search one position with one algorithm, and show what it counted").after_help(
        "Examples:\n  \
         searchlab othello search --depth 10\n  \
         searchlab othello search --algorithm mtdf --depth 8 --position f5d6c3d3c4 --evaluation classic,corner=500\n  \
         searchlab othello search --depth 6 --position f5d6c3d3c4 --picture position.svg\n  \
         searchlab othello search --algorithm pvs --aspiration 20 --max-time 2s --format json",
    ))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SearchArgs::from_arg_matches(matches)?;
    let about = algorithm(&OTHELLO, &args.algorithm)?;
    let params = parameters(about, matches)?;
    let instance = args.position.instance()?;
    if let Some(path) = &args.picture {
        check_picture(path)?;
    }
    remark_on_parameters(&[about], matches, &args.budget, &args.output);
    let limits = args.budget.limits();
    let is_unlimited = limits.nodes.is_none() && limits.microseconds.is_none();
    let trial = Trial {
        depth: args.depth.or(is_unlimited.then_some(USUAL_DEPTH)),
        seed: args.seed,
        ..Trial::new(OTHELLO.name.name, (instance.name, content(instance.position)), about.name, params, limits)
    };
    let mut taps = Taps { trace: args.trace.begin()?, ..Taps::default() };
    let record = {
        let progress = Progress::new(1, limits.nodes, args.output.quiet);
        let budget = budget(&limits, &stop_flag(), &progress.nodes);
        OthelloRunner::default().run(&trial, instance.position, &budget, &mut taps)
    };
    // What goes wrong with the files is said when the record is out: the search may have been long.
    let traced = args.trace.finish(&mut taps);
    let pictured = args.picture.as_deref().map_or(Ok(()), |path| draw(path, &args.position, &record));
    if args.output.format == Format::Table {
        let (width, color) = (terminal_width(), args.output.has_color());
        say(&terminal(&Picture::new(instance.position), width, color))?;
        say(&format!("\n{}", card(&record, width, color)))?;
    } else {
        const COLUMNS: [Column; 8] = [
            Column::INSTANCE,
            Column::ALGORITHM,
            Column::STATUS,
            Column::PLIES,
            Column::VALUE,
            Column::MOVE,
            Column::NODES,
            Column::TIME,
        ];
        args.output.print(std::slice::from_ref(&record), &COLUMNS)?;
        if args.per_iteration && args.output.format == Format::Md {
            say(&format!("\n{}", iterations::table_of(&[&record], Layout::Markdown)))?;
        }
    }
    traced?;
    pictured?;
    Ok(exit_of(record.status))
}

/// Draws the position, with what the search found as its title.
fn draw(path: &Path, position: &PositionArgs, record: &Record) -> Result<()> {
    let transcript = position.transcript()?;
    let found = record.result.as_ref().and_then(|answer| Some((answer.moves.get(..2)?, answer.value)));
    let found = found.map(|(best, value)| format!(": {best}, value {value}")).unwrap_or_default();
    let title = format!("{}{found}", record.algorithm);
    Ok(write_picture(path, &Picture { title: &title, ..Picture::of_game(&transcript) })?)
}
