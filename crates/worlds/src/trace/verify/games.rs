//! The rules of searches of games: visits are nested, values are those of the children, and bounds fit the windows.

use std::collections::HashMap;

use super::Verdict;
use crate::trace::read::Entry;

/// The facts of the events so far.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// The parent of each node that has appeared.
    parents: HashMap<u64, Option<u64>>,
    /// The visits that have not ended, the last one innermost.
    open: Vec<Visit>,
    /// True once a node was visited: before that, leaves are only counted.
    has_visits: bool,
    /// The values of the root so far.
    root_values: Vec<f64>,
}

/// A visit that has not ended.
#[derive(Debug, Default)]
struct Visit {
    id: u64,
    depth: f64,
    alpha: f64,
    beta: f64,
    leaf: Option<f64>,
    cut: Option<String>,
    /// The beta of the cut: that of the window, or what the table has made of it.
    cut_at: f64,
    /// The value of each child that was searched to the full depth, as the mover sees it.
    children: HashMap<u64, f64>,
}

impl Games {
    /// True if a counter has events of its own.
    pub(super) fn shows(&self, name: &str) -> bool {
        let always = ["iterations", "simulated"];
        let with_visits = ["evaluated", "cutoffs", "tt_cutoffs", "passes", "probcut_cuts"];
        always.contains(&name) || self.has_visits && with_visits.contains(&name)
    }

    pub(super) fn event(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        if let (Some(id), "enter" | "expand") = (entry.id("id"), entry.kind.as_str()) {
            self.appear(entry, id, verdict, is_whole);
        }
        match entry.kind.as_str() {
            "enter" => self.enter(entry, verdict, is_whole),
            "leaf" | "cut" | "return" if is_whole => self.within(entry, verdict),
            "select" | "simulate" if is_whole => {
                let id = entry.id("id").unwrap_or(u64::MAX);
                let is_known = id == 0 || self.parents.contains_key(&id);
                verdict.expect(entry, is_known, || format!("node {id} is not known"));
            }
            "leaf" | "cut" | "return" | "expand" | "iteration" | "pass" | "select" | "simulate" => {}
            "backup" => self.backup(entry, verdict, is_whole),
            kind => verdict.add(entry.number, format!("\"{kind}\" is no event of a search of a game")),
        }
    }

    fn appear(&mut self, entry: &Entry, id: u64, verdict: &mut Verdict, is_whole: bool) {
        let parent = entry.id("p");
        let is_known = parent.is_none_or(|parent| parent == 0 || self.parents.contains_key(&parent));
        verdict.expect(entry, is_known || !is_whole, || format!("the parent of {id} is not known"));
        verdict.expect(entry, parent.is_some() || id == 0, || format!("node {id} has no parent"));
        let before = *self.parents.entry(id).or_insert(parent);
        verdict.expect(entry, before == parent, || format!("node {id} has got another parent"));
    }

    fn enter(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        self.has_visits = true;
        let id = entry.id("id").unwrap_or_default();
        let alpha = entry.number_of("alpha").unwrap_or(f64::NEG_INFINITY);
        let beta = entry.number_of("beta").unwrap_or(f64::INFINITY);
        verdict.expect(entry, alpha <= beta, || format!("the window {alpha}, {beta} is none"));
        if let Some(above) = self.open.last().filter(|_| is_whole) {
            let is_below = Some(above.id) == entry.id("p") || above.id == id;
            verdict.expect(entry, is_below && above.leaf.is_none(), || format!("node {id} is not below {}", above.id));
        }
        let depth = entry.number_of("depth").unwrap_or_default();
        self.open.push(Visit { id, depth, alpha, beta, ..Visit::default() });
    }

    /// An event of the visit that runs.
    fn within(&mut self, entry: &Entry, verdict: &mut Verdict) {
        let id = entry.id("id").unwrap_or(u64::MAX);
        let Some(visit) = self.open.last_mut().filter(|visit| visit.id == id) else {
            return verdict.add(entry.number, format!("node {id} is not the one that is visited"));
        };
        match entry.kind.as_str() {
            "leaf" => visit.leaf = entry.number_of("value"),
            "cut" => {
                visit.cut = Some(entry.word("by").to_owned());
                visit.cut_at = entry.number_of("beta").unwrap_or(visit.beta);
            }
            _ => self.leave(entry, verdict),
        }
    }

    fn leave(&mut self, entry: &Entry, verdict: &mut Verdict) {
        let (Some(visit), Some(value)) = (self.open.pop(), entry.number_of("value")) else {
            return verdict.add(entry.number, "a return has a \"value\"".to_owned());
        };
        let Visit { id, depth, alpha, beta, leaf, cut, cut_at, children } = visit;
        let bound = match value {
            _ if value <= alpha => "upper",
            _ if value >= beta => "lower",
            _ => "exact",
        };
        let said = entry.word("bound");
        verdict
            .expect(entry, said == bound, || format!("{value} is {bound}, not {said}, in the window {alpha}, {beta}"));
        verdict.expect(entry, leaf.is_none_or(|leaf| leaf.to_bits() == value.to_bits()), || {
            format!("the leaf {id} has another value than {value}")
        });
        let is_searched = leaf.is_none() && cut.as_deref().is_none_or(|by| by == "beta");
        let best = children.values().copied().fold(f64::NEG_INFINITY, f64::max);
        verdict.expect(entry, !is_searched || (best - value).abs() < 0.5, || {
            format!("node {id} has the value {value}, and its best move {best}")
        });
        verdict.expect(entry, cut.as_deref() != Some("beta") || value >= cut_at, || {
            format!("node {id} was cut at {cut_at} with the value {value}")
        });
        if id == 0 {
            self.root_values.push(value);
        }
        if let Some(above) = self.open.last_mut().filter(|above| above.id != id && depth + 1.0 >= above.depth) {
            above.children.insert(id, -value);
        }
    }

    fn backup(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        let ids = entry.line.get("ids").and_then(serde_json::Value::as_array);
        let ids: Vec<u64> = ids.into_iter().flatten().filter_map(serde_json::Value::as_u64).collect();
        verdict.expect(entry, ids.last() == Some(&0), || "the way back does not end at the root".to_owned());
        for pair in ids.windows(2).filter(|_| is_whole) {
            let is_parent = self.parents.get(&pair[0]).is_some_and(|parent| *parent == Some(pair[1]));
            verdict.expect(entry, is_parent, || format!("{} is not the parent of {}", pair[1], pair[0]));
        }
    }

    pub(super) fn end(&mut self, entry: &Entry, verdict: &mut Verdict, is_whole: bool) {
        if !is_whole || entry.word("status") != "complete" || !self.has_visits {
            return;
        }
        verdict.expect(entry, self.open.is_empty(), || "a visit has no return".to_owned());
        let value = entry.number_of("value").unwrap_or(f64::NAN);
        let is_root_value = self.root_values.iter().any(|known| known.to_bits() == value.to_bits());
        verdict.expect(entry, is_root_value, || format!("no visit of the root gave the value {value}"));
    }
}
