//! Arrows point down: no part of the crate imports one that stands above it.
//!
//! Reads the paths that begin with `crate::`, `searchlab::` or enough `super::` to reach the root, in every file under
//! `src/`. Comments, strings and code that is compiled only for tests do not count. A part that has no line in
//! [`LAYERS`] fails the test, so a new one must be given its place.

use std::fs;
use std::path::{Path, PathBuf};

/// Each part of the crate, from the bottom to the top, with all that it may import. `search::counters` allows that
/// module of `search` only.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("diagnostic", &["text"]),
    ("font", &[]),
    ("files", &[]),
    ("clock", &[]),
    ("statistics", &[]),
    ("search", &[]),
    ("worlds", &["search", "diagnostic", "font", "files", "clock", "text"]),
    ("record", &["search::counters", "search::budget"]),
    ("catalog", &["worlds", "search", "record", "diagnostic", "files", "text"]),
    ("run", &["catalog", "record", "worlds", "search", "diagnostic", "files", "clock", "text"]),
    ("training", &["worlds", "search"]),
    ("play", &["run", "catalog", "record", "worlds", "search", "diagnostic", "clock", "text"]),
    (
        "analysis",
        &[
            "catalog",
            "record",
            "search::about",
            "search::counters",
            "search::budget",
            "statistics",
            "diagnostic",
            "text",
        ],
    ),
    (
        "experiment",
        &[
            "analysis",
            "play",
            "run",
            "catalog",
            "record",
            "worlds",
            "search",
            "statistics",
            "diagnostic",
            "files",
            "clock",
            "text",
        ],
    ),
    (
        "report",
        &["experiment", "analysis", "record", "statistics", "search::counters", "diagnostic", "font", "files", "text"],
    ),
    (
        "cli",
        &[
            "report",
            "experiment",
            "analysis",
            "play",
            "training",
            "run",
            "catalog",
            "record",
            "worlds",
            "search",
            "statistics",
            "diagnostic",
            "files",
            "text",
        ],
    ),
    ("main", &["cli"]),
];

