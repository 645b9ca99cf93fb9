//! Records that disagree with their trials, and figures that nothing measures.

use super::*;
use crate::experiment::reader::Reader;
use crate::experiment::store::tests::{line, record};
use searchlab_trial::diagnostic::Source;

#[test]
fn fields_are_found() {
    let line = r#"{"id":"1","result":{"moves":"a"},"counters":{"expanded":5},"per_iteration":[{"depth":1,"expanded":2},{"depth":2,"expanded":3}]}"#;
    for (field, text) in [
        ("counters.expanded", "\"expanded\":5"),
        ("per_iteration[1].expanded", "\"expanded\":3"),
        ("per_iteration[1]", "{\"depth\":2"),
        ("result", "\"result\":{\"moves\":\"a\""),
        ("id", "\"id\":\"1\""),
        ("result.none", "\""),
    ] {
        let (at, length) = find_field(line.as_bytes(), field);
        assert_eq!(&line[at..at + length], text, "{field}");
    }
    assert_eq!(find_field(b"", "x"), (0, 1));
}

/// A change, the field that is wrong then, and more of what is said.
type Case<T> = (fn(&mut T), &'static str, &'static str);

/// The error of reading the file of these records.
fn told(records: &[Record], plan: Option<&Plan>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.jsonl");
    std::fs::write(&path, records.iter().map(line).collect::<String>()).unwrap();
    let error = Reader::open(&path).unwrap().against(plan).find_map(Result::err);
    error.map_or(String::new(), |problems| problems.to_string())
}

#[test]
fn a_record_agrees_with_the_trial_of_its_id() {
    let text = "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"mtdf\"]\n[sweep]\ndepth = [2]\n";
    let (_, plan) = Plan::read(Source::new("x.toml", text), Path::new("."), 9).unwrap();
    let trial = plan.trial(&plan.trials[0]);
    let good = Record {
        id: trial.id(),
        instance: "another name".to_owned(),
        world: trial.world,
        algorithm: trial.algorithm,
        params: trial.params,
        depth: trial.depth,
        limits: trial.limits,
        seed: trial.seed,
        repeat: trial.repeat,
        ..record(1)
    };
    // The plan does not know the second.
    assert_eq!(told(&[good.clone(), record(2)], Some(&plan)), "");
    let changed = |change: fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        record
    };
    let cases: [Case<Record>; 8] = [
        (|it| it.world = "maze".to_owned(), "wrong world", "has \"othello\""),
        (|it| it.algorithm = "pvs".to_owned(), "wrong algorithm", "has \"mtdf\""),
        (|it| drop(it.params.insert("table-bits".to_owned(), 4.into())), "wrong params.table-bits", "has "),
        (|it| drop(it.params.insert("luck".to_owned(), 4.into())), "wrong params.luck", "has none"),
        (|it| it.depth = Some(7), "wrong depth", "has 2"),
        (|it| it.limits.nodes = Some(7), "wrong limits", "has {}"),
        (|it| it.seed = 7, "wrong seed", "has 0"),
        (|it| it.repeat = 7, "wrong repeat", "has 0"),
    ];
    for (change, field, planned) in cases {
        let shown = told(&[good.clone(), changed(change)], Some(&plan));
        assert!(shown.contains(field) && shown.contains(planned) && shown.contains("records.jsonl:2:"), "{shown}");
        assert_eq!(told(&[changed(change)], None), "", "nobody knows without a plan");
    }
}

#[test]
fn numbers_that_nothing_measures_are_refused() {
    let cases: [Case<Measured>; 5] = [
        (|it| it.seconds = -0.5, "measured.seconds", ""),
        (|it| it.seconds = 1e300, "measured.seconds", ""),
        (|it| it.cpu_seconds = -1e-9, "measured.cpu_seconds", ""),
        (|it| it.peak_bytes = u64::MAX, "measured.peak_bytes", ""),
        (|it| it.seconds_per_move = Some(Box::new([vec![0.0], vec![0.1, -0.1]])), "measured.seconds_per_move", ""),
    ];
    for (change, field, _) in cases {
        let mut bad = record(1);
        change(&mut bad.measured);
        let shown = told(&[record(2), bad], None);
        assert!(shown.contains(&format!("wrong {field}")) && shown.contains("records.jsonl:2:"), "{shown}");
    }
}
