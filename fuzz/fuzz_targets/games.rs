//! Games of all worlds as their commands read them: positions, then moves.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::play::BoardGame;
use searchlab::worlds::connect4::{self, Position as ConnectFour};
use searchlab::worlds::gomoku::{Position as Gomoku, Setting};
use searchlab::worlds::mnk::Size;
use searchlab::worlds::nim::Position as Nim;
use searchlab::worlds::othello::Position as Othello;
use searchlab::worlds::pgames::Recipe;

fuzz_target!(|text: &str| {
    let source = Source::new("games", text);
    check(&Othello::INITIAL, &source);
    check(&Gomoku::empty(Setting::default()), &source);
    check(&ConnectFour::new(connect4::Size::new(7, 6).expect("the usual size")), &source);
    match Nim::parse(text) {
        Ok(position) => check(&position, &source),
        Err(problem) => shared::show(&problem.into()),
    }
    if let Ok(size) = Size::parse(text) {
        assert_eq!(Size::parse(&size.to_string()), Ok(size));
    }
    match Recipe::parse(text) {
        Ok(recipe) => {
            let again = Recipe::parse(&recipe.to_string()).expect("a recipe as it is printed");
            assert_eq!(again.to_string(), recipe.to_string());
        }
        Err(problem) => shared::show(&problem.into()),
    }
});

fn check<P: BoardGame>(like: &P, source: &Source) {
    match like.read(source) {
        Ok(games) => {
            for game in games {
                let line = game.line(["one", "two"], None);
                let again = like.read(&Source::new("again", line.as_str()));
                let again = again.unwrap_or_else(|problems| panic!("{line}\n{problems}"));
                assert_eq!(again[0].position(), game.position(), "{line}");
            }
        }
        Err(problems) => shared::show(&problems),
    }
    for word in source.text.split_whitespace().take(8) {
        if let Some(mv) = like.read_move(word) {
            assert!(like.read_move(&like.spell(mv)).is_some(), "{word}");
        }
    }
}
