//! Progress on standard error, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once with exit code 130.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // A handler that cannot be set leaves Ctrl-C as it was: the process ends.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// Shows how far a run of searches is, as long as it lives: nothing in the first second, nothing where standard error
/// is no terminal.
pub(super) struct Progress {
    /// Nodes of the search that runs, from its budget.
    pub(super) nodes: Arc<AtomicU64>,
    done: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    painter: Option<JoinHandle<()>>,
}

impl Progress {
    /// For `trials` searches, each of at most `max_nodes`.
    pub(super) fn new(trials: u64, max_nodes: Option<u64>, quiet: bool) -> Self {
        let nodes = Arc::new(AtomicU64::new(0));
        let done = Arc::new(AtomicU64::new(0));
        let over = Arc::new(AtomicBool::new(false));
        let painter = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let painting = Painting {
                nodes: Arc::clone(&nodes),
                done: Arc::clone(&done),
                over: Arc::clone(&over),
                trials,
                max_nodes,
            };
            thread::spawn(move || painting.run())
        });
        Self { nodes, done, over, painter }
    }

    /// One more search is done.
    pub(super) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(painter) = self.painter.take() {
            painter.thread().unpark();
            // The painter holds nothing that its panic could have broken.
            let _ = painter.join();
        }
    }
}

struct Painting {
    nodes: Arc<AtomicU64>,
    done: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
    trials: u64,
    max_nodes: Option<u64>,
}

impl Painting {
    fn run(&self) {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            thread::park_timeout(PATIENCE.saturating_sub(begin.elapsed()));
            if self.over.load(Ordering::Relaxed) {
                return;
            }
        }
        let bar = self.bar().with_elapsed(begin.elapsed());
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        while !self.over.load(Ordering::Relaxed) {
            let nodes = self.nodes.load(Ordering::Relaxed);
            let done = self.done.load(Ordering::Relaxed);
            bar.set_position(if self.trials > 1 { done } else { nodes });
            bar.tick();
            thread::park_timeout(Duration::from_millis(100));
        }
        bar.finish_and_clear();
    }

    fn bar(&self) -> ProgressBar {
        let hidden = ProgressDrawTarget::hidden();
        let style =
            |template: &str| ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        match (self.trials, self.max_nodes) {
            (2.., _) => ProgressBar::with_draw_target(Some(self.trials), hidden)
                .with_style(style("{bar:30} {pos}/{len} trials, {per_sec}, {elapsed} so far, about {eta} left")),
            (_, Some(limit)) => ProgressBar::with_draw_target(Some(limit), hidden).with_style(style(
                "{bar:30} {human_pos} of at most {human_len} nodes, {per_sec}, {elapsed} so far, at most {eta} left",
            )),
            (_, None) => ProgressBar::with_draw_target(None, hidden).with_style(style(
                "{spinner} {human_pos} nodes, {per_sec}, {elapsed} so far; Ctrl-C stops and keeps what is known",
            )),
        }
    }
}
