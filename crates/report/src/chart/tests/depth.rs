//! A quantity against depth, a line for each algorithm: the pictures of the tests.

use std::collections::BTreeMap;

use crate::chart::Chart;
use crate::chart::lines::{Bound, Lines, Point, Series};
use crate::chart::scale::{Axis, Unit};
use crate::chart::style::Style;
use searchlab_trial::record::{Params, Record};
use searchlab_trial::text::{counted, printable};

/// A number of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Nodes of a game tree: states expanded and leaves evaluated.
    Nodes,
    /// Leaves evaluated.
    Evaluated,
    /// Wall-clock time.
    Seconds,
}

impl Quantity {
    /// The title of its axis.
    const fn title(self) -> &'static str {
        match self {
            Self::Nodes => "nodes: expanded + evaluated",
            Self::Evaluated => "leaves evaluated",
            Self::Seconds => "time",
        }
    }

    /// The unit of its numbers.
    const fn unit(self) -> Unit {
        match self {
            Self::Nodes | Self::Evaluated => Unit::Count,
            Self::Seconds => Unit::Seconds,
        }
    }

    /// Its value in a record.
    fn of(self, record: &Record) -> f64 {
        match self {
            Self::Nodes => record.counters.nodes() as f64,
            Self::Evaluated => record.counters.evaluated as f64,
            Self::Seconds => record.measured.seconds,
        }
    }
}

/// The records of one algorithm with equal parameters.
struct Group<'a> {
    algorithm: &'a str,
    params: &'a Params,
    by_depth: BTreeMap<u32, Vec<&'a Record>>,
}

/// The quantity against depth on a logarithmic axis, a line for each algorithm with equal parameters. Several records
/// at one depth give their mean. Where a search was ended by a limit, the point is a lower bound, drawn open and said
/// below the chart. Records without a depth are left out.
pub(super) fn by_depth(records: &[Record], quantity: Quantity, title: &str) -> Chart {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for record in records {
        let Some(depth) = record.depth else { continue };
        let is_same = |group: &Group<'_>| group.algorithm == record.algorithm && *group.params == record.params;
        let place = groups.iter().position(is_same).unwrap_or_else(|| {
            let (algorithm, params) = (record.algorithm.as_str(), &record.params);
            groups.push(Group { algorithm, params, by_depth: BTreeMap::new() });
            groups.len() - 1
        });
        groups[place].by_depth.entry(depth).or_default().push(record);
    }
    let styles = Style::of_all(groups.iter().map(|group| group.algorithm));
    let names: Vec<_> = groups.iter().map(|group| name(group, &groups)).collect();
    let notes = [bound_note(&groups, &names), mean_note(&groups)];
    let series = groups.iter().zip(styles).zip(names).map(|((group, style), name)| {
        let points = group.by_depth.iter().map(|(&depth, records)| point(depth, records, quantity)).collect();
        Series { name, style, points }
    });
    let (x, y) = (Axis::linear("depth", Unit::Count), Axis::log(quantity.title(), quantity.unit()));
    let chart = Chart::new(title, x, y, Lines::new(series.collect()));
    notes.into_iter().flatten().fold(chart, Chart::note)
}

fn is_limited(records: &[&Record]) -> bool {
    records.iter().any(|record| record.status.is_incomplete())
}

fn point(depth: u32, records: &[&Record], quantity: Quantity) -> Point {
    let sum: f64 = records.iter().map(|record| quantity.of(record)).sum();
    let mean = sum / records.len() as f64;
    let bound = if is_limited(records) { Bound::AtLeast } else { Bound::Exact };
    Point { bound, ..Point::new(f64::from(depth), mean) }
}

/// The algorithm, with the parameters in which its groups differ.
fn name(group: &Group<'_>, groups: &[Group<'_>]) -> String {
    let namesakes = || groups.iter().filter(|other| other.algorithm == group.algorithm);
    let differs = |key: &str| namesakes().any(|other| other.params.get(key) != group.params.get(key));
    let mut parts = vec![printable(group.algorithm)];
    for (key, value) in group.params.iter().filter(|(key, _)| differs(key)) {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        parts.push(printable(&format!("{key} {text}")));
    }
    parts.join(" · ")
}

fn bound_note(groups: &[Group<'_>], names: &[String]) -> Option<String> {
    let limited = groups.iter().zip(names).filter_map(|(group, name)| {
        let depths: Vec<_> = group.by_depth.iter().filter(|(_, records)| is_limited(records)).collect();
        let depths: Vec<_> = depths.into_iter().map(|(depth, _)| depth.to_string()).collect();
        (!depths.is_empty()).then(|| format!("{name} at depth {}", depths.join(", ")))
    });
    let limited: Vec<_> = limited.collect();
    let text = limited.join("; ");
    (!limited.is_empty()).then(|| format!("Open markers: ended by a limit, the true value is higher ({text})."))
}

fn mean_note(groups: &[Group<'_>]) -> Option<String> {
    let sizes = || groups.iter().flat_map(|group| group.by_depth.values().map(Vec::len));
    let (least, most) = (sizes().min()?, sizes().max()?);
    match (least, most) {
        (_, 1) => None,
        (least, most) if least == most => Some(format!("Each point is the mean of {}.", counted(most as u64, "trial"))),
        (least, most) => Some(format!("Each point is the mean of {least} to {}.", counted(most as u64, "trial"))),
    }
}
