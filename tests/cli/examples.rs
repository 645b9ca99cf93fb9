//! Every example that a help text shows works.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use clap::Command;

use crate::support::{BOARD, Ended, Lab, endgame};

/// Words in examples that stand for a file of the user's own, provided here.
const OWN: &[&str] = &["puzzle.txt", "korf100.txt"];

/// An open three of black, to move.
const WINS: &str = "id\tside_to_move\tstones\twin_in_plies_at_most\nthree\tblack\th8a1i8o1j8a15\t3\n";

/// What the examples may write.
const WRITTEN: &[&str] = &[
    "p.svg",
    "nodes.svg",
    "caves.map",
    "~/.local/share/bash-completion/completions/searchlab",
    "position.svg",
    "walk.trace.json",
    "small.book",
    "easy.txt",
    "sheet.html",
    "order.html",
    "alphabeta.html",
    "astar.html",
    "idastar.html",
    "mtdf.html",
    "schema.json",
    "trials.csv",
    "findings.md",
    "othello.probcut",
    "weights/othello.weights",
    "weights/gomoku.weights",
    "games.book",
    "wthor.book",
];

/// May be stopped at the limit that it shows, or by the end of the input.
const LIMITED: &[&str] = &["--max-nodes", "--max-time", " quiz "];

#[test]
fn examples_work() {
    let lab =
        Lab::new(&[("puzzle.txt", BOARD), ("korf100.txt", LIST), ("endgame.obf", &endgame(8)), ("wins.tsv", WINS)]);
    fs::create_dir_all(lab.at(".local/share/bash-completion/completions")).unwrap();
    fs::create_dir(lab.at("maps")).unwrap();
    let mazes = Path::new(env!("CARGO_MANIFEST_DIR")).join("mazes");
    if mazes.is_dir() {
        symlink(&mazes, lab.at("mazes")).unwrap();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["experiments", "experiments/trees"] {
        copy(&root.join(folder), &lab.at(folder));
    }
    for name in ["reports/quickstart", "one", "two"] {
        lab.run(&format!("run experiments/quickstart.toml --quiet --out {name}")).expect(0);
    }
    lab.run("gomoku search --algorithm engine --depth 2 --position h8 --memory positions.memory").expect(0);
    fs::create_dir(lab.at("wthor")).unwrap();
    fs::write(lab.at("wthor/WTH_2024.wtb"), tournament()).unwrap();
    lab.run("othello train --self-play 20 --steps 2 --out weights --quiet").expect(0);
    lab.run("gomoku train --self-play 100 --nodes 100 --epochs 4 --out weights --quiet").expect(0);
    let examples = examples(&searchlab::cli::command());
    assert!(examples.len() > 30, "{examples:?}");
    for example in examples {
        match missing(&lab, &example) {
            Some(file) => eprintln!("skipped: `{example}` needs {file}"),
            None => run(&lab, &example),
        }
    }
}

/// A file of tournament games: a hundred times the game of two perfect players (Takizawa 2023).
fn tournament() -> Vec<u8> {
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4\
                        a1a2c1h2h1g2b8a8g7h8h7h6";
    let mut bytes = vec![20, 24, 1, 31, 100, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 24, 0];
    for _ in 0..100 {
        bytes.extend([0, 0, 0, 0, 0, 0, 32, 32]);
        let moves: Vec<u8> = GAME.as_bytes().chunks(2).map(|at| (at[1] - b'0') * 10 + at[0] - b'a' + 1).collect();
        bytes.extend(&moves);
        bytes.resize(bytes.len() + 60 - moves.len(), 0);
    }
    bytes
}

fn run(lab: &Lab, example: &str) {
    // A search that cannot end shows here instead of hanging.
    let mut command = lab.shell("timeout 100 sh -c \"$EXAMPLE\"");
    let ended = Ended::new(example, &command.env("EXAMPLE", example).env("MANPAGER", "cat").output().unwrap());
    // Hill climbing ends at the first dead end.
    let may_miss = example.contains(" hill-climbing ");
    let codes: &[i32] = if may_miss {
        &[0, 1]
    } else if LIMITED.iter().any(|flag| example.contains(flag)) {
        &[0, 3]
    } else {
        &[0]
    };
    assert!(ended.code.is_some_and(|code| codes.contains(&code)), "{ended}");
    let is_said = !ended.out.is_empty() || WRITTEN.iter().any(|file| example.contains(file));
    assert!(is_said, "{ended}");
}

/// What an example needs and this machine lacks; links what the shared data have. Fails for a file that nobody knows.
fn missing(lab: &Lab, example: &str) -> Option<String> {
    if example.contains("| man ")
        && !Ended::new("man", &lab.shell("command -v man || true").output().unwrap()).out.contains("man")
    {
        return Some("the program `man`".to_owned());
    }
    if example.contains("--cmd ") || example.starts_with("searchlab check ") {
        return Some("a program of the user's own".to_owned());
    }
    if example.starts_with("searchlab lab ") {
        return Some("the engine that dist/web builds".to_owned());
    }
    if example.contains("--watch") || example.starts_with("searchlab watch ") {
        return Some("a terminal".to_owned());
    }
    let words = example.split_whitespace().map(|word| word.trim_matches('\''));
    for word in words.filter(|word| word.contains('/') || word.contains(".txt") || word.contains(".map")) {
        // A shard looks like a path.
        if OWN.contains(&word) || WRITTEN.contains(&word) || word == "0/5" {
            continue;
        }
        if let Some(name) = word.strip_prefix("maps/") {
            if !link_map(lab, name) {
                return Some(format!("the shared map {name}"));
            }
        } else if ["experiments/", "reports/"].iter().any(|folder| word.starts_with(folder)) {
            assert!(lab.at(word).exists(), "the example `{example}` names {word}, which is not there");
        } else if let Some(name) = word.strip_prefix("mazes/") {
            let is_there = if name.contains('*') { lab.at("mazes").is_dir() } else { lab.at(word).is_file() };
            if !is_there {
                return Some(word.to_owned());
            }
        } else {
            panic!("the example `{example}` names {word}, which is neither shipped nor known to this test");
        }
    }
    None
}

/// Copies the files of a folder; what is in folders of it is left out.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        fs::copy(&entry, to.join(entry.file_name().unwrap())).unwrap();
    }
}

