//! Who plays, as words: what is read is printed in one form, and that form is read as itself.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::othello::play::PLAYERS;

fuzz_target!(|text: &str| {
    match PLAYERS.parse(&Source::new("--black", text)) {
        Ok(player) => {
            let canonical = player.to_string();
            let again = PLAYERS.parse(&Source::new("again", canonical.as_str()));
            assert_eq!(again.unwrap_or_else(|problems| panic!("{canonical}\n{problems}")).to_string(), canonical);
        }
        Err(problems) => shared::show(&problems),
    }
});
