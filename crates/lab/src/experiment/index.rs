//! The records of one or several directories by trial: one for each, wherever it stands.
//!
//! Idea        A pass over all files notes where each record is; the records themselves stay on the disk and are read
//!             again when they are asked for. Of several records of one trial one counts: the first that ended by
//!             itself, else the first that ran out of time, else the first that was interrupted. The others must
//!             agree with it in every deterministic field (see `differences`) or nothing is said about the trial.
//! Cost        64 bytes for each record; one pass, and a second look at each record of a trial that has several which are
//!             no copies of one another, as those of a shard and of what merged it are.
//! Not here    What agreement is (diff.rs), files of records (reader.rs).

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::check::find_field;
use super::diff::{Difference, differences};
use super::failure::{failure, replace, shown};
use super::manifest;
use super::packed;
use super::plan::Plan;
use super::reader::{Head, Place, Reader, excerpt, parse};
use super::store::records_files;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt};
use searchlab_trial::record::{Record, Status, TrialId};

/// Why records cannot be brought together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexError {
    /// Something is wrong with files or directories.
    Problems(Diagnostics),
    /// Records of one trial contradict each other.
    Conflicts(Diagnostics),
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problems(problems) | Self::Conflicts(problems) => problems.fmt(f),
        }
    }
}

impl std::error::Error for IndexError {}

impl From<Diagnostics> for IndexError {
    fn from(problems: Diagnostics) -> Self {
        Self::Problems(problems)
    }
}

impl From<Diagnostic> for IndexError {
    fn from(problem: Diagnostic) -> Self {
        Self::Problems(problem.into())
    }
}

/// One record: whose it is, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The trial.
    pub id: TrialId,
    /// How it ended.
    pub status: Status,
    /// Position among all records that were read.
    order: u64,
    file: u32,
    place: Place,
}

impl Entry {
    /// Smaller counts more.
    const fn preference(&self) -> (u8, u64) {
        let kind = match self.status {
            Status::Interrupted => 2,
            Status::LimitTime => 1,
            _ => 0,
        };
        (kind, self.order)
    }
}

/// A file with records that is open while it is needed.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    /// The file and where it stands.
    open: Option<(BufReader<File>, u64)>,
}

/// Where the records of each trial are.
#[derive(Debug)]
pub struct Index {
    sources: Vec<Source>,
    /// One for each trial, by id.
    entries: Vec<Entry>,
    duplicates: u64,
    opened: usize,
    line: Vec<u8>,
    /// Why [`Index::copy`] ended.
    unreadable: Option<Diagnostic>,
}

impl Index {
    /// Files that are kept open. Systems allow a thousand or more.
    const MOST_OPEN: usize = 400;

    /// Reads the directories.
    ///
    /// # Errors
    /// A directory is not there or holds no records; a file cannot be read, holds something else, or is of a newer
    /// searchlab; records of one trial differ.
    pub fn open(directories: &[&Path]) -> Result<Self, IndexError> {
        Self::open_for(directories, None)
    }

    /// Reads the directories of the runs of a plan, where it is known.
    ///
    /// # Errors
    /// As `Index::open`; a record that contradicts the plan.
    pub fn open_for(directories: &[&Path], plan: Option<&Plan>) -> Result<Self, IndexError> {
        Self::open_by(directories, |index, path| {
            let records = Reader::open(&path)?.against(plan);
            index.note(path, records.map(|next| next.map(|(Record { id, status, .. }, place)| (id, status, place))))
        })
    }

