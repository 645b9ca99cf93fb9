//! Experiments from the file to the report: the same results however they are run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use searchlab::diagnostic::Source;
use searchlab::experiment::plan::Plan;
use searchlab::experiment::spec::{Spec, schema};
use searchlab::record::{Measured, Record};
use searchlab::shipped::experiments;
use searchlab::worlds::maze::generate::Kind;

use crate::long::is_long;
use crate::support::{BOARD, Lab, MAP, SCEN};

/// Three worlds, files and made instances, axes, repeats; all that is asked for is deterministic.
pub(crate) const MIXED: &str = r#"
title = "Three worlds"
world = "maze"
seed = 7
repeats = 2
algorithms = ["astar", "idastar-table", { name = "alphabeta-tt", table-bits = 10 }, "mtdf", "minimax"]

[[instances]]
files = ["rooms.txt", "yard.map.scen"]

[[instances]]
generate = { kind = ["caves", "obstacles"], size = ["12x12", "16x16"], density = 0.3, seeds = "1..=2" }

[[instances]]
world = "tiles"
files = "puzzle.txt"

[[instances]]
world = "othello"
games = { seeds = "1..=3", plies = [10, 20] }

[sweep]
depth = [1, 2, 3]
tie-break = ["lifo", "fifo"]

[[table]]
rows = ["world", "algorithm"]
values = ["expanded", "evaluated", "value"]

[[table]]
title = "Nodes by depth, against alpha-beta"
rows = ["depth", "algorithm"]
values = "nodes"
statistic = "geometric-mean"
baseline = "alphabeta-tt"
where = { world = "othello" }

[[chart]]
kind = "lines"
x = "depth"
y = "nodes"
where = { world = "othello" }

[[chart]]
kind = "cactus"
y = "expanded"
where = { world = "maze" }

[[claim]]
says = "MTD(f) finds the value of minimax"
field = "value"
of = "mtdf"
over = "minimax"
statistic = "equal"
is = "== 1"
"#;

pub(crate) fn lab(experiment: &str) -> Lab {
    let lab = Lab::new(&[("x.toml", experiment), ("puzzle.txt", BOARD), ("yard.map", MAP), ("yard.map.scen", SCEN)]);
    lab.generate("rooms.txt", Kind::Rooms, 21, 31);
    lab
}

/// The records of a file without what is measured, in its order.
pub(crate) fn deterministic(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let plain = |line: &str| {
        let record: Record = serde_json::from_str(line).expect("a record");
        serde_json::to_string(&Record { measured: Measured::default(), ..record }).expect("plain values")
    };
    text.lines().map(plain).collect()
}

/// All files under a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("lock") {
            // It names who held it last.
        } else if entry.is_dir() {
            all.extend(files(&entry).into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            all.insert(name, fs::read(&entry).expect("a file"));
        }
    }
    all
}

/// What follows from deterministic numbers alone.
fn derived(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files(folder).into_iter().filter(|(name, _)| name.starts_with("tables/") || name.starts_with("charts/")).collect()
}

#[test]
fn jobs_and_shards_change_nothing() {
    let lab = lab(MIXED);
    lab.run("run x.toml --out one --quiet").expect(0);
    lab.run("run x.toml --out two --jobs 2 --quiet").expect(0);
    for shard in 0..5 {
        let shown = lab.run(&format!("run x.toml --out five --shard {shard}/5 --quiet")).expect(0);
        assert!(shown.out.contains("searchlab merge five"), "{shown}");
    }
    lab.run("merge five").expect(0);
    lab.run("report five").expect(0);
    let records = deterministic(&lab.at("one/records.jsonl"));
    assert_eq!(records.len(), 2 * ((1 + 3 + 8 + 1) * 3 + 6 * 9), "the plan has changed");
    let tables = derived(&lab.at("one"));
    assert!(tables.len() >= 4 * 2 + 3 * 2, "{:?}", tables.keys());
    for other in ["two", "five"] {
        assert_eq!(deterministic(&lab.at(other).join("records.jsonl")), records, "{other}");
        assert!(derived(&lab.at(other)) == tables, "{other}");
        lab.run(&format!("diff one {other}")).expect(0);
    }
}

#[test]
fn everything_derived_is_made_again_byte_for_byte() {
    let lab = lab(MIXED);
    let first = lab.run("run x.toml").expect(0);
    assert!(first.out.contains("reports/x/report.html"), "{first}");
    let before = files(&lab.at("reports/x"));
    for name in before.keys().filter(|name| name.contains("report.") || name.contains('/')) {
        fs::remove_file(lab.at("reports/x").join(name)).unwrap();
    }
    lab.run("report reports/x").expect(0);
    let after = files(&lab.at("reports/x"));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (name, bytes) in before {
        assert!(after[&name] == bytes, "{name} is another");
    }
    // Nothing is left to do, and nothing is done.
    lab.run("run x.toml").expect(0);
    let again = fs::read(lab.at("reports/x/records.jsonl")).unwrap();
    assert!(again == after["records.jsonl"]);
    lab.run("status reports/x").expect(0);
}

