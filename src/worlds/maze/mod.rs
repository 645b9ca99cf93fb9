//! `searchlab maze`: one file for each of its commands.

mod compare;
mod generate;
mod scen;
mod solve;

use std::borrow::Cow;
use std::path::Path;

use anyhow::Result;
use clap::{ArgMatches, Args, Command};

use crate::analysis::request::{OneOrMany, Scalar};
use crate::catalog::{HEURISTIC, MAZE, MOVES, ORDER, Parameter, TABLE_BITS, is_inadmissible};
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, DrawArgs, OutputArgs, When, parse_place};
use crate::cli::command::{algorithm_commands, argument};
use crate::cli::output::terminal_width;
use crate::cli::plan::escaped;
use crate::diagnostic::{Diagnostic, Diagnostics, read_source};
use crate::experiment::instances::Instance;
use crate::experiment::spec::InstanceRequest;
use crate::record::Params;
use crate::report::Format;
use crate::run::Expansions;
use crate::text::{counted, grouped, printable};
use crate::worlds::maze::draw::{Picture, Trail, terminal};
use crate::worlds::maze::format::read_maze;
use crate::worlds::maze::world::Passage;
use crate::worlds::maze::{GoalKind, Goals, Grid, Place};

const EXAMPLES: &str = "\
A maze is a file of 0 and 1, of # and blanks with S and G, or a Moving AI map, or a name of
`searchlab list mazes`; - reads standard input.
Without marks and without --start and --goal the two openings of the border are start and goal.
Several goals are marked by G with --goals, or by the dots of a layout.
A digit from 2 to 9 is the cost of its cell; --terrain gives costs to letters of Moving AI maps.

Examples:
  searchlab maze astar mazes/course-30x60.txt
  searchlab maze astar mazes/caves-60x120.map --start 11,45 --goal 57,71 --moves 8 --picture p.svg
  printf 'G..S.G\\n..#..G\\n' | searchlab maze astar - --goals all
  searchlab maze compare mazes/caves-60x120.map --start 11,45 --goal 57,71 --changes 8
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

/// The flags of searches of whole files, these among them.
fn with_parameters(command: Command, [first, second, third]: [&'static Parameter; 3]) -> Command {
    let parameters = [&MOVES.parameter, &HEURISTIC, first, second, third, &TABLE_BITS.parameter, &ORDER];
    parameters.into_iter().fold(command, |command, parameter| command.arg(argument(&MAZE, parameter, None)))
}

/// The limits of a search, and the permission to give its guarantee away.
#[derive(Debug, Clone, Args)]
struct SearchArgs {
    /// Accept a heuristic that can exceed the true cost; the record says so
    #[arg(long, help_heading = "Parameters")]
    allow_inadmissible: bool,
    #[command(flatten)]
    budget: BudgetArgs,
}

impl SearchArgs {
    /// Refuses a heuristic that can exceed the true cost unless that is asked for; the parameters then say so.
    fn admit(&self, mut params: Params) -> Result<Params, Diagnostics> {
        if is_inadmissible(&params) {
            if !self.allow_inadmissible {
                let problem =
                    Diagnostic::new("manhattan is not admissible with eight moves: it can exceed the true cost");
                let help = "choose octile, euclidean or chebyshev, or say --allow-inadmissible and lose the guarantee";
                return Err(problem.help(help).into());
            }
            params.insert("admissible".to_owned(), false.into());
        }
        Ok(params)
    }
}

/// Where a path begins and ends.
#[derive(Debug, Clone, Args)]
struct EndArgs {
    /// Where the path begins: row and column from 0
    #[arg(long, value_name = "R,C", value_parser = parse_place, allow_hyphen_values = true)]
    start: Option<Place>,
    /// Where it ends
    #[arg(long, value_name = "R,C", value_parser = parse_place, allow_hyphen_values = true)]
    goal: Option<Place>,
    /// Of several marked goals: the path to the nearest, or through all of them in the best order [default: all in layouts]
    #[arg(long, value_name = "KIND", value_parser = GoalKind::ALL.map(GoalKind::name))]
    goals: Option<String>,
    /// Change the maze N times, one in a hundred cells at a time, and search again after each
    #[arg(long, value_name = "N")]
    changes: Option<u32>,
    /// Seed of the changes [default: 1]
    #[arg(long, value_name = "SEED", requires = "changes")]
    changes_seed: Option<u32>,
    /// Costs of the letters of a Moving AI map; they are free then, S needs one, . and G cost 1
    #[arg(long, value_name = "LETTER=COST,…")]
    terrain: Option<String>,
}

/// Rows of a maze that is drawn unasked.
const TALLEST_DRAWING: usize = 64;

/// A maze of a plan with the path that is asked for.
#[derive(Clone)]
struct Shown<'a> {
    name: &'a str,
    passage: &'a Passage,
    /// The maze as it is drawn: after its last change.
    grid: Cow<'a, Grid>,
}

