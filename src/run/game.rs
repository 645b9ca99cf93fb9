//! What the trials of all games share: the table that searches use one after the other, and the call of the algorithm
//! that a trial names.

use super::{Prepared, Solution};
use crate::catalog::game::{GameVisitor, table_of, visit_game_algorithm};
use crate::record::{Answer, Params};
use crate::search::budget::{Budget, Status};
use crate::search::game::{Evaluator, Found, Game, GameAlgorithm, Options, Replacement, Table, Task};
use crate::search::observer::Observer;

/// A table that is made at the first search that needs one of its kind, outside of every measured time, and is empty
/// at the beginning of each.
#[derive(Debug, Default)]
pub(super) struct SharedTable {
    table: Option<((u32, Replacement), Table)>,
    /// Of no size, for searches that remember nothing.
    none: Option<Table>,
    /// Whether no search has used the table since it was emptied.
    is_empty: bool,
}

impl SharedTable {
    /// The empty table that a trial with these parameters asks for; `None` if it would need more memory than allowed, or
    /// than there is.
    pub(super) fn of(&mut self, params: &Params, budget: &Budget) -> Option<&mut Table> {
        match table_of(params) {
            Some(kind) => self.table(kind, budget),
            None => Some(self.none.get_or_insert_with(Table::none)),
        }
    }

    /// Makes that table ready, so that the next call of [`of`](Self::of) with these parameters takes no time.
    pub(super) fn prepare(&mut self, params: &Params, budget: &Budget) {
        if let Some(kind) = table_of(params) {
            self.is_empty = self.table(kind, budget).is_some();
        }
    }

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

/// A search of a game tree, waiting for who watches.
pub(super) struct GameSearch<'a, G, E, F> {
    /// The name of the algorithm.
    pub(super) algorithm: &'a str,
    /// The position.
    pub(super) game: G,
    /// The value of leaves.
    pub(super) evaluator: E,
    /// The choices.
    pub(super) options: Options,
    /// `None` if it would need more memory than allowed.
    pub(super) table: Option<&'a mut Table>,
    /// How a move is written in records.
    pub(super) spell: F,
}

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String> Prepared for GameSearch<'_, G, E, F> {
    fn search<O: Observer>(mut self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(table) = self.table else { return Solution::new(Status::LimitMemory, None) };
        let task =
            Task { game: &mut self.game, evaluator: &self.evaluator, options: &self.options, table, budget, observer };
        match visit_game_algorithm(self.algorithm, Call(task)) {
            Some(found) => solution(&found, self.spell),
            None => Solution::new(Status::Error, None),
        }
    }
}

/// A search, waiting for the type of its algorithm.
struct Call<'a, G, E, O>(Task<'a, G, E, O>);

impl<G: Game, E: Evaluator<G>, O: Observer> GameVisitor for Call<'_, G, E, O> {
    type Output = Found<G::Move>;

    fn visit<A: GameAlgorithm>(self) -> Found<G::Move> {
        A::search(self.0)
    }
}

/// What a search found, in values that a record can hold.
pub(super) fn solution<M: Copy>(found: &Found<M>, spell: impl Fn(M) -> String) -> Solution {
    let answer = Answer {
        value: f64::from(found.value),
        exact: None,
        moves: found.line.iter().copied().map(&spell).collect(),
        depth: Some(found.depth),
    };
    let iterations = found.iterations.iter().map(|each| (each.value, each.best.map(&spell)));
    Solution { status: found.status, answer: Some(answer), iterations: iterations.collect() }
}
