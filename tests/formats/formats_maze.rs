//! Mazes in every format: what is read, what is written, and that the one is the inverse of the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use proptest::prelude::*;
use searchlab::diagnostic::{Source, read_source};
use searchlab::search::budget::Budget;
use searchlab::search::path::{Cost, DenseNodes, Options, PathAlgorithm, StateSpace, best_first::Dijkstra};
use searchlab::worlds::maze::format::{
    Format, Maze, Optimum, Reading, Scenario, check_scen, endpoints, map_path, read_maze, read_maze_with, read_scen,
    write_ascii, write_course, write_map, write_scen,
};
use searchlab::worlds::maze::terrain::{CostTable, Terrain};
use searchlab::worlds::maze::{Direction, Eight, Grid, GridSpace, Heuristic, MoveTable, Octile, Place};

const fn place(row: u32, col: u32) -> Place {
    Place { row, col }
}

fn read(text: &str) -> Maze {
    read_maze(&Source::new("maze.txt", text)).unwrap_or_else(|problems| panic!("{problems}\nin\n{text}"))
}

/// A grid from a picture as `Debug` draws it.
fn picture(rows: &[&str]) -> String {
    rows.iter().flat_map(|row| [row, "\n"]).collect()
}

#[test]
fn reads_each_format() {
    let plain: &[&str] = &["###", "..#", "#.."];
    let cases = [
        (Format::Course, "1 1 1\n0 0 1\n1 0 0\n"),
        (Format::Course, "111\n001\n100"),
        (Format::Course, "\u{feff}1\t1 1 \r\n 001\r\n1 0 0\r\n\r\n"),
        (Format::Course, "\n\n111\n001\n100\n\nstart 1 0, goal 2 2\n"),
        (Format::Course, "111\n001\n100\n1 is a wall, 0 is not\n1 0\n"),
        (Format::Ascii, "###\n..#\n#..\n"),
        (Format::Ascii, "\r\n###\r\n  #\r\n#. \r\n\r\n"),
        (Format::Layout, "%%%\n  %\n%  \n"),
        (Format::Layout, "%%%\r\nG %\r\n%o1\r\n"),
        (Format::Csv, "1,1,1\n0,0,1\n1,0,0\n"),
        (Format::Csv, "\u{feff}#;#;#\r\n;.;#\r\n#;;\r\n\r\n"),
        (Format::Csv, "\"1\", 1 ,1\n,,1\n1,\"0\",\n"),
        (Format::Boxes, "┌─┐\n  │\n╵  \n"),
        (Format::Boxes, "███\n ·█\n█ .\n"),
        (Format::MovingAi, "type octile\nheight 3\nwidth 3\nmap\n@OT\n.G@\nW..\n"),
        (Format::MovingAi, "type octile\r\nwidth 3\r\nheight  3 \r\nmap\r\n@@@\r\nS.@\r\n@.S\r\n\r\n"),
    ];
    for (format, text) in cases {
        let maze = read(text);
        assert_eq!(maze.format, format, "{text:?}");
        assert_eq!(format!("{:?}", maze.grid), picture(plain), "{text:?}");
        assert_eq!((maze.start, maze.goal), (None, None));
    }
}

#[test]
fn layouts_have_a_start_and_a_dot_as_goal() {
    let maze = read("%%%%%\n%P .%\n%%%%%\n");
    assert_eq!((maze.start, maze.goal), (Some(Place { row: 1, col: 1 }), Some(Place { row: 1, col: 3 })));
    assert!(maze.remarks.is_empty());
    let maze = read("%%%%%\n%P..%\n%%%%%\n");
    assert_eq!((maze.goal, maze.remarks.len()), (None, 1));
    assert!(maze.remarks[0].contains("2 dots"), "{:?}", maze.remarks);
    assert_eq!(maze.goals, [place(1, 2), place(1, 3)]);
}

