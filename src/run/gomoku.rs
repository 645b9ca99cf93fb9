//! Trials with Gomoku.

use super::game::{GameSearch, SharedTable};
use super::{Taps, record_of};
use crate::catalog::game::game_options;
use crate::catalog::gomoku::{DEEPEST, candidates, evaluation};
use crate::record::{Hasher, Params, Record, Trial};
use crate::search::budget::Budget;
use crate::worlds::gomoku::format::name;
use crate::worlds::gomoku::{Gomoku, Position};

/// The hash of the instance: size and rule, what stands on each cell, and who is to move. In which order the stones were
/// put is no part of it.
pub fn content(position: &Position) -> u64 {
    let setting = position.setting();
    let mut hasher = Hasher::default();
    hasher.write(&[setting.width, setting.height]);
    hasher.write(setting.rule.name().as_bytes());
    for point in setting.points() {
        hasher.write(&[position.at(point).map_or(0, |side| side.index() as u8 + 1)]);
    }
    hasher.write(position.side().name().as_bytes());
    hasher.finish()
}

/// What searches can share.
#[derive(Debug, Default)]
pub struct GomokuRunner {
    table: SharedTable,
}

impl GomokuRunner {
    /// Runs one trial from a position. The parameters of the trial must have passed the catalog.
    pub fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Taps) -> Record {
        let setting = position.setting();
        let search = GameSearch {
            algorithm: &trial.algorithm,
            game: Gomoku::new(position, candidates(&trial.params)),
            evaluator: evaluation(&trial.params),
            options: game_options(trial, DEEPEST),
            table: self.table.of(&trial.params, budget),
            spell: |point| name(point, setting),
        };
        record_of(trial, search, budget, taps)
    }

    /// Makes the table of a trial ready, so that [`run`](Self::run) needs no time for anything but the search: for
    /// players, whose clock does not stand still meanwhile.
    pub fn prepare(&mut self, params: &Params, budget: &Budget) {
        self.table.prepare(params, budget);
    }
}
