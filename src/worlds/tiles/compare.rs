//! `searchlab tiles compare FILE`: all algorithms on the boards of a file, one table.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{BoardArgs, goal_lines};
use crate::catalog::TILES;
use crate::cli::Exit;
use crate::cli::args::{Chosen, named_algorithms, remark_on_idle_flags};
use crate::cli::games::with_parameters;
use crate::cli::paths::NAMED_ONLY;
use crate::cli::paths::{ComparisonArgs, compare_as_planned};
use crate::cli::plan::{CommandPlan, Searches};
use crate::worlds::tiles::world::Puzzles;

/// Searches without a limit stop here: few of the algorithms solve 15 tiles, and their tables grow fast.
const USUAL_NODES: u64 = 1_000_000;

#[derive(Debug, Args)]
struct CompareArgs {
    #[command(flatten)]
    boards: BoardArgs,
    /// Only these algorithms [default: those that `maze compare` takes]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    algorithms: Vec<String>,
    #[command(flatten)]
    comparison: ComparisonArgs,
}

pub(super) fn command() -> Command {
    let command = CompareArgs::augment_args(Command::new("compare"));
    let command = command.about("Run all algorithms on each board and print one table").after_help(
        "Without a limit each search stops after 1,000,000 generated states and is shown as limited.\n\nExamples:\n  \
         searchlab tiles compare puzzle.txt\n  \
         searchlab tiles generate --size 3x3 --count 5 | searchlab tiles compare - --algorithms bfs,astar,idastar\n  \
         searchlab tiles compare puzzle.txt --heuristic linear-conflict --format csv",
    );
    with_parameters(&TILES, command)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let CompareArgs { boards, algorithms, mut comparison } = CompareArgs::from_arg_matches(matches)?;
    let chosen: Vec<Chosen<'static>> = if algorithms.is_empty() {
        let usual = TILES.algorithms.iter().copied().filter(|about| !NAMED_ONLY.contains(&about.name));
        usual.map(Chosen::from).collect()
    } else {
        named_algorithms(&TILES, &algorithms)?
    };
    let resolved = chosen.iter().map(|chosen| Ok((chosen.clone(), chosen.resolve(&TILES, matches, None)?)));
    let resolved = resolved.collect::<Result<_>>()?;
    remark_on_idle_flags(&TILES, &chosen, matches, &comparison.output)?;
    comparison.budget.max_nodes.get_or_insert(USUAL_NODES);
    let plan = CommandPlan::of(&Searches::new(&TILES, boards.instances(matches), resolved, &comparison.budget))?;
    let heading = goal_lines(plan.instances().iter().map(|board| Puzzles::problem(&board.task)));
    compare_as_planned(&plan, &comparison, &format!("{heading}\n"))
}