    /// Reads a directory whose records were all read before by somebody who found no fault.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub(super) fn open_sound(directory: &Path) -> Result<Self, IndexError> {
        Self::open_by(&[directory], |index, path| {
            let heads = Reader::open(&path)?.heads();
            index.note(path, heads.map(|next| next.map(|(Head { id, status }, place)| (id, status, place))))
        })
    }

    fn open_by(
        directories: &[&Path],
        mut note: impl FnMut(&mut Self, PathBuf) -> Result<(), Diagnostics>,
    ) -> Result<Self, IndexError> {
        let mut index =
            Self { sources: vec![], entries: vec![], duplicates: 0, opened: 0, line: vec![], unreadable: None };
        for directory in directories {
            manifest::check_formats(directory)?;
            let files = records_files(directory)?;
            if files.is_empty() {
                let message = format!("there are no records in {}", shown(directory));
                return Err(Diagnostic::new(message).help("a run leaves them in its records.jsonl").into());
            }
            for path in files {
                note(&mut index, path)?;
            }
        }
        index.settle()?;
        Ok(index)
    }

    fn note(
        &mut self,
        path: PathBuf,
        records: impl Iterator<Item = Result<(TrialId, Status, Place), Diagnostics>>,
    ) -> Result<(), Diagnostics> {
        let file = self.sources.len() as u32;
        for next in records {
            let (id, status, place) = next?;
            self.entries.push(Entry { id, status, order: self.entries.len() as u64, file, place });
        }
        self.sources.push(Source { path, open: None });
        Ok(())
    }

    /// Leaves one record for each trial.
    fn settle(&mut self) -> Result<(), IndexError> {
        self.entries.sort_unstable_by_key(|entry| (entry.id, entry.preference()));
        let mut conflicts = Diagnostics::new();
        let mut kept: Vec<Entry> = Vec::with_capacity(self.entries.len());
        for entry in std::mem::take(&mut self.entries) {
            match kept.last().copied() {
                Some(first) if first.id == entry.id => {
                    self.duplicates += 1;
                    if first.place.hash == entry.place.hash {
                        continue;
                    }
                    let (left, right) = (self.record(&first)?, self.record(&entry)?);
                    if let Some(difference) = differences(&left, &right).first() {
                        let conflict = self.conflict([&first, &entry], difference)?;
                        conflicts.push(|| conflict);
                    }
                }
                _ => kept.push(entry),
            }
        }
        self.entries = kept;
        if conflicts.is_empty() { Ok(()) } else { Err(IndexError::Conflicts(conflicts)) }
    }

    /// Both records, around the first field that differs.
    fn conflict(&mut self, [left, right]: [&Entry; 2], difference: &Difference) -> Result<Diagnostic, Diagnostic> {
        let message = format!("two records of trial {} differ in {}", left.id, difference.field);
        let left = self.excerpt(left, &difference.field, &format!("{} here", difference.left))?;
        let right = self.excerpt(right, &difference.field, &format!("{} here", difference.right))?;
        let help =
            "one is wrong: another version or a faulty machine wrote it. Delete its line, or run the trial again";
        Ok(Diagnostic::new(message).at(left).at(right).help(help))
    }

    fn excerpt(&mut self, entry: &Entry, field: &str, label: &str) -> Result<Excerpt, Diagnostic> {
        self.fetch(entry)?;
        let (at, length) = find_field(&self.line, field);
        let path = &self.sources[entry.file as usize].path;
        Ok(excerpt(path, entry.place.line, &self.line, at, length, label))
    }

    /// One record for each trial, by id.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// One record for each trial, in the order of the files.
    pub fn in_order(&self) -> Vec<Entry> {
        let mut entries = self.entries.clone();
        entries.sort_unstable_by_key(|entry| entry.order);
        entries
    }

    /// Records that do not count, as there is another of the same trial.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// The record of a trial, if there is one.
    pub fn find(&self, id: TrialId) -> Option<Entry> {
        let at = self.entries.binary_search_by_key(&id, |entry| entry.id).ok()?;
        Some(self.entries[at])
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Its file cannot be read any more, or was changed.
    pub fn record(&mut self, entry: &Entry) -> Result<Record, Diagnostic> {
        self.fetch(entry)?;
        parse(&self.sources[entry.file as usize].path, entry.place.line, &self.line)
    }

    /// Reads the line of a record as it stands in the file, without the newline.
    ///
    /// # Errors
    /// Its file cannot be read any more.
    pub fn line(&mut self, entry: &Entry) -> Result<&[u8], Diagnostic> {
        self.fetch(entry)?;
        Ok(&self.line)
    }

    /// Writes the lines of these records, each with its newline, and closes all files.
    ///
    /// # Errors
    /// The output refuses, or a file cannot be read any more: [`Index::reason`] tells which.
    pub(super) fn copy(&mut self, entries: &[Entry], output: &mut impl Write) -> io::Result<()> {
        for entry in entries {
            if let Err(problem) = self.fetch(entry) {
                self.unreadable = Some(problem);
                return Err(io::ErrorKind::Other.into());
            }
            self.line.push(b'\n');
            output.write_all(&self.line)?;
        }
        // Some systems replace no file that is open.
        self.close();
        Ok(())
    }

    /// Why writing a file of records failed.
    pub(super) fn reason(&mut self, path: &Path, error: &io::Error) -> Diagnostic {
        self.unreadable.take().unwrap_or_else(|| failure("write", path, error))
    }

    /// Writes a whole file anew with `fill`, as [`replace`](super::failure::replace) does.
    ///
    /// # Errors
    /// As [`Index::copy`].
    pub(super) fn replace(
        &mut self,
        path: &Path,
        fill: impl FnOnce(&mut Self, &mut File) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        let written = replace(path, |file| fill(self, file));
        self.unreadable.take().map_or(written, Err)
    }

    fn fetch(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        if self.sources[entry.file as usize].open.is_none() {
            if self.opened == Self::MOST_OPEN {
                self.close();
            }
            self.opened += 1;
        }
        let source = &mut self.sources[entry.file as usize];
        self.line.resize(entry.place.length as usize, 0);
        source.read_at(entry.place.offset, &mut self.line).map_err(|error| failure("read", &source.path, &error))
    }

    /// Closes all files. They are opened again when they are needed.
    fn close(&mut self) {
        self.sources.iter_mut().for_each(|source| source.open = None);
        self.opened = 0;
    }
}