/// Rooms that are drawn several characters wide are one cell each, whatever their width.
#[test]
fn drawn_rooms_are_cells() {
    let rooms: &[&str] = &["#####", "#...#", "#.###", "#...#", "#####"];
    let drawings = [
        "+---+---+\n|S      |\n+   +---+\n|     G |\n+---+---+\n",
        "+--+--+\n|S    |\n+  +--+\n|   G |\n+--+--+\n",
        "┌───────┐\n│ S     │\n│   ┌───┤\n│     G │\n└───────┘\n",
    ];
    for text in drawings {
        let maze = read(text);
        assert_eq!(format!("{:?}", maze.grid), picture(rooms), "{text}");
        assert_eq!((maze.start, maze.goal), (Some(place(1, 1)), Some(place(3, 3))), "{text}");
    }
    // Walls that begin anywhere are read character by character.
    let literal = read("+----+\n|S | |\n|   G|\n+----+\n");
    assert_eq!(format!("{:?}", literal.grid), picture(&["######", "#..#.#", "#....#", "######"]));
    assert_eq!((literal.start, literal.goal), (Some(place(1, 1)), Some(place(2, 4))));
    let sheet = read("1,1,1\n1,s,1\n1,G,1\n");
    assert_eq!((sheet.start, sheet.goal), (Some(place(1, 1)), Some(place(2, 1))));
}

#[test]
fn remarks_on_what_it_leaves_out() {
    let cases = [
        ("11\n00\n\n  Solution: 12 steps\n", "line 4: text after the maze is ignored: \"Solution: 12 steps\""),
        ("11\n00\nend", "line 3: text after the maze is ignored: \"end\""),
        (
            "type octile\nheight 1\nwidth 3\nmap\nS.S\n",
            "2 swamp cells (S) counted as free, at the cost of any other cell",
        ),
    ];
    for (text, remark) in cases {
        assert_eq!(read(text).remarks, [remark], "{text:?}");
    }
    assert!(read("11\n00\n\n").remarks.is_empty());
}

#[test]
fn finds_start_and_goal() {
    type Ends = (Option<Place>, Option<Place>);
    let open = "#.##\n#..#\n##.#\n";
    let cases: [(&str, Ends, (Place, Place)); 8] = [
        ("#####\n#G.S#\n#####\n", (None, None), (place(1, 3), place(1, 1))),
        ("#####\n#G.S#\n#####\n", (Some(place(1, 2)), None), (place(1, 2), place(1, 1))),
        (open, (None, None), (place(0, 1), place(2, 2))),
        (open, (Some(place(2, 2)), None), (place(2, 2), place(0, 1))),
        (open, (None, Some(place(2, 2))), (place(0, 1), place(2, 2))),
        (open, (Some(place(1, 1)), Some(place(1, 1))), (place(1, 1), place(1, 1))),
        ("..\n", (None, None), (place(0, 0), place(0, 1))),
        ("0\n0\n", (None, None), (place(0, 0), place(1, 0))),
    ];
    for (text, (start, goal), expected) in cases {
        assert_eq!(endpoints(&read(text), start, goal).unwrap(), expected, "{text}");
    }
}

#[test]
fn optima_agree_at_the_precision_of_their_file() {
    // lengths of one file, a cost, the length with which it agrees
    let cases: [(&[&str], f64, &[&str]); 9] = [
        // Six significant digits without zeros at the end: 1 is not 1.41421.
        (&["1", "2.41421", "1006.71"], std::f64::consts::SQRT_2, &[]),
        (&["1", "2.41421", "1006.71"], 1.0 + std::f64::consts::SQRT_2, &["2.41421"]),
        (&["1", "2.41421", "1006.71"], 1006.7149, &["1006.71"]),
        (&["1", "2.41421", "1006.71"], 1006.7161, &[]),
        (&["2.41421", "2.4142"], 2.41423, &[]),
        // Two decimals.
        (&["3.00", "450.58"], 450.5849, &["450.58"]),
        (&["3.00", "450.58"], 3.0049, &["3.00"]),
        // Whole numbers.
        (&["7", "8"], 7.4, &[]),
        (&["7", "8"], 8.0, &["8"]),
    ];
    for (lengths, cost, expected) in cases {
        let line = "0 a.map 9 9 0 0 1 1 ";
        let text = format!("version 1.0\n{line}{}\n", lengths.join(&format!("\n{line}")));
        let scenarios = read_scen(&Source::new("s.scen", text)).unwrap();
        let agreeing: Vec<_> = scenarios.iter().filter(|scenario| scenario.optimum.agrees(cost)).collect();
        let texts: Vec<_> = agreeing.iter().map(|scenario| scenario.optimum.text()).collect();
        assert_eq!(texts, expected, "{cost} in {lengths:?}");
    }
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (1_u32..12, 1_u32..12).prop_flat_map(|(rows, cols)| {
        prop::collection::vec(any::<bool>(), (rows * cols) as usize).prop_map(move |free| {
            let mut grid = Grid::blocked(rows, cols);
            let places: Vec<_> = grid.places().collect();
            for (place, free) in places.into_iter().zip(free) {
                grid.set_free(place, free);
            }
            grid
        })
    })
}

