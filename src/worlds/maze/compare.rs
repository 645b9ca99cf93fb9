//! `searchlab maze compare FILE…`: all algorithms, one table.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::solve::one_search;
use super::{EndArgs, SearchArgs, Shown, mazes, with_parameters};
use crate::catalog::{self, FOR_CHANGES, FROM_BOTH_ENDS, MAZE};
use crate::cli::Exit;
use crate::cli::args::{BudgetArgs, Chosen, DrawArgs, OutputArgs, named_algorithms, remark_on_idle_flags};
use crate::cli::experiment::run::HowArgs;
use crate::cli::output::print_text;
use crate::cli::paths::{COLUMNS, NAMED_ONLY};
use crate::cli::plan::{CommandPlan, KeepArgs, Searches, Watch, check_chart};
use crate::cli::replay::ReplayArgs;
use crate::diagnostic::{DASH, read_source};
use crate::experiment::instances::Instance;
use crate::record::{Answer, Record, Trial};
use crate::report::{Column, Format};
use crate::run::Observers;
use crate::search::about::AlgorithmInfo;
use crate::search::budget::Status;
use crate::text::grouped;
use crate::worlds::maze::draw::{Trail, check_picture, write_side_by_side};
use crate::worlds::maze::format::read_maze;
use crate::worlds::maze::world::Passage;

/// Plain IDA* and its like never end on mazes with many ways; without a limit they stop here.
const USUAL_NODES: u64 = 10_000_000;

#[derive(Debug, Args)]
struct CompareArgs {
    /// The mazes; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Only these algorithms [default: all but dfs, dls, iddfs, bibfs, bidijkstra, ara, beam, hill-climbing, rbfs, sma, mm,
    /// theta, lpa, dstar-lite, and those of course reports, idastar-cycle-check and idastar-table-as-coded]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    algorithms: Vec<String>,
    #[command(flatten)]
    ends: EndArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    race: ReplayArgs,
    /// Draw the expansions and the path of each algorithm, side by side, into an .svg or .png file
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with = "out")]
    picture: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    draw: DrawArgs,
}

pub(super) fn command() -> Command {
    let command = CompareArgs::augment_args(Command::new("compare"));
    let command = command.about("Run all algorithms on each maze and print one table").after_help(
        "Without a limit each search stops after 10,000,000 generated states and is shown as limited.\n\nExamples:\n  \
             searchlab maze compare mazes/course-30x60.txt\n  \
             searchlab maze compare mazes/*.txt --algorithms astar,fringe,nbs --format csv\n  \
             searchlab maze compare mazes/course-18x25.txt --algorithms astar,idastar --replay race.html\n  \
             searchlab maze compare mazes/course-18x25.txt --algorithms bfs,greedy,astar --picture three.svg\n  \
             searchlab maze compare mazes/caves-60x120.map --start 11,45 --goal 57,71 --moves 8",
    );
    with_parameters(command, [&catalog::TIE_BREAK.parameter, &catalog::OPEN.parameter, &catalog::WEIGHT.parameter])
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CompareArgs::from_arg_matches(matches)?;
    let abouts = algorithms(&args, matches)?;
    let limited =
        BudgetArgs { max_nodes: args.search.budget.max_nodes.or(Some(USUAL_NODES)), ..args.search.budget.clone() };
    let plan = plan(&args, &abouts, matches, &limited)?;
    remark_on_idle_flags(&MAZE, &abouts, matches, &args.output)?;
    check_chart(&args.keep)?;
    args.race.check(plan.searches(), args.keep.out.as_deref())?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    let changes = plan.instances().iter().map(|maze| Passage::of(&maze.task).changes.len()).max();
    if let Some(changes) = changes.filter(|&changes| changes > 0 && args.race.is_wanted()) {
        return Err(one_search(changes).into());
    }
    plan.remark(&args.output);
    if let Some(path) = &args.picture {
        check_picture(path)?;
        let mazes = plan.instances().len();
        if mazes != 1 {
            return Err(anyhow!("a picture shows searches of one maze, and {mazes} are given"));
        }
    }
    let mut drawn = Drawn { args: &args, drawings: HashMap::new(), trails: Vec::new() };
    let mut ran = plan.run_race(&args.race, &limited, &args.output, &mut drawn);
    let records = ran.all();
    // Errors of the chart are reported when the records are out: the searches may have been long.
    let charted = plan.draw(&args.keep, &records).and(plan.play(&args.race, &ran, &args.output));
    let pictured = drawn.write_picture(plan.instances());
    let of = |maze: &Instance| -> Vec<Record> {
        records.iter().filter(|record| record.instance == maze.name).cloned().collect()
    };
    let by_maze = plan.instances().iter().map(|maze| (maze, of(maze)));
    // Of equal mazes only the first is searched.
    let by_maze: Vec<(&Instance, Vec<Record>)> = by_maze.filter(|(_, records)| !records.is_empty()).collect();
    if args.output.format == Format::Table {
        print_tables(&by_maze, &drawn, &limited)?;
    } else {
        args.output.print(&records, &[&[Column::INSTANCE], &COLUMNS[..]].concat())?;
    }
    CommandPlan::eprint_failures(&records);
    charted.and(pictured)?;
    Ok(by_maze.iter().map(|(_, records)| exit_of(records)).max().unwrap_or(Exit::Incomplete))
}

