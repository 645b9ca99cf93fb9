//! Traces: they tell everything that was counted, keep their rules, and change nothing.

use std::collections::HashSet;
use std::fs;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use searchlab::catalog::{OTHELLO, TREE, WorldInfo};
use searchlab::record::{Record, Status};
use searchlab::search::counters::Counters;
use searchlab::search::observer::{Cut, Subtree};
use searchlab::text::{counted, grouped};
use searchlab::worlds::maze::generate::Kind;
use searchlab::worlds::table::world_of;
use searchlab::worlds::trace::Reader;
use searchlab::worlds::trace::verify::verify;

use crate::outcomes::{maze_commands, tile_commands};
use crate::support::{Ended, Lab, ODD_BOARD};

/// The lines of a trace after the header.
#[track_caller]
fn lines(lab: &Lab, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(lab.at(file)).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn word<'l>(line: &'l Value, name: &str) -> &'l str {
    line[name].as_str().unwrap_or_default()
}

/// Number of events of a type.
fn events(lines: &[Value], kind: &str) -> u64 {
    lines.iter().filter(|line| word(line, "type") == kind).count() as u64
}

/// Runs a command with a trace and without: the trace keeps all rules and has the counters of the record, which is the
/// same without it. Returns the record and the lines.
#[track_caller]
fn traced(lab: &Lab, words: &str) -> (Record, Vec<Value>) {
    traced_in_part(lab, words, "")
}

/// The same with limits of the trace.
#[track_caller]
fn traced_in_part(lab: &Lab, words: &str, limits: &str) -> (Record, Vec<Value>) {
    let ended = lab.run(&format!("{words} --format json --trace events.jsonl {limits}"));
    let record = ended.record();
    let alone = lab.run(&format!("{words} --format json")).record();
    assert_eq!((alone.id, alone.counters, &alone.result), (record.id, record.counters, &record.result), "{ended}");
    let verdict = verify(Reader::open(&lab.at("events.jsonl").to_string_lossy()).unwrap()).unwrap();
    assert!(verdict.is_sound(), "{:#?}: {ended}", verdict.broken);
    let lines = lines(lab, "events.jsonl");
    let counters: Counters = serde_json::from_value(lines.last().unwrap()["counters"].clone()).unwrap();
    assert_eq!(counters, record.counters, "{ended}");
    if limits.is_empty() {
        assert_iterations(&record, &lines, &ended);
    }
    (record, lines)
}

/// The counters of each iteration follow from the lines between its beginning and that of the next.
#[track_caller]
fn assert_iterations(record: &Record, lines: &[Value], ended: &Ended) {
    let mut expanded: Vec<u64> = Vec::new();
    for line in lines {
        match word(line, "type") {
            "iteration" => expanded.push(0),
            "expand" if word(&lines[0], "type") == "source" => *expanded.last_mut().unwrap_or(&mut 0) += 1,
            "subtree" | "return" => {
                *expanded.last_mut().unwrap_or(&mut 0) += line["counts"]["expanded"].as_u64().unwrap_or_default();
            }
            "count" if word(line, "name") == "expanded" => {
                *expanded.last_mut().unwrap_or(&mut 0) += line["by"].as_u64().unwrap();
            }
            _ => {}
        }
    }
    // Iterations within a search that is not told node by node have no lines.
    if below(lines, "iterations") > 0 {
        return;
    }
    let listed: Vec<u64> = record.per_iteration.iter().map(|iteration| iteration.counters.expanded).collect();
    assert_eq!(expanded, listed, "{ended}");
}

/// Every expanded and every generated state has a line of its own.
#[track_caller]
fn assert_one_by_one((record, lines): &(Record, Vec<Value>)) {
    let is_cycle = |line: &&Value| word(line, "how") == "cycle";
    let generated = events(lines, "generate") - lines.iter().filter(is_cycle).count() as u64;
    let shown = (events(lines, "expand"), generated, events(lines, "iteration"));
    let counters = record.counters;
    assert_eq!(shown, (counters.expanded, counters.generated, counters.iterations), "{}", record.algorithm);
    let named: HashSet<&str> =
        lines.iter().filter(|line| word(line, "type") == "count").map(|line| word(line, "name")).collect();
    assert!(!named.contains("expanded") && !named.contains("generated"), "{named:?}");
}

