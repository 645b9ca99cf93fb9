//! SMA*: simplified memory-bounded A*.
//!
//! Idea        A* over the tree of ways, in a fixed number of states: expand the deepest leaf with the least f. Where
//!             memory is full, drop the shallowest leaf with the greatest f, and remember its f at its parent, from which it
//!             can be made again.
//! Source      Russell, Efficient memory-bounded search methods, ECAI 1992:1-5. The f of each dropped child is kept and not
//!             only the least of them: Lovinger, Zhang, IEEE ICTAI 2017:210-217 (SMA*+).
//! Guarantees  The cheapest solution of those whose paths fit into memory, if the heuristic is admissible; so the cheapest
//!             of all if that fits. Ends without a solution where none fits, and tells that from there being none.
//! Cost        Memory for the states of the parameter, each with the f of its children. A state is expanded again whenever
//!             it comes back into memory; time is that of a tree search, without detection of duplicates off the path. Each
//!             expansion takes time for the depth of the leaf.
//! Counts      `expanded` and `generated` with all repetitions, `evaluated`, `peak_depth`, `tree_nodes` (states in memory at
//!             the end). A child that is made again from the f at its parent is not counted as generated.
//! Not here    The search in the memory of one path (rbfs.rs).
//!
//! A state values all its children when it is expanded; one by one they become states in memory, the best first, as in
//! partial expansion. Each state knows the best and the worst leaf below it, so that both are found by going down.

use super::steps::visit;
use super::{Action, ActionSpace, Actions, Cost, Outcome, OutcomeIn, PathAlgorithm, Task, growth};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::{AHEAD, Meter, Status};
use crate::observer::{Event, Observer};
use crate::step::{Generated, Step};

/// SMA* (Russell 1992).
#[derive(Debug, Clone, Copy)]
pub struct MemoryBounded;

impl PathAlgorithm for MemoryBounded {
    const ABOUT: AlgorithmInfo = AlgorithmInfo {
        name: "sma",
        summary: "SMA*: A* in a fixed number of states, which drops the worst where memory is full",
        idea: "Expands the deepest leaf with the least f. Where memory is full, drops the shallowest leaf with the greatest \
               f and remembers that f at its parent, from which it is made again when nothing better is left.",
        source: "Russell, ECAI 1992:1-5",
        guarantee: Guarantee::FitsMemory,
        cost: "memory for so many states; states are expanded again and again where they do not suffice",
        parameters: &["heuristic", "memory-states", "order"],
        defaults: &[],
    };

    fn run<S: ActionSpace, O: Observer>(task: Task<'_, S, O>) -> OutcomeIn<S> {
        if let Some(outcome) = task.solved_at_start() {
            return outcome;
        }
        let Task { space, options, budget, observer, .. } = task;
        let mut search = Search {
            space,
            most: options.memory_states as usize,
            nodes: Vec::new(),
            slots: Vec::new(),
            stride: 4,
            free: Vec::new(),
            is_cut: false,
            meter: Meter::new(budget),
            observer,
        };
        let found = search.run();
        let bytes = size_of_val(search.nodes.as_slice()) + size_of_val(search.slots.as_slice());
        search.observer.on(Event::TableBytes(bytes as u64));
        search.observer.on(Event::TreeNodes(search.count() as u64));
        match found {
            Ok(Some(goal)) => Outcome::solved(search.nodes[goal as usize].g, search.path_to(goal)),
            Ok(None) => Outcome::without_path(if search.is_cut { Status::NotFound } else { Status::Unsolvable }),
            Err(limit) => Outcome::without_path(limit),
        }
    }
}

/// Place of a state in memory.
type Place = u32;

/// The place of the start, whose parent it is itself.
const ROOT: Place = 0;

/// A leaf as it is chosen: f, then the depth below the greatest one. The least is expanded, the greatest dropped.
type Rank<C> = (C, u32);

/// A state in memory.
struct Node<S: ActionSpace> {
    state: S::State,
    g: S::Cost,
    parent: Place,
    /// The action that led to it.
    action: Action,
    depth: u32,
    is_expanded: bool,
    /// Actions whose children are in memory.
    present: Actions,
    /// Actions whose children are not, and may lie on a path to a goal.
    absent: Actions,
    /// The best of what can be expanded or made below it. Its f is that of the state.
    best: Rank<S::Cost>,
    /// The worst leaf below it.
    worst: Rank<S::Cost>,
}

