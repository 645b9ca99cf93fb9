//! Two records of one trial, and two directories of records, side by side.
//!
//! Deterministic is everything in a record but `measured`. A search that the clock ended has done as much as the
//! machine had time for, and the work of threads that search together depends on their timing: where the status of one
//! of the two is `limit:time` or `interrupted`, where a trial has more than one thread, or where a player of a game
//! goes by the clock or is a program, its status, result, counters and iterations are measured too, and only the parts
//! of the trial (world, algorithm, parameters, depth, seed, repeat) must agree. Limits of nodes and memory are reached
//! at the same node everywhere, so they stay deterministic. The name of an instance may be another: the id identifies
//! the instance by its content, and two files of equal content are one.
//!
//! Not here: intervals and tests of measured values (statistics), which of two files holds the record (index.rs).

use std::path::Path;

use indexmap::IndexSet;
use serde_json::Value;

use super::index::{Index, IndexError};
use searchlab_trial::record::{Contender, Measured, Moves, PROGRAM, Record, Status, TrialId};
use searchlab_worlds::catalog::{WorldInfo, threads};

/// A deterministic field in which two records of one trial differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The field: `counters.expanded`, `per_iteration[2].cutoffs`.
    pub field: String,
    /// The value in the left record as JSON; of long texts the part around the difference.
    pub left: String,
    /// The value in the right record.
    pub right: String,
}

/// True if the clock, the user, or a race of threads decided the extent of the search.
pub fn is_timed(record: &Record) -> bool {
    let is_of_clock = |player: &Contender| player.limits.microseconds.is_some() || player.algorithm == PROGRAM;
    matches!(record.status, Status::LimitTime | Status::Interrupted)
        || threads(&record.params).is_ok_and(|threads| threads > 1)
        || record.game.is_some()
            && Contender::of_game(&record.params).is_some_and(|players| players.iter().any(is_of_clock))
}

/// The deterministic fields in which two records differ, in the order of the record.
pub(crate) fn differences(left: &Record, right: &Record) -> Vec<Difference> {
    let clock_decided = is_timed(left) || is_timed(right);
    let mut found = Vec::new();
    // Comparing is much quicker than taking apart, and nearly all are equal.
    if !agree(left, right, clock_decided) {
        let [left, right] = [left, right].map(|record| deterministic(record.clone(), clock_decided));
        let [left, right] = [&left, &right].map(|record| serde_json::to_value(record).unwrap_or_default());
        compare("", Some(&left), Some(&right), &mut found);
    }
    found
}

/// True if all deterministic fields are equal.
fn agree(left: &Record, right: &Record, clock_decided: bool) -> bool {
    // Taken apart, so that no new field is forgotten.
    let Record {
        id,
        world,
        instance: _,
        algorithm,
        params,
        depth,
        limits,
        seed,
        repeat,
        status,
        result,
        counters,
        per_iteration,
        game,
        referee,
        best,
        program: _,
        measured: _,
    } = left;
    let is_same_trial = (id, world, algorithm) == (&right.id, &right.world, &right.algorithm)
        && (params, depth, limits, seed, repeat)
            == (&right.params, &right.depth, &right.limits, &right.seed, &right.repeat);
    let is_same_end = || {
        (status, result, counters, per_iteration, game, referee, best)
            == (
                &right.status,
                &right.result,
                &right.counters,
                &right.per_iteration,
                &right.game,
                &right.referee,
                &right.best,
            )
    };
    is_same_trial && (clock_decided || is_same_end())
}

/// The record with a fixed value in place of each that is measured, and of the name of the instance.
fn deterministic(mut record: Record, clock_decided: bool) -> Record {
    record.measured = Measured::default();
    record.instance.clear();
    // As one text, so that a difference is one of the whole line.
    let moves = WorldInfo::moves_text(&record).into_owned();
    if let Some(answer) = &mut record.result {
        answer.moves = Moves::Text(moves);
    }
    if clock_decided {
        record.status = Status::LimitTime;
        record.result = None;
        record.counters = searchlab_search::counters::Counters::default();
        record.per_iteration.clear();
        record.game = None;
        record.referee = None;
        record.best.clear();
    }
    record
}

