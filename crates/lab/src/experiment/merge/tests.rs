use std::fs;

use super::super::shard::Shard;
use super::super::store::Store;
use super::super::store::tests::{line, record};
use super::*;
use searchlab_trial::record::{Record, Status};

/// Ids that are spread like real ones, in an order of their own.
fn plan() -> Vec<TrialId> {
    (0..200u64).map(|number| TrialId((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect()
}

fn write(directory: &Path, records: &[Record]) {
    fs::create_dir_all(directory).unwrap();
    fs::write(directory.join("records.jsonl"), records.iter().map(line).collect::<String>()).unwrap();
}

fn read(directory: &Path) -> String {
    fs::read_to_string(directory.join("records.jsonl")).unwrap()
}

#[test]
fn one_shard_and_five_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let expected: String = plan().iter().map(|id| line(&record(id.0))).collect();
    let shards = |count: u32| (0..count).map(move |index| Shard::new(index, count).unwrap());
    // In one directory, merged in place; and in a directory each.
    for count in [1, 5] {
        let one = folder.path().join(format!("one-{count}"));
        let each: Vec<PathBuf> =
            shards(count).map(|shard| folder.path().join(format!("{count}-{}", shard.file_part()))).collect();
        for (shard, own) in shards(count).zip(&each) {
            for directory in [&one, own] {
                let mut store = Store::open(directory, Some(shard), None, "run").unwrap();
                // Shards need not keep to the order.
                for id in plan().iter().rev().filter(|id| shard.owns(**id)) {
                    store.append(&record(id.0)).unwrap();
                }
            }
        }
        let merged = merge(&[&one], &plan(), &one, "merge").unwrap();
        assert_eq!(merged, Merged { records: 200, ..Merged::default() });
        assert!(read(&one) == expected);
        let again = merge(&[&one], &plan(), &one, "merge").unwrap();
        assert_eq!(again.duplicates, 200, "the shards are still there");
        assert!(read(&one) == expected);
        let target = folder.path().join(format!("target-{count}"));
        let inputs: Vec<&Path> = each.iter().map(PathBuf::as_path).collect();
        merge(&inputs, &plan(), &target, "merge").unwrap();
        assert!(read(&target) == expected);
    }
}

#[test]
fn what_is_missing_or_not_planned_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b, target) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
    write(&a, &[record(9), record(2), record(1)]);
    write(&b, &[record(8), record(2), Record { status: Status::Interrupted, ..record(5) }]);
    write(&target, &[record(3)]);
    let plan = [5, 3, 2, 4, 1].map(TrialId);
    let merged = merge(&[&a, &b], &plan, &target, "merge").unwrap();
    let expected = Merged { records: 6, duplicates: 1, unplanned: 2, missing: vec![TrialId(5), TrialId(4)] };
    assert_eq!(merged, expected);
    let ids: Vec<u64> = read(&target).lines().map(|line| serde_json::from_str::<Record>(line).unwrap().id.0).collect();
    assert_eq!(ids, [5, 3, 2, 1, 8, 9], "the target keeps what it had");
}

#[test]
fn a_conflict_is_shown_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let mut other = record(2);
    other.counters.expanded = 77;
    write(&a, &[record(1), record(2)]);
    write(&b, &[other, record(3)]);
    let before = read(&a);
    let error = merge(&[&b], &[], &a, "merge").unwrap_err();
    assert!(matches!(error, IndexError::Conflicts(_)));
    let shown = error.to_string();
    for part in [
        "two records of trial 0000000000000002 differ in counters.expanded",
        "a/records.jsonl:2:",
        "b/records.jsonl:1:",
        "2 here",
        "77 here",
        "\"expanded\":77",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    assert_eq!(read(&a), before);
    let names: Vec<_> = fs::read_dir(&a).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "records and lock only: {names:?}");
}

#[test]
fn a_finished_record_counts_more_than_one_that_the_clock_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    let late = Record { status: Status::LimitTime, result: None, ..record(1) };
    let stopped = Record { status: Status::Interrupted, result: None, ..record(2) };
    let mut later = Record { status: Status::LimitTime, ..record(2) };
    later.counters.expanded = 99;
    write(&a, &[late, stopped]);
    write(&b, &[record(1), later.clone()]);
    for inputs in [[a.as_path(), &b], [&b, &a]] {
        let target = tempfile::tempdir().unwrap();
        merge(&inputs, &[], target.path(), "merge").unwrap();
        assert_eq!(read(target.path()), line(&record(1)) + &line(&later));
    }
}

#[test]
fn nobody_may_write_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), Shard::new(0, 2), None, "run").unwrap();
    let shown = merge(&[folder.path()], &[], folder.path(), "merge").unwrap_err().to_string();
    assert!(shown.contains("another run is writing"), "{shown}");
    drop(store);
    merge(&[folder.path()], &[], folder.path(), "merge").unwrap();
}
