//! Trials of games whose searches need nothing but an evaluation and a table.

use std::marker::PhantomData;
use std::str::FromStr;

use super::game::{GameSearch, PlainSearch, Shared};
use super::{Observers, fast_record_of, record_or_error};
use crate::catalog::EVALUATION;
use crate::catalog::game::game_options;
use crate::play::{Runner, SearchableGame};
use searchlab_search::budget::Budget;
use searchlab_search::game::{Evaluator, Game, Table};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Params, Record, Trial};

/// Such a game.
pub(crate) trait PlainGame: SearchableGame + Game<Move = <Self as crate::play::BoardGame>::Move> {
    /// The evaluations that its parameter `evaluation` names.
    type Evaluation: Evaluator<Self> + FromStr<Err = Diagnostics> + Default;

    /// Runs a trial. [`compiled_here`] writes it: a function of the world that is generic over nothing is compiled with the
    /// worlds, for speed, and not once more in each crate that plays.
    fn run(table: &mut Shared<Table>, trial: &Trial, position: &Self, budget: &Budget, taps: &mut Observers) -> Record;
}

/// The function of a [`PlainGame`] that runs its trials.
macro_rules! compiled_here {
    () => {
        #[inline(never)]
        fn run(
            table: &mut $crate::run::game::Shared<searchlab_search::game::Table>,
            trial: &searchlab_trial::record::Trial,
            position: &Self,
            budget: &searchlab_search::budget::Budget,
            taps: &mut $crate::run::Observers,
        ) -> searchlab_trial::record::Record {
            $crate::run::plain::run(table, trial, position, budget, taps)
        }
    };
}

pub(crate) use compiled_here;

/// Runs its searches, with the memory that they share.
#[derive(Debug)]
pub struct PlainRunner<P> {
    table: Shared<Table>,
    game: PhantomData<fn() -> P>,
}

impl<P> Default for PlainRunner<P> {
    fn default() -> Self {
        Self { table: Shared::default(), game: PhantomData }
    }
}

impl<P: PlainGame> Runner for PlainRunner<P> {
    type Position = P;

    fn prepare(&mut self, _: &str, params: &Params, budget: &Budget) {
        self.table.prepare(params, budget);
    }

    fn run(&mut self, trial: &Trial, position: &P, budget: &Budget, observers: &mut Observers) -> Record {
        <P as PlainGame>::run(&mut self.table, trial, position, budget, observers)
    }
}

/// Runs a trial of such a game.
pub(crate) fn run<P: PlainGame>(
    table: &mut Shared<Table>,
    trial: &Trial,
    position: &P,
    budget: &Budget,
    taps: &mut Observers,
) -> Record {
    record_or_error(trial, || {
        let evaluation = EVALUATION.text(&trial.params)?.map(str::parse::<P::Evaluation>).transpose()?;
        let search = GameSearch {
            algorithm: &trial.algorithm,
            game: position.clone(),
            evaluator: evaluation.unwrap_or_default(),
            options: game_options(trial, P::PLAYERS.world.deepest)?,
            table: table.of(&trial.params, budget)?,
            spell: |mv| position.spell(mv),
        };
        Ok(fast_record_of(trial, PlainSearch(search), budget, taps))
    })
}
