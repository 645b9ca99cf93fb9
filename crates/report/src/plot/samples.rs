//! Charts of all values: clouds, cactus plots, boxes.

use super::groups::{Manner, SeriesSet, Spread, shown};
use super::numbers::{Numbers, Row};
use super::pairs::{all, tasks, values, with_baseline};
use super::summaries::nothing;
use super::{Drawn, Plan, words};
use crate::chart::{Axis, Bound, BoxMark, BoxSeries, Boxes, Cactus, Chart, Cloud, Curve, Dot, Scale, Scatter, Unit};
use searchlab_analysis::field::{Field, Measure};
use searchlab_analysis::frame::Frame;
use searchlab_analysis::request::{ChartKind, ChartRequest, ScaleName};
use searchlab_analysis::tasks::InstanceGroups;
use searchlab_statistics::censored::{Censored, cactus};
use searchlab_statistics::quantile::Quartiles;
use searchlab_trial::text::{counted, grouped};

pub(super) fn draw(plan: &Plan, request: &ChartRequest, frame: &Frame) -> Result<Drawn, String> {
    let tasks = tasks(plan, frame);
    match plan.kind {
        ChartKind::Scatter if plan.baseline.is_some() => against_baseline(plan, request, &tasks),
        ChartKind::Scatter => against_field(plan, request, &tasks),
        ChartKind::Cactus | ChartKind::Ecdf => solved(plan, request, &tasks),
        _ => boxes(plan, request, &tasks),
    }
}

fn bound(value: Censored) -> Bound {
    if value.is_bound { Bound::AtLeast } else { Bound::Exact }
}

/// The name of a task: its instance, and its value of each axis that is not named elsewhere.
fn task_name(plan: &Plan, tasks: &InstanceGroups<'_>, task: usize) -> String {
    let (frame, row) = (tasks.frame(), tasks.lead(task));
    let said = |field: &&Field| {
        **field != Field::Instance
            && !plan.series.contains(field)
            && plan.x.as_ref() != Some(*field)
            && !matches!(field, Field::Part(_))
    };
    let axes = plan.axes.fields().iter().filter(said);
    let part = |field: &Field| {
        let key = frame.keys(field).get(frame.place(field, row)?)?;
        Some(words::named(field, &shown(field, key)))
    };
    std::iter::once(&Field::Instance).chain(axes).filter_map(part).collect::<Vec<_>>().join(", ")
}

/// A point of a cloud: series, name, both values.
struct Placed {
    series: usize,
    name: String,
    x: Censored,
    y: Censored,
}

/// The clouds of these points, their numbers, and the note about limits.
fn clouds(names: &SeriesSet, placed: Vec<Placed>) -> (Vec<Cloud>, Numbers, Option<String>) {
    let mut numbers = Numbers::new(&["x_bound", "task"]);
    let cloud = |(name, &style): (&String, _)| Cloud { name: name.clone(), style, dots: Vec::new() };
    let mut clouds: Vec<Cloud> = names.names.iter().zip(&names.styles).map(cloud).collect();
    let total = placed.len();
    let limited = placed.iter().filter(|point| point.x.is_bound || point.y.is_bound).count();
    let mut placed = placed;
    placed.sort_by_key(|point| point.series);
    for Placed { series, name, x, y } in placed {
        let row = Row {
            series: names.names[series].clone(),
            x: x.value.to_string(),
            y: y.value.to_string(),
            ends: None,
            bound: bound(y),
            count: 1,
        };
        numbers.push(row, [bound(x).words().to_owned(), name.clone()]);
        clouds[series].dots.push(Dot { x: (x.value, x.is_bound), y: (y.value, y.is_bound), name });
    }
    let note = format!(
        "Open points on the border: ended by a limit, the true value lies beyond ({} of {}).",
        grouped(limited as u64),
        grouped(total as u64)
    );
    (clouds, numbers, (limited > 0).then_some(note))
}

