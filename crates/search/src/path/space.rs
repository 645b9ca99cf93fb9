//! The traits that a world implements to be searched for paths.

use std::fmt::Debug;

use super::cost::Cost;
use super::nodes::NodeTable;

/// A graph of states with a start, a goal and a heuristic.
///
/// Rich enough that the generic algorithm is also the fast one: the world chooses the memory of visited states
/// ([`Nodes`](Self::Nodes)), hands its successors to a closure without allocation, and counts costs in integers.
pub trait StateSpace {
    /// A state, as compact as the world can make it.
    type State: Copy + Eq + Debug;
    /// The cost of a path.
    type Cost: Cost;
    /// The part of a step that has to be stored to find the way back.
    type Link: Copy + Default;
    /// Memory of visited states.
    type Nodes: NodeTable<State = Self::State, Cost = Self::Cost, Link = Self::Link>;

    /// Empty memory that fits this space.
    fn new_nodes(&self) -> Self::Nodes;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// True if the search ends here.
    fn is_goal(&self, state: Self::State) -> bool;

    /// An estimate of the cost from `state` to the goal. 0 at a goal.
    fn heuristic(&self, state: Self::State) -> Self::Cost;

    /// Hands each successor, the link to it and the cost of the step to `visit`. Returns the cells scanned to find
    /// them where the space scans (jump points), else 0.
    fn successors(&self, state: Self::State, visit: impl FnMut(Self::State, Self::Link, Self::Cost)) -> u32;

    /// The same for a [`Visitor`]. Spaces of a few actions may override this with a copy of its code for each action
    /// ([`visit_by_actions`]).
    #[inline(always)]
    fn visit_successors(&self, state: Self::State, visitor: &mut impl Visitor<Self>) -> u32 {
        self.successors(state, |state, link, step| visitor.visit(state, link, step))
    }

    /// The state from which `link` led to `state`.
    fn previous(&self, state: Self::State, link: Self::Link) -> Self::State;

    /// A compact key that is different for different states.
    fn key(&self, state: Self::State) -> u64;

    /// Hands the codes of the cells that the last call of [`successors`](Self::successors) looked at to `visit`, in spaces
    /// that scan and keep them.
    fn scanned(&self, visit: impl FnMut(u128)) {
        let _ = visit;
    }

    /// A number that alone tells which state it is, for traces: the key, but where that is a hash or leaves something out.
    fn code(&self, state: Self::State) -> u128 {
        self.key(state).into()
    }
}

/// Takes the successors of a state.
///
/// Does what a closure does, but a method can be inlined wherever it is called, and a closure is so only where it is
/// called once.
pub trait Visitor<S: StateSpace + ?Sized> {
    /// Takes one successor, the link to it and the cost of the step.
    fn visit(&mut self, state: S::State, link: S::Link, step: S::Cost);
}

/// A state space whose steps are a few numbered actions, each of which can be undone at the same cost.
///
/// This is what depth-first and bidirectional searches need beyond [`StateSpace`].
pub trait ActionSpace: StateSpace<Link = Action> {
    /// False if the goal is no single state, so that nothing can be searched from there: the algorithms that do so need not
    /// be compiled for the space.
    const HAS_ONE_GOAL: bool = true;

    /// The actions that are possible in `state`, numbered in the order in which they are to be tried.
    fn actions(&self, state: Self::State) -> Actions;

    /// The state that `action` leads to, and what it costs. `action` must be one of [`actions`](Self::actions).
    fn apply(&self, state: Self::State, action: Action) -> (Self::State, Self::Cost);

    /// The action that undoes `action`.
    fn inverse(&self, action: Action) -> Action;

    /// The same space searched from the goal to the start.
    fn reversed(&self) -> Self;

    /// The least cost of any step.
    fn least_step(&self) -> Self::Cost;
}

/// The number of an action: below 32, and below 8 in spaces with [`DenseNodes`](super::DenseNodes) or
/// [`visit_by_actions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Action(pub u8);

/// A set of actions; iterates in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Actions(pub u32);

impl Actions {
    /// True if `action` is one of them.
    #[inline(always)]
    pub const fn contains(self, action: Action) -> bool {
        self.0 >> action.0 & 1 != 0
    }

    /// Without `action`.
    #[inline(always)]
    pub const fn without(self, action: Action) -> Self {
        Self(self.0 & !(1 << action.0))
    }

    /// The number of actions.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[expect(clippy::copy_iterator, reason = "a word that frames of a search keep while it is walked through")]
impl Iterator for Actions {
    type Item = Action;

    #[inline(always)]
    fn next(&mut self) -> Option<Action> {
        if self.0 == 0 {
            return None;
        }
        let action = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Action(action))
    }
}

/// Successors of an action space with `count` actions, for use by [`StateSpace::visit_successors`].
///
/// Every action has its own copy of the visitor's code, and with it its own branches. Whether a successor is known
/// depends on its direction and on what was found in the directions before it, so a processor predicts such branches
/// better than those of a loop that all directions share. `count` should be a constant. Where size goes
/// before speed there is the loop.
#[inline(always)]
pub fn visit_by_actions<S: ActionSpace>(
    space: &S,
    count: usize,
    state: S::State,
    visitor: &mut impl Visitor<S>,
) -> u32 {
    if crate::SIZE_FIRST {
        return successors_by_actions(space, state, |next, action, cost| visitor.visit(next, action, cost));
    }
    let actions = space.actions(state);
    macro_rules! each {
        ($($action:literal)*) => {
            $(if $action < count && actions.contains(Action($action)) {
                let (next, cost) = space.apply(state, Action($action));
                visitor.visit(next, Action($action), cost);
            })*
        };
    }
    each!(0 1 2 3 4 5 6 7);
    0
}

/// Successors of an action space, for use by [`StateSpace::successors`].
#[inline(always)]
pub fn successors_by_actions<S: ActionSpace>(
    space: &S,
    state: S::State,
    mut visit: impl FnMut(S::State, Action, S::Cost),
) -> u32 {
    for action in space.actions(state) {
        let (next, cost) = space.apply(state, action);
        visit(next, action, cost);
    }
    0
}
