//! Dijkstra's algorithm (uniform-cost search).
//!
//! Idea        Expand the open state with the least cost so far.
//! Source      Dijkstra, Numerische Mathematik 1 (1959).
//! Guarantees  A solution of least cost.
//! Cost        Every state nearer than the goal is expanded.
//! Counts      As A*, without `evaluated`.

use super::best_first::{Evaluation, best_first};
use super::{ActionSpace, Cost, Options, OutcomeIn, PathAlgorithm};
use crate::about::{About, Guarantee};
use crate::budget::Budget;
use crate::observer::Observer;

/// Dijkstra's algorithm (1959), up to the goal.
#[derive(Debug, Clone, Copy)]
pub struct Dijkstra;

/// f = g.
struct CostSoFar;

impl<C: Cost> Evaluation<C> for CostSoFar {
    const INFORMED: bool = false;
    const IMPROVES: bool = true;

    #[inline(always)]
    fn f(&self, g: C, _h: C) -> C {
        g
    }
}

impl PathAlgorithm for Dijkstra {
    const ABOUT: About = About {
        name: "dijkstra",
        summary: "Dijkstra's algorithm: least cost so far first",
        idea: "Expands the open state with the least cost from the start, with no estimate of what is left.",
        source: "Dijkstra, Numerische Mathematik 1:269-271, 1959",
        guarantee: Guarantee::Optimal,
        cost: "time and memory for every state nearer than the goal",
        parameters: &["tie-break", "open", "order"],
        defaults: &[],
    };

    fn search<S: ActionSpace, O: Observer>(
        space: &S,
        options: &Options,
        nodes: &mut S::Nodes,
        budget: &Budget,
        observer: &mut O,
    ) -> OutcomeIn<S> {
        best_first(space, &CostSoFar, options, nodes, budget, observer)
    }
}
