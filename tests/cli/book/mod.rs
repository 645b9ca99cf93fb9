//! The book in docs/ tells the truth: its transcripts and pictures are what the program makes, its reference is what
//! the catalog says.
//!
//! Each chapter is run by itself, in a folder of its own. To write what has changed:
//!
//!     UPDATE_BOOK=1 cargo test --test cli book
//!
//! Not here: the code that the book shows, its links, and the book as HTML (tests/book).
#![cfg(unix)]

mod markdown;
mod reference;
mod schema;

use std::fs;
use std::path::PathBuf;

use crate::transcripts::{Remedy, pictures, project, root, texts_of, with_transcripts};

const REMEDY: Remedy = Remedy { variable: "UPDATE_BOOK", command: "UPDATE_BOOK=1 cargo test --test cli book" };

/// Where the pages of the book stand.
fn pages() -> PathBuf {
    root().join("docs/src")
}

macro_rules! chapters {
    ($($name:ident: $file:literal,)+) => {
        const CHAPTERS: &[&str] = &[$($file,)+];

        $(#[test]
        fn $name() {
            run(concat!("tutorial/", $file));
        })+
    };
}

chapters! {
    the_first_maze: "1-the-first-maze.md",
    better_estimates: "2-better-estimates.md",
    memory: "3-memory.md",
    game_trees: "4-game-trees.md",
    playing_and_proving: "5-playing-and-proving.md",
    an_experiment: "6-an-experiment.md",
    a_claim: "7-a-claim-of-your-own.md",
    the_course_reports: "8-the-course-reports.md",
}

#[test]
fn every_chapter_is_run() {
    let mut found: Vec<String> = fs::read_dir(pages().join("tutorial"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, CHAPTERS);
    // A command elsewhere would be shown without being run.
    for folder in ["", "adding"] {
        for entry in fs::read_dir(pages().join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_file() {
                let text = fs::read_to_string(&entry).unwrap();
                assert!(!text.contains("```console"), "{} has commands that no test runs", entry.display());
            }
        }
    }
}

/// Runs the commands of a page, and compares what it shows.
fn run(name: &str) {
    let path = pages().join(name);
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(text.contains("```console\n$ "), "{name} has no command");
    let lab = project();
    let now = with_transcripts(&text, &lab);
    for (made, shown) in pictures(&text) {
        let shown = path.parent().unwrap().join(shown);
        let made = fs::read_to_string(lab.at(made)).unwrap_or_else(|error| panic!("{made}: {error}"));
        let is_equal = fs::read_to_string(&shown).is_ok_and(|old| texts_of(&old) == texts_of(&made));
        if !is_equal && REMEDY.is_wanted() {
            fs::write(&shown, made).unwrap();
        } else {
            assert!(is_equal, "{} is out of date; if that is right:\n  {}", shown.display(), REMEDY.command);
        }
    }
    REMEDY.settle(&path, &now);
}
