//! The published figures, on the data beside the project: the course mazes, and the Moving AI scenarios.
//!
//! The data are in `../shared/data` or in the folder that `SEARCHLAB_DATA` names. Without them every test is skipped
//! and says so on standard error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use searchlab::catalog::{self, MAZE};
use searchlab::diagnostic::read_source;
use searchlab::record::{Limits, Params, Record, Trial};
use searchlab::run::Observers;
use searchlab::run::maze::MazeRunner;
use searchlab::search::about::Guarantee;
use searchlab::search::budget::{Budget, Status};
use searchlab::worlds::maze::Place;
use searchlab::worlds::maze::format::{Scenario, check_scen, endpoints, map_path, read_maze, read_scen};

use crate::long::is_long;

/// A folder of the shared data; `None`, with a remark, if it is not there.
fn shared(folder: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os("SEARCHLAB_DATA").map_or_else(beside, PathBuf::from).join(folder);
    if !path.is_dir() {
        eprintln!("skipped: no shared data in {}; SEARCHLAB_DATA may name another folder", path.display());
        return None;
    }
    Some(path)
}

/// A maze and where its path begins and ends.
struct Loaded {
    runner: MazeRunner,
    start: Place,
    goal: Place,
}

fn load(path: &Path) -> Loaded {
    let maze = read_maze(&read_source(&path.to_string_lossy()).expect("a file")).expect("a maze");
    let (start, goal) = endpoints(&maze, None, None).expect("two openings");
    Loaded { runner: MazeRunner::new(maze.grid), start, goal }
}

impl Loaded {
    fn run(&mut self, algorithm: &str, given: &[(&str, &str)], max_nodes: Option<u64>) -> Record {
        run(&mut self.runner, self.start, self.goal, algorithm, &params(algorithm, given), max_nodes)
    }
}

fn params(algorithm: &str, given: &[(&str, &str)]) -> Params {
    let about = MAZE.algorithm(algorithm).expect("an algorithm");
    MAZE.resolve(about, given).expect("parameters that it takes")
}

fn run(
    runner: &mut MazeRunner,
    start: Place,
    goal: Place,
    algorithm: &str,
    params: &Params,
    max_nodes: Option<u64>,
) -> Record {
    let trial = Trial {
        world: MAZE.name.name.to_owned(),
        instance: String::new(),
        content: runner.content(start, goal),
        algorithm: algorithm.to_owned(),
        params: params.clone(),
        depth: None,
        limits: Limits { nodes: max_nodes, ..Limits::default() },
        seed: 0,
        repeat: 0,
    };
    let budget = Budget { max_nodes, ..Budget::default() };
    runner.run(&trial, start, goal, &budget, &mut Observers::default())
}

fn cost(record: &Record) -> f64 {
    assert_eq!(record.status, Status::Solved, "{record:?}");
    record.result.as_ref().expect("an answer").value
}

/// Optima 39 and 116: the course report.
#[test]
fn optima_of_the_course_mazes() {
    let Some(folder) = shared("mazes/ustc") else { return };
    for (file, optimum) in [("input.txt", 39.0), ("input2.txt", 116.0)] {
        let mut maze = load(&folder.join(file));
        for about in MAZE.algorithms.iter().filter(|about| !catalog::prefers_eight_moves(about)) {
            let is_optimal = matches!(about.guarantee, Guarantee::Optimal | Guarantee::FewestSteps);
            // Without memory, 1381 free cells are too many: see the next test.
            let is_endless = ["iddfs", "rbfs", "idastar", "idastar-cycle-check", "bts"].contains(&about.name);
            if is_optimal && !(is_endless && file == "input2.txt") {
                let found = cost(&maze.run(about.name, &[], None));
                assert!(found.to_bits() == f64::to_bits(optimum), "{} on {file} finds {found}", about.name);
            }
        }
    }
}

/// 46,037,251 children at threshold 86: counted by an independent program, and again by dynamic programming.
#[test]
fn plain_idastar_stops_at_its_budget() {
    let Some(folder) = shared("mazes/ustc") else { return };
    let mut maze = load(&folder.join("input2.txt"));
    let record = maze.run("idastar", &[], Some(60_000_000));
    assert_eq!(record.status, Status::LimitNodes);
    assert_eq!(record.counters.generated, 60_000_000, "the limit is exact");
    let iterations: Vec<(u64, u64)> = record
        .per_iteration
        .iter()
        .map(|iteration| (iteration.limit.number() as u64, iteration.counters.generated))
        .collect();
    assert_eq!(iterations, [(86, 46_037_251), (88, 60_000_000 - 46_037_251)]);
}

/// Calls of the course report, the first one of the root included.
#[test]
fn idastar_with_a_table_ends() {
    let Some(folder) = shared("mazes/ustc") else { return };
    let mut maze = load(&folder.join("input2.txt"));
    for (order, calls) in [("RDLU", 67_848), ("UDLR", 79_466)] {
        let record = maze.run("idastar-table", &[("order", order)], None);
        assert!(cost(&record).to_bits() == 116f64.to_bits());
        assert_eq!(record.per_iteration.len(), 16, "{order}");
        assert_eq!((record.counters.iterations, record.counters.expanded + 1), (16, calls), "{order}");
    }
}

