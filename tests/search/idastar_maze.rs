//! IDA*, its table and its forecast on the two mazes of the course.

use std::path::PathBuf;

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::IterationCounters;
use searchlab::search::path::forecast::{Method, children_at, forecast, next_threshold, survey};
use searchlab::search::path::idastar::IdaStar;
use searchlab::search::path::idastar_table::IdaStarTable;
use searchlab::search::path::{Options, PathAlgorithm, StateSpace};
use searchlab::worlds::maze::{Direction, Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place};

use Direction::{East, North, South, West};

/// Rows of `0` (free) and `1`, with or without blanks.
fn parse(text: &str) -> Grid {
    let rows: Vec<Vec<bool>> = text
        .lines()
        .map(|line| line.chars().filter(|c| "01".contains(*c)).map(|c| c == '0').collect())
        .filter(|row: &Vec<bool>| !row.is_empty())
        .collect();
    let mut grid = Grid::blocked(rows.len() as u32, rows[0].len() as u32);
    for place in grid.places() {
        grid.set_free(place, rows[place.row as usize][place.col as usize]);
    }
    grid
}

/// A maze of the course; `None` if the data is absent.
fn maze(name: &str) -> Option<Grid> {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let file = data.join("mazes/ustc").join(name);
    let text = std::fs::read_to_string(&file);
    if text.is_err() {
        eprintln!("SKIPPED: {} is absent", file.display());
    }
    text.ok().map(|text| parse(&text))
}

const START: Place = Place { row: 1, col: 0 };
const SMALL_GOAL: Place = Place { row: 16, col: 24 };
const LARGE_GOAL: Place = Place { row: 28, col: 59 };

fn with_space<R>(grid: &Grid, order: &[Direction], goal: Place, f: impl FnOnce(&GridSpace<'_, Four>) -> R) -> R {
    let moves = MoveTable::<Four>::new(grid, order);
    f(&GridSpace::new(grid, &moves, Heuristic::Manhattan, START, goal))
}

/// The course report's IDA* on its second maze: 46,037,251 children under the first threshold, and no end.
#[test]
fn plain_idastar_on_the_second_maze_stops_at_its_budget() {
    let Some(grid) = maze("input2.txt") else { return };
    with_space(&grid, Four::ORDER, LARGE_GOAL, |space| {
        let mut counters = IterationCounters::default();
        let budget = Budget { max_nodes: Some(60_000_000), ..Budget::default() };
        let outcome = IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters);
        assert_eq!(outcome.status, Status::LimitNodes);
        let iterations = counters.iterations();
        assert_eq!(iterations.len(), 2);
        assert_eq!((iterations[0].limit.number(), iterations[0].counters.generated), (86.0, 46_037_251));
        assert_eq!((iterations[1].limit.number(), iterations[1].counters.generated), (88.0, 60_000_000 - 46_037_251));
    });
}

#[test]
#[ignore = "takes a minute in a release build"]
fn plain_idastar_on_the_second_maze_under_its_second_threshold() {
    let Some(grid) = maze("input2.txt") else { return };
    with_space(&grid, Four::ORDER, LARGE_GOAL, |space| {
        let mut counters = IterationCounters::default();
        let budget = Budget { max_nodes: Some(4_600_000_000), ..Budget::default() };
        IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters);
        assert_eq!(counters.iterations()[1].counters.generated, 4_451_800_210);
    });
}

/// The course report's repair: 16 iterations; its calls are the states entered, the goal included.
#[test]
fn with_a_table_the_second_maze_takes_few_calls() {
    let Some(grid) = maze("input2.txt") else { return };
    for (order, calls) in [([East, South, West, North], 67_848), ([North, South, West, East], 79_466)] {
        // The report gives 79,466 for up, down, left, right.
        with_space(&grid, &order, LARGE_GOAL, |space| {
            let mut counters = IterationCounters::default();
            let mut nodes = space.new_nodes();
            let outcome =
                IdaStarTable::search(space, &Options::default(), &mut nodes, &Budget::default(), &mut counters);
            assert_eq!(outcome.cost, Some(116));
            assert_eq!(outcome.path.len(), 117);
            let total = counters.total();
            assert_eq!((total.iterations, total.tt_stores, total.expanded + 1), (16, calls, calls));
            let thresholds: Vec<f64> = counters.iterations().iter().map(|each| each.limit.number()).collect();
            assert_eq!(thresholds, (0..16).map(|step| f64::from(86 + 2 * step)).collect::<Vec<_>>());
        });
    }
}

#[test]
fn the_first_maze_by_both() {
    let Some(grid) = maze("input.txt") else { return };
    with_space(&grid, Four::ORDER, SMALL_GOAL, |space| {
        for bits in [None, Some(4), Some(16)] {
            let options = Options { table_bits: bits, ..Options::default() };
            let mut nodes = space.new_nodes();
            let outcome = IdaStarTable::search(space, &options, &mut nodes, &Budget::default(), &mut ());
            assert_eq!(outcome.cost, Some(39), "{bits:?}");
        }
        let outcome = IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &Budget::default(), &mut ());
        assert_eq!(outcome.cost, Some(39));
    });
}

