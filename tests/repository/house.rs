//! Whether games are named only where they may be: in the folders of the worlds.

use std::path::{Path, PathBuf};

use searchlab::worlds::table::INFOS;

/// Files that name a game all the same, with the reason.
pub(super) const ALLOWED: [(&str, &str); 4] = [
    ("crates/search/src/game/probcut.rs", "the title of a paper"),
    ("crates/search/src/game/samples/mod.rs", "the game of examples and tests"),
    ("crates/search/src/game/samples/tictactoe.rs", "the game of examples and tests"),
    ("src/lib.rs", "an example that a reader can run"),
];

/// Sources below a folder, without tests and folders of that name.
pub(super) fn sources(folder: &Path, left_out: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_left_out = ["tests", "examples", "benches", "target", left_out].contains(&name.as_str());
        if path.is_dir() && !is_left_out {
            sources(&path, left_out, found);
        } else if path.extension().is_some_and(|end| end == "rs") && name != "tests.rs" && !name.ends_with("_tests.rs")
        {
            found.push(path);
        }
    }
}

/// True if a source names one of these games; short names only as words.
pub(super) fn names_one_of(text: &str, names: &[&str]) -> bool {
    let text = text.to_lowercase().replace("connect four", "connectfour");
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| names.iter().any(|name| if name.len() > 3 { word.contains(name) } else { word == *name }))
}

/// The path from the root of the repository, with `/` on every system.
pub(super) fn path_from(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/")
}

#[test]
fn no_source_outside_of_its_folder_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for top in ["src", "crates"] {
        sources(&root.join(top), "worlds", &mut files);
    }
    assert!(files.len() > 300, "{}", files.len());
    // A tree is a thing of its own, and the name of a world.
    let games = INFOS.iter().filter(|info| info.is_game()).map(|info| info.name.name);
    let names: Vec<&str> = games.filter(|name| *name != "tree").chain(["tictactoe", "connectfour"]).collect();
    let mut naming = Vec::new();
    for file in files {
        if names_one_of(&std::fs::read_to_string(&file).unwrap(), &names) {
            naming.push(path_from(root, &file));
        }
    }
    naming.sort();
    assert_eq!(naming, ALLOWED.map(|(file, _)| file), "what only one world has belongs to its folder");
}
