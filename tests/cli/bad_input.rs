//! Bad input and bad usage: exit code 2, a message with the place and the remedy, and nothing on standard output.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use searchlab::search::budget::Status;
use searchlab::worlds::maze::generate::Kind;

use crate::support::{BOARD, Ended, Lab, MAP, MAZE, SCEN};

/// Files of the cases: name and text.
const FILES: &[(&str, &str)] = &[
    ("maze.txt", MAZE),
    ("yard.map", MAP),
    ("yard.map.scen", SCEN),
    ("board.txt", BOARD),
    ("empty.txt", ""),
    ("blank.txt", " \n\n"),
    ("prose.txt", "Dear reader,\n"),
    ("ragged.txt", "1 1 1\n1 0\n1 1 1\n"),
    ("letters.txt", "111\n1x1\n1é2\n"),
    ("closed.txt", "#####\n#...#\n#####\n"),
    ("nogoal.txt", "#####\n#S..#\n#####\n"),
    ("starts.txt", "#####\n#S.S#\n#..G#\n#####\n"),
    ("three.txt", "1 0 1\n0 0 1\n1 0 1\n"),
    ("height.map", "type octile\nheight 3\nwidth 2\nmap\n..\n.@\n"),
    ("width.map", "type octile\nheight 2\nwidth 9\nmap\n..\n.@\n"),
    ("headless.map", "..\n.@\n"),
    ("other.map.scen", "version 1\n0\tgarden.map\t4\t3\t0\t0\t3\t2\t5.0\n"),
    ("other.map", MAP),
    ("size.map.scen", "version 1\n0\tsize.map\t9\t9\t0\t0\t3\t2\t5.0\n"),
    ("size.map", MAP),
    ("wall.map.scen", "version 1\n0\twall.map\t4\t3\t1\t1\t3\t2\t5.0\n"),
    ("wall.map", MAP),
    ("lost.map.scen", "version 1\n0\tgone.map\t4\t3\t0\t0\t3\t2\t5.0\n"),
    ("fields.scen", "version 1\n0\tyard.map\t4\t3\t0\t0\t3\n"),
    ("version.scen", "version 7\n"),
    ("bare.scen", "version 1\n"),
    ("two.tiles", "1 4 2 3 0 5 6 7 8\n8 6 7 2 5 4 3 0 1\n"),
    ("twice.tiles", "1 4 2 3 0 5 6 7 7\n"),
    ("short.tiles", "1 4 2 3 0 5 6 7\n"),
    ("absent.tiles", "1 4 2 3 9 5 6 7 8\n"),
    ("letters.tiles", "1 4 2\n3 x 5\n6 7 8\n"),
    ("remark.tiles", "# nothing but a remark\n"),
    ("wrong.positions", "initial\nf5d6c3\nf5f6x9\n"),
    ("illegal.positions", "f5d6c3\nf5f5\n"),
];

