//! Games of Othello from archives: GGF, whose games are read as they are printed, and files of WTHOR.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::othello::format::{read_ggf, read_wthor};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = read_wthor(bytes) {
        assert!(file.games.iter().all(|game| game.moves.len() <= 60));
        assert!(file.cut_short <= file.games.len());
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read_ggf(&Source::new("games.ggf", text)) {
        Ok(games) => {
            for game in games {
                let line = game.to_string();
                let again = read_ggf(&Source::new("again", line.as_str()));
                let again = again.unwrap_or_else(|problems| panic!("{line}\n{problems}"));
                assert_eq!(again[0].transcript, game.transcript, "{line}");
            }
        }
        Err(problems) => shared::show(&problems),
    }
});
