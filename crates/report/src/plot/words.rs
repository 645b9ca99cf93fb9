//! The words of a chart: names of its parts and notes; and the scale that suits its numbers.

use super::Plan;
use super::groups::speaks;
use crate::chart::{Axis, Scale, Unit};
use searchlab_analysis::field::{Field, Limit, Measure};
use searchlab_analysis::request::{ChartKind, ScaleName, Statistic};
use searchlab_trial::text::{counted, grouped, printable};

/// Numbers that differ by more than this factor get a logarithmic axis by themselves.
const WIDE: f64 = 20.0;
/// The greatest number of things named in a note or a sentence; the others are counted.
const NAMED: usize = 6;

/// A field in words, without its unit.
pub(super) fn short(field: &Field) -> String {
    match field {
        Field::Seconds => "time".to_owned(),
        Field::CpuSeconds => "processor time".to_owned(),
        Field::PeakBytes => "peak memory".to_owned(),
        Field::Limit(limit) => match limit {
            Limit::Nodes => "limit of nodes",
            Limit::Time => "limit of time",
            Limit::Memory => "limit of memory",
        }
        .to_owned(),
        Field::Part(part) => printable(part),
        other => other.name().replace('_', " "),
    }
}

/// A value with the field where it does not speak for itself.
pub(super) fn named(field: &Field, value: &str) -> String {
    if speaks(field) { value.to_owned() } else { format!("{} {value}", short(field)) }
}

/// The unit of a field whose numbers are these.
pub(super) fn unit(field: &Field, numbers: &[f64]) -> Unit {
    match field.measure() {
        Measure::Count => Unit::Count,
        Measure::Seconds => Unit::Seconds,
        Measure::Bytes => Unit::Bytes,
        Measure::Plain if numbers.iter().all(|number| number.fract() == 0.0) => Unit::Count,
        Measure::Plain => Unit::Number,
    }
}

/// The name of y, with its statistic: "mean of nodes".
pub(super) fn quantity(plan: &Plan) -> String {
    let y = short(&plan.y);
    match plan.kind {
        ChartKind::Elo => return "Elo".to_owned(),
        ChartKind::Scatter | ChartKind::Cactus | ChartKind::Ecdf | ChartKind::Box | ChartKind::Strength => return y,
        ChartKind::Ratio | ChartKind::Forest => return format!("{y}: multiple of {}", baseline(plan)),
        ChartKind::Lines | ChartKind::Bars | ChartKind::Heatmap => {}
    }
    match plan.statistic {
        Statistic::Mean => format!("mean of {y}"),
        Statistic::Median => format!("median of {y}"),
        Statistic::GeometricMean => format!("geometric mean of {y}"),
        Statistic::Sum => format!("sum of {y}"),
        Statistic::Par2 => format!("PAR-2 of {y}"),
        Statistic::Par10 => format!("PAR-10 of {y}"),
        Statistic::Min => format!("least {y}"),
        Statistic::Max => format!("greatest {y}"),
        Statistic::Count => "trials".to_owned(),
        Statistic::Finished => "share of the trials that came to their end".to_owned(),
    }
}

/// The name of the baseline.
pub(super) fn baseline(plan: &Plan) -> String {
    plan.baseline.as_ref().map_or_else(String::new, |baseline| printable(&baseline.1))
}

