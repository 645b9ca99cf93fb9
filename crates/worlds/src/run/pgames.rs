//! Trials with board-splitting games.

use super::game::{GameSearch, Shared};
use super::{Observers, record_of};
use crate::catalog::game::game_options;
use crate::catalog::pgames::evaluation;
use crate::pgames::{Half, MOST_PLIES, Position};
use searchlab_search::budget::Budget;
use searchlab_search::game::Table;
use searchlab_trial::record::{Hasher, Params, Record, Trial};

/// The hash of the instance: the plies of the board, its cells, and the part of it that is left.
pub fn content(position: &Position) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(position.board().recipe().plies.into());
    position.board().words().for_each(|word| hasher.write_u64(word));
    hasher.write_u64(position.node().into());
    hasher.finish()
}

/// The memory that searches can share.
#[derive(Debug, Default)]
pub struct PGamesRunner {
    table: Shared<Table>,
}

impl PGamesRunner {
    /// Runs one trial from a position. The parameters of the trial must have passed the catalog.
    pub fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Observers) -> Record {
        let search = GameSearch {
            algorithm: &trial.algorithm,
            game: position.clone(),
            evaluator: evaluation(&trial.params),
            options: game_options(trial, MOST_PLIES),
            table: self.table.of(&trial.params, budget),
            spell: |half: Half| half.to_string(),
        };
        record_of(trial, search, budget, taps)
    }

    /// Makes the table of a trial ready, so that [`run`](Self::run) needs no time for anything but the search.
    pub fn prepare(&mut self, params: &Params, budget: &Budget) {
        self.table.prepare(params, budget);
    }
}
