//! The book in docs/ tells the truth: its transcripts and pictures are what the program makes, its reference is what
//! the catalog says.
//!
//! Each chapter is run by itself, in a folder of its own. To write what has changed:
//!
//!     UPDATE_BOOK=1 cargo test --test cli book
//!
//! Not here: the code that the book shows, its links, and the book as HTML (tests/book).
#![cfg(unix)]

mod course;
mod markdown;
mod reference;
mod schema;

use std::fs;
use std::path::PathBuf;

use crate::support::Lab;
use crate::transcripts::{Remedy, pictures, root, texts_of, with_transcripts};

const REMEDY: Remedy = Remedy { variable: "UPDATE_BOOK", command: "UPDATE_BOOK=1 cargo test --test cli book" };

/// Where the pages of the book stand.
fn pages() -> PathBuf {
    root().join("docs/src")
}

macro_rules! chapters {
    ($($name:ident: $file:literal,)+) => {
        /// The pages with commands.
        const CHAPTERS: &[&str] = &[$($file,)+];

        $(#[test]
        fn $name() {
            run($file);
        })+
    };
}

chapters! {
    mazes_and_tiles: "guide/mazes.md",
    othello: "guide/othello.md",
    gomoku: "guide/gomoku.md",
    connect_four: "guide/connect-four.md",
    small_games: "guide/small-games.md",
    trees: "guide/trees.md",
    graphs: "guide/graphs.md",
    watching: "guide/watching.md",
    quiz: "guide/quiz.md",
    experiments: "guide/experiments.md",
    matches: "guide/matches.md",
    input_and_output: "guide/input-and-output.md",
    elsewhere: "guide/elsewhere.md",
    traces: "reference/trace.md",
    the_first_maze: "tutorial/1-the-first-maze.md",
    better_estimates: "tutorial/2-better-estimates.md",
    memory: "tutorial/3-memory.md",
    game_trees: "tutorial/4-game-trees.md",
    playing_and_proving: "tutorial/5-playing-and-proving.md",
    an_experiment: "tutorial/6-an-experiment.md",
    a_claim: "tutorial/7-a-claim-of-your-own.md",
    the_course_reports: "tutorial/8-the-course-reports.md",
}

/// A command on a page that is not in the list would be shown without being run.
#[test]
fn every_page_with_commands_is_run() {
    let mut found = Vec::new();
    for folder in ["", "adding", "guide", "tutorial", "reference"] {
        for entry in fs::read_dir(pages().join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_file() && fs::read_to_string(&entry).is_ok_and(|text| text.contains("```console")) {
                found.push(entry.strip_prefix(pages()).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    let mut listed = CHAPTERS.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

/// Runs the commands of a page, and compares what it shows.
fn run(name: &str) {
    let path = pages().join(name);
    let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(text.contains("```console\n$ "), "{name} has no command");
    let lab = Lab::new(&[]);
    let now = with_transcripts(&text, &lab);
    for (made, shown) in pictures(&text) {
        let shown = path.parent().unwrap().join(shown);
        let made = fs::read(lab.at(made)).unwrap_or_else(|error| panic!("{made}: {error}"));
        // Of drawings the words are compared, of what is made of pixels everything.
        let is_equal = fs::read(&shown).is_ok_and(|old| match (str::from_utf8(&old), str::from_utf8(&made)) {
            (Ok(old), Ok(made)) => texts_of(old) == texts_of(made),
            _ => old == made,
        });
        if !is_equal && REMEDY.is_wanted() {
            fs::write(&shown, made).unwrap();
        } else {
            assert!(is_equal, "{} is out of date; if that is right:\n  {}", shown.display(), REMEDY.command);
        }
    }
    REMEDY.settle(&path, &now);
}