#[test]
fn paths_in_mazes_are_told_state_by_state() {
    let lab = Lab::new(&[]);
    lab.generate("rooms.txt", Kind::Rooms, 16, 30);
    lab.generate("caves.txt", Kind::Caves, 30, 30);
    lab.generate("field.txt", Kind::Field, 10, 10);
    for command in maze_commands() {
        // Solved, limited, and with nothing to do.
        for file in ["rooms.txt", "caves.txt", "caves.txt --max-nodes 100", "field.txt --goal 0,0"] {
            let limit = if file.contains("--max-nodes") { "" } else { "--max-nodes 20000" };
            assert_one_by_one(&traced(&lab, &format!("maze {command} {file} {limit}")));
        }
    }
}

/// The numbers of a picture are those of the counters, and drawing changes nothing.
#[test]
fn pictures_tell_the_same_numbers() {
    let lab = Lab::new(&[]);
    lab.generate("rooms.txt", Kind::Rooms, 32, 60);
    for command in maze_commands() {
        let words = format!("maze {command} rooms.txt --max-nodes 300000 --format json");
        let (alone, pictured) = (lab.run(&words).record(), lab.run(&format!("{words} --picture picture.svg")).record());
        assert_eq!((alone.id, alone.counters, &alone.result), (pictured.id, pictured.counters, &pictured.result));
        let picture = fs::read_to_string(lab.at("picture.svg")).unwrap();
        let (algorithm, expanded) = (&pictured.algorithm, pictured.counters.expanded);
        let words = [counted(expanded, "expansion") + " of ", counted(expanded, "cell") + " expanded"];
        assert!(words.iter().any(|words| picture.contains(words)), "{algorithm}: {words:?} in {picture}");
        let scanned = format!("scanned {} (", grouped(pictured.counters.scanned));
        assert!(algorithm != "jps" || picture.contains(&scanned), "{scanned:?} in {picture}");
    }
}

#[test]
fn paths_of_tiles_are_told_state_by_state() {
    let lab = Lab::new(&[("boards.txt", "8 6 7 2 5 4 3 0 1\n1 4 2 3 0 5 6 7 8\n"), ("odd.txt", ODD_BOARD)]);
    for algorithm in tile_commands() {
        for file in ["boards.txt --first 1 --max-nodes 3000", "boards.txt --first 1 --max-nodes 100", "odd.txt"] {
            assert_one_by_one(&traced(&lab, &format!("tiles {algorithm} {file}")));
        }
    }
}

/// The boards of the 24-puzzle have no key of 64 bits: the trace has the boards all the same.
#[test]
fn boards_of_24_tiles_are_written_whole() {
    let board = "1 2 3 4 9 5 6 7 8 0 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24";
    let lab = Lab::new(&[("board.txt", board)]);
    let (record, lines) = traced(&lab, "tiles astar board.txt");
    assert_eq!(record.result.unwrap().value.to_bits(), 5.0_f64.to_bits());
    let tiles: Vec<String> = lines[0]["at"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(tiles.join(" "), board);
}

#[test]
fn paths_in_graphs_are_told_state_by_state() {
    let lab = Lab::new(&[("line.txt", "edge a b 3\nedge b c 4\nedge a c 9\nstart a\ngoal c\n")]);
    let graph = world_of("graph").unwrap().info();
    for about in graph.algorithms {
        assert_one_by_one(&traced(&lab, &format!("graph {} line.txt --max-nodes 3000", about.name)));
        assert_one_by_one(&traced(&lab, &format!("graph {} --max-nodes 3000", about.name)));
    }
}

/// Every leaf, cut and pass of a search has a line of its own, and the expanded nodes are the visits that are neither
/// leaves nor cut before they were searched.
#[track_caller]
fn assert_visits((record, lines): &(Record, Vec<Value>)) {
    let cuts = |by: &str| lines.iter().filter(|line| word(line, "by") == by).count() as u64;
    let Counters { evaluated, cutoffs, tt_cutoffs, passes, probcut_cuts, expanded, .. } = record.counters;
    let shown =
        (events(lines, "leaf"), cuts("beta"), cuts("table") + cuts("etc"), events(lines, "pass"), cuts("probcut"));
    assert_eq!(shown, (evaluated, cutoffs, tt_cutoffs, passes, probcut_cuts), "{}", record.algorithm);
    assert_eq!(events(lines, "enter") - evaluated - tt_cutoffs - probcut_cuts, expanded, "{}", record.algorithm);
    assert_eq!(below(lines, "expanded"), expanded, "{}", record.algorithm);
    assert_eq!(events(lines, "enter"), events(lines, "return"), "{}", record.algorithm);
}

fn searches(world: &WorldInfo) -> impl Iterator<Item = &'static str> {
    world.algorithms.iter().map(|about| about.name)
}

