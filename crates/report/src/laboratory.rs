//! The laboratory as one page: the engine, compressed, and plain scripts around it. It loads nothing and keeps nothing.
//!
//! | part | file |
//! |---|---|
//! | all words of the page, in English and Chinese | `laboratory/words.js` |
//! | the engine in a worker, which is stopped by ending it | `laboratory/worker.js`, `laboratory/engine.js` |
//! | settings in the address | `laboratory/address.js` |
//! | parts of forms, tables, files to save | `laboratory/parts.js` |
//! | a maze that is drawn, a board that is set up | `laboratory/maze.js`, `board.js` |
//! | the modes | `laboratory/setup.js`, `try.js`, `play.js`, `experiment.js`, `learn.js` |
//! | what is shown, and when | `laboratory/main.js` |
//! | links of reports that run their experiments here | `laboratory/link.rs` |
//!
//! Not here: what the engine answers (`crates/web`); the pages of reports, replays and quizzes, which are shown in frames.

mod link;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::json;

use crate::page::{base_style, base64, head};
use crate::replay::packed;
use crate::source::source;
use searchlab_lab::experiment::program::name_and_commit;

pub(crate) use link::link;

/// Most trials of an experiment in the page.
pub const MOST_TRIALS: u64 = 20_000;

/// Shipped experiments that the page offers: those of less than a minute.
pub const OFFERED: [&str; 8] = [
    "quickstart",
    "minimax-family",
    "first-guess",
    "maze-algorithms",
    "tie-breaking",
    "idastar-blowup",
    "four-in-a-row",
    "mcts-converges",
];

/// In one scope, in this order: the later ones use the earlier.
const SCRIPTS: [&str; 12] = [
    "laboratory/words.js",
    "laboratory/parts.js",
    "laboratory/engine.js",
    "laboratory/address.js",
    "laboratory/maze.js",
    "laboratory/board.js",
    "laboratory/setup.js",
    "laboratory/try.js",
    "laboratory/play.js",
    "laboratory/experiment.js",
    "laboratory/learn.js",
    "laboratory/main.js",
];

/// It loads nothing; the worker and what is saved are blobs of the page itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
                      worker-src blob:; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'";

/// The contents of the page.
#[derive(Debug)]
pub struct Laboratory<'a> {
    /// The module, compressed by gzip.
    pub engine: &'a [u8],
    /// The files that the module asks for, in the order in which it counts them.
    pub assets: &'a [&'a [u8]],
    /// Experiments to choose from.
    pub experiments: &'a [Example<'a>],
}

/// An experiment that the page offers.
#[derive(Debug, Serialize)]
pub struct Example<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The files that it names, by their paths and texts.
    pub files: Vec<(&'a str, &'a str)>,
}

/// The page.
pub fn page(laboratory: &Laboratory<'_>) -> String {
    // No text may end the element that holds it.
    let experiments = json!(laboratory.experiments).to_string().replace('<', "\\u003c");
    let style = html! { style { (PreEscaped(base_style())) (PreEscaped(source("laboratory/style.css"))) } };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head("searchlab", POLICY, &style))
            body {
                a.skip href="#main" data-word="skip" { "Skip to the content" }
                (header())
                main #main tabindex="-1" { noscript { p { "This page is a program: it needs JavaScript, and loads nothing." } } }
                footer { p { (name_and_commit()) ". " span data-word="footer" {} } }
                script type="application/gzip" id="engine" { (PreEscaped(base64(laboratory.engine))) }
                @for (number, asset) in laboratory.assets.iter().enumerate() {
                    script type="application/gzip" id={ "asset-" (number) } { (PreEscaped(packed(asset))) }
                }
                script type="application/json" id="experiments" { (PreEscaped(experiments)) }
                script type="text/plain" id="worker" { (PreEscaped(source("laboratory/worker.js"))) }
                script {
                    (PreEscaped("\n(() => {\n\"use strict\";\n\n"))
                    @for script in SCRIPTS { (PreEscaped(source(script))) "\n" }
                    (PreEscaped("})();\n"))
                }
            }
        }
    };
    page.into_string()
}

fn header() -> Markup {
    html! {
        header.bar {
            h1 { "searchlab" }
            nav #modes aria-label="modes" {}
            button #language type="button" {}
        }
    }
}
