//! Tables: from what is asked and the records to rows of numbers.
//!
//! A cell is of the tasks (tasks.rs) that agree in the fields of the rows and in the one that is spread as columns.
//! Ratios are over pairs (axes.rs), by the statistic of the table. Rows and columns stand in the order of the frame's keys, so nothing
//! depends on the order in which records arrived.
//!
//! Not here: each algorithm against each (wins.rs), which entry is the best (best.rs), the sentences below a table (notes.rs), how it looks (report).

mod best;
mod notes;
#[cfg(test)]
mod tests;
mod wins;

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::axes::{Axes, agreeing, baseline_rows, pairs};
use super::estimate::{Estimate, Measurement};
use super::field::{Field, Measure};
use super::frame::Frame;
use super::ratings;
use super::request::{ClaimStatistic, OneOrMany, Statistic, TableKind, TableRequest};
use super::select::{Selector, described};
use super::summary::{LEVEL, Summary};
use super::table::{Entry, Head, TableData, TableStyle};
use super::tasks::{InstanceGroups, TaskValue, instance_codes, ranked};
use searchlab_statistics::censored::Censored;
use searchlab_trial::text::listed;
use searchlab_worlds::catalog::WORLDS;

impl TableData {
    /// The fields that a frame must hold for a table.
    pub fn fields_of(request: &TableRequest, axes: &Axes) -> Vec<Field> {
        let named = [request.rows.as_ref(), request.values.as_ref()];
        let named = named.into_iter().flatten().flat_map(OneOrMany::as_slice).chain(&request.columns);
        let mut fields: Vec<Field> = named.filter_map(|name| Field::parse(name)).collect();
        if request.kind == TableKind::Ratings {
            fields.extend(ratings::fields());
        }
        fields.extend(Selector::of_filter(&request.filter).fields().cloned());
        fields.extend(
            request.baseline.iter().flat_map(|baseline| Selector::of(baseline).fields().cloned().collect::<Vec<_>>()),
        );
        fields.extend(axes.identity());
        if request.kind == TableKind::Wins {
            fields.push(wins::field_of(request));
        }
        if request.values.is_none() {
            fields.extend(usual_values(true, true));
        }
        fields.sort();
        fields.dedup();
        fields
    }

    /// The table of these records.
    pub fn of(request: &TableRequest, frame: &Frame, axes: &Axes) -> Self {
        let table = match request.kind {
            TableKind::Ratings => Self::of_ratings(request, frame),
            TableKind::Wins => wins::table(request, frame, axes),
            TableKind::Summary => Self::of_summary(request, frame, axes),
        };
        Self { style: TableStyle::of(request), ..table }
    }

    fn of_summary(request: &TableRequest, frame: &Frame, axes: &Axes) -> Self {
        let rows = Selector::of_filter(&request.filter).rows(frame);
        let shape = Shape::of(request, frame, axes, &rows);
        let grouped = shape.grouped();
        let tasks = match request.statistic {
            Statistic::Count | Statistic::Finished => InstanceGroups::trials(frame, &rows, axes),
            _ => InstanceGroups::of(frame, &rows, axes, &grouped),
        };
        let (units, methods) = (instance_codes(&tasks), Methods::default());
        let grid = Grid::of(&tasks, &shape);
        let baseline = Baseline::of(request, axes, &tasks, &grouped);
        let mut columns = grid.keys(&shape, frame);
        for place in 0..grid.columns.len() {
            let group = shape.group(frame, grid.columns[place]);
            for field in &shape.values {
                let cell =
                    |row: usize| quantity((&tasks, &units), grid.cell(row, place), field, request.statistic, &methods);
                let head = Head { group: group.clone(), text: shape.head(field), is_key: false };
                columns.push(Spread { head, place, field: Some(field), entries: grid.each_row(cell) });
                if let Some(baseline) = &baseline {
                    let cell = |row: usize| baseline.ratio((&tasks, &units), grid.cell(row, place), field, &methods);
                    let text = format!("{} ÷ {}", field.name(), baseline.name);
                    let head = Head { group: group.clone(), text, is_key: false };
                    columns.push(Spread { head, place, field: None, entries: grid.each_row(cell) });
                }
            }
        }
        columns.retain(|column| column.field.is_some() || column.entries.iter().any(Entry::says_something));
        best::mark(&mut columns, &grid, &shape);
        let notes = notes::of(&columns, &tasks, baseline.as_ref(), request.statistic, &methods);
        let rows = (0..grid.rows.len()).map(|row| columns.iter().map(|column| column.entries[row].clone()).collect());
        Self {
            title: request.title.clone().unwrap_or_else(|| shape.title(baseline.as_ref())),
            rows: rows.collect(),
            heads: columns.into_iter().map(|column| column.head).collect(),
            notes,
            style: TableStyle::default(),
        }
    }
}

