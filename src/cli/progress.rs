//! Progress on standard error, and Ctrl-C.

use std::fmt;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::text::grouped;

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The flag that Ctrl-C sets, one for the process; a second Ctrl-C ends it at once with exit code 130.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let set = || {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        // A handler that cannot be set leaves Ctrl-C as it was: the process ends.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        stop
    };
    Arc::clone(STOP.get_or_init(set))
}

/// A thread that shows something on standard error as long as this lives: nothing in the first second.
pub(super) struct Painter {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Painter {
    /// `paint` gets when it all began, and is to end soon after the flag is set: it is unparked then.
    pub(super) fn spawn(paint: impl FnOnce(Instant, &AtomicBool) + Send + 'static) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let begin = Instant::now();
            while begin.elapsed() < PATIENCE {
                thread::park_timeout(PATIENCE.saturating_sub(begin.elapsed()));
                if flag.load(Ordering::Relaxed) {
                    return;
                }
            }
            paint(begin, &flag);
        });
        Self { over, thread: Some(thread) }
    }
}

impl Drop for Painter {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The painter holds nothing that its panic could have broken.
            let _ = thread.join();
        }
    }
}

/// Shows how far a run of searches is, as long as it lives: nothing where standard error is no terminal.
pub(super) struct Progress {
    /// Nodes of the search that runs, from its budget.
    pub(super) nodes: Arc<AtomicU64>,
    done: Arc<AtomicU64>,
    _painter: Option<Painter>,
}

impl Progress {
    /// For `trials` searches, each of at most `max_nodes`.
    pub(super) fn new(trials: u64, max_nodes: Option<u64>, quiet: bool) -> Self {
        Self::showing("trials", trials, max_nodes, quiet)
    }

    fn showing(things: &'static str, trials: u64, max_nodes: Option<u64>, quiet: bool) -> Self {
        let nodes = Arc::new(AtomicU64::new(0));
        let done = Arc::new(AtomicU64::new(0));
        let painter = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let (nodes, done) = (Arc::clone(&nodes), Arc::clone(&done));
            let painting = Painting { things, nodes, done, trials, max_nodes };
            Painter::spawn(move |begin, over| painting.run(begin, over))
        });
        Self { nodes, done, _painter: painter }
    }

    /// For `count` things of that name.
    pub(super) fn of(things: &'static str, count: u64, quiet: bool) -> Self {
        Self::showing(things, count.max(2), None, quiet)
    }

    /// One more is done.
    pub(super) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
    }
}

struct Painting {
    /// The name of the things that are counted, if there are several.
    things: &'static str,
    nodes: Arc<AtomicU64>,
    done: Arc<AtomicU64>,
    trials: u64,
    max_nodes: Option<u64>,
}

impl Painting {
    fn run(&self, begin: Instant, over: &AtomicBool) {
        let bar = self.bar().with_elapsed(begin.elapsed());
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        while !over.load(Ordering::Relaxed) {
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
        let style = |template: &str| {
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            style.with_key("rate", rate).with_key("left", left)
        };
        match (self.trials, self.max_nodes) {
            (2.., _) => ProgressBar::with_draw_target(Some(self.trials), hidden).with_style(style(&format!(
                "{{bar:16}} {{pos}}/{{len}} {}, {{rate}}, {{elapsed}} so far, about {{left}} left",
                self.things
            ))),
            (_, Some(limit)) => ProgressBar::with_draw_target(Some(limit), hidden).with_style(style(
                "{bar:8} {human_pos} of at most {human_len} nodes, {rate}, {elapsed}, at most {left} left",
            )),
            (_, None) => ProgressBar::with_draw_target(None, hidden).with_style(style(
                "{spinner} {human_pos} nodes, {rate}, {elapsed} so far; Ctrl-C stops and keeps what is known",
            )),
        }
    }
}

/// The mean rate since the beginning. That of the bar itself begins with the first look, which comes late.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rate = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9);
    // What cannot be shown is not shown.
    let _ = if rate < 100.0 { write!(out, "{rate:.1}/s") } else { write!(out, "{}/s", grouped(rate as u64)) };
}

/// The time that the rest takes at the mean rate.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let rest = state.len().unwrap_or_default().saturating_sub(state.pos()) as f64;
    let seconds = state.elapsed().as_secs_f64() * rest / state.pos() as f64;
    let _ = match Duration::try_from_secs_f64(seconds) {
        Ok(time) => write!(out, "{:#}", HumanDuration(time)),
        Err(_) => write!(out, "?"),
    };
}
