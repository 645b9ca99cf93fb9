//! A space made of closures: a start, successors with their costs, a goal test, a heuristic.
//!
//! For spaces of one's own, in a few lines. Algorithms that need no more than a [`StateSpace`] search it: A*
//! and its family ([`best_first::search`](super::best_first::search)), fringe search ([`fringe::search`](super::fringe::search)).
//!
//! Not here    Spaces whose steps are numbered actions ([`ActionSpace`](super::ActionSpace)), which depth-first and
//!             bidirectional algorithms need.

use std::fmt::{self, Debug};
use std::hash::Hash;

use super::{HashedNodes, StateSpace};

/// A state space of closures, with costs in whole numbers. The states that were visited are kept in a hash table, each
/// with the state before it.
///
/// ```
/// use searchlab_search::budget::Budget;
/// use searchlab_search::counters::Counters;
/// use searchlab_search::path::{AStar, Options, StateSpace, Task, best_first, closures::ClosureSpace};
///
/// // From 1 to 100 by adding 1 at a cost of 2, and by doubling at a cost of 3.
/// let space = ClosureSpace::new(
///     1_u32,
///     |number, next| {
///         next(number + 1, 2);
///         next(number * 2, 3);
///     },
///     |number| number == 100,
///     |_| 0,
/// );
/// let mut counters = Counters::default();
/// let (options, budget, mut nodes) = (Options::default(), Budget::default(), space.new_nodes());
/// let found = best_first::search::<AStar, _, _>(Task::new(&space, &options, &mut nodes, &budget, &mut counters));
/// assert_eq!(found.cost, Some(21));
/// assert_eq!(found.path, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// assert!(counters.expanded > 0);
/// ```
pub struct ClosureSpace<State, Successors, Goal, Heuristic> {
    start: State,
    successors: Successors,
    is_goal: Goal,
    heuristic: Heuristic,
}

impl<State, Successors, Goal, Heuristic> ClosureSpace<State, Successors, Goal, Heuristic>
where
    State: Copy + Eq + Hash + Debug,
    Successors: Fn(State, &mut dyn FnMut(State, u32)),
    Goal: Fn(State) -> bool,
    Heuristic: Fn(State) -> u32,
{
    /// A space from its parts. `successors` hands each successor of a state and the cost of the step to its second
    /// argument; the estimates of `heuristic` must never be above the cost of the cheapest way to a goal where least
    /// cost matters (0 always is right).
    pub const fn new(start: State, successors: Successors, is_goal: Goal, heuristic: Heuristic) -> Self {
        Self { start, successors, is_goal, heuristic }
    }
}

impl<State: Debug, Successors, Goal, Heuristic> Debug for ClosureSpace<State, Successors, Goal, Heuristic> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClosureSpace").field("start", &self.start).finish_non_exhaustive()
    }
}

impl<State, Successors, Goal, Heuristic> StateSpace for ClosureSpace<State, Successors, Goal, Heuristic>
where
    State: Copy + Eq + Hash + Debug,
    Successors: Fn(State, &mut dyn FnMut(State, u32)),
    Goal: Fn(State) -> bool,
    Heuristic: Fn(State) -> u32,
{
    type State = State;
    type Cost = u32;
    /// The state before; `None` at the start.
    type Link = Option<State>;
    type Nodes = HashedNodes<State, u32, Option<State>>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: State) -> bool {
        (self.is_goal)(state)
    }

    fn heuristic(&self, state: State) -> u32 {
        (self.heuristic)(state)
    }

    fn successors(&self, state: State, mut visit: impl FnMut(State, Option<State>, u32)) -> u32 {
        (self.successors)(state, &mut |next, cost| visit(next, Some(state), cost));
        0
    }

    fn previous(&self, state: State, link: Option<State>) -> State {
        link.unwrap_or(state)
    }

    /// States have no number of their own; traces show 0.
    fn key(&self, _state: State) -> u64 {
        0
    }
}
