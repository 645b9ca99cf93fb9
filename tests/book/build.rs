//! The book as HTML: it can be built, and nothing in it points nowhere.
//!
//! The result stays in target/tmp/book, for whoever wants to read it without `mdbook`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use mdbook_driver::MDBook;
use searchlab::catalog::WORLDS;

/// The command that writes the pictures anew that the code of this test draws.
const REMEDY: &str = "UPDATE_BOOK=1 cargo test --test book";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// Builds the book and gives the folder in which it stands.
fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let mut book = MDBook::load(docs()).unwrap_or_else(|error| panic!("{error:#}"));
    book.config.build.build_dir.clone_from(&folder);
    book.build().unwrap_or_else(|error| panic!("{error:#}"));
    folder
}

#[test]
fn every_link_of_the_book_leads_somewhere() {
    let folder = build();
    let pages = pages_of(&folder);
    assert!(pages.len() > 20, "{:?}", pages.keys());
    let ids: BTreeMap<&PathBuf, BTreeSet<String>> =
        pages.iter().map(|(path, text)| (path, values_of(text, &["id", "name"]).collect())).collect();
    let mut broken = Vec::new();
    for (path, text) in &pages {
        for link in values_of(text, &["href", "src"]) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            if is_elsewhere(file) {
                continue;
            }
            let target = if file.is_empty() { path.clone() } else { joined(path.parent().unwrap(), file) };
            // Whoever publishes the book puts the page there.
            if target == Path::new("lab/searchlab.html") {
                broken.extend(unknown_to_the_laboratory(anchor).map(|word| format!("{}: {word}", path.display())));
                continue;
            }
            let is_there = folder.join(&target).is_file();
            let is_anchored = anchor.is_empty() || ids.get(&target).is_some_and(|ids| ids.contains(anchor));
            if !is_there || !is_anchored {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// An include that finds nothing leaves nothing, or itself.
#[test]
fn every_include_finds_its_lines() {
    let mut count = 0;
    for (page, text) in sources(&docs().join("src")) {
        for include in text.split("{{#").skip(1) {
            let words = include.split_once("}}").map(|(words, _)| words).expect("an include ends");
            let (file, anchor) = words
                .strip_prefix("include ")
                .expect("it is an include")
                .split_once(':')
                .unwrap_or((words.trim_start_matches("include "), ""));
            let file = page.parent().unwrap().join(file);
            let code = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let lines = anchor.is_empty() || {
                let between = code.split_once(&format!("ANCHOR: {anchor}\n"));
                between.is_some_and(|(_, rest)| rest.contains(&format!("ANCHOR_END: {anchor}\n")))
            };
            assert!(lines, "{}: there is no {anchor} in {}", page.display(), file.display());
            count += 1;
        }
    }
    assert!(count > 10, "only {count} includes");
}

/// Every page is in the table of contents.
#[test]
fn every_page_is_listed() {
    let summary = fs::read_to_string(docs().join("src/SUMMARY.md")).unwrap();
    let folder = docs().join("src");
    for (page, _) in sources(&folder) {
        let name = page.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "SUMMARY.md does not list {name}");
    }
}

/// Compares a picture of the book with what the code draws now, by its texts, or writes it.
#[track_caller]
pub(crate) fn settle_picture(name: &str, svg: &str) {
    let path = docs().join("src/images").join(name);
    let texts = |svg: &str| {
        let document = roxmltree::Document::parse(svg).expect("an SVG");
        let texts = document.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
        texts.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect::<Vec<_>>()
    };
    let is_equal = fs::read_to_string(&path).is_ok_and(|old| texts(&old) == texts(svg));
    if !is_equal && std::env::var_os("UPDATE_BOOK").is_some() {
        fs::write(&path, svg).unwrap();
        return;
    }
    assert!(is_equal, "{} is out of date; if that is right:\n  {REMEDY}", path.display());
}

/// The Markdown files below a folder.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    files(folder, "md").into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The pages of the built book, by their paths in it.
fn pages_of(folder: &Path) -> BTreeMap<PathBuf, String> {
    let read = |path: PathBuf| (path.strip_prefix(folder).unwrap().to_owned(), fs::read_to_string(&path).unwrap());
    // The page of what is not found is seen from any folder, and names the root of a site.
    files(folder, "html").into_iter().filter(|path| !path.ends_with("404.html")).map(read).collect()
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}

/// The values of attributes, wherever they stand in a page.
fn values_of(text: &str, names: &[&str]) -> impl Iterator<Item = String> {
    let of = |name: &&str| {
        text.split(&format!(" {name}=\""))
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(|value| value.replace("&amp;", "&"))
            .collect::<Vec<_>>()
    };
    names.iter().flat_map(of).collect::<Vec<_>>().into_iter()
}

/// What an address of the page names that is not there: a mode, a world, or an algorithm of it.
fn unknown_to_the_laboratory(address: &str) -> Option<String> {
    let address = address.replace("&amp;", "&");
    let value = |key| address.split('&').find_map(|pair| pair.strip_prefix(key));
    let is_mode = |mode| ["try", "watch", "play", "experiment", "learn"].contains(&mode);
    if !value("m=").is_some_and(is_mode) {
        return Some(address);
    }
    let world = value("w=")?;
    let Some(world) = WORLDS.iter().find(|info| info.name.name == world) else { return Some(world.to_owned()) };
    let mut names = value("a=").into_iter().flat_map(|list| list.split(';')).map(|it| it.split(':').next().unwrap());
    names.find(|name| world.algorithm(name).is_none()).map(str::to_owned)
}

/// Whether a link leaves the book.
fn is_elsewhere(file: &str) -> bool {
    ["http:", "https:", "mailto:", "javascript:", "data:"].iter().any(|scheme| file.starts_with(scheme))
}

/// A path seen from a folder, without `..`.
fn joined(folder: &Path, file: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in folder.join(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}
