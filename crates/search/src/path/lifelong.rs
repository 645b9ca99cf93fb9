//! Lifelong Planning A* and D* Lite: the path of least cost again after each change of the space.
//!
//! Idea        Each state has two values: g, the cost of the best known way, and rhs, the least of g + step over its
//!             neighbours. Where the two differ the state is inconsistent and waits on the open list. A change makes only
//!             the states beside it inconsistent, and the search expands those on whose values the path depends.
//!             LPA* searches from the start. D* Lite searches from the goal, so that the start may move on; then the
//!             estimates to all states on the list change by at most the cost of its way, which is added to new keys.
//! Source      Koenig, Likhachev, NIPS 14 (2001), figure 1, and Koenig, Likhachev, Furcy, Artificial Intelligence 155
//!             (2004): LPA*. Koenig, Likhachev, AAAI 2002, figure 3: D* Lite.
//! Guarantees  After each change the least cost, if the heuristic is consistent; or that there is no path.
//! Cost        Two costs and a key for each state, and an ordered set as the open list. After a change only what it touches
//!             is expanded, each state at most twice; which may be more than a new search expands.
//! Counts      `iterations`: searches, the first and one after each change, each with the least cost at its end; `expanded`,
//!             `generated` (neighbours that were given a new rhs), `evaluated`, the traffic of the open list.
//! Not here    The space and its changes.

use std::collections::BTreeSet;

use super::{Cost, Outcome, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Budget, Meter, Status};
use crate::observer::{Event, Observer, Threshold};
use crate::step::{Generated, Step, Visit};

/// Name, source and parameters of LPA*.
pub const LPA: AlgorithmInfo = AlgorithmInfo {
    name: "lpa",
    summary: "LPA*: A* that repairs its path after each change of the maze",
    idea: "A* that keeps its values when the maze changes, and expands only states whose cost from the start is no longer \
           right and on which the path depends.",
    source: "Koenig, Likhachev, NIPS 14, 2001; Koenig, Likhachev, Furcy, Artificial Intelligence 155:93-146, 2004",
    guarantee: Guarantee::Optimal,
    cost: "two costs and a key for each state; after a change each state is expanded at most twice",
    parameters: &["heuristic"],
    defaults: &[],
};

/// Name, source and parameters of D* Lite.
pub const D_STAR_LITE: AlgorithmInfo = AlgorithmInfo {
    name: "dstar-lite",
    summary: "D* Lite: LPA* from the goal, whose start may move",
    idea: "Searches from the goal to the start as LPA* does in the other direction, so that the values stay right when the \
           start moves along the path.",
    source: "Koenig, Likhachev, AAAI 2002:476-483",
    guarantee: Guarantee::Optimal,
    cost: "two costs and a key for each state; after a change each state is expanded at most twice",
    parameters: &["heuristic"],
    defaults: &[],
};

/// A space that changes, whose steps can be taken in both directions at the same cost.
pub trait ChangingSpace {
    /// The cost of a path.
    type Cost: Cost;

    /// All states are below this number.
    fn bound(&self) -> usize;

    /// Where the path begins.
    fn start(&self) -> u32;

    /// Where it ends.
    fn goal(&self) -> u32;

    /// An estimate of the cost between two states, consistent whatever changes.
    fn estimate(&self, from: u32, to: u32) -> Self::Cost;

    /// Hands each neighbour and the cost of the step to `visit`.
    fn neighbours(&self, state: u32, visit: impl FnMut(u32, Self::Cost));

    /// Makes the next change, hands all states whose steps may differ to `visit`, and says whether there was one.
    fn change(&mut self, visit: impl FnMut(u32)) -> bool;
}

/// The end of the search that the values are the costs from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// LPA*.
    Start,
    /// D* Lite.
    Goal,
}

