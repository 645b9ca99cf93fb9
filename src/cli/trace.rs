//! `--trace FILE`, for every path search: the file is made before the search and ended after it.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::diagnostic::quoted;
use crate::run::Observers;
use crate::search::trace::Trace;

/// The trace that is wanted, if any.
#[derive(Debug, Clone, Args)]
pub(super) struct TraceArgs {
    /// Write every event of the search to a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,
}

impl TraceArgs {
    /// True if a trace is wanted.
    pub(super) const fn is_wanted(&self) -> bool {
        self.trace.is_some()
    }

    /// Begins the trace. To be called before the search, which may be long, so that a place that cannot be written is
    /// refused at once.
    pub(super) fn begin(&self) -> Result<Option<Trace<BufWriter<File>>>> {
        let Some(path) = &self.trace else { return Ok(None) };
        let file = File::create(path).with_context(|| error_message(path))?;
        Ok(Some(Trace::new(BufWriter::new(file))))
    }

    /// Ends the trace. The record is worth more than its trace: print it before the error is passed on.
    pub(super) fn finish(&self, taps: &mut Observers) -> Result<()> {
        self.trace.as_deref().map_or(Ok(()), |path| taps.finish().with_context(|| error_message(path)))
    }
}

fn error_message(path: &Path) -> String {
    format!("cannot write the trace {}", quoted(&path.to_string_lossy()))
}
