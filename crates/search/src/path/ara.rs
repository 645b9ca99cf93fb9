//! ARA*: anytime repairing A*.
//!
//! Idea        Weighted A* gives a solution soon. Then lower the weight and search on with what is known, until the weight
//!             is 1: of each search only the states whose g has changed since they were expanded are expanded again.
//! Source      Likhachev, Gordon, Thrun, Advances in Neural Information Processing Systems 16 (2003), figures 2 and 3.
//! Guarantees  After each iteration a solution of at most its weight times the least cost, if the heuristic is consistent;
//!             at the end one of least cost, if it is admissible. Where it is interrupted it returns the best so far.
//! Cost        A node table, a heap, and a word for each state. In an iteration a state is expanded at most once.
//! Counts      `iterations`, each with its weight and the cost of the best solution at its end; `expanded`, `generated`,
//!             `evaluated`, `reopened` (a cheaper way to a state that was expanded in this iteration or before), the
//!             traffic of the open list, to which a new order adds nothing.
//! Not here    Weighted A* with one weight (best_first.rs).
//!
//! The search ends before weight 1 where no state on the open list can be part of a cheaper solution. An inconsistent
//! heuristic may make more iterations of weight 1 necessary.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::halves::cost_of;
use super::nodes::{NodeId, NodeTable, Relaxed, path_to};
use super::steps::{fate, parent_of, visit};
use super::{ActionSpace, Cost, Outcome, OutcomeIn, PathAlgorithm, Task, Weight, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer, Threshold};
use crate::step::Step;

/// ARA* (Likhachev, Gordon, Thrun 2003).
#[derive(Debug, Clone, Copy)]
pub struct AnytimeRepairing;

impl PathAlgorithm for AnytimeRepairing {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "ara",
        summary: "ARA*: a solution soon, then better ones, at last the best",
        idea: "Weighted A* whose weight falls from solution to solution until it is 1. Each search goes on from the last, and \
               expands again only states to which a cheaper way was found.",
        source: "Likhachev, Gordon, Thrun, Advances in Neural Information Processing Systems 16:767-774, 2003",
        guarantee: Guarantee::Optimal,
        cost: "memory for every state visited; a state is expanded at most once in each iteration",
        parameters: &["heuristic", "weight", "weight-step", "order"],
        defaults: &[("weight", "3")],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, options, nodes, budget, observer } = task;
        nodes.begin();
        let mut search = Search {
            space,
            nodes,
            open: BinaryHeap::new(),
            inconsistent: Vec::new(),
            expanded_in: Vec::new(),
            iteration: 0,
            weight: options.weight,
            best: None,
            meter: Meter::new(budget),
            observer,
        };
        let ended = search.run(options.weight_step);
        search.observer.on(Event::TableBytes(search.bytes()));
        let status = match ended {
            Ok(()) if search.best.is_some() => Status::Solved,
            Ok(()) => Status::Unsolvable,
            Err(limit) => limit,
        };
        let Some((_, id)) = search.best else { return Outcome::without_path(status) };
        // A cheaper way to a state on the path may have been found since.
        let path = path_to(space, search.nodes, id);
        Outcome { status, cost: Some(cost_of(space, &path)), path }
    }
}

/// An entry of the open list: f, the tie-break (the greater g first), the state.
type Entry<C> = Reverse<(C, C, NodeId)>;

