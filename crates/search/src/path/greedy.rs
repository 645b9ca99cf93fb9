//! Greedy best-first search.
//!
//! Idea        Expand the open state that looks nearest to the goal: f(n) = h(n).
//! Source      Doran, Michie, Proceedings of the Royal Society A 294 (1966).
//! Guarantees  A solution if there is one, of any cost.
//! Cost        Often few expansions; no bound.
//! Counts      As A*; the first way to a state is kept, so nothing is reopened.

use super::best_first::{Evaluation, best_first};
use super::{ActionSpace, Cost, Options, OutcomeIn, PathAlgorithm};
use crate::about::{About, Guarantee};
use crate::budget::Budget;
use crate::observer::Observer;

/// Greedy best-first search (Doran, Michie 1966).
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

/// f = h.
struct Estimate;

impl<C: Cost> Evaluation<C> for Estimate {
    const INFORMED: bool = true;
    const IMPROVES: bool = false;

    #[inline(always)]
    fn f(&self, _g: C, h: C) -> C {
        h
    }
}

impl PathAlgorithm for Greedy {
    const ABOUT: About = About {
        name: "greedy",
        summary: "greedy best-first search: least estimate first",
        idea: "Expands the open state with the least heuristic, whatever it cost to get there.",
        source: "Doran, Michie, Proc. Royal Society A 294:235-259, 1966",
        guarantee: Guarantee::Any,
        cost: "often few expansions, without any bound",
        parameters: &["heuristic", "tie-break", "open", "order"],
        defaults: &[],
    };

    fn search<S: ActionSpace, O: Observer>(
        space: &S,
        options: &Options,
        nodes: &mut S::Nodes,
        budget: &Budget,
        observer: &mut O,
    ) -> OutcomeIn<S> {
        best_first(space, &Estimate, options, nodes, budget, observer)
    }
}
