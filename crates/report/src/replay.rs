//! A search as a page that plays it: step by step, forth and back, with the reason of each step.
//!
//! One file with everything in it, which loads nothing: traces, compressed, and plain scripts.
//!
//! | part | file |
//! |---|---|
//! | the trace and the state after each step | `replay/trace.js` |
//! | mazes, tiles and graphs | `replay/grid.js` |
//! | game trees | `replay/tree.js`, as drawings `replay/layers.js` |
//! | a step in a sentence, pseudocode | `replay/why.js` |
//! | buttons, keys, the moment in the address | `replay/controls.js` |
//! | panels side by side | `replay/main.js` |
//!
//! Not here: how a trace is written (`searchlab_worlds::trace`).

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{PreEscaped, html};

use crate::page::{base64, plain_page};
use crate::source::source;
use searchlab_lab::watch::pseudocode::JSON;

/// The scripts, in the order in which they are read.
const SCRIPTS: [&str; 7] = [
    "replay/trace.js",
    "replay/grid.js",
    "replay/tree.js",
    "replay/layers.js",
    "replay/why.js",
    "replay/controls.js",
    "replay/main.js",
];

/// The most searches that are shown side by side.
pub const MOST: usize = 6;

/// The page that plays these traces, each JSON Lines; several side by side.
pub fn page(title: &str, traces: &[impl AsRef<[u8]>]) -> String {
    let packed: Vec<String> = traces.iter().map(|trace| packed(trace.as_ref())).collect();
    let script = format!("{}Replay.pseudocode = {JSON};\nReplay.begin();\n", SCRIPTS.map(source).concat());
    let body = html! {
        header { h1 { (title) } }
        noscript { p { "This page plays a search; it needs JavaScript, and loads nothing." } }
        main {}
        nav aria-label="player" {}
        @for trace in &packed {
            script type="application/gzip" data-trace { (PreEscaped(trace)) }
        }
        script { (PreEscaped(script)) }
    };
    plain_page(title, source("replay/replay.css"), &body)
}

/// Bytes, compressed, in letters that may stand anywhere.
pub(crate) fn packed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let bytes = encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default();
    base64(&bytes)
}

#[cfg(test)]
mod tests;
