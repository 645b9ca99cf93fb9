//! Where the lines of a trace go: the form of the file, and its compression; or memory.
//!
//! Not here: the events (writer.rs), the events of Posthoc (posthoc.rs).

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::posthoc::Converter;
use super::{Line, Span, TraceWriter};

/// The form of a trace file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// One JSON object a line.
    #[default]
    JsonLines,
    /// The search trace 1.4.0 of Posthoc, as JSON.
    Posthoc,
}

/// A writer that may be compressed.
enum Output {
    Plain(Box<dyn Write + Send>),
    Gzip(Box<GzEncoder<Box<dyn Write + Send>>>),
}

/// A trace that is kept in memory: one copy of the buffer is written by a search, another read when it has ended.
#[derive(Debug, Clone, Default)]
pub struct TraceBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for TraceBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TraceBuffer {
    /// A writer of a trace into this buffer, as JSON Lines.
    pub fn writer(&self, span: Span) -> TraceWriter {
        TraceWriter::new(Sink::new(Box::new(self.clone()), Form::JsonLines, false), span)
    }

    /// The bytes so far, which are taken out.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Takes lines, and keeps the first error.
pub struct Sink {
    output: Output,
    /// Turns lines into those of Posthoc, if that is the form.
    posthoc: Option<Converter>,
    error: Option<io::Error>,
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").field("posthoc", &self.posthoc).field("error", &self.error).finish_non_exhaustive()
    }
}

impl Sink {
    /// Writes in a form, compressed by gzip or not.
    pub fn new(out: Box<dyn Write + Send>, form: Form, is_compressed: bool) -> Self {
        let output = if is_compressed {
            Output::Gzip(Box::new(GzEncoder::new(out, Compression::default())))
        } else {
            Output::Plain(out)
        };
        Self { output, posthoc: (form == Form::Posthoc).then(Converter::default), error: None }
    }

    /// Writes a line: the header first, the end last.
    pub fn line(&mut self, line: &Line) {
        if self.error.is_some() {
            return;
        }
        let text = match &mut self.posthoc {
            Some(converter) => converter.text(line),
            None => serde_json::to_string(line).unwrap_or_default() + "\n",
        };
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        let written = match &mut self.output {
            Output::Plain(out) => out.write_all(text.as_bytes()),
            Output::Gzip(out) => out.write_all(text.as_bytes()),
        };
        self.error = written.err();
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(end) = self.posthoc.as_ref().filter(|_| self.error.is_none()).map(Converter::close) {
            self.write(end);
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut out = match self.output {
            Output::Plain(out) => out,
            Output::Gzip(out) => out.finish()?,
        };
        out.flush()
    }
}
