//! Sliding tiles as a world.

use super::format::{Instance, read_puzzles};
use super::generate::{Recipe, generate, parse_size, parse_walk};
use super::goal::{self, Problem};
use super::scene::TileScene;
use crate::catalog::{TILES, WorldInfo};
use crate::puzzle::Puzzle;
use crate::run::{Observers, tiles};
use crate::trace::Scene;
use crate::world::{Given, InstanceFile, Key, KeyKind, Named, Task, TaskRunner, Way, World};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Params, Record, Trial};

/// The world of sliding tiles.
#[derive(Debug)]
pub struct Puzzles;

impl Puzzles {
    /// Its entry in the catalog.
    pub(crate) const INFO: &WorldInfo = &TILES;

    /// The keys of its instances.
    pub const KEYS: &'static [Key] = &[GOAL];

    /// Board and goal of a task of tiles, with what its file lists.
    ///
    /// # Panics
    /// For a task of another world.
    pub fn problem(task: &Task) -> &Problem {
        task.object().expect("tasks reach the code of their own world")
    }

    fn named(name: &str, problem: Problem) -> Named {
        let goal = problem.goal_name().map_or(String::new(), |goal| format!(":goal={goal}"));
        Named { name: format!("{name}{goal}"), task: Self::task(problem) }
    }

    fn task(problem: Problem) -> Task {
        let task = Task::new(&Puzzles, tiles::content(&problem), problem);
        // Where no goal is named, records are what they were before there was a choice.
        problem.goal_name().into_iter().fold(task, |task, goal| task.with_fact(GOAL.name, goal))
    }
}

const GOAL: Key = Key {
    name: "goal",
    summary: "Tiles: the goal: first (0 1 2 …), last (1 2 3 … 0), or the tiles of a board. Default: first.",
    help: "The goal: first (0 1 2 …), last (1 2 3 … 0), or the tiles of a board such as 1,2,3,8,0,4,7,6,5 [default: first]",
    kind: KeyKind::Text(".+"),
    default: None,
    way: None,
    check: goal::check,
};

/// The keys of recipes.
const RECIPE: [Key; 2] = [
    Key {
        name: "size",
        summary: "Tiles: rows and columns, 3x3, 4x4 or 5x5.",
        kind: KeyKind::Text("[0-9]+\\s*x\\s*[0-9]+"),
        help: "",
        check: |text| parse_size(text).map(drop),
        ..GOAL
    },
    Key {
        name: "walk",
        summary: "Tiles: the length of a random walk from the goal. Default: drawn evenly of all boards that can be solved.",
        kind: KeyKind::Whole,
        help: "",
        check: |text| parse_walk(text).map(drop),
        ..GOAL
    },
];

impl World for Puzzles {
    fn info(&self) -> &'static WorldInfo {
        Self::INFO
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        &[
            (Way::Files, "Tiles: a list of boards."),
            (Way::Positions, "Tiles: boards like \"1 0 2 3 4 5 6 7 8\"."),
            (Way::Generate, "Tiles."),
        ]
    }

    fn keys(&self) -> &'static [Key] {
        Self::KEYS
    }

    fn recipe_keys(&self) -> &'static [Key] {
        &RECIPE
    }

    fn usual(&self) -> Result<Named, Diagnostic> {
        Err(Diagnostic::new("no puzzle is named").help("its instances are `files` or `positions`"))
    }

    fn file(&self, file: &InstanceFile<'_>, keys: &Given, _: &mut Vec<String>) -> Result<Vec<Named>, Diagnostics> {
        let all = read_puzzles(file.source)?;
        let name = |line: usize| if all.len() == 1 { file.name.to_owned() } else { format!("{}:{line}", file.name) };
        let of_line =
            |problem: Diagnostic, line: usize| problem.help(format!("for the board on line {line} of {}", file.name));
        let named = |instance: &Instance| match Problem::new(*instance, keys.get(GOAL.name)) {
            Ok(problem) => Ok(Self::named(&name(instance.line), problem)),
            Err(problem) => Err(of_line(problem, instance.line).into()),
        };
        file.taken(&all).map(named).collect()
    }

    fn position(&self, source: &Source, keys: &Given) -> Result<Vec<Named>, Diagnostics> {
        let all = read_puzzles(source)?.into_iter();
        let named = |instance| Ok(Self::named(&source.text, Problem::new(instance, keys.get(GOAL.name))?));
        all.map(named).collect()
    }

    fn generate(&self, given: &Given, seed: u64) -> Result<Named, Diagnostic> {
        let Some(size) = given.get("size") else {
            return Err(Diagnostic::new("boards that are made have a `size`").help("such as size = \"4x4\""));
        };
        let (side, walk) = (parse_size(size)?, given.get("walk").map(parse_walk).transpose()?);
        let problem = generate(&Recipe { side, walk, goal: given.get(GOAL.name), seed })?;
        let walked = walk.map_or(String::new(), |moves| format!(",walk={moves}"));
        let goal = problem.goal_name().map_or(String::new(), |goal| format!(",goal={goal}"));
        let name = format!("random:size={side}x{side}{walked}{goal},seed={seed}");
        Ok(Named { name, task: Self::task(problem) })
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        Box::new(TileScene(*Puzzles::problem(task)))
    }

    fn puzzle<'t>(&self, task: &'t Task, _: &Params) -> Option<Box<dyn Puzzle + 't>> {
        Some(Box::new(*Puzzles::problem(task)))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        Box::new(Runner)
    }
}

#[derive(Debug)]
struct Runner;

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        tiles::run(trial, Puzzles::problem(task), budget, observers)
    }
}
