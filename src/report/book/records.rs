//! The records of a directory, one for each trial.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::Read;
use crate::analysis::field::Field;
use crate::analysis::frame::Frame;
use crate::diagnostic::Diagnostic;
use crate::experiment::index::{Index, IndexError};
use crate::experiment::reader::Reader;
use crate::experiment::spec::Spec;
use crate::experiment::store::{is_final, records_files};
use crate::record::Record;
use crate::report::page::Trials;

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

struct Gathered {
    frame: Frame,
    trials: Trials,
}

impl Gathered {
    fn new(spec: &Spec, fields: Vec<Field>) -> Self {
        Self { frame: Frame::new(fields, spec.variants.labels.clone()), trials: Trials::new("records.jsonl") }
    }

    fn push(&mut self, record: &Record) {
        if is_final(record.status) {
            self.trials.push(record, self.frame.label_of(record));
            self.frame.push(record);
        }
    }

    fn finish(self) -> Read {
        (self.frame.finish(), self.trials)
    }
}
