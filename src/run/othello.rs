//! Trials with Othello.

use super::{Prepared, Solution, Taps, record_of};
use crate::catalog::game::{GameVisitor, game_options, table_of, visit_game_algorithm};
use crate::catalog::othello::{DEEPEST, evaluation};
use crate::record::{Answer, Hasher, Params, Record, Trial};
use crate::search::budget::{Budget, Status};
use crate::search::game::{Found, GameAlgorithm, Options, Replacement, Table, Task};
use crate::search::observer::Observer;
use crate::worlds::othello::kernel::{Kernel, Visitor, choose};
use crate::worlds::othello::{Evaluation, Move, Othello, Position, Side};

/// The hash of the instance: the discs of both sides, and who is to move.
pub fn content(position: Position) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(position.discs(Side::Black));
    hasher.write_u64(position.discs(Side::White));
    hasher.write(position.side.name().as_bytes());
    hasher.finish()
}

/// What searches can share: a table is made at the first search that needs one of its kind, outside of every
/// measured time, and is empty at the beginning of each.
#[derive(Debug, Default)]
pub struct OthelloRunner {
    table: Option<((u32, Replacement), Table)>,
    /// Whether no search has used the table since it was emptied.
    is_empty: bool,
}

impl OthelloRunner {
    /// Runs one trial from a position. The parameters of the trial must have passed the catalog.
    pub fn run(&mut self, trial: &Trial, position: Position, budget: &Budget, taps: &mut Taps) -> Record {
        let (mut none, options) = (Table::none(), game_options(trial, DEEPEST));
        let table = match table_of(&trial.params) {
            Some(kind) => self.table(kind, budget),
            None => Some(&mut none),
        };
        choose(Run { trial, position, options, evaluation: evaluation(&trial.params), table, budget, taps })
    }

    /// Makes the table of a trial ready, so that [`run`](Self::run) needs no time for anything but the search: for
    /// players, whose clock does not stand still meanwhile.
    pub fn prepare(&mut self, params: &Params, budget: &Budget) {
        if let Some(kind) = table_of(params) {
            self.is_empty = self.table(kind, budget).is_some();
        }
    }

    /// An empty table; `None` if it would need more memory than allowed, or than there is.
    fn table(&mut self, kind: (u32, Replacement), budget: &Budget) -> Option<&mut Table> {
        let (bits, replacement) = kind;
        let fits = budget.max_memory.is_none_or(|limit| Table::bytes_of(bits).is_some_and(|bytes| bytes <= limit));
        if !fits {
            return None;
        }
        let is_empty = std::mem::take(&mut self.is_empty);
        match self.table.take() {
            Some((old, mut table)) if old == kind => {
                if !is_empty {
                    table.clear();
                }
                self.table = Some((kind, table));
            }
            // The old one is gone before the new one is made.
            _ => {
                self.table = Table::new(bits, replacement).map(|mut table| {
                    // Touched once, so that the first search does not pay for the memory that the system gives it.
                    table.clear();
                    (kind, table)
                });
            }
        }
        self.table.as_mut().map(|(_, table)| table)
    }
}

/// A trial, waiting for the kernel.
struct Run<'a> {
    trial: &'a Trial,
    position: Position,
    options: Options,
    evaluation: Evaluation,
    table: Option<&'a mut Table>,
    budget: &'a Budget,
    taps: &'a mut Taps,
}

impl Visitor for Run<'_> {
    type Output = Record;

    fn visit<K: Kernel>(self, kernel: K) -> Record {
        let Self { trial, position, options, evaluation, table, budget, taps } = self;
        let game = Othello::new(position, kernel);
        record_of(trial, OthelloSearch { algorithm: &trial.algorithm, game, options, evaluation, table }, budget, taps)
    }
}

/// A search, waiting for who watches.
struct OthelloSearch<'a, K> {
    algorithm: &'a str,
    game: Othello<K>,
    options: Options,
    evaluation: Evaluation,
    /// `None` if it would need more memory than allowed.
    table: Option<&'a mut Table>,
}

impl<K: Kernel> Prepared for OthelloSearch<'_, K> {
    fn search<O: Observer>(mut self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(table) = self.table else { return Solution::new(Status::LimitMemory, None) };
        let task =
            Task { game: &mut self.game, evaluator: &self.evaluation, options: &self.options, table, budget, observer };
        match visit_game_algorithm(self.algorithm, Call(task)) {
            Some(found) => solution(&found),
            None => Solution::new(Status::Error, None),
        }
    }
}

/// A search, waiting for the type of its algorithm.
struct Call<'a, K, O>(Task<'a, Othello<K>, Evaluation, O>);

impl<K: Kernel, O: Observer> GameVisitor for Call<'_, K, O> {
    type Output = Found<Move>;

    fn visit<A: GameAlgorithm>(self) -> Found<Move> {
        A::search(self.0)
    }
}

fn solution(found: &Found<Move>) -> Solution {
    let answer = Answer {
        value: f64::from(found.value),
        exact: None,
        moves: found.line.iter().map(Move::to_string).collect(),
        depth: Some(found.depth),
    };
    let iterations = found.iterations.iter().map(|each| (each.value, each.best.map(|best| best.to_string())));
    Solution { status: found.status, answer: Some(answer), iterations: iterations.collect() }
}
