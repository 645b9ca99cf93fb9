//! Mazes as a world: from files, scenarios, and recipes.

use std::sync::Arc;

use super::format::{Optimum, check_scen, endpoints, map_path, read_maze, read_part};
use super::generate::{Kind, Recipe, generate, parse_size};
use super::puzzle::MazePuzzle;
use super::scene::MazeScene;
use super::{Grid, Place};
use crate::catalog::{MAZE, Name, WorldInfo, is_eight};
use crate::puzzle::Puzzle;
use crate::run::Observers;
use crate::run::maze::MazeRunner;
use crate::trace::Scene;
use crate::world::{
    Given, InstanceFile, Key, KeyKind, Named, Task, TaskRunner, Way, World, invalid_size, unknown_word,
};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use searchlab_trial::record::{Params, Record, Trial};
use searchlab_trial::text::printable;

/// The world of mazes.
#[derive(Debug)]
pub struct Mazes;

/// A path to be found in a maze, which several tasks may share.
#[derive(Debug)]
pub struct Passage {
    /// The maze.
    pub grid: Arc<Grid>,
    /// The first cell.
    pub start: Place,
    /// The last one.
    pub goal: Place,
    /// The optimum that a scenario file lists.
    pub listed: Option<Optimum>,
}

impl Passage {
    /// The path that a task of mazes asks for.
    ///
    /// # Panics
    /// For a task of another world.
    pub fn of(task: &Task) -> &Self {
        task.object().expect("tasks reach the code of their own world")
    }
}

const START: Key = Key {
    name: "start",
    summary: "Mazes: row and column, from 0, where the paths begin. Default: what the file marks.",
    help: "",
    kind: KeyKind::Pair,
    default: None,
    way: Some(Way::Files),
    check: |_| Ok(()),
};

const GOAL: Key = Key { name: "goal", summary: "Mazes: row and column, from 0, where the paths end.", ..START };

const MAP: Key = Key {
    name: "map",
    summary: "Mazes: the map of a .scen file, seen as the file is, if it does not lie beside it.",
    kind: KeyKind::Text(".+"),
    ..START
};

/// The keys of recipes.
const RECIPE: [Key; 4] = [
    Key {
        name: "kind",
        summary: "Kinds of mazes: backtracker, wilson, prim, braid, rooms, obstacles, caves, field.",
        help: "",
        kind: KeyKind::Choice(kinds),
        default: None,
        way: None,
        check: |word| kind(word).map(drop),
    },
    Key {
        name: "size",
        summary: "Mazes: rows and columns, walls included: \"40x80\".",
        help: "",
        kind: KeyKind::Text("[0-9]+\\s*x\\s*[0-9]+"),
        default: None,
        way: None,
        check: |text| parse_size(text).map(drop).map_err(|expected| invalid_size(text, expected)),
    },
    Key {
        name: "density",
        summary: "Mazes: density, for kinds that have one: from 0 to 1 with at most three decimals.",
        help: "",
        kind: KeyKind::Proportion,
        default: None,
        way: None,
        check: |_| Ok(()),
    },
    Key {
        name: "side",
        summary: "Mazes: side of the rooms or blocks in cells, for kinds that have one.",
        help: "",
        kind: KeyKind::Whole,
        default: None,
        way: None,
        check: |_| Ok(()),
    },
];

fn kinds() -> Vec<Name> {
    Kind::ALL.iter().map(|kind| Name { name: kind.name(), summary: kind.about().summary }).collect()
}

fn kind(word: &str) -> Result<Kind, Diagnostic> {
    Kind::from_name(word).ok_or_else(|| unknown_word("kind of maze", word, &kinds()))
}

impl Mazes {
    /// Its entry in the catalog.
    pub const INFO: &WorldInfo = &MAZE;

    /// Paths through one maze, each with the optimum that is listed.
    fn passages(grid: Grid, paths: impl Iterator<Item = (String, Place, Place, Option<Optimum>)>) -> Vec<Named> {
        // The hash is that which the command for one maze uses.
        let runner = MazeRunner::new(grid);
        let grid = Arc::new(runner.grid().clone());
        let passage = |(name, start, goal, listed)| {
            let passage = Passage { grid: Arc::clone(&grid), start, goal, listed };
            let task = Task::new(&Mazes, runner.content(start, goal), passage);
            Named { name, task }
        };
        paths.map(passage).collect()
    }
}

