//! Programs that solve tasks: their lines of JSON, the answers that commands write as text, their command lines, and
//! assignments with their tests.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::assignment::Assignment;
use searchlab::catalog::program::parse_command;
use searchlab::diagnostic::Source;
use searchlab_lab::solver::check_answer;

fuzz_target!(|text: &str| {
    for line in text.lines().chain([text]) {
        if let Err(problem) = check_answer(line) {
            assert!(problem.chars().count() < 1000, "{problem}");
        }
        if let Ok(words) = parse_command(line) {
            assert!(!words.is_empty());
        }
    }
    let source = Source::new("assignment.toml", text);
    match Assignment::read(&source) {
        Ok(mut assignment) => {
            if let Err(problems) = assignment.add_hidden(&source) {
                shared::show(&problems);
            }
        }
        Err(problems) => shared::show(&problems),
    }
});
