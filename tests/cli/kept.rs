//! Commands that run several trials, with a folder for the records, a chart, and LaTeX: the same plan as that of a file.

use std::fs;

use crate::support::{BOARD, Lab, MAP, MAZE, SCEN};

const FILES: &[(&str, &str)] = &[("maze.txt", MAZE), ("yard.map", MAP), ("yard.map.scen", SCEN), ("board.txt", BOARD)];

const COMMANDS: [&str; 7] = [
    "maze compare maze.txt --algorithms bfs,astar,idastar",
    "maze scen yard.map.scen --last 1",
    "tiles astar board.txt",
    "tiles compare board.txt --goal last --algorithms astar,idastar",
    "graph compare",
    "othello compare --depths 1..=3 --repeat 2",
    "connect4 compare --depths 1..=3 --size 5x4 --positions moves.txt",
];

fn lab() -> Lab {
    let lab = Lab::new(FILES);
    lab.write("moves.txt", b"12\n3344\n");
    lab
}

/// What is kept can be run again from the experiment in the folder, and gives the same.
#[test]
fn a_command_is_an_experiment() {
    let lab = lab();
    for (number, words) in COMMANDS.iter().enumerate() {
        let (kept, again) = (format!("kept-{number}"), format!("again-{number}"));
        let ended = lab.run(&format!("{words} --out {kept}")).expect(0);
        assert!(ended.out.contains(&format!("report: {kept}/report.html")), "{ended}");
        // Files are named as they are seen from here.
        fs::copy(lab.at(&format!("{kept}/experiment.toml")), lab.at("again.toml")).unwrap();
        lab.run(&format!("run again.toml --out {again} --quiet")).expect(0);
        let digest = |folder: &str| fs::read_to_string(lab.at(&format!("{folder}/digest.txt"))).unwrap();
        assert_eq!(digest(&kept), digest(&again), "{words}");
        lab.run(&format!("resume {kept} --quiet")).expect(0);
    }
}

/// In memory and in a folder the same trials are run.
#[test]
fn a_folder_holds_the_records_that_are_printed() {
    let lab = lab();
    for (number, words) in COMMANDS.iter().enumerate() {
        let mut printed: Vec<String> =
            lab.run(&format!("{words} --format json")).expect(0).records().iter().map(|it| it.id.to_string()).collect();
        // The records of the check are kept too.
        let checks = words.starts_with("maze scen");
        lab.run(&format!("{words} --out kept-{number} --quiet")).expect(0);
        let text = fs::read_to_string(lab.at(&format!("kept-{number}/records.jsonl"))).unwrap();
        let id =
            |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
        let mut kept: Vec<String> = text.lines().map(id).collect();
        printed.sort();
        kept.sort();
        if checks {
            kept.retain(|id| printed.contains(id));
        }
        assert_eq!(printed, kept, "{words}");
    }
}

#[test]
fn charts_and_latex_are_for_all() {
    let lab = lab();
    for words in COMMANDS {
        lab.run(&format!("{words} --chart chart.svg --quiet")).expect(0);
        assert!(fs::read_to_string(lab.at("chart.svg")).unwrap().starts_with("<svg"), "{words}");
        let latex = lab.run(&format!("{words} --format tex")).expect(0);
        assert!(latex.out.contains("\\begin{tabular}") && latex.out.contains("\\bottomrule"), "{latex}");
        lab.run(&format!("{words} --chart chart.gif")).expect(2);
        lab.run(&format!("{words} --chart chart.svg --out folder")).expect(2);
    }
}

#[test]
fn standard_input_cannot_be_run_again() {
    let lab = lab();
    let ended = lab.run_with("maze compare - --out kept", "maze.txt").expect(2);
    ended.says(&["standard input", "write it to a file"]);
    assert!(!lab.at("kept").exists());
}
