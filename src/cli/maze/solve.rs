//! `searchlab maze ALGORITHM FILE`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, FromArgMatches};

use super::{EndArgs, Loaded, load};
use crate::catalog::{self, MAZE};
use crate::cli::Exit;
use crate::cli::args::{AdmissionArgs, BudgetArgs, DrawArgs, OutputArgs, admit, algorithm, budget, resolve};
use crate::cli::output::{say, terminal_width};
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::trace::TraceArgs;
use crate::record::Trial;
use crate::report::{Column, Format, card};
use crate::run::maze::MazeRun;
use crate::run::{Expansions, Observers};
use crate::search::about::AlgorithmInfo;
use crate::search::budget::Status;
use crate::text::wrapped;
use crate::worlds::maze::draw::{Picture, Trail, check_picture, write_picture};

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// The maze; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
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
    /// Draw the path and the expansions into an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    trace: TraceArgs,
}

pub(super) fn run(name: &str, matches: &ArgMatches) -> Result<Exit> {
    let args = SolveArgs::from_arg_matches(matches)?;
    let about = algorithm(&MAZE, name)?;
    let mut params = resolve(&MAZE, about, matches, None)?;
    admit(&mut params, args.admission)?;
    if let Some(path) = &args.picture {
        check_picture(path)?;
    }
    let mut maze = load(&args.file, args.ends, &args.output)?;
    if is_eight_unasked(about, matches) {
        args.output.remark(&eight_moves(about));
    }
    let trial = Trial::new(
        MAZE.name.name,
        (maze.name.clone(), maze.runner.content(maze.start, maze.goal)),
        about.name,
        params,
        args.budget.limits(),
    );
    let is_pictured = args.picture.is_some() || maze.is_drawn(args.draw, &args.output);
    let mut taps = Observers {
        trace: args.trace.begin()?,
        expansions: is_pictured.then(|| maze.expansions()),
        ..Observers::default()
    };
    let run = {
        let progress = Progress::new(1, trial.limits.nodes, args.output.quiet);
        let budget = budget(&trial.limits, &stop_flag(), &progress.nodes);
        maze.runner.run(&trial, maze.start, maze.goal, &budget, &mut taps)
    };
    // Errors of the files are reported when the record is out: the search may have been long.
    let traced = args.trace.finish(&mut taps);
    let trail = taps.expansions.take().map(Expansions::into_trail).unwrap_or_default();
    let pictured = args.picture.as_deref().map_or(Ok(()), |path| draw_picture(path, &maze, &run, &trail));
    print(&args.output, args.draw, &mut maze, &trial, &run, &trail)?;
    traced.and(pictured)?;
    Ok(exit_of(run.record.status))
}

/// True if an algorithm moves in eight directions though nobody has asked for it.
fn is_eight_unasked(about: &AlgorithmInfo, matches: &ArgMatches) -> bool {
    let name = catalog::MOVES.name.name;
    let is_given = matches.try_contains_id(name).is_ok_and(|is_known| is_known)
        && matches.value_source(name) == Some(ValueSource::CommandLine);
    catalog::needs_eight_moves(about) && !is_given
}

/// A remark on the cost that such an algorithm finds.
fn eight_moves(about: &AlgorithmInfo) -> String {
    format!(
        "{} moves in eight directions, diagonals of cost √2 included; the other algorithms move in four unless they are \
         told --moves 8, so that their costs differ",
        about.name
    )
}

fn draw_picture(path: &Path, maze: &Loaded, run: &MazeRun, trail: &Trail) -> Result<()> {
    let title = format!("{} on {}", run.record.algorithm, run.record.instance);
    let (grid, start, goal) = (maze.runner.grid(), maze.start, maze.goal);
    Ok(write_picture(path, &Picture { grid, start, goal, path: &run.path, trail, title: &title })?)
}

fn print(
    output: &OutputArgs,
    draw: DrawArgs,
    maze: &mut Loaded,
    trial: &Trial,
    run: &MazeRun,
    trail: &Trail,
) -> Result<()> {
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
        return output.print(std::slice::from_ref(&run.record), &columns);
    }
    if maze.is_drawn(draw, output) {
        say(&format!("{}\n", maze.drawing(output, &run.path, trail)))?;
    }
    say(&card(&run.record, terminal_width(), output.has_color()))?;
    if let Some(outlook) = maze.runner.outlook(trial, &run.record, maze.start, maze.goal) {
        let lines = outlook.lines().flat_map(|line| wrapped(line, terminal_width()));
        say(&lines.fold("\n".to_owned(), |text, line| text + line + "\n"))?;
    }
    if run.record.status == Status::Unsolvable {
        say(&format!("\nThere is no path from {} to {}.\n", maze.start, maze.goal))?;
    }
    Ok(())
}

/// The exit code that a status stands for.
pub(in crate::cli) fn exit_of(status: Status) -> Exit {
    match status {
        Status::Solved | Status::Complete => Exit::Done,
        Status::Unsolvable => Exit::Negative,
        Status::Error => Exit::Conflict,
        _ => Exit::Incomplete,
    }
}
