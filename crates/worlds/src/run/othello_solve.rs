//! Trials with the solver of Othello's endgame.

use super::{Observers, Solution, TrialSearch, fast_record_of, record_or_error};
use crate::catalog::othello::{endgame_buckets, endgame_options};
use crate::othello::endgame::{Figures, Options, Outcome, SHARE_FROM, Solve, Table};
use crate::othello::kernel::choose_of_two;
use crate::othello::{Board, Move, Position};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::Observer;
use searchlab_trial::record::{Answer, Record, Trial};

/// The result of one solve.
#[derive(Debug)]
pub struct EndgameRun {
    /// The record.
    pub record: Record,
    /// The best move; after a limit the best so far. `None` if the game is over, or if nothing was searched.
    pub best: Option<Move>,
    /// Counts of single techniques.
    pub figures: Figures,
}

/// The memory that solves can share: the table is made at the first, outside of every measured time, and is empty at
/// the beginning of each.
#[derive(Debug, Default)]
pub struct EndgameRunner {
    table: Option<Table>,
}

impl EndgameRunner {
    /// Runs one trial from a position.
    pub fn run(&mut self, trial: &Trial, position: Position, budget: &Budget, taps: &mut Observers) -> EndgameRun {
        let mut outcome = None;
        let record = record_or_error(trial, || {
            let search = EndgameSearch {
                board: position.board,
                options: endgame_options(&trial.params)?,
                table: self.table(endgame_buckets(&trial.params)?, budget),
                outcome: &mut outcome,
            };
            Ok(fast_record_of(trial, search, budget, taps))
        });
        let (best, figures) = outcome.map_or_else(Default::default, |outcome| (outcome.best, outcome.figures));
        EndgameRun { record, best, figures }
    }

    /// An empty table; `None` if it would need more memory than allowed, or than there is.
    fn table(&mut self, bits: u32, budget: &Budget) -> Option<&mut Table> {
        let bytes = Table::bytes_of(bits);
        if budget.max_memory.is_some_and(|limit| bytes > limit) {
            return None;
        }
        if let Some(table) = self.table.as_mut().filter(|table| table.bytes() == bytes) {
            table.clear();
        } else {
            // The old one is gone before the new one is made.
            self.table = None;
            self.table = Table::try_new(bits);
        }
        self.table.as_mut()
    }
}

/// A solve, waiting for its observer.
struct EndgameSearch<'a> {
    board: Board,
    options: Options,
    /// `None` if it would need more memory than allowed.
    table: Option<&'a mut Table>,
    outcome: &'a mut Option<Outcome>,
}

impl TrialSearch for EndgameSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(table) = self.table else { return Solution::new(Status::LimitMemory, None) };
        let (board, options) = (self.board, &self.options);
        let outcome = choose_of_two(Solve { board, options, share_from: SHARE_FROM, table, budget, observer });
        let helpers_time = outcome.helpers_time;
        let solution = Solution { helpers_time, ..Solution::new(outcome.status, answer(&outcome)) };
        *self.outcome = Some(outcome);
        solution
    }
}

/// The score with the line of perfect play. A best move without a score is no answer.
fn answer(outcome: &Outcome) -> Option<Answer> {
    Some(Answer {
        value: f64::from(outcome.score?),
        exact: None,
        moves: outcome.line.iter().map(Move::to_string).collect(),
        depth: Some(outcome.line.len() as u32),
    })
}
