//! Cells of different costs: all algorithms against relaxation until nothing changes, and against what a file says.

use std::collections::BTreeMap;

use super::algorithms::each;
use super::random::Random;
use super::{Agreement, HEURISTICS, TREE_NODES, optimum_by_dijkstra, random_grid, random_order};
use crate::long::is_long;
use searchlab::search::path::{ActionSpace, StateSpace};
use searchlab::worlds::maze::{
    Direction, Eight, Four, Grid, Heuristic, MoveSet, MoveTable, Octile, Place, Terrain, WeighedSpace,
};

/// Random costs from 1 to `dearest`.
fn random_terrain(random: &mut Random, grid: &Grid, dearest: u32) -> Option<Terrain> {
    let costs = (0..grid.cell_bound()).map(|_| 1 + random.below(dearest) as u16).collect();
    Terrain::new(grid, costs, Terrain::DIGITS.to_owned()).expect("small costs")
}

/// The least cost from one place to another by relaxing every step until nothing changes (Bellman, Ford), with steps
/// read off the grid and not off the space.
fn by_relaxation<M: MoveSet>(grid: &Grid, terrain: Option<&Terrain>, start: Place, goal: Place) -> Option<Octile> {
    let mut best: BTreeMap<Place, Octile> = BTreeMap::from([(start, Octile::new(0, 0))]);
    let free = |place: Place, rows: i32, cols: i32| {
        let row = place.row.checked_add_signed(rows)?;
        let to = Place { row, col: place.col.checked_add_signed(cols)? };
        grid.is_free_at(to).then_some(to)
    };
    loop {
        let mut changed = false;
        for (place, g) in best.clone() {
            for direction in M::ORDER {
                let (rows, cols) = direction.delta();
                let (Some(to), Some(_), Some(_)) =
                    (free(place, rows, cols), free(place, rows, 0), free(place, 0, cols))
                else {
                    continue;
                };
                let base = if rows * cols != 0 { Octile::DIAGONAL } else { Octile::STRAIGHT };
                let count = terrain.map_or(1, |terrain| terrain.cost(grid.cell(to)));
                let way = (0..count).fold(g, |sum, _| sum + base);
                if best.get(&to).is_none_or(|&known| way < known) {
                    best.insert(to, way);
                    changed = true;
                }
            }
        }
        if !changed {
            return best.get(&goal).copied();
        }
    }
}

fn agree<M: MoveSet>(random: &mut Random, largest: u32) {
    let (grid, start, goal) = random_grid(random, largest);
    let dearest = 1 + random.below(9);
    let terrain = random_terrain(random, &grid, dearest);
    let heuristic = random.choose(&HEURISTICS[usize::from(M::COUNT == 8)..]);
    let moves = MoveTable::<M>::new(&grid, &random_order::<M>(random));
    let space = WeighedSpace::new(&grid, &moves, terrain.as_ref(), heuristic, start, &[goal]);
    let mut nodes = space.new_nodes();
    let optimum = optimum_by_dijkstra(&space, &mut nodes);
    assert_eq!(optimum, by_relaxation::<M>(&grid, terrain.as_ref(), start, goal));
    let back = space.reversed();
    assert_eq!(optimum, optimum_by_dijkstra(&back, &mut nodes), "the way back costs the same");
    each(&mut Agreement {
        space: &space,
        nodes: &mut nodes,
        optimum,
        equal_steps: terrain.is_none() && M::COUNT == 4,
        consistent: true,
        tree_nodes: TREE_NODES / 10,
        reopened: &mut BTreeMap::new(),
        unfinished: &mut 0,
    });
}

#[test]
fn all_agree_over_cells_of_different_costs() {
    for seed in 0..if is_long() { 2000 } else { 150 } {
        let random = &mut Random::new(seed);
        agree::<Four>(random, if seed % 5 == 0 { 16 } else { 7 });
        agree::<Eight>(random, if seed % 5 == 0 { 12 } else { 5 });
    }
}

/// The estimate times the least cost falls by at most the cost of a step, and is 0 at the goal.
#[test]
fn estimates_over_terrain_are_consistent() {
    for seed in 0..200 {
        let random = &mut Random::new(seed);
        let (grid, start, goal) = random_grid(random, 9);
        let terrain = random_terrain(random, &grid, 9);
        let moves = MoveTable::<Eight>::new(&grid, &Direction::ALL);
        let space = WeighedSpace::new(&grid, &moves, terrain.as_ref(), Heuristic::Octile, start, &[goal]);
        assert_eq!(space.heuristic(grid.cell(goal)), Octile::new(0, 0));
        for place in grid.places().filter(|&place| grid.is_free_at(place)) {
            let cell = grid.cell(place);
            space.successors(cell, |next, _, step| assert!(space.heuristic(cell) <= space.heuristic(next) + step));
        }
    }
}
