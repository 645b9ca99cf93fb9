//! README.md tells the truth: its transcripts are what the program prints, its table of algorithms is the catalog's.
//!
//! Times and memory are not compared. To write the README's transcripts and table again:
//!
//!     UPDATE_README=1 cargo test --release --test cli readme
#![cfg(unix)]

use std::fmt::Write;
use std::fs;

use searchlab::catalog::{MAZE, OTHELLO};

use crate::transcripts::{Remedy, project, root, with_transcripts};

const REMEDY: Remedy =
    Remedy { variable: "UPDATE_README", command: "UPDATE_README=1 cargo test --release --test cli readme" };
const TABLE: (&str, &str) = ("<!-- algorithms: begin -->\n", "<!-- algorithms: end -->");

#[test]
fn readme_is_what_the_program_prints() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    REMEDY.settle(&path, &with_table(&with_transcripts(&text, &project())));
}

/// The two commands at the top must not go unnoticed.
#[test]
fn readme_begins_with_two_commands() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert_eq!(commands, ["cargo run --release -- run experiments/quickstart.toml", "cargo test"]);
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

/// The generator that CONTRIBUTING.md shows is the file that it names.
#[test]
fn contributing_shows_a_file_as_it_is() {
    let file = "crates/worlds/src/maze/generate/field.rs";
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap().replace("\r\n", "\n");
    let shown = format!("<!-- {file} -->\n```rust,ignore\n{}```\n", read(file));
    assert!(read("CONTRIBUTING.md").contains(&shown), "CONTRIBUTING.md does not show {file} as it is");
}