#[test]
fn trees_are_told_visit_by_visit() {
    let lab = Lab::new(&[("tree.txt", "((3 12) 8) (2 (4 6)) (14 5 2)")]);
    for name in searches(&TREE).filter(|&name| name != "mcts") {
        for more in ["", "--depth 2", "--to-move min", "--ties seeded"] {
            assert_visits(&traced(&lab, &format!("tree search tree.txt --algorithm {name} {more}")));
        }
    }
}

#[test]
fn games_are_told_visit_by_visit() {
    let lab = Lab::new(&[]);
    for name in searches(&OTHELLO).filter(|&name| name != "mcts") {
        for world in ["connect4 search --size 4x4", "othello search", "gomoku search --size 5x5", "pgames search"] {
            assert_visits(&traced(&lab, &format!("{world} --algorithm {name} --depth 3")));
        }
    }
    for more in
        ["--enhanced-cutoffs on", "--aspiration 2", "--ties seeded --seed 3", "--evaluation learned --probcut 1.0"]
    {
        assert_visits(&traced(&lab, &format!("othello search --algorithm pvs --depth 5 {more}")));
    }
}

/// Counts of lines `count`, which stand for no event.
fn counted_alone(lines: &[Value], counter: &str) -> u64 {
    let is_count = |line: &&Value| word(line, "type") == "count" && word(line, "name") == counter;
    lines.iter().filter(is_count).filter_map(|line| line["by"].as_u64()).sum()
}

/// Counts of lines that give them as numbers: nodes that a visit expanded, and searches beside the tree.
fn below(lines: &[Value], counter: &str) -> u64 {
    lines.iter().filter_map(|line| line["counts"][counter].as_u64()).sum()
}

/// The board of an endgame with ten empty squares, a pass among its lines.
const ENDGAME: &str = "OXXX--O-XOXXXOOX--OXOOOXOOOOXXOXOOOXXXXXOOOOOOXX-OOOOOOX--O-X-XO X";

/// Solvers and the engine tell their tree node by node, and what they search beside it by its counts: together they are
/// the counters of the record.
#[test]
fn solvers_are_told_node_by_node() {
    let lab = Lab::new(&[("end.obf", &format!("{ENDGAME};\n"))]);
    let gomoku = "gomoku solve --stones h8a1i8o1j9a15j10o15";
    let commands = [
        ("connect4 solve 1122 --size 5x4".to_owned(), "tree"),
        ("connect4 solve 12 --size 4x4 --all-best on".to_owned(), "tree"),
        ("othello solve end.obf".to_owned(), "tree"),
        ("othello solve end.obf --mode wld --without presearch,plain".to_owned(), "tree"),
        ("gomoku search --algorithm engine --depth 4 --position h8i9j10h9".to_owned(), "tree"),
        ("gomoku search --algorithm engine --depth 3 --size 7x7 --position d4 --without table".to_owned(), "tree"),
        (format!("{gomoku} --algorithm vcf"), "proof"),
        (format!("{gomoku} --algorithm vct"), "proof"),
        (format!("{gomoku} --algorithm vct --shortest"), "proof"),
        (format!("{gomoku} --algorithm pns"), "proof"),
        ("gomoku solve --stones h8a1i9o1 --algorithm pns --max-nodes 3000".to_owned(), "proof"),
        ("gomoku solve --stones h8a1i9o1 --algorithm lambda --max-nodes 20000".to_owned(), "proof"),
        ("gomoku solve --stones h8a1i9o1 --algorithm guided --max-nodes 20000".to_owned(), "proof"),
    ];
    for (words, kind) in commands {
        let (record, lines) = traced(&lab, &words);
        let header = fs::read_to_string(lab.at("events.jsonl")).unwrap();
        assert!(header.lines().next().unwrap().contains(&format!("\"kind\":\"{kind}\"")), "{words}");
        let Counters { evaluated, cutoffs, tt_cutoffs, passes, expanded, .. } = record.counters;
        let cuts = |by: &str| lines.iter().filter(|line| word(line, "by") == by).count() as u64;
        assert_eq!(events(&lines, "leaf") + below(&lines, "evaluated"), evaluated, "{words}");
        assert_eq!(cuts("beta") + below(&lines, "cutoffs"), cutoffs, "{words}");
        assert_eq!(cuts("table") + cuts("etc") + below(&lines, "tt_cutoffs"), tt_cutoffs, "{words}");
        assert_eq!(events(&lines, "pass") + below(&lines, "passes"), passes, "{words}");
        assert_eq!(below(&lines, "expanded") + counted_alone(&lines, "expanded"), expanded, "{words}");
        let is_ended = record.status == Status::Solved || record.status == Status::Complete;
        assert!(!is_ended || counted_alone(&lines, "expanded") == 0, "{words}");
        assert!(!is_ended || events(&lines, "enter") == events(&lines, "return"), "{words}");
        lab.run(&format!("{words} --replay page.html --quiet --trace-limit 500"));
        assert!(fs::metadata(lab.at("page.html")).unwrap().len() < 2_000_000, "{words}");
    }
    lab.write("two.obf", format!("{ENDGAME};\n{ENDGAME};\n").as_bytes());
    lab.run("othello solve two.obf --replay two.html").expect(2).says(&["one position", "--first 1"]);
}

