//! Scans against a walk cell by cell, and the rules on pictures.

use super::scan::{Lines, Stop};
use super::*;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_search::path::{AStar, NodeTable, Options, Relaxed, Task, best_first};

fn grid_from(picture: &[&str]) -> Grid {
    let mut grid = Grid::blocked(picture.len() as u32, picture[0].len() as u32);
    for (row, line) in (0..).zip(picture) {
        for (col, letter) in (0..).zip(line.chars()) {
            grid.set_free(Place { row, col }, letter == '.');
        }
    }
    grid
}

/// Marsaglia's xorshift.
fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random >> 11
}

fn random_grid(random: &mut u64, rows: u32, cols: u32, blocked_of_1000: u64) -> Grid {
    let mut grid = Grid::blocked(rows, cols);
    for place in grid.places() {
        grid.set_free(place, next(random) % 1000 >= blocked_of_1000);
    }
    grid
}

/// A straight run by the rules alone.
fn walk(grid: &Grid, cell: Cell, up: bool) -> Stop {
    let is_free = |cell: Cell| grid.is_free(cell);
    let mut before = cell;
    for steps in 1.. {
        let at = if up { cell + steps } else { cell - steps };
        let side = grid.stride();
        let opens = |at: Cell, before: Cell| is_free(at) && !is_free(before);
        let forces = opens(at - side, before - side) || opens(at + side, before + side);
        if !is_free(at) || forces {
            return Stop { steps, forces: is_free(at) };
        }
        before = at;
    }
    unreachable!("a wall surrounds the grid")
}

#[test]
fn straight_runs_stop_where_a_walk_stops() {
    let mut random = 0x5ca9_0001;
    for round in 0..600 {
        let (rows, cols) = (1 + next(&mut random) as u32 % 9, 1 + next(&mut random) as u32 % 300);
        let grid = random_grid(&mut random, rows, cols, [0, 2, 10, 50, 250, 450][round % 6]);
        let lines = Lines::new(&grid);
        let transposed = grid.transposed();
        for place in grid.places().filter(|&place| grid.is_free_at(place)) {
            let (cell, turned) = (grid.cell(place), lines.turned(place));
            let in_column = transposed.cell(Place { row: place.col, col: place.row });
            assert_eq!(lines.run::<true, true>(turned), walk(&transposed, in_column, true), "{grid:?} {place}");
            assert_eq!(lines.run::<true, false>(turned), walk(&transposed, in_column, false), "{grid:?} {place}");
            assert_eq!(lines.run::<false, true>(cell), walk(&grid, cell, true), "{grid:?} {cell}");
            assert_eq!(lines.run::<false, false>(cell), walk(&grid, cell, false), "{grid:?} {cell}");
        }
    }
}

/// Follows a diagonal run and checks each of its straight runs along rows.
fn check_roll<const UP: bool, const ONWARD: bool>(grid: &Grid, lines: &Lines, start: Cell) {
    let along = if UP { 1 } else { -1 };
    let ahead = if ONWARD { grid.stride() as i32 } else { -(grid.stride() as i32) };
    let mut roll = lines.roll::<false, UP, ONWARD>(start);
    let mut cell = start;
    loop {
        let is_free = |offset: i32| grid.is_free(cell.wrapping_add_signed(offset));
        let may_step = is_free(along) && is_free(ahead) && is_free(along + ahead);
        assert_eq!(roll.may_step(), may_step);
        if !may_step {
            break;
        }
        roll.step();
        cell = cell.wrapping_add_signed(along + ahead);
        assert_eq!(roll.cell(), cell);
        assert_eq!(roll.run(), walk(grid, cell, UP));
    }
}

#[test]
fn diagonal_runs_see_what_straight_runs_see() {
    let mut random = 0x5ca9_0002;
    for round in 0..300 {
        let (rows, cols) = (1 + next(&mut random) as u32 % 70, 1 + next(&mut random) as u32 % 140);
        let grid = random_grid(&mut random, rows, cols, [0, 1, 5, 20, 100, 300][round % 6]);
        let lines = Lines::new(&grid);
        let free = grid.places().filter(|&place| grid.is_free_at(place));
        for cell in free.step_by(7).map(|place| grid.cell(place)) {
            check_roll::<true, true>(&grid, &lines, cell);
            check_roll::<true, false>(&grid, &lines, cell);
            check_roll::<false, true>(&grid, &lines, cell);
            check_roll::<false, false>(&grid, &lines, cell);
        }
    }
}

fn successors(grid: &Grid, start: (u32, u32), goal: (u32, u32), from: JumpState) -> Vec<((u32, u32), Octile)> {
    let map = JumpMap::new(grid);
    let [start, goal] = [start, goal].map(|(row, col)| Place { row, col });
    let space = JumpSpace::new(&map, Heuristic::Octile, start, goal);
    let mut found = Vec::new();
    space.successors(from, |state, link, cost| {
        assert_eq!(link.cell(), from.cell());
        let Place { row, col } = grid.place(state.cell());
        found.push(((row, col), cost));
    });
    found.sort();
    found
}

