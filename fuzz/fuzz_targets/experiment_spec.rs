//! Experiment files: whatever is read has variants and seeds; whatever is not gets messages that can be shown.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::experiment::seeds::Seeds;
use searchlab::experiment::spec::Spec;

fuzz_target!(|text: &str| {
    match Spec::read(Source::new("x.toml", text)) {
        Ok(spec) => {
            assert!(!spec.variants.list.is_empty());
            assert!(spec.variants.list.iter().all(|variant| variant.label < spec.variants.labels.len()));
            assert_ne!(spec.seeds(), Seeds::default());
        }
        Err(problems) => shared::show(&problems),
    }
});
