//! `searchlab maze`: one file for each of its commands.

mod compare;
mod generate;
mod scen;
mod solve;

pub(super) use compare::COLUMNS as PATH_COLUMNS;
pub(super) use solve::exit_of;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use super::Exit;
use super::args::{DrawArgs, OutputArgs, When, parse_place};
use super::command::algorithm_commands;
use super::output::terminal_width;
use crate::catalog::MAZE;
use crate::diagnostic::{quoted, read_source};
use crate::report::Format;
use crate::run::Expansions;
use crate::run::maze::MazeRunner;
use crate::text::{grouped, printable};
use crate::worlds::maze::draw::{Picture, Trail, terminal};
use crate::worlds::maze::format::{endpoints, read_maze};
use crate::worlds::maze::{Cell, Place};

const EXAMPLES: &str = "\
A maze is a file of 0 and 1, of # and blanks with S and G, or a Moving AI map; - reads standard input.
Without marks and without --start and --goal the two openings of the border are start and goal.

Examples:
  searchlab maze astar mazes/course-30x60.txt
  searchlab maze astar mazes/caves-60x120.map --start 11,45 --goal 57,71 --moves 8 --picture caves.svg
  searchlab maze idastar mazes/course-30x60.txt --max-nodes 60000000
  searchlab maze compare mazes/*.txt
  searchlab maze generate rooms --size 40x80 | searchlab maze jps -";

pub(super) fn command() -> Command {
    Command::new("maze")
        .about("Solve, compare and generate mazes and grid maps")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(compare::command())
        .subcommand(scen::command())
        .subcommand(generate::command())
        .subcommands(algorithm_commands::<solve::SolveArgs>(&MAZE, "mazes/course-18x25.txt"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("compare", matches)) => compare::run(matches),
        Some(("scen", matches)) => scen::run(matches),
        Some(("generate", matches)) => generate::run(matches),
        Some((name, matches)) => solve::run(name, matches),
        None => unreachable!("clap asks for a known command"),
    }
}

/// Where a path begins and ends.
#[derive(Debug, Clone, Copy, Args)]
struct EndArgs {
    /// Where the path begins: row and column from 0
    #[arg(long, value_name = "R,C", value_parser = parse_place, allow_hyphen_values = true)]
    start: Option<Place>,
    /// Where it ends
    #[arg(long, value_name = "R,C", value_parser = parse_place, allow_hyphen_values = true)]
    goal: Option<Place>,
}

/// Rows of a maze that is drawn unasked.
const TALLEST_DRAWING: usize = 64;

/// A maze that was read, ready to be searched.
struct Loaded {
    name: String,
    runner: MazeRunner,
    start: Place,
    goal: Place,
}

fn load(path: &str, ends: EndArgs, output: &OutputArgs) -> Result<Loaded> {
    let source = read_source(path)?;
    let maze = read_maze(&source)?;
    let name = source.name.clone();
    drop(source);
    for remark in &maze.remarks {
        output.remark(&format!("{}: {remark}", printable(&name)));
    }
    let (start, goal) = endpoints(&maze, ends.start, ends.goal)
        .map_err(|problems| problems.help(&format!("in the maze {}", quoted(&name))))?;
    Ok(Loaded { name, runner: MazeRunner::new(maze.grid), start, goal })
}

impl Loaded {
    /// One line that describes the maze and the path.
    fn describe(&self) -> String {
        let grid = self.runner.grid();
        let free = grouped(grid.free_cells());
        let (rows, cols) = (grid.rows(), grid.cols());
        let name = printable(&self.name);
        format!("{name}: {rows}x{cols}, {free} free, from {} to {}", self.start, self.goal)
    }

    /// A recorder of the expansions in this maze.
    fn expansions(&self) -> Expansions {
        Expansions::new(self.runner.grid().cell_bound())
    }

    /// True if a drawing for the terminal was asked for or suits.
    fn is_drawn(&self, draw: DrawArgs, output: &OutputArgs) -> bool {
        let grid = self.runner.grid();
        let fits = grid.cols() as usize <= terminal_width() && grid.rows() as usize <= TALLEST_DRAWING;
        match draw.draw {
            When::Always => true,
            When::Never => false,
            When::Auto => output.format == Format::Table && fits,
        }
    }

    /// The drawing for the terminal.
    fn drawing(&self, output: &OutputArgs, path: &[Cell], trail: &Trail) -> String {
        let grid = self.runner.grid();
        let picture = Picture { grid, start: self.start, goal: self.goal, path, trail, title: "" };
        terminal(&picture, terminal_width(), None, output.has_color())
    }
}