/// Every reason of a cut and every purpose of a subtree is documented, and explained on the page and in the terminal.
#[test]
fn reasons_are_explained_everywhere() {
    let read = |path: &str| fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + path).unwrap();
    let book = read("docs/src/reference/trace.md");
    let (page, terminal) = (read("crates/report/src/replay/tree.js"), read("crates/lab/src/watch/why.rs"));
    for name in Cut::ALL.map(Cut::name).into_iter().chain(Subtree::ALL.map(Subtree::name)) {
        assert!(book.contains(&format!("`{name}`")), "{name}");
        assert!(page.contains(&format!("{name}: \"")), "{name}");
        assert!(terminal.contains(&format!("\"{name}\" => \"")), "{name}");
    }
}

/// An interrupted search leaves visits open, and its trace is a trace all the same.
#[test]
fn limits_of_a_search_do_not_break_its_trace() {
    let lab = Lab::new(&[]);
    for name in ["alphabeta", "pvs", "mtdf", "mcts"] {
        traced(&lab, &format!("othello search --algorithm {name} --max-nodes 500"));
    }
    let (record, lines) = traced(&lab, "connect4 search --algorithm mcts --max-nodes 300");
    assert_eq!(events(&lines, "simulate"), record.counters.simulated);
    traced(&lab, "gomoku search --algorithm engine --max-nodes 500");
}

/// Lines that a limit leaves out are counted, so that the counters follow all the same.
#[test]
fn parts_of_a_trace_say_what_they_leave_out() {
    let lab = Lab::new(&[]);
    lab.generate("rooms.txt", Kind::Rooms, 16, 30);
    let limits = ["--trace-limit 10", "--trace-from 20 --trace-to 29", "--trace-from 100000", "--trace-to 1"];
    for command in ["maze astar rooms.txt", "maze idastar-table rooms.txt", "othello search --algorithm pvs --depth 3"]
    {
        let (_, whole) = traced(&lab, command);
        let all = whole.last().unwrap()["events"].as_u64().unwrap();
        for limit in limits {
            let (_, part) = traced_in_part(&lab, command, limit);
            let left_out: u64 = part.iter().filter_map(|line| line["left_out"].as_u64()).sum();
            let written = part.iter().filter(|line| !["count", "cut-off", "end"].contains(&word(line, "type")));
            assert_eq!(left_out + written.count() as u64, all, "{command} {limit}");
        }
    }
    lab.run("maze astar rooms.txt --trace a.jsonl --trace-from 9 --trace-to 8").expect(2);
    lab.run("maze astar rooms.txt --trace-limit 8").expect(2);
}

#[test]
fn compressed_traces_hold_the_same() {
    let lab = Lab::new(&[]);
    lab.generate("field.txt", Kind::Field, 8, 8);
    lab.run("maze astar field.txt --trace walk.jsonl").expect(0);
    lab.run("maze astar field.txt --trace walk.jsonl.gz").expect(0);
    let packed = fs::File::open(lab.at("walk.jsonl.gz")).unwrap();
    let text = std::io::read_to_string(MultiGzDecoder::new(packed)).unwrap();
    // Two runs do not take the same time.
    let timeless = |text: &str| {
        let (before, after) = text.split_once("\"seconds\":").expect("the end says how long it took");
        before.to_owned() + after.split_once(',').expect("more follows").1
    };
    assert_eq!(timeless(&text), timeless(&fs::read_to_string(lab.at("walk.jsonl")).unwrap()));
    for file in ["walk.jsonl", "walk.jsonl.gz"] {
        lab.run(&format!("trace verify {file}")).expect(0);
        assert!(lab.run(&format!("trace show {file} --from 2 --to 3")).expect(0).out.contains("expand 0,0"));
    }
}

