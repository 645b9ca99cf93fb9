//! The guide to adding a game is true and complete, with Connect Four as the game that was added: its chapter in the book, and
//! its sections in CONTRIBUTING.md.
//!
//! Not here: taking Connect Four out and adding it again with a compiler (`.ci/guide`).

use std::fs;
use std::path::{Path, PathBuf};

use super::house::{ALLOWED, names_one_of, path_from, sources};

const CHAPTER: &str = "docs/src/adding/game.md";

/// The folders of the game.
const FOLDERS: [&str; 2] = ["crates/worlds/src/connect4", "src/worlds/connect4"];

/// The game in the words of sources, in lower case.
const NAMES: [&str; 2] = ["connect4", "connectfour"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The section of CONTRIBUTING.md that begins with this title.
fn section(title: &str) -> String {
    let page = read("CONTRIBUTING.md");
    let (_, rest) = page.split_once(&format!("\n**{title}**")).unwrap_or_else(|| panic!("no section {title}"));
    rest.split("\n**").next().unwrap_or_default().to_owned()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows of the table of the chapter with this head, as cells.
fn table<'c>(chapter: &'c str, head: &str) -> Vec<Vec<&'c str>> {
    let lines = chapter.lines().skip_while(|line| *line != head).skip(2);
    lines.map_while(|line| Some(line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect())).collect()
}

/// The words of a page that are paths: with a folder, or with the ending of a file.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    let words = page.split("```").step_by(2).flat_map(quoted);
    let is_file = |word: &str| Path::new(word).extension().is_some_and(|end| end == "rs" || end == "md");
    words.filter(move |word| !word.contains(' ') && (word.contains('/') || is_file(word)))
}

/// A name without a folder is that of a file of the game, or of the folder that was named last.
#[test]
fn every_path_exists() {
    let pages = [section("A game"), section("A world"), read(CHAPTER)];
    let (mut count, mut missing) = (0, Vec::new());
    for page in &pages {
        let mut last = root().join(FOLDERS[0]);
        for path in paths(page) {
            count += 1;
            let whole = root().join(path);
            let exists = [&whole, &root().join(FOLDERS[0]).join(path), &last.join(path)].iter().any(|at| at.exists());
            if !exists {
                missing.push(path);
            }
            if whole.is_dir() {
                last = whole;
            }
        }
    }
    assert!(missing.is_empty(), "no such file: {missing:?}");
    assert!(count > 30, "only {count} paths");
}

/// Trait, type and file of each implementation in the sources of the game.
fn implementations() -> Vec<(String, String, String)> {
    let (folder, mut files) = (root().join(FOLDERS[0]), Vec::new());
    sources(&folder, "", &mut files);
    let mut found = Vec::new();
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines().filter(|line| line.starts_with("impl")) {
            let Some((left, right)) = line.split_once(" for ") else { continue };
            // The name of a trait ends before its own parameters, and begins after those of the implementation.
            let name = left.split(' ').next_back().unwrap_or_default().split('<').next().unwrap_or_default();
            let holder = right.split(['<', ' ']).next().unwrap_or_default();
            found.push((name.to_owned(), holder.to_owned(), path_from(&folder, &file)));
        }
    }
    found
}

#[test]
fn traits_are_implemented_where_the_guide_says() {
    let chapter = read(CHAPTER);
    let rows = table(&chapter, "| trait | it says | file |");
    assert!(rows.len() > 5, "{rows:?}");
    let implemented = implementations();
    for row in &rows {
        let [name, file] = [row[0], row[2]].map(|cell| cell.trim_matches('`'));
        let places: Vec<&str> =
            implemented.iter().filter(|found| found.0 == name).map(|found| found.2.as_str()).collect();
        assert_eq!(places, [file], "{name}");
    }
    // Traits of the standard library are written with their module, as `fmt::Display`.
    let own = implemented.iter().filter(|found| found.1 == "Position" && !found.0.contains("::"));
    for (name, _, file) in own {
        assert!(rows.iter().any(|row| row[0].trim_matches('`') == name), "the guide lacks {name} of {file}");
    }
}

/// A source without its tests, and without the lines of the guide.
fn without_lines(file: &str, lines: &[(String, String)]) -> String {
    let mut text = read(file).split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
    for (_, line) in lines.iter().filter(|(named, _)| named == file) {
        let count = text.lines().filter(|of_file| of_file.trim() == line).count();
        assert_eq!(count, 1, "{file}: {line}");
        text = text.lines().filter(|of_file| of_file.trim() != line).collect::<Vec<_>>().join("\n");
    }
    text
}

/// The crates of the workspace and the program.
fn all_sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for top in ["src", "crates"] {
        sources(&root().join(top), "connect4", &mut files);
    }
    files
}

#[test]
fn the_lines_of_the_guide_are_all_that_name_the_game() {
    assert!(FOLDERS.iter().all(|folder| root().join(folder).is_dir()));
    let chapter = read(CHAPTER);
    let first = |cell: &str| quoted(cell).next().expect("a word between backticks").to_owned();
    let rows = table(&chapter, "| file | line |");
    let lines: Vec<_> = rows.iter().map(|row| (first(row[0]), first(row[1]))).collect();
    let files: Vec<String> = all_sources().iter().map(|file| path_from(root(), file)).collect();
    assert!(files.len() > 400, "{}", files.len());
    for (file, line) in &lines {
        assert!(files.contains(file), "{file}: {line}");
    }
    let mut naming: Vec<&String> =
        files.iter().filter(|file| names_one_of(&without_lines(file, &lines), &NAMES)).collect();
    naming.retain(|file| ALLOWED.iter().all(|allowed| allowed.0 != **file));
    assert!(naming.is_empty(), "the guide lacks a line, or these name Connect Four: {naming:?}");
}
