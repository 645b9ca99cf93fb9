//! The engine: plays well at any limit.
//!
//! Idea        Three quarters of the limits go to the exact solver, with the opening book, so that the engine plays
//!             perfectly wherever that is enough: in the opening by the book, and from the middle of the game on. If it
//!             is not, a search with iterative deepening has the rest.
//! Source      Allis, A knowledge-based approach of Connect-Four (1988), which plays by rules, book and search likewise.
//! Guarantees  A perfect move, with the number of plies to the end as its value, where the solver ends; else an estimate.
//! Cost        The limits, or less where the solver ends.
//! Not here    The solver (solver.rs), principal variation search (crate `searchlab-search`).

use super::solver::{self, Options, plies_to_end};
use super::{Column, Evaluation, Position};
use crate::run::game::{GameSearch, PlainSearch};
use crate::run::{Solution, TrialSearch};
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::clock::Instant;
use searchlab_search::game::pvs::Pvs;
use searchlab_search::game::score::Outcome;
use searchlab_search::observer::Observer;
use searchlab_trial::record::Answer;

/// Name, idea and parameters of the engine.
pub(crate) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "hybrid",
    summary: "book, solver and search at any limit: opening book and exact solver, and where they do not reach, deepening PVS",
    idea: "Gives three quarters of its limits to the exact solver, which stops at positions of the opening book; without \
           an answer it searches with the rest, deeper and deeper, by principal variation search with a table.",
    source: "Allis, A knowledge-based approach of Connect-Four (1988); Marsland, Campbell, Computing Surveys 14(4), 1982: \
             principal variation search",
    guarantee: Guarantee::Estimate,
    cost: "the limits of a move, or less; memory is the tables', 8 and 16 bytes an entry",
    parameters: &["evaluation", "table-bits", "book"],
    defaults: &[("table-bits", "20"), ("book", "shipped")],
};

/// The search that the engine deepens.
pub(super) type Deepened = Pvs;

/// Nodes of the solver where neither nodes nor time are limited.
const SOLVER_NODES: u64 = 1 << 20;

/// The table of the solver: at most 2^22 entries of 8 bytes.
pub(super) const SOLVER_BITS: u32 = 22;

/// A search of the engine, waiting for its observer.
pub(super) struct EngineSearch<'a, F> {
    pub(super) position: &'a Position,
    pub(super) solver: Options,
    pub(super) deepening: GameSearch<'a, Position, Evaluation, F>,
}

impl<F: Fn(Column) -> String> TrialSearch for EngineSearch<'_, F> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let begin = Instant::now();
        let solution = solver::solve(self.position, self.solver, &solver_share(budget), observer);
        if let (Some(score), Some(&best)) = (solution.score(), solution.best.first()) {
            return Solution::new(Status::Solved, Some(answer(self.position, score, best)));
        }
        let rest = Budget {
            max_nodes: budget.max_nodes.map(|nodes| nodes.saturating_sub(solution.counts.expanded)),
            max_time: budget.max_time.map(|time| time.saturating_sub(begin.elapsed())),
            ..budget.clone()
        };
        PlainSearch(self.deepening).search_by::<Deepened, O>(&rest, observer)
    }
}

/// The limits of the solver.
fn solver_share(budget: &Budget) -> Budget {
    let is_unlimited = budget.max_nodes.is_none() && budget.max_time.is_none();
    let max_nodes = budget.max_nodes.map(|nodes| nodes - nodes / 4).or(is_unlimited.then_some(SOLVER_NODES));
    Budget { max_nodes, max_time: budget.max_time.map(|time| time * 3 / 4), live: None, ..budget.clone() }
}

/// A score of the solver as a value of searches.
fn answer(position: &Position, score: i32, best: Column) -> Answer {
    let plies = plies_to_end(position, score);
    let value = Outcome::of_difference(score).score(plies);
    Answer { value: f64::from(value), exact: None, moves: [best.to_string()].into_iter().collect(), depth: Some(plies) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::connect4::run::{CONNECT4, ConnectFourRunner};
    use crate::connect4::{Size, format, playout};
    use crate::play::{BoardGame as _, Runner as _};
    use crate::run::Observers;
    use searchlab_search::game::score::{is_decisive, plies_to_end};
    use searchlab_trial::diagnostic::Source;
    use searchlab_trial::record::{Limits, Record, Trial};

    fn played(position: &Position, given: &[(&str, &str)], budget: &Budget) -> Record {
        let params = CONNECT4.resolve(&ABOUT, given).expect("parameters of the engine");
        let named = (position.text(), position.content());
        let trial = Trial::new(CONNECT4.name.name, named, ABOUT.name, params, Limits::default());
        ConnectFourRunner::default().run(&trial, position, budget, &mut Observers::default())
    }

    fn position(moves: &str) -> Position {
        format::read(&Source::new("moves", moves), Size::STANDARD).expect("a position")
    }

    fn nodes(count: u64) -> Budget {
        Budget { max_nodes: Some(count), ..Budget::default() }
    }

    #[test]
    fn late_positions_are_played_perfectly() {
        let mut count = 0;
        for seed in 0..12 {
            let moves = playout::game(Size::STANDARD, seed);
            let at = |position: Position, column: &Column| position.played(*column);
            let late = moves.iter().take(16).fold(Position::new(Size::STANDARD), at);
            let record = played(&late, &[], &nodes(2_000_000));
            let options = Options { all_best: true, ..Options::default() };
            let truth = solver::solve(&late, options, &Budget::default(), &mut ());
            let (Some(score), false) = (truth.score(), truth.best.is_empty()) else { continue };
            let result = record.result.expect("an answer");
            assert_eq!((result.value as i32).signum(), score.signum(), "\n{late}");
            assert!(truth.best.iter().any(|best| result.moves.first() == Some(&*best.to_string())), "\n{late}");
            count += 1;
        }
        assert!(count > 5, "{count} games went on so long");
    }

    /// X wins the third move of its own from here, and not sooner.
    #[test]
    fn a_win_counts_its_plies() {
        let record = played(&position("4455"), &[], &nodes(1_000_000));
        let value = record.result.expect("an answer").value as i32;
        assert!(is_decisive(value) && plies_to_end(value) == Some(3), "{value}");
    }

    #[test]
    fn a_move_is_found_at_any_limit() {
        let start = Position::new(Size::STANDARD);
        for given in [&[][..], &[("book", "none")]] {
            for budget in
                [nodes(1), nodes(500), Budget { max_time: Some(Duration::from_millis(2)), ..Budget::default() }]
            {
                let record = played(&start, given, &budget);
                assert!(record.result.expect("an answer").moves.first().is_some());
            }
        }
        let first = played(&start, &[], &nodes(200));
        assert_eq!(first.result.expect("an answer").moves.first(), Some("4"), "by the book");
    }

    #[test]
    fn nodes_are_never_more_than_allowed() {
        let record = played(&position("4"), &[("book", "none")], &nodes(5_000));
        assert!(record.counters.expanded + record.counters.evaluated <= 5_000 + 64, "{:?}", record.counters);
    }
}
