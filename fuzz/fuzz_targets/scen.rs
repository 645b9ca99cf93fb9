//! Scenario files: reading, writing, and the check against a map.

#![no_main]

mod shared;

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::maze::format::{Scenario, check_scen, read_maze, read_scen, write_scen};

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";

fuzz_target!(|text: &str| {
    let source = Source::new("yard.map.scen", text);
    let scenarios = match read_scen(&source) {
        Ok(scenarios) => scenarios,
        Err(problems) => return shared::show(&problems),
    };
    for scenario in &scenarios {
        let Scenario { rows, cols, start, goal, optimum, .. } = scenario;
        assert!([start, goal].iter().all(|place| place.row < *rows && place.col < *cols));
        assert!(optimum.value() >= 0.0 && optimum.agrees(optimum.value()) || !optimum.value().is_finite());
    }
    let map = read_maze(&Source::new("yard.map", MAP)).expect("our own map");
    for name in [None, Some(Path::new("yard.map"))] {
        if let Err(problems) = check_scen(&source, &scenarios, name, &map.grid) {
            shared::show(&problems);
        }
    }
    let mut bytes = Vec::new();
    write_scen(&scenarios, &mut bytes).expect("fields that were read hold no blank");
    let written = Source::new("again", String::from_utf8(bytes).expect("from text"));
    let again = read_scen(&written).unwrap_or_else(|problems| panic!("{problems}"));
    let without_lines = |scenarios: &[Scenario]| -> Vec<Scenario> {
        scenarios.iter().map(|scenario| Scenario { line: 0, ..scenario.clone() }).collect()
    };
    assert_eq!(without_lines(&again), without_lines(&scenarios));
});
