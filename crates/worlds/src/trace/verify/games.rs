//! The rules of searches of games: visits are nested, values are those of the children, and bounds fit the windows.

use std::collections::HashMap;

use super::Verdict;
use crate::gomoku::engine;
use crate::trace::read::Entry;

/// The facts of the events so far.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// True for searches that prove wins: values are 1 for a win of the side to move, -1 for a loss, 0 for neither.
    is_proof: bool,
    /// True if moves are valued by searches that are less deep than those of others.
    has_reductions: bool,
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
    /// The value that a search gave which is not told node by node.
    subtree: Option<f64>,
    cut: Option<String>,
    /// The beta of the cut: that of the window, or what the table has made of it.
    cut_at: f64,
    /// The value of each child that was searched to the full depth, as the mover sees it.
    children: HashMap<u64, f64>,
}

impl Games {
    /// For a kind of traces and an algorithm.
    pub(super) fn new(kind: &str, algorithm: &str) -> Self {
        Self { is_proof: kind == "proof", has_reductions: algorithm == engine::ABOUT.name, ..Self::default() }
    }

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
            "subtree" if is_whole => self.subtree(entry),
            "select" | "simulate" if is_whole => {
                let id = entry.id("id").unwrap_or(u64::MAX);
                let is_known = id == 0 || self.parents.contains_key(&id);
                verdict.expect(entry, is_known, || format!("node {id} is not known"));
            }
            "leaf" | "cut" | "return" | "subtree" | "expand" | "iteration" | "pass" | "select" | "simulate" => {}
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

    fn subtree(&mut self, entry: &Entry) {
        let id = entry.id("id");
        if let Some(visit) = self.open.last_mut().filter(|visit| Some(visit.id) == id) {
            visit.subtree = entry.number_of("value").or(visit.subtree);
        }
    }

    /// Proof and disproof number of a node fit its value: one of them is 0 where it is decided.
    fn numbers(entry: &Entry, value: f64, verdict: &mut Verdict) {
        let has = |name: &str| entry.line.contains_key(name);
        if has("proof") || has("disproof") {
            let is_won = entry.id("proof") == Some(0) && entry.id("disproof").is_none();
            verdict.expect(entry, is_won == (value != 0.0), || {
                format!("a node of the value {value} has a proof number that says otherwise")
            });
        }
    }

    fn leave(&mut self, entry: &Entry, verdict: &mut Verdict) {
        let (Some(visit), Some(value)) = (self.open.pop(), entry.number_of("value")) else {
            return verdict.add(entry.number, "a return has a \"value\"".to_owned());
        };
        let Visit { id, depth, alpha, beta, leaf, subtree, cut, cut_at, children } = visit;
        let bound = match value {
            _ if value <= alpha => "upper",
            _ if value >= beta => "lower",
            _ => "exact",
        };
        let said = entry.word("bound");
        verdict
            .expect(entry, said == bound, || format!("{value} is {bound}, not {said}, in the window {alpha}, {beta}"));
        let given = leaf.or(subtree);
        verdict.expect(entry, given.is_none_or(|given| given.to_bits() == value.to_bits()), || {
            format!("node {id} has the value {value}, and was given another")
        });
        // The attack that is not followed to its end may still win, and the table may know the rest.
        let is_open = self.is_proof && (value == 0.0 || children.is_empty());
        if self.is_proof {
            Self::numbers(entry, value, verdict);
        }
        let is_searched = given.is_none() && !is_open && cut.as_deref().is_none_or(|by| by == "beta");
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
        let is_deep = |above: &Visit| self.has_reductions || depth + 1.0 >= above.depth;
        if let Some(above) = self.open.last_mut().filter(|above| above.id != id && is_deep(above)) {
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
