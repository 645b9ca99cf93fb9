//! Breadth-first search.
//!
//! Idea        Expand states in the order in which they were found.
//! Source      Moore, Proceedings of the International Symposium on the Theory of Switching (1959).
//! Guarantees  A solution with the fewest steps, which is one of least cost where all steps cost the same.
//! Cost        Every state with fewer steps than the goal is expanded.
//! Counts      `expanded`, `generated`, the traffic of the queue. The goal is recognised when it is generated.

use std::collections::VecDeque;

use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::steps::{parent_of, visit};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step};

/// Breadth-first search (Moore 1959).
#[derive(Debug, Clone, Copy)]
pub struct BreadthFirst;

impl PathAlgorithm for BreadthFirst {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "bfs",
        summary: "breadth-first search: fewest steps first",
        idea: "Expands states in the order in which they were found, layer by layer.",
        source: "Moore, Proc. Int. Symp. on the Theory of Switching, 285-292, 1959",
        guarantee: Guarantee::FewestSteps,
        cost: "time and memory for every state with fewer steps than the goal",
        parameters: &["order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        let Task { space, nodes, budget, observer, .. } = task;
        let mut meter = Meter::new(budget);
        nodes.begin();
        let mut queue: VecDeque<NodeId> = VecDeque::new();
        let mut peak = 0;
        let start = space.start();
        if let Relaxed::New(id) = nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
            queue.push_back(id);
            observer.on(Event::Pushed(1));
        }
        let mut limit = meter.check(nodes.needed(AHEAD)).err();
        let mut goal = space.is_goal(start).then(|| nodes.id(start)).flatten();
        while limit.is_none() && goal.is_none() {
            let Some(id) = queue.pop_front() else { break };
            observer.on(Event::Popped(1));
            let (state, g, _) = nodes.node(id);
            observer.on(Event::Expanded { state: space.key(state), depth: 0 });
            step_expand(space, nodes, id, queue.len(), observer);
            let mut generated = 0;
            space.successors(state, |next, link, step| {
                if goal.is_some() {
                    return;
                }
                generated += 1;
                let is_known = nodes.id(next).is_some();
                step_generate(space, state, (next, g + step), is_known, observer);
                if is_known {
                    return;
                }
                if let Relaxed::New(id) = nodes.relax(next, g + step, link) {
                    queue.push_back(id);
                    observer.on(Event::Pushed(1));
                    if space.is_goal(next) {
                        goal = Some(id);
                    }
                }
            });
            observer.on(Event::Generated(generated));
            peak = peak.max(queue.len() as u64);
            let queued = || growth::needed::<NodeId>(queue.len(), queue.capacity(), AHEAD);
            limit = meter.spend(generated, || nodes.needed(AHEAD) + queued()).err();
        }
        observer.on(Event::TableBytes(nodes.bytes() + peak * size_of::<NodeId>() as u64));
        match (goal, limit) {
            (Some(id), _) => Outcome::solved(nodes.node(id).1, path_to(space, nodes, id)),
            (None, Some(limit)) => Outcome::without_path(limit),
            (None, None) => Outcome::without_path(Status::Unsolvable),
        }
    }
}

/// Reports to an observer of steps that a state is expanded, with the length of the queue.
#[inline(always)]
fn step_expand<S: StateSpace, O: Observer>(space: &S, nodes: &S::Nodes, id: NodeId, length: usize, observer: &mut O) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let (state, g, _) = nodes.node(id);
        let visit = visit(space, state, parent_of(space, nodes, id), (g, None, None));
        observer.step(Step::Expand { visit, open: Some(length as u64) });
    }
}

/// Reports to an observer of steps that a state of cost `g` was generated.
#[inline(always)]
fn step_generate<S: StateSpace, O: Observer>(
    space: &S,
    parent: S::State,
    (state, g): (S::State, S::Cost),
    is_known: bool,
    observer: &mut O,
) {
    if O::WANTS_STEPS && observer.wants_steps() {
        let how = if is_known { Generated::Known } else { Generated::New };
        let visit = visit(space, state, Some(parent), (g, None, None));
        observer.step(Step::Generate { visit, how });
    }
}
