//! Charts of many values as one: lines, bars, ratios, heat maps. Where they stand in rows, it is `rows.rs` that draws.

use super::groups::{Manner, SeriesSet, Spread};
use super::numbers::{Numbers, Row};
use super::pairs::{Pair, all, tasks, values, with_baseline};
use super::{Drawn, Plan, growth, rows, words};
use crate::chart::{Axis, Bars, Bound, Chart, Fit, HeatMap, HeatValue, Lines, Point, Scale, Series};
use searchlab_analysis::estimate::{Estimate, Measurement};
use searchlab_analysis::frame::Frame;
use searchlab_analysis::request::{ChartKind, ChartRequest, ClaimStatistic};
use searchlab_analysis::summary::{LEVEL, Summary};
use searchlab_analysis::tasks::{InstanceGroups, instance_codes};
use searchlab_trial::text::counted;

/// The number of a series at a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) y: f64,
    pub(super) bound: Bound,
    pub(super) interval: Option<[f64; 2]>,
    pub(super) count: usize,
}

/// The numbers by series and place.
pub(super) struct Cells {
    pub(super) names: SeriesSet,
    pub(super) spread: Spread,
    table: Vec<Vec<Option<Cell>>>,
    notes: Vec<String>,
}

pub(super) fn draw(plan: &Plan, request: &ChartRequest, frame: &Frame) -> Result<Drawn, String> {
    let tasks = tasks(plan, frame);
    let is_categorical = matches!(plan.kind, ChartKind::Bars | ChartKind::Forest | ChartKind::Heatmap);
    let manner = Manner { is_categorical, bin: request.bin, scale: request.x_scale };
    let cells = if is_ratio(plan) { ratios(plan, &tasks, manner)? } else { summaries(plan, &tasks, manner)? };
    if cells.points().next().is_none() {
        return Err(nothing(plan, &tasks));
    }
    // An end at or below zero is the method's, not the quantity's: it does not keep the scale from being logarithmic.
    let numbers: Vec<f64> = cells.points().flat_map(|(_, _, cell)| cell.numbers()).collect();
    let y = words::y_axis(plan, &words::quantity(plan), request.y_scale, &numbers);
    let form = Form::of(plan, &cells.spread.axis, &y);
    let alt = cells.alt(plan, form, &y);
    let mut notes = cells.notes(plan, form);
    notes.extend(cells.notes.iter().cloned());
    let (fits, note) = match request.branching {
        Some(true) if form == Form::Lines => growth::fits(plan, &tasks, &cells.names),
        _ => (Vec::new(), None),
    };
    notes.extend(note);
    Ok(Drawn { numbers: cells.numbers(), alt, notes, chart: cells.chart(plan, form, y, fits) })
}

const fn is_ratio(plan: &Plan) -> bool {
    matches!(plan.kind, ChartKind::Ratio | ChartKind::Forest)
}

/// The form in which the numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Bars,
    Dots,
    Forest,
    HeatMap,
}

impl Form {
    fn of(plan: &Plan, x: &Axis, y: &Axis) -> Self {
        match plan.kind {
            ChartKind::Heatmap => Self::HeatMap,
            // A bar's length means nothing on a logarithmic axis.
            ChartKind::Bars if y.scale == Scale::Log => Self::Dots,
            ChartKind::Bars => Self::Bars,
            ChartKind::Forest => Self::Forest,
            // A line from one name to the next means nothing.
            ChartKind::Ratio if x.scale == Scale::Categories => Self::Forest,
            _ => Self::Lines,
        }
    }

    /// The name of the mark of a number.
    const fn mark(self) -> &'static str {
        match self {
            Self::Lines | Self::Dots | Self::Forest => "point",
            Self::Bars => "bar",
            Self::HeatMap => "cell",
        }
    }

    const fn intervals(self) -> Option<&'static str> {
        match self {
            Self::Lines => Some("Bands and error bars: 95 % intervals."),
            Self::Bars | Self::Dots | Self::Forest => Some("Error bars: 95 % intervals."),
            Self::HeatMap => None,
        }
    }

    /// How a bound looks.
    const fn bounds(self) -> &'static str {
        match self {
            Self::Lines => "Open markers",
            Self::Dots | Self::Forest => "Open points with arrows",
            Self::Bars => "Hatched",
            Self::HeatMap => "Dashed or hatched",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Lines => "Line chart",
            Self::Bars => "Bar chart",
            Self::Dots => "Dot plot",
            Self::Forest => "Forest plot",
            Self::HeatMap => "Heat map",
        }
    }
}

