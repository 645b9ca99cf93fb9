//! All path algorithms agree: on random grids and on random graphs with inconsistent estimates.
//!
//! A new algorithm is tested by one line in `algorithms.rs`.

mod algorithms;
mod goals;
mod graph;
mod maps;
mod promises;
pub(crate) mod random;
mod terrain;

use std::collections::BTreeMap;

use algorithms::{Copes, Visitor, check_promise, each, run, settings};
use graph::{Graph, MakeNodes};
use random::Random;
use searchlab::search::about::Guarantee;
use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::{Counters, Iteration};
use searchlab::search::path::{
    Action, ActionSpace, DenseNodes, HashedNodes, Options, PathAlgorithm, StateSpace, best_first, bgs, bts,
};
use searchlab::worlds::maze::{Direction, Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place};

const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Manhattan, Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];

/// What such a search may spend where there are many ways to each state.
const TREE_NODES: u64 = 20_000;

/// A grid, a start and a goal.
type Instance = (Grid, Place, Place);

/// A random grid of up to `largest` by `largest` cells with two free places.
pub(crate) fn random_grid(random: &mut Random, largest: u32) -> Instance {
    let (rows, cols) = (1 + random.below(largest), 1 + random.below(largest));
    let blocked_percent = random.below(46);
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
    (grid, start, goal)
}

/// A maze of up to `largest` by `largest` rooms without a cycle, carved by a random walk that backs up in dead ends.
/// One in four has its goal walled in.
fn perfect_maze(random: &mut Random, largest: u32) -> Instance {
    let (rows, cols) = (1 + random.below(largest), 1 + random.below(largest));
    let mut grid = Grid::blocked(2 * rows - 1, 2 * cols - 1);
    let start = Place { row: 0, col: 0 };
    grid.set_free(start, true);
    let mut walk = vec![start];
    while let Some(&Place { row, col }) = walk.last() {
        let mut order = Four::ORDER.to_vec();
        random.shuffle(&mut order);
        let behind = |direction: &Direction, by: i32| Place {
            row: row.wrapping_add_signed(by * direction.delta().0),
            col: col.wrapping_add_signed(by * direction.delta().1),
        };
        let fresh = |direction: &&Direction| {
            let room = behind(direction, 2);
            grid.contains(room) && !grid.is_free_at(room)
        };
        if let Some(direction) = order.iter().find(fresh) {
            let room = behind(direction, 2);
            let door = behind(direction, 1);
            grid.set_free(door, true);
            grid.set_free(room, true);
            walk.push(room);
        } else {
            walk.pop();
        }
    }
    let goal = Place { row: 2 * random.below(rows), col: 2 * random.below(cols) };
    if random.below(4) == 0 && goal != start {
        for (row, col) in Four::ORDER.iter().map(|direction| direction.delta()) {
            let door = Place { row: goal.row.wrapping_add_signed(row), col: goal.col.wrapping_add_signed(col) };
            if grid.contains(door) {
                grid.set_free(door, false);
            }
        }
    }
    (grid, start, goal)
}

fn random_order<M: MoveSet>(random: &mut Random) -> Vec<Direction> {
    let mut order = M::ORDER.to_vec();
    random.shuffle(&mut order);
    order
}

/// Every algorithm in one space whose heuristic is consistent.
struct Agreement<'a, S: ActionSpace> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    optimum: Option<S::Cost>,
    equal_steps: bool,
    consistent: bool,
    /// Nodes that a search which copes with trees only may spend.
    tree_nodes: u64,
    reopened: &'a mut BTreeMap<&'static str, u64>,
    unfinished: &'a mut u32,
}

