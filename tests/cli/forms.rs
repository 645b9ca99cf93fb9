//! The forms of the answer: JSON by the design, CSV, Markdown, the table.

use serde_json::Value;

use searchlab::catalog::TILES;
use searchlab::record::Record;
use searchlab::search::counters::Counters;
use searchlab::worlds::maze::generate::Kind;

use crate::outcomes::maze_commands;
use crate::support::{BOARD, Ended, Lab, MAP, MAZE, ODD_BOARD, SCEN, WALLED};

/// The keys of a record in the order of the design.
const RECORD: &[&str] = &[
    "id",
    "world",
    "instance",
    "algorithm",
    "params",
    "depth",
    "limits",
    "seed",
    "repeat",
    "status",
    "result",
    "counters",
    "per_iteration",
    "referee",
    "measured",
];
const ANSWER: &[&str] = &["value", "exact", "moves", "depth"];
const MEASURED: &[&str] = &["seconds", "cpu_seconds", "peak_bytes"];
/// The counters in the order of the design.
const COUNTERS: &[&str] = &[
    "expanded",
    "generated",
    "evaluated",
    "reopened",
    "scanned",
    "iterations",
    "passes",
    "cutoffs",
    "first_move_cutoffs",
    "tt_probes",
    "tt_hits",
    "tt_cutoffs",
    "tt_stores",
    "tt_overwrites",
    "open_pushes",
    "open_pops",
    "open_updates",
    "peak_open",
    "peak_depth",
    "table_bytes",
    "simulated",
    "tree_plies",
    "played_out",
    "playout_moves",
    "proved",
    "tree_nodes",
    "probcut_tries",
    "probcut_cuts",
];
/// Those that records leave out where they are 0.
const OPTIONAL: &[&str] = &[
    "simulated",
    "tree_plies",
    "played_out",
    "playout_moves",
    "proved",
    "tree_nodes",
    "probcut_tries",
    "probcut_cuts",
];

fn lab() -> Lab {
    let boards = format!("{BOARD}8 6 7 2 5 4 3 0 1\n");
    let files = [
        ("maze.txt", MAZE),
        ("walled.txt", WALLED),
        ("yard.map", MAP),
        ("yard.map.scen", SCEN),
        ("board.txt", BOARD),
        ("boards.txt", boards.as_str()),
        ("odd.txt", ODD_BOARD),
        // Nothing in a name may break a form.
        ("a, \"b\".txt", MAZE),
    ];
    let lab = Lab::new(&files);
    lab.generate("rooms.txt", Kind::Rooms, 30, 60);
    lab
}

/// Commands that answer with records, and how many.
fn commands() -> Vec<(String, usize)> {
    let mazes = maze_commands().into_iter().map(|command| (format!("maze {command} rooms.txt --max-nodes 50000"), 1));
    let tiles = TILES.algorithms.iter().map(|about| (format!("tiles {} boards.txt --max-nodes 5000", about.name), 2));
    let others = [
        ("maze astar walled.txt", 1),
        ("maze astar maze.txt --start 1,1 --goal 1,1 --moves 8", 1),
        ("maze compare maze.txt", 11),
        ("maze compare maze.txt walled.txt --moves 8", 24),
        ("maze compare rooms.txt --algorithms astar,idastar --max-nodes 1000", 2),
        ("maze scen yard.map.scen", 3),
        ("maze scen yard.map.scen --moves 4 --last 2", 2),
        ("tiles astar odd.txt", 1),
        ("othello search", 1),
        ("othello search --algorithm minimax --depth 3 --position f5d6c3", 1),
        ("othello search --max-nodes 2000 --evaluation anchored", 1),
        ("othello search --max-memory 1k --quiet", 1),
        ("othello compare --depths 2,4 --per-iteration", 10),
        ("othello compare --depths 3..=4 --algorithms minimax-memo,alphabeta-tt,pvs,sss,dual,mtd-bi,mtd-step", 14),
        ("othello compare --depths 6..=8 --max-nodes 5000", 12),
        ("othello compare --depths 2..=3 --algorithms alphabeta,mcts --simulations 200", 4),
        ("tiles astar board.txt", 1),
    ];
    mazes.chain(tiles).chain(others.map(|(words, count)| (words.to_owned(), count))).collect()
}

