//! Trials with the solvers of Gomoku.

use super::{Observers, Solution, TrialSearch, record_of, record_or_error};
use crate::catalog::gomoku::solver_options;
use crate::gomoku::Position;
use crate::gomoku::engine::EngineGuide;
use crate::gomoku::format::name;
use crate::gomoku::solver::{Algorithm, Options, Outcome, Proof, solve};
use searchlab_search::budget::Budget;
use searchlab_search::observer::Observer;
use searchlab_trial::record::{Answer, Record, Trial};

/// The result of one solve.
#[derive(Debug)]
pub struct SolveRun {
    /// The record. Its value is the plies to the five, its moves lead there.
    pub record: Record,
    /// The proof of the win, if one was found.
    pub proof: Option<Proof>,
}

/// Runs one trial from a position.
pub fn run(
    trial: &Trial,
    algorithm: Algorithm,
    position: &Position,
    budget: &Budget,
    taps: &mut Observers,
) -> SolveRun {
    let mut proof = None;
    let record = record_or_error(trial, || {
        let options = solver_options(&trial.params)?;
        Ok(record_of(trial, SolverSearch { position, algorithm, options, proof: &mut proof }, budget, taps))
    });
    SolveRun { record, proof }
}

/// A solve, waiting for its observer.
struct SolverSearch<'a> {
    position: &'a Position,
    algorithm: Algorithm,
    options: Options,
    proof: &'a mut Option<Proof>,
}

impl TrialSearch for SolverSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let guide = EngineGuide::new(self.options.bits, budget);
        let outcome = solve(self.position, self.algorithm, &self.options, budget, guide, observer);
        let solution = Solution::new(outcome.status, answer(&outcome, self.position));
        *self.proof = outcome.proof;
        solution
    }
}

/// The plies of the win, and the line.
fn answer(outcome: &Outcome, position: &Position) -> Option<Answer> {
    let plies = outcome.plies?;
    let moves = outcome.line.iter().map(|&point| name(point, position.setting())).collect();
    Some(Answer { value: f64::from(plies), exact: None, moves, depth: Some(plies) })
}
