//! Path search: from a start state to a goal at least cost.
//!
//! A world implements [`StateSpace`]; an algorithm is a type that implements [`PathAlgorithm`], one file each.
//! Static dispatch throughout: the generic algorithm over a packed space is the fast one, there is no second.
//!
//! | part | file |
//! |---|---|
//! | what a world provides | [`space`], [`cost`] |
//! | node tables: cost, link and closed mark of each state | [`nodes`] |
//! | the open list, three kinds | [`open`] |
//! | options | [`options`] |
//! | the common loop of the best-first family | [`best_first`] |
//! | the cost of the next threshold of IDA* | [`forecast`] |

pub mod ara;
pub mod beam;
pub mod best_first;
pub mod bfs;
pub mod bgs;
pub mod bidirectional;
pub mod bts;
pub mod closures;
pub mod cost;
mod deepening;
pub mod dfs;
pub mod forecast;
pub mod fringe;
mod growth;
mod halves;
pub mod hill_climbing;
mod ibex;
mod id_table;
pub mod idastar;
pub mod idastar_cycle_check;
pub mod idastar_table;
pub mod idastar_table_as_coded;
pub mod iddfs;
pub mod lifelong;
pub mod mm;
pub mod nbs;
pub mod nodes;
pub mod open;
pub mod options;
pub mod rbfs;
pub mod sma;
pub mod space;
mod steps;
pub mod theta;

pub use best_first::{AStar, Dijkstra, Greedy, WeightedAStar};
pub use cost::{Cost, Weight};
pub use nodes::{DenseNodes, HashedNodes, NodeId, NodeTable, Relaxed};
pub use options::{OpenKind, Options, TieBreak};
pub use space::{Action, ActionSpace, Actions, StateSpace};

use super::about::AlgorithmInfo;
use super::budget::{Budget, Status};
use super::observer::Observer;

/// How a path search ended, and the path that it found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<State, Cost> {
    /// Why it ended.
    pub status: Status,
    /// Cost of the solution.
    pub cost: Option<Cost>,
    /// States from start to goal, both included; empty without a solution.
    pub path: Vec<State>,
}

impl<State, Cost> Outcome<State, Cost> {
    /// A search that ended without a solution.
    pub const fn without_path(status: Status) -> Self {
        Self { status, cost: None, path: Vec::new() }
    }

    /// A solution.
    pub const fn solved(cost: Cost, path: Vec<State>) -> Self {
        Self { status: Status::Solved, cost: Some(cost), path }
    }
}

/// The outcome type of searches in the space `S`.
pub type OutcomeIn<S> = Outcome<<S as StateSpace>::State, <S as StateSpace>::Cost>;

/// A path search that is to be run.
#[derive(Debug)]
pub struct Task<'a, S: StateSpace, O> {
    /// The space.
    pub space: &'a S,
    /// The choices.
    pub options: &'a Options,
    /// Memory that may be used again from one search to the next in spaces of one size.
    pub nodes: &'a mut S::Nodes,
    /// The limits.
    pub budget: &'a Budget,
    /// The observer of the search.
    pub observer: &'a mut O,
}

impl<'a, S: StateSpace, O> Task<'a, S, O> {
    /// With these parts.
    pub const fn new(
        space: &'a S,
        options: &'a Options,
        nodes: &'a mut S::Nodes,
        budget: &'a Budget,
        observer: &'a mut O,
    ) -> Self {
        Self { space, options, nodes, budget, observer }
    }

    /// Runs `search`, and reports the start and the solution to an observer of steps.
    pub fn reported(self, search: impl FnOnce(Task<'_, S, O>) -> OutcomeIn<S>) -> OutcomeIn<S>
    where
        O: Observer,
    {
        let Self { space, options, nodes, budget, observer } = self;
        steps::report_source(space, observer);
        let outcome = search(Task::new(space, options, nodes, budget, observer));
        steps::report_path(space, &outcome, observer);
        outcome
    }

    /// The outcome if the start is a goal.
    fn solved_at_start(&self) -> Option<OutcomeIn<S>> {
        let start = self.space.start();
        self.space.is_goal(start).then(|| Outcome::solved(S::Cost::ZERO, vec![start]))
    }
}

/// An algorithm over any space whose states can be entered and left by actions.
pub trait PathAlgorithm {
    /// Name, source, guarantee and parameters.
    const ABOUT: AlgorithmInfo;

    /// Runs a search.
    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S>;

    /// Searches `space`: [`run`](Self::run) with the parts of the task one by one.
    fn search<S: ActionSpace, O: Observer>(
        space: &S,
        options: &Options,
        nodes: &mut S::Nodes,
        budget: &Budget,
        observer: &mut O,
    ) -> OutcomeIn<S> {
        Self::run(Task::new(space, options, nodes, budget, observer))
    }
}
