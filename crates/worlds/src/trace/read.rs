//! From the lines of a trace to its events.
//!
//! Not here: what the events mean (show.rs, verify.rs).

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use serde_json::Value;

use super::{Line, VERSION};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, quoted};

/// Most bytes of a line: the largest scenes have less.
const LONGEST: u64 = 1 << 30;

/// The first bytes of a file that gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a trace line by line.
pub struct Reader {
    name: String,
    input: Box<dyn BufRead>,
    /// Lines so far.
    number: usize,
    header: Line,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("name", &self.name).field("number", &self.number).finish_non_exhaustive()
    }
}

impl Reader {
    /// The trace in a file, compressed or not; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read; it is no trace, or one of another version.
    pub fn open(path: &str) -> Result<Self, Diagnostics> {
        if path == "-" {
            return Self::new("<stdin>", Box::new(BufReader::new(io::stdin())));
        }
        let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
        Self::new(path, Box::new(BufReader::new(file)))
    }

    /// The trace that an input gives, under the name that errors cite.
    ///
    /// # Errors
    /// The same.
    pub fn new(name: &str, mut input: Box<dyn BufRead>) -> Result<Self, Diagnostics> {
        let first = input.fill_buf().map_err(|error| cannot_read(name, &error))?;
        let input: Box<dyn BufRead> =
            if first.starts_with(&GZIP) { Box::new(BufReader::new(MultiGzDecoder::new(input))) } else { input };
        let mut reader = Self { name: name.to_owned(), input, number: 0, header: Line::new() };
        let Some((text, header)) = reader.line()? else {
            return Err(Diagnostic::new(format!("{} is empty", quoted(name))).help("a trace has a header").into());
        };
        let problem = match (header.get("trace"), header.get("version")) {
            (Some(Value::String(word)), Some(version)) if word == "searchlab" => {
                if version.as_u64() == Some(VERSION.into()) {
                    reader.header = header;
                    return Ok(reader);
                }
                format!("a trace of version {version}; this program reads version {VERSION}")
            }
            _ => "not the header of a trace: it begins with {\"trace\":\"searchlab\",\"version\":1".to_owned(),
        };
        Err(Diagnostic::new(problem).at(reader.excerpt(&text, 0, "")).into())
    }

    /// The header.
    pub const fn header(&self) -> &Line {
        &self.header
    }

    /// A text of the header.
    pub(crate) fn word(&self, name: &str) -> &str {
        self.header.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next line as text and as an object; `None` at the end.
    fn line(&mut self) -> Result<Option<(String, Line)>, Diagnostics> {
        let mut bytes = Vec::new();
        let limited = self.input.as_mut().take(LONGEST).read_until(b'\n', &mut bytes);
        limited.map_err(|error| cannot_read(&self.name, &error))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        match serde_json::from_str::<Value>(&text) {
            Ok(Value::Object(line)) => Ok(Some((text, line))),
            Ok(_) => Err(self.problem(&text, 0, "expected a JSON object")),
            Err(error) => {
                let column = error.column().saturating_sub(1).min(text.len());
                Err(self.problem(&text, text.floor_char_boundary(column), "expected a whole JSON object"))
            }
        }
    }

    fn excerpt(&self, text: &str, at: usize, label: &str) -> Excerpt {
        Excerpt::new(&self.name, self.number, text, at..at, label)
    }

    fn problem(&self, text: &str, at: usize, label: &str) -> Diagnostics {
        Diagnostic::new("not a line of a trace").at(self.excerpt(text, at, label)).into()
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Diagnostics {
    Diagnostic::new(format!("cannot read {}: {error}", quoted(name))).into()
}

/// An event or another line after the header, with its number from 1 and its type.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The number of the line.
    pub number: usize,
    /// The line as it stands in the file.
    pub text: String,
    /// Its type.
    pub kind: String,
    /// The line.
    pub line: Line,
}

impl Entry {
    /// A member as a number.
    pub(crate) fn number_of(&self, name: &str) -> Option<f64> {
        self.line.get(name).and_then(Value::as_f64)
    }

    /// A member as an id.
    pub fn id(&self, name: &str) -> Option<u64> {
        self.line.get(name).and_then(Value::as_u64)
    }

    /// A member as a word.
    pub(crate) fn word(&self, name: &str) -> &str {
        self.line.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// True for lines that are numbered as events.
    pub fn is_event(&self) -> bool {
        !matches!(self.kind.as_str(), "count" | "cut-off" | "clock" | "end")
    }
}

impl Iterator for Reader {
    type Item = Result<Entry, Diagnostics>;

    fn next(&mut self) -> Option<Self::Item> {
        let (text, line) = match self.line() {
            Ok(line) => line?,
            Err(problems) => return Some(Err(problems)),
        };
        let Some(kind) = line.get("type").and_then(Value::as_str).map(str::to_owned) else {
            return Some(Err(self.problem(&text, 0, "a line has a \"type\"")));
        };
        Some(Ok(Entry { number: self.number, text, kind, line }))
    }
}
