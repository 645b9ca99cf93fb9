//! Move lists of Othello, and squares and moves as words.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::othello::format::read_moves;
use searchlab::worlds::othello::{Move, Position, Square};

fuzz_target!(|text: &str| {
    match read_moves(&Source::new("game", text), Position::INITIAL) {
        Ok(game) => {
            let again = read_moves(&Source::new("again", game.to_string()), Position::INITIAL);
            assert_eq!(again.expect("a game as it is printed"), game);
        }
        Err(problems) => shared::show(&problems),
    }
    for word in text.split_whitespace() {
        match word.parse::<Square>() {
            Ok(square) => assert_eq!(square.to_string(), word.to_ascii_lowercase()),
            Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
        }
        match word.parse::<Move>() {
            Ok(mv) => assert_eq!(mv.to_string().parse(), Ok(mv)),
            Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
        }
    }
});
