//! Trials with sliding tiles.

use super::{Observers, PathCall, Solution, TrialSearch, fast_record_of, record_or_error};
use crate::catalog;
use crate::catalog::tiles::{heuristic, order};
use crate::tiles::board::Word;
use crate::tiles::space::directions;
use crate::tiles::{Board, Problem, Puzzle, Size, State, TileSpace};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::Observer;
use searchlab_search::path::{Action, HashedNodes, Options, StateSpace};
use searchlab_trial::record::{Answer, Hasher, Record, Trial};

/// The hash of the instance: the tiles by place, and those of a goal that is not the usual one.
pub(crate) fn content(problem: &Problem) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write(&problem.instance.puzzle.tiles());
    if !problem.is_usual() {
        hasher.write(&problem.goal.tiles());
    }
    hasher.finish()
}

/// Runs one trial from the board to the goal of a problem.
pub fn run(trial: &Trial, problem: &Problem, budget: &Budget, taps: &mut Observers) -> Record {
    match (problem.instance.puzzle, problem.goal) {
        (Puzzle::Eight(board), Puzzle::Eight(goal)) => run_on(trial, board, goal, budget, taps),
        (Puzzle::Fifteen(board), Puzzle::Fifteen(goal)) => run_on(trial, board, goal, budget, taps),
        (Puzzle::TwentyFour(board), Puzzle::TwentyFour(goal)) => run_on(trial, board, goal, budget, taps),
        _ => unreachable!("a problem is made of a board and a goal of one size"),
    }
}

fn run_on<P: Size>(trial: &Trial, board: Board<P>, goal: Board<P>, budget: &Budget, taps: &mut Observers) -> Record {
    record_or_error(trial, || {
        let params = &trial.params;
        let space = TileSpace::new(board, goal, heuristic(params)?, order(params)?);
        let mut nodes = space.new_nodes();
        let (options, is_solvable) = (catalog::options(params)?, board.is_solvable_to(goal));
        let search = TileSearch { space: &space, options, nodes: &mut nodes, is_solvable, trial };
        Ok(fast_record_of(trial, search, budget, taps))
    })
}

struct TileSearch<'a, W: Word> {
    space: &'a TileSpace<W>,
    options: Options,
    nodes: &'a mut HashedNodes<State<W>, u32, Action>,
    is_solvable: bool,
    trial: &'a Trial,
}

impl<W: Word> TrialSearch for TileSearch<'_, W> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        // Half of all boards cannot be solved; parity tells them without a search.
        if !self.is_solvable {
            return Solution::new(Status::Unsolvable, None);
        }
        let call = PathCall { space: self.space, options: self.options, nodes: self.nodes, budget, observer };
        let Some(outcome) = catalog::visit_path_algorithm(&self.trial.algorithm, call) else {
            return Solution::new(Status::Error, None);
        };
        let answer = outcome.cost.map(|cost| Answer {
            value: f64::from(cost),
            exact: None,
            moves: directions(&outcome.path).map(|direction| direction.letter().to_string()).collect(),
            depth: None,
        });
        Solution::new(outcome.status, answer)
    }
}
