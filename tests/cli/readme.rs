//! README.md tells the truth: its transcripts are what the program prints, its table of algorithms is the catalog's.
//!
//! Times and memory are not compared. To write the README's transcripts and table again:
//!
//!     UPDATE_README=1 cargo test --release --test cli readme
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use searchlab::catalog::{MAZE, OTHELLO};

use crate::examples::copy;
use crate::support::{Ended, Lab};

const REMEDY: &str = "UPDATE_README=1 cargo test --release --test cli readme";
const TABLE: (&str, &str) = ("<!-- algorithms: begin -->\n", "<!-- algorithms: end -->");

#[test]
fn readme_is_what_the_program_prints() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let now = with_table(&with_transcripts(&text));
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(path, now).unwrap();
        return;
    }
    for (old, now) in text.lines().zip(now.lines()) {
        assert_eq!(masked(old), masked(now), "README.md is out of date; if that is right:\n  {REMEDY}");
    }
    assert_eq!(text.lines().count(), now.lines().count(), "README.md is out of date; if that is right:\n  {REMEDY}");
}

/// The two commands at the top must not go unnoticed.
#[test]
fn readme_begins_with_two_commands() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert_eq!(commands, ["cargo run --release -- run experiments/quickstart.toml", "cargo test"]);
}

#[test]
fn times_are_masked_and_nothing_else() {
    let same = [
        ("astar  118    663      21 µs", "astar  118    663  1.03 s"),
        ("| jps       | 56 |  9 µs |", "| jps       | 56 | 10.2 ms |"),
        ("time           0.003 s, 761.9 µs an instance", "time           0.1 s, 2.0 ms an instance"),
        ("time           20 µs (11,426 generated per second)", "time   1 ms (9 generated per second)"),
        ("time           1.4 ms (21,433 nodes per second)", "time  1 s (9 nodes per second)"),
        ("    8  mtdf    -5  d3   6,604   4,192  330 µs   20.0 M  2.84", "8  mtdf -5 d3 6,604 4,192 1 ms 200 k 2.84"),
        ("memory         19,512 bytes at the peak", "memory         9,512 bytes at the peak"),
        ("{\"a\":1,\"measured\":{\"seconds\":0.1}}", "{\"a\":1,\"measured\":{\"seconds\":0.2}}"),
        ("─────── ", "─────────"),
    ];
    for (one, other) in same {
        assert_eq!(masked(one), masked(other));
    }
    let different = [
        ("astar  118    663      21 µs", "astar  118    664      21 µs"),
        ("{\"a\":1,\"measured\":{}}", "{\"a\":2,\"measured\":{}}"),
        ("█ *█", "█  *█"),
        ("table_bytes    3,748", "table_bytes    3,749"),
    ];
    for (one, other) in different {
        assert_ne!(masked(one), masked(other));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The text with what the commands in its `console` blocks print now.
fn with_transcripts(text: &str) -> String {
    let lab = Lab::new(&[]);
    symlink(root().join("mazes"), lab.at("mazes")).unwrap();
    copy(&root().join("experiments"), &lab.at("experiments"));
    let mut out = String::new();
    let mut is_inside = false;
    let mut is_first = true;
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ").filter(|_| is_inside) {
            let gap = if is_first { "" } else { "\n" };
            let _ = write!(out, "{gap}{line}\n{}", transcript(&lab, command));
            is_first = false;
        } else if !is_inside || line == "```" {
            (is_inside, is_first) = (line == "```console", true);
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// What a command prints, on both streams as a terminal shows them.
fn transcript(lab: &Lab, command: &str) -> String {
    let output = lab.shell(&format!("exec 2>&1\n{command}")).output().unwrap();
    let ended = Ended::new(command, &output);
    assert!(!ended.out.contains("panicked") && !ended.out.contains("not found"), "{ended}");
    let lines = ended.out.trim_end().lines();
    lines.fold(String::new(), |out, line| out + line.trim_end() + "\n")
}

/// The text with the table of algorithms as the catalog has it.
fn with_table(text: &str) -> String {
    let begin = text.find(TABLE.0).expect("a mark") + TABLE.0.len();
    let end = text.find(TABLE.1).expect("a mark");
    let mut table = String::from("\n| name | what it is | finds | source |\n|---|---|---|---|\n");
    for about in MAZE.algorithms.iter().chain(OTHELLO.algorithms) {
        let row = format!("| `{}` | {} | {} | {} |", about.name, about.summary, about.guarantee.words(), about.source);
        let _ = writeln!(table, "{}", row.replace('*', "\\*"));
    }
    format!("{}{table}\n{}", &text[..begin], &text[end..])
}

/// A line without its times, its memory, and the blanks and rules whose width follows from them.
fn masked(line: &str) -> String {
    if line.contains('█') {
        return line.to_owned();
    }
    if let Some((before, _)) = line.split_once("\"measured\":") {
        return format!("{before}\"measured\"");
    }
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let is_unit = matches!(word.trim_end_matches(','), "ns" | "µs" | "ms" | "s");
        let last_is =
            |what: fn(char) -> bool| words.last().is_some_and(|last| last.trim_start_matches('(').chars().all(what));
        if is_unit && last_is(|c| c.is_ascii_digit() || c == '.' || c == ',') {
            words.pop();
            words.push("TIME");
        } else if matches!(word, "M" | "k") && last_is(|c| c.is_ascii_digit() || c == '.')
            || matches!(word, "generated" | "nodes") && words.last().is_some_and(|last| last.starts_with('('))
        {
            words.pop();
            words.push("RATE");
        } else if word.chars().all(|c| c == '─') {
            words.push("─");
        } else if word.chars().all(|c| matches!(c, '-' | ':' | '|')) {
            words.push("|-");
        } else {
            words.push(word);
        }
    }
    if words.first() == Some(&"memory") { "memory".to_owned() } else { words.join(" ") }
}

/// The generator that CONTRIBUTING.md shows is the file that it names.
#[test]
fn contributing_shows_a_file_as_it_is() {
    let file = "src/worlds/maze/generate/field.rs";
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap().replace("\r\n", "\n");
    let shown = format!("<!-- {file} -->\n```rust,ignore\n{}```\n", read(file));
    assert!(read("CONTRIBUTING.md").contains(&shown), "CONTRIBUTING.md does not show {file} as it is");
}
