//! Everything that can be wrong with a maze or scenario file has its own message, with file, line and column.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use searchlab::diagnostic::{Diagnostics, Source, read_source};
use searchlab::worlds::maze::Place;
use searchlab::worlds::maze::format::{check_scen, endpoints, map_path, read_maze, read_scen};

/// Fails unless the message contains all parts, in this order.
#[track_caller]
fn assert_says(problems: &Diagnostics, parts: &[&str]) {
    let shown = problems.render(false);
    let mut rest = shown.as_str();
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("{part:?} is not in, or not in order in\n{shown}") };
        rest = &rest[at + part.len()..];
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 160), "a line is too long in\n{shown}");
}

fn place(row: u32, col: u32) -> Place {
    Place { row, col }
}

/// Name of the file, its text, and parts of the message in order.
type Case = (&'static str, &'static str, &'static [&'static str]);

const MAZES: &[Case] = &[
    ("empty.txt", "", &["error: the file is empty", "--> empty.txt:1:1", "expected a maze", "= a maze is rows of 0"]),
    ("blank.txt", " \n\t\r\n", &["error: the file holds nothing but blanks", "--> blank.txt:1:1"]),
    (
        "prose.txt",
        "\nDear reader,\n",
        &["error: not a maze in a known format", "--> prose.txt:2:1", "^ expected 0 or 1"],
    ),
    ("a.scen", "version 1\n", &["error: a scenario file instead of a maze", "--> a.scen:1:1", "`searchlab maze scen"]),
    // CSV.
    (
        "unknown.csv",
        "1,1\n0,x\n",
        &["error: unknown cell \"x\" in a maze", "--> unknown.csv:2:3", "expected 1 or # (wall)"],
    ),
    (
        "ragged.txt",
        "1,1,1\n0,0\n",
        &["ragged rows: this one has 2 cells", "--> ragged.txt:2:4", "expected 3 cells, as in line 1"],
    ),
    ("wide.csv", "1;1\n0;0;0\n", &["ragged rows: this one has 3 cells", "--> wide.csv:2:5"]),
    ("starts.csv", "S,0\nS,0\n", &["a second start", "--> starts.csv:2:1", "the first start"]),
    // Drawn lines.
    ("letter.txt", "+--+\n|x |\n+--+\n", &["unknown cell \"x\" in a maze", "--> letter.txt:2:2", "expected a line"]),
    ("stripped.txt", "+--+\n|\n+--+\n", &["ragged rows: this one has 1 cell", "stripped"]),
    // Course format.
    (
        "short.txt",
        "1 1 1\r\n1 0\r\n1 1 1\r\n",
        &[
            "error: ragged rows: this one has 2 cells",
            "--> short.txt:2:4",
            "2 | 1 0",
            "^ expected 3 cells, as in line 1",
        ],
    ),
    (
        "long.txt",
        "\n111\n101101\n",
        &["ragged rows: this one has 6 cells", "--> long.txt:3:4", "^^^ expected 3 cells, as in line 2"],
    ),
    (
        "two.txt",
        "1 1 1\n1 x 1\n1 é 2\n",
        &[
            "error: unknown 'x' in a maze",
            "--> two.txt:2:3",
            "^ expected 0 (free) or 1 (wall)",
            "error: unknown 'é'",
            "--> two.txt:3:3",
            "error: unknown '2'",
            "--> two.txt:3:5",
        ],
    ),
    ("nul.txt", "111\n1\u{0}1\n", &["error: unknown zero byte U+0000", "--> nul.txt:2:2"]),
    (
        "halves.txt",
        "111\n101\n\n101\n111\n",
        &["error: a row after the end of the maze", "--> halves.txt:4:1", "before line 3", "remove what is in line 3"],
    ),
    // ASCII art.
    (
        "stripped.txt",
        "####\n#S\n####\n",
        &["ragged rows: this one has 2 cells", "--> stripped.txt:2:3", "^ expected 4 cells", "= blanks at the ends"],
    ),
    ("hole.txt", "###\n\n###\n", &["ragged rows: this one has 0 cells", "--> hole.txt:2:1"]),
    (
        "odd.txt",
        "####\n#.x#\n#\t.#\n####\n",
        &["unknown 'x'", "--> odd.txt:2:3", "^ expected # (wall), . or blank", "unknown tab U+0009", "--> odd.txt:3:2"],
    ),
    (
        "starts.txt",
        "#####\n#S..#\n#..S#\n#####\n",
        &[
            "error: a second start",
            "--> starts.txt:3:4",
            "only one start is possible",
            "starts.txt:2:2",
            "the first start",
        ],
    ),
    (
        "goals.txt",
        "######\n#SG.G#\n######\n",
        &["error: a second goal", "--> goals.txt:2:5", "only one goal is possible", "goals.txt:2:3", "the first goal"],
    ),
    // Moving AI maps.
    (
        "height.map",
        "type octile\nheight 3\nwidth 2\nmap\n..\n.@\n",
        &["error: wrong height 3: the map has 2 rows", "--> height.map:2:8", "^ unlike the rows"],
    ),
    (
        "more.map",
        "type octile\nheight 1\nwidth 2\nmap\n..\n.@\n",
        &["error: wrong height 1: the map has 2 rows", "--> more.map:2:8", "more.map:6:1", "the first row too many"],
    ),
    (
        "width.map",
        "type octile\nheight 2\nwidth 20\nmap\n..\n.@\n",
        &["error: wrong width 20: the first row has 2 cells", "--> width.map:3:7", "^^ unlike", "width.map:5:1"],
    ),
    (
        "ragged.map",
        "type octile\nheight 2\nwidth 2\nmap\n...\n.@\n",
        &["ragged rows: this one has 3 cells", "--> ragged.map:5:3", "expected 2 cells, by the width in line 3"],
    ),
    (
        "headless.map",
        "..\n.@\n",
        &["error: missing headers `type octile`, `height` with", "`width` with", "`map`\n", "--> headless.map:1:1"],
    ),
    ("nocount.map", "type octile\nwidth 2\nmap\n..\n", &["error: missing header `height`", "--> nocount.map:4:1"]),
    (
        "words.map",
        "type octal\nheight two\nwdith 2\nwidth 0\nmap\n..\n",
        &[
            "error: unknown type of map \"octal\"",
            "--> words.map:1:6",
            "did you mean \"octile\"?",
            "error: the height \"two\" is not a number of cells",
            "--> words.map:2:8",
            "error: unknown header \"wdith\"",
            "--> words.map:3:1",
            "did you mean \"width\"?",
            "error: the width \"0\"",
            "--> words.map:4:7",
        ],
    ),
    (
        "twice.map",
        "type octile\nheight 1\nheight 1\nwidth 2\nmap\n..\n",
        &["error: a second header `height`", "--> twice.map:3:1", "twice.map:2:1", "the first"],
    ),
    ("bare.map", "type octile\nheight 1\nwidth 2\nmap\n", &["error: a map without rows", "--> bare.map:4:4"]),
    (
        "stop.map",
        "type octile\nheight 1\n",
        &["error: missing headers `width` with", "`map`", "error: a map without rows"],
    ),
    (
        "hash.map",
        "type octile\nheight 2\nwidth 2\nmap\n..\n.#\n",
        &["unknown '#' in a maze", "--> hash.map:6:2", "^ expected . or G (free), S (swamp)"],
    ),
];