/// The default values of a table: the cost of the search.
fn usual_values(has_games: bool, has_paths: bool) -> Vec<Field> {
    let mut values = Vec::new();
    if has_games {
        values.push(Field::Nodes);
    }
    if has_paths {
        values.extend(["expanded", "generated"].into_iter().filter_map(Field::parse));
    }
    values.push(Field::Seconds);
    values
}

/// The shape of a table: its keys, the field that is spread, its values and their statistic.
struct Shape {
    keys: Vec<Field>,
    column: Option<Field>,
    /// The fields that are summed up.
    values: Vec<Field>,
    statistic: Statistic,
}

impl Shape {
    fn of(request: &TableRequest, frame: &Frame, axes: &Axes, rows: &[usize]) -> Self {
        let parsed = |names: &OneOrMany<String>| -> Vec<Field> {
            names.as_slice().iter().filter_map(|name| Field::parse(name)).collect()
        };
        let column = request.columns.as_deref().and_then(Field::parse);
        let mut keys = match &request.rows {
            Some(names) => parsed(names),
            None => usual_keys(frame, axes, rows),
        };
        keys.retain(|key| Some(key) != column.as_ref());
        let values = match &request.values {
            // They count trials, whatever the field.
            _ if matches!(request.statistic, Statistic::Count | Statistic::Finished) => vec![Field::Status],
            Some(names) => parsed(names),
            None => {
                let is_game = |name: &str| WORLDS.iter().any(|it| it.name.name == name && it.is_game());
                let worlds = present(frame, &Field::World, rows);
                let games: Vec<bool> = worlds.iter().map(|world| is_game(&world.to_string())).collect();
                usual_values(games.contains(&true), games.contains(&false))
            }
        };
        Self { keys, column, values, statistic: request.statistic }
    }

    /// The fields in which the tasks of a cell agree.
    fn grouped(&self) -> Vec<Field> {
        self.keys.iter().chain(&self.column).cloned().collect()
    }

    fn head(&self, field: &Field) -> String {
        let name = field.name();
        match self.statistic {
            Statistic::Mean => name,
            Statistic::Median => format!("median {name}"),
            Statistic::GeometricMean => format!("geometric mean {name}"),
            Statistic::Sum => format!("sum of {name}"),
            Statistic::Par2 => format!("PAR-2 {name}"),
            Statistic::Par10 => format!("PAR-10 {name}"),
            Statistic::Min => format!("least {name}"),
            Statistic::Max => format!("most {name}"),
            Statistic::Count => "trials".to_owned(),
            Statistic::Finished => "finished".to_owned(),
        }
    }

    /// The shared head of the columns for a value of the field that is spread.
    fn group(&self, frame: &Frame, place: Option<usize>) -> Option<String> {
        let field = self.column.as_ref()?;
        Some(match place.map(|place| &frame.keys(field)[place]) {
            Some(key) if key.number().is_some() => format!("{} {key}", field.name()),
            Some(key) => key.to_string(),
            None => format!("no {}", field.name()),
        })
    }

    fn title(&self, baseline: Option<&Baseline<'_>>) -> String {
        let values: Vec<String> = self.values.iter().map(|field| self.head(field)).collect();
        let keys: Vec<String> = self.grouped().iter().map(Field::name).collect();
        let mut title = listed(&values);
        if !keys.is_empty() {
            title = format!("{title} by {}", listed(&keys));
        }
        if let Some(baseline) = baseline {
            title = format!("{title}, compared with {}", baseline.name);
        }
        let first = title.chars().next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
        title.chars().next().map_or_else(String::new, |char| first + &title[char.len_utf8()..])
    }
}

