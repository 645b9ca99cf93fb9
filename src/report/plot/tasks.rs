//! Tasks: what was asked of an algorithm, however often it was repeated.
//!
//! A task is a world, an instance, an algorithm and a value of every axis. Of its repeats, what is deterministic is
//! taken from the first, what is measured is the median. A trial that a limit ended gives a lower bound of what it
//! cost, and nothing of values, rates and shares; one that ended in an error gives nothing.

use rustc_hash::FxHashMap;

use super::Plan;
use crate::analysis::field::{Field, Measure};
use crate::analysis::frame::Frame;
use crate::analysis::request::Statistic;
use crate::record::Status;
use crate::statistics::censored::Censored;
use crate::statistics::survival::Survival;

/// A task with its trials.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// The rows of its repeats, the first repeat first.
    pub(super) rows: Vec<usize>,
}

/// A task with its value and that of the baseline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// The place of the task.
    pub(super) task: usize,
    /// Its value.
    pub(super) value: Censored,
    /// The value of the baseline.
    pub(super) baseline: Censored,
}

impl Task {
    /// The row that stands for all.
    pub(super) fn row(&self) -> usize {
        self.rows[0]
    }
}

type Place = Option<u32>;

/// The places of a row's keys.
fn places(frame: &Frame, fields: &[Field], row: usize) -> Vec<Place> {
    fields.iter().map(|field| frame.place(field, row).map(|place| place as u32)).collect()
}

/// The keys that make a task.
fn task_fields(plan: &Plan) -> Vec<Field> {
    let always = [Field::World, Field::Instance, Field::Algorithm];
    let keys = always.into_iter().chain(plan.axes.iter().chain(&plan.series).chain(&plan.x).cloned());
    let mut fields: Vec<Field> = keys.filter(|field| field.is_key() && *field != Field::Repeat).collect();
    fields.sort();
    fields.dedup();
    fields
}

/// The tasks of these rows, in the order of their first rows.
pub(super) fn tasks(plan: &Plan, frame: &Frame, rows: &[usize]) -> Vec<Task> {
    // A repeat that was asked for by name is a value like any other.
    let mut fields = task_fields(plan);
    if plan.series.contains(&Field::Repeat) || plan.x == Some(Field::Repeat) {
        fields.push(Field::Repeat);
    }
    let mut known: FxHashMap<Vec<Place>, usize> = FxHashMap::default();
    let mut tasks: Vec<Task> = Vec::new();
    for &row in rows.iter().filter(|&&row| frame.status(row) != Status::Error) {
        let place = *known.entry(places(frame, &fields, row)).or_insert_with(|| {
            tasks.push(Task { rows: Vec::new() });
            tasks.len() - 1
        });
        tasks[place].rows.push(row);
    }
    for task in &mut tasks {
        task.rows.sort_by_key(|&row| (frame.place(&Field::Repeat, row), row));
    }
    tasks
}

/// The value of a field of a task.
pub(super) fn value(frame: &Frame, task: &Task, field: &Field) -> Option<Censored> {
    let observed = |&row: &usize| observed(frame, field, row);
    if !field.is_measured() || task.rows.len() == 1 {
        return task.rows.first().and_then(observed);
    }
    let values: Vec<Censored> = task.rows.iter().filter_map(observed).collect();
    Survival::of(&values).ok().map(|survival| survival.median())
}

/// What the plan asks of a task: the value of y, or how it ended where only that counts.
pub(super) fn asked(plan: &Plan, frame: &Frame, task: &Task) -> Option<Censored> {
    match plan.statistic {
        Statistic::Count | Statistic::Finished => {
            Some(Censored { value: 0.0, is_bound: frame.status(task.row()).is_incomplete() })
        }
        _ => value(frame, task, &plan.y),
    }
}

fn observed(frame: &Frame, field: &Field, row: usize) -> Option<Censored> {
    let number = frame.number(field, row).filter(|number| number.is_finite())?;
    if field.is_key() || !frame.status(row).is_incomplete() {
        return Some(Censored::finished(number));
    }
    (field.measure() != Measure::Plain).then(|| Censored::at_least(number))
}

/// Each task with the value of the baseline for the same task, and how many have none. Tasks of the baseline itself are
/// left out.
///
/// # Errors
/// No trial of the baseline, or several that fit one task.
pub(super) fn pairs(plan: &Plan, frame: &Frame, tasks: &[Task]) -> Result<(Vec<Pair>, usize), String> {
    let Some((selector, name)) = &plan.baseline else {
        return Err("this kind of chart needs a `baseline`".to_owned());
    };
    let rows = selector.rows(frame);
    if rows.is_empty() {
        return Err(format!("no trial is of the baseline {name}"));
    }
    let is_baseline: rustc_hash::FxHashSet<usize> = rows.iter().copied().collect();
    let baseline_tasks = self::tasks(plan, frame, &rows);
    // What the baseline fixes, and what its trials do not have, is not compared.
    let mut fields = task_fields(plan);
    fields.retain(|field| {
        !selector.fields().any(|fixed| fixed == field) && rows.iter().any(|&row| frame.place(field, row).is_some())
    });
    let mut known: FxHashMap<Vec<Place>, usize> = FxHashMap::default();
    for (index, task) in baseline_tasks.iter().enumerate() {
        if known.insert(places(frame, &fields, task.row()), index).is_some() {
            return Err(format!("the baseline {name} has several trials for one task; narrow it by further fields"));
        }
    }
    let mut pairs = Vec::new();
    let mut alone = 0;
    for (index, task) in tasks.iter().enumerate().filter(|(_, task)| !is_baseline.contains(&task.row())) {
        let other = known.get(&places(frame, &fields, task.row())).map(|&other| &baseline_tasks[other]);
        let both = value(frame, task, &plan.y).zip(other.and_then(|other| value(frame, other, &plan.y)));
        match both {
            Some((value, baseline)) => pairs.push(Pair { task: index, value, baseline }),
            None => alone += 1,
        }
    }
    if pairs.is_empty() {
        let tasks = tasks.len();
        return Err(format!(
            "none of {tasks} tasks has a number for {} here and in the baseline {name}",
            plan.y.name()
        ));
    }
    Ok((pairs, alone))
}
