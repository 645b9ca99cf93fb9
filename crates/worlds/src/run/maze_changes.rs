//! Trials in mazes that change: one search, and one more after each change.

use std::marker::PhantomData;

use super::{Observers, PathCall, Solution, TrialSearch, record_of};
use crate::catalog::maze::{heuristic, order};
use crate::catalog::{self, PathVisitor};
use crate::maze::changing::{Change, ChangingGrid, apply};
use crate::maze::moves::directions;
use crate::maze::{Cell, Direction, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place};
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::{Event, Observer, Threshold};
use searchlab_search::path::lifelong::{self, D_STAR_LITE, From, LPA};
use searchlab_search::path::{AStar, Cost, Dijkstra, Options, PathAlgorithm, StateSpace};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Record, Trial};

/// A maze and its changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Series<'g> {
    pub(super) grid: &'g Grid,
    pub(super) start: Place,
    pub(super) goal: Place,
    pub(super) changes: &'g [Change],
}

impl Series<'_> {
    /// Runs a trial. Its path is that after the last change.
    pub(super) fn run<M: MoveSet>(
        self,
        trial: &Trial,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let (mut path, params) = (Vec::new(), &trial.params);
        let (options, heuristic, order) = (catalog::options(params)?, heuristic(params)?, order::<M>(params)?);
        let path_to = &mut path;
        let search =
            SeriesSearch::<M> { series: self, trial, options, heuristic, order, path: path_to, kind: PhantomData };
        let record = record_of(trial, search, budget, taps);
        if let Some(expansions) = &mut taps.expansions {
            expansions.add_path(path);
        }
        Ok(record)
    }
}

struct SeriesSearch<'a, M> {
    series: Series<'a>,
    trial: &'a Trial,
    options: Options,
    heuristic: Heuristic,
    order: Vec<Direction>,
    path: &'a mut Vec<Cell>,
    kind: PhantomData<M>,
}

impl<M: MoveSet> TrialSearch for SeriesSearch<'_, M> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Series { grid, start, goal, changes } = self.series;
        let mut last = grid.clone();
        let from = match self.trial.algorithm.as_str() {
            name if name == LPA.name => Some(From::Start),
            name if name == D_STAR_LITE.name => Some(From::Goal),
            _ => None,
        };
        let (status, path) = if let Some(from) = from {
            let ends = (start, goal);
            let mut space = ChangingGrid::new::<M>(grid.clone(), self.heuristic, ends, changes);
            let outcome = lifelong::search(&mut space, from, budget, observer);
            last = space.grid().clone();
            (outcome.status, outcome.path)
        } else {
            self.search_each_anew(&mut last, budget, observer)
        };
        *self.path = path;
        if status != Status::Solved {
            return Solution::new(status, None);
        }
        let steps: Vec<Direction> = directions(&last, self.path).collect();
        let exact = M::exact(&steps);
        let value = exact.map_or(steps.len() as f64, |[a, b]| a as f64 + b as f64 * std::f64::consts::SQRT_2);
        let moves = steps.iter().map(|&step| M::spell(step)).collect();
        Solution::new(status, Some(Answer { value, exact, moves, depth: None }))
    }
}

impl<M: MoveSet> SeriesSearch<'_, M> {
    /// Searches anew after each change with an algorithm that keeps nothing. The limits hold for each search.
    fn search_each_anew<O: Observer>(&self, grid: &mut Grid, budget: &Budget, observer: &mut O) -> (Status, Vec<Cell>) {
        let Series { start, goal, changes, .. } = self.series;
        let mut found = (Status::Unsolvable, Vec::new());
        for number in 0..=changes.len() {
            if let Some(change) = number.checked_sub(1).and_then(|place| changes.get(place)) {
                apply(grid, change);
            }
            observer.on(Event::Repair { change: number as u32 });
            let moves = MoveTable::<M>::new(grid, &self.order);
            let space = GridSpace::new(grid, &moves, self.heuristic, start, goal);
            let nodes = &mut space.new_nodes();
            let call = PathCall { space: &space, options: self.options, nodes, budget, observer };
            let outcome = match self.trial.algorithm.as_str() {
                name if name == AStar::ABOUT.name => call.visit::<AStar>(),
                name if name == Dijkstra::ABOUT.name => call.visit::<Dijkstra>(),
                _ => return (Status::Error, Vec::new()),
            };
            if let Some(cost) = outcome.cost {
                observer.on(Event::Incumbent { cost: Threshold::from(cost.to_f64()) });
            }
            found = (outcome.status, outcome.path);
            if outcome.status.is_incomplete() {
                break;
            }
        }
        found
    }
}
