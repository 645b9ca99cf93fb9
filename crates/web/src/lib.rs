//! The laboratory behind one function: a request in JSON goes in, an answer in JSON comes out. So a page of a browser uses
//! it, as a WebAssembly module in a worker (`dist/web` builds it), and a test without a browser.
//!
//! | part | file |
//! |---|---|
//! | what may be asked | [`Request`] |
//! | names, parameters and their meanings, for forms | `catalog.rs` |
//! | plans, trials one by one, reports, replays | `experiment.rs` |
//! | games against the players of the program | `games.rs` |
//! | mazes by recipes, quizzes | `make.rs` |
//! | memory and clock of the page | `border.rs` |
//!
//! Not here: the page itself (the report's), anything that searches.

#[cfg(target_family = "wasm")]
pub mod border;
mod catalog;
mod experiment;
mod games;
mod make;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

use searchlab_lab::experiment::program::Build;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_worlds::signature::signature;

use experiment::{Experiment, Opened};

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Request {
    /// Counters of all algorithms on fixed instances.
    Signature,
    /// Worlds, algorithms, parameters, levels.
    Catalog,
    /// Reads an experiment and makes its plan, in place of the one before.
    Open(Opened),
    /// Runs the next trial of the plan.
    Step,
    /// The report on the trials so far.
    Report,
    /// A page that plays the searches of these trials, by their places in the plan.
    Replay {
        /// Title of the page.
        title: String,
        /// Places in the plan.
        trials: Vec<usize>,
    },
    /// A game, and something to do with it.
    Game(games::Asked),
    /// A maze of a recipe, as text.
    Maze(make::Recipe),
    /// A page that asks what a search does.
    Quiz(make::Quiz),
}

/// Nodes of the search that runs.
static NODES: LazyLock<Arc<AtomicU64>> = LazyLock::new(Arc::default);

/// Nodes of the search that runs, or of the last one, as far as it has told.
pub fn nodes() -> u64 {
    NODES.load(Ordering::Relaxed)
}

/// The experiment that is open.
static OPEN: Mutex<Option<Experiment>> = Mutex::new(None);

/// Answers a request: `{"ok": …}`, or `{"error": "…"}` with the message for the user.
pub fn answer(request: &str) -> String {
    BUILD.declare();
    let answered = serde_json::from_str(request).map_err(|error| error.to_string()).and_then(obey);
    match answered {
        Ok(value) => json!({ "ok": value }).to_string(),
        Err(words) => json!({ "error": words }).to_string(),
    }
}

/// The facts of the build, which `dist/web` tells.
const BUILD: Build = Build {
    toolchain: option_env!("SEARCHLAB_TOOLCHAIN"),
    target: Some("wasm32-unknown-unknown"),
    profile: Some("web"),
    commit: option_env!("SEARCHLAB_COMMIT"),
    modified: match option_env!("SEARCHLAB_MODIFIED") {
        Some(text) => Some(text.len() == "true".len()),
        None => None,
    },
};

/// The text of errors, without colours.
fn told(problems: &Diagnostics) -> String {
    problems.render(false)
}

fn obey(request: Request) -> Result<Value, String> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let opened = open.as_mut().ok_or_else(|| "no experiment is open".to_owned());
    match request {
        Request::Signature => signature().map(Value::from).map_err(|problems| told(&problems)),
        Request::Catalog => Ok(catalog::catalog()),
        Request::Open(request) => {
            // What was open is gone even if this is wrong: no answer is ever about another experiment.
            *open = None;
            let experiment = Experiment::open(request).map_err(|problems| told(&problems))?;
            let plan = experiment.plan();
            *open = Some(experiment);
            Ok(plan)
        }
        Request::Step => Ok(opened?.step()),
        Request::Report => Ok(opened?.report()),
        Request::Replay { title, trials } => opened?.replay(&title, &trials),
        Request::Game(asked) => asked.answer(),
        Request::Maze(recipe) => recipe.make(),
        Request::Quiz(quiz) => quiz.make(),
    }
}
