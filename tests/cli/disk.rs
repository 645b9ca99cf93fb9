//! Disks that are full, read-only or limited, and what killed runs left on them. Mounts need a namespace of the user,
//! and the tests with them print `skipped` where the system has none.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio, id};
use std::thread;
use std::time::{Duration, Instant};

use crate::fake_engine::fake_engine;
use crate::support::{Ended, Lab, MAZE};

/// Some records, charts and tables.
const SMALL: &str = r#"
title = "Small"
world = "othello"
repeats = 3
algorithms = ["minimax", "alphabeta"]
[[instances]]
games = { seeds = "1..=10", plies = 50 }
[sweep]
depth = [2, 3]
[[chart]]
kind = "lines"
x = "depth"
[[table]]
rows = ["depth"]
"#;

fn lab() -> Lab {
    let lab = Lab::new(&[("x.toml", SMALL), ("maze.txt", MAZE)]);
    lab.run("run x.toml --out whole --quiet").expect(0);
    lab
}

/// Runs a script of the shell that may mount; `None` where the system allows nobody to.
fn with_mounts(lab: &Lab, script: &str) -> Option<Ended> {
    let shell = |script: &str| lab.shell(&format!("unshare -rm sh -c '{script}'")).output().expect("a shell");
    if !shell("mkdir -p probe && mount -t tmpfs tmpfs probe").status.success() {
        eprintln!("skipped: nothing can be mounted here");
        return None;
    }
    Some(Ended::new(script, &shell(script)))
}

/// Exactly one error, with these parts in this order.
#[track_caller]
fn one_error(ended: &Ended, parts: &[&str]) {
    assert_eq!(ended.err.matches("error: ").count(), 1, "{ended}");
    ended.says(parts);
}

#[test]
fn a_full_disk_loses_nothing() {
    let lab = lab();
    let digest = fs::read_to_string(lab.at("whole/digest.txt")).expect("a digest");
    // The first has no room for a record, the second none for all of them, the others none for the report.
    for room in ["4k", "40k", "160k", "240k"] {
        let script = format!(
            "mkdir -p room; mount -t tmpfs -o size={room} tmpfs room; searchlab run x.toml --out room/d --quiet; \
             echo code $?; mount -o remount,size=100m room; wc -l < room/d/records.jsonl; \
             searchlab run x.toml --out room/d --quiet > second.txt; echo code $?; cat room/d/digest.txt; \
             find room -name \"*.part*\""
        );
        let Some(ended) = with_mounts(&lab, &script) else { return };
        one_error(&ended, &["the disk is full", "free some space"]);
        let lines: Vec<&str> = ended.out.splitn(4, '\n').collect();
        let [first, records, second, rest] = lines[..] else { panic!("{ended}") };
        assert_eq!((first, second, rest), ("code 2", "code 0", digest.as_str()), "{room}: {ended}");
        let records: u32 = records.trim().parse().expect("a number");
        match room {
            "4k" => assert!(records < 20, "{ended}"),
            "40k" => assert!((1..120).contains(&records), "{ended}"),
            _ => assert_eq!(records, 120, "{ended}"),
        }
    }
}

/// The table goes through a library of its own, which must not hide what the system says.
#[test]
fn a_table_says_why_it_cannot_be_written() {
    let lab = lab();
    let line = "searchlab export whole | head -c 9";
    assert_eq!(Ended::new(line, &lab.shell(line).output().expect("a shell")).err, "", "its reader has had enough");
    let script = "mkdir -p room; mount -t tmpfs -o size=8k tmpfs room; searchlab export whole --out room/x.csv";
    if let Some(ended) = with_mounts(&lab, script) {
        one_error(&ended.expect(2), &["cannot write \"room/x.csv\": the disk is full", "free some space"]);
    }
}

#[test]
fn a_limit_on_the_size_of_files_loses_nothing() {
    let lab = lab();
    // `ulimit -f` counts half kilobytes or kilobytes, as the shell likes.
    let line = "trap '' XFSZ; ulimit -f 20; searchlab run x.toml --out d --quiet";
    let ended = Ended::new(line, &lab.shell(line).output().expect("a shell")).expect(2);
    one_error(&ended, &["a limit on the size of files is reached", "what is finished is kept", "ulimit -f"]);
    ended.says(&["finished and recorded; go on with:", "searchlab resume d"]);
    let kept = fs::read_to_string(lab.at("d/records.jsonl")).expect("records");
    assert!(kept.lines().count() > 0 && kept.ends_with('\n'));
    lab.run("resume d --quiet").expect(0);
    let whole = fs::read_to_string(lab.at("d/records.jsonl")).expect("records");
    assert!(kept.lines().all(|line| whole.contains(line)), "nothing that was finished ran again");
    lab.run("diff whole d").expect(0);
}