fn against_baseline(plan: &Plan, request: &ChartRequest, tasks: &InstanceGroups<'_>) -> Result<Drawn, String> {
    let (pairs, alone) = with_baseline(plan, tasks)?;
    let paired: Vec<usize> = pairs.iter().map(|pair| pair.task).collect();
    let names = SeriesSet::new(plan, tasks, &paired);
    let numbers: Vec<f64> = pairs.iter().flat_map(|pair| [pair.value.value, pair.baseline.value]).collect();
    let baseline = words::baseline(plan);
    let y = words::quantity(plan);
    let both = request.y_scale.or(request.x_scale);
    let axis = |title: String, asked: Option<ScaleName>| {
        let is_log = asked.map_or(numbers.iter().all(|number| *number >= 0.0), |scale| scale == ScaleName::Log);
        let scale = if is_log { Scale::Log } else { Scale::Linear };
        Axis { scale, ..Axis::linear(&title, words::unit(&plan.y, &numbers)) }
    };
    let x_axis = axis(format!("{y} of {baseline}"), both);
    let y_axis = axis(y.clone(), both);
    let below = pairs.iter().filter(|pair| !pair.value.is_bound && pair.value.value < pair.baseline.value).count();
    let placed = pairs.iter().enumerate().map(|(index, pair)| Placed {
        series: names.of[index],
        name: task_name(plan, tasks, pair.task),
        x: pair.baseline,
        y: pair.value,
    });
    let (clouds, numbers, note) = clouds(&names, placed.collect());
    let mut notes = vec![format!("Below the diagonal: less than {baseline}.")];
    notes.extend(note);
    notes.extend(
        (alone > 0).then(|| format!("Left out: {} without a partner in the baseline.", counted(alone as u64, "trial"))),
    );
    let alt = format!(
        "Scatter plot of {y} against that of {baseline}, a point for each task: {} of {} for {} lie below the diagonal.",
        grouped(below as u64),
        counted(pairs.len() as u64, "point"),
        words::some_of(&names.names, ", "),
    );
    Ok(Drawn { chart: Chart::new("", x_axis, y_axis, Scatter::new(clouds, true)), notes, numbers, alt })
}

fn against_field(plan: &Plan, request: &ChartRequest, tasks: &InstanceGroups<'_>) -> Result<Drawn, String> {
    let Some(x) = &plan.x else { return Err("a scatter plot needs an `x` or a `baseline`".to_owned()) };
    let all = all(tasks);
    let is_text = tasks.frame().keys(x).iter().any(|key| key.number().is_none());
    let spread = if x.is_key() && is_text {
        let manner = Manner { is_categorical: true, bin: None, scale: None };
        Some(Spread::new(x, tasks, &all, manner)?)
    } else {
        None
    };
    let names = SeriesSet::new(plan, tasks, &all);
    let (xs, ys) = (tasks.values(x), values(plan, tasks));
    let placed = all.iter().filter_map(|&task| {
        let across = match &spread {
            Some(spread) => Censored::finished(spread.places[spread.of[task]?]),
            None => xs.of(task).number()?,
        };
        Some(Placed { series: names.of[task], name: task_name(plan, tasks, task), x: across, y: ys(task)? })
    });
    let placed: Vec<Placed> = placed.collect();
    if placed.is_empty() {
        return Err(nothing(plan, tasks));
    }
    let ys: Vec<f64> = placed.iter().map(|point| point.y.value).collect();
    let xs: Vec<f64> = placed.iter().map(|point| point.x.value).collect();
    let y_axis = words::y_axis(plan, &words::quantity(plan), request.y_scale, &ys);
    let x_axis = spread.map_or_else(|| number_axis(x, request.x_scale, &xs), |spread| spread.axis);
    let alt = format!(
        "Scatter plot of {} against {}: {} for {}.",
        words::quantity(plan),
        words::short(x),
        counted(placed.len() as u64, "point"),
        words::some_of(&names.names, ", ")
    );
    let (clouds, numbers, note) = clouds(&names, placed);
    let chart = Chart::new("", x_axis, y_axis, Scatter::new(clouds, false));
    Ok(Drawn { chart, notes: note.into_iter().collect(), numbers, alt })
}

/// An axis of numbers: of counts, times and bytes logarithmic, if nothing else is asked for.
fn number_axis(field: &Field, asked: Option<ScaleName>, numbers: &[f64]) -> Axis {
    let is_log = asked.map_or(field.measure() != Measure::Plain, |scale| scale == ScaleName::Log);
    let scale = if is_log { Scale::Log } else { Scale::Linear };
    Axis { scale, ..Axis::linear(&words::short(field), words::unit(field, numbers)) }
}