/// The drawing of the search that stands for all, for each maze that is drawn, and the searches of the picture with their
/// titles.
struct Drawn<'a> {
    args: &'a CompareArgs,
    drawings: HashMap<String, String>,
    trails: Vec<(String, Trail)>,
}

impl Drawn<'_> {
    /// Draws all searches side by side, if that was asked for.
    fn write_picture(&self, mazes: &[Instance]) -> Result<()> {
        let (Some(path), [maze, ..]) = (&self.args.picture, mazes) else { return Ok(()) };
        let maze = Shown::of(maze);
        let pictures: Vec<_> = self.trails.iter().map(|(title, trail)| maze.picture(trail, title)).collect();
        Ok(write_side_by_side(path, &pictures, &maze.describe())?)
    }
}

impl Watch for Drawn<'_> {
    fn observers(&mut self, trial: &Trial, instance: &Instance) -> Observers {
        let maze = Shown::of(instance);
        let is_drawn = trial.algorithm == PICTURED && maze.is_drawn(self.args.draw, &self.args.output);
        let is_shown = is_drawn || self.args.picture.is_some();
        Observers { expansions: is_shown.then(|| maze.expansions()), ..Observers::default() }
    }

    fn done(&mut self, trial: &Trial, instance: &Instance, record: &Record, observers: Observers) {
        let Some(expansions) = observers.expansions else { return };
        let (maze, trail) = (Shown::of(instance), expansions.into_trail());
        if trial.algorithm == PICTURED && maze.is_drawn(self.args.draw, &self.args.output) {
            self.drawings.insert(instance.name.clone(), maze.drawing(&self.args.output, &trail));
        }
        if self.args.picture.is_some() {
            self.trails.push((title(record), trail));
        }
    }
}

/// The algorithm, and the cost that it found.
fn title(record: &Record) -> String {
    let name = record.program.as_ref().map_or(record.algorithm.as_str(), |program| program.name.as_str());
    match &record.result {
        Some(answer) => format!("{name}: cost {}", shown_cost(answer)),
        None => format!("{name}: {}", record.status.name()),
    }
}

fn shown_cost(answer: &Answer) -> String {
    match answer.exact {
        Some([straight, diagonal]) => format!("{straight} + {diagonal}√2"),
        None => answer.value.to_string(),
    }
}

fn print_tables(by_maze: &[(&Instance, Vec<Record>)], drawn: &Drawn<'_>, limits: &BudgetArgs) -> Result<()> {
    for (index, (maze, records)) in by_maze.iter().enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        let described = Shown::of(maze).describe();
        match drawn.drawings.get(&maze.name) {
            Some(drawing) => print_text(&format!("{gap}{described}; drawn: {PICTURED}\n{drawing}\n"))?,
            None => print_text(&format!("{gap}{described}\n\n"))?,
        }
        drawn.args.output.print(records, &COLUMNS)?;
        print_text(&format!("\n{}\n", verdict(records, limits)))?;
    }
    Ok(())
}