/// A line that is wrong is found, with its number; what is no trace has an error with its place.
#[test]
fn broken_traces_are_found_out() {
    let lab = Lab::new(&[]);
    lab.generate("field.txt", Kind::Field, 8, 8);
    lab.run("maze astar field.txt --trace walk.jsonl").expect(0);
    let text = fs::read_to_string(lab.at("walk.jsonl")).unwrap();
    let expanded = text.lines().find(|line| line.contains("expand") && line.contains("\"p\":0")).unwrap();
    let dearer = expanded.replace("\"g\":1", "\"g\":2");
    let orphan = expanded.replace("\"p\":0", "\"p\":99");
    let changes: [(&str, &str, i32); 6] = [
        (expanded, &dearer, 1),
        (expanded, &orphan, 1),
        ("\"expanded\":", "\"expanded\":1", 1),
        ("{\"type\":\"end\"", "{\"type\":\"ending\"", 1),
        ("{\"type\":\"source\"", "{\"type\":\"source", 2),
        ("\"version\":1", "\"version\":2", 2),
    ];
    for (old, new, code) in changes {
        assert!(text.contains(old), "{old}");
        fs::write(lab.at("broken.jsonl"), text.replacen(old, new, 1)).unwrap();
        lab.run("trace verify broken.jsonl").expect(code);
    }
    lab.run("trace show field.txt").expect(2);
    lab.run("trace show nothing.jsonl").expect(2);
    lab.run("trace convert walk.jsonl --to posthoc --out walk.jsonl").expect(2);
}

/// Posthoc's search trace 1.4.0: a version, views, and events whose parents are known; following them from the end leads
/// to the source, at the cost of the path.
#[test]
fn posthoc_gets_events_whose_parents_are_known() {
    let lab = Lab::new(&[("boards.txt", "8 6 7 2 5 4 3 0 1\n"), ("tree.txt", "(3 12 8) (2 4 6) (14 5 2)")]);
    lab.generate("rooms.txt", Kind::Rooms, 16, 30);
    let commands = [
        ("maze astar rooms.txt", true),
        ("maze dijkstra rooms.txt", true),
        ("maze jps rooms.txt", true),
        ("maze idastar-table rooms.txt", false),
        ("tiles astar boards.txt", true),
        ("graph astar", true),
        ("tree search tree.txt", false),
        ("connect4 search --algorithm mcts --max-nodes 200", false),
    ];
    for (command, has_tree) in commands {
        lab.run(&format!("{command} --trace walk.jsonl"));
        lab.run("trace convert walk.jsonl --to posthoc --out a.trace.json").expect(0);
        lab.run(&format!("{command} --trace b.trace.json --trace-format posthoc"));
        let text = fs::read_to_string(lab.at("a.trace.json")).unwrap();
        assert_eq!(text, fs::read_to_string(lab.at("b.trace.json")).unwrap(), "{command}");
        let trace: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(trace["version"], "1.4.0");
        assert!(trace["views"]["main"].is_array(), "{command}");
        let events = trace["events"].as_array().unwrap();
        let mut known: HashSet<String> = HashSet::new();
        for event in events {
            assert!(event["type"].is_string() && !event["id"].is_null(), "{event}");
            assert!(event["pId"].is_null() || known.contains(&event["pId"].to_string()), "{command}: {event}");
            known.insert(event["id"].to_string());
        }
        if has_tree {
            assert_costs(events, command);
        }
    }
}

/// The way back from the end by the parents has the cost of the end.
#[track_caller]
fn assert_costs(events: &[Value], command: &str) {
    let end = events.iter().find(|event| event["type"] == "end").unwrap();
    let (mut at, mut cost) = (end["id"].clone(), f64::NAN);
    let mut steps = 0;
    while let Some(event) =
        events.iter().rev().find(|event| event["id"] == at && event["g"].is_number() && event["type"] != "prune")
    {
        let g = event["g"].as_f64().unwrap();
        if steps == 0 {
            cost = g;
        }
        steps += 1;
        if event["pId"].is_null() {
            break;
        }
        at = event["pId"].clone();
    }
    assert_eq!(at, events.iter().find(|event| event["type"] == "source").unwrap()["id"], "{command}");
    assert!((cost - end["cost"].as_f64().unwrap()).abs() < 1e-9, "{command}: {cost}, {end}");
}
