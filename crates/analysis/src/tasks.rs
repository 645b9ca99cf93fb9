//! Trials gathered into tasks: the repeats of one trial are one, so that they do not pose as independent instances.
//!
//! Deterministic fields are taken from the first repeat, or from the first that finished if a limit ended that one.
//! Measured fields become the median over the repeats. A trial that a limit ended gives a lower bound of its cost
//! (nodes, counters, seconds, bytes); for its result, and for rates and shares, it gives nothing, and that is counted.
//! A trial that found that there is no solution has finished. A trial that failed gives nothing.

use rustc_hash::FxHashMap;

use super::axes::Axes;
use super::field::Field;
use super::frame::{Frame, View};
use searchlab_search::budget::Status;
use searchlab_statistics::censored::Censored;
use searchlab_statistics::survival::Survival;

/// Some of the rows of a frame, task by task.
#[derive(Debug)]
pub struct InstanceGroups<'f> {
    frame: &'f Frame,
    /// The rows, the repeats of a task beside each other in the order of the repeat.
    rows: Vec<u32>,
    /// Where each task begins, and the end.
    starts: Vec<u32>,
}

/// The value of a task for a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TaskValue {
    /// A number, or a lower bound of it.
    Number(Censored),
    /// A limit ended it before there was one.
    CutOff,
    /// There is none.
    None,
}

impl TaskValue {
    /// The number or bound, if there is one.
    pub const fn number(self) -> Option<Censored> {
        match self {
            Self::Number(number) => Some(number),
            Self::CutOff | Self::None => None,
        }
    }
}

/// True for a trial that failed or that a limit ended.
pub(crate) fn is_unfinished(status: Status) -> bool {
    status.is_incomplete() || status == Status::Error
}

/// True if the number only grows during a search, so that a trial that a limit ended gives a lower bound.
const fn is_growing(field: &Field) -> bool {
    matches!(field, Field::Nodes | Field::Counter(_) | Field::Seconds | Field::CpuSeconds | Field::PeakBytes)
}

impl<'f> InstanceGroups<'f> {
    /// The tasks of these rows. Records are repeats of one task if they agree in all that tells trials apart and in the
    /// fields of `apart`, and differ in the repeat. Records that do not even differ in that are tasks of their own.
    pub fn of(frame: &'f Frame, rows: &[usize], axes: &Axes, apart: &[Field]) -> Self {
        let mut fields = axes.identity();
        fields.extend(apart.iter().filter(|field| field.is_key() && !axes.fields().contains(field)).cloned());
        let codes = codes(frame, rows, &fields);
        let repeats = frame.view(&Field::Repeat);
        let repeat = |row: usize| repeats.place(row).map_or(0, |place| place as u32 + 1);
        let mut order: Vec<(u64, u32, u32)> =
            rows.iter().zip(codes).map(|(&row, code)| (code, repeat(row), row as u32)).collect();
        order.sort_unstable();
        let mut tasks = Self { frame, rows: Vec::with_capacity(rows.len()), starts: vec![0] };
        for group in order.chunk_by_mut(|one, other| one.0 == other.0) {
            tasks.push(group);
        }
        tasks
    }

    /// Adds records that agree in all but the repeat, in whose order they stand.
    fn push(&mut self, group: &mut [(u64, u32, u32)]) {
        // The first column becomes the number of the same repeats before.
        let mut twins = 0;
        for place in 0..group.len() {
            twins = if place > 0 && group[place - 1].1 == group[place].1 { twins + 1 } else { 0 };
            group[place].0 = twins;
        }
        group.sort_unstable();
        for task in group.chunk_by(|one, other| one.0 == other.0) {
            self.rows.extend(task.iter().map(|entry| entry.2));
            self.starts.push(self.rows.len() as u32);
        }
    }

    /// Each row a task of its own: the trials themselves.
    pub fn trials(frame: &'f Frame, rows: &[usize], axes: &Axes) -> Self {
        Self::of(frame, rows, axes, &[Field::Repeat])
    }

