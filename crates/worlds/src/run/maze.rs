//! Trials in mazes.

use std::fmt::Write;
use std::sync::Arc;

use super::maze_changes::Series;
use super::maze_goals::Ground;
use super::maze_sight::any_angle;
use super::{
    Observers, PathCall, Solution, TrialSearch, fast_record_of, record_of, record_or_error, untapped_record_of,
};
use crate::catalog;
use crate::catalog::maze::{has_eight_moves, heuristic, order};
use crate::maze::changing::Change;
use crate::maze::draw::Scans;
use crate::maze::jump::{self, JumpMap, JumpNodes, JumpSpace, WatchedJumps};
use crate::maze::moves::directions;
use crate::maze::{Cell, Direction, Eight, Four, Grid, GridSpace, MoveSet, MoveTable, Octile, Place};
use crate::maze::{GoalKind, Goals, SightSpace, Terrain};
use searchlab_search::SIZE_FIRST;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::observer::Observer;
use searchlab_search::path::best_first;
use searchlab_search::path::forecast::{Forecast, Method, forecast, next_threshold};
use searchlab_search::path::idastar::IdaStar;
use searchlab_search::path::lifelong::{D_STAR_LITE, LPA};
use searchlab_search::path::theta;
use searchlab_search::path::{AStar, Cost, DenseNodes, Options, PathAlgorithm, StateSpace, Task};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Hasher, Record, Trial};
use searchlab_trial::text::grouped;

/// A maze with all that searches in it can share: move tables and memory are made once, at the first search that
/// needs them, outside of every measured time.
#[derive(Debug)]
pub struct MazeRunner {
    grid: Grid,
    grid_hash: u64,
    terrain: Option<Arc<Terrain>>,
    four: Option<MoveBench<Four>>,
    eight: Option<MoveBench<Eight>>,
    jump: Option<JumpBench>,
    weighed: Option<DenseNodes<Octile>>,
}

/// The map prepared for jumps, and memory.
#[derive(Debug)]
struct JumpBench {
    map: JumpMap,
    nodes: Option<JumpNodes>,
}

/// Moves in one order, and memory.
#[derive(Debug)]
struct MoveBench<M: MoveSet> {
    moves: MoveTable<M>,
    nodes: Option<DenseNodes<M::Cost>>,
}

impl MazeRunner {
    /// For searches in `grid`.
    pub fn new(grid: Grid) -> Self {
        Self::with_terrain(grid, None)
    }

    /// For searches in `grid` with the costs of its cells, if they differ.
    pub(crate) fn with_terrain(grid: Grid, terrain: Option<Arc<Terrain>>) -> Self {
        let mut hasher = Hasher::default();
        hasher.write_u64(u64::from(grid.rows()));
        hasher.write_u64(u64::from(grid.cols()));
        grid.words().iter().for_each(|&word| hasher.write_u64(word));
        if let Some(terrain) = &terrain {
            let costs = grid.places().map(|place| terrain.cost(grid.cell(place)));
            costs.for_each(|cost| hasher.write_u64(cost.into()));
        }
        Self { grid_hash: hasher.finish(), grid, terrain, four: None, eight: None, jump: None, weighed: None }
    }