/// The IDA* with table of the course report, as it was coded: its calls are the children that pass the table, those
/// above the threshold included, and the root of each iteration.
#[test]
fn idastar_with_a_table_as_the_report_coded_it() {
    let Some(folder) = shared("mazes/ustc") else { return };
    let mut maze = load(&folder.join("input2.txt"));
    let record = maze.run("idastar-table-as-coded", &[("order", "RDLU")], None);
    assert!(cost(&record).to_bits() == 116f64.to_bits());
    let counters = record.counters;
    let calls = counters.generated - counters.tt_cutoffs + counters.iterations;
    assert_eq!((counters.iterations, calls), (16, 367_081));
    // The best ways that it finds are those of idastar-table; it only goes them again.
    assert_eq!((counters.tt_stores, counters.expanded), (67_848, 276_437));
}

/// Sums of the optima over so many of the last instances of a file: moves, instances, sum. The sums with four moves
/// were computed by an independent program in C, those with eight by Harabor's warthog.
const SUMS: &[(&str, &str, usize, f64)] = &[
    ("brc202d", "4", 200, 207_969.0),
    ("AR0700SR", "4", 200, 35_855.0),
    ("maze512-8-0", "4", 200, 554_206.0),
    ("32room_000", "4", 200, 175_401.0),
    ("arena2", "4", 929, 195_404.0),
    ("brc202d", "8", 200, 193_476.5),
    ("maze512-8-0", "8", 200, 479_986.3),
    ("32room_000", "8", 200, 144_816.6),
    ("arena2", "8", 929, 172_642.8),
];

/// With four moves the two searches take so many of the last instances of each file, or all that a sum asks for.
const FOUR_MOVES_LAST: usize = 200;

/// Listed optima by A* and by jump points, and with four moves A* as long as breadth-first search.
#[test]
fn scenarios_of_moving_ai() {
    let Some(folder) = shared("mazes/movingai") else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "scen"))
        .collect();
    files.sort();
    assert!(files.len() >= 13, "{files:?}");
    let next = AtomicUsize::new(0);
    let costs = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().replace(".map.scen", "");
            let found = check_file(&name, file);
            costs.lock().expect("no thread has failed").insert(name, found);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from).min(2) {
            scope.spawn(work);
        }
    });
    let costs = costs.into_inner().expect("no thread has failed");
    for &(name, moves, last, sum) in SUMS {
        let (four, eight) = &costs[name];
        let all = if moves == "4" { four } else { eight };
        let found: f64 = all[all.len() - last..].iter().sum();
        // The listed sums have one decimal.
        assert!((found - sum).abs() <= 0.05 + 1e-6, "{name} with {moves} moves: the last {last} sum up to {found}");
    }
}

/// Costs of the last instances of a file with four moves, and with eight; with these of all, or of every eighth of the
/// others in a build that checks itself.
fn check_file(name: &str, file: &Path) -> (Vec<f64>, Vec<f64>) {
    let source = read_source(&file.to_string_lossy()).expect("a file");
    let scenarios = read_scen(&source).expect("scenarios");
    let map = map_path(file, &scenarios[0]).expect("its map");
    let maze = read_maze(&read_source(&map.to_string_lossy()).expect("a file")).expect("a map");
    check_scen(&source, &scenarios, Some(&map), &maze.grid).expect("they belong together");
    let mut runner = MazeRunner::new(maze.grid);
    let asked = SUMS.iter().filter(|sum| sum.0 == name && sum.1 == "4").map(|sum| sum.2);
    let last = asked.fold(FOUR_MOVES_LAST, usize::max).min(scenarios.len());
    let is_searched = |&(place, _): &(usize, _)| is_long() || place % 8 == 0 || place + last >= scenarios.len();
    let eight = scenarios.iter().enumerate().filter(is_searched);
    let eight = eight.map(|(_, scenario)| with_eight_moves(&mut runner, name, scenario)).collect();
    let four = &scenarios[scenarios.len() - last..];
    let four = four.iter().map(|scenario| with_four_moves(&mut runner, name, scenario)).collect();
    (four, eight)
}

fn with_eight_moves(runner: &mut MazeRunner, name: &str, scenario: &Scenario) -> f64 {
    let mut exact = |algorithm: &str| {
        let params = params(algorithm, &[("moves", "8")]);
        let record = run(runner, scenario.start, scenario.goal, algorithm, &params, None);
        let found = cost(&record);
        let line = scenario.line;
        assert!(scenario.optimum.agrees(found), "{name}:{line}: {algorithm} finds {found}, not {:?}", scenario.optimum);
        assert_eq!(record.counters.reopened, 0, "{name}:{line}: octile distance is consistent");
        (record.result.and_then(|answer| answer.exact).expect("an exact cost"), found)
    };
    let (by_steps, found) = exact("astar");
    let (by_jumps, _) = exact("jps");
    assert_eq!(by_steps, by_jumps, "{name}:{}", scenario.line);
    found
}

fn with_four_moves(runner: &mut MazeRunner, name: &str, scenario: &Scenario) -> f64 {
    let mut found = |algorithm: &str| {
        let params = params(algorithm, &[("moves", "4")]);
        cost(&run(runner, scenario.start, scenario.goal, algorithm, &params, None))
    };
    let (astar, bfs) = (found("astar"), found("bfs"));
    assert!(astar.to_bits() == bfs.to_bits(), "{name}:{}: {astar} and {bfs}", scenario.line);
    astar
}
