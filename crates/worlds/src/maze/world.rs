//! Mazes as a world: from files, scenarios, and recipes.

use std::borrow::Cow;
use std::sync::Arc;

use super::changing::{Change, apply, random_changes};
use super::format::{
    Maze, Optimum, Reading, check_scen, endpoints, map_path, read_maze_with, read_part, start_and_goals,
};
use super::generate::{Kind, Recipe, generate, parse_size};
use super::puzzle::MazePuzzle;
use super::scene::MazeScene;
use super::terrain::{CostTable, Terrain};
use super::{GoalKind, Goals, Grid, Place, jump};
use crate::catalog::{FOR_CHANGES, FROM_BOTH_ENDS, MAZE, Name, TERRAIN_FACT, WorldInfo, is_eight};
use crate::puzzle::Puzzle;
use crate::run::Observers;
use crate::run::maze::MazeRunner;
use crate::trace::Scene;
use crate::world::{
    Given, InstanceFile, Key, KeyKind, Named, Task, TaskRunner, Way, World, invalid_size, unknown_word,
};
use searchlab_search::budget::Budget;
use searchlab_search::path::lifelong::{D_STAR_LITE, LPA};
use searchlab_search::path::theta;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted, read_source};
use searchlab_trial::record::{Params, Record, Trial};
use searchlab_trial::text::printable;

/// The world of mazes.
#[derive(Debug)]
pub(crate) struct Mazes;

/// A path to be found in a maze, which several tasks may share.
#[derive(Debug)]
pub struct Passage {
    /// The maze.
    pub grid: Arc<Grid>,
    /// The costs of its cells, if they differ.
    pub terrain: Option<Arc<Terrain>>,
    /// The first cell.
    pub start: Place,
    /// The last one; the first of several goals.
    pub goal: Place,
    /// The goals, where there are several.
    pub goals: Option<Goals>,
    /// The cells that are blocked or opened one change after the other, where the maze changes.
    pub changes: Vec<Change>,
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

    /// The maze after its last change.
    pub fn last_grid(&self) -> Cow<'_, Grid> {
        let mut grid = Cow::Borrowed(&*self.grid);
        self.changes.iter().for_each(|change| apply(grid.to_mut(), change));
        grid
    }

    /// The cost of a straight step into a place inside.
    pub(crate) fn cost_at(&self, place: Place) -> u64 {
        self.terrain.as_ref().map_or(1, |terrain| terrain.cost(self.grid.cell(place)).into())
    }
}

const START: Key = Key {
    way: Some(Way::Files),
    ..Key::without_flag(
        "start",
        "Mazes: row and column, from 0, where the paths begin. Default: what the file marks.",
        KeyKind::Pair,
    )
};

const GOAL: Key = Key { name: "goal", summary: "Mazes: row and column, from 0, where the paths end.", ..START };

const MAP: Key = Key {
    name: "map",
    summary: "Mazes: the map of a .scen file, seen as the file is, if it does not lie beside it.",
    kind: KeyKind::Text(".+"),
    ..START
};

const TERRAIN: Key = Key {
    name: "terrain",
    summary: "Mazes: costs of the letters of a Moving AI map: \"S=4,W=8\". Its letters are free, S needs one, . and G cost 1.",
    kind: KeyKind::Text("[A-Z.@]\\s*=\\s*[0-9]+(\\s*,\\s*[A-Z.@]\\s*=\\s*[0-9]+)*"),
    check: |text| CostTable::parse(text).map(drop),
    ..START
};

const GOALS: Key = Key {
    name: "goals",
    summary: "Mazes with several marked goals: the path to the nearest, or through all, in the best order. Default: all in layouts.",
    kind: KeyKind::Choice(goal_kinds),
    check: |word| goal_kind(word).map(drop),
    ..START
};