/// The title of a chart that has none.
pub(super) fn title(plan: &Plan) -> String {
    let y = quantity(plan);
    let x = plan.x.as_ref().map(short);
    let against = |word: &str| x.as_ref().map_or_else(|| y.clone(), |x| format!("{y} {word} {x}"));
    let series: Vec<String> = plan.series.iter().map(short).collect();
    let text = match plan.kind {
        ChartKind::Bars => against("by"),
        ChartKind::Ratio => format!("{}, against {}", y.replace(": multiple", " as a multiple"), x.unwrap_or_default()),
        ChartKind::Forest => y.replace(": multiple", " as a multiple"),
        ChartKind::Scatter if plan.baseline.is_some() => format!("{y}, against {}", baseline(plan)),
        ChartKind::Lines | ChartKind::Scatter | ChartKind::Strength => against("against"),
        ChartKind::Cactus => format!("instances solved, against {y}"),
        ChartKind::Ecdf => format!("distribution of {y}"),
        ChartKind::Box => format!("spread of {y}{}", x.map_or_else(String::new, |x| format!(", by {x}"))),
        ChartKind::Elo => "Elo of the players".to_owned(),
        ChartKind::Heatmap => format!("{} and {}", against("over"), series.join(", ")),
    };
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The axis of y for these numbers: logarithmic if asked for, or for counts and times that differ widely.
pub(super) fn y_axis(plan: &Plan, title: &str, asked: Option<ScaleName>, numbers: &[f64]) -> Axis {
    let unit = match (plan.kind, plan.statistic) {
        (ChartKind::Ratio | ChartKind::Forest, _) | (_, Statistic::Finished) => Unit::Number,
        (_, Statistic::Count) => Unit::Count,
        _ => unit(&plan.y, numbers),
    };
    let is_log = is_log(&plan.y, asked, numbers);
    Axis { scale: if is_log { Scale::Log } else { Scale::Linear }, ..Axis::linear(title, unit) }
}

/// The axis of a field for these numbers.
pub(super) fn axis(field: &Field, title: &str, asked: Option<ScaleName>, numbers: &[f64]) -> Axis {
    let scale = if is_log(field, asked, numbers) { Scale::Log } else { Scale::Linear };
    Axis { scale, ..Axis::linear(title, unit(field, numbers)) }
}

fn is_log(field: &Field, asked: Option<ScaleName>, numbers: &[f64]) -> bool {
    match asked {
        Some(scale) => scale == ScaleName::Log,
        None => matches!(field.measure(), Measure::Count | Measure::Seconds) && is_wide(numbers),
    }
}

/// True if the numbers above zero differ by more than the factor, and none is below zero.
pub(super) fn is_wide(numbers: &[f64]) -> bool {
    let positive = || numbers.iter().copied().filter(|number| *number > 0.0);
    let (low, high) = (positive().fold(f64::INFINITY, f64::min), positive().fold(0.0, f64::max));
    high > low * WIDE && numbers.iter().all(|number| *number >= 0.0)
}

/// The first of them, and the number of the others.
pub(super) fn some_of(parts: &[String], between: &str) -> String {
    let (named, rest) = parts.split_at(parts.len().min(NAMED));
    let text = named.join(between);
    if rest.is_empty() { text } else { format!("{text}{between}and {} more", grouped(rest.len() as u64)) }
}

/// A note on the number of trials behind a point.
pub(super) fn count_note(what: &str, statistic: &str, noun: &str, counts: &[usize]) -> Option<String> {
    let (least, most) = (*counts.iter().min()?, *counts.iter().max()?);
    let trials = counted(most as u64, noun);
    match (least, most) {
        (_, 1) => None,
        (least, most) if least == most => Some(format!("Each {what} is the {statistic} of {trials}.")),
        (least, _) => Some(format!("Each {what} is the {statistic} of {} to {trials}.", grouped(least as u64))),
    }
}

/// The statistic as a noun; none for those that are numbers of trials.
pub(super) const fn noun(statistic: Statistic) -> Option<&'static str> {
    match statistic {
        Statistic::Mean => Some("mean"),
        Statistic::Median => Some("median"),
        Statistic::GeometricMean => Some("geometric mean"),
        Statistic::Sum => Some("sum"),
        Statistic::Par2 => Some("PAR-2"),
        Statistic::Par10 => Some("PAR-10"),
        Statistic::Min => Some("least"),
        Statistic::Max => Some("greatest"),
        Statistic::Count | Statistic::Finished => None,
    }
}