fn compare(field: &str, left: Option<&Value>, right: Option<&Value>, found: &mut Vec<Difference>) {
    if left == right {
        return;
    }
    match (left, right) {
        (Some(Value::Object(left)), Some(Value::Object(right))) => {
            let of_right = right.keys().filter(|name| !left.contains_key(*name));
            for name in left.keys().chain(of_right) {
                let dot = if field.is_empty() { "" } else { "." };
                compare(&format!("{field}{dot}{name}"), left.get(name), right.get(name), found);
            }
        }
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            for index in 0..left.len().max(right.len()) {
                compare(&format!("{field}[{index}]"), left.get(index), right.get(index), found);
            }
        }
        _ => {
            let [left, right] = [left, right].map(|value| value.map_or("nothing".to_owned(), Value::to_string));
            let common = left.chars().zip(right.chars()).take_while(|(left, right)| left == right).count();
            found.push(Difference {
                field: field.to_owned(),
                left: around(&left, common),
                right: around(&right, common),
            });
        }
    }
}

/// The part of a text around its character number `at`.
fn around(text: &str, at: usize) -> String {
    const BEFORE: usize = 20;
    const LONGEST: usize = 60;
    let length = text.chars().count();
    let skipped = if length > LONGEST { at.saturating_sub(BEFORE) } else { 0 };
    let part: String = text.chars().skip(skipped).take(LONGEST).collect();
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{part}{}", mark(skipped > 0), mark(skipped + LONGEST < length))
}

/// A trial in two directories.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pairing {
    /// Only the left directory has it.
    Left(Box<Record>),
    /// Only the right directory has it.
    Right(Box<Record>),
    /// Both have it.
    Both {
        /// The record of the left directory.
        left: Box<Record>,
        /// The record of the right directory.
        right: Box<Record>,
        /// The deterministic fields in which they differ.
        differences: Vec<Difference>,
    },
}

/// Goes through the trials of two directories: those of the left one in its order, then those that only the right
/// one has. The records are read one pair at a time.
///
/// # Errors
/// A directory cannot be read, or contradicts itself.
pub(crate) fn pair_up(left: &Path, right: &Path, mut visit: impl FnMut(Pairing)) -> Result<(), IndexError> {
    let (mut left, mut right) = (Index::open(&[left])?, Index::open(&[right])?);
    for entry in left.in_order() {
        let record = Box::new(left.record(&entry)?);
        visit(match right.find(entry.id) {
            None => Pairing::Left(record),
            Some(other) => {
                let other = Box::new(right.record(&other)?);
                let differences = differences(&record, &other);
                Pairing::Both { left: record, right: other, differences }
            }
        });
    }
    for entry in right.in_order() {
        if left.find(entry.id).is_none() {
            visit(Pairing::Right(Box::new(right.record(&entry)?)));
        }
    }
    Ok(())
}

/// The measured values of one trial in two directories.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredPair {
    /// The trial.
    pub id: TrialId,
    /// Its world and its instance: the independent unit of the statistics.
    pub instance: String,
    /// The statuses of the left and the right record: a time that a limit ended is only a lower bound.
    pub statuses: [Status; 2],
    /// The measured values of the left and the right record.
    pub measured: [Measured; 2],
}

/// The differences between two directories.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diff {
    /// Trials that only the left directory has, in its order.
    pub only_left: Vec<TrialId>,
    /// Trials that only the right directory has, in its order.
    pub only_right: Vec<TrialId>,
    /// Trials whose deterministic fields differ, with the fields.
    pub changed: Vec<(TrialId, Vec<Difference>)>,
    /// Names of instances that are one, left and right, each pair once.
    pub renamed: IndexSet<[String; 2]>,
    /// The measured values of all trials that both have, in the order of the left one.
    pub pairs: Vec<MeasuredPair>,
}

impl Diff {
    /// Sets two directories side by side.
    ///
    /// # Errors
    /// A directory cannot be read, or contradicts itself.
    pub fn of(left: &Path, right: &Path) -> Result<Self, IndexError> {
        let mut diff = Self::default();
        pair_up(left, right, |pairing| diff.add(pairing))?;
        Ok(diff)
    }

    fn add(&mut self, pairing: Pairing) {
        match pairing {
            Pairing::Left(record) => self.only_left.push(record.id),
            Pairing::Right(record) => self.only_right.push(record.id),
            Pairing::Both { left, right, differences } => {
                let instance = format!("{} {}", left.world, left.instance);
                let names = [left.instance, right.instance];
                if names[0] != names[1] {
                    self.renamed.insert(names);
                }
                let statuses = [left.status, right.status];
                self.pairs.push(MeasuredPair {
                    id: left.id,
                    instance,
                    statuses,
                    measured: [left.measured.clone(), right.measured.clone()],
                });
                if !differences.is_empty() {
                    self.changed.push((left.id, differences));
                }
            }
        }
    }

