//! Positions of Othello in any form, and files of them: boards, lines of OBF, move lists.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::othello::format::{Given, read_obf, read_position, read_positions};

fuzz_target!(|text: &str| {
    let source = Source::new("--position", text);
    match read_position(&source) {
        Ok(given) => check(&given),
        Err(problems) => shared::show(&problems),
    }
    match read_positions(&source) {
        Ok(all) => all.iter().for_each(check),
        Err(problems) => shared::show(&problems),
    }
    match read_obf(&source) {
        Ok(problems) => {
            for problem in problems {
                let line = problem.to_string();
                let again = read_obf(&Source::new("again", line)).expect("a line of OBF as it is printed");
                assert_eq!((again[0].position, &again[0].listed), (problem.position, &problem.listed));
            }
        }
        Err(problems) => shared::show(&problems),
    }
});

fn check(given: &Given) {
    let position = given.position();
    assert_eq!(position.board.own & position.board.opponent, 0);
    let again = read_position(&Source::new("again", position.to_string())).expect("a position as it is printed");
    assert_eq!(again.position(), position);
    assert!(given.listed.iter().all(|listed| position.after(listed.mv).is_some()));
}
