//! Lines of sight against geometry in whole numbers, and Theta* against the best paths with eight moves.

use crate::path_agreement::random::Random;
use crate::path_agreement::random_grid;
use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::path::{AStar, Cost, Options, PathAlgorithm, StateSpace, Task, theta};
use searchlab::worlds::maze::sight::sees;
use searchlab::worlds::maze::{Eight, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place, SightSpace};

fn random_place(random: &mut Random, grid: &Grid) -> Place {
    Place { row: random.below(grid.rows()), col: random.below(grid.cols()) }
}

/// True if the segment between two centres touches the closed square of a cell: neither a side of the square nor the
/// segment's own line separates the two. In half cells, so that all is whole.
fn touches(from: Place, to: Place, cell: Place) -> bool {
    let double = |place: Place| (2 * i64::from(place.col), 2 * i64::from(place.row));
    let ((ax, ay), (bx, by), (x, y)) = (double(from), double(to), double(cell));
    let overlaps = |a: i64, b: i64, middle: i64| a.min(b) <= middle + 1 && a.max(b) >= middle - 1;
    let side = |x: i64, y: i64| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(dx, dy)| side(x + dx, y + dy));
    let is_apart = corners.iter().all(|&side| side > 0) || corners.iter().all(|&side| side < 0);
    overlaps(ax, bx, x) && overlaps(ay, by, y) && !is_apart
}

fn sees_by_geometry(grid: &Grid, from: Place, to: Place) -> bool {
    grid.places().all(|cell| grid.is_free_at(cell) || !touches(from, to, cell))
}

#[test]
fn lines_of_sight_touch_no_blocked_cell() {
    let mut seen = [0; 2];
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let grid = random_grid(random, 14).0;
        for _ in 0..60 {
            let (from, to) = (random_place(random, &grid), random_place(random, &grid));
            let expected = sees_by_geometry(&grid, from, to);
            assert_eq!(sees(&grid, from, to), expected, "from {from} to {to} in\n{grid:?}");
            assert_eq!(sees(&grid, to, from), expected, "from {to} to {from} in\n{grid:?}");
            seen[usize::from(expected)] += 1;
        }
    }
    assert!(seen[0] > 2000 && seen[1] > 2000, "{seen:?}");
}

/// The length of a path with eight moves, by A*.
fn by_eight_moves(grid: &Grid, start: Place, goal: Place) -> Option<f64> {
    let moves = MoveTable::<Eight>::new(grid, Eight::ORDER);
    let space = GridSpace::new(grid, &moves, Heuristic::Octile, start, goal);
    let outcome = AStar::search(
        &space,
        &Options::default(),
        &mut space.new_nodes(),
        &Budget::default(),
        &mut Counters::default(),
    );
    outcome.cost.map(Cost::to_f64)
}

/// Where there is a way there is one at any angle, in lines that see each other, at most as long as the best one with
/// eight moves and at least as long as the straight line. Often it is shorter.
#[test]
fn theta_is_at_most_as_long_as_the_best_path_with_eight_moves() {
    let mut shorter = 0;
    for seed in 0..1500 {
        let random = &mut Random::new(seed);
        let (grid, start, goal) = random_grid(random, 24);
        let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
        let space = SightSpace::new(&grid, &moves, start, goal);
        let mut counters = Counters::default();
        let outcome = theta::search(Task::new(
            &space,
            &Options::default(),
            &mut space.new_nodes(),
            &Budget::default(),
            &mut counters,
        ));
        let Some(least) = by_eight_moves(&grid, start, goal) else {
            assert_eq!(outcome.status, Status::Unsolvable, "seed {seed}");
            continue;
        };
        let cost = outcome.cost.expect("a path").to_f64();
        let places: Vec<Place> = outcome.path.iter().map(|&cell| grid.place(cell)).collect();
        assert_eq!((places.first(), places.last()), (Some(&start), Some(&goal)), "seed {seed}");
        let mut sum = 0.0;
        for pair in places.windows(2) {
            assert!(sees_by_geometry(&grid, pair[0], pair[1]), "seed {seed}: {places:?} in\n{grid:?}");
            let (rows, cols) = (pair[0].row.abs_diff(pair[1].row), pair[0].col.abs_diff(pair[1].col));
            sum += f64::from(rows).hypot(f64::from(cols));
        }
        assert!((sum - cost).abs() < 1e-6, "seed {seed}: {sum} is not {cost}");
        assert!(cost <= least + 1e-6, "seed {seed}: {cost} is more than {least} in\n{grid:?}");
        let straight = f64::from(start.row.abs_diff(goal.row)).hypot(f64::from(start.col.abs_diff(goal.col)));
        assert!(cost >= straight - 1e-6, "seed {seed}");
        shorter += u32::from(cost < least - 1e-6);
        assert!(
            counters.expanded <= counters.open_pops && counters.scanned > 0 || counters.generated < 16,
            "{counters:?}"
        );
    }
    assert!(shorter > 300, "shorter in {shorter}");
}

/// In an open field the path is the straight line, expanded along it.
#[test]
fn an_open_field_is_crossed_in_one_line() {
    let mut grid = Grid::blocked(9, 21);
    grid.places().for_each(|place| grid.set_free(place, true));
    let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
    let space = SightSpace::new(&grid, &moves, Place { row: 0, col: 0 }, Place { row: 8, col: 15 });
    let mut counters = Counters::default();
    let outcome = theta::search(Task::new(
        &space,
        &Options::default(),
        &mut space.new_nodes(),
        &Budget::default(),
        &mut counters,
    ));
    assert_eq!(outcome.path.len(), 2);
    assert!((outcome.cost.expect("a path").to_f64() - 17.0).abs() < 1e-9, "8, 15 and 17 are a Pythagorean triple");
}

/// Limits end the search.
#[test]
fn every_limit_ends_theta() {
    let mut grid = Grid::blocked(60, 60);
    grid.places().for_each(|place| grid.set_free(place, place.row != 30 || place.col == 0));
    let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
    let space = SightSpace::new(&grid, &moves, Place { row: 0, col: 59 }, Place { row: 59, col: 59 });
    for (budget, status) in [
        (Budget { max_nodes: Some(20), ..Budget::default() }, Status::LimitNodes),
        (Budget { max_memory: Some(0), ..Budget::default() }, Status::LimitMemory),
        (Budget { max_time: Some(std::time::Duration::ZERO), ..Budget::default() }, Status::LimitTime),
    ] {
        let mut counters = Counters::default();
        let outcome =
            theta::search(Task::new(&space, &Options::default(), &mut space.new_nodes(), &budget, &mut counters));
        assert_eq!((outcome.status, outcome.path.len()), (status, 0));
    }
}