    /// True if both have the same trials with the same deterministic fields.
    pub const fn is_equal(&self) -> bool {
        self.only_left.is_empty() && self.only_right.is_empty() && self.changed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::store::tests::{line, record};
    use searchlab_trial::record::Answer;

    #[test]
    fn every_field_but_the_measured_ones_counts() {
        let one = record(7);
        let mut other = one.clone();
        other.measured.seconds = 9.0;
        assert_eq!(differences(&one, &other), vec![]);
        other.counters.expanded += 1;
        other.per_iteration.pop();
        other.params.insert("weight".to_owned(), Value::from(2));
        other.status = Status::LimitNodes;
        let found = differences(&one, &other);
        let fields: Vec<_> = found.iter().map(|difference| difference.field.as_str()).collect();
        assert_eq!(fields, ["params.weight", "status", "counters.expanded", "per_iteration"]);
        let values = |index: usize| (found[index].left.as_str(), found[index].right.as_str());
        assert_eq!(
            [values(0), values(1), values(2)],
            [("nothing", "2"), ("\"solved\"", "\"limit:nodes\""), ("7", "8")]
        );
    }

    #[test]
    fn of_long_texts_the_place_is_shown() {
        let answer = |moves: String| Some(Answer { value: 1.0, exact: None, moves: Moves::Text(moves), depth: None });
        let path = "äUDLR".repeat(1_000);
        let one = Record { result: answer(path.clone()), ..record(1) };
        let other = Record { result: answer(path.clone() + "X"), ..record(1) };
        let found = differences(&one, &other);
        assert_eq!(found[0].field, "result.moves");
        assert_eq!(
            (found[0].left.as_str(), found[0].right.as_str()),
            ("…äUDLRäUDLRäUDLRäUDLR\"", "…äUDLRäUDLRäUDLRäUDLRX\"")
        );
    }

    #[test]
    fn what_the_clock_decided_is_measured() {
        let done = record(1);
        let mut late = Record { status: Status::LimitTime, result: None, ..record(1) };
        late.counters.expanded = 3;
        let stopped = Record { status: Status::Interrupted, ..late.clone() };
        for (left, right) in [(&done, &late), (&late, &done), (&late, &stopped)] {
            assert_eq!(differences(left, right), vec![]);
        }
        assert_eq!(differences(&done, &Record { seed: 5, ..late })[0].field, "seed");
        let limited = Record { status: Status::LimitNodes, ..record(1) };
        assert_eq!(differences(&limited, &done)[0].field, "status");
    }

    #[test]
    fn instances_of_two_names_are_paired_by_content() {
        let other = Record { instance: "copy.txt".to_owned(), ..record(1) };
        assert_eq!(differences(&record(1), &other), vec![]);
        let mut diff = Diff::default();
        for _ in 0..2 {
            let (left, right) = (Box::new(record(1)), Box::new(other.clone()));
            diff.add(Pairing::Both { left, right, differences: Vec::new() });
        }
        assert!(diff.is_equal());
        assert!(diff.renamed.into_iter().eq([[record(1).instance, "copy.txt".to_owned()]]));
    }

    #[test]
    fn directories_side_by_side() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, records: &[Record]| {
            let directory = folder.path().join(name);
            std::fs::create_dir(&directory).unwrap();
            std::fs::write(directory.join("records.jsonl"), records.iter().map(line).collect::<String>()).unwrap();
            directory
        };
        let mut changed = record(3);
        changed.counters.expanded = 0;
        let slower = Measured { seconds: 9.0, ..Measured::default() };
        let left = write("a", &[record(5), record(3), record(2), record(9)]);
        let right = write("b", &[record(8), changed, Record { measured: slower, ..record(5) }, record(4)]);
        let diff = Diff::of(&left, &right).unwrap();
        assert_eq!(diff.only_left, [TrialId(2), TrialId(9)]);
        assert_eq!(diff.only_right, [TrialId(8), TrialId(4)]);
        assert_eq!(diff.changed.len(), 1);
        assert_eq!((diff.changed[0].0, diff.changed[0].1[0].field.as_str()), (TrialId(3), "counters.expanded"));
        let seconds: Vec<_> =
            diff.pairs.iter().map(|pair| pair.measured.each_ref().map(|measured| measured.seconds)).collect();
        assert_eq!(seconds, [[record(5).measured.seconds, 9.0], [record(3).measured.seconds; 2]]);
        assert!(!diff.is_equal() && Diff::of(&left, &left).unwrap().is_equal());
        let empty = write("c", &[]);
        std::fs::remove_file(empty.join("records.jsonl")).unwrap();
        let shown = Diff::of(&left, &empty).unwrap_err().to_string();
        assert!(shown.contains("there are no records in"), "{shown}");
        assert!(Diff::of(&left, &folder.path().join("d")).unwrap_err().to_string().contains("there is no directory"));
    }
}
