//! The IDA* of the course report against recursive programs written from its description, call by call.

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::path::idastar_cycle_check::IdaStarCycleCheck;
use searchlab::search::path::idastar_table::IdaStarTable;
use searchlab::search::path::idastar_table_as_coded::IdaStarTableAsCoded;
use searchlab::search::path::{ActionSpace, Cost, Options, OutcomeIn, PathAlgorithm, best_first};
use searchlab::worlds::maze::{Direction, Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place};

use super::path_agreement::random::Random;

/// A grid, a start, a goal and an order of moves.
struct Maze {
    grid: Grid,
    start: Place,
    goal: Place,
    order: Vec<Direction>,
}

impl Maze {
    fn random(seed: u64, largest: u32) -> Self {
        let random = &mut Random::new(seed);
        let (rows, cols) = (2 + random.below(largest), 2 + random.below(largest));
        let blocked_percent = 10 + random.below(35);
        let mut grid = Grid::blocked(rows, cols);
        for place in grid.places() {
            grid.set_free(place, random.below(100) >= blocked_percent);
        }
        let mut end = || {
            let place = Place { row: random.below(rows), col: random.below(cols) };
            grid.set_free(place, true);
            place
        };
        let (start, goal) = (end(), end());
        let mut order = Four::ORDER.to_vec();
        random.shuffle(&mut order);
        Self { grid, start, goal, order }
    }

    fn search<A: PathAlgorithm, M: MoveSet>(
        &self,
        order: &[Direction],
        heuristic: Heuristic,
    ) -> (Option<f64>, Counters) {
        fn run<A: PathAlgorithm, S: ActionSpace>(space: &S) -> (OutcomeIn<S>, Counters) {
            let mut counters = Counters::default();
            let budget = Budget { max_nodes: Some(3_000_000), ..Budget::default() };
            let outcome = A::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters);
            (outcome, counters)
        }
        let moves = MoveTable::<M>::new(&self.grid, order);
        let (outcome, counters) = run::<A, _>(&GridSpace::new(&self.grid, &moves, heuristic, self.start, self.goal));
        assert!(outcome.status == Status::Solved || outcome.cost.is_none());
        (outcome.cost.map(Cost::to_f64), counters)
    }

    fn h(&self, place: Place) -> u32 {
        place.row.abs_diff(self.goal.row) + place.col.abs_diff(self.goal.col)
    }
}

/// The report's recursion, with a table or with the cells of its path.
struct Recursion<'a> {
    maze: &'a Maze,
    has_table: bool,
    /// f of the cells entered in this iteration.
    table: Vec<Option<u32>>,
    on_path: Vec<bool>,
    threshold: u32,
    next: u32,
    calls: u64,
}

impl Recursion<'_> {
    fn place_number(&self, place: Place) -> usize {
        (place.row * self.maze.grid.cols() + place.col) as usize
    }

    fn call(&mut self, place: Place, g: u32) -> bool {
        self.calls += 1;
        let h = self.maze.h(place);
        if g + h > self.threshold {
            self.next = self.next.min(g + h);
            return false;
        }
        if place == self.maze.goal {
            return true;
        }
        let number = self.place_number(place);
        self.table[number] = Some(g + h);
        self.on_path[number] = true;
        for direction in &self.maze.order {
            let (row, col) = direction.delta();
            let child = Place { row: place.row.wrapping_add_signed(row), col: place.col.wrapping_add_signed(col) };
            if !self.maze.grid.contains(child) || !self.maze.grid.is_free_at(child) {
                continue;
            }
            let number = self.place_number(child);
            let is_left_out = self.table[number].is_some_and(|known| known < g + 1 + h);
            if !(self.on_path[number] || self.has_table && is_left_out) && self.call(child, g + 1) {
                return true;
            }
        }
        self.on_path[number] = false;
        false
    }

    /// Cost, iterations and calls.
    fn solve(maze: &Maze, has_table: bool) -> (u32, u64, u64) {
        let cells = (maze.grid.rows() * maze.grid.cols()) as usize;
        let threshold = maze.h(maze.start);
        let mut recursion =
            Recursion { maze, has_table, table: Vec::new(), on_path: Vec::new(), threshold, next: 0, calls: 0 };
        for iteration in 1.. {
            (recursion.table, recursion.on_path, recursion.next) = (vec![None; cells], vec![false; cells], u32::MAX);
            if recursion.call(maze.start, 0) {
                return (recursion.threshold, iteration, recursion.calls);
            }
            recursion.threshold = recursion.next;
        }
        unreachable!("there is a path")
    }
}