impl<'a> Shown<'a> {
    fn of(instance: &'a Instance) -> Self {
        let passage = Passage::of(&instance.task);
        Self { name: &instance.name, passage, grid: passage.last_grid() }
    }

    /// One line that describes the maze and the path.
    fn describe(&self) -> String {
        let Passage { grid, terrain, start, goal, goals, .. } = self.passage;
        let free = grouped(grid.free_cells());
        let costs =
            terrain.as_ref().map(|terrain| format!(" at costs of {} to {}", terrain.least(), terrain.dearest()));
        let costs = costs.unwrap_or_default();
        let size = format!("{}x{}", grid.rows(), grid.cols());
        let to = goals.as_ref().map_or_else(|| format!("to {goal}"), Goals::words);
        let changes = match self.passage.changes.len() {
            0 => String::new(),
            changes => format!(", with {}; drawn as it is after them", counted(changes as u64, "change")),
        };
        format!("{}: {size}, {free} free{costs}, from {start} {to}{changes}", printable(self.name))
    }

    /// A recorder of the expansions in this maze.
    fn expansions(&self) -> Expansions {
        Expansions::new(self.passage.grid.cell_bound())
    }

    /// True if a drawing for the terminal was asked for or suits.
    fn is_drawn(&self, draw: DrawArgs, output: &OutputArgs) -> bool {
        let grid = &self.passage.grid;
        let fits = grid.cols() as usize <= terminal_width() && grid.rows() as usize <= TALLEST_DRAWING;
        match draw.draw {
            When::Always => true,
            When::Never => false,
            When::Auto => output.format == Format::Table && fits,
        }
    }

    /// A search of the maze as a picture.
    fn picture<'s>(&'s self, trail: &'s Trail, title: &'s str) -> Picture<'s> {
        let Passage { terrain, start, goal, goals, .. } = self.passage;
        let grid = &*self.grid;
        let goals = goals.as_ref().map(|goals| goals.places.as_slice()).unwrap_or_default();
        let (path, terrain) = (trail.path.as_slice(), terrain.as_deref());
        Picture { grid, terrain, start: *start, goal: *goal, goals, path, trail, title }
    }

    /// The drawing for the terminal.
    fn drawing(&self, output: &OutputArgs, trail: &Trail) -> String {
        terminal(&self.picture(trail, ""), terminal_width(), None, output.has_color())
    }
}

/// Paths through the mazes of these files.
///
/// # Errors
/// A file of scenarios, which has a command of its own.
fn mazes(files: &[String], ends: &EndArgs) -> Result<InstanceRequest, Diagnostics> {
    let is_scen = |file: &&String| Path::new(file).extension().is_some_and(|it| it.eq_ignore_ascii_case("scen"));
    for file in files.iter().filter(is_scen) {
        read_maze(&read_source(file)?)?;
    }
    let pair = |place: Place| OneOrMany::Many([place.row, place.col].map(|at| Scalar::Whole(i64::from(at))).to_vec());
    let numbers = [("changes", ends.changes), ("changes-seed", ends.changes_seed)].into_iter();
    let words = [("terrain", ends.terrain.clone()), ("goals", ends.goals.clone())];
    let ends = [("start", ends.start), ("goal", ends.goal)].into_iter();
    let own = ends.filter_map(|(key, place)| Some((key.to_owned(), pair(place?))));
    let words = words.into_iter();
    let words = words.filter_map(|(key, word)| Some((key.to_owned(), OneOrMany::One(Scalar::Text(word?)))));
    let numbers =
        numbers.filter_map(|(key, number)| Some((key.to_owned(), OneOrMany::One(Scalar::Whole(i64::from(number?))))));
    let own = own.chain(words).chain(numbers).collect();
    let files = Some(OneOrMany::Many(files.iter().map(|file| escaped(file)).collect()));
    Ok(InstanceRequest { files, own, ..InstanceRequest::default() })
}