const CHANGES: Key = Key {
    name: "changes",
    summary: "Mazes: so many random changes, each of one in a hundred cells; the path is searched again after each.",
    kind: KeyKind::Whole,
    check: |text| match text.parse() {
        Ok(1..=MOST_CHANGES) => Ok(()),
        _ => Err(Diagnostic::new(format!("invalid number of changes {}", quoted(text)))
            .help(format!("expected a whole number from 1 to {MOST_CHANGES}"))),
    },
    ..START
};

/// The most changes of a maze.
const MOST_CHANGES: u32 = 10_000;

const CHANGES_SEED: Key = Key {
    name: "changes-seed",
    summary: "Mazes: the seed of the changes. Default: 1.",
    kind: KeyKind::Whole,
    check: |_| Ok(()),
    ..START
};

fn goal_kinds() -> Vec<Name> {
    GoalKind::ALL.iter().map(|kind| Name { name: kind.name(), summary: kind.summary() }).collect()
}

fn goal_kind(word: &str) -> Result<GoalKind, Diagnostic> {
    GoalKind::from_name(word).ok_or_else(|| unknown_word("kind of goals", word, &goal_kinds()))
}

/// The keys of recipes.
const RECIPE: [Key; 4] = [
    Key {
        check: |word| kind(word).map(drop),
        ..Key::without_flag(
            "kind",
            "Kinds of mazes: backtracker, wilson, prim, braid, rooms, obstacles, caves, field.",
            KeyKind::Choice(kinds),
        )
    },
    Key {
        check: |text| parse_size(text).map(drop).map_err(|expected| invalid_size(text, expected)),
        ..Key::without_flag(
            "size",
            "Mazes: rows and columns, walls included: \"40x80\".",
            KeyKind::Text("[0-9]+\\s*x\\s*[0-9]+"),
        )
    },
    Key::without_flag(
        "density",
        "Mazes: density, for kinds that have one: from 0 to 1 with at most three decimals.",
        KeyKind::Proportion,
    ),
    Key::without_flag("side", "Mazes: side of the rooms or blocks in cells, for kinds that have one.", KeyKind::Whole),
];

fn kinds() -> Vec<Name> {
    Kind::ALL.iter().map(|kind| Name { name: kind.name(), summary: kind.about().summary }).collect()
}

fn kind(word: &str) -> Result<Kind, Diagnostic> {
    Kind::from_name(word).ok_or_else(|| unknown_word("kind of maze", word, &kinds()))
}

impl Mazes {
    /// Its entry in the catalog.
    pub(crate) const INFO: &WorldInfo = &MAZE;

