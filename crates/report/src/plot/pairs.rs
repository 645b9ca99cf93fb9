//! The tasks of a chart, and their pairs with its baseline.
//!
//! Not here: which records are one task (analysis/tasks.rs), which tasks are pairs (analysis/axes.rs).

use super::Plan;
use searchlab_analysis::axes::{agreeing, baseline_rows, pairs};
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::request::{ChartKind, Statistic};
use searchlab_analysis::select::Selector;
use searchlab_analysis::tasks::InstanceGroups;
use searchlab_statistics::censored::Censored;
use searchlab_trial::record::Status;

/// A task with its value and that of a task of the baseline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// The place of the task.
    pub(super) task: usize,
    /// Its value.
    pub(super) value: Censored,
    /// The value of the baseline.
    pub(super) baseline: Censored,
}

/// The tasks that are asked for; where only their number or their end counts, each trial by itself.
pub(super) fn tasks<'f>(plan: &Plan, frame: &'f Frame) -> InstanceGroups<'f> {
    let mut rows = Selector::of_filter(&plan.filter).rows(frame);
    let keeps_failed = counts_ends(plan) || matches!(plan.kind, ChartKind::Cactus | ChartKind::Ecdf);
    // A trial that failed is one that did not come to its end, and nothing besides.
    rows.retain(|&row| keeps_failed || frame.status(row) != Status::Error);
    if counts_ends(plan) { InstanceGroups::trials(frame, &rows, &plan.axes) } else { gathered(plan, frame, &rows) }
}

fn counts_ends(plan: &Plan) -> bool {
    matches!(plan.statistic, Statistic::Count | Statistic::Finished)
}

/// The tasks of these rows. What stands along an axis or makes series keeps them apart.
fn gathered<'f>(plan: &Plan, frame: &'f Frame, rows: &[usize]) -> InstanceGroups<'f> {
    let apart: Vec<Field> = plan.series.iter().chain(&plan.x).cloned().collect();
    InstanceGroups::of(frame, rows, &plan.axes, &apart)
}

/// All of these tasks.
pub(super) fn all(tasks: &InstanceGroups<'_>) -> Vec<usize> {
    (0..tasks.len()).collect()
}

/// The value of each task for the plan: the value of y, or how it ended where only that counts.
pub(super) fn values<'t>(plan: &Plan, tasks: &'t InstanceGroups<'t>) -> impl Fn(usize) -> Option<Censored> + use<'t> {
    let (values, counts_ends) = (tasks.values(&plan.y), counts_ends(plan));
    move |task| {
        if counts_ends {
            return Some(Censored { value: 0.0, is_bound: !tasks.is_finished(task) });
        }
        values.of(task).number()
    }
}

/// Each task with the value of the baseline for the same task, and how many have none. Tasks of the baseline itself are
/// left out.
///
/// # Errors
/// No trial of the baseline, or none that has a partner.
pub(super) fn with_baseline(plan: &Plan, of: &InstanceGroups<'_>) -> Result<(Vec<Pair>, usize), String> {
    let Some((selection, name)) = &plan.baseline else {
        return Err("this kind of chart needs a `baseline`".to_owned());
    };
    let frame = of.frame();
    let mut rows = baseline_rows(selection, &plan.filter, frame);
    if rows.is_empty() {
        return Err(format!("no trial is of the baseline {name}"));
    }
    let is_own = |task: usize| rows.binary_search(&of.lead(task)).is_ok();
    let is_own: Vec<bool> = (0..of.len()).map(is_own).collect();
    rows.retain(|&row| frame.status(row) != Status::Error);
    let over = gathered(plan, frame, &rows);
    let mut fields = agreeing(&plan.axes, selection, frame);
    if plan.series.contains(&Field::Repeat) || plan.x == Some(Field::Repeat) {
        fields.push(Field::Repeat);
    }
    let (values, baselines) = (of.values(&plan.y), over.values(&plan.y));
    let mut is_alone: Vec<bool> = is_own.iter().map(|is_own| !is_own).collect();
    let mut found = Vec::new();
    for (task, other) in pairs(of, &over, &fields) {
        let (task, other) = (task as usize, other as usize);
        let both = values.of(task).number().zip(baselines.of(other).number());
        if let Some((value, baseline)) = both.filter(|_| !is_own[task]) {
            found.push(Pair { task, value, baseline });
            is_alone[task] = false;
        }
    }
    if found.is_empty() {
        let tasks = of.len();
        return Err(format!(
            "none of {tasks} tasks has a number for {} here and in the baseline {name}",
            plan.y.name()
        ));
    }
    Ok((found, is_alone.into_iter().filter(|is_alone| *is_alone).count()))
}