    /// The maze.
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hash of the instance: the maze with a start and a goal.
    pub fn content(&self, start: Place, goal: Place) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write_u64(self.grid_hash);
        for number in [start.row, start.col, goal.row, goal.col] {
            hasher.write_u64(u64::from(number));
        }
        hasher.finish()
    }

    /// The same of a maze with several goals.
    pub(crate) fn content_with_goals(&self, start: Place, goals: &Goals) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write_u64(self.content(start, start));
        hasher.write(goals.kind.name().as_bytes());
        for place in &goals.places {
            hasher.write_u64(u64::from(place.row) << 32 | u64::from(place.col));
        }
        hasher.finish()
    }

    /// Runs one trial from `start` to several goals. Its algorithm must have passed the check of the world.
    pub(crate) fn run_to(
        &mut self,
        trial: &Trial,
        start: Place,
        goals: &Goals,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Record {
        let ground = Ground { grid: &self.grid, terrain: self.terrain.as_deref(), start, goals: &goals.places };
        let memory = (goals.kind == GoalKind::Nearest).then_some(&mut self.weighed);
        record_or_error(trial, || {
            if has_eight_moves(&trial.params)? {
                ground.run(&prepare(&mut self.eight, &self.grid, trial)?.moves, memory, trial, budget, taps)
            } else {
                ground.run(&prepare(&mut self.four, &self.grid, trial)?.moves, memory, trial, budget, taps)
            }
        })
    }

    /// The same of a maze that changes.
    pub(crate) fn content_with_changes(&self, start: Place, goal: Place, changes: &[Change]) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write_u64(self.content(start, goal));
        for change in changes {
            hasher.write_u64(change.len() as u64);
            for place in change {
                hasher.write_u64(u64::from(place.row) << 32 | u64::from(place.col));
            }
        }
        hasher.finish()
    }

    /// Runs one trial in the maze and again after each change. Its algorithm must have passed the check of the world.
    pub(crate) fn run_changes(
        &self,
        trial: &Trial,
        (start, goal): (Place, Place),
        changes: &[Change],
        budget: &Budget,
        taps: &mut Observers,
    ) -> Record {
        let series = Series { grid: &self.grid, start, goal, changes };
        record_or_error(trial, || {
            if has_eight_moves(&trial.params)? {
                series.run::<Eight>(trial, budget, taps)
            } else {
                series.run::<Four>(trial, budget, taps)
            }
        })
    }

    /// Runs one trial from `start` to `goal`, both free cells of the maze.
    pub fn run(&mut self, trial: &Trial, start: Place, goal: Place, budget: &Budget, taps: &mut Observers) -> Record {
        if self.terrain.is_some() {
            let goals = Goals { places: vec![goal], kind: GoalKind::Nearest };
            return self.run_to(trial, start, &goals, budget, taps);
        }
        if [LPA.name, D_STAR_LITE.name].contains(&trial.algorithm.as_str()) {
            return self.run_changes(trial, (start, goal), &[], budget, taps);
        }
        record_or_error(trial, || self.run_plain(trial, start, goal, budget, taps))
    }

    /// Runs one trial in a maze that stays as it is, whose cells all cost the same.
    fn run_plain(
        &mut self,
        trial: &Trial,
        start: Place,
        goal: Place,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let (grid, is_eight) = (&self.grid, has_eight_moves(&trial.params)?);
        if trial.algorithm == theta::ABOUT.name {
            let moves = &prepare(&mut self.eight, grid, trial)?.moves;
            return any_angle(SightSpace::new(grid, moves, start, goal), trial, budget, taps);
        }
        let instance = Instance { grid, start, goal };
        if trial.algorithm == jump::ABOUT.name {
            let bench = self.jump.get_or_insert_with(|| JumpBench { map: JumpMap::new(grid), nodes: None });
            instance.jump(bench, is_eight, trial, budget, taps)
        } else if is_eight && (SIZE_FIRST || !taps.is_empty()) {
            // The space of several goals serves one goal, too; a little slower, and compiled with taps anyway.
            let goals = Goals { places: vec![goal], kind: GoalKind::Nearest };
            Ok(self.run_to(trial, start, &goals, budget, taps))
        } else if is_eight {
            instance.run(prepare(&mut self.eight, grid, trial)?, trial, budget, taps)
        } else {
            instance.run(prepare(&mut self.four, grid, trial)?, trial, budget, taps)
        }
    }
}

/// The work that plain IDA* would have had to do next, if it was stopped, for people; `None` for other records.
pub fn outlook(grid: &Grid, record: &Record, start: Place, goal: Place) -> Option<String> {
    let heuristic = heuristic(&record.params).ok()?;
    if catalog::is_eight(&record.params) {
        let moves = MoveTable::<Eight>::new(grid, &order::<Eight>(&record.params).ok()?);
        forecasts(&GridSpace::new(grid, &moves, heuristic, start, goal), record)
    } else {
        let moves = MoveTable::<Four>::new(grid, &order::<Four>(&record.params).ok()?);
        forecasts(&GridSpace::new(grid, &moves, heuristic, start, goal), record)
    }
}

