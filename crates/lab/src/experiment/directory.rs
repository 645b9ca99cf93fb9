//! The directory of an experiment: `reports/NAME/` with the experiment file as it was run, records and manifest.
//!
//! The file is kept to the byte, so that the directory can be resumed and its report rebuilt. Its own paths go on from
//! the folder where it lay, which the manifest knows as seen from the directory: both may move together.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::failure::{check_directory, failure, replace, shown};
use super::index::{Index, IndexError};
use super::manifest::Manifest;
use super::spec::Spec;
use super::store::records_file;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, read_source};
use searchlab_trial::files::{check_regular, read_regular};
use searchlab_trial::record::TrialId;
use searchlab_trial::text::slashed;

/// The name of the experiment file in its directory.
const KEPT: &str = "experiment.toml";
/// Records of trials that the experiment has no more.
const SUPERSEDED: &str = "superseded.jsonl";

/// The experiment of a directory.
#[derive(Debug)]
pub struct Kept {
    /// The experiment.
    pub spec: Spec,
    /// The folder from which its paths go on.
    pub folder: PathBuf,
    /// Where its file lies, seen from the directory.
    pub experiment: String,
}

/// The directory for an experiment file that names none: `reports/` and the name of the file.
pub fn usual_directory(file: &Path) -> PathBuf {
    Path::new("reports").join(file.file_stem().unwrap_or_default())
}

/// The folder of a file, as a path that can be joined.
pub fn folder_of(file: &Path) -> PathBuf {
    file.parent().map(Path::to_owned).unwrap_or_default()
}

/// Where a file lies, seen from a directory that is there. An absolute path where there is no other way.
pub fn seen_from(directory: &Path, file: &Path) -> String {
    let absolute = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
    let relative = absolute(file).zip(absolute(directory)).and_then(|(file, from)| pathdiff::diff_paths(file, from));
    slashed(relative.as_deref().unwrap_or(file))
}

/// Checks that a directory was made for an experiment.
///
/// # Errors
/// There is none, or no directory.
pub fn check(directory: &Path) -> Result<(), Diagnostics> {
    check_directory(directory)?;
    if !directory.join(KEPT).is_file() {
        let problem = Diagnostic::new(format!("there is no experiment in {}", shown(directory)));
        return Err(problem.help("give a directory that `searchlab run` has made").into());
    }
    Ok(())
}

/// Reads the experiment that a directory was made for.
///
/// # Errors
/// There is none, it cannot be read, or it is wrong.
pub fn open(directory: &Path) -> Result<Kept, Diagnostics> {
    check(directory)?;
    let path = directory.join(KEPT);
    let spec = Spec::read(read_source(&path.to_string_lossy())?)?;
    let experiment = Manifest::combined(&[directory])?.map_or_else(|| KEPT.to_owned(), |it| it.session.experiment);
    let folder = folder_of(&directory.join(&experiment));
    Ok(Kept { spec, folder, experiment })
}

/// Keeps the experiment file in its directory.
///
/// # Errors
/// The file system refuses.
pub fn keep(directory: &Path, spec: &Spec) -> Result<(), Diagnostics> {
    let path = directory.join(KEPT);
    let is_kept = || read_regular(&path, spec.text.len() as u64).is_ok_and(|text| text == spec.text.as_bytes());
    if is_kept() {
        return Ok(());
    }
    match replace(&path, |file| file.write_all(spec.text.as_bytes())) {
        // Another shard has done it meanwhile.
        Err(_) if is_kept() => Ok(()),
        other => Ok(other?),
    }
}

/// Moves the records of these trials from `records.jsonl` to the end of `superseded.jsonl`. The caller holds the lock.
///
/// # Errors
/// The file system refuses; nothing is lost then.
pub fn set_aside(directory: &Path, ids: &[TrialId]) -> Result<(), IndexError> {
    let ids: FxHashSet<TrialId> = ids.iter().copied().collect();
    let mut index = Index::open(&[directory])?;
    let (mut kept, mut moved) = (Vec::new(), Vec::new());
    for entry in index.in_order() {
        let target = if ids.contains(&entry.id) { &mut moved } else { &mut kept };
        target.extend_from_slice(index.line(&entry)?);
        target.push(b'\n');
    }
    let path = directory.join(SUPERSEDED);
    let append = || {
        if path.exists() {
            check_regular(&path)?;
        }
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(&moved)?;
        file.sync_all()
    };
    append().map_err(|error| failure("write", &path, &error))?;
    drop(index);
    replace(&records_file(directory, None), |file| file.write_all(&kept))?;
    Ok(())
}
