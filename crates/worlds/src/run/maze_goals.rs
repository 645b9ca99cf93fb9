//! Trials in mazes whose cells cost different amounts, or with several goals.

use super::maze::{NO_MEMORY, memory};
use super::{Observers, PathCall, Solution, TrialSearch, record_of};
use crate::catalog;
use crate::catalog::maze::heuristic;
use crate::maze::moves::directions;
use crate::maze::tour::Stop;
use crate::maze::{
    Cell, Direction, Eight, Four, Grid, MoveSet, MoveTable, Octile, Place, Terrain, TourSpace, WeighedSpace,
};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::Observer;
use searchlab_search::path::{ActionSpace, DenseNodes, Options, StateSpace};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Record, Trial};

/// A maze with its goals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'g> {
    pub(super) grid: &'g Grid,
    pub(super) terrain: Option<&'g Terrain>,
    pub(super) start: Place,
    pub(super) goals: &'g [Place],
}

impl Ground<'_> {
    /// Searches for the nearest goal with the given memory, or without for the way through all of them.
    pub(super) fn run<M: MoveSet>(
        &self,
        moves: &MoveTable<M>,
        nodes: Option<&mut Option<DenseNodes<Octile>>>,
        trial: &Trial,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let Self { grid, terrain, start, goals } = *self;
        let (heuristic, options) = (heuristic(&trial.params)?, catalog::options(&trial.params)?);
        let mut path = Vec::new();
        let costs = Costs { grid, terrain, is_eight: M::COUNT == 8 };
        let space = WeighedSpace::new(grid, moves, terrain, heuristic, start, goals);
        let record = if let Some(nodes) = nodes {
            let nodes = memory(nodes, &space, space.node_bytes(), budget);
            let search = GoalSearch { space: &space, options, nodes, cell: |cell| cell, costs, trial, path: &mut path };
            record_of(trial, search, budget, taps)
        } else {
            let space = TourSpace::new(space);
            let nodes = Some(&mut space.new_nodes());
            let cell = |stop: Stop| stop.cell;
            let search = GoalSearch { space: &space, options, nodes, cell, costs, trial, path: &mut path };
            record_of(trial, search, budget, taps)
        };
        if let Some(expansions) = &mut taps.expansions {
            expansions.add_path(path);
        }
        Ok(record)
    }
}

/// A search in either space.
struct GoalSearch<'a, S: StateSpace> {
    space: &'a S,
    options: Options,
    /// `None` if it would need more memory than allowed.
    nodes: Option<&'a mut S::Nodes>,
    /// The cell of a state.
    cell: fn(S::State) -> Cell,
    costs: Costs<'a>,
    trial: &'a Trial,
    path: &'a mut Vec<Cell>,
}

impl<S: ActionSpace> TrialSearch for GoalSearch<'_, S> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(nodes) = self.nodes else {
            return NO_MEMORY;
        };
        let call = PathCall { space: self.space, options: self.options, nodes, budget, observer };
        let Some(outcome) = catalog::visit_path_algorithm(&self.trial.algorithm, call) else {
            return Solution::new(Status::Error, None);
        };
        *self.path = outcome.path.into_iter().map(self.cell).collect();
        self.costs.solution(outcome.status, outcome.cost.is_some(), self.path)
    }
}

/// The costs of the steps of a path.
struct Costs<'a> {
    grid: &'a Grid,
    terrain: Option<&'a Terrain>,
    is_eight: bool,
}

impl Costs<'_> {
    /// The words for a path of neighbouring cells, whose cost is summed again in whole numbers.
    fn solution(&self, status: Status, is_solved: bool, path: &[Cell]) -> Solution {
        if !is_solved {
            return Solution::new(status, None);
        }
        let steps: Vec<Direction> = directions(self.grid, path).collect();
        let mut parts = [0u64, 0];
        for (direction, &cell) in steps.iter().zip(&path[1..]) {
            let cost = self.terrain.map_or(1, |terrain| terrain.cost(cell));
            parts[usize::from(direction.is_diagonal())] += u64::from(cost);
        }
        let value = parts[0] as f64 + parts[1] as f64 * std::f64::consts::SQRT_2;
        let spell = if self.is_eight { Eight::spell } else { Four::spell };
        let exact = self.is_eight.then_some(parts);
        let moves = steps.iter().map(|&step| spell(step)).collect();
        Solution::new(status, Some(Answer { value, exact, moves, depth: None }))
    }
}
