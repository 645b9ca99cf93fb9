//! Parts that the trials of all games share: the memory that searches use one after the other, and the call of the
//! algorithm that a trial names.

use super::{Solution, TrialSearch, Watch};
use crate::catalog::game::{GameVisitor, table_of, visit_game_algorithm};
use searchlab_search::SIZE_FIRST;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::game::erased::{ErasedGame, KnownMoves, OwnEvaluation};
use searchlab_search::game::{Evaluator, Found, Game, GameAlgorithm, Options, Replacement, Table, Task};
use searchlab_search::observer::Observer;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Params};

/// Memory of searches that holds a table.
pub(crate) trait Kept: Sized {
    /// With this table.
    fn with(table: Table) -> Self;

    /// Forgets everything.
    fn clear(&mut self);
}

impl Kept for Table {
    fn with(table: Table) -> Self {
        table
    }

    fn clear(&mut self) {
        Self::clear(self);
    }
}

/// Memory that is made at the first search that needs a table of its kind, outside of every measured time, and is empty
/// at the beginning of each that is not to go on with it.
#[derive(Debug)]
pub(crate) struct Shared<T> {
    kept: Option<((u32, Replacement), T)>,
    /// With a table of no size, for searches that have none.
    small: Option<T>,
    /// True if the next search takes the memory as it is: emptied already, or to be kept.
    is_ready: bool,
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self { kept: None, small: None, is_ready: false }
    }
}

impl<T: Kept> Shared<T> {
    /// The empty memory that a trial with these parameters asks for; `None` if its table would need more memory than
    /// allowed, or than there is.
    ///
    /// # Errors
    /// A value that a parameter does not have.
    pub(crate) fn of(&mut self, params: &Params, budget: &Budget) -> Result<Option<&mut T>, Diagnostics> {
        let Some(kind) = table_of(params)? else {
            let small = self.small.get_or_insert_with(|| T::with(Table::none()));
            small.clear();
            return Ok(Some(small));
        };
        Ok(self.with_table(kind, budget))
    }

    /// Makes that memory ready, so that the next call of [`of`](Self::of) with these parameters takes no time.
    pub(crate) fn prepare(&mut self, params: &Params, budget: &Budget) {
        if let Ok(Some(kind)) = table_of(params) {
            self.is_ready = self.with_table(kind, budget).is_some();
        }
    }

    /// Keeps the memory of the last search for the next call of [`of`](Self::of), if it asks for a table of the same kind.
    pub(crate) const fn keep(&mut self) {
        self.is_ready = self.kept.is_some();
    }

    fn with_table(&mut self, kind: (u32, Replacement), budget: &Budget) -> Option<&mut T> {
        let (bits, replacement) = kind;
        let fits = budget.max_memory.is_none_or(|limit| Table::bytes_of(bits).is_some_and(|bytes| bytes <= limit));
        if !fits {
            return None;
        }
        let is_ready = std::mem::take(&mut self.is_ready);
        match self.kept.take() {
            Some((old, mut kept)) if old == kind => {
                if !is_ready {
                    kept.clear();
                }
                self.kept = Some((kind, kept));
            }
            // The old one is gone before the new one is made.
            _ => {
                self.kept = Table::new(bits, replacement).map(|table| {
                    let mut kept = T::with(table);
                    // Touched once, so that the first search does not pay for the memory that the system gives it.
                    kept.clear();
                    (kind, kept)
                });
            }
        }
        self.kept.as_mut().map(|(_, kept)| kept)
    }
}

/// A search of a game tree, waiting for its observer.
pub(crate) struct GameSearch<'a, G, E, F> {
    /// The name of the algorithm.
    pub(crate) algorithm: &'a str,
    /// The position.
    pub(crate) game: G,
    /// The value of leaves.
    pub(crate) evaluator: E,
    /// The choices.
    pub(crate) options: Options,
    /// `None` if it would need more memory than allowed.
    pub(crate) table: Option<&'a mut Table>,
    /// How a move is written in records.
    pub(crate) spell: F,
}

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String> GameSearch<'_, G, E, F> {
    /// Searches by an algorithm, whatever the name says.
    fn search_by<A: GameAlgorithm, O: Observer>(mut self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(table) = self.table else { return Solution::new(Status::LimitMemory, None) };
        let (game, evaluator, options) = (&mut self.game, &self.evaluator, &self.options);
        solution(&A::search(Task { game, evaluator, options, table, budget, observer }), self.spell)
    }
}

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String> TrialSearch for GameSearch<'_, G, E, F> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let found = visit_game_algorithm(self.algorithm, Call { search: self, budget, observer });
        found.unwrap_or_else(|| Solution::new(Status::Error, None))
    }
}

/// The same of a game that need not be searched as fast as possible: where size goes before speed, and with taps, each
/// search is compiled once for all of them.
pub(crate) struct PlainSearch<'a, G, E, F>(pub(crate) GameSearch<'a, G, E, F>);

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String> PlainSearch<'_, G, E, F> {
    /// Searches by an algorithm, whatever the name says.
    pub(crate) fn search_by<A: GameAlgorithm, O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        if SIZE_FIRST {
            return self.erased(|search| search.search_by::<A, O>(budget, observer));
        }
        self.0.search_by::<A, O>(budget, observer)
    }

    /// Erases the type of the game, and hands its search on.
    fn erased(self, search: impl FnOnce(ErasedSearch<'_>) -> Solution) -> Solution {
        let GameSearch { algorithm, game, evaluator, options, table, spell } = self.0;
        let moves = KnownMoves::of::<G>();
        let spell: &dyn Fn(u16) -> String = &|code| spell(moves.of_code(code));
        let game = ErasedGame::new(game, evaluator, &moves);
        search(GameSearch { algorithm, game, evaluator: OwnEvaluation, options, table, spell })
    }
}

/// A search of a game whose type is erased.
type ErasedSearch<'a> = GameSearch<'a, ErasedGame<'a>, OwnEvaluation, &'a dyn Fn(u16) -> String>;

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String> TrialSearch for PlainSearch<'_, G, E, F> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        if SIZE_FIRST {
            return self.erased(|search| search.search(budget, observer));
        }
        self.0.search(budget, observer)
    }

    fn tapped(self, budget: &Budget, observer: &mut Watch<'_>) -> Solution {
        self.erased(|search| search.search(budget, observer))
    }
}

/// A search, waiting for the type of its algorithm.
struct Call<'a, S, O> {
    search: S,
    budget: &'a Budget,
    observer: &'a mut O,
}

impl<G: Game, E: Evaluator<G>, F: Fn(G::Move) -> String, O: Observer> GameVisitor
    for Call<'_, GameSearch<'_, G, E, F>, O>
{
    type Output = Solution;

    fn visit<A: GameAlgorithm>(self) -> Solution {
        self.search.search_by::<A, O>(self.budget, self.observer)
    }
}

/// The result of a search, in values that a record can hold.
pub(crate) fn solution<M: Copy>(found: &Found<M>, spell: impl Fn(M) -> String) -> Solution {
    let answer = Answer {
        value: f64::from(found.value),
        exact: None,
        moves: found.line.iter().copied().map(&spell).collect(),
        depth: Some(found.depth),
    };
    let iterations = found.iterations.iter().map(|each| (each.value, each.best.map(&spell)));
    Solution { iterations: iterations.collect(), ..Solution::new(found.status, Some(answer)) }
}