impl<S: ActionSpace> Visitor for Agreement<'_, S> {
    fn visit<A: PathAlgorithm>(&mut self, copes: Copes) {
        let max_nodes = if copes == Copes::Tree { self.tree_nodes } else { u64::MAX };
        let mut expanded: Vec<(Options, u64)> = Vec::new();
        for options in settings::<A>() {
            let run = run::<A, S>(self.space, &options, self.nodes, max_nodes);
            check_promise::<A, S::Cost>(&run, &options, self.optimum, self.equal_steps, copes);
            *self.unfinished += u32::from(run.status.is_incomplete());
            if run.cost.is_some() && self.space.is_goal(self.space.start()) {
                assert_eq!(run.counters.expanded, 0, "{}", A::ABOUT.name);
            }
            let name = A::ABOUT.name;
            *self.reopened.entry(name).or_default() += run.counters.reopened;
            // With a weight the heuristic is no longer consistent.
            if self.consistent && !A::ABOUT.parameters.contains(&"weight") {
                assert_eq!(run.counters.reopened, 0, "{name}: consistent heuristics never reopen");
            }
            if name == "fringe" {
                check_rising(&run.iterations);
            }
            if A::ABOUT.guarantee == Guarantee::Any {
                assert_eq!(run.counters.reopened, 0, "{name}: the first way is kept");
            }
            expanded.push((options, run.counters.expanded));
        }
        check_open_lists_agree(A::ABOUT.name, &expanded);
    }
}

fn check_rising(iterations: &[Iteration]) {
    assert!(iterations.windows(2).all(|pair| pair[0].limit.number() < pair[1].limit.number()), "thresholds rise");
}

/// What open/mod.rs promises: the kind of open list never changes the expansions.
fn check_open_lists_agree(name: &str, expanded: &[(Options, u64)]) {
    for (options, count) in expanded {
        let same = |other: &&(Options, u64)| Options { open: options.open, ..other.0 } == *options;
        for (other, other_count) in expanded.iter().filter(same) {
            assert_eq!(count, other_count, "{name}: {:?} and {:?} under {options:?}", options.open, other.open);
        }
    }
}

fn optimum_by_dijkstra<S: ActionSpace>(space: &S, nodes: &mut S::Nodes) -> Option<S::Cost> {
    let run = run::<best_first::Dijkstra, S>(space, &Options::default(), nodes, u64::MAX);
    assert!(matches!(run.status, Status::Solved | Status::Unsolvable));
    run.cost
}

/// Returns how many runs ended at their limit.
fn agree_on_grid<M: MoveSet>((grid, start, goal): &Instance, tree_nodes: u64, random: &mut Random) -> u32 {
    let heuristic = random.choose(&HEURISTICS[usize::from(M::COUNT == 8)..]);
    let moves = MoveTable::<M>::new(grid, &random_order::<M>(random));
    let space = GridSpace::new(grid, &moves, heuristic, *start, *goal);
    let mut nodes = space.new_nodes();
    let mut unfinished = 0;
    each(&mut Agreement {
        space: &space,
        optimum: optimum_by_dijkstra(&space, &mut nodes),
        nodes: &mut nodes,
        equal_steps: M::COUNT == 4,
        consistent: true,
        tree_nodes,
        reopened: &mut BTreeMap::new(),
        unfinished: &mut unfinished,
    });
    unfinished
}

#[test]
fn all_agree_on_random_grids() {
    for seed in 0..2000 {
        let random = &mut Random::new(seed);
        let instance = random_grid(random, if seed % 2 == 0 { 30 } else { 8 });
        agree_on_grid::<Four>(&instance, TREE_NODES, random);
        agree_on_grid::<Eight>(&instance, TREE_NODES, random);
    }
}

#[test]
fn all_finish_in_perfect_mazes() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let instance = perfect_maze(random, 12);
        assert_eq!(agree_on_grid::<Four>(&instance, u64::MAX, random), 0);
        assert_eq!(agree_on_grid::<Eight>(&instance, u64::MAX, random), 0);
    }
}

#[test]
fn tree_searches_finish_on_most_tiny_grids() {
    let mut unfinished = 0;
    for seed in 0..1500 {
        let random = &mut Random::new(seed);
        let instance = random_grid(random, 4);
        unfinished += agree_on_grid::<Four>(&instance, TREE_NODES, random);
        unfinished += agree_on_grid::<Eight>(&instance, TREE_NODES, random);
    }
    // The rest are cycles without a goal, and open fields under a blind heuristic.
    assert!(unfinished < 600, "{unfinished} of 3000 runs of tree searches ended at their limit");
}

