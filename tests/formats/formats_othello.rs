//! The endgame suites of the shared data are read whole.
//!
//! The data are in `../shared/data` or in the folder that `SEARCHLAB_DATA` names. Without them the test is skipped and
//! says so on standard error.

use std::path::PathBuf;

use searchlab::diagnostic::{Source, read_source};
use searchlab::worlds::othello::format::{Form, read_obf, read_positions};

/// The suite of the French federation (FFO), #1-#44: the files and how many problems each holds.
const SUITES: [(&str, usize); 3] = [("fforum-1-19.obf", 19), ("fforum-20-39.obf", 20), ("ffo40-44.obf", 5)];

#[test]
fn endgame_suites_are_read_and_written_back() {
    let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let folder = data.join("othello/ffo");
    if !folder.is_dir() {
        eprintln!("skipped: there are no endgame suites in {}; SEARCHLAB_DATA names its parent", folder.display());
        return;
    }
    for (name, count) in SUITES {
        let source = read_source(&folder.join(name).to_string_lossy()).expect(name);
        let problems = read_obf(&source).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(problems.len(), count, "{name}");
        for problem in &problems {
            let scores: Vec<i32> = problem.listed.iter().map(|listed| listed.score).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{name}:{}: {scores:?}", problem.line);
            assert_eq!(problem.value(), scores.first().copied());
            // The suite lists every legal move.
            let mut listed: Vec<_> = problem.listed.iter().map(|listed| listed.mv).collect();
            listed.sort_unstable();
            assert_eq!(listed, problem.position.moves(), "{name}:{}", problem.line);
        }
        let written: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(written.join("\n"), source.text.trim_end(), "{name}");

        let positions = read_positions(&source).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(positions.iter().all(|given| given.form == Form::Obf));
        assert!(positions.iter().zip(&problems).all(|(given, problem)| given.position() == problem.position));
        let boards: Vec<String> = problems.iter().map(|problem| problem.position.to_string()).collect();
        let again =
            read_positions(&Source::new(name, boards.join("\n"))).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(again.iter().zip(&problems).all(|(given, problem)| given.position() == problem.position));
    }
}