/// The axes that these records have, then the algorithm; the world before both where there are several.
fn usual_keys(frame: &Frame, axes: &Axes, rows: &[usize]) -> Vec<Field> {
    let mut keys = Vec::new();
    if present(frame, &Field::World, rows).len() > 1 {
        keys.push(Field::World);
    }
    keys.extend(axes.fields().iter().filter(|axis| rows.iter().any(|&row| frame.place(axis, row).is_some())).cloned());
    keys.push(Field::Algorithm);
    keys
}

/// The values of a key that occur in these rows.
fn present<'f>(frame: &'f Frame, field: &Field, rows: &[usize]) -> Vec<&'f super::frame::Key> {
    let keys = frame.keys(field);
    let mut occurs = vec![false; keys.len()];
    for place in rows.iter().filter_map(|&row| frame.place(field, row)) {
        occurs[place] = true;
    }
    keys.iter().zip(occurs).filter(|(_, occurs)| *occurs).map(|(key, _)| key).collect()
}

/// A column that is being made.
struct Spread<'t> {
    head: Head,
    /// The place of the value that is spread.
    place: usize,
    /// The field of which the entries are quantities.
    field: Option<&'t Field>,
    entries: Vec<Entry>,
}

/// The tasks of each cell.
struct Grid {
    /// Places of the keys of each row.
    rows: Vec<Vec<Option<usize>>>,
    /// Place of the value of each group of columns.
    columns: Vec<Option<usize>>,
    /// Row by row.
    cells: Vec<Vec<u32>>,
}

impl Grid {
    fn of(tasks: &InstanceGroups<'_>, shape: &Shape) -> Self {
        let (rows, row_of) = ranked(tasks, &shape.keys);
        let (columns, column_of) = match &shape.column {
            Some(field) => ranked(tasks, std::slice::from_ref(field)),
            None => (vec![vec![None]], vec![0; tasks.len()]),
        };
        let mut cells = vec![Vec::new(); rows.len() * columns.len()];
        for task in 0..tasks.len() {
            cells[row_of[task] * columns.len() + column_of[task]].push(task as u32);
        }
        Self { rows, columns: columns.into_iter().map(|places| places[0]).collect(), cells }
    }

    fn cell(&self, row: usize, column: usize) -> &[u32] {
        &self.cells[row * self.columns.len() + column]
    }

    fn each_row(&self, entry: impl Fn(usize) -> Entry) -> Vec<Entry> {
        (0..self.rows.len()).map(entry).collect()
    }

    fn keys<'t>(&self, shape: &'t Shape, frame: &Frame) -> Vec<Spread<'t>> {
        let column = |(place, field): (usize, &Field)| {
            let entry = |row: usize| match self.rows[row][place].map(|key| &frame.keys(field)[key]) {
                None => Entry::Missing,
                Some(super::frame::Key::Number(number)) => Entry::Number(*number),
                Some(super::frame::Key::Text(text)) => Entry::Text(text.clone()),
            };
            let head = Head { group: None, text: field.name(), is_key: true };
            Spread { head, place: 0, field: None, entries: self.each_row(entry) }
        };
        shape.keys.iter().enumerate().map(column).collect()
    }
}

