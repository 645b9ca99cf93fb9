//! Parameters of algorithms as a user may type them: `NAME=VALUE`, one a line, for every algorithm of every world.
//! What is resolved resolves to itself.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::catalog::WORLDS;
use searchlab::record::Params;

fuzz_target!(|text: &str| {
    let given: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
    for world in WORLDS {
        let mut is_shown = false;
        for about in world.abouts() {
            match world.resolve(about, &given) {
                Ok(params) => {
                    let words = words(&params);
                    let again: Vec<(&str, &str)> = words.iter().map(|(name, text)| (*name, text.as_str())).collect();
                    let again = world.resolve(about, &again);
                    assert_eq!(again.unwrap_or_else(|problems| panic!("{words:?}\n{problems}")), params);
                }
                // Drawing costs more than reading: once for each world.
                Err(problems) if !is_shown => {
                    is_shown = true;
                    shared::show(&problems);
                }
                Err(problems) => assert!(!problems.is_empty()),
            }
        }
    }
});

/// The parameters as a user would type them.
fn words(params: &Params) -> Vec<(&str, String)> {
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    params.iter().map(|(name, value)| (name.as_str(), text(value))).collect()
}
