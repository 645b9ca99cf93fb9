//! Jump Point Search against A* on eight moves: equal costs everywhere, and paths that can be walked.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::long::is_long;

use searchlab::search::budget::{Budget, Status};
use searchlab::search::counters::Counters;
use searchlab::search::path::{AStar, Cost, OpenKind, Options, StateSpace, Task, TieBreak, best_first};
use searchlab::worlds::maze::jump::{JumpMap, JumpNodes, JumpSpace};
use searchlab::worlds::maze::moves::directions;
use searchlab::worlds::maze::{Eight, Four, Grid, GridSpace, Heuristic, MoveSet, MoveTable, Octile, Place};

/// Marsaglia's xorshift, so that the cases are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    fn place(&mut self, grid: &Grid) -> Place {
        Place { row: self.below(grid.rows()), col: self.below(grid.cols()) }
    }
}

fn grid_where(rows: u32, cols: u32, mut is_free: impl FnMut(Place) -> bool) -> Grid {
    let mut grid = Grid::blocked(rows, cols);
    for place in grid.places() {
        grid.set_free(place, is_free(place));
    }
    grid
}

/// Every cell blocked with the same chance.
fn scattered(random: &mut Random, rows: u32, cols: u32, percent: u32) -> Grid {
    grid_where(rows, cols, |_| random.below(100) >= percent)
}

/// Rooms of one size with a gap in most walls.
fn rooms(random: &mut Random, rows: u32, cols: u32) -> Grid {
    let (height, width) = (2 + random.below(9), 2 + random.below(40));
    let gap = 1 + random.below(6);
    grid_where(rows, cols, |Place { row, col }| {
        let is_wall = row % height == 0 || col % width == 0;
        !is_wall || random.below(height.max(width)) < gap
    })
}

/// Corridors of one cell: posts with one wall each, to a side by chance, so that some ways are closed.
fn corridors(random: &mut Random, rows: u32, cols: u32) -> Grid {
    let mut grid = grid_where(rows, cols, |Place { row, col }| row % 2 == 0 || col % 2 == 0);
    for place in grid.places().filter(|place| place.row % 2 == 1 && place.col % 2 == 1) {
        let Place { row, col } = place;
        let [row, col] = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]][random.below(4) as usize];
        let wall = Place { row, col };
        if grid.contains(wall) {
            grid.set_free(wall, false);
        }
    }
    grid
}

/// An open field with a few blocks, so that runs are long.
fn field(random: &mut Random, rows: u32, cols: u32) -> Grid {
    let blocks: Vec<_> = (0..random.below(9))
        .map(|_| (random.below(rows), random.below(cols), random.below(9), random.below(30)))
        .collect();
    grid_where(rows, cols, |Place { row, col }| {
        !blocks.iter().any(|&(top, left, height, width)| {
            (top..=top + height).contains(&row) && (left..=left + width).contains(&col)
        })
    })
}

fn any_grid(random: &mut Random) -> Grid {
    let small = random.below(2) == 0;
    let rows = 1 + random.below(if small { 12 } else { 70 });
    let cols = 1 + random.below(if small { 12 } else { 140 });
    match random.below(6) {
        0 => rooms(random, rows, cols),
        1 => corridors(random, rows, cols),
        2 => field(random, rows, cols),
        _ => {
            let percent = random.below(46);
            scattered(random, rows, cols, percent)
        }
    }
}

fn picture(grid: &Grid) -> String {
    let row_of = |row| (0..grid.cols()).map(move |col| if grid.is_free_at(Place { row, col }) { '.' } else { '#' });
    (0..grid.rows()).flat_map(|row| row_of(row).chain(['\n'])).collect()
}

const HEURISTICS: [Heuristic; 4] = [Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];
const OPEN_KINDS: [OpenKind; 3] = [OpenKind::Bucket, OpenKind::Heap, OpenKind::Indexed];
const TIE_BREAKS: [TieBreak; 4] = [TieBreak::HighG, TieBreak::LowG, TieBreak::Fifo, TieBreak::Lifo];

/// Sums the cost of a walk and fails on a step that is not a move.
fn cost_of_walk(grid: &Grid, moves: &MoveTable<Eight>, walk: &[u32]) -> Octile {
    directions(grid, walk).zip(walk).fold(Octile::ZERO, |cost, (direction, &cell)| {
        let may_go = moves.actions(cell).any(|action| moves.direction(action) == direction);
        assert!(may_go, "{direction} from {} is not a move", grid.place(cell));
        cost + Eight::cost(direction)
    })
}

