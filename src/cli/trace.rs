//! `--trace FILE`, for every search: the file is made before the search and ended after it.
//!
//! Not here: traces that are looked at at once (replay.rs).

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};

use super::args::{BudgetArgs, OutputArgs, parse_count};
use super::replay::{ReplayArgs, shown};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::record::Record;
use crate::run::Observers;
use crate::text::printable;
use crate::worlds::trace::{Form, Sink, Span, TraceBuffer, TraceWriter};

/// The form of a trace, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum TraceFormat {
    /// One JSON object a line
    #[default]
    Jsonl,
    /// The search trace 1.4.0 of Posthoc
    Posthoc,
}

impl TraceFormat {
    pub(super) const fn form(self) -> Form {
        match self {
            Self::Jsonl => Form::JsonLines,
            Self::Posthoc => Form::Posthoc,
        }
    }
}

/// The trace that is wanted, if any.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Trace")]
pub(super) struct TraceArgs {
    /// Write every event of the search to a file, compressed if its name ends in .gz
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "watch", "animation"])]
    trace: Option<PathBuf>,
    /// Form of the trace
    #[arg(long, value_enum, default_value_t, value_name = "FORM", requires = "trace")]
    trace_format: TraceFormat,
    /// Leave out the events before the N-th
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    trace_from: Option<std::num::NonZeroUsize>,
    /// Leave out the events after the N-th
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    trace_to: Option<std::num::NonZeroUsize>,
    /// Write N events at most, and say how many are left out
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    trace_limit: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    replay: ReplayArgs,
    #[arg(skip)]
    buffer: TraceBuffer,
}

/// The limits of a search, the form of its record, and its trace.
#[derive(Debug, Args)]
pub(super) struct TracedArgs {
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) trace: TraceArgs,
}

impl TraceArgs {
    /// True if a trace is wanted.
    pub(super) const fn is_wanted(&self) -> bool {
        self.trace.is_some() || self.replay.is_wanted()
    }

    /// Refuses a trace beside a folder for records.
    ///
    /// # Errors
    /// Both are given.
    pub(super) fn check_beside(&self, out: Option<&Path>) -> Result<(), Diagnostics> {
        if out.is_some() && (self.is_wanted() || self.is_cut()) {
            let problem = Diagnostic::new("`--out` keeps records and no traces");
            return Err(problem.help("leave `--out` away, or all flags of traces").into());
        }
        Ok(())
    }

    /// True if a part of the events is to be left out.
    const fn is_cut(&self) -> bool {
        self.trace_from.is_some() || self.trace_to.is_some() || self.trace_limit.is_some()
    }

    /// Makes the file. To be called before the search, which may be long, so that a place that cannot be written is
    /// refused at once.
    pub(super) fn begin(&self) -> Result<Option<TraceWriter>> {
        if !self.is_wanted() && self.is_cut() {
            let problem = Diagnostic::new("there is no trace whose events could be left out");
            return Err(anyhow!(Diagnostics::from(problem.help("say `--trace FILE` or `--replay FILE.html` too"))));
        }
        let number = |given: Option<std::num::NonZeroUsize>| given.map(|number| number.get() as u64);
        let span = Span { from: number(self.trace_from), to: number(self.trace_to), limit: number(self.trace_limit) };
        if let Span { from: Some(from), to: Some(to), .. } = span
            && from > to
        {
            let problem = Diagnostic::new(format!("there is no event from the {from}th to the {to}th"))
                .help("--trace-to is at least --trace-from");
            return Err(anyhow!(Diagnostics::from(problem)));
        }
        if self.replay.is_wanted() {
            self.replay.check(1, None)?;
            return Ok(Some(self.buffer.writer(shown(span))));
        }
        let Some(path) = &self.trace else { return Ok(None) };
        Ok(Some(TraceWriter::new(open_sink(path, self.trace_format.form())?, span)))
    }

    /// The observers of a solve, which is traced if it has one position.
    ///
    /// # Errors
    /// A trace is wanted of several positions; those of [`begin`](Self::begin).
    pub(super) fn observers(&self, positions: usize) -> Result<Observers> {
        if self.is_wanted() && positions != 1 {
            let problem = Diagnostic::new(format!("a trace is that of one position, and these are {positions}"));
            return Err(anyhow!(Diagnostics::from(problem.help("name one position, or say `--first 1`"))));
        }
        Ok(Observers { trace: self.begin()?, ..Observers::default() })
    }

    /// Ends the trace. The record is worth more than its trace: print it before the error is passed on.
    pub(super) fn finish(&self, taps: &mut Observers, record: Option<&Record>, output: &OutputArgs) -> Result<()> {
        if let Some(record) = record.filter(|_| self.replay.is_wanted()) {
            // Writing into memory does not fail.
            let _ = taps.finish(Some(record));
            let title = format!("{} on {}", record.algorithm, printable(&record.instance));
            return self.replay.show(&title, &[self.buffer.take()], output);
        }
        self.trace.as_deref().map_or(Ok(()), |path| taps.finish(record).with_context(|| error_message(path)))
    }
}

/// Makes a file of a trace, compressed if its name ends in `.gz`.
pub(super) fn open_sink(path: &Path, form: Form) -> Result<Sink> {
    let file = File::create(path).with_context(|| error_message(path))?;
    let is_compressed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    Ok(Sink::new(Box::new(BufWriter::new(file)), form, is_compressed))
}

pub(super) fn error_message(path: &Path) -> String {
    format!("cannot write the trace {}", quoted(&path.to_string_lossy()))
}