impl World for Mazes {
    fn info(&self) -> &'static WorldInfo {
        Self::INFO
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        &[(Way::Files, "Mazes: a maze, or a .scen file with many paths."), (Way::Generate, "Mazes.")]
    }

    fn keys(&self) -> &'static [Key] {
        &[START, GOAL, MAP]
    }

    fn recipe_keys(&self) -> &'static [Key] {
        &RECIPE
    }

    fn usual(&self) -> Result<Named, Diagnostic> {
        Err(Diagnostic::new("no maze is named").help("its instances are `files` or `generate`"))
    }

    fn file(
        &self,
        file: &InstanceFile<'_>,
        keys: &Given,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Named>, Diagnostics> {
        let place = |key: &str| keys.pair(key).map(|[row, col]| Place { row, col });
        if !is_scen(file) {
            let maze = read_maze(file.source)?;
            remarks.extend(maze.remarks.iter().map(|remark| format!("{}: {remark}", printable(file.name))));
            let (start, goal) = endpoints(&maze, place(START.name), place(GOAL.name))
                .map_err(|problems| problems.help(&format!("in the maze {}", quoted(file.name))))?;
            return Ok(Self::passages(maze.grid, std::iter::once((file.name.to_owned(), start, goal, None))));
        }
        // What is not taken need neither be right nor fit the map.
        let taken = read_part(file.source, file.take)?;
        let Some(first) = taken.first() else {
            return Err(Diagnostic::new(format!("{} holds no scenario", quoted(file.name))).into());
        };
        let map = match keys.get(MAP.name) {
            Some(map) => file.folder.join(map),
            None => map_path(file.path, first)?,
        };
        let maze = read_maze(&read_source(&map.to_string_lossy())?)?;
        check_scen(file.source, &taken, Some(&map), &maze.grid)?;
        let paths = taken
            .iter()
            .map(|path| (format!("{}:{}", file.name, path.line), path.start, path.goal, Some(path.optimum.clone())));
        Ok(Self::passages(maze.grid, paths))
    }

    fn generate(&self, given: &Given, seed: u64) -> Result<Named, Diagnostic> {
        let Some(size) = given.get("size") else {
            return Err(Diagnostic::new("mazes that are made have a `size`").help("such as size = \"40x80\""));
        };
        let (rows, cols) = parse_size(size).map_err(|expected| invalid_size(size, expected))?;
        let Some(word) = given.get("kind") else {
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            return Err(
                Diagnostic::new("mazes that are made have a `kind`").help(format!("known: {}", known.join(", ")))
            );
        };
        let kind = kind(word)?;
        let (density, side) = (given.parsed::<f64>("density"), given.parsed::<u32>("side"));
        let thousandths = density.map(|density| (density * 1000.0).round().max(0.0) as u32);
        let recipe = Recipe { kind, rows, cols, density: thousandths, side, seed };
        let made = generate(&recipe).map_err(|error| Diagnostic::new(error.to_string()))?;
        let name = made_name(&recipe, density);
        let one = Self::passages(made.grid, std::iter::once((name, made.start, made.goal, None))).pop();
        one.ok_or_else(|| Diagnostic::new("no maze"))
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        let Passage { grid, start, goal, .. } = Passage::of(task);
        Box::new(MazeScene::new(Grid::clone(grid), *start, *goal))
    }

    fn puzzle<'t>(&self, task: &'t Task, params: &Params) -> Option<Box<dyn Puzzle + 't>> {
        Some(Box::new(MazePuzzle { passage: Passage::of(task), is_eight: is_eight(params) }))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        Box::new(Runner::default())
    }
}

/// True for a scenario file: by the ending of its name, or by its first word.
fn is_scen(file: &InstanceFile<'_>) -> bool {
    let is_named_so = file.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("scen"));
    is_named_so || file.source.text.trim_start().starts_with("version ")
}

/// The name of a made maze: what it is made of.
fn made_name(recipe: &Recipe, density: Option<f64>) -> String {
    let Recipe { kind, rows, cols, side, seed, .. } = recipe;
    let density = density.map_or(String::new(), |density| format!(",density={density}"));
    let side = side.map_or(String::new(), |side| format!(",side={side}"));
    format!("{kind}:size={rows}x{cols}{density}{side},seed={seed}")
}

/// The maze of the last trial, and all that was made for it.
#[derive(Debug, Default)]
struct Runner(Option<(Arc<Grid>, MazeRunner)>);

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        let Passage { grid, start, goal, .. } = Passage::of(task);
        if self.0.as_ref().is_none_or(|(last, _)| !Arc::ptr_eq(last, grid)) {
            self.0 = None;
        }
        let (_, runner) = self.0.get_or_insert_with(|| (Arc::clone(grid), MazeRunner::new(Grid::clone(grid))));
        runner.run(trial, *start, *goal, budget, observers)
    }
}