/// A child: its f while it is not in memory, its place while it is.
#[derive(Clone, Copy)]
struct Slot<C> {
    f: C,
    place: Place,
}

struct Search<'a, S: ActionSpace, O> {
    space: &'a S,
    /// States that may be in memory.
    most: usize,
    nodes: Vec<Node<S>>,
    /// The children of all nodes, `stride` each, by their actions.
    slots: Vec<Slot<S::Cost>>,
    stride: usize,
    /// Places of `nodes` that are free.
    free: Vec<Place>,
    /// True if a way was too long for memory.
    is_cut: bool,
    meter: Meter<'a>,
    observer: &'a mut O,
}

impl<S: ActionSpace, O: Observer> Search<'_, S, O> {
    /// Searches until a goal is the best leaf; its place.
    fn run(&mut self) -> Result<Option<Place>, Status> {
        self.meter.check(0)?;
        let (start, h) = (self.space.start(), self.space.heuristic(self.space.start()));
        self.observer.on(Event::Evaluated(1));
        self.add((start, S::Cost::ZERO, h), (ROOT, Action::default()), 0);
        while self.nodes[ROOT as usize].best.0 < S::Cost::MAX {
            let place = self.best_leaf();
            let node = &self.nodes[place as usize];
            if !node.is_expanded {
                if self.space.is_goal(node.state) {
                    return Ok(Some(place));
                }
                self.expand(place)?;
            } else if let Some(action) = node.absent.min_by_key(|&action| self.slot(place, action).f) {
                self.make_child(place, action);
                if self.count() > self.most {
                    self.drop_worst();
                }
            }
        }
        Ok(None)
    }

    /// States in memory.
    fn count(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    fn slot(&self, place: Place, action: Action) -> Slot<S::Cost> {
        self.slots[place as usize * self.stride + usize::from(action.0)]
    }

    fn slot_mut(&mut self, place: Place, action: Action) -> &mut Slot<S::Cost> {
        &mut self.slots[place as usize * self.stride + usize::from(action.0)]
    }

    /// The deepest of the states with the least f that can be expanded or have a child to be made.
    fn best_leaf(&self) -> Place {
        self.descend(|node| node.best)
    }

    /// Goes down from the start while a child has the same rank.
    fn descend(&self, rank: impl Fn(&Node<S>) -> Rank<S::Cost>) -> Place {
        let mut place = ROOT;
        loop {
            let node = &self.nodes[place as usize];
            let mut children = node.present.map(|action| self.slot(place, action).place);
            match children.find(|&child| rank(&self.nodes[child as usize]) == rank(node)) {
                Some(child) => place = child,
                None => return place,
            }
        }
    }

    /// Puts a state with its f into memory.
    fn add(
        &mut self,
        (state, g, f): (S::State, S::Cost, S::Cost),
        (parent, action): (Place, Action),
        depth: u32,
    ) -> Place {
        let rank = (f, u32::MAX - depth);
        let (present, absent) = (Actions::default(), Actions::default());
        let node =
            Node { state, g, parent, action, depth, is_expanded: false, present, absent, best: rank, worst: rank };
        if let Some(place) = self.free.pop() {
            self.nodes[place as usize] = node;
            return place;
        }
        self.nodes.push(node);
        self.slots.resize(self.nodes.len() * self.stride, Slot { f: S::Cost::MAX, place: ROOT });
        self.nodes.len() as Place - 1
    }

    /// Values the children of a leaf.
    fn expand(&mut self, place: Place) -> Result<(), Status> {
        let space = self.space;
        let &Node { state, g, parent, depth, best: (f, _), .. } = &self.nodes[place as usize];
        self.observer.on(Event::Expanded { state: space.key(state), depth });
        if O::WANTS_STEPS && self.observer.wants_steps() {
            let before = (place != ROOT).then(|| self.nodes[parent as usize].state);
            let visit = visit(space, state, before, (g, Some(space.heuristic(state)), Some(f)));
            self.observer.step(Step::Expand { visit, open: None });
        }
        let actions = space.actions(state);
        self.widen((32 - actions.0.leading_zeros()) as usize);
        let (mut absent, mut generated) = (Actions::default(), 0);
        for action in actions {
            let (child, step) = space.apply(state, action);
            let (child_g, h) = (g + step, space.heuristic(child));
            let is_cycle = self.is_on_path(place, child);
            // There is no room for anything below a state at this depth.
            let is_last = !is_cycle && depth as usize + 2 >= self.most && !space.is_goal(child);
            if O::WANTS_STEPS && self.observer.wants_steps() {
                let how = match (is_cycle, is_last) {
                    (true, _) => Generated::Cycle,
                    (_, true) => Generated::Above,
                    _ => Generated::New,
                };
                let visit = visit(space, child, Some(state), (child_g, Some(h), Some(f.max(child_g + h))));
                self.observer.step(Step::Generate { visit, how });
            }
            self.is_cut |= is_last;
            generated += u32::from(!is_cycle);
            if !is_cycle && !is_last {
                absent.0 |= 1 << action.0;
                self.slot_mut(place, action).f = f.max(child_g + h);
            }
        }
        self.observer.on(Event::Generated(generated));
        self.observer.on(Event::Evaluated(generated));
        let node = &mut self.nodes[place as usize];
        (node.is_expanded, node.absent) = (true, absent);
        self.back_up(place);
        let (nodes, slots, stride) = (&self.nodes, &self.slots, self.stride);
        self.meter.spend(generated, || {
            let ahead = AHEAD.min(self.most);
            let slots = growth::needed::<Slot<S::Cost>>(slots.len(), slots.capacity(), ahead * stride);
            growth::needed::<Node<S>>(nodes.len(), nodes.capacity(), ahead) + slots
        })
    }

    /// Makes room for actions of higher numbers.
    fn widen(&mut self, actions: usize) {
        if actions > self.stride {
            let mut slots = vec![Slot { f: S::Cost::MAX, place: ROOT }; self.nodes.len() * actions];
            for (wide, narrow) in slots.chunks_exact_mut(actions).zip(self.slots.chunks_exact(self.stride)) {
                wide[..self.stride].copy_from_slice(narrow);
            }
            (self.slots, self.stride) = (slots, actions);
        }
    }

    /// True if the way to the state in `place` leads through `state`.
    fn is_on_path(&self, mut place: Place, state: S::State) -> bool {
        loop {
            let node = &self.nodes[place as usize];
            if node.state == state {
                return true;
            }
            if place == ROOT {
                return false;
            }
            place = node.parent;
        }
    }

    /// Puts a child into memory.
    fn make_child(&mut self, place: Place, action: Action) {
        let (f, parent) = (self.slot(place, action).f, &self.nodes[place as usize]);
        let (depth, (state, step)) = (parent.depth + 1, self.space.apply(parent.state, action));
        let child = self.add((state, parent.g + step, f), (place, action), depth);
        self.slot_mut(place, action).place = child;
        let parent = &mut self.nodes[place as usize];
        parent.present.0 |= 1 << action.0;
        parent.absent = parent.absent.without(action);
        self.back_up(place);
    }

    /// Drops the shallowest leaf with the greatest f, and leaves its f with its parent.
    fn drop_worst(&mut self) {
        let place = self.descend(|node| node.worst);
        let &Node { parent, action, best: (f, _), .. } = &self.nodes[place as usize];
        self.slot_mut(parent, action).f = f;
        let node = &mut self.nodes[parent as usize];
        node.present = node.present.without(action);
        if f < S::Cost::MAX {
            node.absent.0 |= 1 << action.0;
        }
        self.free.push(place);
        self.back_up(parent);
    }

    /// Finds the best and the worst leaf below an expanded state anew, and below all states on the way to it, as long as
    /// they change.
    fn back_up(&mut self, mut place: Place) {
        loop {
            let node = &self.nodes[place as usize];
            let own = u32::MAX - node.depth;
            let f = node.absent.map(|action| self.slot(place, action).f).min().unwrap_or(S::Cost::MAX);
            let children = node.present.map(|action| &self.nodes[self.slot(place, action).place as usize]);
            let (mut best, mut worst) = ((f, own), None);
            for child in children {
                best = best.min(child.best);
                worst = worst.max(Some(child.worst));
            }
            let worst = worst.unwrap_or(best);
            if (node.best, node.worst) == (best, worst) {
                return;
            }
            let parent = node.parent;
            let node = &mut self.nodes[place as usize];
            (node.best, node.worst) = (best, worst);
            if place == ROOT {
                return;
            }
            place = parent;
        }
    }

    /// The states from the start to that in `place`.
    fn path_to(&self, mut place: Place) -> Vec<S::State> {
        let mut path = vec![self.nodes[place as usize].state];
        while place != ROOT {
            place = self.nodes[place as usize].parent;
            path.push(self.nodes[place as usize].state);
        }
        path.reverse();
        path
    }
}
