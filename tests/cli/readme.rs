//! README.md tells the truth: its transcripts are what the program prints, its table of algorithms is the catalog's, that
//! of experiments lists the shipped ones.
//!
//! The transcripts are those of the program alone in an empty folder. Times and memory are not compared. To write the README's transcripts and tables again:
//!
//!     UPDATE_README=1 cargo test --release --test cli readme
#![cfg(unix)]

use std::fmt::Write;
use std::fs;

use searchlab::catalog::{MAZE, OTHELLO};
use searchlab::shipped::{self, title_and_question};

use crate::support::Lab;
use crate::transcripts::{Remedy, root, with_transcripts};

const REMEDY: Remedy =
    Remedy { variable: "UPDATE_README", command: "UPDATE_README=1 cargo test --release --test cli readme" };

#[test]
fn readme_is_what_the_program_prints() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let text = with_table(&with_transcripts(&text, &Lab::new(&[])), "algorithms", &algorithms());
    REMEDY.settle(&path, &with_table(&text, "experiments", &experiments()));
}

/// The two commands at the top must not go unnoticed.
#[test]
fn readme_begins_with_two_commands() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo ")).take(2).collect();
    assert_eq!(commands, ["cargo run --release -- run experiments/quickstart.toml", "cargo test"]);
}

/// The text with a table in place of what stands between its marks.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let begin = text.find(&begin).expect("a mark") + begin.len();
    let end = text.find(&end).expect("a mark");
    format!("{}\n{table}\n{}", &text[..begin], &text[end..])
}

/// The algorithms of the catalog.
fn algorithms() -> String {
    let mut table = String::from("| name | what it is | finds | source |\n|---|---|---|---|\n");
    for about in MAZE.algorithms.iter().chain(OTHELLO.algorithms) {
        let row = format!("| `{}` | {} | {} | {} |", about.name, about.summary, about.guarantee.words(), about.source);
        let _ = writeln!(table, "{}", row.replace('*', "\\*"));
    }
    table
}

/// The shipped experiments, with their files and reports.
fn experiments() -> String {
    let mut table = String::from("| experiment | the question |\n|---|---|\n");
    for (name, text) in shipped::experiments() {
        let question = title_and_question(text).1.replace('*', "\\*");
        let links = format!("[{name}](experiments/{name}.toml), [report](reports/shipped/{name}/report.md)");
        let _ = writeln!(table, "| {links} | {question} |");
    }
    table
}
