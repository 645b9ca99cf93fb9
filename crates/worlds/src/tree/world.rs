//! Game trees as a world.

use std::sync::Arc;

use super::puzzle::TreePuzzle;
use super::scene::TreeScene;
use super::{Position, read};
use crate::catalog::{TREE, WorldInfo};
use crate::puzzle::Puzzle;
use crate::run::Observers;
use crate::run::tree::{TreeRunner, content};
use crate::trace::Scene;
use crate::world::{Given, InstanceFile, Named, Task, TaskRunner, Way, World};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Params, Record, Trial};

/// The world of game trees.
#[derive(Debug)]
pub(crate) struct Trees;

impl Trees {
    /// Its entry in the catalog.
    pub(crate) const INFO: &WorldInfo = &TREE;
}

/// The root of a tree, where max moves.
fn named(name: &str, source: &Source) -> Result<Vec<Named>, Diagnostics> {
    let position = Position::root(Arc::new(read(source)?), true);
    Ok(vec![Named { name: name.to_owned(), task: task_of(position) }])
}

/// A place in a tree as a task.
pub fn task_of(position: Position) -> Task {
    Task::new(&Trees, content(&position), position)
}

impl World for Trees {
    fn info(&self) -> &'static WorldInfo {
        Self::INFO
    }

    fn ways(&self) -> &'static [(Way, &'static str)] {
        &[(Way::Files, "Trees: a tree."), (Way::Positions, "Trees: nested lists like (3 12 8) (2 4 6).")]
    }

    fn usual(&self) -> Result<Named, Diagnostic> {
        Err(Diagnostic::new("no tree is named").help("its instances are `files` or `positions`"))
    }

    fn needs_depth(&self) -> bool {
        false
    }

    fn file(&self, file: &InstanceFile<'_>, _: &Given, _: &mut Vec<String>) -> Result<Vec<Named>, Diagnostics> {
        named(file.name, file.source)
    }

    fn position(&self, source: &Source, _: &Given) -> Result<Vec<Named>, Diagnostics> {
        named(&source.text, source)
    }

    fn scene(&self, _: &Task) -> Box<dyn Scene> {
        Box::new(TreeScene)
    }

    fn puzzle<'t>(&self, task: &'t Task, _: &Params) -> Option<Box<dyn Puzzle + 't>> {
        Some(Box::new(TreePuzzle(task.object()?)))
    }

    fn runner(&self) -> Box<dyn TaskRunner> {
        Box::new(TreeRunner::default())
    }
}

impl TaskRunner for TreeRunner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        let position = task.object::<Position>().expect("tasks reach the runner of their own world");
        self.run(trial, position, budget, observers)
    }
}
