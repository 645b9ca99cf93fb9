//! Trials with Gomoku.

use std::sync::Arc;

use serde_json::Value;

use super::game::{GameSearch, Kept, PlainSearch, Shared, solution};
use super::gomoku_memory::{PARAMETER, PositionMemory, Remembered};
use super::{Observers, Solution, TrialSearch, gomoku_solve, record_of, record_or_error};
use crate::catalog::game::game_options;
use crate::catalog::gomoku::{DEEPEST, candidates, engine_options, evaluation};
use crate::gomoku::engine::{self, Helped, Memory};
use crate::gomoku::format::name;
use crate::gomoku::solver::Algorithm;
use crate::gomoku::{Candidates, Evaluation, Gomoku, Point, Position};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::game::mcts::Mcts;
use searchlab_search::game::{GameAlgorithm, Table};
use searchlab_search::observer::Observer;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Hasher, Moves, Params, Record, Trial};

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

/// The memory that searches can share.
#[derive(Debug, Default)]
pub struct GomokuRunner {
    table: Shared<Table>,
    memory: Shared<Memory>,
    positions: Option<Arc<PositionMemory>>,
}

impl GomokuRunner {
    /// Asks this memory before each search that is no solve and is not random, and records there the result of the
    /// search. Trials then carry the parameter `memory=on`.
    pub fn remember_in(&mut self, positions: Arc<PositionMemory>) {
        self.positions = Some(positions);
    }

    /// Runs one trial from a position.
    pub fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Observers) -> Record {
        record_or_error(trial, || self.run_or_recall(trial, position, budget, taps))
    }

    /// Runs it, unless its memory knows the result.
    fn run_or_recall(
        &mut self,
        trial: &Trial,
        position: &Position,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        // A solve is no search, and the results of random playouts are not those of another seed.
        let is_kept = Algorithm::from_name(&trial.algorithm).is_none() && trial.algorithm != Mcts::ABOUT.name;
        let Some(positions) = self.positions.as_ref().filter(|_| is_kept) else {
            return self.search(trial, position, &[], budget, taps);
        };
        let positions = Arc::clone(positions);
        let mut trial = trial.clone();
        trial.params.insert(PARAMETER.to_owned(), Value::from("on"));
        let avoided = positions.avoided(position, candidates(&trial.params)?);
        let is_avoided = |moves: &Moves| {
            avoided.iter().any(|&point| moves.first() == Some(name(point, position.setting()).as_str()))
        };
        match positions.recall(&trial, position) {
            Some(Remembered { status, answer }) if !is_avoided(&answer.moves) => {
                return Ok(record_of(&trial, Known(Solution::new(status, Some(answer))), budget, taps));
            }
            _ => {}
        }
        let record = self.search(&trial, position, &avoided, budget, taps)?;
        // What was found without some moves is not what the position is worth.
        if avoided.is_empty() {
            positions.remember(&trial, position, &record);
        }
        Ok(record)
    }

    fn search(
        &mut self,
        trial: &Trial,
        position: &Position,
        avoided: &[Point],
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let setting = position.setting();
        if let Some(algorithm) = Algorithm::from_name(&trial.algorithm) {
            return Ok(gomoku_solve::run(trial, algorithm, position, budget, taps).record);
        }
        let (params, evaluation) = (&trial.params, evaluation(&trial.params)?);
        let spell = |point: Point| name(point, setting);
        if trial.algorithm == engine::ABOUT.name {
            let game = Gomoku::new(position, Candidates::Patterns).described(&evaluation).avoiding(avoided);
            let (options, memory) = (engine_options(trial)?, self.memory.of(params, budget)?);
            return Ok(record_of(trial, EngineSearch { game, evaluation, options, memory, spell }, budget, taps));
        }
        let search = GameSearch {
            algorithm: &trial.algorithm,
            game: Gomoku::new(position, candidates(params)?).described(&evaluation).avoiding(avoided),
            evaluator: evaluation,
            options: game_options(trial, DEEPEST)?,
            table: self.table.of(params, budget)?,
            spell,
        };
        Ok(record_of(trial, PlainSearch(search), budget, taps))
    }

    /// Makes the memory of a trial ready, so that [`run`](Self::run) needs no time for anything but the search: for
    /// players, whose clock does not stand still meanwhile.
    pub fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget) {
        if algorithm == engine::ABOUT.name {
            self.memory.prepare(params, budget);
        } else {
            self.table.prepare(params, budget);
        }
    }

    /// Keeps the transposition table of the last search for the next.
    pub(crate) const fn keep_table(&mut self) {
        self.memory.keep();
        self.table.keep();
    }
}

impl Kept for Memory {
    fn with(table: Table) -> Self {
        Self::new(table)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }
}

/// A result that needs no search.
struct Known(Solution);

impl TrialSearch for Known {
    fn search<O: Observer>(self, _budget: &Budget, _observer: &mut O) -> Solution {
        self.0
    }
}

/// A search of the engine, waiting for its observer.
struct EngineSearch<'a, F> {
    game: Gomoku,
    evaluation: Evaluation,
    options: engine::Options,
    /// `None` if it would need more memory than allowed.
    memory: Option<&'a mut Memory>,
    spell: F,
}

impl<F: Fn(Point) -> String> TrialSearch for EngineSearch<'_, F> {
    fn search<O: Observer>(mut self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(memory) = self.memory else { return Solution::new(Status::LimitMemory, None) };
        let (found, Helped { counters, time }) =
            engine::search(&mut self.game, &self.evaluation, &self.options, memory, budget, observer);
        Solution { helpers: counters, helpers_time: time, ..solution(&found, self.spell) }
    }
}