/// Searches of random graphs with estimates that are admissible and nothing else.
fn agree_on_graphs<N: MakeNodes>() {
    let mut reopened = BTreeMap::new();
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let states = 1 + random.below(if seed % 2 == 0 { 9 } else { 60 });
        let space = Graph::<N>::random(random, states);
        let mut nodes = space.new_nodes();
        let optimum = space.optimum();
        assert_eq!(optimum_by_dijkstra(&space, &mut nodes), optimum, "seed {seed}");
        each(&mut Agreement {
            space: &space,
            nodes: &mut nodes,
            optimum,
            equal_steps: false,
            consistent: false,
            tree_nodes: TREE_NODES,
            reopened: &mut reopened,
            unfinished: &mut 0,
        });
    }
    for name in ["astar", "wastar", "fringe", "nbs", "mm", "ara"] {
        assert!(reopened[name] > 0, "{name} has reopened something: {reopened:?}");
    }
    for name in ["bfs", "dijkstra", "greedy", "bgs"] {
        assert_eq!(reopened[name], 0, "{name}");
    }
}

#[test]
fn inconsistent_estimates_cost_time_and_not_the_optimum() {
    agree_on_graphs::<HashedNodes<u32, u32, Action>>();
    agree_on_graphs::<DenseNodes<u32>>();
}

/// Helmert et al. 2019, theorem on IBEX: O(n log C*) where IDA* makes n(n + 1) / 2 expansions.
#[test]
fn budgeted_searches_are_near_linear_in_a_corridor() {
    const STATES: u32 = 3000;
    let space = Graph::<HashedNodes<u32, u32, Action>>::corridor(STATES);
    let mut nodes = space.new_nodes();
    let tree = run::<bts::BudgetedTree, _>(&space, &Options::default(), &mut nodes, u64::MAX);
    let graph = run::<bgs::BudgetedGraph, _>(&space, &Options::default(), &mut nodes, u64::MAX);
    for run in [tree, graph] {
        assert_eq!(run.cost, Some(STATES - 1));
        let logarithm = u64::from(STATES.ilog2());
        assert!(run.counters.expanded < 2 * u64::from(STATES) * logarithm, "{:?}", run.counters);
        assert!((run.iterations.len() as u64) < logarithm * logarithm, "{:?}", run.counters);
    }
}

/// Every algorithm under a limit that it cannot meet.
struct Limits<'a, S: ActionSpace>(&'a S);

impl<S: ActionSpace> Visitor for Limits<'_, S> {
    fn visit<A: PathAlgorithm>(&mut self, _copes: Copes) {
        let mut nodes = self.0.new_nodes();
        let mut search = |budget: Budget| {
            let mut counters = Counters::default();
            let outcome = A::search(self.0, &Options::default(), &mut nodes, &budget, &mut counters);
            (outcome.status, counters)
        };
        let name = A::ABOUT.name;
        let (status, counters) = search(Budget { max_nodes: Some(20), ..Budget::default() });
        assert_eq!(status, Status::LimitNodes, "{name}");
        assert!((20..40).contains(&counters.generated), "{name}: {counters:?}");
        let (status, counters) = search(Budget { max_memory: Some(0), ..Budget::default() });
        assert_eq!(status, Status::LimitMemory, "{name}");
        assert!(counters.generated <= 10_000, "{name}: memory is looked at every few thousand nodes");
        let (status, _) = search(Budget { max_time: Some(std::time::Duration::ZERO), ..Budget::default() });
        assert_eq!(status, Status::LimitTime, "{name}");
    }
}

#[test]
fn every_limit_ends_every_search() {
    let mut grid = Grid::blocked(60, 60);
    for place in grid.places() {
        grid.set_free(place, true);
    }
    let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
    let (start, goal) = (Place { row: 0, col: 5 }, Place { row: 50, col: 59 });
    each(&mut Limits(&GridSpace::new(&grid, &moves, Heuristic::Chebyshev, start, goal)));
}