/// Entries that a forecast may take: a second of work.
const FORECAST_ENTRIES: usize = 2_000_000;

/// The rest of the iteration that was stopped, and the next one, as sentences.
fn forecasts<M: MoveSet>(space: &GridSpace<'_, M>, record: &Record) -> Option<String> {
    let stopped = record.algorithm == IdaStar::ABOUT.name && record.status.is_incomplete();
    let (unfinished, finished) = record.per_iteration.split_last().filter(|_| stopped)?;
    let threshold = M::Cost::from_f64(unfinished.limit.number());
    let this = forecast(space, threshold, finished, FORECAST_ENTRIES)?;
    let mut text = format!("Threshold {} was not finished: all of it {}.", this.threshold, words(&this));
    if let Some(next) = next_threshold(space, threshold, FORECAST_ENTRIES)
        && let Some(next) = forecast(space, next, finished, FORECAST_ENTRIES)
    {
        // Writing to a string cannot fail.
        let _ = write!(text, "\nThe next threshold, {}, {}.", next.threshold, words(&next));
    }
    Some(text)
}

/// A forecast in words.
fn words(forecast: &Forecast) -> String {
    let number = match forecast.generated {
        generated if generated < 1e15 => grouped(generated as u64),
        generated => format!("{generated:.2e}"),
    };
    let how = match forecast.method {
        Method::Exact => "counted exactly, by dynamic programming",
        Method::Extrapolated => "extrapolated from the iterations before",
    };
    format!("generates {number} states ({how})")
}

/// The bench for the moves of a trial, made anew if the order differs from that of the trial before.
fn prepare<'b, M: MoveSet>(
    bench: &'b mut Option<MoveBench<M>>,
    grid: &Grid,
    trial: &Trial,
) -> Result<&'b mut MoveBench<M>, Diagnostics> {
    let order = order::<M>(&trial.params)?;
    if bench.as_ref().is_none_or(|bench| bench.moves.order() != order) {
        *bench = None;
    }
    Ok(bench.get_or_insert_with(|| MoveBench { moves: MoveTable::new(grid, &order), nodes: None }))
}

/// The instance to be searched.
#[derive(Debug, Clone, Copy)]
struct Instance<'g> {
    grid: &'g Grid,
    start: Place,
    goal: Place,
}

impl Instance<'_> {
    fn run<M: MoveSet>(
        &self,
        bench: &mut MoveBench<M>,
        trial: &Trial,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let (heuristic, options) = (heuristic(&trial.params)?, catalog::options(&trial.params)?);
        let space = GridSpace::new(self.grid, &bench.moves, heuristic, self.start, self.goal);
        let nodes = memory(&mut bench.nodes, &space, space.node_bytes(), budget);
        let mut path = Vec::new();
        let search = MazeSearch { space, options, nodes, trial, path: &mut path };
        // With eight moves there are no taps here.
        let record = if M::COUNT == 8 {
            untapped_record_of(trial, search, budget)
        } else {
            fast_record_of(trial, search, budget, taps)
        };
        if let Some(expansions) = &mut taps.expansions {
            expansions.add_path(path);
        }
        Ok(record)
    }

    fn jump(
        &self,
        bench: &mut JumpBench,
        is_eight: bool,
        trial: &Trial,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Result<Record, Diagnostics> {
        let (heuristic, options) = (heuristic(&trial.params)?, catalog::options(&trial.params)?);
        let space = JumpSpace::new(&bench.map, heuristic, self.start, self.goal);
        let space = if is_eight { space } else { space.with_four_moves() };
        let nodes = memory(&mut bench.nodes, &space, space.node_bytes(), budget);
        let mut path = Vec::new();
        let mut scans = (taps.expansions.is_some() || taps.trace.is_some()).then(Scans::default);
        let search = JumpSearch { space, is_eight, options, nodes, path: &mut path, scans: scans.as_mut() };
        let record = record_of(trial, search, budget, taps);
        if let Some((expansions, scans)) = taps.expansions.as_mut().zip(scans) {
            expansions.add_scans(scans);
            expansions.add_path(path);
        }
        Ok(record)
    }
}