/// All four heuristics and a changing open list against one A*.
fn compare(grid: &Grid, pairs: &[(Place, Place)], salt: usize) {
    let moves = MoveTable::<Eight>::new(grid, Eight::ORDER);
    let map = JumpMap::new(grid);
    let mut jump_nodes = JumpNodes::new(grid.cell_bound());
    let mut nodes = None;
    let budget = Budget::default();
    for (index, &(start, goal)) in pairs.iter().enumerate() {
        let plain = GridSpace::new(grid, &moves, Heuristic::Octile, start, goal);
        let nodes = nodes.get_or_insert_with(|| plain.new_nodes());
        let expected =
            best_first::search::<AStar, _, _>(Task::new(&plain, &Options::default(), nodes, &budget, &mut ()));
        for (turn, heuristic) in HEURISTICS.into_iter().enumerate() {
            let choice = salt + index + turn;
            let (open, tie_break) = (OPEN_KINDS[choice % 3], TIE_BREAKS[choice % 4]);
            let options = Options { open, tie_break, ..Options::default() };
            let space = JumpSpace::new(&map, heuristic, start, goal);
            let mut counters = Counters::default();
            let found =
                best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut jump_nodes, &budget, &mut counters));
            let case = || format!("{start} to {goal}, {heuristic:?}, {open:?}, {tie_break:?}\n{}", picture(grid));
            assert_eq!((found.status, found.cost), (expected.status, expected.cost), "{}", case());
            assert_eq!(counters.reopened, 0, "a consistent heuristic never reopens: {}", case());
            let walk = space.unit_path(&found.path);
            assert_eq!(found.cost.unwrap_or(Octile::ZERO), cost_of_walk(grid, &moves, &walk), "{}", case());
            if found.status == Status::Solved {
                let ends = (walk.first().copied(), walk.last().copied());
                assert_eq!(ends, (Some(grid.cell(start)), Some(grid.cell(goal))), "{}", case());
            }
        }
    }
}

#[test]
fn costs_equal_those_of_astar_on_random_grids() {
    let mut random = Random(0x5eed_0001);
    for salt in 0..4000 {
        let grid = any_grid(&mut random);
        let mut pairs: Vec<_> = (0..4).map(|_| (random.place(&grid), random.place(&grid))).collect();
        let free: Vec<_> = grid.places().filter(|&place| grid.is_free_at(place)).collect();
        if !free.is_empty() {
            let mut pick = || free[random.below(free.len() as u32) as usize];
            pairs.extend([(pick(), pick()), (pick(), pick())]);
            let same = pick();
            pairs.push((same, same));
        }
        compare(&grid, &pairs, salt);
    }
}

/// Every start and goal on every grid of 3 rows and 4 columns, and on 40,000 random ones of up to 9 by 9.
#[test]
#[ignore = "minutes; run in release"]
fn costs_equal_those_of_astar_on_every_small_grid() {
    let all_pairs = |grid: &Grid| -> Vec<_> {
        let free: Vec<_> = grid.places().filter(|&place| grid.is_free_at(place)).collect();
        free.iter().flat_map(|&start| free.iter().map(move |&goal| (start, goal))).collect()
    };
    for bits in 0_u32..1 << 12 {
        let grid = grid_where(3, 4, |place| bits >> (place.row * 4 + place.col) & 1 != 0);
        compare(&grid, &all_pairs(&grid), bits as usize);
    }
    let mut random = Random(0x5eed_0002);
    for salt in 0..40_000 {
        let percent = 10 + random.below(35);
        let (rows, cols) = (4 + random.below(6), 4 + random.below(6));
        let grid = scattered(&mut random, rows, cols, percent);
        compare(&grid, &all_pairs(&grid), salt);
    }
}

/// Four moves: every start on small grids, and a few on large ones, against breadth-first search.
#[test]
fn costs_of_four_moves_equal_those_of_breadth_first_search() {
    let mut random = Random(0x5eed_0004);
    let rounds = if is_long() { 40_000 } else { 2000 };
    for salt in 0..rounds {
        let grid = any_grid(&mut random);
        compare_four(&grid, random.place(&grid), salt);
        let (rows, cols, percent) = (1 + random.below(7), 1 + random.below(7), 10 + random.below(35));
        let small = scattered(&mut random, rows, cols, percent);
        for start in small.places() {
            compare_four(&small, start, salt);
        }
    }
}