#[test]
fn a_turn_is_forced_beside_the_end_of_an_obstacle_and_not_before() {
    let grid = grid_from(&["..#....", ".......", "......."]);
    let west = JumpState::of(grid.cell(Place { row: 1, col: 0 }));
    let found = successors(&grid, (1, 0), (2, 6), west);
    // Straight on to the cell after the obstacle; diagonally down, then straight to the goal.
    assert_eq!(found, [((1, 3), Octile::new(3, 0)), ((2, 6), Octile::new(5, 1))]);
}

#[test]
fn a_cell_reached_going_east_tries_only_what_is_natural_or_forced() {
    let grid = grid_from(&["..#....", ".......", ".......", "#......"]);
    let jump = JumpState::reached(grid.cell(Place { row: 1, col: 3 }), EAST);
    let found = successors(&grid, (1, 0), (0, 5), jump);
    // North-east and then east; nothing in the south although runs there would end beside the block.
    assert_eq!(found, [((0, 5), Octile::new(1, 1))]);
}

#[test]
fn intermediate_points_are_replaced_by_what_they_see() {
    let grid = grid_from(&[".....", "...#.", ".....", "....."]);
    let start = JumpState::of(grid.cell(Place { row: 3, col: 0 }));
    let found = successors(&grid, (3, 0), (0, 4), start);
    // (2,1) sees (2,4) beside the block, (1,2) is where the northward run finds nothing.
    assert!(found.contains(&((2, 4), Octile::new(3, 1))), "{found:?}");
    assert!(found.iter().all(|&(place, _)| place != (2, 1)), "{found:?}");
}

#[test]
fn unit_paths_go_diagonally_first() {
    let grid = grid_from(&["....", "....", "...."]);
    let map = JumpMap::new(&grid);
    let [start, goal] = [Place { row: 2, col: 0 }, Place { row: 0, col: 3 }];
    let space = JumpSpace::new(&map, Heuristic::Octile, start, goal);
    let path = [start, goal].map(|place| JumpState::of(grid.cell(place)));
    let places: Vec<_> = space.unit_path(&path).into_iter().map(|cell| grid.place(cell)).collect();
    let expected = [(2, 0), (1, 1), (0, 2), (0, 3)].map(|(row, col)| Place { row, col });
    assert_eq!(places, expected);
    assert!(space.unit_path(&[]).is_empty());
}

#[test]
fn scanned_counts_the_cells_stepped_on() {
    // One row: the run east meets the wall behind column 9 in 10 steps, the run west in 1, up and down in 1 each;
    // the four diagonal runs look at one step each. The goal stands behind a wall.
    let grid = grid_from(&["..........#."]);
    let map = JumpMap::new(&grid);
    let [start, goal] = [0, 11].map(|col| Place { row: 0, col });
    let space = JumpSpace::new(&map, Heuristic::Octile, start, goal);
    let mut counters = Counters::default();
    let (options, budget) = (Options::default(), Budget::default());
    let outcome =
        best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut space.new_nodes(), &budget, &mut counters));
    assert_eq!(outcome.status, Status::Unsolvable);
    assert_eq!((counters.scanned, counters.expanded, counters.generated), (10 + 1 + 1 + 1 + 4, 1, 0));
}

#[test]
fn watched_jumps_see_every_cell_that_is_counted() {
    let rows = ["..........#.", ".##..#......", "......#..#..", ".#.......#.."];
    let grid = grid_from(&rows);
    let map = JumpMap::new(&grid);
    for goal in grid.places().filter(|&place| grid.is_free(grid.cell(place))) {
        let space = JumpSpace::new(&map, Heuristic::Octile, Place { row: 0, col: 0 }, goal);
        let (options, budget) = (Options::default(), Budget::default());
        let [mut plain, mut counters] = [Counters::default(); 2];
        let expected =
            best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut space.new_nodes(), &budget, &mut plain));
        let watched = WatchedJumps::new(space, true);
        let outcome = best_first::search::<AStar, _, _>(Task::new(
            &watched,
            &options,
            &mut watched.new_nodes(),
            &budget,
            &mut counters,
        ));
        assert_eq!((outcome.path, outcome.cost, counters), (expected.path, expected.cost, plain));
        let scans = watched.take_scans();
        assert_eq!(scans.looks, counters.scanned, "{goal}");
        assert!(scans.cells.iter().all(|&cell| grid.is_free(cell)));
    }
}

#[test]
fn nodes_keep_the_cheaper_way_and_forget_between_searches() {
    let mut nodes = JumpNodes::new(8);
    let (east, north) = (JumpState::reached(5, EAST), JumpState::reached(5, NORTH));
    let [near, far] = [1, 2].map(JumpState::of);
    for _ in 0..2 {
        nodes.begin();
        assert_eq!(nodes.id(east), None);
        assert_eq!(nodes.relax(east, Octile::new(3, 0), far), Relaxed::New(5));
        assert_eq!(nodes.relax(north, Octile::new(3, 0), near), Relaxed::Known, "the first of equals stays");
        assert_eq!(nodes.relax(north, Octile::new(2, 0), near), Relaxed::Improved(5));
        assert_eq!(nodes.close(5), Some((north, Octile::new(2, 0))));
        assert_eq!(nodes.close(5), None);
        assert_eq!(nodes.relax(east, Octile::new(1, 0), far), Relaxed::Reopened(5));
        assert_eq!(nodes.node(5), (east, Octile::new(1, 0), far));
        assert_eq!(nodes.g(north), Some(Octile::new(1, 0)));
    }
}