/// Least cost, and every call of the report's recursion, on mazes with a path.
#[test]
fn both_make_the_calls_of_the_report() {
    let (mut solved, mut saved) = (0, 0);
    for seed in 0..600 {
        let maze = Maze::random(seed, if seed % 2 == 0 { 5 } else { 14 });
        let (optimum, _) = maze.search::<best_first::Dijkstra, Four>(&maze.order, Heuristic::Manhattan);
        let (cost, counters) = maze.search::<IdaStarTableAsCoded, Four>(&maze.order, Heuristic::Manhattan);
        assert_eq!(cost, optimum, "seed {seed}");
        if maze.start == maze.goal || optimum.is_none() {
            continue;
        }
        solved += 1;
        let (expected, iterations, calls) = Recursion::solve(&maze, true);
        let counted = counters.generated - counters.tt_cutoffs + counters.iterations;
        assert_eq!((cost, counters.iterations, counted), (Some(f64::from(expected)), iterations, calls), "seed {seed}");
        if seed % 2 == 0 {
            let (cost, counters) = maze.search::<IdaStarCycleCheck, Four>(&maze.order, Heuristic::Manhattan);
            let (expected, iterations, calls) = Recursion::solve(&maze, false);
            let counted = counters.generated + counters.iterations;
            assert_eq!((cost, counters.iterations, counted), (Some(f64::from(expected)), iterations, calls));
            saved += u32::from(counted > counters.iterations);
        }
    }
    assert!(solved > 300 && saved > 100, "{solved} of 600 have a path, {saved} were searched without a table");
}

/// Every heuristic of the mazes is consistent with four moves, so none loses the optimum.
#[test]
fn with_steps_of_one_cost_the_coded_test_keeps_the_optimum() {
    for seed in 0..400 {
        let maze = Maze::random(seed, 10);
        let (optimum, _) = maze.search::<best_first::Dijkstra, Four>(&maze.order, Heuristic::Zero);
        for heuristic in [Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero] {
            let (cost, _) = maze.search::<IdaStarTableAsCoded, Four>(&maze.order, heuristic);
            assert_eq!(cost, optimum, "seed {seed} {heuristic:?}");
        }
    }
}

/// The least of many such mazes that were found by chance, from the top left to the bottom left:
///
/// ```text
/// S .
/// . .
/// # .
/// G .
/// ```
///
/// The way straight ahead comes first to the cell below the right corner, and shuts the cheaper diagonal out.
#[test]
fn with_eight_moves_the_coded_test_can_lose_the_optimum() {
    let mut grid = Grid::blocked(4, 2);
    for place in grid.places() {
        grid.set_free(place, place != Place { row: 2, col: 0 });
    }
    let (start, goal) = (Place { row: 0, col: 0 }, Place { row: 3, col: 0 });
    let maze = Maze { grid, start, goal, order: Eight::ORDER.to_vec() };
    let (optimum, _) = maze.search::<best_first::Dijkstra, Eight>(Eight::ORDER, Heuristic::Octile);
    let (cost, _) = maze.search::<IdaStarTableAsCoded, Eight>(Eight::ORDER, Heuristic::Octile);
    let (sound, _) = maze.search::<IdaStarTable, Eight>(Eight::ORDER, Heuristic::Octile);
    let least = 3.0 + std::f64::consts::SQRT_2;
    assert!(optimum.is_some_and(|optimum| (optimum - least).abs() < 1e-6), "{optimum:?}");
    assert_eq!((sound, cost), (optimum, Some(5.0)));
}
