//! Trials with game trees that are given as they are.

use super::game::{GameSearch, PlainSearch, Shared};
use super::{Observers, fast_record_of, record_or_error};
use crate::catalog::game::game_options;
use crate::tree::{Branch, LeafValue, Position};
use searchlab_search::budget::Budget;
use searchlab_search::game::Table;
use searchlab_trial::record::{Hasher, Record, Trial};

/// The hash of the instance: the tree, and who moves first.
pub fn content(position: &Position) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(position.is_max_first().into());
    position.tree().words().for_each(|word| hasher.write_u64(word));
    hasher.finish()
}

/// The memory that searches can share.
#[derive(Debug, Default)]
pub struct TreeRunner {
    table: Shared<Table>,
}

impl TreeRunner {
    /// Runs one trial from the root.
    ///
    /// Without a depth it may go one ply beyond the deepest leaf, so that every leaf is met as an end of the game, and
    /// the nodes right above the leaves are kept in the table like all others.
    pub fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Observers) -> Record {
        record_or_error(trial, || {
            let search = GameSearch {
                algorithm: &trial.algorithm,
                game: position.clone(),
                evaluator: LeafValue,
                options: game_options(trial, position.tree().plies() + 1)?,
                table: self.table.of(&trial.params, budget)?,
                spell: |branch: Branch| branch.to_string(),
            };
            Ok(fast_record_of(trial, PlainSearch(search), budget, taps))
        })
    }
}