/// What a copy of the repository has of a report is enough for all commands.
#[test]
fn compressed_records_take_the_place_of_records() {
    let lab = lab(MIXED);
    for name in ["one", "two"] {
        lab.run(&format!("run x.toml --out {name} --quiet")).expect(0);
    }
    let records = fs::read(lab.at("one/records.jsonl")).unwrap();
    let remove = || fs::remove_file(lab.at("one/records.jsonl")).unwrap();
    remove();
    let before = files(&lab.at("one"));
    for words in ["status one", "diff one two", "findings one", "report one"] {
        lab.run(words).expect(0);
        assert!(files(&lab.at("one")) == before, "{words} changes the directory");
    }
    lab.run("merge one two --out three").expect(0);
    assert!(fs::read(lab.at("three/records.jsonl")).unwrap() == records);
    // Before more is written they are there again.
    lab.run("resume one --quiet").expect(0);
    assert!(fs::read(lab.at("one/records.jsonl")).unwrap() == records);
}

#[test]
fn claims_decide_the_exit_code_where_that_is_asked() {
    let refuted = MIXED.replace("is = \"== 1\"", "is = \"< 1\"");
    let lab = lab(&refuted);
    lab.run("run x.toml --quiet").expect(0);
    let shown = lab.run("run x.toml --quiet --require-claims --format json").expect(1);
    let summary: serde_json::Value = serde_json::from_str(&shown.out).expect("JSON");
    assert_eq!(summary["claims"][0]["verdict"], "refuted", "{shown}");
    lab.write("y.toml", MIXED.as_bytes());
    lab.run("run y.toml --quiet --require-claims").expect(0);
}

#[test]
fn a_changed_experiment_never_mixes_with_its_records() {
    let lab = lab(MIXED);
    lab.run("run x.toml --quiet").expect(0);
    let before = fs::read(lab.at("reports/x/records.jsonl")).unwrap();
    lab.write("x.toml", MIXED.replace("depth = [1, 2, 3]", "depth = [1, 2]").as_bytes());
    lab.run("run x.toml").expect(2).says(&["records of trials that this experiment does not have", "--prune"]);
    assert!(fs::read(lab.at("reports/x/records.jsonl")).unwrap() == before);
    lab.run("run x.toml --prune").expect(0).says(&["superseded.jsonl"]);
    let report = fs::read_to_string(lab.at("reports/x/report.md")).unwrap();
    assert!(!report.contains("no record"), "{report}");
    let (kept, aside) = (lab.at("reports/x/records.jsonl"), lab.at("reports/x/superseded.jsonl"));
    assert_eq!(
        deterministic(&kept).len() + deterministic(&aside).len(),
        before.split(|&byte| byte == b'\n').count() - 1
    );
    // An axis that grows runs what is new only.
    lab.write("x.toml", MIXED.replace("depth = [1, 2, 3]", "depth = [1, 2, 4]").as_bytes());
    lab.run("run x.toml").expect(0);
}

#[test]
fn differences_are_shown_and_merged_only_if_there_are_none() {
    let lab = lab(MIXED);
    lab.run("run x.toml --out one --quiet").expect(0);
    lab.run("run x.toml --out two --quiet").expect(0);
    let path = lab.at("two/records.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"expanded\":", "\"expanded\":9", 1)).unwrap();
    let shown = lab.run("diff one two").expect(1);
    assert!(shown.out.contains("counters.expanded"), "{shown}");
    lab.run("merge one two --out three").expect(4).says(&["differ in counters.expanded", "here"]);
    assert!(!lab.at("three/records.jsonl").exists());
}

#[test]
fn a_template_works_as_it_is() {
    let lab = Lab::new(&[]);
    lab.run("new my-question").expect(0);
    lab.run("new my-question").expect(2).says(&["is there already"]);
    lab.run("new a/b").expect(2).says(&["no name of an experiment"]);
    let shown = lab.run("run experiments/my-question.toml --dry-run").expect(0);
    assert!(shown.out.contains("75 trials") && shown.out.contains("about"), "{shown}");
    assert!(!lab.at("reports").exists(), "a dry run writes nothing");
    lab.run("run experiments/my-question.toml --require-claims").expect(0);
}