#[test]
fn no_import_points_up() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    assert!(files.len() > 50, "only {} files under src/", files.len());
    let complaints: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
            check(&name, &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The order of the table is an order: nobody may import what comes after.
#[test]
fn layers_are_listed_from_the_bottom() {
    for (index, (part, allowed)) in LAYERS.iter().enumerate() {
        for import in *allowed {
            let module = import.split("::").next().unwrap();
            let place = LAYERS.iter().position(|layer| layer.0 == module);
            assert!(place.is_some_and(|place| place < index), "{part} may import {import}, which is not below");
        }
    }
}

#[test]
fn upward_imports_are_caught() {
    let bad: &[(&str, &str, &[&str])] = &[
        ("search/path/astar.rs", "use crate::worlds::maze::Cell;", &["search/path/astar.rs:1: search imports worlds"]),
        ("search/budget.rs", "\n\nfn f() -> crate::record::Limits {", &["search/budget.rs:3: search imports record"]),
        ("search/mod.rs", "use super::diagnostic;", &["search/mod.rs:1: search imports diagnostic"]),
        ("search/path/bfs.rs", "use super::super::super::cli::Exit;", &["search/path/bfs.rs:1: search imports cli"]),
        (
            "worlds/tiles/mod.rs",
            "use crate::{\n    search::{budget, path::{Cost}},\n    catalog::MAZE,\n    font, report,\n};",
            &["worlds/tiles/mod.rs:3: worlds imports catalog", "worlds/tiles/mod.rs:4: worlds imports report"],
        ),
        ("record.rs", "use crate::search::path::Cost;", &["record.rs:1: record imports search::path"]),
        ("record.rs", "use crate::search::{counters, trace};", &["record.rs:1: record imports search::trace"]),
        ("report/html.rs", "pub use crate::catalog;", &["report/html.rs:1: report imports catalog"]),
        ("main.rs", "use searchlab::{cli, record};", &["main.rs:1: main imports record"]),
        ("font.rs", "macro_rules! f { () => { $crate::diagnostic::f() } }", &["font.rs:1: font imports diagnostic"]),
        (
            "diagnostic/input.rs",
            "#[cfg(test)]\nmod tests {\n}\nuse crate::font;",
            &["diagnostic/input.rs:4: diagnostic"],
        ),
        ("novelty/mod.rs", "", &["novelty has no place among the layers"]),
        ("search/mod.rs", "use crate::novelty::New;", &["search/mod.rs:1: search imports novelty"]),
    ];
    for (name, text, expected) in bad {
        let found = check(name, text);
        assert_eq!(found.len(), expected.len(), "{name}: {text}\n{found:?}");
        for (found, expected) in found.iter().zip(*expected) {
            assert!(found.contains(expected), "{expected:?} is not in {found:?}");
        }
    }
    let good = [
        ("search/path/astar.rs", "use crate::search::budget;\nuse super::super::budget::Budget;\nuse super::cost;"),
        ("search/trace.rs", "//! See [`crate::record`].\nlet text = \"crate::cli\"; // crate::cli"),
        ("search/mod.rs", "#[cfg(test)]\nmod tests {\n    use crate::cli;\n    fn f() { let x = '}'; }\n}\nfn f() {}"),
        ("search/mod.rs", "#[cfg(test)]\nuse crate::worlds::maze;\n#[cfg(test)]\nfn f() { crate::cli::run() }"),
        ("worlds/maze/draw/tests.rs", "use crate::cli::run;"),
        (
            "worlds/maze/mod.rs",
            "pub(in crate::worlds) fn f<'a>(x: &'a str) -> char { '\"' }\nuse crate::{search, font};",
        ),
        ("record.rs", "mod inner {\n    use super::Status;\n}\nuse crate::search::counters::{Counters, Iteration};"),
        ("lib.rs", "pub mod cli;"),
    ];
    for (name, text) in good {
        assert_eq!(check(name, text), Vec::<String>::new(), "{name}: {text}");
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// What is wrong with a file, a line each. `name` is its path below `src/`.
fn check(name: &str, text: &str) -> Vec<String> {
    let modules = modules_of(name);
    // The root only declares the parts, and `mod tests;` stands behind `#[cfg(test)]`.
    let Some(part) = modules.first().copied().filter(|_| !modules.last().is_some_and(|last| last.ends_with("tests")))
    else {
        return vec![];
    };
    let Some((_, allowed)) = LAYERS.iter().find(|layer| layer.0 == part) else {
        return vec![format!("{name}: {part} has no place among the layers of {}", file!())];
    };
    let code = without_tests(&blank_comments_and_texts(text));
    let bad = imports(&code, modules.len()).into_iter().filter(|(_, path)| {
        let module = path.split("::").next().unwrap_or_default();
        module != part && !allowed.iter().any(|allowed| allowed == path || *allowed == module)
    });
    bad.map(|(at, path)| {
        let line = code[..at].matches('\n').count() + 1;
        let shown = if allowed.iter().any(|allowed| allowed.starts_with(&format!("{}::", module_of(&path)))) {
            path.as_str()
        } else {
            module_of(&path)
        };
        format!("{name}:{line}: {part} imports {shown}; it may import {allowed:?}")
    })
    .collect()
}

fn module_of(path: &str) -> &str {
    path.split("::").next().unwrap_or_default()
}

/// The modules that a file is in, from the root of the crate.
fn modules_of(name: &str) -> Vec<&str> {
    let path = name.trim_end_matches(".rs");
    path.split('/').filter(|part| !matches!(*part, "mod" | "lib")).collect()
}

/// Every path from the root of the crate: its place, and its first two parts (`search::budget`).
fn imports(code: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let up = "super::".repeat(depth);
    for root in ["crate::", "searchlab::", up.as_str()] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == ':') {
                continue;
            }
            let from = at + root.len();
            if root == up {
                // Deeper in an inline module, this ends in the file itself.
                let first = leaves(code, from).into_iter().next().map(|leaf| module_of(&leaf.1).to_owned());
                if !first.is_some_and(|first| LAYERS.iter().any(|layer| layer.0 == first)) {
                    continue;
                }
            }
            found.extend(leaves(code, from));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The first two names of each path that goes on at `from`: several if braces follow.
fn leaves(code: &str, from: usize) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (at, first, end) in names(code, from) {
        match code[end..].strip_prefix("::") {
            Some(rest) if rest.starts_with(|next: char| next == '{' || next.is_alphabetic() || next == '_') => {
                all.extend(names(code, end + 2).into_iter().map(|(at, second, _)| (at, format!("{first}::{second}"))));
            }
            _ => all.push((at, first.to_owned())),
        }
    }
    all
}

/// The name at `from`, or the names directly between the braces there: place, name, end.
fn names(code: &str, from: usize) -> Vec<(usize, &str, usize)> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let name_at = |at: usize| {
        let length = code[at..].find(|character| !is_part(character)).unwrap_or(code.len() - at);
        (at, &code[at..at + length], at + length)
    };
    if !code[from..].starts_with('{') {
        return vec![name_at(from)];
    }
    let mut found = Vec::new();
    let (mut depth, mut is_begin) = (0, false);
    for (offset, character) in code[from..].char_indices() {
        match character {
            '{' => (depth, is_begin) = (depth + 1, depth == 0),
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' => is_begin = depth == 1,
            _ if is_begin && is_part(character) => {
                found.push(name_at(from + offset));
                is_begin = false;
            }
            _ => {}
        }
    }
    found
}

/// The text with comments, strings and characters blanked out; lines stay where they are.
fn blank_comments_and_texts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = skipped(rest).unwrap_or(0);
        if length > 0 {
            out.extend(rest[..length].chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    out
}

/// The length of the comment, string or character at the beginning of `text`, if there is one.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = hashes + 2;
            return Some(text[body..].find(&close).map_or(text.len(), |end| body + end + close.len()));
        }
    }
    if text.starts_with('"') {
        let mut is_escaped = false;
        let end = text.char_indices().skip(1).find(|&(_, character)| {
            let ends = character == '"' && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            ends
        });
        return Some(end.map_or(text.len(), |(end, _)| end + 1));
    }
    // A character, not a lifetime.
    let after = text.strip_prefix('\'')?;
    if let Some(escape) = after.strip_prefix('\\') {
        let first = escape.chars().next()?.len_utf8();
        return escape[first..].find('\'').map(|end| 2 + first + end + 1);
    }
    let character = after.chars().next()?;
    after[character.len_utf8()..].starts_with('\'').then_some(character.len_utf8() + 2)
}

/// The code with every item behind `#[cfg(test)]` blanked out.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = code.to_owned();
    while let Some(begin) = out.find(MARK) {
        let after = begin + MARK.len();
        let mut depth = 0usize;
        let end = out[after..].char_indices().find_map(|(offset, character)| {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0 && matches!(character, '}' | ';')).then_some(after + offset + 1)
        });
        let end = end.unwrap_or(out.len());
        let blank: String = out[begin..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(begin..end, &blank);
    }
    out
}
