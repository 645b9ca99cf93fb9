//! Files of tile puzzles: every error lies inside of the text, and every board is read again from how it is printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use searchlab::worlds::tiles::format::read;

fuzz_target!(|text: &str| {
    match read(text) {
        Ok(instances) => {
            assert!(!instances.is_empty());
            for instance in &instances {
                let again = read(&instance.puzzle.to_string()).expect("a board as it is printed");
                assert_eq!((again.len(), again[0].puzzle), (1, instance.puzzle));
                let _ = (instance.puzzle.is_solvable_to(instance.puzzle.goal()), instance.puzzle.picture());
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines: Vec<&str> = text.lines().collect();
            for error in errors {
                let line = lines.get(error.line - 1).copied().unwrap_or_default();
                let last = error.column - 1 + error.length;
                assert!(last <= line.chars().count().max(1), "{error:?}");
                assert!(!error.message.chars().any(char::is_control), "{error:?}");
                assert!(error.message.chars().count() <= 600, "{error:?}");
            }
        }
    }
});