struct Search<'a, S: ActionSpace, O> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    open: BinaryHeap<Entry<S::Cost>>,
    /// States that were expanded in this iteration and reached at less cost since.
    inconsistent: Vec<NodeId>,
    /// The last iteration that expanded a state.
    expanded_in: Vec<u32>,
    iteration: u32,
    weight: Weight,
    /// The cheapest goal so far.
    best: Option<(S::Cost, NodeId)>,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> Search<'_, S, O> {
    /// Improves the solution until it is the best or the limit ends the search.
    fn run(&mut self, step: u32) -> Result<(), Status> {
        self.meter.check(self.nodes.needed(AHEAD))?;
        let start = self.space.start();
        self.observer.on(Event::Evaluated(1));
        if let Relaxed::New(id) = self.nodes.relax(start, S::Cost::ZERO, S::Link::default()) {
            self.push(id, S::Cost::ZERO, self.space.heuristic(start));
        }
        loop {
            self.iteration += 1;
            let weight = Threshold::from(f64::from(self.weight.thousandths()) / 1000.0);
            self.observer.on(Event::Weighted { weight });
            let ended = self.improve();
            let Some((cost, _)) = self.best else { return ended };
            self.observer.on(Event::Incumbent { cost: Threshold::from(cost.to_f64()) });
            ended?;
            self.weight = self.weight.lowered(step);
            if self.reorder().is_none_or(|least| cost <= least) {
                return Ok(());
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, id: NodeId, g: S::Cost, h: S::Cost) {
        self.open.push(Reverse((g + h.weighted(self.weight), S::Cost::MAX - g, id)));
        self.observer.on(Event::Pushed(1));
    }

    /// Expands states until the best solution costs no more than the least f (ImprovePath).
    fn improve(&mut self) -> Result<(), Status> {
        while let Some(&Reverse((f, rest, id))) = self.open.peek() {
            if self.best.is_some_and(|(cost, _)| cost <= f) {
                break;
            }
            self.open.pop();
            self.observer.on(Event::Popped(1));
            let is_current = self.nodes.node(id).1 == S::Cost::MAX - rest;
            if let Some((state, g)) = is_current.then(|| self.nodes.close(id)).flatten() {
                self.expand(id, state, (g, f))?;
            }
        }
        Ok(())
    }

    fn expand(&mut self, id: NodeId, state: S::State, (g, f): (S::Cost, S::Cost)) -> Result<(), Status> {
        let space = self.space;
        if self.expanded_in.len() <= id as usize {
            self.expanded_in.resize(id as usize + 1, 0);
        }
        self.expanded_in[id as usize] = self.iteration;
        self.observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let visit =
                visit(space, state, parent_of(space, self.nodes, id), (g, Some(space.heuristic(state)), Some(f)));
            self.observer.step(Step::Expand { visit, open: Some(self.open.len() as u64) });
        }
        let mut generated = 0;
        space.successors(state, |next, link, step| {
            generated += 1;
            self.relax((next, g + step), link, state);
        });
        self.observer.on(Event::Generated(generated));
        let Self { nodes, open, inconsistent, expanded_in, meter, .. } = self;
        meter.spend(generated, || {
            let open = growth::needed::<Entry<S::Cost>>(open.len(), open.capacity(), AHEAD);
            let lists = [(inconsistent.len(), inconsistent.capacity()), (expanded_in.len(), expanded_in.capacity())];
            let lists = lists.map(|(length, capacity)| growth::needed::<u32>(length, capacity, AHEAD));
            nodes.needed(AHEAD) + open + lists.iter().sum::<u64>()
        })
    }

    /// Takes a successor of cost `g` of the state `parent`.
    #[inline(always)]
    fn relax(&mut self, (state, g): (S::State, S::Cost), link: S::Link, parent: S::State) {
        let (space, relaxed) = (self.space, self.nodes.relax(state, g, link));
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let h = space.heuristic(state);
            let visit = visit(space, state, Some(parent), (g, Some(h), Some(g + h.weighted(self.weight))));
            self.observer.step(Step::Generate { visit, how: fate(relaxed) });
        }
        let id = match relaxed {
            Relaxed::Known => return,
            Relaxed::New(id) | Relaxed::Improved(id) => id,
            Relaxed::Reopened(id) => {
                self.observer.on(Event::Reopened);
                id
            }
        };
        if space.is_goal(state) {
            if self.best.is_none_or(|(cost, _)| g < cost) {
                self.best = Some((g, id));
            }
        } else if self.expanded_in.get(id as usize) != Some(&self.iteration) {
            self.observer.on(Event::Evaluated(1));
            self.push(id, g, space.heuristic(state));
        } else if matches!(relaxed, Relaxed::Reopened(_)) {
            self.inconsistent.push(id);
        }
    }

    /// Puts the inconsistent states on the open list and orders it by the new weight. Returns the least g + h on it.
    fn reorder(&mut self) -> Option<S::Cost> {
        let Self { space, nodes, open, inconsistent, weight, .. } = self;
        let mut entries = std::mem::take(open).into_vec();
        entries.retain(|&Reverse((_, rest, id))| nodes.node(id).1 == S::Cost::MAX - rest && !nodes.is_closed(id));
        self.observer.on(Event::Pushed(inconsistent.len() as u32));
        entries.extend(inconsistent.drain(..).map(|id| Reverse((S::Cost::ZERO, S::Cost::ZERO, id))));
        let mut least: Option<S::Cost> = None;
        for Reverse((f, rest, id)) in &mut entries {
            let (state, g, _) = nodes.node(*id);
            let h = space.heuristic(state);
            (*f, *rest) = (g + h.weighted(*weight), S::Cost::MAX - g);
            least = Some(least.map_or(g + h, |least| least.min(g + h)));
        }
        self.observer.on(Event::Evaluated(entries.len() as u32));
        *open = BinaryHeap::from(entries);
        least
    }

    fn bytes(&self) -> u64 {
        let lists = size_of_val(self.expanded_in.as_slice()) + self.open.len() * size_of::<Entry<S::Cost>>();
        self.nodes.bytes() + lists as u64
    }
}
