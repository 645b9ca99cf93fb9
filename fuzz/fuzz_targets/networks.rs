//! Graphs and trees: no input makes a reader panic.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::{graph, tree};

fuzz_target!(|text: &str| {
    let source = Source::new("network", text);
    for problems in [graph::format::read(&source).err(), tree::read(&source).err()].into_iter().flatten() {
        shared::show(&problems);
    }
});
