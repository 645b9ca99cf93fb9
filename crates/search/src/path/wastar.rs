//! Weighted A*.
//!
//! Idea        A* with an exaggerated heuristic: f(n) = g(n) + w h(n), w >= 1.
//! Source      Pohl, Artificial Intelligence 1 (1970); the form with a fixed bound: Pearl 1984.
//! Guarantees  A solution of at most w times the least cost, if the heuristic is admissible. w h is rounded down,
//!             which keeps the bound.
//! Cost        Usually far fewer expansions than A*; reopens even under a consistent heuristic.
//! Counts      As A*.

use super::best_first::{Evaluation, best_first};
use super::{ActionSpace, Cost, Options, OutcomeIn, PathAlgorithm, Weight};
use crate::about::{About, Guarantee};
use crate::budget::Budget;
use crate::observer::Observer;

/// Weighted A* (Pohl 1970).
#[derive(Debug, Clone, Copy)]
pub struct WeightedAStar;

/// f = g + w h.
struct WeightedSum(Weight);

impl<C: Cost> Evaluation<C> for WeightedSum {
    const INFORMED: bool = true;
    const IMPROVES: bool = true;

    #[inline(always)]
    fn f(&self, g: C, h: C) -> C {
        g + h.weighted(self.0)
    }
}

impl PathAlgorithm for WeightedAStar {
    const ABOUT: About = About {
        name: "wastar",
        summary: "weighted A*: trades a bounded loss of quality for speed",
        idea: "A* that trusts the heuristic w times as much: f = g + w h. The solution costs at most w times the \
               optimum.",
        source: "Pohl, Artificial Intelligence 1(3-4):193-204, 1970",
        guarantee: Guarantee::Bounded,
        cost: "memory for every state visited, usually far fewer than A*",
        parameters: &["heuristic", "weight", "tie-break", "open", "order"],
        defaults: &[],
    };

    fn search<S: ActionSpace, O: Observer>(
        space: &S,
        options: &Options,
        nodes: &mut S::Nodes,
        budget: &Budget,
        observer: &mut O,
    ) -> OutcomeIn<S> {
        best_first(space, &WeightedSum(options.weight), options, nodes, budget, observer)
    }
}