/// As other systems and editors may save a text.
fn resaved(text: &str, style: u8) -> String {
    let text = if style & 1 != 0 { text.replace('\n', "\r\n") } else { text.to_owned() };
    let text = if style & 2 != 0 { text.trim_end().to_owned() } else { text };
    if style & 4 != 0 { format!("\u{feff}{text}\n\n") } else { text }
}

proptest! {
    /// Reading is the inverse of writing.
    #[test]
    fn mazes_survive_writing_and_reading(grid in any_grid(), seed in any::<(usize, usize)>(), style in 0_u8..8) {
        let free: Vec<_> = grid.places().filter(|&place| grid.is_free_at(place)).collect();
        let pick = |index: usize| free.get(index % free.len().max(1)).copied();
        let (start, goal) = (pick(seed.0), pick(seed.1));
        let goal = goal.filter(|_| goal != start);
        for format in Format::ALL {
            let mut bytes = Vec::new();
            let (start, goal) = if format == Format::Ascii { (start, goal) } else { (None, None) };
            match format {
                Format::Course => write_course(&grid, &mut bytes),
                Format::Ascii => write_ascii(&grid, start, goal, &mut bytes),
                Format::MovingAi => write_map(&grid, &mut bytes),
                Format::Layout | Format::Csv | Format::Boxes => unreachable!("it is only read"),
            }
            .unwrap();
            let maze = read(&resaved(&String::from_utf8(bytes).unwrap(), style));
            prop_assert_eq!(maze, Maze { grid: grid.clone(), terrain: None, start, goal, goals: Vec::new(), format, remarks: Vec::new() });
        }
    }

    /// Reading is the inverse of writing.
    #[test]
    fn scenarios_survive_writing_and_reading(
        list in prop::collection::vec((any::<u16>(), 1_u32..500, 1_u32..500, any::<[u32; 4]>(), 0.0_f64..1e6), 1..20),
        style in 0_u8..8,
    ) {
        let scenario = |(index, (bucket, rows, cols, at, length)): (usize, (u16, u32, u32, [u32; 4], f64))| Scenario {
            line: index + 2,
            bucket: bucket.into(),
            map: format!("maps/{bucket}.map"),
            cols,
            rows,
            start: place(at[0] % rows, at[1] % cols),
            goal: place(at[2] % rows, at[3] % cols),
            optimum: Optimum::new(length, 8),
        };
        let scenarios: Vec<_> = list.iter().copied().enumerate().map(scenario).collect();
        let mut bytes = Vec::new();
        write_scen(&scenarios, &mut bytes).unwrap();
        let read = read_scen(&Source::new("s", resaved(&String::from_utf8(bytes).unwrap(), style))).unwrap();
        for ((written, read), (.., length)) in scenarios.iter().zip(&read).zip(&list) {
            prop_assert!(read.optimum.agrees(*length) && !read.optimum.agrees(length + 1.0));
            prop_assert_eq!(written.optimum.text(), read.optimum.text());
            let same_value = Scenario { optimum: written.optimum.clone(), ..read.clone() };
            prop_assert_eq!(written, &same_value);
        }
        prop_assert_eq!(scenarios.len(), read.len());
    }

    /// No text makes a reader panic, and every error can be shown.
    #[test]
    fn any_text_is_a_maze_or_an_error(text in "(type octile|height|width|map|version 1|[01#.SG@TOWé \t\r\n2,;+|─│-]){0,60}") {
        let source = Source::new("any", text);
        for shown in [read_maze(&source).map(|_| ()), read_scen(&source).map(|_| ())] {
            if let Err(problems) = shown {
                prop_assert!(problems.to_string().starts_with("error: "));
                prop_assert!(problems.render(true).len() > 10);
            }
        }
    }
}

