//! Sliding tiles as a world.

use super::Instance;
use super::format::read_puzzles;
use super::scene::TileScene;
use crate::catalog::{TILES, WorldInfo};
use crate::puzzle::Puzzle;
use crate::run::{Observers, tiles};
use crate::trace::Scene;
use crate::world::{Given, InstanceFile, Named, Task, TaskRunner, Way, World};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Params, Record, Trial};

/// The world of sliding tiles.
#[derive(Debug)]
pub struct Puzzles;

impl Puzzles {
    /// Its entry in the catalog.
    pub const INFO: &WorldInfo = &TILES;

    /// The board of a task of tiles, with what its file lists.
    ///
    /// # Panics
    /// For a task of another world.
    pub fn board(task: &Task) -> &Instance {
        task.object().expect("tasks reach the code of their own world")
    }

    fn named(name: String, board: &Instance) -> Named {
        Named { name, task: Task::new(&Puzzles, tiles::content(board.puzzle), *board) }
    }
}

impl World for Puzzles {
    fn info(&self) -> &'static WorldInfo {
        Self::INFO
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        &[(Way::Files, "Tiles: a list of boards."), (Way::Positions, "Tiles: boards like \"1 0 2 3 4 5 6 7 8\".")]
    }

    fn usual(&self) -> Result<Named, Diagnostic> {
        Err(Diagnostic::new("no puzzle is named").help("its instances are `files` or `positions`"))
    }

    fn file(&self, file: &InstanceFile<'_>, _: &Given, _: &mut Vec<String>) -> Result<Vec<Named>, Diagnostics> {
        let all = read_puzzles(file.source)?;
        let name = |line: usize| if all.len() == 1 { file.name.to_owned() } else { format!("{}:{line}", file.name) };
        Ok(file.taken(&all).map(|instance| Self::named(name(instance.line), instance)).collect())
    }

    fn position(&self, source: &Source, _: &Given) -> Result<Vec<Named>, Diagnostics> {
        let all = read_puzzles(source)?.into_iter();
        Ok(all.map(|instance| Self::named(source.text.clone(), &instance)).collect())
    }

    fn scene(&self, task: &Task) -> Box<dyn Scene> {
        Box::new(TileScene(Puzzles::board(task).puzzle))
    }

    fn puzzle<'t>(&self, task: &'t Task, _: &Params) -> Option<Box<dyn Puzzle + 't>> {
        Some(Box::new(Puzzles::board(task).puzzle))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        Box::new(Runner)
    }
}

#[derive(Debug)]
struct Runner;

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        tiles::run(trial, Puzzles::board(task).puzzle, budget, observers)
    }
}