/// Searches, and once more after each change. Returns the path after the last one.
pub fn search<S: ChangingSpace, O: Observer>(
    space: &mut S,
    from: From,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<u32, S::Cost> {
    let mut meter = Meter::new(budget);
    let needed = Repair::<S::Cost>::bytes_for(space.bound());
    if let Err(limit) = meter.check(needed) {
        return Outcome::without_path(limit);
    }
    let mut repair = Repair::new(space, from);
    if O::WANTS_STEPS && observer.wants_steps() {
        let (start, goal) = (space.start(), space.goal());
        observer.step(Step::Source { state: start.into(), h: space.estimate(start, goal).to_f64() });
    }
    observer.on(Event::Evaluated(1));
    observer.on(Event::Pushed(1));
    let mut number = 0;
    loop {
        observer.on(Event::Repair { change: number });
        if let Err(limit) = repair.run(space, &mut meter, observer) {
            return Outcome::without_path(limit);
        }
        if let Some(cost) = repair.cost() {
            observer.on(Event::Incumbent { cost: Threshold::from(cost.to_f64()) });
        }
        number += 1;
        let mut changed = Vec::new();
        if !space.change(|state| changed.push(state)) {
            break;
        }
        for state in changed {
            repair.update(space, state, observer);
        }
    }
    observer.on(Event::TableBytes(needed));
    let Some(cost) = repair.cost() else { return Outcome::without_path(Status::Unsolvable) };
    let path = repair.path(space);
    if O::WANTS_STEPS && observer.wants_steps() {
        for &state in &path {
            observer.step(Step::Path { state: state.into() });
        }
        observer.step(Step::Goal { state: space.goal().into(), cost: cost.to_f64() });
    }
    Outcome::solved(cost, path)
}

/// The order on the open list: the estimate of a path through the state, then the cost up to it.
type Key<C> = [C; 2];

/// The values of all states and the open list.
#[derive(Debug, Clone)]
pub struct Repair<C: Cost> {
    /// [`Cost::MAX`] is infinite in both.
    g: Vec<C>,
    rhs: Vec<C>,
    /// The keys of the states on the list.
    keys: Vec<Option<Key<C>>>,
    open: BTreeSet<(Key<C>, u32)>,
    /// The cost of the ways that the start has gone (`k_m`).
    gone: C,
    source: u32,
    target: u32,
    from: From,
}

/// The sum; infinite if one of the two is.
fn sum<C: Cost>(left: C, right: C) -> C {
    if left == C::MAX || right == C::MAX { C::MAX } else { left + right }
}

impl<C: Cost> Repair<C> {
    /// The values before the first search (Initialize).
    pub fn new<S: ChangingSpace<Cost = C>>(space: &S, from: From) -> Self {
        let (source, target) = match from {
            From::Start => (space.start(), space.goal()),
            From::Goal => (space.goal(), space.start()),
        };
        let infinite = vec![C::MAX; space.bound()];
        let keys = vec![None; space.bound()];
        let mut repair = Self {
            g: infinite.clone(),
            rhs: infinite,
            keys,
            open: BTreeSet::new(),
            gone: C::ZERO,
            source,
            target,
            from,
        };
        repair.rhs[source as usize] = C::ZERO;
        let key = repair.key(space, source);
        repair.insert(source, key);
        repair
    }

    fn bytes_for(bound: usize) -> u64 {
        let state = 2 * size_of::<C>() + size_of::<Option<Key<C>>>();
        (bound * state) as u64 + growth::needed::<(Key<C>, u32)>(0, 0, AHEAD)
    }

    /// The least cost that was found; `None` if there is no path.
    pub fn cost(&self) -> Option<C> {
        Some(self.g[self.target as usize]).filter(|&cost| cost != C::MAX)
    }

    /// Moves the start of a search from the goal to a state; `cost` is at least the estimate between the two.
    pub fn move_start(&mut self, start: u32, cost: C) {
        debug_assert!(self.from == From::Goal, "the costs are those from the goal");
        self.gone = self.gone + cost;
        self.target = start;
    }

    /// The key of a state (CalculateKey).
    fn key<S: ChangingSpace<Cost = C>>(&self, space: &S, state: u32) -> Key<C> {
        let least = self.g[state as usize].min(self.rhs[state as usize]);
        [sum(least, sum(space.estimate(self.target, state), self.gone)), least]
    }

    fn insert(&mut self, state: u32, key: Key<C>) {
        self.remove(state);
        self.keys[state as usize] = Some(key);
        self.open.insert((key, state));
    }

    fn remove(&mut self, state: u32) {
        if let Some(key) = self.keys[state as usize].take() {
            self.open.remove(&(key, state));
        }
    }

    /// Gives a state its rhs anew and puts it on the list if it is inconsistent (UpdateVertex).
    pub fn update<S: ChangingSpace<Cost = C>, O: Observer>(&mut self, space: &S, state: u32, observer: &mut O) {
        let place = state as usize;
        if state != self.source {
            let mut least = C::MAX;
            space.neighbours(state, |next, step| least = least.min(sum(self.g[next as usize], step)));
            self.rhs[place] = least;
        }
        let was_open = self.keys[place].is_some();
        self.remove(state);
        let is_open = self.g[place] != self.rhs[place];
        if is_open {
            let key = self.key(space, state);
            self.insert(state, key);
            observer.on(Event::Evaluated(1));
        }
        match (was_open, is_open) {
            (false, true) => observer.on(Event::Pushed(1)),
            (true, true) => observer.on(Event::Updated(1)),
            (true, false) => observer.on(Event::Popped(1)),
            (false, false) => {}
        }
    }

    /// Expands states until the target is right (ComputeShortestPath).
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn run<S: ChangingSpace<Cost = C>, O: Observer>(
        &mut self,
        space: &S,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(), Status> {
        let mut neighbours = Vec::new();
        while let Some(&(old, state)) = self.open.first() {
            let target = self.target as usize;
            if old >= self.key(space, self.target) && self.rhs[target] == self.g[target] {
                break;
            }
            self.remove(state);
            observer.on(Event::Popped(1));
            let key = self.key(space, state);
            if old < key {
                self.insert(state, key);
                observer.on(Event::Pushed(1));
                continue;
            }
            observer.on(Event::Expanded { state: state.into(), depth: 0 });
            neighbours.clear();
            space.neighbours(state, |next, _| neighbours.push(next));
            let place = state as usize;
            if self.g[place] > self.rhs[place] {
                self.g[place] = self.rhs[place];
                if O::WANTS_STEPS && observer.wants_steps() {
                    self.report(space, state, observer);
                }
            } else {
                self.g[place] = C::MAX;
                neighbours.push(state);
            }
            for &next in &neighbours {
                self.update(space, next, observer);
            }
            observer.on(Event::Generated(neighbours.len() as u32));
            meter.spend(neighbours.len() as u32, || Self::bytes_for(self.g.len()))?;
        }
        Ok(())
    }

    /// Reports the expansion of a state whose g has just become right. Of searches after changes, in which costs rise too,
    /// no steps are asked for.
    fn report<S: ChangingSpace<Cost = C>, O: Observer>(&self, space: &S, state: u32, observer: &mut O) {
        let visit = |state: u32, parent: Option<u32>, g: C| {
            let h = space.estimate(self.target, state);
            Visit {
                state: state.into(),
                parent: parent.map(u128::from),
                g: g.to_f64(),
                h: Some(h.to_f64()),
                f: Some((g + h).to_f64()),
                depth: None,
                is_backward: self.from == From::Goal,
            }
        };
        let g = self.g[state as usize];
        let parent = (state != self.source).then(|| self.cheapest(space, state));
        observer.step(Step::Expand { visit: visit(state, parent, g), open: Some(self.open.len() as u64) });
        space.neighbours(state, |next, step| {
            let known = self.rhs[next as usize];
            let how = match g + step {
                _ if known == C::MAX => Generated::New,
                cost if cost < known => Generated::Cheaper,
                _ => Generated::Known,
            };
            observer.step(Step::Generate { visit: visit(next, Some(state), g + step), how });
        });
    }

    /// The neighbour through which a state is reached at least cost.
    fn cheapest<S: ChangingSpace<Cost = C>>(&self, space: &S, state: u32) -> u32 {
        let mut best = (C::MAX, state);
        space.neighbours(state, |next, step| best = best.min((sum(self.g[next as usize], step), next)));
        debug_assert!(best.0 != C::MAX, "there is a way to it");
        best.1
    }

    /// The path that the values describe, from the start to the goal.
    pub fn path<S: ChangingSpace<Cost = C>>(&self, space: &S) -> Vec<u32> {
        let mut path = vec![self.target];
        let mut state = self.target;
        while state != self.source {
            state = self.cheapest(space, state);
            path.push(state);
        }
        if self.from == From::Start {
            path.reverse();
        }
        path
    }
}