/// How the intervals of a table are made.
#[derive(Default)]
struct Methods(RefCell<BTreeSet<&'static str>>);

impl Methods {
    fn note(&self, method: Option<&'static str>) {
        self.0.borrow_mut().extend(method);
    }
}

/// The entry of a cell.
fn quantity(
    (tasks, units): (&InstanceGroups<'_>, &[u64]),
    cell: &[u32],
    field: &Field,
    statistic: Statistic,
    methods: &Methods,
) -> Entry {
    let is_share = matches!(statistic, Statistic::Count | Statistic::Finished);
    let given = tasks.values(field);
    let value = |&task: &u32| match tasks.is_finished(task as usize) {
        _ if !is_share => given.of(task as usize),
        true => TaskValue::Number(Censored::finished(0.0)),
        false => TaskValue::Number(Censored::at_least(0.0)),
    };
    let values: Vec<TaskValue> = cell.iter().map(value).collect();
    let measurement =
        |(&task, value): (&u32, &TaskValue)| value.number().map(|number| Measurement::of(units[task as usize], number));
    let numbers: Vec<Measurement> = cell.iter().zip(&values).filter_map(measurement).collect();
    let cut_off = values.iter().filter(|value| **value == TaskValue::CutOff).count();
    let Some(summary) = Summary::of(&numbers, statistic).filter(|_| !cell.is_empty()) else { return Entry::Missing };
    methods.note(summary.method);
    Entry::Quantity {
        value: summary.value,
        interval: summary.interval.map(|interval| field.limited(interval)),
        measure: match statistic {
            Statistic::Count => Measure::Count,
            Statistic::Finished => Measure::Plain,
            _ => field.measure(),
        },
        limited: if is_share { (0, summary.count) } else { (summary.bounds + cut_off, summary.count + cut_off) },
        is_best: false,
    }
}

/// The trials that the others are compared with.
struct Baseline<'f> {
    name: String,
    tasks: InstanceGroups<'f>,
    /// Places of the others and of these, ascending.
    pairs: Vec<(u32, u32)>,
    /// In what they agree.
    fields: Vec<Field>,
    statistic: ClaimStatistic,
}

impl<'f> Baseline<'f> {
    fn of(request: &TableRequest, axes: &Axes, of: &InstanceGroups<'f>, grouped: &[Field]) -> Option<Self> {
        let baseline = request.baseline.as_ref()?;
        let statistic = request.statistic.of_claim().filter(|statistic| *statistic != ClaimStatistic::Finished)?;
        let frame = of.frame();
        let rows = baseline_rows(baseline, &request.filter, frame);
        let mut fields = agreeing(axes, baseline, frame);
        let repeat = grouped.contains(&Field::Repeat).then_some(Field::Repeat);
        fields.extend(repeat.clone());
        let tasks = InstanceGroups::of(frame, &rows, axes, repeat.as_slice());
        let pairs = pairs(of, &tasks, &fields);
        Some(Self { name: described(baseline), tasks, pairs, fields, statistic })
    }

    fn partners(&self, task: u32) -> &[(u32, u32)] {
        let from = self.pairs.partition_point(|pair| pair.0 < task);
        let count = self.pairs[from..].partition_point(|pair| pair.0 == task);
        &self.pairs[from..from + count]
    }

    fn ratio(
        &self,
        (tasks, units): (&InstanceGroups<'_>, &[u64]),
        cell: &[u32],
        field: &Field,
        methods: &Methods,
    ) -> Entry {
        let (values, baselines) = (tasks.values(field), self.tasks.values(field));
        let is_itself = |task: u32, other: u32| tasks.lead(task as usize) == self.tasks.lead(other as usize);
        let all: Vec<(u32, u32)> = cell.iter().flat_map(|&task| self.partners(task)).copied().collect();
        if !all.is_empty() && all.iter().all(|&(task, other)| is_itself(task, other)) {
            return Entry::Ratio { value: Some(Censored::finished(1.0)), interval: None, pairs: 0 };
        }
        let pairs: Vec<Measurement> = all
            .into_iter()
            .filter(|&(task, other)| !is_itself(task, other))
            .filter_map(|(task, other)| {
                let (value, baseline) = (values.of(task as usize).number()?, baselines.of(other as usize).number()?);
                Some(Measurement::pair(units[task as usize], value, baseline))
            })
            .collect();
        if pairs.is_empty() {
            return Entry::Missing;
        }
        let Ok(estimate) = Estimate::of(&pairs, self.statistic) else {
            return Entry::Ratio { value: None, interval: None, pairs: pairs.len() };
        };
        let interval = estimate.interval(LEVEL);
        methods.note(interval.and(estimate.method()));
        Entry::Ratio { value: estimate.censored(), interval, pairs: pairs.len() }
    }
}

impl Entry {
    /// True if it holds a key or a number.
    pub(crate) const fn says_something(&self) -> bool {
        !matches!(self, Self::Missing | Self::Ratio { value: None, .. })
    }
}