/// One start and all goals, or as many as are walked in little time.
fn compare_four(grid: &Grid, start: Place, salt: usize) {
    let moves = MoveTable::<Four>::new(grid, Four::ORDER);
    let distances = distances(grid, &moves, start);
    let map = JumpMap::new(grid);
    let mut nodes = JumpNodes::new(grid.cell_bound());
    let every = if grid.cells() < 64 { 1 } else { grid.cells() as usize / 3 + 1 };
    for goal in grid.places().skip(salt % every).step_by(every) {
        let (open, tie_break) = (OPEN_KINDS[salt % 3], TIE_BREAKS[salt % 4]);
        let heuristic = [Heuristic::Manhattan, Heuristic::Octile, Heuristic::Zero][salt % 3];
        let options = Options { open, tie_break, ..Options::default() };
        let space = JumpSpace::new(&map, heuristic, start, goal).with_four_moves();
        let mut counters = Counters::default();
        let found = best_first::search::<AStar, _, _>(Task::new(
            &space,
            &options,
            &mut nodes,
            &Budget::default(),
            &mut counters,
        ));
        let case = || format!("{start} to {goal}, {heuristic:?}, {open:?}, {tie_break:?}\n{}", picture(grid));
        let is_trivial = start == goal;
        let expected = if is_trivial { Some(0) } else { distances[grid.cell(goal) as usize] };
        assert_eq!(found.cost.map(|cost| cost.to_f64() as u32), expected, "{}", case());
        assert_eq!(counters.reopened, 0, "a consistent heuristic never reopens: {}", case());
        let walk = space.unit_path(&found.path);
        assert_eq!(walk.len().saturating_sub(1), expected.unwrap_or(0) as usize, "{}", case());
        assert!(directions(grid, &walk).all(|direction| !direction.is_diagonal()), "{}", case());
        assert!(is_trivial || walk.iter().all(|&cell| grid.is_free(cell)), "{}", case());
    }
}

/// Steps from a cell to all others, by a queue alone.
fn distances(grid: &Grid, moves: &MoveTable<Four>, start: Place) -> Vec<Option<u32>> {
    let mut all = vec![None; grid.cell_bound()];
    let mut queue = std::collections::VecDeque::from([(grid.cell(start), 0)]);
    if !grid.is_free_at(start) {
        return all;
    }
    all[grid.cell(start) as usize] = Some(0);
    while let Some((cell, steps)) = queue.pop_front() {
        for action in moves.actions(cell) {
            let next = cell.wrapping_add_signed(moves.direction(action).offset(grid.stride()));
            if all[next as usize].is_none() {
                all[next as usize] = Some(steps + 1);
                queue.push_back((next, steps + 1));
            }
        }
    }
    all
}

#[test]
fn a_blocked_end_is_unsolvable_and_the_empty_path_is_not() {
    let mut grid = grid_where(1, 3, |_| true);
    let [west, middle, east] = [0, 1, 2].map(|col| Place { row: 0, col });
    compare(&grid, &[(west, east), (east, west), (middle, middle)], 0);
    grid.set_free(east, false);
    compare(&grid, &[(west, east), (east, west), (east, east)], 0);
}

struct Instance {
    start: Place,
    goal: Place,
    length: f64,
}

fn movingai() -> Option<PathBuf> {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let folder = data.join("mazes/movingai");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is not there", folder.display());
    None
}

fn read_map(path: &std::path::Path) -> Grid {
    let text = std::fs::read_to_string(path).expect("the map is readable");
    let mut lines = text.lines().skip_while(|line| line.trim() != "map").skip(1);
    let number = |word: &str| -> u32 {
        let line = text.lines().find(|line| line.starts_with(word)).expect("the header is complete");
        line[word.len()..].trim().parse().expect("a number")
    };
    let mut grid = Grid::blocked(number("height"), number("width"));
    for row in 0..grid.rows() {
        let line = lines.next().expect("a line for every row");
        for (col, letter) in (0..grid.cols()).zip(line.chars()) {
            grid.set_free(Place { row, col }, matches!(letter, '.' | 'G' | 'S'));
        }
    }
    grid
}

fn read_scenario(path: &std::path::Path) -> Vec<Instance> {
    let text = std::fs::read_to_string(path).expect("the scenario is readable");
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let number = |index: usize| -> u32 { words[index].parse().expect("a number") };
            Instance {
                start: Place { row: number(5), col: number(4) },
                goal: Place { row: number(7), col: number(6) },
                length: words[8].parse().expect("a length"),
            }
        })
        .collect()
}

/// The sums of the optima over the last instances, to one decimal. Source: the crate `pathfinding` on the same files.
const SUMS: [(&str, usize, f64); 4] = [
    ("brc202d", 200, 193_476.5),
    ("maze512-8-0", 200, 479_986.3),
    ("32room_000", 200, 144_816.6),
    ("arena2", usize::MAX, 172_642.8),
];

