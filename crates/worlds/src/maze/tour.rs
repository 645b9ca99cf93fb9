//! The way through all goals of a maze as a state space: a state is a cell and the set of the goals that are left.
//!
//! Source      The food search problem of the Pacman projects (DeNero, Klein, EAAI 2010); the spanning tree as a bound of
//!             a tour: Held, Karp, Operations Research 18 (1970).
//! Heuristic   With e the estimate between two cells: the least e from the cell to a goal that is left, and the weight of
//!             a minimum spanning tree of the goals that are left. Any way through all of them goes to one first and
//!             connects them, so it never exceeds the true cost if e does not. It is consistent if e is a metric that no
//!             step shortens by more than its cost: a step that reaches no goal changes the first part by at most that, and
//!             one that reaches goal g drops an edge of the tree that is at least the distance of g to the others.
//! Not here    The nearest goal (weighed.rs).

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::grid::{Cell, Place};
use super::octile::Octile;
use super::weighed::{Steps, WeighedSpace};
use searchlab_search::path::space::successors_by_actions;
use searchlab_search::path::{Action, ActionSpace, Actions, HashedNodes, StateSpace};

/// A cell, and the goals that have not been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stop {
    /// The cell.
    pub cell: Cell,
    /// One bit for each goal that is left.
    pub left: u32,
}

/// The way through all of at most 32 goals. An action is twice that of the grid, and one more where the step reaches a
/// goal that was left, so that each can be taken back.
#[derive(Debug, Clone)]
pub struct TourSpace<'a> {
    steps: Steps<'a>,
    start: Stop,
    goals: Vec<(Cell, Place)>,
    /// The weights of the spanning trees of sets of goals.
    trees: RefCell<BTreeMap<u32, Octile>>,
}

/// An action that no state has.
const NO_ACTION: Action = Action(31);

impl<'a> TourSpace<'a> {
    /// Through all goals of the space, at most `Goals::MOST`, in place of the way to the nearest.
    pub fn new(WeighedSpace { steps, start, goals, .. }: WeighedSpace<'a>) -> Self {
        let bits = (0u32..).zip(&goals).filter(|(_, goal)| goal.0 != start).map(|(bit, _)| 1 << bit);
        let start = Stop { cell: start, left: bits.sum() };
        Self { steps, start, goals, trees: RefCell::default() }
    }

    /// The bit of the goal in a cell; 0 if there is none.
    #[inline(always)]
    fn bit(&self, cell: Cell) -> u32 {
        self.goals.iter().position(|goal| goal.0 == cell).map_or(0, |place| 1 << place)
    }

    fn places(&self, left: u32) -> impl Iterator<Item = Place> {
        self.goals.iter().enumerate().filter(move |(bit, _)| left >> bit & 1 != 0).map(|(_, goal)| goal.1)
    }

    /// The weight of a minimum spanning tree of these goals (Prim).
    fn tree(&self, left: u32) -> Octile {
        if let Some(&weight) = self.trees.borrow().get(&left) {
            return weight;
        }
        let mut outside: Vec<(Place, Octile)> = Vec::new();
        let mut weight = Octile::new(0, 0);
        let mut places = self.places(left);
        if let Some(first) = places.next() {
            outside.extend(places.map(|place| (place, self.steps.estimate(first, place))));
        }
        while let Some(nearest) = (0..outside.len()).min_by_key(|&place| outside[place].1) {
            let (place, distance) = outside.swap_remove(nearest);
            weight = weight + distance;
            for (other, known) in &mut outside {
                *known = self.steps.estimate(place, *other).min(*known);
            }
        }
        self.trees.borrow_mut().insert(left, weight);
        weight
    }
}

impl StateSpace for TourSpace<'_> {
    type State = Stop;
    type Cost = Octile;
    type Link = Action;
    type Nodes = HashedNodes<Stop, Octile, Action>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> Stop {
        self.start
    }

    fn is_goal(&self, stop: Stop) -> bool {
        stop.left == 0
    }

    fn heuristic(&self, stop: Stop) -> Octile {
        let place = self.steps.grid.place(stop.cell);
        let nearest = self.places(stop.left).map(|goal| self.steps.estimate(place, goal)).min();
        nearest.map_or(Octile::new(0, 0), |nearest| nearest + self.tree(stop.left))
    }

    fn successors(&self, stop: Stop, visit: impl FnMut(Stop, Action, Octile)) -> u32 {
        successors_by_actions(self, stop, visit)
    }

    fn previous(&self, stop: Stop, link: Action) -> Stop {
        let reached = if link.0 & 1 == 0 { 0 } else { self.bit(stop.cell) };
        Stop { cell: self.steps.source(stop.cell, Action(link.0 / 2)), left: stop.left | reached }
    }

    /// The cell in the lower half.
    fn key(&self, stop: Stop) -> u64 {
        u64::from(stop.left) << 32 | u64::from(stop.cell)
    }
}

impl ActionSpace for TourSpace<'_> {
    const HAS_ONE_GOAL: bool = false;

    fn actions(&self, stop: Stop) -> Actions {
        let action = |step: Action| {
            let reaches = self.bit(self.steps.target(stop.cell, step)) & stop.left != 0;
            1 << (2 * step.0 + u8::from(reaches))
        };
        Actions(self.steps.actions(stop.cell).map(action).sum())
    }

    fn apply(&self, stop: Stop, action: Action) -> (Stop, Octile) {
        let step = Action(action.0 / 2);
        let cell = self.steps.target(stop.cell, step);
        (Stop { cell, left: stop.left & !self.bit(cell) }, self.steps.cost(step, cell))
    }

    /// The step back, but for one that reached a goal, which nothing takes back.
    fn inverse(&self, action: Action) -> Action {
        if action.0 & 1 == 0 { Action(2 * self.steps.inverse(Action(action.0 / 2)).0) } else { NO_ACTION }
    }

    /// The same space: a way through all goals can end at any of them, so that there is no search from its end.
    fn reversed(&self) -> Self {
        self.clone()
    }

    fn least_step(&self) -> Octile {
        self.steps.least_step()
    }
}
