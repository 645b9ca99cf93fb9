//! Whether games are named only where they may be: in the folders of the worlds.

use std::path::{Path, PathBuf};

use searchlab::worlds::table::INFOS;

/// Files that name a game all the same, with the reason.
const ALLOWED: [(&str, &str); 5] = [
    ("crates/search/src/game/probcut.rs", "the title of a paper"),
    ("crates/search/src/game/samples/mod.rs", "the game of examples and tests"),
    ("crates/search/src/game/samples/tictactoe.rs", "the game of examples and tests"),
    ("src/lib.rs", "an example that a reader can run"),
    ("src/shipped.rs", "the names of shipped experiments"),
];

/// Sources below a folder, without tests and those of the worlds.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_left_out = ["tests", "examples", "benches", "worlds", "target"].contains(&name.as_str());
        if path.is_dir() && !is_left_out {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && name != "tests.rs" && !name.ends_with("_tests.rs")
        {
            found.push(path);
        }
    }
}

#[test]
fn no_source_outside_of_its_folder_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for top in ["src", "crates"] {
        sources(&root.join(top), &mut files);
    }
    assert!(files.len() > 300, "{}", files.len());
    // A tree is a thing of its own, and the name of a world.
    let games = INFOS.iter().filter(|info| info.is_game()).map(|info| info.name.name);
    let names: Vec<&str> = games.filter(|name| *name != "tree").chain(["tictactoe", "connectfour"]).collect();
    let mut naming = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap().to_lowercase().replace("connect four", "connectfour");
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        if words.any(|word| names.iter().any(|name| if name.len() > 3 { word.contains(name) } else { word == *name })) {
            let file = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            naming.push(file);
        }
    }
    naming.sort();
    assert_eq!(naming, ALLOWED.map(|(file, _)| file), "what only one world has belongs to its folder");
}
