//! Single words: times, sizes, decimals, shards, ids of trials; the nearest name; how a text is quoted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use searchlab::catalog::limits::{parse_size, parse_time};
use searchlab::catalog::{PARAMETERS, WORLDS, parse_thousandths};
use searchlab::diagnostic::{nearest, quoted};
use searchlab::experiment::shard::Shards;
use searchlab::record::TrialId;

fuzz_target!(|text: &str| {
    let names: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name.name).collect();
    for word in text.lines().chain([text]) {
        let errors = [
            parse_time(word).map(drop).err(),
            parse_size(word).map(drop).err(),
            parse_thousandths(word).map(drop).err(),
        ];
        for error in errors.into_iter().flatten() {
            assert!(error.chars().count() < 300 && !error.chars().any(char::is_control), "{error:?}");
        }
        match word.parse::<Shards>() {
            Ok(shards) => assert_eq!(shards.to_string().parse::<Shards>().ok(), Some(shards)),
            Err(problem) => assert!(!problem.message().chars().any(char::is_control)),
        }
        let json = serde_json::Value::from(word);
        if let Ok(id) = serde_json::from_value::<TrialId>(json) {
            assert_eq!(serde_json::to_value(id).and_then(serde_json::from_value::<TrialId>).ok(), Some(id));
        }
        if let Some(near) = nearest(word, names.iter().copied()) {
            assert!(names.contains(&near));
        }
        let shown = quoted(word);
        assert!(shown.chars().count() < 63 * 10 && !shown.chars().any(char::is_control), "{shown:?}");
        for world in WORLDS {
            let _ = world.algorithm(word);
        }
    }
});