/// The children under the first three thresholds of the second maze, and the sum of all that fail.
#[test]
fn the_forecast_knows_what_plain_idastar_cannot_finish() {
    let Some(grid) = maze("input2.txt") else { return };
    with_space(&grid, Four::ORDER, LARGE_GOAL, |space| {
        const ENTRIES: usize = 10_000_000;
        for (threshold, children) in [(86, 46_037_251), (88, 4_451_800_210), (90, 205_123_177_938)] {
            assert_eq!(survey(space, threshold, ENTRIES).unwrap().children, children);
        }
        let mut threshold = 86;
        let mut sum = 0.0;
        while threshold < 116 {
            sum += children_at(space, threshold, ENTRIES).unwrap();
            threshold = next_threshold(space, threshold, ENTRIES).unwrap();
        }
        assert_eq!(threshold, 116);
        assert_eq!(format!("{sum:.1e}"), "2.5e25");
        assert_eq!(children_at(space, 86, 100), None);
    });
}

/// The forecast of each failed threshold is what the search then counts, with costs 1 and with costs 1 and √2.
#[test]
fn the_forecast_is_what_comes_true() {
    fn assert_true<M: MoveSet>(space: &GridSpace<'_, M>) {
        let mut counters = IterationCounters::default();
        let budget = Budget { max_nodes: Some(3_000_000), ..Budget::default() };
        let outcome = IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters);
        let iterations = counters.iterations();
        let mut threshold = space.heuristic(space.start());
        for iteration in &iterations[..iterations.len() - 1] {
            let survey = survey(space, threshold, 1_000_000).unwrap();
            assert_eq!(survey.children, u128::from(iteration.counters.generated));
            let made = forecast(space, threshold, &[], 1_000_000).unwrap();
            assert_eq!((made.threshold, made.method), (iteration.limit.number(), Method::Exact));
            threshold = survey.next.unwrap();
        }
        assert!(iterations.len() > 2 && (outcome.cost.is_none() || outcome.cost == Some(threshold)));
    }
    let grid = parse("0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n1 1 0 1 0\n0 0 0 1 0\n0 1 1 1 0\n0 0 0 0 0");
    let (start, goal) = (Place { row: 2, col: 2 }, Place { row: 3, col: 4 });
    let four = MoveTable::<Four>::new(&grid, Four::ORDER);
    assert_true(&GridSpace::new(&grid, &four, Heuristic::Manhattan, start, goal));
    let eight = MoveTable::<Eight>::new(&grid, Eight::ORDER);
    assert_true(&GridSpace::new(&grid, &eight, Heuristic::Octile, start, goal));
}

/// A closed room: the table runs out of states and says so; plain IDA* goes round until its budget ends.
#[test]
fn a_goal_behind_a_wall() {
    let grid = parse("0 0 1 0\n0 0 1 0\n0 0 1 0");
    let goal = Place { row: 0, col: 3 };
    with_space(&grid, Four::ORDER, goal, |space| {
        let unlimited = Budget::default();
        let outcome = IdaStarTable::search(space, &Options::default(), &mut space.new_nodes(), &unlimited, &mut ());
        assert_eq!(outcome.status, Status::Unsolvable);
        let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
        let outcome = IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &budget, &mut ());
        assert_eq!(outcome.status, Status::LimitNodes);
    });
    // A large open field: it ends soon after the last new state, not after the longest path.
    let mut field = Grid::blocked(30, 30);
    for place in field.places() {
        field.set_free(place, place.col < 28 || place.col == 29);
    }
    with_space(&field, Four::ORDER, Place { row: 1, col: 29 }, |space| {
        let mut nodes = space.new_nodes();
        let outcome = IdaStarTable::search(space, &Options::default(), &mut nodes, &Budget::default(), &mut ());
        assert_eq!(outcome.status, Status::Unsolvable);
    });
    // Without a cycle all walks end, and plain IDA* notices too.
    let corridor = parse("0 1 1 1\n0 0 0 1\n1 1 1 0");
    with_space(&corridor, Four::ORDER, Place { row: 2, col: 3 }, |space| {
        let outcome = IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &Budget::default(), &mut ());
        assert_eq!(outcome.status, Status::Unsolvable);
    });
}

#[test]
fn start_is_goal() {
    let grid = parse("0 0\n0 0");
    with_space(&grid, Four::ORDER, START, |space| {
        for outcome in [
            IdaStar::search(space, &Options::default(), &mut space.new_nodes(), &Budget::default(), &mut ()),
            IdaStarTable::search(space, &Options::default(), &mut space.new_nodes(), &Budget::default(), &mut ()),
        ] {
            assert_eq!((outcome.status, outcome.cost, outcome.path.len()), (Status::Solved, Some(0), 1));
        }
    });
}

/// The stack is on the heap: a path of a million steps.
#[test]
fn a_long_corridor_overflows_nothing() {
    let mut grid = Grid::blocked(1, 1_000_000);
    for place in grid.places() {
        grid.set_free(place, true);
    }
    let moves = MoveTable::<Four>::new(&grid, Four::ORDER);
    let (start, goal) = (Place { row: 0, col: 0 }, Place { row: 0, col: 999_999 });
    let space = GridSpace::new(&grid, &moves, Heuristic::Manhattan, start, goal);
    let outcome = IdaStar::search(&space, &Options::default(), &mut space.new_nodes(), &Budget::default(), &mut ());
    assert_eq!(outcome.cost, Some(999_999));
}