/// A command and parts of its message, in order.
type Case = (&'static str, &'static [&'static str]);

const MAZES: &[Case] = &[
    ("maze astar empty.txt", &["error: the file is empty", "--> empty.txt:1:1", "= a maze is rows of 0 and 1"]),
    ("maze jps blank.txt", &["error: the file holds nothing but blanks", "--> blank.txt:1:1"]),
    ("maze astar prose.txt", &["error: not a maze in a known format", "--> prose.txt:1:1", "= known: rows of 0"]),
    ("maze bfs ragged.txt", &["error: ragged rows", "--> ragged.txt:2:4", "expected 3 cells, as in line 1"]),
    (
        "maze astar letters.txt",
        &["unknown 'x'", "--> letters.txt:2:2", "unknown 'é'", "letters.txt:3:2", "unknown '2'", "letters.txt:3:3"],
    ),
    ("maze astar starts.txt", &["error: a second start", "--> starts.txt:2:4", "starts.txt:2:2", "the first start"]),
    ("maze astar closed.txt", &["error: no start and no goal", "= give `--start R,C --goal R,C`", "0 openings"]),
    ("maze astar three.txt", &["error: no start and no goal", "the border has 3 openings"]),
    ("maze astar nogoal.txt", &["error: no goal for the start 1,1", "= give `--start R,C --goal R,C`"]),
    ("maze astar closed.txt --goal 1,1", &["error: no start for the goal 1,1"]),
    ("maze astar maze.txt --start 0,3", &["error: the start 0,3 is in a wall", "= the nearest free cell is 1,3"]),
    ("maze astar maze.txt --goal 9,9", &["the goal 9,9 is outside", "5 rows and 7 columns", "rows go from 0 to 4"]),
    (
        "maze compare maze.txt --start 9,9 --goal 0,0",
        &["the start 9,9 is outside of the maze", "the goal 0,0 is in a wall"],
    ),
    ("maze astar height.map", &["error: wrong height 3: the map has 2 rows", "--> height.map:2:8"]),
    (
        "maze astar width.map",
        &["error: wrong width 9: the first row has 2 cells", "--> width.map:3:7", "width.map:5:1"],
    ),
    ("maze astar headless.map", &["error: missing headers `type octile`", "--> headless.map:1:1"]),
    ("maze astar yard.map", &["error: no start and no goal", "= give `--start R,C"]),
    ("maze astar yard.map.scen", &["a scenario file instead of a maze", "yard.map.scen:1:1", "`searchlab maze scen"]),
    ("maze compare maze.txt ragged.txt", &["error: ragged rows", "--> ragged.txt:2:4"]),
];

const SCENARIOS: &[Case] = &[
    ("maze scen other.map.scen", &["for another map than \"other.map\"", "--> other.map.scen:2:3"]),
    ("maze scen yard.map.scen --map maze.txt", &["for another map than \"maze.txt\"", "--> yard.map.scen:2:3"]),
    ("maze scen size.map.scen", &["a map of another size", "--> size.map.scen:2:12"]),
    ("maze scen wall.map.scen", &["the start 1,1 (row, column) is in a wall", "--> wall.map.scen:2:16"]),
    ("maze scen lost.map.scen", &["there is no map for the scenarios of", "put the map beside"]),
    ("maze scen yard.map.scen --map none.map", &["there is no file \"none.map\""]),
    ("maze scen fields.scen", &["a scenario of 7 fields instead of 9", "--> fields.scen:2:"]),
    ("maze scen version.scen", &["not a scenario file of a known version", "--> version.scen:1:1"]),
    ("maze scen bare.scen", &["error: no scenarios", "--> bare.scen:1:10"]),
    ("maze scen empty.txt", &["error: the file is empty", "--> empty.txt:1:1", "expected `version 1`"]),
    (
        "maze scen yard.map",
        &["a map instead of a scenario file", "--> yard.map:1:1", "`searchlab maze astar FILE.map`"],
    ),
    ("maze scen yard.map.scen --last 0", &["'0'", "'--last <N>'"]),
    ("maze scen yard.map.scen --algorithm astr", &["unknown algorithm \"astr\"", "did you mean \"astar\"?"]),
    ("maze scen yard.map.scen --check jqs", &["unknown algorithm \"jqs\"", "did you mean \"jps\"?"]),
    ("maze scen yard.map.scen --heuristic manhattan", &["manhattan is not admissible", "--allow-inadmissible"]),
];

const TILES: &[Case] = &[
    ("tiles idastar empty.txt", &["error: ", "empty.txt:1:1"]),
    ("tiles idastar blank.txt", &["error: ", "blank.txt:"]),
    ("tiles idastar remark.tiles", &["error: ", "remark.tiles:"]),
    ("tiles astar twice.tiles", &["error: ", "7", "--> twice.tiles:1:17"]),
    ("tiles astar short.tiles", &["error: ", "8 ", "--> short.tiles:1:", "9, 16 or 25"]),
    ("tiles astar absent.tiles", &["error: ", "9", "--> absent.tiles:1:9"]),
    ("tiles astar letters.tiles", &["error: ", "\"x\"", "--> letters.tiles:2:3"]),
    (
        "tiles astar two.tiles --trace events.trace",
        &["error: a trace is that of one search, and \"two.tiles\" holds 2 boards", "= say `--first 1`"],
    ),
    ("tiles astar two.tiles --first 2 --trace events.trace", &["a trace is that of one search"]),
    ("tiles astar board.txt --trace none/x", &["cannot write the trace \"none/x\""]),
    ("maze compare maze.txt --picture all.pdf", &["cannot tell the kind of picture from \"all.pdf\""]),
    ("tiles astar board.txt --goal middle", &["'middle'", "'--goal <GOAL>'", "expected first (0 1 2"]),
    ("tiles astar board.txt --goal 1,2,3", &["'1,2,3'", "a board of 3 numbers"]),
    (
        "tiles astar board.txt --goal 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
        &["error: the goal 1 2 3 ", "is one of the 15-puzzle, the board one of the 8-puzzle", "line 1 of board.txt"],
    ),
    ("tiles astar two.tiles --picture all.svg", &["a picture is that of one search", "= say `--first 1`"]),
    ("tiles astar board.txt --picture all.pdf", &["cannot tell the kind of picture from \"all.pdf\""]),
    ("tiles generate --size 6x6", &["'6x6'", "'--size <SIZE>'", "expected 3x3, 4x4 or 5x5"]),
    ("tiles generate --walk 0", &["'0'", "'--walk <N>'", "expected a whole number from 1 to"]),
    ("tiles astar board.txt --first 0", &["'0'", "'--first <N>'"]),
    ("tiles astar board.txt --order URL", &["invalid order of moves \"URL\"", "expected a permutation of ULRD"]),
    ("tiles astar board.txt --heuristic octile", &["'octile'", "'--heuristic <NAME>'", "linear-conflict"]),
    ("tiles astr board.txt", &["unrecognized subcommand 'astr'", "'astar'"]),
    ("tiles jps board.txt", &["unrecognized subcommand 'jps'"]),
];

const OTHELLO: &[Case] = &[
    ("othello", &["Usage: searchlab othello <COMMAND>"]),
    ("othello compar", &["unrecognized subcommand 'compar'", "'compare'"]),
    ("othello search --depth 0", &["'0'", "'--depth <N>'", "expected a whole number from 1 to 60"]),
    ("othello search --depth 61", &["'61'", "expected a whole number from 1 to 60"]),
    ("othello search --depth x", &["'x'", "expected a whole number from 1 to 60"]),
    ("othello search --depth -1", &["'-1'", "expected a whole number from 1 to 60"]),
    ("othello compare --depths 0", &["'0'", "'--depths <RANGE>'", "depth 0 is not within 1 to 60"]),
    ("othello compare --depths -3", &["'-3'", "'--depths <RANGE>'"]),
    ("othello compare --depths 5..3", &["'5..3'", "the range \"5..3\" is empty"]),
    ("othello compare --depths 1..=99", &["'1..=99'", "depth 99 is not within 1 to 60"]),
    ("othello compare --depths a,b", &["'a,b'", "\"a\" is no depth; expected something like 6, 1..=8 or 2,4,6"]),
    ("othello compare --depths 1..", &["'1..'", "expected something like 6, 1..=8 or 2,4,6"]),
    ("othello search --algorithm mtd", &["'mtd'", "a similar value exists: 'mtdf'"]),
    ("othello search --algorithm astar", &["'astar'", "[possible values: minimax, minimax-memo"]),
    ("othello compare --algorithms minimax,minmax", &["'minmax'", "a similar value exists: 'minimax'"]),
    ("othello compare --algorithms pvs,pvs", &["error: the algorithm pvs is named twice"]),
    (
        "othello search --evaluation clasic",
        &["unknown evaluation \"clasic\"", "evaluation:1:1", "did you mean \"classic\"?"],
    ),
    (
        "othello compare --evaluation classic,cornr=5",
        &["unknown feature \"cornr\"", "evaluation:1:9", "did you mean \"corner\"?"],
    ),
    ("othello search --evaluation corner", &["the feature \"corner\" without a weight", "write corner=N"]),
    (
        "othello search --evaluation classic,corner=x",
        &["invalid weight \"x\" of corner", "evaluation:1:16", "expected a whole number from -"],
    ),
    ("othello search --evaluation corner=99999999", &["invalid weight \"99999999\" of corner"]),
    (
        "othello search --ordering foo",
        &["invalid ordering \"foo\"", "unknown word \"foo\": expected one or more of nat"],
    ),
    ("othello search --ordering kilr", &["unknown word \"kilr\"", "did you mean killer?"]),
    ("othello search --ordering killer,killer", &["\"killer\" stands there twice: name each word once"]),
    ("othello compare --ordering natural,killer", &["`natural` leaves nothing to decide", "put it last"]),
    (
        "othello search --table-bits -1",
        &["invalid table-bits \"-1\" for alphabeta-tt", "0 for no table, or a whole number from 4 to 32"],
    ),
    (
        "othello compare --table-bits 3",
        &["invalid table-bits \"3\" for alphabeta-tt", "0 for no table, or a whole number from 4 to 32"],
    ),
    ("othello search --table-bits 33", &["invalid table-bits \"33\""]),
    ("othello search --replacement newest", &["'newest'", "[possible values: two-slot, depth, always]"]),
    ("othello search --algorithm pvs --aspiration 0", &["invalid aspiration \"0\" for pvs"]),
    ("othello search --position abc", &["\"abc\" is not a position", "--position:1:1", "= a position is `initial`"]),
    ("othello search --position f5f5", &["move 2, f5, is not legal for white", "--position:1:3", "f4, d6, f6"]),
    ("othello search --position f5z9", &["move 2 cannot be read: \"z9\"", "--position:1:3"]),
    ("othello compare --positions gone.txt", &["error: there is no file \"gone.txt\""]),
    ("othello compare --positions empty.txt", &["no positions in the file", "empty.txt:1:1"]),
    ("othello compare --positions wrong.positions", &["move 3 cannot be read: \"x9\"", "wrong.positions:3:5"]),
    ("othello compare --positions illegal.positions", &["move 2, f5, is not legal", "illegal.positions:2:3"]),
    ("othello compare --positions board.txt --game 1", &["'--positions <FILE>' cannot be used with '--game <SEED>'"]),
    ("othello compare --position f5 --game 1", &["'--position <TEXT>' cannot be used with '--game <SEED>'"]),
    ("othello compare --game -1", &["'-1'", "'--game <SEED>'", "expected a whole number from 0"]),
    ("othello compare --game x", &["'x'", "'--game <SEED>'", "expected a whole number from 0"]),
    ("othello compare --seed -1", &["'-1'", "'--seed <N>'", "expected a whole number from 0"]),
    ("othello search --seed x", &["'x'", "'--seed <N>'", "expected a whole number from 0"]),
    ("othello compare --repeat 0", &["'0'", "'--repeat <N>'", "expected a whole number from 1"]),
    (
        "othello compare --chart x.gif",
        &["cannot tell the kind of chart from \"x.gif\"", "end the name in .svg, .png or .pdf"],
    ),
    ("othello compare --chart none/x.svg", &["cannot write the chart \"none/x.svg\"", "a folder that exists"]),
];

const USAGE: &[Case] = &[
    ("", &["Usage: searchlab [OPTIONS] [COMMAND]"]),
    ("maze", &["Usage: searchlab maze <COMMAND>"]),
    ("tiles", &["Usage: searchlab tiles <COMMAND>"]),
    ("mase astar maze.txt", &["unrecognized subcommand 'mase'", "a similar subcommand exists: 'maze'"]),
    ("maze astr maze.txt", &["unrecognized subcommand 'astr'", "a similar subcommand exists: 'astar'\n"]),
    ("maze idastra maze.txt", &["unrecognized subcommand 'idastra'", "a similar subcommand exists: 'idastar'\n"]),
    ("maze dijstra maze.txt", &["unrecognized subcommand 'dijstra'", "a similar subcommand exists: 'dijkstra'\n"]),
    ("maze astar", &["required", "<FILE>"]),
    ("maze compare", &["required", "<FILE>"]),
    ("maze astar maze.txt more.txt", &["unexpected argument 'more.txt'"]),
    ("maze astar maze.txt --heuristc zero", &["unexpected argument '--heuristc'", "'--heuristic'"]),
    ("maze bfs maze.txt --heuristic zero", &["unexpected argument '--heuristic'"]),
    ("maze compare maze.txt --algorithms bfs,astr", &["unknown algorithm \"astr\"", "did you mean \"astar\"?"]),
    ("maze compare maze.txt --algorithms zzz", &["unknown algorithm \"zzz\"", "known: \"bfs\", \"dfs\""]),
    ("maze astar maze.txt --heuristic manhatten", &["'manhatten'", "a similar value exists: 'manhattan'"]),
    ("maze astar maze.txt --heuristic taxi", &["'taxi'", "[possible values: manhattan, octile, euclidean"]),
    (
        "maze astar maze.txt --moves 8 --heuristic manhattan",
        &["manhattan is not admissible with eight moves", "= choose octile", "--allow-inadmissible"],
    ),
    ("maze jps maze.txt --heuristic manhattan", &["manhattan is not admissible with eight moves"]),
    ("maze compare maze.txt --moves 8 --heuristic manhattan", &["not admissible", "--allow-inadmissible"]),
    ("maze astar maze.txt --moves 6", &["'6'", "'--moves <NAME>'", "[possible values: 4, 8]"]),
    ("maze astar maze.txt --order UDL", &["invalid order of moves \"UDL\"", "expected a permutation of UDLR"]),
    ("maze astar maze.txt --order UUDL", &["invalid order of moves \"UUDL\""]),
    ("maze astar maze.txt --moves 8 --order UDLR", &["invalid order of moves \"UDLR\"", "permutation of N,"]),
    ("maze wastar maze.txt --weight 0.5", &["invalid weight \"0.5\" for wastar", "= expected a number from 1 to 1000"]),
    ("maze wastar maze.txt --weight heavy", &["invalid weight \"heavy\" for wastar"]),
    ("maze wastar maze.txt --weight 1.2345", &["invalid weight \"1.2345\"", "at most three decimals"]),
    ("maze wastar maze.txt --weight 99999999999", &["invalid weight \"99999999999\""]),
    ("maze idastar-table maze.txt --table-bits 99", &["invalid table-bits \"99\"", "a whole number from 4 to 32"]),
    ("maze astar maze.txt --open stack", &["'stack'", "[possible values: bucket, heap, indexed]"]),
    ("maze astar maze.txt --tie-break low", &["'low'", "'low-g'"]),
    ("maze astar maze.txt --start 1", &["'1'", "'--start <R,C>'", "expected ROW,COLUMN"]),
    ("maze astar maze.txt --start 1,x", &["'1,x'", "expected ROW,COLUMN"]),
    ("maze astar maze.txt --start -1,0", &["'-1,0'", "expected ROW,COLUMN"]),
    ("maze astar maze.txt --goal 1;1", &["'1;1'", "'--goal <R,C>'", "expected ROW,COLUMN"]),
    ("maze astar maze.txt --goal 99999999999,1", &["expected ROW,COLUMN"]),
    ("maze astar maze.txt --max-nodes many", &["'many'", "'--max-nodes <N>'"]),
    ("maze astar maze.txt --max-nodes -1", &["'-1'", "'--max-nodes <N>'"]),
    ("maze astar maze.txt --max-nodes 99999999999999999999", &["expected a whole number from 0 to"]),
    ("maze astar maze.txt --max-time -5s", &["'-5s'", "'--max-time <TIME>'", "expected a time like 500ms"]),
    ("maze astar maze.txt --max-memory -1", &["'-1'", "'--max-memory <SIZE>'", "expected a size like 64MiB"]),
    ("maze wastar maze.txt --weight -1", &["invalid weight \"-1\" for wastar"]),
    ("maze wastar maze.txt --weight nan", &["invalid weight \"nan\" for wastar"]),
    ("maze idastar-table maze.txt --table-bits -3", &["invalid table-bits \"-3\"", "a whole number from 4 to 32"]),
    ("maze scen yard.map.scen --last -1", &["'-1'", "'--last <N>'", "expected a whole number from 1 to"]),
    ("tiles astar board.txt --first -1", &["'-1'", "'--first <N>'", "expected a whole number from 1 to"]),
    ("maze astar maze.txt --max-time 5", &["'5'", "'--max-time <TIME>'", "expected a time like 500ms"]),
    ("maze astar maze.txt --max-time soon", &["'soon'", "expected a time like 500ms"]),
    ("maze astar maze.txt --max-memory 5XB", &["'5XB'", "'--max-memory <SIZE>'", "expected a size like 64MiB"]),
    ("maze astar maze.txt --max-memory GiB", &["'GiB'", "expected a size like 64MiB"]),
    ("maze astar maze.txt --max-memory 99999999999GiB", &["more bytes than can be counted"]),
    ("maze astar maze.txt --format yaml", &["'yaml'", "[possible values: table, json, csv, md, tex]"]),
    ("maze astar maze.txt --color blue", &["'blue'", "[possible values: auto, always, never]"]),
    ("maze astar maze.txt --picture x.gif", &["\"x.gif\"", "end the name in .svg or .png"]),
    ("othello search --depth 1 --picture x.gif", &["\"x.gif\"", "end the name in .svg"]),
    ("maze astar maze.txt --picture x", &["\"x\"", "end the name in .svg or .png"]),
    ("maze generate", &["required", "<KIND>"]),
    ("maze generate cave", &["'cave'", "'caves'"]),
    ("maze generate field --size 30", &["'30'", "expected ROWSxCOLS, like 31x61"]),
    ("maze generate field --size -3x4", &["'-3x4'", "expected ROWSxCOLS"]),
    ("maze generate field --size 0x5", &["0 x 5 cells are too few for field"]),
    ("maze generate field --size 99999999999x3", &["expected ROWSxCOLS"]),
    ("maze generate field --size 100000x100000", &["more than the 150000000 cells"]),
    ("maze generate field --density 0.3", &["field has no density", "choose one of braid, rooms, obstacles, caves"]),
    ("maze generate caves --density 1.5", &["density 1.500 is not possible for caves"]),
    ("maze generate field --size 1x1", &["ASCII art shows a start and a goal in two free cells", "--format map"]),
    ("maze generate field --seed -1", &["'-1'", "'--seed <N>'", "expected a whole number from 0 to"]),
    ("maze generate field --seed 18446744073709551616", &["expected a whole number from 0 to 18446744073709551615"]),
    ("maze generate caves --density -0.1", &["'-0.1'", "expected a number with at most three decimals"]),
    ("maze generate rooms --side -1", &["'-1'", "'--side <CELLS>'"]),
    ("maze generate caves --scenarios -1", &["'-1'", "'--scenarios <N>'"]),
    ("maze generate caves --density half", &["'half'", "expected a number with at most three decimals"]),
    ("maze generate rooms --side 0", &["side 0 is not possible for rooms"]),
    ("explain astr", &["unknown name \"astr\"", "did you mean \"astar\"?", "`searchlab list` shows all names"]),
    ("explain", &["required", "<NAME>"]),
    ("list algorithm", &["'algorithm'", "'algorithms'"]),
    ("completions tcsh", &["'tcsh'", "[possible values: bash, elvish, fish, powershell, zsh]"]),
    ("completions", &["required", "<SHELL>"]),
];

#[track_caller]
fn refuse(lab: &Lab, cases: &[Case]) {
    for (words, parts) in cases {
        refused(lab.run(words)).says(parts);
    }
}

/// Exit code 2, a message, and nothing where an answer would be.
#[track_caller]
fn refused(ended: Ended) -> Ended {
    let ended = ended.expect(2);
    assert_eq!(ended.out, "", "{ended}");
    assert!(!ended.err.contains('\x1b'), "no colours off the terminal: {ended}");
    let (head, lines) = (ended.err.lines().next().unwrap_or_default(), ended.err.lines().count());
    assert!(head.starts_with("error: ") || ended.err.contains("\nUsage: "), "{ended}");
    assert!(lines < 64 && ended.err.len() < 5000, "{ended}");
    // What went wrong is said once.
    if let Some((_, system)) = ended.err.split_once("(os error ") {
        assert!(!system.contains("(os error "), "{ended}");
    }
    ended
}

#[test]
fn mazes() {
    refuse(&Lab::new(FILES), MAZES);
}

#[test]
fn scenarios() {
    refuse(&Lab::new(FILES), SCENARIOS);
}

/// Devices that never end: refused at once, or after as much as a file may hold.
#[cfg(target_os = "linux")]
#[test]
fn what_never_ends() {
    let lab = Lab::new(FILES);
    refused(lab.run("maze astar /dev/urandom")).says(&["\"/dev/urandom\" is not UTF-8 text"]);
    let weights = "othello search --depth 1 --evaluation learned --weights /dev/zero";
    refused(lab.run(weights)).says(&["cannot use the weights \"/dev/zero\"", "it holds more than 64 MiB"]);
    assert!(lab.shell("mkfifo pipe").status().unwrap().success());
    let command = "gomoku search --depth 1 --memory pipe";
    let output = lab.shell(&format!("timeout 60 searchlab {command}")).output().unwrap();
    refused(Ended::new(command, &output)).says(&["pipe is no memory of Gomoku positions"]);
}

#[test]
fn tiles() {
    refuse(&Lab::new(FILES), TILES);
}

#[test]
fn othello() {
    let lab = Lab::new(FILES);
    refuse(&lab, OTHELLO);
    let empty = "-".repeat(64);
    let cases: [(&str, &[&str]); 6] = [
        (&format!("{empty} X"), &["error: d4, e4, d5, e5 are empty", "--position:1:28"]),
        (&format!("{} X", &empty[1..]), &["error: a board of 63 squares instead of 64"]),
        (&format!("-{empty} X"), &["error: a board of 65 squares instead of 64"]),
        (&empty, &["error: "]),
        (&format!("{}q{} X", &empty[..20], &empty[21..]), &["error: ", "'q'", "--position:1:21"]),
        ("", &["error: "]),
    ];
    for (position, parts) in cases {
        let output = lab.program().args(["othello", "search", "--position", position]).output().unwrap();
        refused(Ended::new(position, &output)).says(parts);
    }
    let files = fs::read_dir(lab.path()).unwrap().count();
    assert_eq!(files, FILES.len(), "nothing is written by a command that is refused");
}

/// More than this machine has, unless it has more than 64 GiB.
#[cfg(target_os = "linux")]
#[test]
fn a_table_larger_than_the_memory() {
    let memory = fs::read_to_string("/proc/meminfo").unwrap();
    let kib: u64 = memory.lines().next().and_then(|line| line.split_whitespace().nth(1)).unwrap().parse().unwrap();
    if kib >= 64 << 20 {
        eprintln!("skipped: this machine has more than 64 GiB");
        return;
    }
    for words in ["othello search --table-bits 32", "othello compare --table-bits 32"] {
        refused(Lab::new(&[]).run(words)).says(&["a table of 2^32 entries needs 65536 MiB", "say --table-bits "]);
    }
}

#[test]
fn usage() {
    let lab = Lab::new(FILES);
    refuse(&lab, USAGE);
    let files = fs::read_dir(lab.path()).unwrap().count();
    assert_eq!(files, FILES.len(), "nothing is written by a command that is refused");
}

/// Unlike a flag that was left out.
#[test]
fn empty_words() {
    let lab = Lab::new(FILES);
    let cases: [(&[&str], &[&str]); 4] = [
        (&["maze", "astar", ""], &["error: there is no file \"\""]),
        (&["maze", "astar", "maze.txt", "--order", ""], &["error: invalid order of moves \"\""]),
        (&["maze", "wastar", "maze.txt", "--weight", ""], &["error: invalid weight \"\" for wastar"]),
        (&["explain", ""], &["error: unknown name \"\""]),
    ];
    for (words, parts) in cases {
        let output = lab.program().args(words).output().unwrap();
        refused(Ended::new(&format!("{words:?}"), &output)).says(parts);
    }
}

/// A name may hold what moves the cursor of a terminal: it is written out wherever people read it.
#[cfg(unix)]
#[test]
fn names_that_speak_to_the_terminal() {
    let lab = Lab::new(&[]);
    let name = "e\x1b[31mv\nil.txt";
    let run = |words: &[&str]| {
        let output = lab.program().args(words).output().unwrap();
        let ended = Ended::new(&format!("{words:?}"), &output);
        assert!(!ended.out.contains('\x1b') && !ended.err.contains('\x1b'), "{ended}");
        ended
    };
    let shown = r"e\u{1b}[31mv\nil.txt";
    lab.write(name, b"1 1 1\n0 0 0\n1 1 1\n\nthe end\n");
    for words in [["maze", "astar", name], ["maze", "compare", name]] {
        let ended = run(&words).expect(0);
        assert!(ended.out.contains(shown) && ended.err.contains(shown), "{ended}");
    }
    // CSV keeps names as they are, for programs.
    for form in ["md", "json"] {
        run(&["maze", "compare", name, "--algorithms", "astar", "--quiet", "--format", form]);
    }
    lab.write(name, b"1 1\n1\n");
    for words in [["maze", "astar", name], ["maze", "scen", name], ["tiles", "astar", name]] {
        refused(run(&words)).says(&[shown]);
    }
}

#[test]
fn words_of_any_length() {
    let lab = Lab::new(FILES);
    let long = "x\u{1b}".repeat(10_000);
    for words in [
        &["maze", "astar", "maze.txt", "--max-time", &format!("5{long}")][..],
        &["maze", "astar", "maze.txt", "--heuristic", &long],
        &["maze", "astar", "maze.txt", &format!("--{long}")],
        &["maze", &long],
        &["othello", "compare", "--depths", &long],
        &["gomoku", "play", "--black", &format!("program:cmd=x,time=5{}", "x".repeat(10_000))],
        &["run", "maze.txt", "--shard", &long],
    ] {
        let ended = lab.with(words).expect(2);
        assert!(ended.err.len() < 5000 && !ended.err.contains('\u{1b}'), "{ended}");
    }
}

#[test]
fn files_that_are_none() {
    let lab = Lab::new(FILES);
    lab.write("folder/inner.txt", b"");
    lab.write("latin.txt", b"1 1\n1 \xE9\n");
    for command in ["maze astar", "maze compare", "maze scen", "tiles astar"] {
        let cases: [(&str, &[&str]); 5] = [
            ("folder", &["error: \"folder\" is a directory, not a file", "= give the path of a file in it"]),
            ("maez.txt", &["error: there is no file \"maez.txt\"", "= did you mean \"maze.txt\"?"]),
            ("zzzzzzz", &["error: there is no file \"zzzzzzz\"", "`-` reads standard input"]),
            (
                "none/maze.txt",
                &["error: there is no file \"none/maze.txt\"", "= there is no directory \"none\" either"],
            ),
            (
                "latin.txt",
                &["error: \"latin.txt\" is not UTF-8 text", "latin.txt:2:3", "the byte 0xE9", "save it as UTF-8"],
            ),
        ];
        for (file, parts) in cases {
            refused(lab.run(&format!("{command} {file}"))).says(parts);
        }
    }
}

/// Nothing of this size is ever read to its end, from a file or from a pipe.
#[test]
fn a_line_of_two_gigabytes() {
    let lab = Lab::new(&[]);
    // Sparse: the file takes no room on the disk.
    File::create(lab.at("huge.txt")).unwrap().set_len(2_000_000_000).unwrap();
    let begin = Instant::now();
    refused(lab.run("maze astar huge.txt")).says(&["error: \"huge.txt\" is too large with 2,000,000,000 bytes"]);
    refused(lab.run("tiles astar huge.txt")).says(&["error: \"huge.txt\" is too large with 2,000,000,000 bytes"]);
    let piped = refused(lab.run_with("maze astar -", "huge.txt"));
    piped.says(&["error: line 1 of \"<stdin>\" is longer than 256 MiB", "one row per line"]);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let lab = Lab::new(&[("secret.txt", MAZE)]);
    fs::set_permissions(lab.at("secret.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    if File::open(lab.at("secret.txt")).is_ok() {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    refused(lab.run("maze astar secret.txt")).says(&["error: the file \"secret.txt\" may not be read", "chmod +r"]);
}

/// A path that cannot be written is refused before the search, which may be long.
#[test]
fn places_that_cannot_be_written() {
    let lab = Lab::new(FILES);
    lab.write("folder.svg/inner.txt", b"");
    lab.write("folder.html/inner.txt", b"");
    // This search would never end.
    let endless = "maze idastar field.txt --heuristic zero";
    lab.write("field.txt", format!("{}\n", "0".repeat(60)).repeat(60).as_bytes());
    let ends = "--start 0,0 --goal 59,59";
    let cases: [(String, &[&str]); 14] = [
        (format!("{endless} {ends} --picture none/x.svg"), &["the picture \"none/x.svg\"", "a folder that exists"]),
        (format!("{endless} {ends} --picture folder.svg"), &["the picture \"folder.svg\"", "is a directory"]),
        (format!("{endless} {ends} --trace none/x"), &["cannot write the trace \"none/x\""]),
        (format!("{endless} {ends} --trace folder.svg"), &["cannot write the trace \"folder.svg\""]),
        (format!("{endless} {ends} --replay none/x.html"), &["the page \"none/x.html\"", "a folder that exists"]),
        (format!("{endless} {ends} --replay folder.html"), &["the page \"folder.html\"", "is a directory"]),
        (format!("{endless} {ends} --animation none/x.gif"), &["the animation \"none/x.gif\"", "a folder that exists"]),
        (format!("{endless} {ends} --animation folder.svg"), &["the animation \"folder.svg\"", "is a directory"]),
        ("othello compare --depths 30 --algorithms minimax --replay none/x.html".to_owned(), &["none/x.html"]),
        ("othello calibrate --games 100000 --depth 11 --out none/x".to_owned(), &["cannot write the file \"none/x\""]),
        ("quiz alphabeta --sheet none/x.html".to_owned(), &["the page \"none/x.html\"", "a folder that exists"]),
        ("maze generate wilson -o none/x.map --scenarios 2".to_owned(), &["the scenarios \"none/x.map.scen\""]),
        ("maze generate field -o none/x.txt".to_owned(), &["cannot write", "none/x.txt"]),
        ("maze generate field --out folder.svg".to_owned(), &["cannot write", "folder.svg"]),
    ];
    for (words, parts) in cases {
        refused(lab.run(&words)).says(parts);
    }
    let names: Vec<_> = fs::read_dir(lab.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), FILES.len() + 3, "nothing half-written remains: {names:?}");
}

/// A full disk is noticed, whatever is being written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let lab = Lab::new(FILES);
    let to_stdout = ["--help", "list", "man", "maze astar maze.txt --format csv", "maze generate field", "signature"];
    for words in to_stdout {
        let mut command = lab.program();
        command.args(words.split_whitespace()).stdout(File::options().write(true).open("/dev/full").unwrap());
        refused(Ended::new(words, &command.output().unwrap())).says(&["No space left on device"]);
    }
    let written = "maze generate field -o /dev/full";
    refused(lab.run(written)).says(&["cannot write the maze \"/dev/full\": the disk is full"]);
}

/// A search may have been long: its record is told though its trace is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_too_small_for_the_trace() {
    let lab = Lab::new(FILES);
    // What fits into the buffer fails at the end, what does not during the search.
    lab.generate("field.txt", Kind::Field, 60, 60);
    for words in ["maze astar maze.txt", "maze bfs field.txt", "tiles astar board.txt"] {
        let ended = lab.run(&format!("{words} --trace /dev/full --format json")).expect(2);
        assert_eq!(ended.record().status, Status::Solved, "{ended}");
        let message = "error: cannot write the trace \"/dev/full\": No space left on device (os error 28)\n";
        assert_eq!(ended.err, message, "{ended}");
        let table = lab.run(&format!("{words} --trace /dev/full")).expect(2);
        assert!(table.out.contains("\nstatus         solved\n") && table.err == message, "{table}");
    }
}
