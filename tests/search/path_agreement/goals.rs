//! Several goals of a maze against brute force over all orders.

use std::collections::BTreeMap;

use super::algorithms::{Copes, Visitor, each};
use super::random::Random;
use super::{Agreement, HEURISTICS, TREE_NODES, optimum_by_dijkstra, random_grid, random_order};
use crate::long::is_long;
use searchlab::catalog::FROM_BOTH_ENDS;
use searchlab::search::path::{ActionSpace, PathAlgorithm, StateSpace};
use searchlab::worlds::maze::{
    Eight, Four, Grid, Heuristic, MoveSet, MoveTable, Octile, Place, Terrain, TourSpace, WeighedSpace,
};

/// A maze with a start and some goals, and perhaps terrain.
struct Case {
    grid: Grid,
    terrain: Option<Terrain>,
    start: Place,
    goals: Vec<Place>,
}

fn random_case(random: &mut Random, largest: u32, most_goals: u32) -> Case {
    let (mut grid, start, goal) = random_grid(random, largest);
    let mut goals = vec![goal];
    for _ in 0..random.below(most_goals) {
        let place = Place { row: random.below(grid.rows()), col: random.below(grid.cols()) };
        grid.set_free(place, true);
        if !goals.contains(&place) {
            goals.push(place);
        }
    }
    let dearest = 1 + random.below(2) * random.below(9);
    let costs = (0..grid.cell_bound()).map(|_| 1 + random.below(dearest) as u16).collect();
    let terrain = Terrain::new(&grid, costs, String::new()).expect("small costs");
    Case { grid, terrain, start, goals }
}

/// The least cost between two places, by Dijkstra's algorithm on the plain space of one goal.
fn distance<M: MoveSet>(case: &Case, moves: &MoveTable<M>, from: Place, to: Place) -> Option<Octile> {
    let space = WeighedSpace::new(&case.grid, moves, case.terrain.as_ref(), Heuristic::Zero, from, &[to]);
    optimum_by_dijkstra(&space, &mut space.new_nodes())
}

/// The least cost of a way from `from` through the goals that are left, over all their orders.
fn over_all_orders(distances: &BTreeMap<(Place, Place), Octile>, from: Place, left: &[Place]) -> Option<Octile> {
    if left.is_empty() {
        return Some(Octile::new(0, 0));
    }
    let through = |place: usize| {
        let mut rest = left.to_vec();
        let next = rest.remove(place);
        Some(*distances.get(&(from, next))? + over_all_orders(distances, next, &rest)?)
    };
    (0..left.len()).filter_map(through).min()
}

/// Those algorithms that search from the start alone.
struct FromStart<V>(V);

impl<V: Visitor> Visitor for FromStart<V> {
    fn visit<A: PathAlgorithm>(&mut self, copes: Copes) {
        if !FROM_BOTH_ENDS.contains(&A::ABOUT.name) {
            self.0.visit::<A>(copes);
        }
    }
}

fn agree_on<S: ActionSpace>(space: &S, optimum: Option<S::Cost>, equal_steps: bool) {
    each(&mut FromStart(Agreement {
        space,
        nodes: &mut space.new_nodes(),
        optimum,
        equal_steps,
        consistent: true,
        tree_nodes: TREE_NODES / 20,
        reopened: &mut BTreeMap::new(),
        unfinished: &mut 0,
    }));
}

fn check<M: MoveSet>(random: &mut Random, largest: u32) {
    let case = random_case(random, largest, 5);
    let Case { grid, start, goals, .. } = &case;
    let terrain = case.terrain.as_ref();
    let moves = MoveTable::<M>::new(grid, &random_order::<M>(random));
    let places = || std::iter::once(*start).chain(goals.iter().copied());
    let mut distances = BTreeMap::new();
    for (from, to) in places().flat_map(|from| goals.iter().map(move |&to| (from, to))) {
        distances.extend(distance(&case, &moves, from, to).map(|distance| ((from, to), distance)));
    }
    let equal_steps = terrain.is_none() && M::COUNT == 4;
    let heuristic = random.choose(&HEURISTICS[usize::from(M::COUNT == 8)..]);
    let nearest = goals.iter().filter_map(|&goal| distances.get(&(*start, goal)).copied()).min();
    let space = WeighedSpace::new(grid, &moves, terrain, heuristic, *start, goals);
    agree_on(&space, nearest, equal_steps);
    let tour = TourSpace::new(space);
    agree_on(&tour, over_all_orders(&distances, *start, goals), equal_steps);
}

#[test]
fn all_agree_on_several_goals_with_brute_force_over_orders() {
    for seed in 0..if is_long() { 2000 } else { 60 } {
        let random = &mut Random::new(seed);
        check::<Four>(random, 6);
        check::<Eight>(random, 4);
    }
}

/// A* alone, on larger mazes with more goals.
#[test]
fn tours_by_astar_are_the_best_of_all_orders() {
    for seed in 0..if is_long() { 2000 } else { 150 } {
        let random = &mut Random::new(seed);
        let case = random_case(random, 12, 6);
        let moves = MoveTable::<Four>::new(&case.grid, Four::ORDER);
        let places = || std::iter::once(case.start).chain(case.goals.iter().copied());
        let mut distances = BTreeMap::new();
        for (from, to) in places().flat_map(|from| case.goals.iter().map(move |&to| (from, to))) {
            distances.extend(distance(&case, &moves, from, to).map(|distance| ((from, to), distance)));
        }
        let heuristic = random.choose(&HEURISTICS);
        let terrain = case.terrain.as_ref();
        let tour = TourSpace::new(WeighedSpace::new(&case.grid, &moves, terrain, heuristic, case.start, &case.goals));
        let mut counters = searchlab::search::counters::Counters::default();
        let outcome = searchlab::search::path::AStar::search(
            &tour,
            &searchlab::search::path::Options::default(),
            &mut tour.new_nodes(),
            &searchlab::search::budget::Budget::default(),
            &mut counters,
        );
        assert_eq!(outcome.cost, over_all_orders(&distances, case.start, &case.goals), "seed {seed}");
        assert_eq!(counters.reopened, 0, "the estimate is consistent");
    }
}