#[test]
fn mazes_that_are_wrong() {
    for (name, text, parts) in MAZES {
        let problems = read_maze(&Source::new(*name, *text)).expect_err(name);
        assert_says(&problems, parts);
        assert!(problems.render(true).contains('\x1b'));
    }
}

#[test]
fn a_maze_of_errors_is_cut_short() {
    let text = format!("{}\n", "#x".repeat(1_000)).repeat(1_000);
    let problems = read_maze(&Source::new("noise.txt", text)).unwrap_err();
    assert_eq!(problems.len(), 1_000_000);
    assert_says(&problems, &["--> noise.txt:1:2\n", "--> noise.txt:1:40\n", "error: 999,980 more like these"]);
}

#[test]
fn a_line_of_a_hundred_megabytes_is_shown_as_a_window() {
    let mut text = "1".repeat(100_000_000);
    text.replace_range(60_000_000..60_000_001, "?");
    let problems = read_maze(&Source::new("wide.txt", text)).unwrap_err();
    assert_says(&problems, &["unknown '?'", "--> wide.txt:1:60000001\n", "1 | …1", "1?1", "^ expected 0 (free) or 1"]);
}

#[test]
fn too_many_cells() {
    let text = format!("{}\n", "0".repeat(20_000)).repeat(10_001);
    let problems = read_maze(&Source::new("big.txt", text)).unwrap_err();
    assert_says(
        &problems,
        &["the maze is too large: 10,001 rows and 20,000 columns", "--> big.txt:1:1", "150,000,000"],
    );
}