/// The keys of an object, those of `optional` left out where the object lacks them.
#[track_caller]
fn assert_keys(object: &Value, expected: &[&str], optional: &[&str]) {
    let object = object.as_object().unwrap_or_else(|| panic!("{object} is no object"));
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    let wanted: Vec<&str> =
        expected.iter().copied().filter(|key| !optional.contains(key) || object.contains_key(*key)).collect();
    assert_eq!(keys, wanted);
}

#[test]
fn the_counters_are_those_of_the_design() {
    let names: Vec<&str> = Counters::MEANINGS.iter().map(|counter| counter.0).collect();
    assert_eq!(names, COUNTERS);
    let optional = names.iter().copied().zip(Counters::OPTIONAL).filter(|counter| counter.1);
    assert!(optional.map(|counter| counter.0).eq(OPTIONAL.iter().copied()));
}

#[test]
fn json_is_the_record_of_the_design() {
    let lab = lab();
    for (words, count) in commands() {
        let ended = lab.run(&format!("{words} --format json"));
        assert_eq!(ended.out.lines().count(), count, "{ended}");
        assert!(ended.out.ends_with('\n'), "{ended}");
        for line in ended.out.lines() {
            let record: Record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {ended}"));
            assert_eq!(serde_json::to_string(&record).unwrap(), line, "a record is written as it is read");
            let value: Value = serde_json::from_str(line).unwrap();
            assert_keys(&value, RECORD, &["limits", "per_iteration", "referee"]);
            assert_keys(&value["counters"], COUNTERS, OPTIONAL);
            assert_keys(&value["measured"], MEASURED, &[]);
            assert_eq!(value["id"].as_str().map(str::len), Some(16), "{line}");
            let is_game = value["world"] == "othello";
            // A search that a limit alone ends has no depth.
            let has_depth = is_game && !words.contains("search --max-nodes");
            assert!(value["params"].is_object() && value["depth"].is_null() != has_depth, "{line}");
            if !value["result"].is_null() {
                assert_keys(&value["result"], ANSWER, &["exact", "depth"]);
                assert_eq!(!value["result"]["depth"].is_null(), is_game, "the depth of the answer stands in games");
                let is_any_angle = value["algorithm"] == "theta";
                let is_eight = value["world"] == "maze" && value["params"]["moves"] == 8 && !is_any_angle;
                assert_eq!(!value["result"]["exact"].is_null(), is_eight, "exact costs stand where moves are eight");
            }
            for iteration in value["per_iteration"].as_array().into_iter().flatten() {
                let own: &[&str] = match record.algorithm.as_str() {
                    _ if is_game => &["depth", "value", "best"],
                    "ara" => &["weight", "cost"],
                    "lpa" | "dstar-lite" => &["change", "cost"],
                    _ => &["threshold"],
                };
                // What a limit ended has no value.
                assert_keys(iteration, &[own, COUNTERS].concat(), &[&["value", "best"], OPTIONAL].concat());
            }
            let is_deepening = record.algorithm.starts_with("idastar");
            let is_searched = record.counters.iterations > 0;
            assert!(!is_deepening || is_searched != record.per_iteration.is_empty(), "{line}");
        }
    }
}

#[test]
fn csv_has_as_many_fields_as_its_header() {
    let lab = lab();
    for (words, count) in commands() {
        let ended = lab.run(&format!("{words} --format csv"));
        let json = lab.run(&format!("{words} --format json"));
        // The reader refuses records of another length than the header's.
        let mut reader = csv::Reader::from_reader(ended.out.as_bytes());
        let head = reader.headers().unwrap().clone();
        let place = |name: &str| head.iter().position(|field| field == name).unwrap_or_else(|| panic!("no {name}"));
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        assert_eq!(rows.len(), count, "{ended}");
        for (row, record) in rows.iter().zip(json.records()) {
            assert_eq!(row[place("id")], record.id.to_string());
            assert_eq!(row[place("instance")], record.instance);
            assert_eq!(row[place("status")], *record.status.name());
            assert_eq!(row[place("moves")], record.result.as_ref().map_or("".into(), |answer| answer.moves.text(" ")));
            for (name, value) in record.counters.entries() {
                assert_eq!(row[place(name)], value.to_string(), "{name} in {ended}");
            }
        }
    }
}

