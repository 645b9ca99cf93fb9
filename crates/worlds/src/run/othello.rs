//! Trials with Othello.

use super::game::{GameSearch, Shared};
use super::othello_solve::EndgameRunner;
use super::{Observers, record_of, record_or_error};
use crate::catalog::OTHELLO;
use crate::catalog::game::game_options;
use crate::catalog::othello::{DEEPEST, evaluation};
use crate::catalog::parameter::{SOLVE, TABLE_BITS};
use crate::othello::endgame;
use crate::othello::evaluation::{AnyEvaluation, Evaluation};
use crate::othello::kernel::{Kernel, Visitor, choose, choose_of_two};
use crate::othello::learned::game::{Indexed, Learned};
use crate::othello::{Move, Othello, Position, Side};
use searchlab_search::budget::Budget;
use searchlab_search::game::{Evaluator, Game, Options, Table};
use searchlab_trial::record::{Hasher, Params, Record, Trial};

/// The hash of the instance: the discs of both sides, and who is to move.
pub fn content(position: Position) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(position.discs(Side::Black));
    hasher.write_u64(position.discs(Side::White));
    hasher.write(position.side.name().as_bytes());
    hasher.finish()
}

/// The memory that searches can share.
#[derive(Debug, Default)]
pub struct OthelloRunner {
    table: Shared<Table>,
    solver: EndgameRunner,
}

/// Empty squares up to which a small table is enough for the solver: it is emptied before every move.
const NEAR: u32 = 20;

impl OthelloRunner {
    /// Runs one trial from a position.
    pub fn run(&mut self, trial: &Trial, position: Position, budget: &Budget, taps: &mut Observers) -> Record {
        record_or_error(trial, || {
            let (options, evaluation) = (game_options(trial, DEEPEST)?, evaluation(&trial.params)?);
            let table = self.table.of(&trial.params, budget)?;
            let run = Run { trial, position, options, table, budget, taps };
            Ok(match evaluation {
                AnyEvaluation::LinearEvaluation(evaluator) => choose(Linear(run, evaluator)),
                AnyEvaluation::Learned(weights) => choose_of_two(ByPatterns(run, Learned(weights))),
            })
        })
    }

    /// Makes the table of a trial ready, so that [`run`](Self::run) needs no time for anything but the search: for
    /// players, whose clock does not stand still meanwhile.
    pub fn prepare(&mut self, params: &Params, budget: &Budget) {
        self.table.prepare(params, budget);
    }

    /// Keeps the transposition table of the last search for the next.
    pub(crate) const fn keep_table(&mut self) {
        self.table.keep();
    }

    /// Solves the position for a player whose parameters have the key `solve`, from that number of empty squares on. The
    /// record is that of `othello solve`.
    pub fn solve_for(
        &mut self,
        trial: &Trial,
        position: Position,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Option<Record> {
        let empties = position.board.empties();
        let most = SOLVE.of(&trial.params).ok()??;
        if empties > most {
            return None;
        }
        let given: &[(&str, &str)] = if empties <= NEAR { &[(TABLE_BITS.key(), "18")] } else { &[] };
        let about = &endgame::ABOUT;
        let params = OTHELLO.resolve(about, given).ok()?;
        let solve = Trial { algorithm: about.name.to_owned(), params, depth: None, ..trial.clone() };
        Some(self.solver.run(&solve, position, budget, taps).record)
    }
}

/// A trial, waiting for its game and evaluation.
struct Run<'a> {
    trial: &'a Trial,
    position: Position,
    options: Options,
    table: Option<&'a mut Table>,
    budget: &'a Budget,
    taps: &'a mut Observers,
}

impl Run<'_> {
    fn record<G: Game<Move = Move>, E: Evaluator<G>>(self, game: G, evaluator: E) -> Record {
        let Self { trial, options, table, budget, taps, .. } = self;
        let (algorithm, spell) = (trial.algorithm.as_str(), |mv: Move| mv.to_string());
        record_of(trial, GameSearch { algorithm, game, evaluator, options, table, spell }, budget, taps)
    }
}

/// A trial with a linear evaluation, waiting for the kernel.
struct Linear<'a>(Run<'a>, Evaluation);

impl Visitor for Linear<'_> {
    type Output = Record;

    fn visit<K: Kernel>(self, kernel: K) -> Record {
        let game = Othello::new(self.0.position, kernel);
        self.0.record(game, self.1)
    }
}

/// A trial with the learned evaluation, waiting for the kernel.
struct ByPatterns<'a>(Run<'a>, Learned);

impl Visitor for ByPatterns<'_> {
    type Output = Record;

    fn visit<K: Kernel>(self, kernel: K) -> Record {
        let game = Indexed::new(self.0.position, kernel);
        self.0.record(game, self.1)
    }
}
