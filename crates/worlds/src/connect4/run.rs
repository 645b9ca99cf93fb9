//! Connect Four: its entry in the catalog, and its trials.

use serde_json::Value;

use super::evaluation::{FEATURES, PRESETS, SCHEME};
use super::solver::{self, Options, Solution};
use super::{Column, Evaluation, Position};
use crate::catalog::game::{PLAIN_GAME, feature_names, preset_names, settle_plain};
use crate::catalog::{ALL_BEST, EVALUATION, ORDERING, TABLE_BITS, WorldInfo, name};
use crate::play::Runner;
use crate::run::plain::{PlainGame, PlainRunner};
use crate::run::{self, Observers, TrialSearch, record_of};
use searchlab_search::budget::Budget;
use searchlab_search::observer::Observer;
use searchlab_trial::record::{Answer, Params, Record, Trial};

/// Connect Four.
pub const CONNECT4: WorldInfo = WorldInfo {
    name: name("connect4", "Connect Four, four in a row with falling discs, on boards of 4x4 to 8x7 and 7x8"),
    solvers: &[&solver::ABOUT],
    defaults: &[(EVALUATION.name.name, "windows"), (ORDERING.name.name, "table,killer,history")],
    evaluations: &const { preset_names::<{ PRESETS.len() }>(PRESETS) },
    features: &const { feature_names::<{ FEATURES.len() }>(FEATURES) },
    scheme: Some(&SCHEME),
    deepest: 56,
    settle: settle_plain::<Evaluation>,
    ..PLAIN_GAME
};

impl PlainGame for Position {
    type Evaluation = Evaluation;
}

/// Searches and solves.
#[derive(Debug, Default)]
pub struct ConnectFourRunner(PlainRunner<Position>);

impl Runner for ConnectFourRunner {
    type Position = Position;

    fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget) {
        self.0.prepare(algorithm, params, budget);
    }

    fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, observers: &mut Observers) -> Record {
        if trial.algorithm == solver::ABOUT.name {
            return solve(trial, position, budget, observers).record;
        }
        self.0.run(trial, position, budget, observers)
    }
}

/// The options of the solver, from parameters that have passed the catalog.
pub fn solver_options(params: &Params) -> Options {
    let usual = Options::default();
    Options {
        table_bits: params
            .get(TABLE_BITS.name.name)
            .and_then(Value::as_u64)
            .map_or(usual.table_bits, |bits| bits as u32),
        all_best: params.get(ALL_BEST.name.name).and_then(Value::as_str) == Some("on"),
    }
}

/// The result of one solve.
#[derive(Debug)]
pub struct SolveRun {
    /// The record. Its value is the score, its move a best one.
    pub record: Record,
    /// The best moves.
    pub best: Vec<Column>,
}

/// Runs one trial of the solver. The parameters of the trial must have passed the catalog.
pub fn solve(trial: &Trial, position: &Position, budget: &Budget, observers: &mut Observers) -> SolveRun {
    let mut best = Vec::new();
    let search = SolverSearch { position, options: solver_options(&trial.params), best: &mut best };
    let record = record_of(trial, search, budget, observers);
    SolveRun { record, best }
}

/// A solve, waiting for its observer.
struct SolverSearch<'a> {
    position: &'a Position,
    options: Options,
    best: &'a mut Vec<Column>,
}

impl TrialSearch for SolverSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> run::Solution {
        let solution = solver::solve(self.position, self.options, budget, observer);
        let answer = answer(&solution);
        *self.best = solution.best;
        run::Solution::new(solution.status, answer)
    }
}

/// The score, and the first of the best moves.
fn answer(solution: &Solution) -> Option<Answer> {
    let score = solution.score()?;
    let moves = solution.best.first().map(Column::to_string).into_iter().collect();
    Some(Answer { value: f64::from(score), exact: None, moves, depth: None })
}