    /// The number of tasks.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The frame of the rows.
    pub const fn frame(&self) -> &'f Frame {
        self.frame
    }

    /// The rows of a task, one for each repeat.
    pub(crate) fn repeats(&self, task: usize) -> &[u32] {
        &self.rows[self.starts[task] as usize..self.starts[task + 1] as usize]
    }

    /// The row that stands for a task: the first repeat that finished, or else the first.
    pub fn lead(&self, task: usize) -> usize {
        let rows = self.repeats(task);
        let finished = rows.iter().find(|&&row| !is_unfinished(self.frame.status(row as usize)));
        *finished.unwrap_or(&rows[0]) as usize
    }

    /// True if any repeat of a task came to its end.
    pub fn is_finished(&self, task: usize) -> bool {
        !is_unfinished(self.frame.status(self.lead(task)))
    }

    /// The values of the tasks for a field, for a look at many of them.
    pub fn values<'t>(&'t self, field: &Field) -> TaskValues<'t> {
        TaskValues {
            tasks: self,
            view: self.frame.view(field),
            is_key: field.is_key(),
            is_measured: field.is_measured(),
            is_growing: is_growing(field),
        }
    }
}

/// The values of tasks for one field.
#[derive(Debug, Clone, Copy)]
pub struct TaskValues<'t> {
    tasks: &'t InstanceGroups<'t>,
    view: View<'t>,
    is_key: bool,
    is_measured: bool,
    is_growing: bool,
}

impl TaskValues<'_> {
    /// The value of a task.
    pub fn of(&self, task: usize) -> TaskValue {
        let rows = self.tasks.repeats(task);
        if rows.len() == 1 || !self.is_measured {
            return self.of_row(self.tasks.lead(task));
        }
        let values: Vec<TaskValue> = rows.iter().map(|&row| self.of_row(row as usize)).collect();
        let numbers: Vec<Censored> = values.iter().filter_map(|value| value.number()).collect();
        match Survival::of(&numbers) {
            Ok(survival) => TaskValue::Number(survival.median()),
            Err(_) if values.contains(&TaskValue::CutOff) => TaskValue::CutOff,
            Err(_) => TaskValue::None,
        }
    }

    fn of_row(&self, row: usize) -> TaskValue {
        let status = self.tasks.frame.status(row);
        let number = self.view.number(row);
        if self.is_key || !is_unfinished(status) {
            return number.map_or(TaskValue::None, |number| TaskValue::Number(Censored::finished(number)));
        }
        match number {
            _ if status == Status::Error => TaskValue::None,
            Some(number) if self.is_growing => TaskValue::Number(Censored::at_least(number)),
            _ => TaskValue::CutOff,
        }
    }
}

/// A number for each task, equal for tasks on one instance.
pub fn instance_codes(tasks: &InstanceGroups<'_>) -> Vec<u64> {
    let leads: Vec<usize> = (0..tasks.len()).map(|task| tasks.lead(task)).collect();
    codes(tasks.frame(), &leads, &[Field::World, Field::Instance])
}

/// A number for each row, equal for rows that agree in all of the fields. To have no value is a value.
pub(super) fn codes(frame: &Frame, rows: &[usize], fields: &[Field]) -> Vec<u64> {
    let mut codes = vec![0; rows.len()];
    // All codes are below.
    let mut end = 1u64;
    for field in fields {
        let values = frame.keys(field).len() as u64 + 1;
        if end.checked_mul(values).is_none() {
            end = renumber(&mut codes);
        }
        let view = frame.view(field);
        for (code, &row) in codes.iter_mut().zip(rows) {
            *code = *code * values + view.place(row).map_or(0, |place| place as u64 + 1);
        }
        end *= values;
    }
    codes
}

/// Makes the codes small without changing which of them are equal. Rows and values number less than 2^32, so there is
/// room for one more field.
fn renumber(codes: &mut [u64]) -> u64 {
    let mut known: FxHashMap<u64, u64> = FxHashMap::default();
    for code in codes {
        let next = known.len() as u64;
        *code = *known.entry(*code).or_insert(next);
    }
    known.len() as u64
}

