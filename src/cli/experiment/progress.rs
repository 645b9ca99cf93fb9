//! Progress of a run of many trials, on standard error: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::output::eprint_line;
use crate::cli::progress::Painter;
use crate::experiment::run::Course;
use crate::report::duration;
use crate::text::grouped;

/// Between two looks.
const TICK: Duration = Duration::from_millis(100);
/// Between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The line on a terminal, which has 80 columns at least.
const BAR: &str = "{bar:10} {wide_msg}";

/// Shows how far a run is, as long as the painter lives.
pub(super) fn show(course: &Arc<Course>) -> Painter {
    let course = Arc::clone(course);
    Painter::spawn(move |begin, over| paint(&course, begin, over))
}

fn paint(course: &Course, begin: Instant, over: &AtomicBool) {
    let is_over = || over.load(Ordering::Relaxed);
    if std::io::stderr().is_terminal() {
        let bar =
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)).with_elapsed(begin.elapsed());
        let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        while !is_over() {
            bar.set_length(course.total.load(Ordering::Relaxed).max(1));
            bar.set_position(course.done.load(Ordering::Relaxed));
            bar.set_message(words(course, begin.elapsed()));
            thread::park_timeout(TICK);
        }
        bar.finish_and_clear();
    } else {
        let mut last: Option<Instant> = None;
        while !is_over() {
            if last.is_none_or(|last| last.elapsed() >= LINE_EVERY) {
                eprint_line(&words(course, begin.elapsed()));
                last = Some(Instant::now());
            }
            thread::park_timeout(TICK);
        }
    }
}

/// Counts, rate and estimate.
fn words(course: &Course, elapsed: Duration) -> String {
    let (done, total) = (course.done.load(Ordering::Relaxed), course.total.load(Ordering::Relaxed));
    let seconds = elapsed.as_secs_f64();
    let rate = done as f64 / seconds.max(1e-9);
    let rate = if rate < 100.0 { format!("{rate:.1}/s") } else { format!("{}/s", grouped(rate as u64)) };
    let left =
        if done == 0 { "?".to_owned() } else { duration(seconds * (total - done.min(total)) as f64 / done as f64) };
    format!("{}/{} trials, {rate}, {}, about {left} left", grouped(done), grouped(total), duration(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_long_run_fits_into_80_columns() {
        let course = Course::default();
        course.total.store(2_000_000, Ordering::Relaxed);
        for (done, seconds) in [(0, 1), (1_234_567, 3), (1_234_567, 500_000)] {
            course.done.store(done, Ordering::Relaxed);
            let words = words(&course, Duration::from_secs(seconds));
            assert!(words.chars().count() + 11 <= 80, "{words}");
        }
    }
}