fn solved(plan: &Plan, request: &ChartRequest, tasks: &InstanceGroups<'_>) -> Result<Drawn, String> {
    let is_share = plan.kind == ChartKind::Ecdf;
    let all = all(tasks);
    let names = SeriesSet::new(plan, tasks, &all);
    let mut costs: Vec<Vec<Censored>> = vec![Vec::new(); names.len()];
    let mut totals = vec![0; names.len()];
    let values = values(plan, tasks);
    for (cost, &series) in all.iter().map(|&task| values(task)).zip(&names.of) {
        totals[series] += 1;
        costs[series].extend(cost);
    }
    if costs.iter().all(Vec::is_empty) {
        return Err(nothing(plan, tasks));
    }
    let values: Vec<f64> = costs.iter().flatten().map(|cost| cost.value).collect();
    let farthest = values.iter().copied().fold(f64::NAN, f64::max);
    let mut numbers = Numbers::new(&[]);
    let mut curves = Vec::new();
    let mut counts = Vec::new();
    for (series, costs) in costs.iter().enumerate() {
        let steps = cactus(costs).map_err(|error| error.to_string())?;
        let (name, total) = (&names.names[series], totals[series]);
        for &(cost, solved) in &steps {
            let share = solved as f64 / total as f64;
            let (x, y) = (cost.to_string(), if is_share { share.to_string() } else { solved.to_string() });
            numbers.push(Row { series: name.clone(), x, y, count: total, ..Row::default() }, []);
        }
        let most = steps.last().map_or(0, |step| step.1);
        counts.push((name.clone(), most, total));
        curves.push(Curve { name: name.clone(), style: names.styles[series], steps, total });
    }
    let asked = request.x_scale;
    let x_axis = words::y_axis(plan, &words::quantity(plan), asked, &values);
    let y_scale = if request.y_scale == Some(ScaleName::Log) { Scale::Log } else { Scale::Linear };
    let (y_title, unit) =
        if is_share { ("share of the tasks", Unit::Number) } else { ("instances solved", Unit::Count) };
    let y_axis = Axis { scale: y_scale, ..Axis::linear(y_title, unit) };
    let (notes, alt) = told(plan, is_share, &counts);
    let chart = Chart::new(
        "",
        x_axis,
        y_axis.with_zero(),
        if is_share { Cactus::new(curves, farthest).with_shares() } else { Cactus::new(curves, farthest) },
    );
    Ok(Drawn { chart, notes, numbers, alt })
}

/// The notes and the description of a chart of series, each with its steps and tasks.
fn told(plan: &Plan, is_share: bool, counts: &[(String, usize, usize)]) -> (Vec<String>, String) {
    let told = |(name, most, total): &(String, usize, usize)| {
        format!("{name} {} of {}", grouped(*most as u64), grouped(*total as u64))
    };
    let unsolved: Vec<String> = counts.iter().filter(|(_, most, total)| most < total).map(told).collect();
    let mut notes = Vec::new();
    if !unsolved.is_empty() {
        let what =
            if is_share { "What has no number, or only a bound," } else { "What a limit ended is not solved, and" };
        let there = if is_share { "there are" } else { "solved are" };
        notes.push(format!("{what} has no step: {there} {}.", words::some_of(&unsolved, "; ")));
    }
    let all_told: Vec<String> = counts.iter().map(told).collect();
    let what = if is_share {
        "Empirical distribution, the share of the tasks with at most so much"
    } else {
        "Cactus plot, the number of instances solved against"
    };
    let alt = format!("{what} {}: {}.", words::quantity(plan), words::some_of(&all_told, ", "));
    (notes, alt)
}

