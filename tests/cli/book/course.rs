//! The page on the course reports: every command in its tables runs, and prints the figures beside it.
//!
//! Not here: its transcripts (mod.rs), its verdicts (tests/repository/findings.rs).

use std::fs;
use std::os::unix::fs::symlink;

use super::pages;
use crate::support::{Ended, Lab};
use crate::transcripts::root;

const PAGE: &str = "tutorial/8-the-course-reports.md";

/// Mazes of the course, which are not part of this repository.
const MAZES: [&str; 2] = ["input.txt", "input2.txt"];

#[test]
fn commands_of_the_course_reports_print_their_figures() {
    let lab = Lab::new(&[]);
    for folder in ["mazes", "experiments"] {
        symlink(root().join(folder), lab.at(folder)).unwrap();
    }
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| root().join("../shared/data"), Into::into);
    let mazes = MAZES.map(|name| (name, data.join("mazes/ustc").join(name)));
    mazes.iter().filter(|(_, file)| file.is_file()).for_each(|(name, file)| symlink(file, lab.at(name)).unwrap());
    let text = fs::read_to_string(pages().join(PAGE)).unwrap();
    let rows: Vec<(String, Vec<&str>)> = text.lines().filter_map(row).collect();
    assert!(rows.len() >= 35, "{} commands", rows.len());
    for (command, figures) in rows {
        let lacks = |name: &str| command.contains(name) && !lab.at(name).exists();
        if let Some(name) = MAZES.iter().find(|name| lacks(name)) {
            eprintln!("skipped: `{command}` needs {name}");
            continue;
        }
        let ended = Ended::new(&command, &lab.shell(&command).output().unwrap());
        let codes: &[i32] = if command.contains("--max-") { &[0, 3] } else { &[0] };
        assert!(ended.code.is_some_and(|code| codes.contains(&code)) && !ended.out.is_empty(), "{ended}");
        for figure in figures {
            let is_printed = ended.out.split_whitespace().any(|word| word.trim_matches([',', ':', ';']) == figure);
            assert!(is_printed, "`{command}` does not print {figure}:\n{ended}");
        }
    }
}

/// The command of a line of a table, its last cell, and the figures before it in back quotes.
fn row(line: &str) -> Option<(String, Vec<&str>)> {
    let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    let (last, before) = cells.split_last()?;
    let command = last.strip_prefix('`')?.strip_suffix('`').filter(|command| command.starts_with("searchlab "))?;
    let is_figure = |word: &&str| {
        word.starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && word.bytes().all(|byte| byte == b'-' || byte == b',' || byte.is_ascii_digit())
    };
    let figures = before.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter(is_figure);
    Some((command.to_owned(), figures.collect()))
}
