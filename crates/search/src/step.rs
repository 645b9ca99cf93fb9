//! Steps of a path search, each with its state and the parent of the state: more than the counters need, for traces.
//!
//! A search reports them only to observers with [`WANTS_STEPS`](super::observer::Observer::WANTS_STEPS): for all others
//! they are not compiled. Not here: how they are written down.

/// A step of a path search. States are given by [`StateSpace::code`](super::path::StateSpace::code).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The search begins here.
    Source {
        /// The start.
        state: u128,
        /// Its heuristic.
        h: f64,
    },
    /// The successors of a state are about to be generated.
    Expand {
        /// The state, with the best known way to it.
        visit: Visit,
        /// Length of the open list without it.
        open: Option<u64>,
    },
    /// A successor was generated.
    Generate {
        /// The successor, with the new way to it.
        visit: Visit,
        /// Its fate.
        how: Generated,
    },
    /// A cell was looked at from the state that was expanded last, by jump-point scanning.
    Scan {
        /// The cell, by the code of its state.
        state: u128,
    },
    /// A way through a state, which both halves of a bidirectional search know, is the cheapest so far.
    Meet {
        /// The state.
        state: u128,
        /// Cost of the way.
        cost: f64,
    },
    /// The next state of the solution, from the start on.
    Path {
        /// The state.
        state: u128,
    },
    /// The end of the solution.
    Goal {
        /// The state.
        state: u128,
        /// Cost of the solution.
        cost: f64,
    },
}

/// A state and a way to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// The state.
    pub state: u128,
    /// The state before it on this way; `None` at the start.
    pub parent: Option<u128>,
    /// Cost of the way from the start.
    pub g: f64,
    /// The heuristic, for searches that use it.
    pub h: Option<f64>,
    /// The value by which the search chooses, for those that have one.
    pub f: Option<f64>,
    /// Steps from the start, for depth-first searches.
    pub depth: Option<u32>,
    /// True in the half of a bidirectional search that begins at the goal.
    pub is_backward: bool,
}

/// The fate of a generated state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generated {
    /// It was not known, or nothing is remembered: the search will go on from it.
    New,
    /// It was open, and this way is cheaper.
    Cheaper,
    /// It was closed, and this way is cheaper: it is open again.
    Reopened,
    /// A way at least as cheap is known.
    Known,
    /// Its f is above the threshold.
    Above,
    /// It is on the path already. Not counted as generated.
    Cycle,
    /// The table has a way to it that is as cheap.
    Table,
    /// No solution through it can be cheaper than the best so far.
    Bound,
}

impl Generated {
    /// The word in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Cheaper => "cheaper",
            Self::Reopened => "reopened",
            Self::Known => "known",
            Self::Above => "above",
            Self::Cycle => "cycle",
            Self::Table => "table",
            Self::Bound => "bound",
        }
    }
}