#[test]
fn refuses_what_cannot_be_written() {
    let grid = read("#.\n").grid;
    for (start, goal) in [(place(0, 0), place(0, 1)), (place(0, 1), place(0, 1)), (place(0, 1), place(1, 1))] {
        let error = write_ascii(&grid, Some(start), Some(goal), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("two free cells"));
    }
    let optimum = Optimum::new(1.0, 2);
    let (start, goal) = (place(0, 0), place(0, 1));
    let scenario = Scenario { line: 2, bucket: 0, map: "a b.map".into(), cols: 2, rows: 1, start, goal, optimum };
    assert!(write_scen(&[scenario], &mut Vec::new()).unwrap_err().to_string().contains("\"a b.map\""));
}

/// The folder of the shared test data, unless it is absent, which is said visibly.
fn shared(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: there is no test data in {}; SEARCHLAB_DATA names its folder", path.display());
    None
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort_unstable();
    files
}

fn source_of(path: &Path) -> Source {
    read_source(path.to_str().unwrap()).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn reads_the_course_mazes() {
    let Some(folder) = shared("mazes/ustc") else { return };
    for (name, rows, cols, goal) in [("input.txt", 18, 25, place(16, 24)), ("input2.txt", 30, 60, place(28, 59))] {
        let maze = read_maze(&source_of(&folder.join(name))).unwrap();
        assert_eq!((maze.grid.rows(), maze.grid.cols(), maze.format), (rows, cols, Format::Course));
        assert_eq!(endpoints(&maze, None, None).unwrap(), (place(1, 0), goal));
        assert!(maze.remarks.is_empty());
    }
}

/// The listed optima against Dijkstra's algorithm: of every file the first instances, which are the easiest.
#[test]
fn reads_the_shared_maps_and_scenarios() {
    let Some(folder) = shared("mazes/movingai") else { return };
    let scens = files_in(&folder, "scen");
    assert_eq!(scens.len(), 14);
    assert_eq!(files_in(&folder, "map").len(), 14);
    let mut instances = 0;
    for path in scens {
        let source = source_of(&path);
        let scenarios = read_scen(&source).unwrap_or_else(|problems| panic!("{problems}"));
        instances += scenarios.len();
        let map = map_path(&path, &scenarios[0]).unwrap();
        let maze = read_maze(&source_of(&map)).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(maze.format, Format::MovingAi);
        check_scen(&source, &scenarios, Some(&map), &maze.grid).unwrap_or_else(|problems| panic!("{problems}"));
        let table = MoveTable::<Eight>::new(&maze.grid, &Direction::ALL);
        let mut nodes: Option<DenseNodes<Octile>> = None;
        for scenario in scenarios.iter().take(60) {
            let space = GridSpace::new(&maze.grid, &table, Heuristic::Zero, scenario.start, scenario.goal);
            let nodes = nodes.get_or_insert_with(|| space.new_nodes());
            let found = Dijkstra::search(&space, &Options::default(), nodes, &Budget::default(), &mut ());
            let cost = found.cost.unwrap().to_f64();
            let listed = &scenario.optimum;
            assert!(listed.agrees(cost), "{}:{}: {} is not {cost}", source.name, scenario.line, listed.text());
            assert!(!listed.agrees(cost * 1.001 + 0.01), "{}:{}: too lenient", source.name, scenario.line);
        }
    }
    // The sum of the lines of all files.
    assert_eq!(instances, 20_431);
}

/// Run with `--release --ignored --nocapture`: times are measured, not asserted to the millisecond.
#[test]
#[ignore = "measures time"]
fn reads_fast() {
    for (rows, cols) in [(512, 512), (10_000, 10_000), (1, 100_000_000), (100_000_000, 1)] {
        let mut grid = Grid::blocked(rows, cols);
        let places = grid.places();
        for place in places.filter(|place| (place.row.wrapping_mul(31) ^ place.col) % 3 != 0) {
            grid.set_free(place, true);
        }
        for format in Format::ALL {
            let mut bytes = Vec::new();
            let begin = Instant::now();
            match format {
                Format::Course => write_course(&grid, &mut bytes),
                Format::Ascii => write_ascii(&grid, None, None, &mut bytes),
                Format::MovingAi => write_map(&grid, &mut bytes),
                Format::Layout | Format::Csv | Format::Boxes => unreachable!("it is only read"),
            }
            .unwrap();
            let writing = begin.elapsed();
            let source = Source::new("maze.map", String::from_utf8(bytes).unwrap());
            let begin = Instant::now();
            let maze = read_maze(&source).unwrap();
            println!("{rows}x{cols} {}: written in {writing:.2?}, read in {:.2?}", format.name(), begin.elapsed());
            assert!(maze.grid == grid);
        }
    }
}

/// A digit is the cost of its cell; in CSV 0 and 1 are free and wall, as ever.
#[test]
fn digits_are_costs() {
    for (text, expected) in [
        ("S2.\n#9G\n", [[1, 2, 1], [0, 9, 1]]),
        ("S .\n53G\n", [[1, 1, 1], [5, 3, 1]]),
        ("S,2,\n1,9,G\n", [[1, 2, 1], [0, 9, 1]]),
    ] {
        let maze = read(text);
        let terrain = maze.terrain.unwrap_or_else(|| panic!("no terrain in {text:?}"));
        assert_eq!(terrain.rows(&maze.grid), expected, "{text:?}");
        assert_eq!(terrain.source(), Terrain::DIGITS);
    }
    assert_eq!(read("S1.\n#1G\n").terrain, None, "all cells cost 1");
}

fn with_table(table: &str) -> Reading {
    Reading { table: Some(CostTable::parse(table).unwrap()), ..Reading::default() }
}

#[test]
fn letters_of_maps_have_the_costs_of_a_table() {
    let map = "type octile\nheight 2\nwidth 4\nmap\n.SW@\nGTWS\n";
    let read = |table: &str| read_maze_with(&Source::new("a.map", map), &with_table(table));
    let maze = read("S=4,W=8").unwrap();
    let terrain = maze.terrain.unwrap();
    assert_eq!(terrain.rows(&maze.grid), [[1, 4, 8, 0], [1, 0, 8, 4]]);
    assert_eq!((terrain.least(), terrain.dearest(), terrain.source()), (1, 8, "S=4,W=8"));
    let all = read("W=2, .=3,T=5,G=7,S=1,@=1000").unwrap();
    assert_eq!(all.terrain.unwrap().rows(&all.grid), [[3, 1, 2, 1000], [7, 5, 2, 1]]);
    let wrong = read("W=8").unwrap_err().to_string();
    assert!(wrong.contains("the terrain has no cost for S") && wrong.contains("a.map:5:2"), "{wrong}");
    let other = read_maze_with(&Source::new("a.txt", "S2G\n"), &with_table("S=2"));
    assert!(other.unwrap_err().to_string().contains("only Moving AI maps have letters of terrain"));
}

#[test]
fn wrong_tables_of_costs_are_named() {
    for (table, words) in [
        ("", "invalid cost \"\""),
        ("S", "invalid cost \"S\" in the terrain \"S\""),
        ("S=0", "whole costs from 1 to 1000"),
        ("S=1001", "invalid cost \"S=1001\""),
        ("SW=2", "invalid cost \"SW=2\""),
        ("s=2", "invalid cost \"s=2\""),
        ("S=2,S=3", "a second cost of S"),
    ] {
        let wrong = CostTable::parse(table).unwrap_err().to_string();
        assert!(wrong.contains(words), "{table}: {wrong}");
    }
}

#[test]
fn several_goals_are_read_where_they_are_asked_for() {
    let several = Reading { has_several_goals: true, ..Reading::default() };
    for text in ["SG.G\n#.#.\n", "S,G,,G\n1,,1,\n"] {
        let read = |reading| read_maze_with(&Source::new("goals", text), reading);
        let maze = read(&several).unwrap();
        assert_eq!((maze.goal, maze.goals.as_slice()), (None, [place(0, 1), place(0, 3)].as_slice()), "{text:?}");
        assert!(read(&Reading::default()).unwrap_err().to_string().contains("a second goal"), "{text:?}");
    }
    let one = read_maze_with(&Source::new("goals", "S.G\n"), &several).unwrap();
    assert_eq!((one.goal, one.goals), (Some(place(0, 2)), Vec::new()));
}
