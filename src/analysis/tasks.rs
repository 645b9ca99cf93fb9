//! Trials gathered into tasks: the repeats of one trial are one, so that they do not pose as independent instances.
//!
//! What is deterministic is taken from the first repeat, or from the first that finished if a limit ended that one.
//! What is measured becomes the median over the repeats. A trial that a limit ended gives a lower bound of what it would
//! have cost (nodes, counters, seconds, bytes); of what it would have found, and of rates and shares, it gives nothing,
//! and that is counted. A trial that found that there is no solution has finished. A trial that failed gives nothing.

use rustc_hash::FxHashMap;

use super::axes::Axes;
use super::field::Field;
use super::frame::Frame;
use crate::search::budget::Status;
use crate::statistics::censored::Censored;
use crate::statistics::survival::Survival;

/// Some of the rows of a frame, task by task.
#[derive(Debug)]
pub struct Tasks<'f> {
    frame: &'f Frame,
    /// The rows, the repeats of a task beside each other in the order of the repeat.
    rows: Vec<u32>,
    /// Where each task begins, and the end.
    starts: Vec<u32>,
}

/// What a task gives for a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reading {
    /// A number, or a lower bound of it.
    Number(Censored),
    /// A limit ended it before there was one.
    CutOff,
    /// There is none.
    None,
}

impl Reading {
    /// The number or bound, if there is one.
    pub const fn number(self) -> Option<Censored> {
        match self {
            Self::Number(number) => Some(number),
            Self::CutOff | Self::None => None,
        }
    }
}

/// Whether a trial that failed or that a limit ended has not come to its end.
pub fn is_unfinished(status: Status) -> bool {
    status.is_incomplete() || status == Status::Error
}

/// Whether a trial that a limit ended gives a lower bound: whether the number only grows during a search.
const fn is_growing(field: &Field) -> bool {
    matches!(field, Field::Nodes | Field::Counter(_) | Field::Seconds | Field::CpuSeconds | Field::PeakBytes)
}

impl<'f> Tasks<'f> {
    /// The tasks of these rows. Records are repeats of one task if they agree in all that tells trials apart and in the
    /// fields of `apart`, and differ in the repeat. Records that do not even differ in that are tasks of their own.
    pub fn of(frame: &'f Frame, rows: &[usize], axes: &Axes, apart: &[Field]) -> Self {
        let mut fields = axes.identity();
        fields.extend(apart.iter().filter(|field| field.is_key() && !axes.fields().contains(field)).cloned());
        let codes = codes(frame, rows, &fields);
        let repeat = |row: usize| frame.place(&Field::Repeat, row).map_or(0, |place| place as u32 + 1);
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
        // The first column becomes how many of the same repeat stand before.
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the rows come from.
    pub const fn frame(&self) -> &'f Frame {
        self.frame
    }

    /// The rows of a task, one for each repeat.
    pub fn repeats(&self, task: usize) -> &[u32] {
        &self.rows[self.starts[task] as usize..self.starts[task + 1] as usize]
    }

    /// The row that stands for a task: the first repeat that finished, or else the first.
    pub fn lead(&self, task: usize) -> usize {
        let rows = self.repeats(task);
        let finished = rows.iter().find(|&&row| !is_unfinished(self.frame.status(row as usize)));
        *finished.unwrap_or(&rows[0]) as usize
    }

    /// Whether any repeat of a task came to its end.
    pub fn is_finished(&self, task: usize) -> bool {
        !is_unfinished(self.frame.status(self.lead(task)))
    }

    /// What a task gives for a field.
    pub fn reading(&self, task: usize, field: &Field) -> Reading {
        let rows = self.repeats(task);
        if rows.len() == 1 || !field.is_measured() {
            return self.reading_of(self.lead(task), field);
        }
        let readings: Vec<Reading> = rows.iter().map(|&row| self.reading_of(row as usize, field)).collect();
        let numbers: Vec<Censored> = readings.iter().filter_map(|reading| reading.number()).collect();
        match Survival::of(&numbers) {
            Ok(survival) => Reading::Number(survival.median()),
            Err(_) if readings.contains(&Reading::CutOff) => Reading::CutOff,
            Err(_) => Reading::None,
        }
    }

    fn reading_of(&self, row: usize, field: &Field) -> Reading {
        let status = self.frame.status(row);
        let number = self.frame.number(field, row);
        if field.is_key() || !is_unfinished(status) {
            return number.map_or(Reading::None, |number| Reading::Number(Censored::finished(number)));
        }
        match number {
            _ if status == Status::Error => Reading::None,
            Some(number) if is_growing(field) => Reading::Number(Censored::at_least(number)),
            _ => Reading::CutOff,
        }
    }
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
        for (code, &row) in codes.iter_mut().zip(rows) {
            *code = *code * values + frame.place(field, row).map_or(0, |place| place as u64 + 1);
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
pub(super) fn ranked(tasks: &Tasks<'_>, fields: &[Field]) -> (Vec<Vec<Option<usize>>>, Vec<usize>) {
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
