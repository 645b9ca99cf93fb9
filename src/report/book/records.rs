//! The records of a directory, one for each trial.

use std::path::Path;

use rustc_hash::FxHashSet;

use crate::analysis::field::Field;
use crate::analysis::frame::Frame;
use crate::diagnostic::Diagnostic;
use crate::experiment::diff::is_timed;
use crate::experiment::index::{Index, IndexError};
use crate::experiment::reader::Reader;
use crate::experiment::spec::Spec;
use crate::experiment::store::{is_final, records_files};
use crate::record::{Hasher, Record};
use crate::report::page::Trials;

/// The records of a directory.
pub(super) struct Read {
    /// The fields that are asked for.
    pub(super) frame: Frame,
    /// What the page shows of each.
    pub(super) trials: Trials,
    /// What they are together.
    pub(super) digest: Digest,
}

/// Reads the records into a frame with these fields, and for the page.
pub(super) fn read(directory: &Path, spec: &Spec, fields: impl Fn() -> Vec<Field>) -> Result<Read, IndexError> {
    let files = records_files(directory)?;
    if files.is_empty() {
        let problem = Diagnostic::new(format!("there are no records in {}", directory.display()));
        return Err(problem.help("begin with `searchlab run`, or go on with `searchlab resume`").into());
    }
    let mut gathered = Gathered::new(spec, fields());
    let mut seen = FxHashSet::default();
    for file in &files {
        for next in Reader::open(file)? {
            let (record, _) = next?;
            if !seen.insert(record.id) {
                // Which of several records counts, and whether they agree, is for the index to say.
                return by_index(directory, Gathered::new(spec, fields()));
            }
            gathered.push(&record);
        }
    }
    Ok(gathered.finish())
}

fn by_index(directory: &Path, mut gathered: Gathered) -> Result<Read, IndexError> {
    let mut index = Index::open(&[directory])?;
    for entry in index.in_order() {
        let record = index.record(&entry)?;
        gathered.push(&record);
    }
    Ok(gathered.finish())
}

/// A number that all that is deterministic in the records decides, in whatever order they come: two runs that agree
/// have the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Digest {
    trials: u64,
    sum: u64,
    line: Vec<u8>,
}

impl Digest {
    fn add(&mut self, record: &Record) {
        const MEASURED: &[u8] = b",\"measured\":";
        self.line.clear();
        // Plain values into memory: neither can fail.
        let _ = serde_json::to_writer(&mut self.line, record);
        let end = self.line.windows(MEASURED.len()).rposition(|part| part == MEASURED).unwrap_or(self.line.len());
        // What the clock ended says no more than that there is such a trial.
        let end = if is_timed(record.status) { ID_BYTES.min(end) } else { end };
        let mut hasher = Hasher::default();
        hasher.write(&self.line[..end]);
        self.sum = self.sum.wrapping_add(hasher.finish());
        self.trials += 1;
    }

    /// The text of the file that keeps it.
    pub(super) fn text(&self) -> String {
        format!("trials {}\ndeterministic {:016x}\n", self.trials, self.sum)
    }
}

/// Bytes of `{"id":"…16…"`.
const ID_BYTES: usize = 24;

struct Gathered {
    frame: Frame,
    trials: Trials,
    digest: Digest,
}

impl Gathered {
    fn new(spec: &Spec, fields: Vec<Field>) -> Self {
        Self {
            frame: Frame::new(fields, spec.variants.labels.clone()),
            trials: Trials::new("records.jsonl"),
            digest: Digest::default(),
        }
    }

    fn push(&mut self, record: &Record) {
        if is_final(record.status) {
            self.trials.push(record, self.frame.label_of(record));
            self.frame.push(record);
            self.digest.add(record);
        }
    }

    fn finish(self) -> Read {
        Read { frame: self.frame.finish(), trials: self.trials, digest: self.digest }
    }
}