/// The memory of earlier searches or new memory; `None` if it needs more bytes than allowed.
pub(super) fn memory<'n, S: StateSpace>(
    nodes: &'n mut Option<S::Nodes>,
    space: &S,
    bytes: u64,
    budget: &Budget,
) -> Option<&'n mut S::Nodes> {
    let fits = budget.max_memory.is_none_or(|limit| bytes <= limit);
    fits.then(|| nodes.get_or_insert_with(|| space.new_nodes()))
}

/// The result of a search without memory.
pub(super) const NO_MEMORY: Solution = Solution::new(Status::LimitMemory, None);

/// A search by steps from cell to cell.
struct MazeSearch<'a, M: MoveSet> {
    space: GridSpace<'a, M>,
    options: Options,
    /// `None` if it would need more memory than allowed.
    nodes: Option<&'a mut DenseNodes<M::Cost>>,
    trial: &'a Trial,
    path: &'a mut Vec<Cell>,
}

impl<M: MoveSet> TrialSearch for MazeSearch<'_, M> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(nodes) = self.nodes else {
            return NO_MEMORY;
        };
        let call = PathCall { space: &self.space, options: self.options, nodes, budget, observer };
        let outcome = catalog::visit_path_algorithm(&self.trial.algorithm, call);
        let Some(outcome) = outcome else {
            return Solution::new(Status::Error, None);
        };
        *self.path = outcome.path;
        solution::<M>(self.space.grid(), outcome.status, outcome.cost, self.path)
    }
}

/// A search by jumps.
struct JumpSearch<'a> {
    space: JumpSpace<'a>,
    is_eight: bool,
    options: Options,
    /// `None` if it would need more memory than allowed.
    nodes: Option<&'a mut JumpNodes>,
    path: &'a mut Vec<Cell>,
    /// Where the cells go that were scanned, if a picture is to show them.
    scans: Option<&'a mut Scans>,
}

impl TrialSearch for JumpSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Some(nodes) = self.nodes else {
            return NO_MEMORY;
        };
        let options = self.options;
        let outcome = if SIZE_FIRST || self.scans.is_some() {
            let watched = WatchedJumps::new(self.space, self.scans.is_some());
            let outcome =
                Task::new(&watched, &options, nodes, budget, observer).reported(best_first::search::<AStar, _, _>);
            self.scans.into_iter().for_each(|scans| *scans = watched.take_scans());
            outcome
        } else {
            Task::new(&self.space, &options, nodes, budget, observer).reported(best_first::search::<AStar, _, _>)
        };
        *self.path = self.space.unit_path(&outcome.path);
        let (grid, status) = (self.space.grid(), outcome.status);
        if self.is_eight {
            return solution::<Eight>(grid, status, outcome.cost, self.path);
        }
        solution::<Four>(grid, status, outcome.cost.map(|cost| cost.to_f64() as u32), self.path)
    }
}

/// The words for a path of neighbouring cells.
fn solution<M: MoveSet>(grid: &Grid, status: Status, cost: Option<M::Cost>, path: &[Cell]) -> Solution {
    let Some(cost) = cost else { return Solution::new(status, None) };
    let steps: Vec<Direction> = directions(grid, path).collect();
    let exact = M::exact(&steps);
    let value = exact.map_or_else(|| cost.to_f64(), |[a, b]| a as f64 + b as f64 * std::f64::consts::SQRT_2);
    let answer = Answer { value, exact, moves: steps.iter().map(|&step| M::spell(step)).collect(), depth: None };
    Solution::new(status, Some(answer))
}
