//! `searchlab maze ALGORITHM FILE`.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches};

use super::{EndArgs, SearchArgs, Shown, mazes};
use crate::catalog::{self, MAZE};
use crate::cli::Exit;
use crate::cli::args::{DrawArgs, OutputArgs, algorithm, resolve};
use crate::cli::exit_of;
use crate::cli::output::{print_text, terminal_width};
use crate::cli::plan::{CommandPlan, Searches, Watched};
use crate::cli::trace::TraceArgs;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::experiment::spec::InstanceRequest;
use crate::record::Record;
use crate::report::{Column, Format, card};
use crate::run::maze::outlook;
use crate::run::{Expansions, Observers};
use crate::search::about::AlgorithmInfo;
use crate::search::budget::Status;
use crate::text::{counted, printable, wrapped};
use crate::worlds::maze::Goals;
use crate::worlds::maze::draw::{Trail, check_picture, write_picture};
use crate::worlds::maze::world::Passage;

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// The maze; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    ends: EndArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// Draw the path and the expansions into an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<Exit> {
    let args = SolveArgs::from_arg_matches(matches)?;
    let about = algorithm(&MAZE, name)?;
    let params = args.search.admit(resolve(&MAZE, about, matches, None)?)?;
    if let Some(path) = &args.picture {
        check_picture(path)?;
    }
    let instances = InstanceRequest { first: Some(1), ..mazes(std::slice::from_ref(&args.file), &args.ends)? };
    let plan = CommandPlan::of(&Searches::new(&MAZE, instances, vec![(about.into(), params)], &args.search.budget))?;
    plan.remark(&args.output);
    if is_eight_unasked(about, matches) {
        args.output.remark(&eight_moves(about));
    }
    let [maze] = plan.instances() else { return Err(anyhow!("{}: no maze", printable(&args.file))) };
    let maze = Shown::of(maze);
    if args.trace.is_wanted() && !maze.passage.changes.is_empty() {
        return Err(one_search(maze.passage.changes.len()).into());
    }
    let is_pictured = args.picture.is_some() || maze.is_drawn(args.draw, &args.output);
    let mut watched = Watched(Observers {
        trace: args.trace.begin()?,
        expansions: is_pictured.then(|| maze.expansions()),
        ..Observers::default()
    });
    let records = plan.run(&args.search.budget, &args.output, &mut watched).all();
    // Errors of the files are reported when the record is out: the search may have been long.
    let traced = args.trace.finish(&mut watched.0, records.last(), &args.output);
    let trail = watched.0.expansions.take().map(Expansions::into_trail).unwrap_or_default();
    let [record] = records.as_slice() else { return Err(anyhow!("{}: no search", printable(&args.file))) };
    let pictured = args.picture.as_deref().map_or(Ok(()), |path| draw_picture(path, &maze, record, &trail));
    print(&args, &maze, record, &trail)?;
    traced.and(pictured)?;
    Ok(exit_of(record.status))
}

/// A trace has no mark for cells that change.
pub(super) fn one_search(changes: usize) -> Diagnostics {
    let message =
        format!("a trace shows one search of one maze, and this one changes {}", counted(changes as u64, "time"));
    Diagnostic::new(message).help("without --changes the first search is shown").into()
}

/// True if an algorithm moves in eight directions or at any angle though nobody has asked for it.
fn is_eight_unasked(about: &AlgorithmInfo, matches: &ArgMatches) -> bool {
    let name = catalog::MOVES.key();
    let is_given = matches.try_contains_id(name).is_ok_and(|is_known| is_known)
        && matches.value_source(name) == Some(ValueSource::CommandLine);
    catalog::prefers_eight_moves(about) && !is_given
}

/// A remark on the cost that such an algorithm finds.
fn eight_moves(about: &AlgorithmInfo) -> String {
    if catalog::is_any_angle(about) {
        return format!(
            "{} moves in straight lines at any angle: its moves are the cells where the path turns",
            about.name
        );
    }
    format!(
        "{} moves in eight directions, diagonals of cost √2 included; the other algorithms move in four unless they are \
         told --moves 8, so that their costs differ",
        about.name
    )
}

fn draw_picture(path: &Path, maze: &Shown<'_>, record: &Record, trail: &Trail) -> Result<()> {
    let title = format!("{} on {}", record.algorithm, record.instance);
    Ok(write_picture(path, &maze.picture(trail, &title))?)
}

fn print(args: &SolveArgs, maze: &Shown<'_>, record: &Record, trail: &Trail) -> Result<()> {
    let output = &args.output;
    if output.format != Format::Table {
        let columns = [
            Column::INSTANCE,
            Column::ALGORITHM,
            Column::STATUS,
            Column::COST,
            Column::EXPANDED,
            Column::GENERATED,
            Column::ITERATIONS,
            Column::TIME,
        ];
        return output.print(std::slice::from_ref(record), &columns);
    }
    if maze.is_drawn(args.draw, output) {
        print_text(&format!("{}\n", maze.drawing(output, trail)))?;
    }
    print_text(&card(record, terminal_width(), output.has_color()))?;
    let Passage { grid, terrain, start, goal, goals, .. } = maze.passage;
    let outlook = if terrain.is_none() && goals.is_none() { outlook(grid, record, *start, *goal) } else { None };
    if let Some(outlook) = outlook {
        let lines = outlook.lines().flat_map(|line| wrapped(line, terminal_width()));
        print_text(&lines.fold("\n".to_owned(), |text, line| text + line + "\n"))?;
    }
    match record.status {
        Status::Unsolvable => {
            let to = goals.as_ref().map_or_else(|| format!("to {goal}"), Goals::words);
            print_text(&format!("\nThere is no path from {start} {to}.\n"))?;
        }
        Status::NotFound => print_text("\nNo path was found, which does not mean that there is none.\n")?,
        _ => {}
    }
    Ok(())
}
