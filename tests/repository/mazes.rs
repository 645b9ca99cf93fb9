//! The shipped mazes: the commands in their README make them, byte for byte, and its table is true.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use searchlab::catalog::MAZE;
use searchlab::diagnostic::read_source;
use searchlab::record::{Answer, Limits, Trial};
use searchlab::run::Observers;
use searchlab::run::maze::MazeRunner;
use searchlab::search::budget::Budget;
use searchlab::text::grouped;
use searchlab::worlds::maze::Place;
use searchlab::worlds::maze::format::{check_scen, endpoints, map_path, read_maze, read_scen};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mazes")
}

fn readme() -> String {
    fs::read_to_string(folder().join("README.md")).expect("the README of the mazes")
}

/// The cells of the table, row by row, without its head.
fn table(readme: &str) -> Vec<Vec<&str>> {
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.skip(1).map(|row| row.split(" | ").map(str::trim).collect()).collect()
}

fn has_extension(name: &str, wanted: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == wanted)
}

/// The commands that make mazes.
fn commands(readme: &str) -> impl Iterator<Item = &str> {
    readme.lines().filter(|line| line.starts_with("searchlab maze generate "))
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name")).collect()
}

#[test]
fn the_commands_of_the_readme_make_the_files() {
    let place = tempfile::tempdir().expect("a folder");
    let made = place.path().join("mazes");
    fs::create_dir(&made).expect("a folder");
    for command in commands(&readme()) {
        let words = command.split_ascii_whitespace().skip(1);
        Command::new(env!("CARGO_BIN_EXE_searchlab")).args(words).current_dir(&place).assert().success();
    }
    let mut shipped = names_in(&folder());
    assert!(shipped.remove("README.md"));
    assert_eq!(names_in(&made), shipped);
    for name in shipped {
        let read = |folder: &Path| fs::read(folder.join(&name)).expect("a maze");
        assert!(read(&made) == read(&folder()), "{name} is not what its command makes");
    }
}

/// The answer of an algorithm on the maze of a runner.
fn solve(runner: &mut MazeRunner, start: Place, goal: Place, algorithm: &str, moves: &str) -> Answer {
    let about = MAZE.algorithm(algorithm).expect("an algorithm");
    let trial = Trial {
        world: MAZE.name.name.to_owned(),
        instance: String::new(),
        content: 0,
        algorithm: algorithm.to_owned(),
        params: MAZE.resolve(about, &[("moves", moves)]).expect("parameters"),
        depth: None,
        limits: Limits::default(),
        seed: 0,
        repeat: 0,
    };
    let record = runner.run(&trial, start, goal, &Budget::default(), &mut Observers::default());
    record.result.expect("a path")
}

/// The optimum by several algorithms, as the table writes it.
fn optimum(runner: &mut MazeRunner, start: Place, goal: Place, algorithms: &[&str], moves: &str) -> String {
    let cost = |algorithm: &&str| {
        let answer = solve(runner, start, goal, algorithm, moves);
        match answer.exact {
            Some([straight, diagonal]) => format!("{straight} + {diagonal}√2 = {:.4}", answer.value),
            None => answer.value.to_string(),
        }
    };
    let costs: Vec<String> = algorithms.iter().map(cost).collect();
    assert!(costs.iter().all(|cost| *cost == costs[0]), "{algorithms:?}: {costs:?}");
    costs.into_iter().next().expect("an algorithm")
}

fn place(text: &str) -> Option<Place> {
    let (row, col) = text.split_once(',')?;
    Some(Place { row: row.parse().ok()?, col: col.parse().ok()? })
}

#[test]
fn the_table_of_the_readme_is_true() {
    let readme = readme();
    let rows = table(&readme);
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    let mazes = names_in(&folder()).into_iter().filter(|name| has_extension(name, "txt") || has_extension(name, "map"));
    assert_eq!(listed, mazes.collect());
    let mut wrong = Vec::new();
    for row in rows {
        let name = row[0];
        assert_eq!(row.len(), 6, "{name}");
        let maze = read_maze(&read_source(&folder().join(name).to_string_lossy()).expect("a file")).expect("a maze");
        assert!(maze.remarks.is_empty(), "{name}: {:?}", maze.remarks);
        let size = format!("-{}x{}.", maze.grid.rows(), maze.grid.cols());
        assert!(name.contains(&size), "{name} has the size {size}");
        // Maps do not hold their start and goal; there the table decides.
        let given = |text| if has_extension(name, "map") { place(text) } else { None };
        let (start, goal) = endpoints(&maze, given(row[2]), given(row[3])).expect("start and goal");
        let free = grouped(maze.grid.free_cells());
        let mut runner = MazeRunner::new(maze.grid);
        let four = optimum(&mut runner, start, goal, &["dijkstra", "astar"], "4");
        let eight = optimum(&mut runner, start, goal, &["dijkstra", "astar", "jps"], "8");
        let (start, goal) = (start.to_string(), goal.to_string());
        let truth = [name, &free, &start, &goal, &four, &eight];
        if row != truth {
            wrong.push(format!("| {} |", truth.join(" | ")));
        }
    }
    assert!(wrong.is_empty(), "these rows are true:\n{}", wrong.join("\n"));
}

#[test]
fn every_scenario_is_optimal() {
    let path = folder().join("caves-400x400.map.scen");
    let source = read_source(&path.to_string_lossy()).expect("a file");
    let all = read_scen(&source).expect("scenarios");
    let map = map_path(&path, &all[0]).expect("a map");
    let maze = read_maze(&read_source(&map.to_string_lossy()).expect("a file")).expect("a map");
    check_scen(&source, &all, Some(&map), &maze.grid).expect("scenarios of this map");
    assert_eq!(all.len(), 48);
    let mut runner = MazeRunner::new(maze.grid);
    for scenario in &all {
        let answers = ["dijkstra", "jps"].map(|name| solve(&mut runner, scenario.start, scenario.goal, name, "8"));
        assert_eq!(answers[0].exact, answers[1].exact, "line {}", scenario.line);
        assert!(scenario.optimum.agrees(answers[0].value), "line {}", scenario.line);
        assert_eq!(scenario.bucket, (answers[0].value / 4.0) as u32, "line {}", scenario.line);
    }
}

/// Why this maze is the show piece: many ways, and algorithms that differ.
#[test]
fn plain_idastar_cannot_finish_the_large_course_maze() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_searchlab"));
    let file = folder().join("course-30x60.txt");
    command.args(["maze", "idastar", "--max-nodes", "60000000", "--draw", "never"]).arg(file);
    let output = command.assert().code(3);
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.contains("limit:nodes"), "{text}");
    assert!(text.contains("The next threshold, 96, generates "), "{text}");
}

#[test]
fn scenarios_need_a_map_to_stand_beside() {
    let place = tempfile::tempdir().expect("a folder");
    let refusals: [(&[&str], &str); 3] = [
        (&[], "say -o NAME.map"),
        (&["-o", "caves.txt"], "say -o NAME.map"),
        (&["-o", "my caves.map"], "cannot stand in a scenario file"),
    ];
    for (flags, words) in refusals {
        let mut command = Command::new(env!("CARGO_BIN_EXE_searchlab"));
        command.args(["maze", "generate", "caves", "--scenarios", "3"]).args(flags).current_dir(&place);
        let output = command.assert().code(2);
        let text = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(text.contains(words), "{flags:?}: {text}");
        assert!(names_in(place.path()).is_empty(), "{flags:?} wrote something");
    }
}
