//! `--replay FILE.html`, `--watch`, `--animation FILE`: searches to look at. Their traces are kept in memory until they have
//! ended.

use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;

use super::args::{OutputArgs, parse_count};
use super::plan::Watch;
use super::progress::stop_flag;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::experiment::instances::Instance;
use crate::files::{check_place, write_whole};
use crate::record::{Record, Trial};
use crate::report::animation;
use crate::report::replay::{MOST, page};
use crate::run::Observers;
use crate::watch;
use crate::watch::film::Film;
use crate::worlds::trace::{Span, TraceBuffer};

/// Most events of a search that are kept to be looked at, where nobody says otherwise.
const MOST_EVENTS: u64 = 1_000_000;

/// Frames of an animation where nobody says otherwise.
const USUAL_FRAMES: usize = 60;

/// Ways to look at searches step by step, once they have ended.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Trace")]
pub(super) struct ReplayArgs {
    /// Write a page that plays the search step by step, with the reason of each; several searches side by side
    #[arg(long, value_name = "FILE.html")]
    replay: Option<PathBuf>,
    /// Play the search in this terminal when it has ended
    #[arg(long)]
    watch: bool,
    /// Draw the search as a loop for slides into a .gif, .svg or .png file
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Most frames of the loop [default: 60]
    #[arg(long, value_name = "N", requires = "animation", value_parser = parse_count, allow_negative_numbers = true)]
    frames: Option<NonZeroUsize>,
}

impl ReplayArgs {
    /// Searches are played in the terminal.
    pub(super) fn in_terminal() -> Self {
        Self { watch: true, ..Self::default() }
    }

    /// True if the traces of searches are wanted.
    pub(super) const fn is_wanted(&self) -> bool {
        self.replay.is_some() || self.watch || self.animation.is_some()
    }

    /// Refuses what cannot be looked at, before any search.
    ///
    /// # Errors
    /// More searches than are shown side by side, and none; no terminal; files of an unknown kind or in a place that
    /// cannot be written; records that are kept in a folder instead.
    pub(super) fn check(&self, searches: usize, out: Option<&Path>) -> Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        let problem = match searches {
            _ if out.is_some() => Diagnostic::new("`--out` keeps records, and searches are played from memory")
                .help("leave `--out` away, or `--replay`, `--watch` and `--animation`"),
            0 => Diagnostic::new("there is no search to replay"),
            2.. if self.animation.is_some() => {
                Diagnostic::new(format!("an animation is that of one search, and these are {searches}"))
                    .help("name one algorithm and one instance")
            }
            count if count > MOST => {
                Diagnostic::new(format!("a replay shows {MOST} searches side by side, and these are {searches}"))
                    .help("name fewer algorithms with --algorithms, or fewer instances or depths")
            }
            _ if self.watch && !(io::stdin().is_terminal() && io::stdout().is_terminal()) => {
                Diagnostic::new("`--watch` plays the search in a terminal, and this is none")
                    .help("say `--replay FILE.html` for a page, or `--trace FILE` and later `searchlab watch FILE`")
            }
            _ => {
                self.replay.as_deref().map_or(Ok(()), check_page)?;
                return Ok(self.animation.as_deref().map_or(Ok(()), animation::check)?);
            }
        };
        Err(anyhow!(Diagnostics::from(problem)))
    }

    /// Writes the page and the animation of these traces, and plays them.
    ///
    /// # Errors
    /// Files that cannot be written; the terminal has gone away.
    pub(super) fn show(&self, title: &str, traces: &[Vec<u8>], output: &OutputArgs) -> Result<()> {
        if let Some(path) = &self.replay {
            write_page(path, &page(title, traces))?;
        }
        if let (Some(path), [trace, ..]) = (&self.animation, traces) {
            animation::write(path, Film::of(trace)?, self.frames.map_or(USUAL_FRAMES, NonZeroUsize::get))?;
        }
        if self.watch && !traces.is_empty() {
            let films = traces.iter().map(|trace| Film::of(trace)).collect::<Result<_, _>>()?;
            watch::run(films, output.has_color(), &stop_flag())?;
        }
        Ok(())
    }
}

/// The kind of these files in errors.
const PAGE: &str = "the page";

/// Checks that a page can be written to a path.
///
/// # Errors
/// Another ending than `.html`; a place that cannot be written.
pub(super) fn check_page(path: &Path) -> Result<(), Diagnostics> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html")) {
        return Ok(check_place(PAGE, path)?);
    }
    Err(Diagnostic::new(format!("{} is no page", quoted(&path.to_string_lossy()))).help("say FILE.html").into())
}

/// Writes a page, which appears whole or not at all.
pub(super) fn write_page(path: &Path, page: &str) -> Result<(), Diagnostics> {
    Ok(write_whole(PAGE, path, page.as_bytes())?)
}

/// The part of a trace that is kept to be looked at.
pub(super) const fn shown(span: Span) -> Span {
    Span { limit: if span.limit.is_none() { Some(MOST_EVENTS) } else { span.limit }, ..span }
}

/// Keeps the trace of every trial beside whoever else watches.
pub(super) struct Recorder<'a> {
    inner: &'a mut dyn Watch,
    buffer: TraceBuffer,
    pub(super) traces: Vec<Vec<u8>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(inner: &'a mut dyn Watch) -> Self {
        Self { inner, buffer: TraceBuffer::default(), traces: Vec::new() }
    }
}

impl Watch for Recorder<'_> {
    fn observers(&mut self, trial: &Trial, instance: &Instance) -> Observers {
        let mut observers = self.inner.observers(trial, instance);
        observers.trace = Some(self.buffer.writer(shown(Span::default())).timed());
        observers.begin(trial, || instance.task.world().scene(&instance.task));
        observers
    }

    fn done(&mut self, trial: &Trial, instance: &Instance, record: &Record, mut observers: Observers) {
        // Writing into memory does not fail.
        let _ = observers.finish(Some(record));
        self.traces.push(self.buffer.take());
        self.inner.done(trial, instance, record, observers);
    }
}
