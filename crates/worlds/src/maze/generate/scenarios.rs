//! Scenarios for a generated map: starts and goals spread evenly over all lengths, with exact optima.
//!
//! Idea        Draw many pairs of cells from the part of the map that holds its start, solve them all, and keep for
//!             each of evenly spaced lengths, the longest that was found included, the pair that is nearest to it.
//! Guarantees  Sorted by length. The optimum is that of eight moves without cutting corners, by A*.
//! Cost        [`PAIRS`] searches over the map for each scenario.
//! Not here    The file (format/scen.rs).

use super::Generated;
use super::ends::part_of;
use crate::maze::format::{Optimum, Scenario};
use crate::maze::moves::directions;
use crate::maze::{Cell, Direction, Eight, GridSpace, Heuristic, MoveSet, MoveTable, Octile};
use crate::stream::Stream;
use searchlab_search::budget::Budget;
use searchlab_search::counters::IterationCounters;
use searchlab_search::path::{AStar, Cost, Options, StateSpace, Task, best_first};

/// Pairs drawn for each scenario.
const PAIRS: usize = 16;

/// Decimals of the optimum.
const DECIMALS: usize = 8;

/// A start, a goal, and the least cost between them: in the order of costs, and exactly as steps of either kind.
struct Pair {
    start: Cell,
    goal: Cell,
    cost: Octile,
    steps: [u64; 2],
}

/// Scenarios for the map of a maze, which they call `map`. The same maze, number and seed give the same scenarios.
pub fn scenarios(maze: &Generated, map: &str, count: usize, seed: u64) -> Vec<Scenario> {
    let mut pairs = solved_pairs(maze, PAIRS * count, seed);
    // The sort is stable: equal costs stay in the order in which they were drawn.
    pairs.sort_by_key(|pair| pair.cost);
    let grid = &maze.grid;
    let scenario = |(index, pair): (usize, &Pair)| {
        let [straight, diagonal] = pair.steps;
        let length = straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2;
        Scenario {
            line: index + 2,
            bucket: (length / 4.0) as u32,
            map: map.to_owned(),
            cols: grid.cols(),
            rows: grid.rows(),
            start: grid.place(pair.start),
            goal: grid.place(pair.goal),
            optimum: Optimum::new(length, DECIMALS),
        }
    };
    evenly_spaced(&pairs, count).into_iter().enumerate().map(scenario).collect()
}

fn solved_pairs(maze: &Generated, count: usize, seed: u64) -> Vec<Pair> {
    let grid = &maze.grid;
    let mut stream = Stream::second(seed);
    let part = part_of(grid, maze.start);
    let moves = MoveTable::<Eight>::new(grid, Eight::ORDER);
    let space = |start, goal| GridSpace::new(grid, &moves, Heuristic::Octile, grid.place(start), grid.place(goal));
    let mut nodes = space(part[0], part[0]).new_nodes();
    // Nobody reads them: it is the search that mazes are solved with, which need not be compiled again.
    let mut counters = IterationCounters::default();
    let mut solve = |start: Cell, goal: Cell| {
        let space = space(start, goal);
        let outcome = best_first::search::<AStar, _, _>(Task::new(
            &space,
            &Options::default(),
            &mut nodes,
            &Budget::default(),
            &mut counters,
        ));
        let steps: Vec<Direction> = directions(grid, &outcome.path).collect();
        Some(Pair { start, goal, cost: outcome.cost?, steps: Eight::exact(&steps)? })
    };
    let mut draw = || part[stream.below(part.len() as u32) as usize];
    (0..count).filter_map(|_| solve(draw(), draw())).collect()
}

/// Chooses at most `count` of the sorted pairs, each once, near to evenly spaced costs.
fn evenly_spaced(sorted: &[Pair], count: usize) -> Vec<&Pair> {
    let longest = sorted.last().map_or(0.0, |pair| pair.cost.to_f64());
    let mut chosen = Vec::with_capacity(count);
    let mut rest = sorted;
    for number in 1..=count.min(sorted.len()) {
        let target = longest * number as f64 / count as f64;
        let above = rest.partition_point(|pair| pair.cost.to_f64() < target);
        let distance = |index: usize| (rest[index].cost.to_f64() - target).abs();
        let is_below_nearer = above > 0 && (above == rest.len() || distance(above - 1) <= distance(above));
        let nearest = if is_below_nearer { above - 1 } else { above };
        // Enough must be left for the lengths to come.
        let last = rest.len() - (count.min(sorted.len()) - number) - 1;
        let index = nearest.min(last);
        chosen.push(&rest[index]);
        rest = &rest[index + 1..];
    }
    chosen
}