/// The different values of some fields, in order, and which of them each task has.
pub(super) fn ranked(tasks: &InstanceGroups<'_>, fields: &[Field]) -> (Vec<Vec<Option<usize>>>, Vec<usize>) {
    let leads: Vec<usize> = (0..tasks.len()).map(|task| tasks.lead(task)).collect();
    let codes = codes(tasks.frame(), &leads, fields);
    let mut values: Vec<(Vec<Option<usize>>, u64)> = Vec::new();
    let mut known: FxHashMap<u64, usize> = FxHashMap::default();
    for (&code, &row) in codes.iter().zip(&leads) {
        known.entry(code).or_insert_with(|| {
            values.push((fields.iter().map(|field| tasks.frame().place(field, row)).collect(), code));
            values.len() - 1
        });
    }
    values.sort_unstable();
    for (rank, (_, code)) in values.iter().enumerate() {
        known.insert(*code, rank);
    }
    let ranks = codes.iter().map(|code| known[code]).collect();
    (values.into_iter().map(|value| value.0).collect(), ranks)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{framed, record};
    use super::*;
    use searchlab_trial::record::Record;

    fn run(repeat: u32, evaluated: u64, seconds: f64, status: Status) -> Record {
        record("board", "a", "pvs")
            .repeat(repeat)
            .evaluated(evaluated)
            .seconds(seconds)
            .value(5.0)
            .status(status)
            .record
    }

    fn read(records: &[Record], field: &Field) -> Vec<TaskValue> {
        let axes = Axes::default();
        let frame = framed(records, axes.identity().into_iter().chain([field.clone()]).collect());
        let tasks = InstanceGroups::of(&frame, &(0..frame.len()).collect::<Vec<_>>(), &axes, &[]);
        (0..tasks.len()).map(|task| tasks.values(field).of(task)).collect()
    }

    fn finished(value: f64) -> TaskValue {
        TaskValue::Number(Censored::finished(value))
    }

    fn at_least(value: f64) -> TaskValue {
        TaskValue::Number(Censored::at_least(value))
    }

    #[test]
    fn first_repeat_that_finished_and_median_of_times() {
        use Status::{Complete, LimitTime};
        let runs = [run(2, 30, 4.0, Complete), run(0, 10, 9.0, LimitTime), run(1, 20, 2.0, Complete)];
        assert_eq!(read(&runs, &Field::Nodes), [finished(20.0)]);
        // 2, 4 and at least 9.
        assert_eq!(read(&runs, &Field::Seconds), [finished(4.0)]);
        let ended = [run(0, 10, 9.0, LimitTime), run(1, 20, 2.0, LimitTime)];
        assert_eq!(read(&ended, &Field::Nodes), [at_least(10.0)]);
        assert_eq!(read(&ended, &Field::Seconds), [at_least(9.0)]);
        assert_eq!(read(&ended, &Field::NodesPerSecond), [TaskValue::CutOff]);
    }

    #[test]
    fn limits_leave_costs_as_bounds_and_nothing_else() {
        let limited = [run(0, 10, 9.0, Status::LimitMemory)];
        assert_eq!(read(&limited, &Field::PeakBytes), [at_least(0.0)]);
        assert_eq!(read(&limited, &Field::Value), [TaskValue::CutOff]);
        assert_eq!(read(&limited, &Field::FirstMoveRate), [TaskValue::CutOff]);
        assert_eq!(read(&[run(0, 10, 9.0, Status::Error)], &Field::Nodes), [TaskValue::None]);
        assert_eq!(read(&[run(0, 10, 9.0, Status::Unsolvable)], &Field::Nodes), [finished(10.0)]);
    }

    /// Whatever the axes forget, no record is dropped.
    #[test]
    fn twins_are_tasks_of_their_own() {
        let twins =
            [run(0, 1, 0.0, Status::Complete), run(0, 2, 0.0, Status::Complete), run(1, 1, 0.0, Status::Complete)];
        assert_eq!(read(&twins, &Field::Nodes), [finished(1.0), finished(2.0)]);
    }

    #[test]
    fn codes_survive_many_fields() {
        let records: Vec<Record> = (0..300u32)
            .map(|place| record("board", &format!("p{}", place % 100), "pvs").depth(place % 3).record)
            .collect();
        let fields = vec![vec![Field::Instance, Field::Depth, Field::World]; 20].concat();
        let frame = framed(&records, vec![]);
        let mut codes = codes(&frame, &(0..300).collect::<Vec<_>>(), &fields);
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 300);
    }
}
