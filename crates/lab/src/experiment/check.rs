//! Records that cannot be those of their trials.
//!
//! Idea        The id of a trial is the hash of its parts and of what its instance is, which a record does not say: of
//!             the record alone only what was measured can be checked. Where there is a plan, it knows the trial of
//!             each id, and every part that the record repeats must be equal. The name of the instance may be another:
//!             two files of equal content are one instance.
//! Not here    Two records of one trial (diff.rs).

use std::fmt;
use std::path::Path;

use serde_json::Value;

use super::failure::shown;
use super::plan::{Plan, Planned};
use super::reader::excerpt;
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::record::{Measured, Record};

/// Seconds beyond which no trial goes on: thirty years.
const MOST_SECONDS: f64 = 1e9;
/// Bytes that no machine has.
const MOST_BYTES: u64 = 1 << 60;

/// A field of a record that is wrong.
#[derive(Debug)]
pub(super) struct Problem {
    field: String,
    label: String,
    help: &'static str,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.label)
    }
}

impl Problem {
    /// The message, with the place in the line of the record.
    pub(super) fn diagnostic(&self, path: &Path, number: u64, line: &[u8]) -> Diagnostic {
        let Self { field, label, help } = self;
        let (at, length) = find_field(line, field);
        Diagnostic::new(format!("line {number} of {} is not the record of its trial: wrong {field}", shown(path)))
            .at(excerpt(path, number, line, at, length, label))
            .help(*help)
    }
}

/// A measured number that no clock or allocator gives.
pub(super) fn measured_problem(record: &Record) -> Option<Problem> {
    let Measured { seconds, cpu_seconds, peak_bytes, seconds_per_move } = &record.measured;
    let is_time = |seconds: &f64| (0.0..=MOST_SECONDS).contains(seconds);
    let field = if !is_time(seconds) {
        "measured.seconds"
    } else if !is_time(cpu_seconds) {
        "measured.cpu_seconds"
    } else if *peak_bytes > MOST_BYTES {
        "measured.peak_bytes"
    } else if !seconds_per_move.iter().flat_map(|sides| sides.iter().flatten()).all(is_time) {
        "measured.seconds_per_move"
    } else {
        return None;
    };
    Some(Problem {
        field: field.to_owned(),
        label: "no measurement gives this number".to_owned(),
        help: "the line was changed, or the machine is faulty: delete it, then run the trial again",
    })
}

/// Where a record contradicts the trial that the plan has under its id.
pub(super) fn plan_problem(record: &Record, plan: &Plan, planned: &Planned) -> Option<Problem> {
    // Nearly all are equal, and comparing is much quicker than taking apart.
    if plan.agrees(planned, record) {
        return None;
    }
    let trial = plan.trial(planned);
    let json = |value: serde_json::Result<Value>| value.unwrap_or_default();
    let field = |name: &str, found: Value, planned: Value| (name.to_owned(), found, planned);
    let mut fields = vec![
        field("world", record.world.clone().into(), trial.world.into()),
        field("algorithm", record.algorithm.clone().into(), trial.algorithm.into()),
    ];
    for name in record.params.keys().chain(trial.params.keys()) {
        let [found, planned] = [&record.params, &trial.params].map(|it| it.get(name).cloned().unwrap_or_default());
        fields.push(field(&format!("params.{name}"), found, planned));
    }
    fields.extend([
        field("depth", record.depth.into(), trial.depth.into()),
        field("limits", json(serde_json::to_value(record.limits)), json(serde_json::to_value(trial.limits))),
        field("seed", record.seed.into(), trial.seed.into()),
        field("repeat", record.repeat.into(), trial.repeat.into()),
    ]);
    let (field, _, planned) = fields.into_iter().find(|(_, found, planned)| found != planned)?;
    let planned = if planned.is_null() { "none".to_owned() } else { planned.to_string() };
    Some(Problem {
        field,
        label: format!("the trial {} has {planned}", record.id),
        help: "the line was changed: delete it, then run the trial again",
    })
}

/// The place of the field `counters.expanded` or `per_iteration[2].cutoffs` in a line: its first byte, and the number
/// of bytes to mark. For the eye only: the whole line where it is not found.
pub(super) fn find_field(line: &[u8], field: &str) -> (usize, usize) {
    let find = |from: usize, text: &str| {
        let found = line[from..].windows(text.len()).position(|window| window == text.as_bytes());
        found.map(|found| from + found)
    };
    let mut at = 0;
    for part in field.split('.') {
        let (name, number) = part.split_once('[').map_or((part, None), |(name, rest)| {
            (name, rest.strip_suffix(']').and_then(|number| number.parse::<usize>().ok()))
        });
        let Some(found) = find(at, &format!("\"{name}\":")) else { return (at, 1) };
        at = found;
        for _ in 0..number.map_or(0, |number| number + 1) {
            let Some(found) = find(at + 1, "{") else { return (at, 1) };
            at = found;
        }
    }
    let end = line[at..].iter().position(|byte| matches!(byte, b',' | b'}' | b']')).unwrap_or(line.len() - at);
    (at, end.max(1))
}

#[cfg(test)]
mod tests {
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
}