#[test]
fn md_is_a_markdown_table() {
    let lab = lab();
    for (words, count) in commands() {
        // More than one table.
        let words = words.replace(" --per-iteration", "");
        let ended = lab.run(&format!("{words} --format md"));
        let cells = |line: &str| -> Vec<String> {
            let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            inner.unwrap_or_else(|| panic!("{ended}")).split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        let lines: Vec<Vec<String>> = ended.out.lines().map(cells).collect();
        assert_eq!(lines.len(), count + 2, "{ended}");
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{ended}");
        assert!(lines[1].iter().all(|cell| cell.trim_matches(':').bytes().all(|byte| byte == b'-')), "{ended}");
        let first = if words.starts_with("othello compare") { "depth" } else { "instance" };
        assert_eq!(lines[0][0], first, "{ended}");
    }
}

#[test]
fn names_with_commas_and_quotes_survive() {
    let lab = lab();
    let name = "a, \"b\".txt";
    for format in ["json", "csv", "md", "table"] {
        let mut command = lab.program();
        command.args(["maze", "astar", name, "--format", format]);
        let ended = Ended::new(format, &command.output().unwrap()).expect(0);
        match format {
            "json" => assert_eq!(ended.record().instance, name),
            "csv" => {
                let mut reader = csv::Reader::from_reader(ended.out.as_bytes());
                assert_eq!(&reader.records().next().unwrap().unwrap()[2], name);
            }
            _ => assert!(ended.out.contains(name), "{ended}"),
        }
    }
}

/// Tables fit into eighty columns where no terminal says otherwise.
#[test]
fn tables_fit() {
    // Values of any length, and sentences, which a terminal may wrap.
    const FREE: [&str; 4] = ["moves ", "parameters ", "Threshold ", "The next threshold"];
    let lab = lab();
    for (words, _) in commands() {
        let ended = lab.run(&words);
        let is_free = |line: &&str| FREE.iter().any(|free| line.starts_with(free)) || line.contains(" instances by ");
        for line in ended.out.lines().filter(|line| !is_free(line)) {
            let width = console::measure_text_width(line);
            assert!(width <= 80, "{width} columns in {line:?} of {ended}");
        }
    }
}

/// Names and titles that break lines, speak to the terminal, turn the direction of reading, or are formulas to a
/// spreadsheet: written out in every file of a report, and on the terminal.
#[test]
fn no_form_passes_on_what_is_not_to_be_seen() {
    let nasty = "\\u202Ehidden\\u2069\\u001b[31m\\u009b1m";
    let text = format!(
        "title = \"t{nasty}\"\nquestion = \"q{nasty}\"\nworld = \"othello\"\n\
         algorithms = [{{ name = \"minimax\", label = \"=1+1{nasty}\" }}, {{ name = \"mtdf\", label = \"@m\" }}]\n\
         [sweep]\ndepth = [1, 2]\n\
         [[table]]\ntitle = \"a{nasty}\"\nrows = [\"algorithm\", \"depth\"]\nvalues = [\"nodes\", \"value\"]\n\
         [[chart]]\ntitle = \"c{nasty}\"\nkind = \"lines\"\nx = \"depth\"\ny = \"nodes\"\n\
         [[claim]]\nsays = \"s{nasty}\"\nfield = \"nodes\"\nof = \"@m\"\nover = \"=1+1{nasty}\"\nis = \"> 0\"\n"
    );
    let lab = Lab::new(&[("x.toml", &text)]);
    let ended = lab.run("run x.toml --out d").expect(0);
    let is_hidden = |each: char| each.is_control() && each != '\n' || searchlab::text::is_invisible_control(each);
    assert!(!ended.out.contains(is_hidden) && !ended.err.contains(is_hidden), "{ended}");
    let (mut folders, mut seen) = (vec![lab.at("d")], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if ["html", "md", "csv", "tex", "svg"].contains(&ending.as_str()) {
                seen += 1;
                let text = std::fs::read_to_string(&path).expect("a text");
                let found = text.find(is_hidden).map(|at| text[..at].chars().rev().take(80).collect::<String>());
                let found = found.map(|before| before.chars().rev().collect::<String>());
                assert_eq!(found, None, "{}", path.display());
                let is_formula = |line: &str| line.starts_with(['=', '@', '+']);
                assert!(ending != "csv" || !text.lines().any(is_formula), "{}\n{text}", path.display());
            }
        }
    }
    assert!(seen >= 5, "{seen} files");
}
