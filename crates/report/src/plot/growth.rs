//! The effective branching factor fitted to each series of a line chart over depth.
//!
//! Not here: the fit itself (statistics/growth.rs), how it is drawn (chart/lines.rs).

use std::collections::BTreeMap;

use super::groups::SeriesSet;
use super::pairs::values;
use super::{Plan, words};
use crate::chart::Fit;
use crate::sheet::number_text;
use searchlab_analysis::field::Field;
use searchlab_analysis::tasks::{InstanceGroups, instance_codes};
use searchlab_statistics::deterministic_math::{exp, ln};
use searchlab_statistics::growth::Growth;

/// Confidence of the interval.
const LEVEL: f64 = 0.95;
/// Points along a fit, so that it bends where the scale is linear.
const STEPS: u32 = 24;

/// The fit of each series, `None` where there is none, and a note on all of them.
pub(super) fn fits(plan: &Plan, tasks: &InstanceGroups<'_>, names: &SeriesSet) -> (Vec<Option<Fit>>, Option<String>) {
    let mut series: Vec<BTreeMap<u64, Vec<(u32, f64)>>> = vec![BTreeMap::new(); names.len()];
    let units = instance_codes(tasks);
    let frame = tasks.frame();
    let value = values(plan, tasks);
    for task in 0..tasks.len() {
        let depth =
            frame.place(&Field::Depth, tasks.lead(task)).and_then(|place| frame.keys(&Field::Depth)[place].number());
        if let (Some(value), Some(depth)) = (value(task).filter(|value| !value.is_bound && value.value > 0.0), depth) {
            series[names.of[task]].entry(units[task]).or_default().push((depth as u32, value.value));
        }
    }
    let mut told = Vec::new();
    let fits = series.into_iter().zip(&names.names).map(|(instances, name)| {
        let instances: Vec<Vec<(u32, f64)>> = instances.into_values().collect();
        let growth = Growth::of(&instances, LEVEL).ok()?;
        let ends = growth
            .interval
            .map_or_else(String::new, |it| format!(" [{}, {}]", number_text(it.low), number_text(it.high)));
        told.push(format!("{name} {}{ends}", number_text(growth.factor)));
        Some(Fit { label: format!("b = {}", short(growth.factor)), points: line(&instances, growth.factor) })
    });
    let fits: Vec<Option<Fit>> = fits.collect();
    let note = (!told.is_empty()).then(|| {
        format!(
            "Dashed: every further ply costs b times as much; b with its 95 % interval: {}.",
            words::some_of(&told, "; ")
        )
    });
    (fits, note)
}

/// A factor at the name of a line: three digits say enough.
fn short(factor: f64) -> String {
    if factor < 10.0 { format!("{factor:.2}") } else { format!("{factor:.1}") }
}

/// The line with this slope through the middle of all points.
fn line(instances: &[Vec<(u32, f64)>], factor: f64) -> Vec<(f64, f64)> {
    let points = || instances.iter().flatten();
    let count = points().count() as f64;
    let middle = points().map(|point| f64::from(point.0)).sum::<f64>() / count;
    let height = points().map(|point| ln(point.1)).sum::<f64>() / count;
    let depths = || points().map(|point| point.0);
    let (first, last) = (depths().min().unwrap_or(0), depths().max().unwrap_or(0));
    let place = |step: u32| {
        let depth = f64::from(first) + f64::from(last - first) * f64::from(step) / f64::from(STEPS);
        (depth, exp(height + (depth - middle) * ln(factor)))
    };
    (0..=STEPS).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_through_uniform_trees() {
        let tree: Vec<(u32, f64)> = (1..=5).map(|depth| (depth, f64::powi(3.0, depth as i32))).collect();
        let line = line(&[tree], 3.0);
        for (depth, nodes) in [line[0], line[STEPS as usize]] {
            assert!((nodes / f64::powf(3.0, depth) - 1.0).abs() < 1e-12, "{depth} {nodes}");
        }
    }
}
