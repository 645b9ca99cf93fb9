//! The rules of path searches: every parent is known, costs follow from those of the parents, and the path has the cost.

use std::collections::HashMap;

use serde_json::Value;

use super::Verdict;
use crate::trace::read::Entry;

/// The facts of the events so far.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// Described states: their least cost so far from the start, and from the goal.
    states: HashMap<u64, [Option<f64>; 2]>,
    /// The cost of each step between two states, from the first to the second.
    steps: HashMap<(u64, u64), f64>,
    /// The costs with which each state was expanded, by direction, the last one last.
    expanded: HashMap<(u64, bool), Vec<f64>>,
    /// The path of a depth-first search: its states, each with its cost.
    stack: Vec<(u64, f64)>,
    source: Option<u64>,
    goal: Option<(u64, f64)>,
}

/// Equal but for the rounding of sums.
fn is_near(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1.0)
}

impl Paths {
    pub(super) fn event(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        if let Some(id) = entry.id("id") {
            let is_new = !self.states.contains_key(&id);
            let is_described = entry.line.get("at").is_some_and(|at| !at.is_null());
            verdict.expect(entry, is_described == is_new, || {
                format!(
                    "state {id} {}",
                    if is_new { "has no \"at\" where it appears first" } else { "is described again" }
                )
            });
            self.states.entry(id).or_default();
        }
        if let Some(parent) = entry.id("p") {
            verdict.expect(entry, !is_whole || self.states.contains_key(&parent), || {
                format!("the parent {parent} is not known")
            });
        }
        match entry.kind.as_str() {
            "source" => self.source = entry.id("id"),
            "expand" => self.expand(entry, verdict, is_whole),
            "generate" => self.generate(entry, verdict, is_whole),
            "meet" | "scan" | "iteration" => {}
            "goal" => self.goal = entry.id("id").zip(entry.number_of("cost")),
            kind => verdict.add(entry.number, format!("\"{kind}\" is no event of a path search")),
        }
    }

    fn expand(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        let (Some(id), Some(g)) = (entry.id("id"), entry.number_of("g")) else {
            return verdict.add(entry.number, "an expansion has \"id\" and \"g\"".to_owned());
        };
        let is_back = entry.word("side") == "back";
        if let Some(parent) = entry.id("p") {
            let pair = if is_back { (id, parent) } else { (parent, id) };
            let fits = self.steps.get(&pair).is_some_and(|step| self.was_expanded(entry, parent, g - step));
            verdict.expect(entry, fits || !is_whole, || format!("no way through {parent} to {id} costs {g}"));
        } else {
            verdict.expect(entry, is_near(g, 0.0), || format!("state {id} has no parent and costs {g}"));
        }
        let costs = self.expanded.entry((id, is_back)).or_default();
        costs.retain(|&cost| !is_near(cost, g));
        costs.push(g);
        if let Some(depth) = entry.id("depth") {
            self.stack.truncate(usize::try_from(depth).unwrap_or(usize::MAX));
            self.stack.push((id, g));
        }
    }

    /// The cost of the parent of an event. A depth-first search may have the parent on its path more than once, so there
    /// the depth tells.
    fn cost_before(&self, entry: &Entry, parent: u64) -> Option<f64> {
        match entry.id("depth") {
            Some(depth) => {
                let above = usize::try_from(depth).ok()?.checked_sub(1)?;
                self.stack.get(above).filter(|(id, _)| *id == parent).map(|(_, g)| *g)
            }
            None => self.expanded.get(&(parent, entry.word("side") == "back"))?.last().copied(),
        }
    }

    /// True if the parent of an expansion was expanded at this cost. A search that drops states and makes them again may
    /// have expanded it at another cost since.
    fn was_expanded(&self, entry: &Entry, parent: u64, cost: f64) -> bool {
        if entry.id("depth").is_some() {
            return self.cost_before(entry, parent).is_some_and(|before| is_near(before, cost));
        }
        let costs = self.expanded.get(&(parent, entry.word("side") == "back"));
        costs.is_some_and(|costs| costs.iter().any(|&before| is_near(before, cost)))
    }

    fn generate(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        let (Some(id), Some(parent), Some(g)) = (entry.id("id"), entry.id("p"), entry.number_of("g")) else {
            return verdict.add(entry.number, "a generated state has \"id\", \"p\" and \"g\"".to_owned());
        };
        let is_back = entry.word("side") == "back";
        let Some(before) = self.cost_before(entry, parent) else {
            return verdict.expect(entry, !is_whole, || format!("the parent {parent} was not expanded at that depth"));
        };
        let step = g - before;
        verdict.expect(entry, step > -1e-9, || format!("the step from {parent} to {id} costs {step}"));
        let pair = if is_back { (id, parent) } else { (parent, id) };
        let least = self.steps.entry(pair).or_insert(step);
        *least = least.min(step);
        let best = &mut self.states.entry(id).or_default()[usize::from(is_back)];
        let is_kept = ["cheaper", "reopened"].contains(&entry.word("how"));
        let is_cheaper = best.is_none_or(|best| g < best);
        verdict.expect(entry, !is_kept || is_cheaper || !is_whole, || format!("no cheaper way to {id} was found"));
        if is_cheaper && is_kept || entry.word("how") == "new" {
            *best = Some(g);
        }
    }

    pub(super) fn end(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        let path: Vec<u64> =
            entry.line.get("path").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64).collect();
        let cost = entry.number_of("cost");
        verdict
            .expect(entry, cost.is_some() != path.is_empty(), || "a cost without a path, or a path without".to_owned());
        let Some(cost) = cost.filter(|_| is_whole) else { return };
        let ends = self.goal.is_some_and(|(goal, at)| path.last() == Some(&goal) && is_near(at, cost));
        verdict.expect(entry, ends, || "the path does not end at the goal, or has another cost".to_owned());
        verdict
            .expect(entry, path.first().copied() == self.source, || "the path does not begin at the source".to_owned());
        let mut sum = 0.0;
        for pair in path.windows(2) {
            let Some(step) = self.steps.get(&(pair[0], pair[1])) else {
                return verdict.add(entry.number, format!("no step leads from {} to {}", pair[0], pair[1]));
            };
            sum += step;
        }
        verdict.expect(entry, is_near(sum, cost), || format!("the steps of the path cost {sum}, not {cost}"));
    }
}
