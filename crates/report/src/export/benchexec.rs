//! Results in the form of BenchExec (Beyer, Löwe, Wendler 2019), which its `table-generator` makes tables of: a file for
//! each algorithm, named `LABEL.xml`, a run for each trial.
//!
//! Idea        BenchExec compares run sets by the names of their runs, so a run is named by what all algorithms share:
//!             the instance, the axes, the repetition. A name that two trials of one algorithm bear gets their ids.
//!             Status words are ours; the category, by which BenchExec counts and draws, follows from them.
//! Not here    Limits of BenchExec's own, log files, property files: there are none.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::{ExportError, Labelled, Trials, file_part, make_folder, write_file};
use crate::chart::escaped;
use searchlab_analysis::field::{Cell, Field};
use searchlab_lab::experiment::index::IndexError;
use searchlab_lab::experiment::manifest::Session;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Record, Status};

/// A run set: the trials of one label.
#[derive(Debug, Default)]
struct RunSet {
    names: FxHashSet<String>,
    has_doubles: bool,
    /// True for each counter that is not 0 in every trial.
    counts: Vec<bool>,
}

/// Writes a result file for each algorithm into a folder, and gives their paths.
///
/// # Errors
/// The records cannot be read any more, or the file system refuses.
pub fn write_benchexec(trials: &mut Trials, folder: &Path) -> Result<Vec<PathBuf>, IndexError> {
    let mut sets: BTreeMap<String, RunSet> = BTreeMap::new();
    let axes = trials.axes.fields().to_vec();
    trials.each(|labelled| {
        let set = sets.entry(labelled.label.clone()).or_default();
        set.has_doubles |= !set.names.insert(run_name(&labelled.record, &axes));
        set.counts.resize(Counters::MEANINGS.len(), false);
        let numbers = labelled.record.counters.numbers();
        set.counts.iter_mut().zip(numbers).for_each(|(is_there, number)| *is_there |= number > 0);
        Ok::<(), IndexError>(())
    })?;
    make_folder(folder)?;
    let mut taken = BTreeSet::new();
    let mut paths = Vec::new();
    for (label, set) in &sets {
        let mut stem = file_part(label);
        if stem.is_empty() || !taken.insert(stem.clone()) {
            stem = format!("{stem}-{}", paths.len() + 1);
        }
        let path = folder.join(format!("{stem}.xml"));
        write_file(&path, |out| {
            out.write_all(head(trials, label).as_bytes())?;
            trials.each(|labelled| {
                if labelled.label == *label {
                    out.write_all(run(labelled, set, &axes).as_bytes())?;
                }
                Ok::<(), ExportError>(())
            })?;
            Ok(out.write_all(b"</result>\n")?)
        })?;
        paths.push(path);
    }
    Ok(paths)
}

/// The root of a file with what is said of the machine.
fn head(trials: &Trials, label: &str) -> String {
    let session = trials.session.as_ref();
    let word = |of: fn(&Session) -> String| escaped(&session.map(of).unwrap_or_default());
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<result benchmarkname=\"{}\" name=\"{label}\" displayName=\"{label}\" tool=\"searchlab\" version=\"{}\" \
         date=\"{}\" generator=\"searchlab\">",
        escaped(&trials.title),
        word(|session| session.version.clone()),
        word(|session| session.start.clone()),
        label = escaped(label),
    );
    if let Some(session) = session {
        let number = |number: Option<u64>, unit: &str| number.map_or_else(String::new, |it| format!("{it}{unit}"));
        let _ = writeln!(
            text,
            "  <systeminfo hostname=\"\"><os name=\"{}\"/><cpu model=\"{}\" cores=\"{}\"/><ram size=\"{}\"/></systeminfo>",
            word(|session| session.os.clone()),
            word(|session| session.cpu.clone().unwrap_or_default()),
            number(session.cores.map(|cores| cores as u64), ""),
            number(session.memory, "B"),
        );
    }
    text
}

/// One run.
fn run(Labelled { record, .. }: &Labelled, set: &RunSet, axes: &[Field]) -> String {
    let name = run_name(record, axes);
    let name = if set.has_doubles { format!("{name} {}", record.id) } else { name };
    let mut text = format!("  <run name=\"{}\">\n", escaped(&name));
    let mut column = |title: &str, value: &str, is_hidden: bool| {
        let hidden = if is_hidden { " hidden=\"true\"" } else { "" };
        let _ = writeln!(text, "    <column title=\"{title}\" value=\"{}\"{hidden}/>", escaped(value));
    };
    column("status", &record.status_words(), false);
    column("category", category(record), true);
    column("cputime", &format!("{}s", record.measured.cpu_seconds), false);
    column("walltime", &format!("{}s", record.measured.seconds), false);
    column("memory", &format!("{}B", record.measured.peak_bytes), false);
    column("value", &record.result.as_ref().map(|answer| answer.value.to_string()).unwrap_or_default(), false);
    column("nodes", &Field::Nodes.number_of(record).map(|nodes| nodes.to_string()).unwrap_or_default(), false);
    for ((name, count), _) in record.counters.entries().into_iter().zip(&set.counts).filter(|(_, is_there)| **is_there)
    {
        column(name, &count.to_string(), false);
    }
    text + "  </run>\n"
}

/// The category of BenchExec: `correct` for a search that ended with its answer.
fn category(record: &Record) -> &'static str {
    let fault = record.program.as_ref().and_then(|program| program.fault.as_deref());
    match (fault, record.status) {
        (Some("wrong" | "illegal"), _) => "wrong",
        (None, Status::Solved | Status::Unsolvable | Status::Complete) => "correct",
        (None, Status::NotFound) => "unknown",
        _ => "error",
    }
}

/// The name of a run: world, instance, the value of each axis, seed and repetition where they are not 0.
fn run_name(record: &Record, axes: &[Field]) -> String {
    let mut name = format!("{}/{}", record.world, record.instance);
    for axis in axes {
        let _ = match axis.of(record) {
            Cell::None => Ok(()),
            Cell::Number(number) => write!(name, " {}={number}", axis.name()),
            Cell::Text(text) => write!(name, " {}={text}", axis.name()),
        };
    }
    for (what, number) in [("seed", record.seed), ("repeat", record.repeat.into())] {
        let is_named = axes.iter().any(|axis| axis.name() == what);
        if number > 0 && !is_named {
            let _ = write!(name, " {what}={number}");
        }
    }
    name
}