/// The reason that there is nothing to draw.
pub(super) fn nothing(plan: &Plan, tasks: &InstanceGroups<'_>) -> String {
    if tasks.is_empty() {
        return "there is no trial for this chart".to_owned();
    }
    let place = plan.x.as_ref().map_or_else(String::new, |x| format!(" and for {}", x.name()));
    format!("no trial of {} has a number for {}{place}", tasks.len(), plan.y.name())
}

/// A cell for each series and place, each made of the measurements of the tasks that belong there. Those of one cell at a
/// time: there may be millions.
fn cells(
    names: &SeriesSet,
    spread: &Spread,
    measured: impl Fn(usize) -> Option<Measurement>,
    mut cell: impl FnMut(&[Measurement]) -> Option<Cell>,
) -> Vec<Vec<Option<Cell>>> {
    let mut tasks: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); spread.len()]; names.len()];
    for (task, (&series, &place)) in names.of.iter().zip(&spread.of).enumerate() {
        if let Some(place) = place {
            tasks[series][place].push(task as u32);
        }
    }
    let mut made = |tasks: Vec<u32>| {
        let values: Vec<Measurement> = tasks.into_iter().filter_map(|task| measured(task as usize)).collect();
        cell(&values)
    };
    tasks.into_iter().map(|row| row.into_iter().map(&mut made).collect()).collect()
}

fn spread(plan: &Plan, tasks: &InstanceGroups<'_>, some: &[usize], manner: Manner) -> Result<Spread, String> {
    plan.x.as_ref().map_or_else(|| Ok(Spread::single(some.len())), |x| Spread::new(x, tasks, some, manner))
}

fn summaries(plan: &Plan, tasks: &InstanceGroups<'_>, manner: Manner) -> Result<Cells, String> {
    let all = all(tasks);
    let (names, spread) = (SeriesSet::new(plan, tasks, &all), spread(plan, tasks, &all, manner)?);
    let units = instance_codes(tasks);
    let value = values(plan, tasks);
    let measured = |task: usize| Some(Measurement::of(units[task], value(task)?));
    let mut without = 0;
    let cell = |values: &[Measurement]| {
        let summary = Summary::of(values, plan.statistic);
        without += usize::from(summary.is_none() && !values.is_empty());
        let Summary { value, interval, count, .. } = summary?;
        let bound = if value.is_bound { Bound::AtLeast } else { Bound::Exact };
        Some(Cell { y: value.value, bound, interval: interval.map(|it| [it.low, it.high]), count })
    };
    let table = cells(&names, &spread, measured, cell);
    let words = "without a geometric mean, since a number is 0 or below";
    let notes = (without > 0).then(|| format!("Left out: {} {words}.", counted(without as u64, "point")));
    Ok(Cells { names, spread, table, notes: notes.into_iter().collect() })
}

fn ratios(plan: &Plan, tasks: &InstanceGroups<'_>, manner: Manner) -> Result<Cells, String> {
    let (pairs, alone) = with_baseline(plan, tasks)?;
    let paired: Vec<usize> = pairs.iter().map(|pair| pair.task).collect();
    let (names, spread) = (SeriesSet::new(plan, tasks, &paired), spread(plan, tasks, &paired, manner)?);
    let is_positive = |pair: &Pair| pair.value.value > 0.0 && pair.baseline.value > 0.0;
    let zeros = pairs.iter().filter(|pair| !is_positive(pair)).count();
    let units = instance_codes(tasks);
    let measured = |place: usize| {
        let pair = Some(&pairs[place]).filter(|pair| is_positive(pair))?;
        Some(Measurement::pair(units[pair.task], pair.value, pair.baseline))
    };
    let mut unknown = 0;
    let cell = |pairs: &[Measurement]| {
        let estimate = Estimate::of(pairs, ClaimStatistic::GeometricMean).ok()?;
        let bound = match (estimate.is_exact(), estimate.high.is_infinite()) {
            (true, _) => Bound::Exact,
            (false, true) => Bound::AtLeast,
            (false, false) => Bound::AtMost,
        };
        let Some(y) = estimate.value() else {
            unknown += 1;
            return None;
        };
        let interval = estimate.interval(LEVEL).map(|interval| [interval.low, interval.high]);
        Some(Cell { y, bound, interval, count: pairs.len() })
    };
    let table = cells(&names, &spread, measured, cell);
    let left_out = [
        (alone, "trial", "without a partner in the baseline"),
        (zeros, "pair", "with a 0, which has no ratio"),
        (unknown, "point", "of which nothing is known, since limits ended trials on both sides"),
    ];
    let left_out = left_out.into_iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<String> =
        left_out.map(|(count, noun, words)| format!("{} {words}", counted(count as u64, noun))).collect();
    let mut notes = vec![format!("The line at 1 is {}.", words::baseline(plan))];
    notes.extend((!parts.is_empty()).then(|| format!("Left out: {}.", parts.join("; "))));
    Ok(Cells { names, spread, table, notes })
}

