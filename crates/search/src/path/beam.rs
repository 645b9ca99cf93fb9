//! Beam search.
//!
//! Idea        Go forward in layers of equally many steps, and of each layer keep the states with the least h, at most as
//!             many as the beam is wide.
//! Source      Lowerre, The HARPY speech recognition system, PhD thesis, Carnegie Mellon University (1976).
//! Guarantees  None: the way to the goal may be among what was dropped. A search that dropped nothing has shown that there
//!             is no solution.
//! Cost        `width` states and their successors for each step; one entry for each state that was kept.
//! Counts      `expanded`, `generated`, `evaluated`, `peak_open` (the candidates of a layer). The goal is recognised when
//!             it is generated, of several in a layer the cheapest.
//! Not here    The search that keeps one state and never goes up (hill_climbing.rs).

use super::nodes::{NodeTable, Relaxed, path_to};
use super::steps::visit;
use super::{Action, ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, StateSpace, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step};

/// Beam search (Lowerre 1976).
#[derive(Debug, Clone, Copy)]
pub struct Beam;

impl PathAlgorithm for Beam {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "beam",
        summary: "beam search: of each layer only the states with the least estimates",
        idea: "Breadth-first search that keeps of each layer the width states with the least h, and forgets the others. \
               Never enters a state twice.",
        source: "Lowerre, The HARPY speech recognition system, PhD thesis, Carnegie Mellon University, 1976",
        guarantee: Guarantee::MayMiss,
        cost: "time for width states a step; memory for every state that was kept",
        parameters: &["heuristic", "width", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, options, nodes, budget, observer } = task;
        nodes.begin();
        let start = space.start();
        let (layer, candidates) = (vec![(start, S::Cost::ZERO)], Vec::new());
        let mut search = Search { space, nodes, layer, candidates, meter: Meter::new(budget), observer };
        let found = search.run(options.width as usize);
        search.observer.on(Event::TableBytes(search.nodes.bytes()));
        match found {
            Ok((Some((goal, cost)), _)) => {
                let id = search.nodes.id(goal).expect("the goal was kept");
                Outcome::solved(cost, path_to(space, search.nodes, id))
            }
            Ok((None, has_dropped)) => {
                Outcome::without_path(if has_dropped { Status::NotFound } else { Status::Unsolvable })
            }
            Err(limit) => Outcome::without_path(limit),
        }
    }
}

/// A state and the cost of the way to it.
type Reached<S> = (<S as StateSpace>::State, <S as StateSpace>::Cost);

/// A successor of the layer: h, g, its number in the layer, the state, the action that led to it.
type Candidate<S> = (<S as StateSpace>::Cost, <S as StateSpace>::Cost, u32, <S as StateSpace>::State, Action);

struct Search<'a, S: ActionSpace, O> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    layer: Vec<Reached<S>>,
    candidates: Vec<Candidate<S>>,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> Search<'_, S, O> {
    /// Searches layer by layer until a goal is generated or a layer is empty. Returns also whether a state was dropped.
    fn run(&mut self, width: usize) -> Result<(Option<Reached<S>>, bool), Status> {
        self.meter.check(self.nodes.needed(AHEAD))?;
        self.nodes.relax(self.space.start(), S::Cost::ZERO, S::Link::default());
        let mut has_dropped = false;
        while !self.layer.is_empty() {
            self.candidates.clear();
            let mut goal: Option<Candidate<S>> = None;
            for place in 0..self.layer.len() {
                self.expand(place, &mut goal)?;
            }
            self.observer.on(Event::PeakOpen(self.candidates.len() as u64));
            if let Some((_, g, _, state, action)) = goal {
                self.nodes.relax(state, g, action);
                return Ok((Some((state, g)), has_dropped));
            }
            self.candidates.sort_unstable_by_key(|&(h, g, number, ..)| (h, g, number));
            self.layer.clear();
            for &(_, g, _, state, action) in &self.candidates {
                if self.nodes.id(state).is_some() {
                    continue;
                }
                if self.layer.len() == width {
                    has_dropped = true;
                    break;
                }
                if let Relaxed::New(_) = self.nodes.relax(state, g, action) {
                    self.layer.push((state, g));
                }
            }
        }
        Ok((None, has_dropped))
    }

    /// Adds the successors of a state of the layer that were never kept.
    fn expand(&mut self, place: usize, goal: &mut Option<Candidate<S>>) -> Result<(), Status> {
        let (space, (parent, g)) = (self.space, self.layer[place]);
        let before = self.candidates.len();
        self.observer.on(Event::Expanded { state: space.key(parent), depth: 0 });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let before = self.nodes.id(parent).and_then(|id| super::steps::parent_of(space, self.nodes, id));
            let visit = visit(space, parent, before, (g, Some(space.heuristic(parent)), None));
            self.observer.step(Step::Expand { visit, open: Some((self.layer.len() - place - 1) as u64) });
        }
        let actions = space.actions(parent);
        for action in actions {
            let (state, step) = space.apply(parent, action);
            let (g, h) = (g + step, space.heuristic(state));
            let is_known = self.nodes.id(state).is_some();
            if O::WANTS_STEPS && self.observer.wants_steps() {
                let how = if is_known { Generated::Known } else { Generated::New };
                self.observer
                    .step(Step::Generate { visit: visit(space, state, Some(parent), (g, Some(h), None)), how });
            }
            if is_known {
                continue;
            }
            let candidate = (h, g, self.candidates.len() as u32, state, action);
            if space.is_goal(state) && goal.is_none_or(|(_, least, ..)| g < least) {
                *goal = Some(candidate);
            }
            self.candidates.push(candidate);
        }
        self.observer.on(Event::Generated(actions.len()));
        self.observer.on(Event::Evaluated((self.candidates.len() - before) as u32));
        let Self { nodes, layer, candidates, meter, .. } = self;
        meter.spend(actions.len(), || {
            let layer = growth::needed::<Reached<S>>(layer.len(), layer.capacity(), AHEAD);
            let candidates = growth::needed::<Candidate<S>>(candidates.len(), candidates.capacity(), AHEAD);
            nodes.needed(AHEAD) + layer + candidates
        })
    }
}
