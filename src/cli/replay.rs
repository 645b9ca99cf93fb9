//! `--replay FILE.html`: searches as a page that plays them. Their traces are kept in memory until they have ended.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, anyhow};

use super::plan::Watch;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::experiment::failure::replace;
use crate::experiment::instances::Instance;
use crate::record::{Record, Trial};
use crate::report::replay::{MOST, page};
use crate::run::Observers;
use crate::worlds::trace::{Form, Sink, Span, TraceWriter};

/// The bytes of a trace, written by a search and read when it has ended.
#[derive(Debug, Clone, Default)]
pub(super) struct TraceBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for TraceBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TraceBuffer {
    /// A writer of a trace into this buffer.
    pub(super) fn writer(&self, span: Span) -> TraceWriter {
        TraceWriter::new(Sink::new(Box::new(self.clone()), Form::JsonLines, false), span)
    }

    /// What was written.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Refuses more searches than a page shows side by side, and none.
pub(super) fn check(path: &Path, searches: usize) -> Result<()> {
    let problem = match searches {
        0 => Diagnostic::new("there is no search to replay"),
        1..=MOST => Diagnostic::new(format!("{} is no page", quoted(&path.to_string_lossy()))).help("say FILE.html"),
        _ => Diagnostic::new(format!("a replay shows {MOST} searches side by side, and these are {searches}"))
            .help("name fewer algorithms with --algorithms, or fewer instances or depths"),
    };
    let is_page = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
    if is_page && (1..=MOST).contains(&searches) { Ok(()) } else { Err(anyhow!(Diagnostics::from(problem))) }
}

/// Writes the page of these traces.
pub(super) fn write(path: &Path, title: &str, traces: &[Vec<u8>]) -> Result<()> {
    let page = page(title, traces);
    Ok(replace(path, |file| file.write_all(page.as_bytes())).map_err(Diagnostics::from)?)
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
        observers.trace = Some(self.buffer.writer(Span::default()));
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