fn boxes(plan: &Plan, request: &ChartRequest, tasks: &InstanceGroups<'_>) -> Result<Drawn, String> {
    let all = all(tasks);
    let names = SeriesSet::new(plan, tasks, &all);
    let manner = Manner { is_categorical: true, bin: request.bin, scale: None };
    let spread = plan.x.as_ref().map(|x| Spread::new(x, tasks, &all, manner)).transpose()?;
    let groups = spread.as_ref().map_or(names.len(), Spread::len);
    let mut values: Vec<Vec<Vec<Censored>>> = vec![vec![Vec::new(); groups]; names.len()];
    let value = self::values(plan, tasks);
    for task in all {
        let series = names.of[task];
        let group = spread.as_ref().map_or(Some(series), |spread| spread.of[task]);
        if let Some(group) = group {
            values[series][group].extend(value(task));
        }
    }
    let flat: Vec<Censored> = values.iter().flatten().flatten().copied().collect();
    if flat.is_empty() {
        return Err(nothing(plan, tasks));
    }
    let drawn: Vec<f64> = flat.iter().map(|value| value.value).collect();
    let y_axis = words::y_axis(plan, &words::quantity(plan), request.y_scale, &drawn);
    let series_title = plan.series.iter().map(words::short).collect::<Vec<_>>().join(", ");
    let x_axis = spread.as_ref().map_or_else(|| Axis::of_categories(&series_title, &names.names), |it| it.axis.clone());

    let mut numbers = Numbers::new(&["part"]);
    let (mut marks, mut medians) = (Vec::new(), Vec::new());
    for (series, groups) in values.iter().enumerate() {
        let name = &names.names[series];
        let boxes: Vec<BoxMark> =
            groups.iter().enumerate().filter_map(|(category, values)| box_mark(category, values)).collect();
        for mark in &boxes {
            let x = spread.as_ref().map_or(name, |spread| &spread.texts[mark.category]);
            push_box(&mut numbers, name, x, mark);
            let category = spread.as_ref().map(|_| format!(" at {}", x_axis.told(mark.category as f64)));
            let median = y_axis.unit.exact(mark.quartiles[1]);
            let median = [box_bound(mark, mark.quartiles[1]).words(), &median].join(" ");
            medians.push(format!("{name}{} {}", category.unwrap_or_default(), median.trim()));
        }
        let shown = if spread.is_some() { name.clone() } else { String::new() };
        marks.push(BoxSeries { name: shown, style: names.styles[series], boxes });
    }
    let alt = format!("Box plot of {}; medians: {}.", words::quantity(plan), words::some_of(&medians, ", "));
    let chart = Chart::new("", x_axis, y_axis, Boxes::new(marks, groups));
    Ok(Drawn { chart, notes: box_notes(&flat), numbers, alt })
}

fn box_notes(values: &[Censored]) -> Vec<String> {
    let mut notes = vec!["Boxes: quartiles and median; whiskers: values within 1.5 boxes of them.".to_owned()];
    let limited = values.iter().filter(|value| value.is_bound).count();
    if limited > 0 {
        notes.push(format!(
            "Open points: ended by a limit, the true value is higher ({} of {}); what is dotted may lie higher too.",
            grouped(limited as u64),
            grouped(values.len() as u64)
        ));
    }
    notes
}

/// The side of the truth for a value of a box: [`Bound::AtLeast`] if it may lie higher.
fn box_bound(mark: &BoxMark, value: f64) -> Bound {
    if mark.bounds.iter().any(|bound| *bound <= value) { Bound::AtLeast } else { Bound::Exact }
}

/// The box of these values; lower bounds count at the values that they had reached.
fn box_mark(category: usize, values: &[Censored]) -> Option<BoxMark> {
    let numbers: Vec<f64> = values.iter().map(|value| value.value).collect();
    let quartiles = Quartiles::of(&numbers).ok()?;
    let (low, high) = quartiles.fences();
    let within = || numbers.iter().copied().filter(|number| (low..=high).contains(number));
    // A quartile lies between values, so the box may reach beyond the values inside of the fences.
    let foot = within().fold(quartiles.lower, f64::min);
    let head = within().fold(quartiles.upper, f64::max);
    let exact = values.iter().filter(|value| !value.is_bound).map(|value| value.value);
    let mut outliers: Vec<f64> = exact.filter(|number| !(low..=high).contains(number)).collect();
    let mut bounds: Vec<f64> = values.iter().filter(|value| value.is_bound).map(|value| value.value).collect();
    outliers.sort_unstable_by(f64::total_cmp);
    bounds.sort_unstable_by(f64::total_cmp);
    Some(BoxMark {
        category,
        quartiles: [quartiles.lower, quartiles.median, quartiles.upper],
        whiskers: [foot, head],
        outliers,
        bounds,
        count: values.len(),
    })
}

/// The rows of a box: the median with the quartiles, the whiskers, each point.
fn push_box(numbers: &mut Numbers, series: &str, x: &str, mark: &BoxMark) {
    let [lower, median, upper] = mark.quartiles;
    let row = |y: f64, ends: Option<[f64; 2]>, bound: Bound, count: usize| Row {
        series: series.to_owned(),
        x: x.to_owned(),
        y: y.to_string(),
        ends,
        bound,
        count,
    };
    numbers.push(row(median, Some([lower, upper]), box_bound(mark, median), mark.count), ["box".to_owned()]);
    numbers.push(row(median, Some(mark.whiskers), box_bound(mark, median), mark.count), ["whiskers".to_owned()]);
    for &value in &mark.outliers {
        numbers.push(row(value, None, Bound::Exact, 1), ["outlier".to_owned()]);
    }
    for &value in &mark.bounds {
        numbers.push(row(value, None, Bound::AtLeast, 1), ["limited".to_owned()]);
    }
}
