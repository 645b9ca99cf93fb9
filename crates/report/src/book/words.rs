//! The words of a report on the origin of its records and the methods behind them.

use searchlab_lab::experiment::manifest::{Manifest, Session};
use searchlab_lab::experiment::spec::Experiment;
use searchlab_trial::text::{counted, grouped};
use std::fmt::Write;

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The origin of the records, a label and a text each.
pub(super) fn manifest(manifest: &Manifest) -> Vec<(String, String)> {
    let Session {
        version,
        program,
        user_revision,
        toolchain,
        target,
        build,
        cpu,
        cores,
        memory,
        os,
        spec_hash,
        seeds,
        trials,
        jobs,
        start,
        end,
        ..
    } = &manifest.session;
    let unknown = || "unknown".to_owned();
    // The words keep the two commits apart: searchlab has one, and the folder in which it ran may have another.
    let searchlab = format!("searchlab {version} ({}), {build}", program.words());
    let repository = user_revision.as_ref().map_or_else(
        || "none".to_owned(),
        |revision| {
            let dirty = if revision.dirty == Some(true) { ", with changes that are not committed" } else { "" };
            format!("HEAD at {}{dirty}", revision.commit)
        },
    );
    let memory = memory.map_or_else(unknown, |bytes| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)));
    let cores = cores.map_or_else(unknown, |cores| cores.to_string());
    let mut pairs = vec![
        ("program", searchlab),
        ("repository of the user", repository),
        ("compiler", toolchain.clone().unwrap_or_else(unknown)),
        ("target", target.clone().unwrap_or_else(unknown)),
        ("processor", format!("{}, {cores} cores", cpu.clone().unwrap_or_else(unknown))),
        ("memory", memory),
        ("system", os.clone()),
        ("hash of the experiment", spec_hash.clone()),
        ("seeds", seeds.to_string()),
        ("trials", grouped(*trials)),
        ("trials at once", jobs.to_string()),
        ("start", start.clone()),
        ("end", end.clone().unwrap_or_else(|| "not noted".to_owned())),
    ];
    if !manifest.earlier.is_empty() {
        let count = manifest.earlier.len() as u64;
        pairs.push(("earlier sessions", format!("{}, see manifest.json", grouped(count))));
    }
    pairs.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()
}

/// The methods of measurement and statistics, a paragraph each.
pub(super) fn method(experiment: &Experiment, manifest: Option<&Manifest>) -> Vec<String> {
    let repeats = counted(u64::from(experiment.repeats), "repeat");
    let mut order = format!(
        "Each trial is one algorithm with its parameters on one instance. The trials ran repeat by repeat ({repeats}), \
         and within a repeat those of an instance one after the other, in an order drawn by the seed {}, so that a \
         machine that drifts favours no algorithm.",
        experiment.seed
    );
    let jobs = manifest.map_or(1, |manifest| manifest.session.jobs);
    if jobs > 1 {
        let _ = write!(
            order,
            " Up to {jobs} trials ran at once and shared caches and memory: times are longer than those of one alone, \
             and memory is that of all."
        );
    }
    let counters = "Counters are deterministic: the same trial gives the same counters on every machine, however many \
                    trials run beside it; only of trials with several threads they are measured. Times and memory are measured, and differ every time.";
    let statistics = "Independent of each other are the instances (of games the openings), unless a claim names another \
                      unit; what is measured of one several times is brought together first. Deterministic numbers come \
                      from the first repeat, measured ones from the median over the repeats. Ratios are over pairs that \
                      agree in the instance and all axes. Each interval is the inverse of the test that decides: Student's \
                      t, of logarithms for what cannot be negative, corrected for skewness; ordered values for medians; \
                      exact bounds for proportions; the test of the score for Elo. P is corrected over the claims of the \
                      experiment (Holm). A trial that a limit ended gives a lower bound (≥) of what it would have cost, \
                      and is never averaged as if it had finished.";
    vec![order, counters.to_owned(), statistics.to_owned()]
}