/// The start and the goal that the caller gives.
type Ends = (Option<Place>, Option<Place>);

#[test]
fn starts_and_goals_that_are_wrong() {
    let closed = "#####\n#...#\n#####\n";
    let marked = "#####\n#S..#\n#####\n";
    let three = "#.#\n..#\n###\n.##\n";
    let remedy = "give `--start R,C --goal R,C` (row and column, both from 0), or mark them with S and G";
    let cases: [(&str, Ends, &[&str]); 8] = [
        (closed, (None, None), &["error: no start and no goal", remedy, "the border has 0 openings"]),
        (three, (None, None), &["error: no start and no goal", remedy, "the border has 3 openings"]),
        (marked, (None, None), &["error: no goal for the start 1,1", remedy]),
        (closed, (None, Some(place(1, 1))), &["error: no start for the goal 1,1", remedy]),
        (
            closed,
            (Some(place(0, 3)), Some(place(1, 1))),
            &["error: the start 0,3 is in a wall", "the nearest free cell is 1,3"],
        ),
        (
            closed,
            (Some(place(1, 1)), Some(place(1, 5))),
            &["error: the goal 1,5 is outside of the maze", "3 rows and 5 columns", "0 to 2", "0 to 4"],
        ),
        (
            closed,
            (Some(place(u32::MAX, u32::MAX)), Some(place(2, 0))),
            &["error: the start 4294967295,4294967295 is outside", "error: the goal 2,0 is in a wall", "cell is 1,1"],
        ),
        ("##\n##\n", (Some(place(0, 0)), Some(place(0, 0))), &["the start 0,0 is in a wall", "no free cell"]),
    ];
    for (text, (start, goal), parts) in cases {
        let maze = read_maze(&Source::new("maze.txt", text)).unwrap();
        assert_says(&endpoints(&maze, start, goal).unwrap_err(), parts);
    }
}

const SCENARIOS: &[Case] = &[
    ("e.scen", "\n", &["error: the file is empty", "--> e.scen:1:1", "expected `version 1`"]),
    ("h.scen", "version 1\n\n", &["error: no scenarios", "--> h.scen:1:10"]),
    (
        "v.scen",
        "version 2\n0 a.map 3 3 0 0 2 2 2.83\n",
        &["error: not a scenario file of a known version", "--> v.scen:1:1", "^^^^^^^^^ expected `version 1`"],
    ),
    ("n.scen", "0 a.map 3 3 0 0 2 2 2.83\n", &["not a scenario file of a known version", "--> n.scen:1:1"]),
    (
        "f.scen",
        "version 1\n0 a.map 3 3 0 0 2 2\n0\ta.map 3 3 0 0 2 2 2.83 9\n",
        &[
            "a scenario of 8 fields instead of 9",
            "--> f.scen:2:20",
            "expected the optimal length here",
            "= the fields are bucket, map, width",
            "a scenario of 10 fields instead of 9",
            "--> f.scen:3:26",
            "more than the nine fields",
        ],
    ),
    (
        "x.scen",
        "version 1\n0 a.map 3 3 0 -1 2 2 inf\n",
        &[
            "the start y \"-1\" is not a number",
            "--> x.scen:2:15",
            "the optimal length \"inf\" is not",
            "--> x.scen:2:22",
        ],
    ),
    (
        "o.scen",
        "version 1\n0 a.map 3 4 0 0 2 4 5.00\n",
        &["error: the goal 4,2 (row, column) is outside of the map", "--> o.scen:2:17", "^^^ beyond the width 3"],
    ),
];

#[test]
fn scenario_files_that_are_wrong() {
    for (name, text, parts) in SCENARIOS {
        let problems = read_scen(&Source::new(*name, *text)).expect_err(name);
        assert_says(&problems, parts);
    }
}