/// The algorithms that were named, or all others that search with the moves that were chosen.
fn algorithms(args: &CompareArgs, matches: &ArgMatches) -> Result<Vec<Chosen<'static>>> {
    let is_four = matches.get_one::<String>(catalog::MOVES.key()).is_none_or(|moves| moves == "4");
    if args.algorithms.is_empty() && args.ends.changes.is_some() {
        return Ok(FOR_CHANGES.into_iter().filter_map(|name| MAZE.algorithm(name)).map(Chosen::from).collect());
    }
    if args.algorithms.is_empty() {
        let has = Peculiar::of(&args.files, &args.ends);
        let fits = |about: &&AlgorithmInfo| {
            let jumps = catalog::prefers_eight_moves(about);
            !(jumps && (is_four || has.terrain || has.goals) || has.goals && FROM_BOTH_ENDS.contains(&about.name))
        };
        let usual = |about: &&AlgorithmInfo| !NAMED_ONLY.contains(&about.name);
        return Ok(MAZE.algorithms.iter().copied().filter(fits).filter(usual).map(Chosen::from).collect());
    }
    named_algorithms(&MAZE, &args.algorithms)
}

/// Properties of any of the mazes that some algorithms cannot deal with.
struct Peculiar {
    terrain: bool,
    goals: bool,
}

impl Peculiar {
    /// Of mazes that can be read; errors are reported later. The standard input can be read only once: there the flags
    /// tell.
    fn of(files: &[String], ends: &EndArgs) -> Self {
        let mut has = Self { terrain: ends.terrain.is_some(), goals: ends.goals.is_some() };
        let mazes =
            files.iter().filter(|file| *file != DASH).filter_map(|file| read_maze(&read_source(file).ok()?).ok());
        for maze in mazes {
            has.terrain |= maze.terrain.is_some();
            has.goals |= maze.goals.len() > 1 && ends.goal.is_none();
        }
        has
    }
}

/// All algorithms on all mazes. A parameter goes to the algorithms that take it; all search with the same moves, so that
/// their costs can be compared.
fn plan(
    args: &CompareArgs,
    chosen: &[Chosen<'static>],
    matches: &ArgMatches,
    limits: &BudgetArgs,
) -> Result<CommandPlan> {
    let with_params =
        |chosen: &Chosen<'static>| Ok((chosen.clone(), args.search.admit(chosen.resolve(&MAZE, matches, Some("4"))?)?));
    let algorithms = chosen.iter().map(with_params).collect::<Result<_>>()?;
    CommandPlan::of(&Searches::new(&MAZE, mazes(&args.files, &args.ends)?, algorithms, limits))
}

/// The algorithm whose path and expansions are drawn above the table.
const PICTURED: &str = "astar";

/// True if the cost of a trial must be the least.
fn is_optimal(record: &Record) -> bool {
    MAZE.algorithm(&record.algorithm).is_some_and(|about| MAZE.promises_least_cost(about, &record.params))
}

/// Costs of the optimal algorithms that ended, each once: one if they agree. No path is a cost of its own.
fn optima(records: &[Record]) -> Vec<Option<String>> {
    let ended = records.iter().filter(|record| is_optimal(record) && !record.status.is_incomplete());
    let mut costs: Vec<Option<String>> = ended.map(|record| record.result.as_ref().map(shown_cost)).collect();
    costs.sort();
    costs.dedup();
    costs
}

/// The result of the table, in a sentence or two.
fn verdict(records: &[Record], limits: &BudgetArgs) -> String {
    let agreed = match optima(records).as_slice() {
        [] => "No optimal algorithm came to an end.".to_owned(),
        [Some(cost)] => format!("All optimal algorithms that ended agree: the least cost is {cost}."),
        [None] => "All optimal algorithms that ended agree: there is no path.".to_owned(),
        costs => {
            let words = costs.iter().map(|cost| cost.as_deref().unwrap_or("no path")).collect::<Vec<_>>();
            format!("The optimal algorithms DISAGREE: {}.", words.join(", "))
        }
    };
    let limited = records.iter().filter(|record| record.status.is_incomplete());
    let names: Vec<&str> = limited.map(|record| record.algorithm.as_str()).collect();
    if names.is_empty() {
        return agreed;
    }
    let nodes = limits.max_nodes.map(|nodes| format!(" ({} nodes)", grouped(nodes))).unwrap_or_default();
    format!("{agreed}\nStopped at a limit{nodes}: {}.", names.join(", "))
}

fn exit_of(records: &[Record]) -> Exit {
    match optima(records).as_slice() {
        [] => Exit::Incomplete,
        _ if records.iter().any(|record| record.status == Status::Interrupted) => Exit::Incomplete,
        [None] => Exit::Negative,
        [Some(_)] => Exit::Done,
        _ => Exit::Conflict,
    }
}