impl Cell {
    /// The value, and the ends of its interval that are above zero.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        [self.y].into_iter().chain(self.interval.into_iter().flatten().filter(|end| *end > 0.0))
    }
}

impl Cells {
    /// Series, place, number.
    pub(super) fn points(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        self.table.iter().enumerate().flat_map(|(series, row)| {
            row.iter().enumerate().filter_map(move |(place, cell)| Some((series, place, cell.as_ref()?)))
        })
    }

    fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::new(&[]);
        for (series, place, cell) in self.points() {
            let row = Row {
                series: self.names.names[series].clone(),
                x: self.spread.texts[place].clone(),
                y: cell.y.to_string(),
                ends: cell.interval,
                bound: cell.bound,
                count: cell.count,
            };
            numbers.push(row, []);
        }
        numbers
    }

    fn series(&self) -> Vec<Series> {
        let point = |(place, cell): (usize, &Option<Cell>)| {
            let Cell { y, bound, interval, .. } = (*cell)?;
            Some(Point { x: self.spread.places[place], y, bound, interval })
        };
        let series = |(index, row): (usize, &Vec<Option<Cell>>)| Series {
            name: self.names.names[index].clone(),
            style: self.names.styles[index],
            points: row.iter().enumerate().filter_map(point).collect(),
        };
        self.table.iter().enumerate().map(series).collect()
    }

    fn chart(&self, plan: &Plan, form: Form, y: Axis, fits: Vec<Option<Fit>>) -> Chart {
        let x = self.spread.axis.clone();
        match form {
            Form::Bars => Chart::new("", x, y.with_zero(), Bars::new(self.series(), self.spread.len())),
            Form::Dots => rows::dots(plan, self, y),
            Form::Forest => rows::forest(self, y),
            Form::HeatMap => self.heat_map(plan, x, y),
            Form::Lines => {
                let lines = Lines::fitted(self.series(), fits).with_bands();
                Chart::new("", x, y, if is_ratio(plan) { lines.with_reference(1.0) } else { lines })
            }
        }
    }

    /// The first series stands at the top, as in a table; numbers grow upwards, as on an axis.
    fn heat_map(&self, plan: &Plan, x: Axis, y: Axis) -> Chart {
        let rows = self.names.len();
        let is_number =
            |name: &String| name.rsplit(' ').next().is_some_and(|last| last.replace(',', "").parse::<f64>().is_ok());
        let are_numbers = plan.series.len() == 1 && !super::groups::speaks(&plan.series[0]);
        let goes_up = are_numbers && self.names.names.iter().all(is_number);
        let row = |series: usize| if goes_up { series } else { rows - 1 - series };
        let mut names = vec![String::new(); rows];
        for (series, name) in self.names.names.iter().enumerate() {
            let prefix = format!("{} ", words::short(&plan.series[0]));
            let short = if are_numbers { name.strip_prefix(prefix.as_str()).unwrap_or(name) } else { name };
            short.clone_into(&mut names[row(series)]);
        }
        let values = self.points().map(|(series, place, cell)| HeatValue {
            column: place,
            row: row(series),
            value: cell.y,
            bound: cell.bound,
            interval: cell.interval,
        });
        let title = plan.series.iter().map(words::short).collect::<Vec<_>>().join(", ");
        let map = HeatMap::new(values.collect(), (self.spread.len(), rows), y);
        Chart::new("", x, Axis::of_categories(&title, &names), map)
    }

    fn notes(&self, plan: &Plan, form: Form) -> Vec<String> {
        let mut notes = Vec::new();
        let counts: Vec<usize> = self.points().map(|(_, _, cell)| cell.count).collect();
        let trials = if is_ratio(plan) { "pair" } else { "trial" };
        let noun = words::noun(plan.statistic);
        notes.extend(noun.and_then(|noun| words::count_note(form.mark(), noun, trials, &counts)));
        let has_intervals = self.points().any(|(_, _, cell)| cell.interval.is_some());
        notes.extend(form.intervals().filter(|_| has_intervals).map(str::to_owned));
        notes.extend(self.bound_note(plan, form));
        notes
    }

    fn bound_note(&self, plan: &Plan, form: Form) -> Option<String> {
        let place = |place: usize| self.spread.axis.told(self.spread.places[place]);
        let limited = |series: usize| -> Vec<String> {
            let bounds = self.points().filter(|point| point.0 == series && point.2.bound != Bound::Exact);
            bounds.map(|point| place(point.1)).collect()
        };
        let named = (0..self.names.len()).filter_map(|series| {
            let places = limited(series);
            let at = words::some_of(&places, ", ");
            let at = format!("{} {at}", self.spread.axis.title);
            let at = if at.trim().is_empty() { String::new() } else { format!(" at {}", at.trim()) };
            (!places.is_empty()).then(|| format!("{}{at}", self.names.names[series]))
        });
        let named: Vec<String> = named.collect();
        let sign = form.bounds();
        let truth =
            if is_ratio(plan) { "the true value lies where the arrow points" } else { "the true value is higher" };
        (!named.is_empty()).then(|| format!("{sign}: ended by a limit, {truth} ({}).", words::some_of(&named, "; ")))
    }

    /// The description of the picture.
    fn alt(&self, plan: &Plan, form: Form, y: &Axis) -> String {
        let kind = form.name();
        let quantity = words::quantity(plan);
        let x = &self.spread.axis;
        let told = |cell: &Cell| format!("{} {}", cell.bound.words(), y.unit.exact(cell.y)).trim().to_owned();
        let series = counted(self.names.len() as u64, "series").replace("seriess", "series");
        let ends = [self.spread.places.first(), self.spread.places.last()].map(|end| end.map(|&end| x.told(end)));
        let along = match ends {
            [Some(first), Some(last)] if first != last => format!("{} from {first} to {last}", x.title),
            [Some(only), _] => format!("{} {only}", x.title),
            _ => x.title.clone(),
        };
        let over = if along.trim().is_empty() { String::new() } else { format!(" over {}", along.trim()) };
        let head = format!("{kind} of {quantity}{over} for {series}");
        if form == Form::HeatMap {
            let by_size = |one: &(usize, usize, &Cell), other: &(usize, usize, &Cell)| one.2.y.total_cmp(&other.2.y);
            let at = |(series, place, cell): (usize, usize, &Cell)| {
                format!(
                    "{} ({}, {} {})",
                    told(cell),
                    self.names.names[series],
                    x.title,
                    x.told(self.spread.places[place])
                )
            };
            let ends = (self.points().min_by(by_size).map(at), self.points().max_by(by_size).map(at));
            let (low, high) = (ends.0.unwrap_or_default(), ends.1.unwrap_or_default());
            return format!("{head}, from {low} to {high}.");
        }
        // Where the lines end, which is what one looks at first.
        let Some(last) = (0..self.spread.len()).rev().find(|&place| self.table.iter().any(|row| row[place].is_some()))
        else {
            return format!("{head}.");
        };
        let mut there: Vec<(&String, &Cell)> = self
            .names
            .names
            .iter()
            .zip(&self.table)
            .filter_map(|(name, row)| Some((name, row[last].as_ref()?)))
            .collect();
        there.sort_by(|one, other| one.1.y.total_cmp(&other.1.y));
        let parts: Vec<String> = there.iter().map(|(name, cell)| format!("{name} {}", told(cell))).collect();
        let at = format!("{} {}", x.title, x.told(self.spread.places[last]));
        let at = if at.trim().is_empty() { String::new() } else { format!(" at {},", at.trim()) };
        format!("{head};{at} from the least: {}.", words::some_of(&parts, ", "))
    }
}