#[test]
fn scenarios_for_another_map() {
    let maze = read_maze(&Source::new("a.map", "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n")).unwrap();
    let cases: [(&str, &[&str]); 3] = [
        (
            "version 1\n0 maps/b.map 3 2 0 0 1 1 1.41\n0 maps\\a.map 3 2 0 0 1 1 1.41\n",
            &[
                "for another map than \"a.map\"",
                "--> s.scen:2:3",
                "^^^^^^^^^^ expected a path that",
                "so 1 of 2 scenarios",
            ],
        ),
        (
            "version 1\n0 a.map 3 2 0 0 1 1 1.41\n0 a.map 3 3 0 0 1 1 1.41\n",
            &["a map of another size", "--> s.scen:3:9", "^^^ the map has width 3 and height 2", "so 1 of 2"],
        ),
        (
            "version 1\n0 a.map 3 2 2 0 1 1 1.41\n\n0 a.map 3 2 0 0 2 0 2.00\n",
            &[
                "the start 0,2 (row, column) is in a wall",
                "--> s.scen:2:13",
                "^^^ expected a free cell",
                "the goal 0,2 (row, column) is in a wall",
                "--> s.scen:4:17",
            ],
        ),
    ];
    for (text, parts) in cases {
        let source = Source::new("s.scen", text);
        let scenarios = read_scen(&source).unwrap();
        let problems = check_scen(&source, &scenarios, Some(Path::new("maps/a.map")), &maze.grid).unwrap_err();
        assert_says(&problems, parts);
    }
}

#[test]
fn maps_of_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let scenario = &read_scen(&Source::new("s", "version 1\n0 maps/b.map 3 2 0 0 1 1 1.41\n")).unwrap()[0];
    let problems = map_path(&at("a.map.scen"), scenario).unwrap_err();
    let shown = problems.to_string();
    for part in ["there is no map for the scenarios of", "a.map\" and ", "b.map\"", "put the map beside"] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    fs::write(at("b.map"), "").unwrap();
    assert_eq!(map_path(&at("a.map.scen"), scenario).unwrap(), at("b.map"));
    fs::write(at("a.map"), "").unwrap();
    assert_eq!(map_path(&at("a.map.scen"), scenario).unwrap(), at("a.map"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(at("input2.txt"), "0\n").unwrap();
    fs::write(at("latin.txt"), b"1 1\r\n1 \xE9\r\n").unwrap();
    fs::write(at("utf16.txt"), b"\xFF\xFE1\x00").unwrap();
    let cases: [(String, &[&str]); 6] = [
        (at("inptu2.txt"), &["error: there is no file \"", "inptu2.txt", "= did you mean \"", "input2.txt\"?"]),
        (at("zzz"), &["error: there is no file \"", "`-` reads standard input"]),
        (at("none/input2.txt"), &["error: there is no file \"", "= there is no directory \""]),
        (at(""), &["error: \"", "is a directory, not a file", "= give the path of a file in it"]),
        (at("latin.txt"), &["is not UTF-8 text", "latin.txt:2:3\n", "1 \u{fffd}", "^ the byte 0xE9, number 8 of the"]),
        (at("utf16.txt"), &["is not UTF-8 text", "utf16.txt:1:1\n", "it begins like UTF-16: save it as UTF-8"]),
    ];
    for (path, parts) in cases {
        assert_says(&read_source(&path).expect_err(&path), parts);
    }
}

#[test]
fn lines_that_fill_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(u64, &[&str]); 2] = [
        (2_000_000_000, &["error: \"", "is too large with 2,000,000,000 bytes", "= at most 1 GiB"]),
        (300 << 20, &["error: line 1 of \"", "is longer than 256 MiB", "huge.txt:1:268435456"]),
    ];
    for (bytes, parts) in cases {
        let path = folder.path().join("huge.txt");
        // Sparse: the file takes no room on the disk.
        File::create(&path).unwrap().set_len(bytes).unwrap();
        let begin = Instant::now();
        assert_says(&read_source(&path.to_string_lossy()).unwrap_err(), parts);
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.txt");
    fs::write(&path, "0\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    match read_source(&path.to_string_lossy()) {
        Ok(_) => eprintln!("skipped: permissions do not bind this user"),
        Err(problems) => assert_says(&problems, &["error: the file \"", "secret.txt\" may not be read", "chmod +r"]),
    }
}
