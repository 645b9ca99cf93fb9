//! Summaries as rows of points: a dot plot where bars would stand on a logarithmic axis, a forest plot of ratios.
//!
//! The numbers beside the points are written as tables write them.

use super::Plan;
use super::groups::SeriesSet;
use super::summaries::{Cell, Cells};
use crate::chart::{Axis, Bound, Chart, RowMark, RowSeries, Rows, Scale};
use crate::sheet::{entry_interval, entry_text};
use searchlab_analysis::field::Measure;
use searchlab_analysis::request::Statistic;
use searchlab_analysis::table::Entry;
use searchlab_statistics::censored::Censored;
use searchlab_statistics::interval::Interval;

/// A dot plot.
pub(super) fn dots(plan: &Plan, cells: &Cells, x: Axis) -> Chart {
    let measure = match plan.statistic {
        Statistic::Count | Statistic::Finished => Measure::Plain,
        _ => plan.y.measure(),
    };
    let text = |cell: &Cell| {
        let value = Censored { value: cell.y, is_bound: cell.bound != Bound::Exact };
        vec![entry_text(&Entry::Quantity { value, interval: None, measure, limited: (0, 0), is_best: false }, None)]
    };
    let (series, names) = series(cells, text);
    let rows = Rows::new(series, names.categories.len(), &[""]);
    Chart::new("", x, Rows::axis(&names), rows)
}

/// A forest plot of ratios, on a logarithmic axis: half as much is as far from the line at 1 as twice as much.
pub(super) fn forest(cells: &Cells, x: Axis) -> Chart {
    let (series, names) = series(cells, |cell| ratio_texts(*cell));
    let rows = Rows::new(series, names.categories.len(), &["ratio", "95 %", "pairs"]).with_reference(1.0);
    Chart::new("", Axis { scale: Scale::Log, ..x }, Rows::axis(&names), rows)
}

/// The ratio, its interval and the number of its pairs.
fn ratio_texts(cell: Cell) -> Vec<String> {
    let value = Some(Censored { value: cell.y, is_bound: cell.bound == Bound::AtLeast });
    let interval = cell.interval.map(|[low, high]| Interval { low, high });
    let entry = Entry::Ratio { value, interval, pairs: cell.count };
    let sign = if cell.bound == Bound::AtMost { "≤ " } else { "" };
    let interval = entry_interval(&entry, None).unwrap_or_default();
    vec![sign.to_owned() + &entry_text(&entry, None), interval, cell.count.to_string()]
}

/// The rows with the names of their categories: places along x, or the series where there is but one place.
fn series(cells: &Cells, texts: impl Fn(&Cell) -> Vec<String>) -> (Vec<RowSeries>, Axis) {
    let Cells { names: SeriesSet { names, styles, .. }, spread, .. } = cells;
    let has_places = spread.axis.categories.iter().any(|name| !name.is_empty());
    let mark = |series: usize, place: usize, cell: &Cell| RowMark {
        category: if has_places { place } else { series },
        value: cell.y,
        bound: cell.bound,
        interval: cell.interval,
        texts: texts(cell),
    };
    let of = |series: usize| {
        let own = cells.points().filter(|point| point.0 == series);
        RowSeries {
            name: if has_places { names[series].clone() } else { String::new() },
            style: styles[series],
            marks: own.map(|(_, place, cell)| mark(series, place, cell)).collect(),
        }
    };
    let axis = if has_places { spread.axis.clone() } else { Axis::of_categories("", names) };
    ((0..names.len()).map(of).collect(), axis)
}