#[test]
fn sums_of_known_scenarios() {
    let Some(folder) = movingai() else { return };
    for (name, last, expected) in SUMS {
        let grid = read_map(&folder.join(format!("{name}.map")));
        let instances = read_scenario(&folder.join(format!("{name}.map.scen")));
        let instances = &instances[instances.len().saturating_sub(last)..];
        let run = timed(&grid, instances, OpenKind::Heap, &mut Counters::default());
        assert!((run.sum - expected).abs() < 0.06, "{name}: {} and not {expected}", run.sum);
    }
}

/// Every instance of every scenario against A*, and within the rounding of the listed length.
#[test]
#[ignore = "a minute in release"]
fn costs_equal_those_of_astar_on_all_scenarios() {
    let Some(folder) = movingai() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is readable") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|ending| ending != "scen") {
            continue;
        }
        let grid = read_map(&path.with_extension(""));
        let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
        let map = JumpMap::new(&grid);
        let mut jump_nodes = JumpNodes::new(grid.cell_bound());
        let mut nodes = None;
        let mut farthest_from_list = 0.0_f64;
        for Instance { start, goal, length } in read_scenario(&path) {
            let plain = GridSpace::new(&grid, &moves, Heuristic::Octile, start, goal);
            let nodes = nodes.get_or_insert_with(|| plain.new_nodes());
            let (options, budget) = (Options::default(), Budget::default());
            let expected = best_first::search::<AStar, _, _>(Task::new(&plain, &options, nodes, &budget, &mut ()));
            let space = JumpSpace::new(&map, Heuristic::Octile, start, goal);
            let found =
                best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut jump_nodes, &budget, &mut ()));
            assert_eq!(found.cost, expected.cost, "{}: {start} to {goal}", path.display());
            assert_eq!(found.cost, Some(cost_of_walk(&grid, &moves, &space.unit_path(&found.path))));
            farthest_from_list = farthest_from_list.max((found.cost.expect("solved").to_f64() - length).abs());
            count += 1;
        }
        eprintln!("{}: up to {farthest_from_list:.4} from the list", path.display());
    }
    eprintln!("{count} instances");
}

struct Run {
    sum: f64,
    time: Duration,
}

fn timed(grid: &Grid, instances: &[Instance], open: OpenKind, counters: &mut Counters) -> Run {
    let map = JumpMap::new(grid);
    let mut nodes = JumpNodes::new(grid.cell_bound());
    let options = Options { open, ..Options::default() };
    let begin = Instant::now();
    let mut sum = 0.0;
    for &Instance { start, goal, .. } in instances {
        let space = JumpSpace::new(&map, Heuristic::Octile, start, goal);
        let outcome =
            best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut nodes, &Budget::default(), counters));
        sum += outcome.cost.expect("every instance has a solution").to_f64();
    }
    Run { sum, time: begin.elapsed() }
}

/// Prints microseconds per instance and the ratio of expansions to A*.
#[test]
#[ignore = "a measurement; run in release"]
fn speed() {
    let Some(folder) = movingai() else { return };
    for (name, last, _) in SUMS {
        let grid = read_map(&folder.join(format!("{name}.map")));
        let instances = read_scenario(&folder.join(format!("{name}.map.scen")));
        let instances = &instances[instances.len().saturating_sub(last)..];
        let count = instances.len() as f64;
        for open in OPEN_KINDS {
            let mut counters = Counters::default();
            timed(&grid, instances, open, &mut counters);
            let mut times: Vec<_> =
                (0..15).map(|_| timed(&grid, instances, open, &mut Counters::default()).time).collect();
            times.sort();
            let micros = |time: Duration| time.as_secs_f64() * 1e6 / count;
            eprintln!(
                "{name:12} {open:?}: {:.1} µs per instance (least {:.1}), per instance {:.0} expanded, {:.0} generated, \
                 {:.0} pushed, {:.0} scanned",
                micros(times[times.len() / 2]),
                micros(times[0]),
                counters.expanded as f64 / count,
                counters.generated as f64 / count,
                counters.open_pushes as f64 / count,
                counters.scanned as f64 / count,
            );
        }
        let moves = MoveTable::<Eight>::new(&grid, Eight::ORDER);
        let mut nodes = None;
        let mut expanded = Counters::default();
        for &Instance { start, goal, .. } in instances {
            let plain = GridSpace::new(&grid, &moves, Heuristic::Octile, start, goal);
            let nodes = nodes.get_or_insert_with(|| plain.new_nodes());
            best_first::search::<AStar, _, _>(Task::new(
                &plain,
                &Options::default(),
                nodes,
                &Budget::default(),
                &mut expanded,
            ));
        }
        eprintln!("{name:12} A* expands {:.0} per instance", expanded.expanded as f64 / count);
    }
}
