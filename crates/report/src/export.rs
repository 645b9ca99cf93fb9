//! The records of an experiment in the forms that other tools read.
//!
//! | form | file |
//! |---|---|
//! | the columns of a flat table: name, type, unit, meaning, value | `export/flat.rs` |
//! | comma-separated values | here |
//! | result files of BenchExec, a file for each algorithm | `export/benchexec.rs` |
//! | the flat table as Parquet, with the feature `parquet` | `export/parquet.rs` |
//! | the files of IOHprofiler, for searches that give better and better answers | `export/ioh.rs` |
//!
//! Idea        Records are read one by one, as often as a form needs them, and never held together. What has
//!             no place in a report, as a trial that was interrupted, has none here.
//! Not here    Tables and charts of a report (sheet, plot); `records.jsonl`, which several tools read as it is.

mod benchexec;
mod flat;
mod ioh;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use benchexec::write_benchexec;
pub use flat::{Column, Kind};
pub use ioh::write_ioh;
#[cfg(feature = "parquet")]
pub use parquet::write_parquet;

use flat::{Presence, columns};
use rustc_hash::FxHashMap;
use searchlab_analysis::axes::Axes;
use searchlab_analysis::frame::Frame;
use searchlab_lab::experiment::directory::{self, Kept};
use searchlab_lab::experiment::failure::{failure, replace};
use searchlab_lab::experiment::index::{Entry, Index, IndexError};
use searchlab_lab::experiment::manifest::{Manifest, Session};
use searchlab_lab::experiment::plan::Plan;
use searchlab_lab::experiment::sequential::Sequential;
use searchlab_lab::experiment::store::is_final;
use searchlab_trial::record::{Record, TrialId};

/// The records of a directory, one for each trial of its report.
#[derive(Debug)]
pub struct Trials {
    title: String,
    axes: Axes,
    /// The latest run.
    session: Option<Session>,
    index: Index,
    entries: Vec<Entry>,
    /// Without fields: it knows the labels.
    labels: Frame,
}

/// A record with the label that its experiment gives the algorithm: of a game "BLACK – WHITE".
#[derive(Debug)]
struct Labelled {
    record: Record,
    label: String,
}

impl Trials {
    /// The records of a directory, in the order of its plan, where that can still be made.
    ///
    /// # Errors
    /// A directory without an experiment or without records; records that cannot be read, or contradict each other.
    pub fn open(directory: &Path) -> Result<Self, IndexError> {
        let Kept { spec, folder, .. } = directory::open(directory)?;
        // The files that the experiment names need not be here any more.
        let plan = Plan::outline(&spec, &folder).ok();
        let index = Index::open_for(&[directory], plan.as_ref())?;
        let places: FxHashMap<TrialId, usize> =
            plan.iter().flat_map(|plan| plan.ids().into_iter().enumerate()).map(|(place, id)| (id, place)).collect();
        let mut entries = index.in_order();
        let mut sequential = plan.as_ref().map(|plan| Sequential::new(&spec, plan)).unwrap_or_default();
        sequential.take_in(directory)?;
        entries.retain(|entry| is_final(entry.status) && sequential.is_counted(entry.id));
        // What the plan does not know comes last.
        entries.sort_by_key(|entry| places.get(&entry.id).copied().unwrap_or(usize::MAX));
        let session = Manifest::combined(&[directory])?.map(|manifest| manifest.session);
        let axes = Axes::new(spec.variants.axes);
        let labels = Frame::new([], spec.variants.labels);
        Ok(Self { title: spec.experiment.title, axes, session, index, entries, labels })
    }

    /// The number of trials.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if no trial came to its end.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The columns of the flat table of these trials.
    ///
    /// # Errors
    /// The records cannot be read any more.
    pub(crate) fn columns(&mut self) -> Result<Vec<Column>, IndexError> {
        let mut presence = Presence::default();
        self.each(|labelled| {
            presence.note(&labelled.record);
            Ok::<(), IndexError>(())
        })?;
        Ok(columns(&presence))
    }

    /// Hands over each record, in order.
    fn each<E: From<IndexError>>(&mut self, mut take: impl FnMut(&Labelled) -> Result<(), E>) -> Result<(), E> {
        for entry in &self.entries {
            let record = self.index.record(entry).map_err(IndexError::from)?;
            let label = match self.labels.players_of(&record) {
                Some([black, white]) => format!("{black} – {white}"),
                None => self.labels.label_of(&record).to_owned(),
            };
            take(&Labelled { record, label })?;
        }
        Ok(())
    }
}

/// The reason why nothing was exported.
#[derive(Debug)]
pub enum ExportError {
    /// Something is wrong with the records, or with the place of the files.
    Records(IndexError),
    /// Standard output refuses.
    Output(io::Error),
}

impl From<IndexError> for ExportError {
    fn from(error: IndexError) -> Self {
        Self::Records(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> Self {
        // Its kind must not be lost: a full disk, or a reader that has had enough.
        Self::Output(match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    }
}

/// Writes all trials as comma-separated values (RFC 4180), a line of names first.
///
/// # Errors
/// The records cannot be read any more, or the writer refuses.
pub fn write_csv(trials: &mut Trials, out: impl Write) -> Result<(), ExportError> {
    let columns = trials.columns()?;
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(columns.iter().map(|column| &column.name))?;
    trials.each(|labelled| {
        let cells = columns.iter().map(|column| column.value(&labelled.record, &labelled.label).cell());
        Ok::<(), ExportError>(csv.write_record(cells)?)
    })?;
    Ok(csv.flush()?)
}

/// Writes the columns of that table, a line for each: name, type, unit, meaning.
///
/// # Errors
/// The records cannot be read any more, or the writer refuses.
pub fn write_columns(trials: &mut Trials, out: impl Write) -> Result<(), ExportError> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["column", "type", "unit", "meaning"])?;
    for column in trials.columns()? {
        csv.write_record([&column.name, column.kind.name(), column.unit, &column.meaning])?;
    }
    Ok(csv.flush()?)
}

/// Writes a file that appears whole or not at all.
///
/// # Errors
/// The records cannot be read any more, or the file system refuses.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), ExportError>,
) -> Result<(), IndexError> {
    let mut problem = None;
    let written = replace(path, |file| {
        let mut out = BufWriter::new(file);
        match write(&mut out) {
            Ok(()) => out.flush(),
            Err(ExportError::Output(error)) => Err(error),
            Err(ExportError::Records(error)) => {
                problem = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        }
    });
    match problem {
        Some(error) => Err(error),
        None => Ok(written?),
    }
}

/// Makes a folder and those above it.
fn make_folder(folder: &Path) -> Result<(), IndexError> {
    Ok(fs::create_dir_all(folder).map_err(|error| failure("make the directory", folder, &error))?)
}

/// A name as a part of a file's name: letters, digits, points and underscores as they are, a hyphen for the rest.
fn file_part(name: &str) -> String {
    let mut part = String::new();
    for letter in name.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' => part.push(letter),
            _ if part.ends_with('-') => {}
            _ => part.push('-'),
        }
    }
    part.trim_matches(['-', '.']).to_owned()
}
