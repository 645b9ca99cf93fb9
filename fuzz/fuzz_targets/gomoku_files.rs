//! Gomoku in files: move lists, openings, pictures, tables of problems, SGF and games of Piskvork. A position is read
//! as it is written.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::{Diagnostics, Source};
use searchlab::worlds::gomoku::format::{
    Kind, read_moves, read_picture, read_position, read_positions_as, read_psq, read_sgf, write_moves, write_picture,
    write_psq, write_sgf,
};
use searchlab::worlds::gomoku::{Position, Rule, Setting};

fuzz_target!(|text: &str| {
    let source = Source::new("games", text);
    for rule in [Rule::Freestyle, Rule::Renju] {
        let setting = Setting { rule, ..Setting::default() };
        for kind in Kind::ALL {
            match read_positions_as(&source, kind, setting) {
                Ok(all) => all.iter().for_each(|given| check(&given.position)),
                Err(problems) => shared::show(&problems),
            }
        }
        if let Err(problems) = read_position(&source, setting) {
            shared::show(&problems);
        }
    }
});

fn check(position: &Position) {
    let setting = position.setting();
    let board = |read: Result<Position, Diagnostics>, text: &str| {
        let read = read.unwrap_or_else(|problems| panic!("{text}\n{problems}"));
        assert_eq!(write_picture(&read), write_picture(position), "{text}");
    };
    let again = |text: &str| Source::new("again", text);
    let picture = write_picture(position);
    board(read_picture(&again(&picture), setting.rule), &picture);
    if let Some(moves) = write_moves(position).filter(|moves| !moves.is_empty()) {
        board(read_moves(&again(&moves), setting), &moves);
    }
    if let Some(game) = write_psq(position, ["one", "two"]) {
        board(read_psq(&again(&game), setting.rule), &game);
    }
    let game = write_sgf(position, ["one", "two"]);
    board(read_sgf(&again(&game), setting).map(|games| games[0].1.clone()), &game);
}
