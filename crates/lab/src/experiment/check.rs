//! Records that cannot be those of their trials.
//!
//! Idea        The id of a trial is the hash of its parts and of what its instance is, which a record does not say: of
//!             the record alone only what was measured can be checked. Where there is a plan, it knows the trial of
//!             each id, and every part that the record repeats must be equal. The name of the instance may be another:
//!             two files of equal content are one instance.
//! Not here    Two records of one trial (diff.rs).

#[cfg(test)]
mod tests;

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
