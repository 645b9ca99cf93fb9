//! Maps of the Moving AI collection (Sturtevant 2012), where they are at hand: figures and speeds.

use std::path::PathBuf;
use std::time::Instant;

use searchlab::diagnostic::Source;
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::path::{
    Cost, Options, OutcomeIn, PathAlgorithm, StateSpace, TieBreak, best_first, bgs, fringe, nbs,
};
use searchlab::worlds::maze::format::read_maze;
use searchlab::worlds::maze::{Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Place};

const LAST: usize = 200;

fn folder() -> PathBuf {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    data.join("mazes/movingai")
}

/// Only as much of the format as these files need.
fn read_map(text: &str) -> Grid {
    let mut lines = text.lines().skip(1);
    let mut size = || lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a size");
    let (rows, cols) = (size(), size());
    let mut grid = Grid::blocked(rows, cols);
    for (row, line) in lines.skip(1).enumerate() {
        for (col, cell) in line.bytes().enumerate() {
            grid.set_free(Place { row: row as u32, col: col as u32 }, matches!(cell, b'.' | b'G' | b'S'));
        }
    }
    grid
}

fn read_scenario(text: &str) -> Vec<(Place, Place)> {
    let instance = |line: &str| {
        let number = |field: usize| line.split_whitespace().nth(field).and_then(|word| word.parse().ok());
        let place = |field| Some(Place { col: number(field)?, row: number(field + 1)? });
        place(4).zip(place(6))
    };
    text.lines().filter_map(instance).collect()
}

struct Map {
    name: &'static str,
    grid: Grid,
    instances: Vec<(Place, Place)>,
}

impl Map {
    fn read(name: &'static str) -> Option<Self> {
        let path = folder().join(name);
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("skipped: {} is not there", path.display());
            return None;
        };
        let scenario = std::fs::read_to_string(folder().join(format!("{name}.scen"))).expect("a scenario beside it");
        let mut instances = read_scenario(&scenario);
        instances.drain(..instances.len().saturating_sub(LAST));
        Some(Self { name, grid: read_map(&text), instances })
    }

    /// Solves all instances, prints the speed, returns the sum of the costs.
    fn sum<A: PathAlgorithm, M: MoveSet>(&self, heuristic: Heuristic) -> f64 {
        let moves = MoveTable::<M>::new(&self.grid, M::ORDER);
        let space = |&(start, goal)| GridSpace::new(&self.grid, &moves, heuristic, start, goal);
        let mut nodes = space(&self.instances[0]).new_nodes();
        let mut counters = Counters::default();
        let mut sum = 0.0;
        let begin = Instant::now();
        for instance in &self.instances {
            let outcome =
                A::search(&space(instance), &Options::default(), &mut nodes, &Budget::default(), &mut counters);
            sum += outcome.cost.expect("instances are solvable").to_f64();
        }
        let count = self.instances.len() as u64;
        eprintln!(
            "{:>14} {} moves {:>9}: {:>7} us, {:>9} expanded, {:>8} reopened, {:>6} iterations per instance; sum {sum:.1}",
            self.name,
            M::COUNT,
            A::ABOUT.name,
            begin.elapsed().as_micros() as u64 / count,
            counters.expanded / count,
            counters.reopened / count,
            counters.iterations / count,
        );
        sum
    }

    fn check(&self, four: f64, eight: f64) {
        let sums = [
            self.sum::<best_first::Dijkstra, Four>(Heuristic::Manhattan),
            self.sum::<best_first::AStar, Four>(Heuristic::Manhattan),
            self.sum::<fringe::FringeSearch, Four>(Heuristic::Manhattan),
            self.sum::<nbs::Nbs, Four>(Heuristic::Manhattan),
            self.sum::<bgs::BudgetedGraph, Four>(Heuristic::Manhattan),
        ];
        assert!(sums.iter().all(|sum| (sum - four).abs() < 0.5), "{sums:?}");
        let sums = [
            self.sum::<best_first::Dijkstra, Eight>(Heuristic::Octile),
            self.sum::<best_first::AStar, Eight>(Heuristic::Octile),
            self.sum::<fringe::FringeSearch, Eight>(Heuristic::Octile),
            self.sum::<nbs::Nbs, Eight>(Heuristic::Octile),
            self.sum::<bgs::BudgetedGraph, Eight>(Heuristic::Octile),
        ];
        assert!(sums.iter().all(|sum| (sum - eight).abs() < 0.06), "{sums:?}");
    }
}

/// The sums over the last 200 instances, established with independent programs.
#[test]
#[ignore = "needs the shared data and a release build"]
fn sums_of_the_hardest_instances() {
    let maps = [("brc202d.map", 207_969.0, 193_476.5), ("maze512-8-0.map", 554_206.0, 479_986.3)];
    for (name, four, eight) in maps {
        if let Some(map) = Map::read(name) {
            map.check(four, eight);
        }
    }
}

/// The large maze of the Pacman projects (DeNero, Klein 2010): cost 210, and the expansions that its graders list.
#[test]
fn the_large_maze_of_the_pacman_project() {
    let path = folder().join("../pacman/bigMaze.lay");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    let maze = read_maze(&Source::new("bigMaze.lay", text)).unwrap();
    let (start, goal) = (maze.start.unwrap(), maze.goal.unwrap());
    let moves = MoveTable::<Four>::new(&maze.grid, Four::ORDER);
    let space = GridSpace::new(&maze.grid, &moves, Heuristic::Manhattan, start, goal);
    let options = Options { tie_break: TieBreak::Fifo, ..Options::default() };
    let run = |search: fn(&_, &_, &mut _, &_, &mut Counters) -> _| {
        let mut counters = Counters::default();
        let outcome: OutcomeIn<GridSpace<'_, Four>> =
            search(&space, &options, &mut space.new_nodes(), &Budget::default(), &mut counters);
        (outcome.cost.map(Cost::to_f64), counters.expanded)
    };
    assert_eq!(run(best_first::Dijkstra::search), (Some(210.0), 620));
    assert_eq!(run(best_first::AStar::search), (Some(210.0), 549));
}
