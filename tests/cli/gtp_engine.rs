//! The Go Text Protocol, spoken with the built program as a client would.

use std::time::Duration;

use crate::engine::{Engine, PATIENCE, ends_unheard};
use crate::support::Lab;

#[test]
fn clients_are_answered() {
    for (words, size, moves) in [
        (&["connect4", "engine", "--player", "mtdf:depth=4"][..], "7 6", ["4", "5"]),
        (&["othello", "engine", "--protocol", "gtp", "--player", "mtdf:depth=4"], "8", ["f5", "f6"]),
    ] {
        // Every answer ends with an empty line.
        let mut engine = Engine::new(words, "\0");
        let mut ask = |line: String| {
            let answer = engine.ask(&line);
            assert_eq!(engine.hear(), "", "{line}: {answer}");
            answer
        };
        assert_eq!(ask(format!("1 boardsize {size}")), "=1");
        assert_eq!(ask(format!("2 play b {}", moves[0])), "=2");
        assert_eq!(ask(format!("play w {}", moves[1])), "=");
        assert!(ask("3 genmove b".to_owned()).starts_with("=3 "));
        assert_eq!(ask("genmove b".to_owned()), "? it is the turn of white");
        assert_eq!(ask("quit".to_owned()), "=");
        let (status, said) = engine.end_within(Duration::from_secs(5));
        assert!(status.success() && said.is_empty(), "{status} {said:?}");
    }
}

/// All that was asked is answered first, whether the input ends with `quit` or without.
#[test]
fn the_end_of_the_input_ends_it() {
    for end in ["quit\n", ""] {
        let mut engine = Engine::new(&["othello", "engine", "--protocol", "gtp"], "\0");
        engine.send(format!("play b f5\n1 genmove w\n{end}"));
        engine.close();
        let (status, said) = engine.end_within(PATIENCE);
        assert!(status.success() && said.iter().any(|line| line.starts_with("=1 ")), "{status} {said:?}");
        assert!(!said.iter().any(|line| line.starts_with("stderr")), "{said:?}");
    }
    ends_unheard(&["connect4", "engine"], "genmove b\ngenmove w\ngenmove b\n");
}

#[test]
fn who_cannot_play_is_told_so() {
    let lab = Lab::new(&[]);
    for (words, parts) in [
        ("connect4 engine --player human", ["a person cannot be an engine", "--player:1:1"]),
        ("connect4 engine --player mtd", ["unknown player", "did you mean \"mtdf\"?"]),
        ("connect4 engine --size 9x9", ["invalid value '9x9'", "4 to 8 columns"]),
        ("othello engine --protocol uci", ["invalid value 'uci'", "gtp"]),
    ] {
        lab.run(words).expect(2).says(&parts);
    }
}