#[test]
fn shipped_experiments_are_read_and_the_schema_is_theirs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lab = Lab::new(&[]);
    for (name, text) in experiments() {
        let source = Source::new(format!("{name}.toml"), text);
        if !is_long() {
            // To make the instances takes long, and `.ci/run` runs them all.
            Spec::read(source).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
            continue;
        }
        let (_, plan) =
            Plan::read(source, &root.join("experiments"), u64::MAX).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        assert!(!plan.trials.is_empty(), "{name}");
    }
    let listed = lab.run("list experiments").expect(0);
    assert!(experiments().all(|(name, _)| listed.out.contains(name)), "{listed}");
    let path = root.join("experiments/schema.json");
    let kept = fs::read_to_string(&path).expect("the schema is checked in");
    let now = format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap());
    assert!(kept == now, "renew it: cargo run -- schema > experiments/schema.json");
    assert!(lab.run("schema").expect(0).out == now);
}

/// The committed report of the first experiment is what it gives here too, in this build.
#[test]
fn the_first_experiment_is_reproduced() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lab = Lab::new(&[]);
    lab.run("run quickstart --out q --quiet --require-claims").expect(0);
    let [now, kept] = [lab.at("q/digest.txt"), root.join("reports/shipped/quickstart/digest.txt")]
        .map(|path| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    assert_eq!(now, kept, "renew the reports if that is right: for each experiment, searchlab run FILE");
}

#[test]
fn a_second_run_is_refused_while_the_first_writes() {
    let lab = lab(MIXED);
    let slow = MIXED.replace("depth = [1, 2, 3]", "depth = 9").replace("repeats = 2", "repeats = 50");
    lab.write("slow.toml", slow.as_bytes());
    let mut first = lab.program().args(["run", "slow.toml", "--out", "d", "--quiet"]).spawn().expect("it starts");
    // What is written last before the first trial.
    while !lab.at("d/experiment.toml").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    lab.run("run slow.toml --out d").expect(2).says(&["another run is writing to", "searchlab run slow.toml"]);
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    // The lock does not outlive its holder.
    lab.run("status d").expect(3);
    lab.run("resume d --shard 0/1000 --quiet").expect(0);
}

/// Few and quick trials.
const SMALL: &str = "title = \"Small\"\nworld = \"tiles\"\nalgorithms = [\"astar\", \"idastar\"]\n[[instances]]\n\
                     files = \"puzzle.txt\"\n";

#[test]
fn a_record_that_is_not_of_its_trial_is_refused() {
    let lab = lab(SMALL);
    lab.run("run x.toml --out d --quiet").expect(0);
    let path = lab.at("d/records.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, wrong) in [
        ("\"algorithm\":\"astar\"", "\"algorithm\":\"idastar\"", "wrong algorithm"),
        ("\"seconds\":", "\"seconds\":-", "wrong measured.seconds"),
        ("\"seed\":0", "\"seed\":1", "wrong seed"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from} is not there");
        fs::write(&path, &changed).unwrap();
        lab.run("status d").expect(2).says(&["is not the record of its trial", wrong, "records.jsonl:"]);
    }
    let changed = fs::read_to_string(&path).unwrap();
    for command in ["report d", "resume d", "run x.toml --out d", "merge d"] {
        lab.run(command).expect(2).says(&["is not the record of its trial", "wrong seed", "records.jsonl:"]);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), changed, "nothing is changed");
}

/// A pipe without a writer would be waited for without end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_where_records_belong() {
    for name in ["records.jsonl", "manifest.json", "lock"] {
        let lab = lab(SMALL);
        lab.run("run x.toml --out d --quiet").expect(0);
        let made = lab.shell(&format!("rm d/{name} && mkfifo d/{name}")).status().expect("a shell");
        assert!(made.success());
        let commands = ["status d", "report d", "resume d", "run x.toml --out d", "merge d", "diff d d"];
        // The lock does not concern who reads.
        for command in
            commands.iter().filter(|words| name != "lock" || !["status d", "report d", "diff d d"].contains(words))
        {
            let output = lab.shell(&format!("timeout 60 searchlab {command}")).output().expect("a shell");
            let ended = crate::support::Ended::new(command, &output).expect(2);
            ended.says(&[name, "no ordinary file"]);
        }
    }
}

#[test]
fn reports_that_are_made_at_once_wait_for_each_other() {
    let lab = lab(SMALL);
    lab.run("run x.toml --out d --quiet").expect(0);
    let before = files(&lab.at("d"));
    let mut all: Vec<_> = (0..6)
        .map(|_| lab.program().args(["report", "d"]).stdout(std::process::Stdio::null()).spawn().expect("it starts"))
        .collect();
    for report in &mut all {
        assert!(report.wait().expect("it ends").success());
    }
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&files(&lab.at("d"))), names(&before));
}

