//! Theta*: paths at any angle over a grid.
//!
//! Idea        A* in which the parent of a state may be any state that sees it: when a state is expanded, each neighbour is
//!             offered the way from the parent of the expanded state, if that one sees the neighbour, and else the way
//!             through the expanded state. The path is the line through the parents.
//! Source      Nash, Daniel, Koenig, Felner, AAAI 2007, figure 3 (Basic Theta*).
//! Guarantees  A path if there is one, which costs at most as much as the best path from neighbour to neighbour, and is in
//!             general not the shortest one at any angle.
//! Cost        A line of sight for each successor, over as many cells as the line is long; memory for every state visited.
//! Counts      `expanded`, `generated`, `evaluated`, `reopened`, the traffic of the open list; `scanned`: cells on lines
//!             of sight.
//! Not here    The lines of sight, which belong to the space.
//!
//! Other than in the paper, closed states are reopened when a cheaper way to them turns up. With that the bound follows
//! as for A*: when a state s is expanded at cost g(s), every neighbour n has g(n) ≤ g(s) + c(s, n) from then on, since the
//! way from the parent is taken only where it is no dearer. So until the goal is expanded, the best path from neighbour to
//! neighbour has an open state whose f is at most the cost of that path, for an estimate that does not exceed it.
//! The way from the parent is taken only while the parent is closed: so each step begins at a cost at which its first
//! state was expanded.

use super::nodes::{NodeTable, Relaxed, path_to};
use super::open::{Heap, OpenList};
use super::steps::{fate, parent_of, visit_by_sum};
use super::{Cost, Outcome, OutcomeIn, StateSpace, Task};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::Step;

/// Name, source and parameters.
pub const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "theta",
    summary: "Theta*: A* whose path may turn at any angle",
    idea: "A* over the cells of a grid in which a cell may be reached in a straight line from the parent of its \
           neighbour, wherever that one sees it. The heuristic is the straight line.",
    source: "Nash, Daniel, Koenig, Felner, AAAI 2007:1177-1183",
    guarantee: Guarantee::AnyAngle,
    cost: "a line of sight for each generated state; memory for every state visited",
    parameters: &["tie-break"],
    defaults: &[],
};

/// A space in which states see each other: the link to a state is the state from which a straight line leads to it.
pub trait Sight: StateSpace<Link = <Self as StateSpace>::State> {
    /// True if a straight line leads from one state to the other, and the cells that were looked at to tell.
    fn look(&self, from: Self::State, to: Self::State) -> (bool, u32);

    /// The cost of the straight line.
    fn line(&self, from: Self::State, to: Self::State) -> Self::Cost;
}

/// Searches for a path at any angle.
pub fn search<S: Sight, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
    let Task { space, options, nodes, budget, observer } = task;
    nodes.begin();
    let mut search = Search {
        space,
        nodes,
        open: Heap::new(options.tie_break),
        entries: 0,
        peak: 0,
        meter: Meter::new(budget),
        observer,
    };
    let ended = search.run();
    search.observer.on(Event::PeakOpen(search.peak));
    search.observer.on(Event::TableBytes(search.nodes.bytes() + search.peak * search.open.entry_bytes()));
    let (path, status) = match ended {
        Ok(Some(goal)) => (path_to(space, search.nodes, goal), Status::Solved),
        Ok(None) => return Outcome::without_path(Status::Unsolvable),
        Err(limit) => return Outcome::without_path(limit),
    };
    // A cheaper way to a state on the path may have been found since its children were.
    let cost = path.windows(2).fold(S::Cost::ZERO, |sum, pair| sum + space.line(pair[0], pair[1]));
    Outcome { status, cost: Some(cost), path }
}

struct Search<'a, S: StateSpace, O> {
    space: &'a S,
    nodes: &'a mut S::Nodes,
    open: Heap<S::Cost>,
    entries: u64,
    peak: u64,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: Sight, O: Observer> Search<'_, S, O> {
    /// Expands states until that is a goal.
    fn run(&mut self) -> Result<Option<u32>, Status> {
        self.meter.check(self.nodes.needed(AHEAD))?;
        let start = self.space.start();
        self.relax(start, start, S::Cost::ZERO);
        while let Some(id) = self.open.pop() {
            self.entries -= 1;
            self.observer.on(Event::Popped(1));
            let Some((state, g)) = self.nodes.close(id) else { continue };
            if self.space.is_goal(state) {
                return Ok(Some(id));
            }
            self.expand(id, state, g)?;
        }
        Ok(None)
    }

    fn expand(&mut self, id: u32, state: S::State, g: S::Cost) -> Result<(), Status> {
        let space = self.space;
        self.observer.on(Event::Expanded { state: space.key(state), depth: 0 });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let visit = visit_by_sum(space, state, parent_of(space, self.nodes, id), g);
            self.observer.step(Step::Expand { visit, open: Some(self.entries) });
        }
        let (mut generated, mut looks) = (0, 0);
        space.successors(state, |next, _, step| {
            generated += 1;
            let through = (state, g + step);
            let (parent, cost) = self.parent(state).map_or(through, |(parent, parent_g)| {
                let (sees, cells) = space.look(parent, next);
                looks += cells;
                let line = if sees { Some(parent_g + space.line(parent, next)) } else { None };
                line.filter(|&line| line <= through.1).map_or(through, |line| (parent, line))
            });
            self.generate(next, parent, cost);
        });
        self.observer.on(Event::Generated(generated));
        self.observer.on(Event::Scanned(looks));
        let Self { nodes, open, meter, .. } = self;
        meter.spend(generated, || nodes.needed(AHEAD) + open.needed(AHEAD))
    }

    /// The parent of an expanded state and its cost; `None` for the start, and while the parent is open again.
    fn parent(&self, state: S::State) -> Option<(S::State, S::Cost)> {
        let id = self.nodes.id(state)?;
        let parent = parent_of(self.space, self.nodes, id)?;
        let id = self.nodes.id(parent).filter(|&id| self.nodes.is_closed(id))?;
        Some((parent, self.nodes.node(id).1))
    }

    fn generate(&mut self, state: S::State, parent: S::State, g: S::Cost) {
        let relaxed = self.relax(state, parent, g);
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let visit = visit_by_sum(self.space, state, Some(parent), g);
            self.observer.step(Step::Generate { visit, how: fate(relaxed) });
        }
    }

    /// Keeps a way to a state if it is the cheapest so far, and puts the state on the open list.
    fn relax(&mut self, state: S::State, parent: S::State, g: S::Cost) -> Relaxed {
        let relaxed = self.nodes.relax(state, g, parent);
        let id = match relaxed {
            Relaxed::Known => return relaxed,
            Relaxed::New(id) | Relaxed::Improved(id) => id,
            Relaxed::Reopened(id) => {
                self.observer.on(Event::Reopened);
                id
            }
        };
        self.observer.on(Event::Evaluated(1));
        self.observer.on(Event::Pushed(1));
        self.open.push(id, g + self.space.heuristic(state), g);
        self.entries += 1;
        self.peak = self.peak.max(self.entries);
        relaxed
    }
}
