//! The documents for those who change the program name files that exist, and crates as Cargo knows them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders below which a word between backticks is the path of a file.
const FOLDERS: &[&str] = &["crates/", "src/", "tests/", "benches/", "docs/", ".ci/"];

/// Files that a reader of the book writes.
const NEW: &[&str] = &["crates/search/src/game/scout.rs", "crates/report/src/chart/strips.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The paths between backticks, outside of blocks of code.
fn paths(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let words = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
    words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)) && !word.contains("NAME")).collect()
}

#[test]
fn every_named_file_exists() {
    let adding = fs::read_dir(root().join("docs/src/adding")).unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        format!("docs/src/adding/{}", name.to_string_lossy())
    });
    let pages = ["README.md", "CONTRIBUTING.md", "docs/src/architecture.md"].map(str::to_owned);
    let (mut count, mut missing) = (0, Vec::new());
    for page in pages.into_iter().chain(adding) {
        let text = read(&page);
        for path in paths(&text) {
            count += 1;
            if !root().join(path).exists() && !NEW.contains(&path) {
                missing.push(format!("{page}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "no such file:\n{}", missing.join("\n"));
    assert!(count > 100, "only {count} paths");
}

/// The column `uses` of the page on the house is the dependencies of each crate.
#[test]
fn the_house_is_as_cargo_knows_it() {
    let page = read("docs/src/architecture.md");
    let mut count = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let manifest: toml::Table = read(&format!("crates/{name}/Cargo.toml")).parse().expect("a manifest is TOML");
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let used: BTreeSet<String> =
            dependencies.keys().filter_map(|key| key.strip_prefix("searchlab-").map(str::to_owned)).collect();
        let row = page.lines().find(|line| line.starts_with(&format!("| `crates/{name}` |")));
        let row = row.unwrap_or_else(|| panic!("no row for {name}"));
        let cell = row.rsplit('|').nth(1).expect("a last column");
        let shown: BTreeSet<String> = cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        assert_eq!(shown, used, "{name}");
        count += 1;
    }
    assert!(count >= 7, "only {count} crates");
}