#[test]
fn instances_that_are_equal_are_told_and_compared_by_content() {
    let lab = lab(&SMALL.replace("files = \"puzzle.txt\"", "files = [\"puzzle.txt\", \"copy.txt\"]"));
    lab.write("copy.txt", BOARD.as_bytes());
    let words = "2 instances are one, which is run once: puzzle.txt = copy.txt";
    let dry = lab.run("run x.toml --dry-run").expect(0);
    dry.says(&[words]);
    assert!(dry.out.contains("on 1 instance,"), "{dry}");
    lab.run("run x.toml --out d").expect(0).says(&[words]);
    for name in ["d/report.md", "d/report.html"] {
        assert!(fs::read_to_string(lab.at(name)).unwrap().contains(words), "{name}");
    }
    lab.write("y.toml", SMALL.replace("puzzle.txt", "copy.txt").as_bytes());
    lab.run("run y.toml --out e --quiet").expect(0);
    let shown = lab.run("diff d e").expect(0);
    assert!(shown.out.contains("one instance has two names: puzzle.txt in A, copy.txt in B"), "{shown}");
    // One id is one trial: its records are brought together whatever the file is called.
    lab.write("f/experiment.toml", &fs::read(lab.at("d/experiment.toml")).unwrap());
    lab.write("f/records.jsonl", &fs::read(lab.at("e/records.jsonl")).unwrap());
    lab.write("f/puzzle.txt", BOARD.as_bytes());
    lab.write("f/copy.txt", BOARD.as_bytes());
    lab.run("merge d f --out g").expect(0);
}

#[test]
fn a_report_prints_the_command_that_makes_it_again() {
    let lab = lab(SMALL);
    lab.run("run x.toml --out d --sample 1 --quiet").expect(0);
    // As if the first run had been stopped.
    let text = fs::read_to_string(lab.at("d/records.jsonl")).unwrap();
    lab.write("d/records.jsonl", text.lines().next().map(|line| format!("{line}\n")).unwrap().as_bytes());
    lab.run("resume d --jobs 2 --quiet").expect(0);
    for name in ["d/report.md", "d/report.html"] {
        let report = fs::read_to_string(lab.at(name)).unwrap();
        assert!(report.contains("searchlab run x.toml --quiet --jobs 2"), "{name}");
        assert!(!report.contains("searchlab resume"), "{name}");
    }
}

/// As on a full disk, the system takes a part of a chart only.
#[cfg(unix)]
#[test]
fn a_report_without_room_says_which_file_and_keeps_the_old_ones() {
    let lab = lab(SMALL);
    lab.run("run x.toml --out d --quiet").expect(0);
    let before = files(&lab.at("d"));
    lab.write("d/records.jsonl", &before["records.jsonl"].repeat(2));
    for name in ["svg", "png"] {
        let remove = format!("rm d/charts/*.{name}");
        // `ulimit -f` counts half kilobytes or kilobytes, as the shell likes.
        let line = format!("{remove}; trap '' XFSZ; ulimit -f 2; searchlab report d");
        let ended = crate::support::Ended::new(&line, &lab.shell(&line).output().expect("a shell")).expect(2);
        ended.says(&["cannot write the chart", "a limit on the size of files is reached", "ulimit -f"]);
        let now = files(&lab.at("d"));
        assert!(now.keys().all(|name| before.contains_key(name)), "{:?}", now.keys());
    }
}

/// Nothing that was asked for vanishes without a word.
#[test]
fn charts_and_tables_that_no_trial_fits_are_told() {
    let text = "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"alphabeta\"]\n[sweep]\ndepth = [1, 2]\n\
                [[chart]]\nkind = \"bars\"\ntitle = \"Deep\"\nwhere = { depth = 9 }\n\
                [[chart]]\nkind = \"bars\"\ntitle = \"Shallow\"\nwhere = { depth = 2 }\n\
                [[table]]\ntitle = \"Deep ones\"\nwhere = { depth = \"> 4\" }\n";
    let lab = Lab::new(&[("x.toml", text)]);
    let ended = lab.run("run x.toml --out d").expect(0);
    for told in ["chart \"Deep\": no trial fits `where`", "table \"Deep ones\": no trial fits `where`"] {
        assert!(ended.err.contains(told), "{told}\n{ended}");
    }
    assert!(!ended.err.contains("Shallow"), "{ended}");
    for page in ["d/report.html", "d/report.md"] {
        let page = fs::read_to_string(lab.at(page)).expect("a page");
        assert!(page.contains("Not drawn: chart") && page.contains("no trial fits"), "{page}");
        assert!(page.contains("Deep ones") && page.contains("There are no such trials."), "{page}");
    }
}
