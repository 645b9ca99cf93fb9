//! Bringing the records of several directories and shards together.
//!
//! Idea        Sort by the plan, keep one record of each trial, write the lines as they are. As the lines are not
//!             touched, one shard or many give the same file, byte for byte.
//! Guarantees  The new file replaces the old one whole or not at all, and holds all that the old one held. Records of
//!             one trial whose deterministic fields differ are refused.
//! Cost        As index.rs, and one read of each record that is kept.
//! Not here    Which record counts, and what a conflict is (index.rs, diff.rs).

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::failure::failure;
use super::index::{Entry, Index, IndexError};
use super::lock::Lock;
use super::manifest::Manifest;
use super::store::{is_final, records_file, records_files};
use searchlab_trial::record::TrialId;

/// The result of a merge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// Trials that the new file has a record of.
    pub records: u64,
    /// Records that were left out, as there is another of the same trial.
    pub duplicates: u64,
    /// Trials that are not in the plan. Their records stand at the end, by id.
    pub unplanned: u64,
    /// Trials of the plan that are not finished, in its order.
    pub missing: Vec<TrialId>,
}

/// Merges all records of the directories `inputs`, and those that `target` has, into the `records.jsonl` of `target`,
/// in the order of `plan`. The manifests are brought together too. `command` is told to whoever wants to write to
/// `target` meanwhile. The inputs stay as they are.
///
/// # Errors
/// Two records of one trial differ; another process writes to `target`; something cannot be read or written. Nothing
/// has been changed then.
pub fn merge(inputs: &[&Path], plan: &[TrialId], target: &Path, command: &str) -> Result<Merged, IndexError> {
    std::fs::create_dir_all(target).map_err(|error| failure("make the directory", target, &error))?;
    let _lock = Lock::take(target, None, command)?;
    let mut all: Vec<PathBuf> = inputs.iter().map(|&input| input.to_owned()).collect();
    if !inputs.contains(&target) && !records_files(target)?.is_empty() {
        all.insert(0, target.to_owned());
    }
    let all: Vec<&Path> = all.iter().map(PathBuf::as_path).collect();
    let mut index = Index::open(&all)?;
    let (entries, unplanned) = in_plan_order(&index, plan);
    let missing = |id: &TrialId| index.find(*id).is_none_or(|entry| !is_final(entry.status));
    let missing = plan.iter().copied().filter(missing).collect();
    let manifest = Manifest::combined(&all)?;
    index.replace(&records_file(target, None), |index, file| {
        let mut output = BufWriter::with_capacity(1 << 18, file);
        index.copy(&entries, &mut output)?;
        output.flush()
    })?;
    if let Some(manifest) = manifest {
        manifest.write(target, None)?;
    }
    Ok(Merged { records: entries.len() as u64, duplicates: index.duplicates(), unplanned, missing })
}

/// All entries: those of the plan in its order, then the others by id, and the number of those others.
fn in_plan_order(index: &Index, plan: &[TrialId]) -> (Vec<Entry>, u64) {
    let mut ranks = FxHashMap::default();
    for (rank, id) in plan.iter().enumerate() {
        ranks.entry(*id).or_insert(rank);
    }
    let mut entries = index.entries().to_vec();
    entries.sort_by_key(|entry| ranks.get(&entry.id).copied().unwrap_or(usize::MAX));
    let unplanned = entries.iter().rev().take_while(|entry| !ranks.contains_key(&entry.id)).count();
    (entries, unplanned as u64)
}

#[cfg(test)]
mod tests;
