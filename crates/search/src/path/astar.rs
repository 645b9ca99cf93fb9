//! A*.
//!
//! Idea        Expand the open state with the least f(n) = g(n) + h(n).
//! Source      Hart, Nilsson, Raphael, IEEE Transactions on Systems Science and Cybernetics 4(2) (1968).
//! Guarantees  A solution of least cost if the heuristic is admissible. Closed states are reopened when a cheaper
//!             way to them turns up, so an inconsistent heuristic costs time and not the guarantee.
//! Cost        Every state with f below the optimum is expanded and held in memory.
//! Counts      `expanded`, `generated`, `evaluated`, `reopened`, the traffic of the open list.
//! Not here    The loop (best_first.rs), the open lists (open/), weights (wastar.rs).

use super::best_first::{Evaluation, best_first};
use super::{ActionSpace, Cost, Options, OutcomeIn, PathAlgorithm, StateSpace};
use crate::about::{About, Guarantee};
use crate::budget::Budget;
use crate::observer::Observer;

/// A* (Hart, Nilsson, Raphael 1968).
#[derive(Debug, Clone, Copy)]
pub struct AStar;

/// f = g + h.
struct CostPlusEstimate;

impl<C: Cost> Evaluation<C> for CostPlusEstimate {
    const INFORMED: bool = true;
    const IMPROVES: bool = true;

    #[inline(always)]
    fn f(&self, g: C, h: C) -> C {
        g + h
    }
}

/// A* over any state space, also one without actions (jump points).
pub fn search<S: StateSpace, O: Observer>(
    space: &S,
    options: &Options,
    nodes: &mut S::Nodes,
    budget: &Budget,
    observer: &mut O,
) -> OutcomeIn<S> {
    best_first(space, &CostPlusEstimate, options, nodes, budget, observer)
}

impl PathAlgorithm for AStar {
    const ABOUT: About = About {
        name: "astar",
        summary: "A*: least cost so far plus estimate first",
        idea: "Expands the open state with the least f = g + h, where g is the cost of the best known way from the \
               start and h the heuristic. Reopens closed states when a cheaper way turns up.",
        source: "Hart, Nilsson, Raphael, IEEE Trans. Systems Science and Cybernetics 4(2):100-107, 1968",
        guarantee: Guarantee::Optimal,
        cost: "memory for every state with f up to the optimum",
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
        search(space, options, nodes, budget, observer)
    }
}
