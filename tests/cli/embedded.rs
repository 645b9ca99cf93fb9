//! The program alone in an empty folder: mazes, trees and experiments are inside it, and files on the disk come first.

use std::fs;
use std::path::Path;

use searchlab::shipped::files;

use crate::support::{Lab, MAZE};

/// May be stopped by the end of the input.
const ASKS: &str = "searchlab quiz";

/// The commands of the README's first hour; what needs a terminal writes a page.
fn commands_of_the_readme() -> Vec<String> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| `searchlab "));
    let cells = rows.map(|row| row.split(" | ").next().unwrap().to_owned());
    let words = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    words.map(|words| words.replace("--watch", "--replay page.html")).collect()
}

#[cfg(unix)]
#[test]
fn commands_of_the_readme_run_in_an_empty_folder() {
    let lab = Lab::new(&[]);
    let commands = commands_of_the_readme();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        let output = lab.shell("exec timeout 100 sh -c \"$COMMAND\"").env("COMMAND", &command).output().unwrap();
        let ended = crate::support::Ended::new(&command, &output);
        let expected = if command.starts_with(ASKS) { 3 } else { 0 };
        assert!(!ended.expect(expected).out.is_empty(), "{command}");
    }
    let names: Vec<_> = fs::read_dir(lab.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        names.iter().all(|name| ["astar.py", "experiments", "reports", "page.html"].iter().any(|it| name == it)),
        "{names:?}"
    );
}

/// What is inside is what lies in the repository, and a trial is the same from either.
#[test]
fn all_files_are_inside() {
    let lab = Lab::new(&[]);
    lab.run("new all/of/it --all").expect(0);
    lab.run("new all/of/it --all").expect(2).says(&["is there already"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["mazes", "experiments", "experiments/trees", "experiments/assignments"] {
        for path in fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() || ["README.md", "FINDINGS.md", "schema.json"].contains(&name.as_str()) {
                continue;
            }
            let copy = lab.at("all/of/it").join(folder).join(&name);
            assert!(fs::read(copy).unwrap() == fs::read(&path).unwrap(), "{}", path.display());
            count += 1;
        }
    }
    assert_eq!(count, files().len());
    let from = |name: &str| lab.run(&format!("maze astar {name} --format json")).expect(0).record();
    let file = root.join("mazes/course-30x60.txt").to_string_lossy().into_owned();
    for name in
        ["course-30x60", "course-30x60.txt", "mazes/course-30x60.txt", "./experiments/../mazes/course-30x60.txt"]
    {
        assert_eq!((from(name).id, from(name).counters), (from(&file).id, from(&file).counters), "{name}");
    }
    let listed = ["experiments", "mazes", "trees", "assignments"]
        .map(|topic| lab.run(&format!("list {topic}")).expect(0).out)
        .concat();
    assert_eq!(listed.lines().filter(|line| line.starts_with("  ")).count(), files().len());
    lab.run("maze scen caves-400x400.map.scen --quiet").expect(0).says(&[]);
}

#[test]
fn the_disk_comes_first() {
    let lab = Lab::new(&[]);
    let cost =
        |name: &str| lab.run(&format!("maze astar {name} --format json")).expect(0).record().result.unwrap().value;
    let costs = || ["course-18x25", "mazes/course-18x25.txt"].map(|name| cost(name) as u32);
    assert_eq!(costs(), [58, 58]);
    fs::create_dir(lab.at("course-18x25")).unwrap();
    assert_eq!(costs(), [58, 58], "a folder is no file");
    lab.write("mazes/course-18x25.txt", MAZE.as_bytes());
    assert_eq!(costs(), [6, 6]);
    fs::remove_dir(lab.at("course-18x25")).unwrap();
    lab.write("course-18x25", MAZE.replace("#..#.G#", "#.G#..#").as_bytes());
    assert_eq!(costs(), [3, 6]);
    lab.write("experiments/quickstart.toml", b"title = 1");
    lab.run("run quickstart").expect(2).says(&["1"]);
}

/// An experiment of one's own may name mazes that are inside, also by patterns, and is resumed with them.
#[test]
fn experiments_find_mazes_inside() {
    let text = "title = \"t\"\nworld = \"maze\"\nalgorithms = [\"astar\", \"bfs\"]\n[[instances]]\n\
                files = [\"../mazes/course-*.txt\", \"../mazes/wilson-23x79.txt\"]\n";
    let lab = Lab::new(&[("experiments/own.toml", text)]);
    lab.run("run experiments/own.toml --quiet --shard 0/2").expect(0);
    lab.run("resume reports/own --quiet").expect(0);
    lab.run("report reports/own --quiet").expect(0);
    let digest = |name: &str| fs::read_to_string(lab.at(name)).unwrap();
    let inside = digest("reports/own/digest.txt");
    lab.run("new . --all").expect(0);
    lab.run("run experiments/own.toml --quiet --out again").expect(0);
    assert_eq!(inside, digest("again/digest.txt"));
    lab.run("diff reports/own again").expect(0);
}

#[test]
fn an_unknown_name_gets_the_nearest() {
    let lab = Lab::new(&[]);
    for (words, near) in [
        ("run quikstart", "did you mean \"quickstart\"?"),
        ("run experiments/quikstart.toml", "did you mean \"experiments/quickstart.toml\"?"),
        ("maze astar course-30x61", "did you mean \"course-30x60\"?"),
        ("maze compare maze/course-30x60.txt", "did you mean \"mazes/course-30x60.txt\"?"),
        ("tree search experiments/trees/aimaa.txt", "did you mean \"experiments/trees/aima.txt\"?"),
        ("run experiments/none.toml", "there is no directory \"experiments\" either"),
        ("maze compare none/*.txt", "no file fits \"none/*.txt\""),
    ] {
        lab.run(words).expect(2).says(&[near]);
    }
}
