//! Checks against the theorem of Bouton, by searches that know nothing of it.

use super::*;
use crate::play::Runner as _;
use crate::run::Observers;
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Limits, Trial};

fn position(text: &str) -> Position {
    Position::parse(text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// True if a search to the end of the game finds a win of the side to move.
fn is_won(algorithm: &str, runner: &mut PlainRunner<Position>, position: &Position) -> bool {
    let about = NIM.algorithm(algorithm).unwrap();
    let given: &[_] = if algorithm == "minimax" { &[] } else { &[("table-bits", "14")] };
    let instance = (position.text(), BoardGame::content(position));
    let trial = Trial::new("nim", instance, about.name, NIM.resolve(about, given).unwrap(), Limits::default());
    let trial = Trial { depth: Some(position.counters().max(1)), ..trial };
    let record = runner.run(&trial, position, &Budget::default(), &mut Observers::default());
    let value = record.result.expect("an answer").value;
    assert!(value.abs() > 1_000.0, "a win or a loss: {value}");
    value > 0.0
}

/// Bouton 1901: the side to move wins if and only if the nim-sum is not 0; in misère play the reverse holds where no heap
/// has two counters.
#[test]
fn the_theorem_of_bouton() {
    let mut runner = PlainRunner::default();
    for heaps in 0..6_u32.pow(3) {
        let [a, b, c] = [heaps / 36, heaps / 6 % 6, heaps % 6];
        for misere in ["", " misere"] {
            let position = position(&format!("{a} {b} {c}{misere}"));
            let has_two = [a, b, c].into_iter().any(|heap| heap > 1);
            let expected = if has_two || misere.is_empty() { a ^ b ^ c != 0 } else { a ^ b ^ c == 0 };
            assert_eq!(position.is_won_by_mover(), expected);
            assert_eq!(is_won("minimax-memo", &mut runner, &position), expected, "{}", position.text());
            if position.counters() <= 7 {
                assert_eq!(is_won("minimax", &mut runner, &position), expected, "{}", position.text());
            }
        }
    }
    for (text, expected) in [("1 3 5 7", false), ("1 3 5 7 misere", false), ("3 4 5", true), ("1 1 1 1", false)] {
        assert_eq!(is_won("mtdf", &mut runner, &position(text)), expected, "{text}");
    }
}

#[test]
fn who_takes_the_last_counter() {
    for (text, winner) in
        [("0 0", Side::White), ("0 misere", Side::Black), ("0 white", Side::Black), ("0 misere white", Side::White)]
    {
        assert_eq!(position(text).winner(), Some(winner), "{text}");
        assert!(BoardGame::moves(&position(text)).is_empty());
    }
    assert_eq!(position("0 1").winner(), None);
}

#[test]
fn evaluations() {
    let value = |evaluation: &str, text| evaluation.parse::<Evaluation>().unwrap().evaluate(&position(text));
    assert_eq!((value("parity", "3 4 5"), value("parity", "3 0 5")), (1, -1));
    assert_eq!((value("bouton", "3 4 5"), value("bouton", "1 4 5"), value("bouton", "1 1 misere")), (1, -1, 1));
}

#[test]
fn moves_codes_cells_and_text_are_read_back() {
    for text in ["3 4 5", "31 0 1 misere white", "1 3 5 7 misere", "1 1 1 1 1 1 1 1"] {
        let position = position(text);
        assert_eq!(position.text(), text);
        let read = position.read(&Source::new("text", text)).unwrap();
        assert_eq!(read, [play::Game::new(position)]);
        let moves = BoardGame::moves(&position);
        assert_eq!(moves.len() as u32, position.counters());
        for take in moves {
            assert_eq!(position.read_move(&position.spell(take)), Some(take));
            assert_eq!(position.by_code(Position::code(take)), Some(take));
            let cell = position.cell_of(take).expect("a cell");
            assert_eq!((position.move_at(cell), position.piece(cell)), (Some(take), Some(Side::Black)));
            let (mut after, key) = (position, position.key());
            after.make(take);
            assert_eq!((position.after(take), after.piece(cell)), (Some(after), None));
            assert_eq!(
                (after.counters(), after.side),
                (position.counters() - u32::from(take.counters), position.side.other())
            );
            after.unmake(take, ());
            assert_eq!((after, after.key()), (position, key));
        }
    }
    let mut game = play::Game::new(position("1 3 5 7 misere"));
    for text in ["d7", "b1"] {
        assert!(game.push(game.position().read_move(text).unwrap()));
    }
    let line = game.line(["a", "b"], None);
    assert_eq!(Position::default().read(&Source::new("line", line)).unwrap(), [game]);
}

#[test]
fn wrong_text_is_named() {
    for (text, part) in [
        ("3 x", "invalid heap \"x\""),
        ("32", "invalid heap \"32\""),
        ("-1", "invalid heap"),
        ("misere", "no heaps"),
        ("1 1 1 1 1 1 1 1 1", "1 to 8 heaps"),
    ] {
        let shown = Position::default().read(&Source::new("heaps", text)).expect_err(text).to_string();
        assert!(shown.contains(part) && shown.contains("heaps:1:1") && shown.contains("3 4 5"), "{shown}");
    }
    for text in ["a4", "d1", "i1", "a0", "1a"] {
        let position = Position::default();
        let take = position.read_move(text);
        assert!(
            take.is_none_or(|take| position.after(take).is_none() && !position.illegal_reason(take).is_empty()),
            "{text}"
        );
    }
}