#[test]
fn a_read_only_folder_is_read_and_named() {
    let lab = lab();
    let manifest = fs::read_to_string(lab.at("whole/manifest.json")).expect("a manifest");
    let mut json: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    json["end"] = serde_json::Value::Null;
    lab.write("whole/manifest.json", json.to_string().as_bytes());
    lab.write("maze.txt", MAZE.as_bytes());
    let read_only = "mount --bind whole whole && mount -o remount,bind,ro whole";
    for (words, code) in [
        ("run x.toml --out whole", 2),
        ("run x.toml --out whole/new", 2),
        ("resume whole --shard 0/2", 2),
        ("report whole", 2),
        ("merge whole", 2),
        ("export whole --to csv --out whole/x.csv", 2),
        ("maze generate field -o whole/x.txt", 2),
        ("maze astar maze.txt --picture whole/x.svg", 2),
        ("maze astar maze.txt --trace whole/x", 2),
        ("maze compare maze.txt --chart whole/x.png", 2),
        ("tiles generate -o whole/x.txt", 2),
        ("status whole", 0),
        ("diff whole whole", 0),
        ("export whole --to csv --out x.csv", 0),
    ] {
        let Some(ended) = with_mounts(&lab, &format!("{read_only} && exec searchlab {words}")) else { return };
        let ended = ended.expect(code);
        if code == 2 {
            let is_named = ended.err.contains("read-only") || ended.err.contains("Read-only");
            assert!(ended.err.matches("error: ").count() == 1 && is_named, "{ended}");
        }
        // It would be closed, but for that.
        assert!(words != "status whole" || ended.out.contains("cut off after its last trial"), "{ended}");
    }
    assert!(lab.run("status whole").expect(0).out.contains("Z: searchlab run"));
    assert!(!fs::read_to_string(lab.at("whole/manifest.json")).expect("a manifest").contains("\"end\": null"));
}

/// The number of a process that has ended.
fn ended_process() -> u32 {
    let mut child = Command::new("true").spawn().expect("it starts");
    child.wait().expect("it ends");
    child.id()
}

#[test]
fn files_that_killed_runs_left_are_removed_by_the_next() {
    let lab = lab();
    let gone = ended_process();
    let left = [format!("charts/.01-old.{gone}.part.png"), format!("tables/.x.{gone}.part.txt")];
    let alive = format!("charts/.01-old.{}.part.svg", id());
    for name in left.iter().chain([&alive]) {
        lab.write(&format!("whole/{name}"), b"torn");
    }
    lab.write(&format!(".maze.{gone}.part.svg"), b"torn");
    lab.run("report whole --quiet").expect(0);
    assert!(left.iter().all(|name| !lab.at("whole").join(name).exists()));
    assert!(lab.at("whole").join(&alive).exists(), "its process runs");
    lab.run("maze astar maze.txt --picture maze.svg --quiet").expect(0);
    assert!(!lab.at(&format!(".maze.{gone}.part.svg")).exists());
}

#[test]
fn folders_that_killed_runs_left_are_removed_by_the_next() {
    let lab = Lab::new(&[("tmp/other/file", "")]);
    let cmd = format!("'{}' hang", fake_engine().display());
    let player = format!("program:cmd={cmd},time=1min");
    let words = ["gomoku", "match", "--games", "2", "--out", "d", "--player", "random", "--player", &player];
    let mut run = lab.program();
    run.args(words).env("TMPDIR", lab.at("tmp")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = run.spawn().expect("the program starts");
    let in_tmp = || fs::read_dir(lab.at("tmp")).expect("a folder").flatten();
    let names = || in_tmp().count();
    let begin = Instant::now();
    // It tries the program out, in a folder that goes again, before there is a folder of results.
    while !lab.at("d").exists() || !in_tmp().any(|entry| entry.path().join("work").exists()) {
        assert!(begin.elapsed() < Duration::from_secs(20), "no program");
        thread::sleep(Duration::from_millis(5));
    }
    let other = |words: &[&str]| {
        let output = lab.program().args(words).env("TMPDIR", lab.at("tmp")).output().expect("the program starts");
        Ended::new("another run", &output)
    };
    let missing = ["gomoku", "play", "--plain", "--black", "program:cmd=./no/such/engine", "--white", "random"];
    other(&missing).expect(2);
    assert_eq!(names(), 2, "its process runs");
    run.kill().expect("it runs");
    run.wait().expect("it ends");
    assert_eq!(names(), 2, "it was killed");
    other(&missing).expect(2);
    assert_eq!(names(), 1, "only the file of another is left");
}