/// Puts a scenario file of the shared data and its map into `maps/`, if they are there.
fn link_map(lab: &Lab, name: &str) -> bool {
    let folder = data().join("mazes/movingai");
    let names = [name, name.trim_end_matches(".scen")];
    names.iter().all(|name| {
        let place = lab.at("maps").join(name);
        place.exists() || (folder.join(name).is_file() && symlink(folder.join(name), place).is_ok())
    })
}

fn data() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    std::env::var_os("SEARCHLAB_DATA").map_or_else(beside, PathBuf::from)
}

/// The examples in the help of a command and all below it, each once.
fn examples(command: &Command) -> BTreeSet<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let is_example = |line: &&str| line.starts_with("  ") && line.contains("searchlab ");
    // A remark may follow behind several blanks.
    let example = |line: &str| line.trim().split("   ").next().unwrap_or_default().to_owned();
    let mut found: BTreeSet<String> = help.lines().filter(is_example).map(example).collect();
    for command in command.get_subcommands() {
        found.extend(examples(command));
    }
    found
}

/// Every command shows how it is used.
#[test]
fn every_command_has_an_example() {
    fn check(command: &Command) {
        let name = command.get_name();
        assert!(!examples(command).is_empty(), "{name} has no example");
        command.get_subcommands().for_each(check);
    }
    check(&searchlab::cli::command());
}

/// A list in the form of Korf's hundred: number, tiles, Manhattan distance, length, nodes.
const LIST: &str = "1\t1 4 2 3 0 5 6 7 8\t2\t2\t-\n2\t1 2 5 3 4 0 6 7 8\t3\t3\t-\n";
