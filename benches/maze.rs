//! Path search against the crate `pathfinding`, in one run, one thread, counters on.
//!
//! `cargo bench --bench maze` prints one table a part. Each figure is the least of several runs that alternate between
//! the two sides, so that drift of the machine favours neither. Names after `--` choose parts: `maps`, `counters`,
//! `tiles`. Real maps and Korf's puzzles are read from `../shared/data` (or `$SEARCHLAB_DATA`) where they are.
//!
//! The peer is used as its documentation shows, but kindly: places as pairs of numbers, free cells in a flat array,
//! successors from an iterator without allocation. On both sides maps are prepared once, outside of the time.

use std::path::PathBuf;
use std::time::Instant;

use pathfinding::directed::astar::astar as peer_astar;
use searchlab::allocator::Allocator;
use searchlab::diagnostic::read_source;
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::observer::Observer;
use searchlab::search::path::{
    AStar, Cost, NodeTable, OpenKind, Options, PathAlgorithm, StateSpace, Task, best_first, idastar,
};
use searchlab::text::grouped;
use searchlab::worlds::maze::format::{map_path, read_maze, read_scen};
use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
use searchlab::worlds::maze::{
    Direction, Eight, Four, Grid, GridSpace, Heuristic, JumpMap, JumpSpace, MoveSet, MoveTable, Place,
};
use searchlab::worlds::tiles::{self, Board, Puzzle, TileSpace};

/// As in the program.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Runs of each side.
const RUNS: usize = 5;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_chosen = |part: &str| chosen.is_empty() || chosen.iter().any(|name| name == part);
    if is_chosen("maps") {
        maps();
    }
    if is_chosen("counters") {
        counters();
    }
    if is_chosen("tiles") {
        tiles();
    }
}

/// A map with searches in it.
struct Batch {
    name: String,
    grid: Grid,
    pairs: Vec<(Place, Place)>,
}

fn data() -> PathBuf {
    std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from)
}

/// The hardest instances of a scenario file.
fn real(name: &str) -> Option<Batch> {
    let path = data().join(format!("mazes/movingai/{name}.map.scen"));
    let scenarios = read_scen(&read_source(path.to_str()?).ok()?).ok()?;
    let map = map_path(&path, scenarios.first()?).ok()?;
    let grid = read_maze(&read_source(map.to_str()?).ok()?).ok()?.grid;
    let hardest = &scenarios[scenarios.len().saturating_sub(200)..];
    let pairs = hardest.iter().map(|scenario| (scenario.start, scenario.goal)).collect();
    Some(Batch { name: name.to_owned(), grid, pairs })
}

fn generated(kind: Kind) -> Batch {
    let maze = generate(&Recipe::new(kind, 512, 512, 1)).expect("a recipe that can be followed");
    Batch { name: format!("{kind} 512x512"), grid: maze.grid, pairs: vec![(maze.start, maze.goal); 4] }
}

fn batches() -> Vec<Batch> {
    let real = ["brc202d", "maze512-8-0", "32room_000", "random512-25-0"].into_iter().filter_map(real);
    let generated = [Kind::Caves, Kind::Rooms].into_iter().map(generated);
    real.chain(generated).collect()
}

/// Least seconds of each side over alternating runs.
fn alternate<const N: usize>(runs: usize, mut sides: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..runs {
        for (side, least) in sides.iter_mut().zip(&mut least) {
            let begin = Instant::now();
            side();
            *least = least.min(begin.elapsed().as_secs_f64());
        }
    }
    least
}

fn maps() {
    println!("microseconds per instance; the last 200 of each scenario file, or the pair of a generated map");
    println!(
        "{:<16} {:>10} {:>9} {:>7}   {:>10} {:>9} {:>7}   {:>8}",
        "map", "crate 4", "A* 4", "ratio", "crate 8", "A* 8", "ratio", "JPS 8"
    );
    for batch in batches() {
        let each = 1e6 / batch.pairs.len() as f64;
        let mut four = Ours::<Four>::new(&batch, Heuristic::Manhattan);
        let [crate_four, ours_four] = alternate(
            RUNS,
            [&mut || peer::<Four>(&batch, Heuristic::Manhattan), &mut || four.run(&mut Counters::default())],
        );
        let mut eight = Ours::<Eight>::new(&batch, Heuristic::Octile);
        let mut jump = Jump::new(&batch);
        let [crate_eight, ours_eight, jps] = alternate(
            RUNS,
            [
                &mut || peer::<Eight>(&batch, Heuristic::Octile),
                &mut || eight.run(&mut Counters::default()),
                &mut || jump.run(),
            ],
        );
        println!(
            "{:<16} {:>10.1} {:>9.1} {:>6.1}x   {:>10.1} {:>9.1} {:>6.1}x   {:>8.1}",
            batch.name,
            crate_four * each,
            ours_four * each,
            crate_four / ours_four,
            crate_eight * each,
            ours_eight * each,
            crate_eight / ours_eight,
            jps * each
        );
    }
}

/// A* over the cells of a map, with memory kept from search to search.
struct Ours<'b, M: MoveSet> {
    batch: &'b Batch,
    moves: MoveTable<M>,
    heuristic: Heuristic,
    nodes: <GridSpace<'b, M> as StateSpace>::Nodes,
}

impl<'b, M: MoveSet> Ours<'b, M> {
    fn new(batch: &'b Batch, heuristic: Heuristic) -> Self {
        let moves = MoveTable::new(&batch.grid, M::ORDER);
        let (start, goal) = batch.pairs[0];
        let nodes = GridSpace::new(&batch.grid, &moves, heuristic, start, goal).new_nodes();
        Self { batch, moves, heuristic, nodes }
    }

