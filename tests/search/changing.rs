//! LPA* and D* Lite against A* from scratch after each of many changes.

use crate::path_agreement::random::Random;
use crate::path_agreement::random_grid;
use searchlab::search::budget::{Budget, Meter, Status};
use searchlab::search::counters::{Counters, IterationCounters};
use searchlab::search::path::lifelong::{self, ChangingSpace, From, Repair};
use searchlab::search::path::{AStar, Cost, Options, PathAlgorithm, StateSpace};
use searchlab::worlds::maze::changing::{Change, ChangingGrid, apply, random_changes};
use searchlab::worlds::maze::{Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Octile, Place};

/// The least cost by A* from scratch.
fn from_scratch<M: MoveSet>(grid: &Grid, start: Place, goal: Place) -> Option<f64> {
    let moves = MoveTable::<M>::new(grid, M::ORDER);
    let space = GridSpace::new(grid, &moves, Heuristic::Octile, start, goal);
    let (options, budget) = (Options::default(), Budget::default());
    let outcome = AStar::search(&space, &options, &mut space.new_nodes(), &budget, &mut Counters::default());
    outcome.cost.map(Cost::to_f64)
}

fn costs_after_each_change<M: MoveSet>(grid: &Grid, ends: (Place, Place), changes: &[Change]) -> Vec<Option<f64>> {
    let mut grid = grid.clone();
    let mut costs = vec![from_scratch::<M>(&grid, ends.0, ends.1)];
    for change in changes {
        apply(&mut grid, change);
        costs.push(from_scratch::<M>(&grid, ends.0, ends.1));
    }
    costs
}

/// Rounded, as sums of √2 in another order differ in the last place.
fn rounded(costs: &[Option<f64>]) -> Vec<Option<i64>> {
    costs.iter().map(|cost| cost.map(|cost| (cost * 1e6).round() as i64)).collect()
}

fn check<M: MoveSet>(seed: u64, largest: u32) -> usize {
    let random = &mut Random::new(seed);
    let (grid, start, goal) = random_grid(random, largest);
    let count = 1 + random.below(12);
    let mut changes = random_changes(&grid, start, goal, count, seed);
    if seed.is_multiple_of(3) {
        // Large changes, among them cells that are named twice.
        changes = changes.chunks(3).map(<[Change]>::concat).collect();
    }
    let expected = costs_after_each_change::<M>(&grid, (start, goal), &changes);
    let heuristic = random.choose(&[Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero]);
    for from in [From::Start, From::Goal] {
        let mut space = ChangingGrid::new::<M>(grid.clone(), heuristic, (start, goal), &changes);
        let mut counters = IterationCounters::default();
        let outcome = lifelong::search(&mut space, from, &Budget::default(), &mut counters);
        let iterations = counters.iterations();
        let costs: Vec<Option<f64>> = iterations.iter().map(|iteration| iteration.cost).collect();
        assert_eq!(rounded(&costs), rounded(&expected), "seed {seed}, {from:?}");
        assert_eq!(outcome.cost.is_some(), outcome.status == Status::Solved);
        check_path(&space, &outcome.path, outcome.cost, seed);
    }
    expected.len()
}

/// A path from the start to the goal in possible steps that add up to its cost.
fn check_path(space: &ChangingGrid<'_>, path: &[u32], cost: Option<Octile>, seed: u64) {
    let Some(cost) = cost else { return assert!(path.is_empty()) };
    assert_eq!((path.first(), path.last()), (Some(&space.start()), Some(&space.goal())), "seed {seed}");
    let mut sum = Octile::ZERO;
    for pair in path.windows(2) {
        let mut step = None;
        space.neighbours(pair[0], |next, cost| step = step.or((next == pair[1]).then_some(cost)));
        sum = sum + step.unwrap_or_else(|| panic!("seed {seed}: no step"));
    }
    assert_eq!(sum, cost, "seed {seed}");
}

#[test]
fn repairs_cost_what_searches_from_scratch_cost() {
    let mut searches = 0;
    for seed in 0..1200 {
        searches += check::<Four>(seed, if seed % 2 == 0 { 20 } else { 6 });
        searches += check::<Eight>(seed, if seed % 2 == 0 { 16 } else { 6 });
    }
    assert!(searches > 10_000, "{searches}");
}

/// D* Lite while the start moves along the path, some steps between two changes.
#[test]
fn the_start_of_d_star_lite_may_move() {
    let mut moves = 0;
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let (grid, start, goal) = random_grid(random, 18);
        let changes = random_changes(&grid, start, goal, 10, seed);
        let mut space = ChangingGrid::new::<Eight>(grid.clone(), Heuristic::Octile, (start, goal), &changes);
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        let mut repair = Repair::new(&space, From::Goal);
        let mut at = start;
        loop {
            repair.run(&space, &mut meter, &mut ()).expect("no limit");
            let expected = from_scratch::<Eight>(space.grid(), at, goal);
            assert_eq!(rounded(&[repair.cost().map(Cost::to_f64)]), rounded(&[expected]), "seed {seed} at {at}");
            let path = if repair.cost().is_some() { repair.path(&space) } else { Vec::new() };
            if let Some(&next) = path.get(random.below(3) as usize) {
                repair.move_start(next, space.estimate(path[0], next));
                at = space.grid().place(next);
                moves += 1;
            }
            let mut changed = Vec::new();
            if !space.change(|cell| changed.push(cell)) {
                break;
            }
            // The cell of the start stays free: nothing falls on it.
            if !space.grid().is_free_at(at) {
                break;
            }
            for cell in changed {
                repair.update(&space, cell, &mut ());
            }
        }
    }
    assert!(moves > 1000, "{moves}");
}

/// A small change far from the path costs far fewer expansions than a search from scratch, and a repair never forgets.
#[test]
fn a_small_change_is_repaired_with_few_expansions() {
    let mut grid = Grid::blocked(60, 60);
    grid.places().for_each(|place| grid.set_free(place, true));
    let (start, goal) = (Place { row: 30, col: 2 }, Place { row: 30, col: 57 });
    let changes = vec![vec![Place { row: 3, col: 3 }], vec![Place { row: 30, col: 50 }]];
    for from in [From::Start, From::Goal] {
        let mut space = ChangingGrid::new::<Four>(grid.clone(), Heuristic::Manhattan, (start, goal), &changes);
        let mut counters = IterationCounters::default();
        lifelong::search(&mut space, from, &Budget::default(), &mut counters);
        let expanded: Vec<u64> = counters.iterations().iter().map(|iteration| iteration.counters.expanded).collect();
        assert!(expanded[0] >= 55 && expanded[1] == 0 && expanded[2] > 0, "{expanded:?}");
    }
}
