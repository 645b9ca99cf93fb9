//! The way from a node of a graph to another, as a state space.
//!
//! Heuristics:
//!
//! - The table of the file. It is taken as it is: where it overestimates, searches may miss the optimum. Backwards, where
//!   it tells nothing, 0.
//! - The straight line: s·d(n, goal), rounded down, with d the straight-line distance and s the least cost/length of all
//!   edges that have a length. It never overestimates: each edge costs at least s times its length, and the edges of a
//!   path are together at least as long as the straight line. It is consistent: for an edge from n to m of cost c,
//!   s·d(n) ≤ s·length + s·d(m) ≤ c + s·d(m), and rounding down both sides keeps that, as c is whole. All of it is
//!   computed in integers, as the root of s²d².
//!
//! Not here: the numbers of edges, which are the actions (network.rs).

use super::network::{Edge, Graph, NUMBERS};
use searchlab_search::path::space::successors_by_actions;
use searchlab_search::path::{Action, ActionSpace, Actions, HashedNodes, StateSpace};
use searchlab_trial::diagnostic::Diagnostic;

/// An estimate of the cost to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The table of the file; 0 where it has no entry.
    Estimates,
    /// The straight line, scaled so that it never overestimates.
    StraightLine,
    /// 0.
    Zero,
}

/// One direction of search.
#[derive(Debug, Clone)]
struct Direction {
    start: u32,
    /// Estimates by node.
    h: Vec<u64>,
    /// The set of the numbers of the edges that leave a node.
    actions: Vec<u32>,
    /// By node and number: the other node and the cost.
    steps: Vec<[(u32, u64); NUMBERS]>,
}

/// The way from one node of a graph to another. An action is the number of an edge.
#[derive(Debug, Clone)]
pub struct GraphSpace {
    forward: Direction,
    backward: Direction,
    is_directed: bool,
}

impl GraphSpace {
    /// From node to node, both of the graph.
    ///
    /// # Errors
    /// A heuristic of which the graph does not tell enough for this goal; more edges at a node than can be numbered.
    pub fn new(graph: &Graph, start: u32, goal: u32, heuristic: Heuristic) -> Result<Self, Diagnostic> {
        let nodes = graph.names.len();
        let estimate = |node| if node == goal { 0 } else { graph.estimates.get(&node).copied().unwrap_or(0) };
        let estimates = match heuristic {
            Heuristic::Zero => [vec![0; nodes], vec![0; nodes]],
            Heuristic::Estimates if graph.goal == Some(goal) => {
                [(0..nodes as u32).map(estimate).collect(), vec![0; nodes]]
            }
            Heuristic::StraightLine if graph.places.len() == nodes => {
                [goal, start].map(|end| straight_lines(graph, end))
            }
            Heuristic::Estimates => return Err(Diagnostic::new("no estimates of the cost to this goal")),
            Heuristic::StraightLine => return Err(Diagnostic::new("straight lines need coordinates of all nodes")),
        };
        let numbers = graph.numbers().map_err(|_| Diagnostic::new("more edges at a node than can be numbered"))?;
        let [mut forward, mut backward] = estimates.map(|h| {
            let (actions, steps) = (vec![0; nodes], vec![[(0, 0); NUMBERS]; nodes]);
            Direction { start, h, actions, steps }
        });
        backward.start = goal;
        for (&Edge { from, to, cost }, number) in graph.edges.iter().zip(numbers) {
            for (from, to) in [(from, to), (to, from)].into_iter().take(if graph.is_directed { 1 } else { 2 }) {
                for (direction, from, to) in [(&mut forward, from, to), (&mut backward, to, from)] {
                    direction.actions[from as usize] |= 1 << number;
                    direction.steps[from as usize][number] = (to, cost);
                }
            }
        }
        Ok(Self { forward, backward, is_directed: graph.is_directed })
    }
}

fn straight_lines(graph: &Graph, end: u32) -> Vec<u64> {
    let squared = |from: u32, to: u32| {
        let axes = graph.places[&from].into_iter().zip(graph.places[&to]);
        axes.map(|(a, b)| u128::from(a.abs_diff(b)).pow(2)).sum::<u128>()
    };
    let ratios = graph.edges.iter().map(|edge| (u128::from(edge.cost).pow(2), squared(edge.from, edge.to)));
    let least = ratios.filter(|ratio| ratio.1 > 0).min_by(|left, right| (left.0 * right.1).cmp(&(right.0 * left.1)));
    // Without any length all nodes that can be reached are at one place.
    let (cost, length) = least.unwrap_or((0, 1));
    (0..graph.names.len() as u32).map(|node| (cost * squared(node, end) / length).isqrt() as u64).collect()
}

impl StateSpace for GraphSpace {
    type State = u32;
    type Cost = u64;
    type Link = Action;
    type Nodes = HashedNodes<u32, u64, Action>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> u32 {
        self.forward.start
    }

    fn is_goal(&self, state: u32) -> bool {
        state == self.backward.start
    }

    fn heuristic(&self, state: u32) -> u64 {
        self.forward.h[state as usize]
    }

    fn successors(&self, state: u32, visit: impl FnMut(u32, Action, u64)) -> u32 {
        successors_by_actions(self, state, visit)
    }

    fn previous(&self, state: u32, link: Action) -> u32 {
        self.backward.steps[state as usize][usize::from(link.0)].0
    }

    fn key(&self, state: u32) -> u64 {
        state.into()
    }
}

impl ActionSpace for GraphSpace {
    fn actions(&self, state: u32) -> Actions {
        Actions(self.forward.actions[state as usize])
    }

    fn apply(&self, state: u32, action: Action) -> (u32, u64) {
        self.forward.steps[state as usize][usize::from(action.0)]
    }

    /// The same edge back; in a directed graph a number that no edge has, as nothing is known to undo a step.
    fn inverse(&self, action: Action) -> Action {
        if self.is_directed { Action(NUMBERS as u8) } else { action }
    }

    fn reversed(&self) -> Self {
        Self { forward: self.backward.clone(), backward: self.forward.clone(), ..*self }
    }

    fn least_step(&self) -> u64 {
        self.forward.steps.iter().flatten().map(|step| step.1).filter(|cost| *cost > 0).min().unwrap_or(1)
    }
}