    fn run<O: Observer>(&mut self, observer: &mut O) {
        for &(start, goal) in &self.batch.pairs {
            let space = GridSpace::new(&self.batch.grid, &self.moves, self.heuristic, start, goal);
            let outcome = best_first::search::<AStar, _, _>(Task::new(
                &space,
                &Options::default(),
                &mut self.nodes,
                &Budget::default(),
                observer,
            ));
            assert!(outcome.cost.is_some(), "every instance has a path");
        }
    }
}

/// Jump Point Search, likewise, with the open list that is its default.
struct Jump<'b> {
    batch: &'b Batch,
    map: JumpMap,
    nodes: <JumpSpace<'b> as StateSpace>::Nodes,
}

impl<'b> Jump<'b> {
    fn new(batch: &'b Batch) -> Self {
        let map = JumpMap::new(&batch.grid);
        let (start, goal) = batch.pairs[0];
        let nodes = JumpSpace::new(&map, Heuristic::Octile, start, goal).new_nodes();
        Self { batch, map, nodes }
    }

    fn run(&mut self) {
        for &(start, goal) in &self.batch.pairs {
            let space = JumpSpace::new(&self.map, Heuristic::Octile, start, goal);
            let mut counters = Counters::default();
            let options = Options { open: OpenKind::Heap, ..Options::default() };
            let outcome = best_first::search::<AStar, _, _>(Task::new(
                &space,
                &options,
                &mut self.nodes,
                &Budget::default(),
                &mut counters,
            ));
            assert!(outcome.cost.is_some(), "every instance has a path");
        }
    }
}

/// A place as the peer's users write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Position(i32, i32);

/// A cost with what the peer asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PeerCost<C>(C);

impl<C: Cost> std::ops::Add for PeerCost<C> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<C: Cost> num_traits::Zero for PeerCost<C> {
    fn zero() -> Self {
        Self(C::ZERO)
    }

    fn is_zero(&self) -> bool {
        self.0 == C::ZERO
    }
}

/// The peer's A* over the same instances.
fn peer<M: MoveSet>(batch: &Batch, heuristic: Heuristic) {
    let (rows, cols) = (batch.grid.rows() as i32, batch.grid.cols() as i32);
    let free: Vec<bool> = batch.grid.places().map(|place| batch.grid.is_free_at(place)).collect();
    let is_free =
        |row: i32, col: i32| (0..rows).contains(&row) && (0..cols).contains(&col) && free[(row * cols + col) as usize];
    for &(start, goal) in &batch.pairs {
        let goal = Position(goal.row as i32, goal.col as i32);
        let successors = |&Position(row, col): &Position| {
            let step = move |&direction: &Direction| {
                let (down, right) = direction.delta();
                let may_go = is_free(row + down, col + right) && is_free(row + down, col) && is_free(row, col + right);
                may_go.then(|| (Position(row + down, col + right), PeerCost(M::cost(direction))))
            };
            M::ORDER.iter().filter_map(step).collect::<Vec<_>>()
        };
        let estimate = |&Position(row, col): &Position| {
            PeerCost(M::estimate(heuristic, row.abs_diff(goal.0), col.abs_diff(goal.1)))
        };
        let start = Position(start.row as i32, start.col as i32);
        let path = peer_astar(&start, successors, estimate, |&place| place == goal);
        assert!(path.is_some(), "every instance has a path");
    }
}

fn counters() {
    println!("\ncost of the counters: seconds with them over seconds without, least of 15 alternating runs");
    for batch in batches() {
        let mut with = Ours::<Four>::new(&batch, Heuristic::Manhattan);
        let mut without = Ours::<Four>::new(&batch, Heuristic::Manhattan);
        let [counted, plain] =
            alternate(15, [&mut || with.run(&mut Counters::default()), &mut || without.run(&mut ())]);
        println!("{:<16} A* 4: {:+.1} %", batch.name, (counted / plain - 1.0) * 100.0);
    }
}

fn tiles() {
    let path = data().join("tiles/korf100.txt");
    let Ok(source) = read_source(&path.to_string_lossy()) else {
        println!("\ntiles: skipped, {} is not there", path.display());
        return;
    };
    let mut instances = tiles::format::read(&source.text).expect("a file of boards");
    instances.sort_by_key(|instance| instance.listed.nodes);
    let boards: Vec<Board<tiles::Fifteen>> = instances
        .iter()
        .filter_map(|instance| if let Puzzle::Fifteen(board) = instance.puzzle { Some(board) } else { None })
        .take(20)
        .collect();
    let mut nodes = 0;
    let [counted, plain] = alternate(
        RUNS,
        [
            &mut || {
                let mut counters = Counters::default();
                solve(&boards, &mut counters);
                nodes = counters.generated + boards.len() as u64;
            },
            &mut || solve(&boards, &mut ()),
        ],
    );
    println!(
        "\nIDA* on the 20 easiest of Korf's hundred: {} nodes in {counted:.3} s, {:.3e} nodes per second; \
         cost of the counters {:+.1} %",
        grouped(nodes),
        nodes as f64 / counted,
        (counted / plain - 1.0) * 100.0
    );
}

fn solve(boards: &[Board<tiles::Fifteen>], observer: &mut impl Observer) {
    for &board in boards {
        let space = TileSpace::new(board, Board::goal(), tiles::Heuristic::Manhattan, tiles::Direction::ALL);
        let mut nodes = space.new_nodes();
        nodes.begin();
        let outcome = idastar::IdaStar::search(&space, &Options::default(), &mut nodes, &Budget::default(), observer);
        assert!(outcome.cost.is_some(), "every board can be solved");
    }
}
