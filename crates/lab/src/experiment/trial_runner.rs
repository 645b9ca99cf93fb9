//! The runner of trials of all worlds, one after the other: with memory that is made once and used again, and players
//! that are kept from game to game.

use std::collections::HashMap;
use std::fmt;

use super::instances::Instance;
use crate::play::contest::MatchRunner;
use crate::solver::Programs;
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Record, Trial};
use searchlab_worlds::catalog::program::is_program;
use searchlab_worlds::play::{GameWorld, position_of};
use searchlab_worlds::run::Observers;
use searchlab_worlds::table::{GameWorldVisitor, visit_game_world};
use searchlab_worlds::world::{Task, TaskRunner};

/// Runs one trial after the other, of any world.
#[derive(Debug, Default)]
pub struct TrialRunner {
    searches: HashMap<&'static str, Box<dyn TaskRunner>>,
    games: HashMap<&'static str, Box<dyn PlaysGames>>,
    programs: Programs,
}

impl TrialRunner {
    /// Runs a trial on its instance. Games have no observers; those of programs of users see the answer alone.
    ///
    /// # Panics
    /// If the trial is a game of a world that has none, which no plan holds.
    pub fn run(&mut self, trial: &Trial, instance: &Instance, budget: &Budget, observers: &mut Observers) -> Record {
        let (task, world) = (&instance.task, instance.task.world());
        let name = instance.world();
        if trial.is_game() {
            let make = || visit_game_world(name, Players).expect("matches are of worlds that are played");
            return self.games.entry(name).or_insert_with(make).run(trial, task, budget);
        }
        let mut search = |trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers| {
            let runner = self.searches.entry(name).or_insert_with(|| world.runner());
            runner.run(trial, task, budget, observers)
        };
        if is_program(&trial.algorithm) {
            let mut own =
                |trial: &Trial, task: &Task, budget: &Budget| search(trial, task, budget, &mut Observers::default());
            return self.programs.run(trial, instance, budget, observers, &mut own);
        }
        search(trial, task, budget, observers)
    }
}

/// The games of a world as trials.
trait PlaysGames: fmt::Debug + Send {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget) -> Record;
}

impl<P: GameWorld> PlaysGames for MatchRunner<P> {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget) -> Record {
        Self::run(self, trial, position_of(task), budget)
    }
}

/// Makes the players of a world.
struct Players;

impl GameWorldVisitor for Players {
    type Output = Box<dyn PlaysGames>;

    fn visit<P: GameWorld>(self) -> Box<dyn PlaysGames> {
        Box::new(MatchRunner::<P>::default())
    }
}