impl Source {
    fn read_at(&mut self, offset: u64, line: &mut [u8]) -> std::io::Result<()> {
        let (input, at) = match &mut self.open {
            Some(open) => open,
            none => none.insert((BufReader::new(packed::open_in_any_order(&self.path)?), 0)),
        };
        // What is already in the buffer is kept.
        input.seek_relative(offset as i64 - *at as i64)?;
        *at = offset;
        input.read_exact(line)?;
        *at += line.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::store::tests::{line, record};

    #[test]
    fn copies_of_a_line_agree_and_other_lines_are_compared() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, lines: &[String]| std::fs::write(folder.path().join(name), lines.concat()).unwrap();
        write("records.0-of-2.jsonl", &[1, 3].map(|id| line(&record(id))));
        write("records.1-of-2.jsonl", &[2, 4].map(|id| line(&record(id))));
        write("records.jsonl", &[1, 2, 3, 4].map(|id| line(&record(id))));
        let index = Index::open(&[folder.path()]).unwrap();
        assert_eq!((index.entries().len(), index.duplicates()), (4, 4));

        let mut slower = record(2);
        slower.measured.seconds *= 2.0;
        let mut other = record(4);
        other.counters.expanded += 1;
        write("records.1-of-2.jsonl", &[slower.clone(), record(4)].map(|record| line(&record)));
        assert_eq!(Index::open(&[folder.path()]).unwrap().duplicates(), 4);
        write("records.1-of-2.jsonl", &[slower, other].map(|record| line(&record)));
        let error = Index::open(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains("two records of trial") && error.contains("differ in counters.expanded"), "{error}");
    }

    /// Slurm arrays have up to a thousand tasks, and systems allow about as many open files.
    #[test]
    fn more_files_than_may_be_open() {
        let folder = tempfile::tempdir().unwrap();
        let count = 2 * Index::MOST_OPEN as u64;
        for id in 0..count {
            std::fs::write(folder.path().join(format!("records.{id}-of-{count}.jsonl")), line(&record(id))).unwrap();
        }
        let mut index = Index::open(&[folder.path()]).unwrap();
        for entry in index.in_order() {
            assert_eq!(index.record(&entry).unwrap().id, entry.id);
            assert_eq!(index.find(entry.id), Some(entry));
        }
        assert_eq!((index.entries().len() as u64, index.find(TrialId(count))), (count, None));
    }
}