    /// The path that the file of a maze and its keys ask for.
    fn path_of_file(
        name: &str,
        suffix: &str,
        maze: Maze,
        kind: Option<GoalKind>,
        keys: &Given,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Named>, Diagnostics> {
        let place = |key: &str| keys.pair(key).map(|[row, col]| Place { row, col });
        let (start, goal) = (place(START.name), place(GOAL.name));
        let in_maze = |problems: Diagnostics| problems.help(&format!("in the maze {}", quoted(name)));
        if kind.is_some() && goal.is_some() {
            let help = "`goals` asks for the goals that the maze marks, `goal` for one place";
            return Err(in_maze(Diagnostic::new("a goal and goals").help(help).into()));
        }
        if kind.is_none() {
            remarks.extend(maze.remarks.iter().map(|remark| format!("{}: {remark}", printable(name))));
        }
        let has_many = maze.goals.len() > 1 && goal.is_none();
        if has_many && keys.get(CHANGES.name).is_some() {
            return Err(in_maze(
                Diagnostic::new("changes of a maze with several goals").help("name one with `goal`").into(),
            ));
        }
        if let Some(kind) = kind.or_else(|| has_many.then_some(GoalKind::All)) {
            let (start, places) = start_and_goals(&maze, start, kind).map_err(in_maze)?;
            if places.len() > 1 {
                let name = format!("{name}{suffix}:goals={}", kind.name());
                return Ok(vec![Self::tour(name, maze, start, Goals { places, kind })]);
            }
        }
        let (start, goal) = endpoints(&maze, start, goal).map_err(in_maze)?;
        if let Some(count) = keys.parsed::<u32>(CHANGES.name) {
            if maze.terrain.is_some() {
                let help = "cells are blocked and opened, and all that are open cost the same";
                return Err(in_maze(Diagnostic::new("changes of a maze with terrain").help(help).into()));
            }
            let seed = keys.parsed(CHANGES_SEED.name).unwrap_or(1);
            let changes = random_changes(&maze.grid, start, goal, count, seed);
            return Ok(vec![Self::series(format!("{name}:changes={count},seed={seed}"), maze, start, goal, changes)]);
        }
        let path = (format!("{name}{suffix}"), start, goal, None);
        Ok(Self::passages(maze.grid, maze.terrain, std::iter::once(path)))
    }

    /// Paths through one maze, each with the optimum that is listed.
    fn passages(
        grid: Grid,
        terrain: Option<Terrain>,
        paths: impl Iterator<Item = (String, Place, Place, Option<Optimum>)>,
    ) -> Vec<Named> {
        // The hash is that which the command for one maze uses.
        let terrain = terrain.map(Arc::new);
        let runner = MazeRunner::with_terrain(grid, terrain.clone());
        let grid = Arc::new(runner.grid().clone());
        let passage = |(name, start, goal, listed)| {
            let (grid, terrain) = (Arc::clone(&grid), terrain.clone());
            Self::named(name, &runner, Passage { grid, terrain, start, goal, goals: None, changes: Vec::new(), listed })
        };
        paths.map(passage).collect()
    }

    /// The path from a start to several goals of one maze.
    fn tour(name: String, maze: Maze, start: Place, goals: Goals) -> Named {
        let terrain = maze.terrain.map(Arc::new);
        let runner = MazeRunner::with_terrain(maze.grid, terrain.clone());
        let grid = Arc::new(runner.grid().clone());
        let goal = goals.places.first().copied().unwrap_or(start);
        let (goals, changes) = (Some(goals), Vec::new());
        Self::named(name, &runner, Passage { grid, terrain, start, goal, goals, changes, listed: None })
    }

    /// The path through a maze that changes.
    fn series(name: String, maze: Maze, start: Place, goal: Place, changes: Vec<Change>) -> Named {
        let runner = MazeRunner::new(maze.grid);
        let (grid, terrain, goals) = (Arc::new(runner.grid().clone()), None, None);
        Self::named(name, &runner, Passage { grid, terrain, start, goal, goals, changes, listed: None })
    }

    fn named(name: String, runner: &MazeRunner, passage: Passage) -> Named {
        let Passage { terrain, start, goal, goals, changes, .. } = &passage;
        let source = terrain.as_ref().map(|terrain| (TERRAIN_FACT, terrain.source().to_owned()));
        let kind = goals.as_ref().map(|goals| (GOALS.name, goals.kind.name().to_owned()));
        let content = match goals {
            Some(goals) => runner.content_with_goals(*start, goals),
            None if !changes.is_empty() => runner.content_with_changes(*start, *goal, changes),
            None => runner.content(*start, *goal),
        };
        let facts = source.into_iter().chain(kind);
        let task = facts.fold(Task::new(&Mazes, content, passage), |task, (name, value)| task.with_fact(name, value));
        Named { name, task }
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
        &[START, GOAL, GOALS, MAP, TERRAIN, CHANGES, CHANGES_SEED]
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
        let table = keys.get(TERRAIN.name).map(CostTable::parse).transpose()?;
        let suffix = table.as_ref().map(|table| table.to_string().replace('=', "").replace(',', "+"));
        let suffix = suffix.map(|table| format!(":terrain={table}")).unwrap_or_default();
        let kind = keys.get(GOALS.name).map(goal_kind).transpose()?;
        if !is_scen(file) {
            let reading = Reading { table, has_several_goals: kind.is_some() };
            let maze = read_maze_with(file.source, &reading)?;
            return Self::path_of_file(file.name, &suffix, maze, kind, keys, remarks);
        }
        if keys.get(CHANGES.name).is_some() {
            let help = "only the path of a single maze is searched again after changes";
            return Err(Diagnostic::new(format!("changes for the scenarios of {}", quoted(file.name)))
                .help(help)
                .into());
        }
        if kind.is_some() {
            let help = "each scenario names its goal";
            return Err(Diagnostic::new(format!("goals for the scenarios of {}", quoted(file.name))).help(help).into());
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
        let maze = read_maze_with(&read_source(&map.to_string_lossy())?, &Reading { table, ..Reading::default() })?;
        check_scen(file.source, &taken, Some(&map), &maze.grid)?;
        // The listed optima are those of cells that cost the same.
        let listed = |optimum: &Optimum| maze.terrain.is_none().then(|| optimum.clone());
        let named = |line| format!("{}:{line}{suffix}", file.name);
        let paths: Vec<_> =
            taken.iter().map(|path| (named(path.line), path.start, path.goal, listed(&path.optimum))).collect();
        Ok(Self::passages(maze.grid, maze.terrain, paths.into_iter()))
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
        let one = Self::passages(made.grid, None, std::iter::once((name, made.start, made.goal, None))).pop();
        one.ok_or_else(|| Diagnostic::new("no maze"))
    }

    fn check(&self, algorithm: &str, _: &Params, task: &Task) -> Result<(), Diagnostic> {
        let passage = Passage::of(task);
        if !passage.changes.is_empty() && !FOR_CHANGES.contains(&algorithm) {
            let message = format!("{algorithm} does not search again after each change, and this maze changes");
            return Err(Diagnostic::new(message).help(format!("expected one of {}", FOR_CHANGES.join(", "))));
        }
        let is_for_plain = [LPA.name, D_STAR_LITE.name, jump::ABOUT.name, theta::ABOUT.name].contains(&algorithm);
        if passage.terrain.is_some() && is_for_plain {
            let message = format!("{algorithm} supposes that all cells cost the same, and this maze has terrain");
            return Err(Diagnostic::new(message).help("astar and dijkstra find the path of least cost"));
        }
        if passage.goals.is_some() && (is_for_plain || FROM_BOTH_ENDS.contains(&algorithm)) {
            let message = format!("{algorithm} searches towards one goal, and this maze has several");
            return Err(
                Diagnostic::new(message).help("astar, dijkstra and the others from the start alone find a path")
            );
        }
        Ok(())
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        let Passage { grid, terrain, start, goal, goals, .. } = Passage::of(task);
        let scene = MazeScene::new(Grid::clone(grid), *start, *goal).with_terrain(terrain.clone());
        Box::new(scene.with_goals(goals.as_ref()))
    }

    fn puzzle<'t>(&self, task: &'t Task, params: &Params) -> Option<Box<dyn Puzzle + 't>> {
        if !Passage::of(task).changes.is_empty() {
            return None;
        }
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
        let Passage { grid, terrain, start, goal, goals, changes, .. } = Passage::of(task);
        if self.0.as_ref().is_none_or(|(last, _)| !Arc::ptr_eq(last, grid)) {
            self.0 = None;
        }
        let (_, runner) = self
            .0
            .get_or_insert_with(|| (Arc::clone(grid), MazeRunner::with_terrain(Grid::clone(grid), terrain.clone())));
        match goals {
            _ if !changes.is_empty() => runner.run_changes(trial, (*start, *goal), changes, budget, observers),
            Some(goals) => runner.run_to(trial, *start, goals, budget, observers),
            None => runner.run(trial, *start, *goal, budget, observers),
        }
    }
}
