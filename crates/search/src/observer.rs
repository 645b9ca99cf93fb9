//! How a search reports what it does, at no cost to a search that nobody watches.
//!
//! A search calls [`Observer::on`] at each event. The method is empty by default, so a search observed by `()`
//! compiles to the uninstrumented code; [`Counters`](super::counters::Counters) adds,
//! [`Trace`](super::trace::Trace) writes down, and a pair of observers is an observer.

/// One thing that a search did, or many of one kind. Every counter can be rebuilt from the sequence of these.
///
/// Where a search reports many at once, it does so at least every few thousand nodes; only [`Event::Expanded`] (for
/// observers that want it), [`Event::Iteration`] and [`Event::Deepening`] are always reported one by one and in their
/// place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The successors of a state are about to be generated. `state` is its key, `depth` its ply where the search
    /// is depth-first, else 0.
    Expanded {
        /// Key of the state.
        state: u64,
        /// Ply below the root, for depth-first searches.
        depth: u32,
    },
    /// So many states were expanded, in place of [`Event::Expanded`] for each.
    ExpandedMany(u32),
    /// So many successors were produced.
    Generated(u32),
    /// The heuristic was called so many times.
    Evaluated(u32),
    /// A closed state went back to the open list.
    Reopened,
    /// So many cells were looked at by jump-point scanning.
    Scanned(u32),
    /// So many entries were put on the open list.
    Pushed(u32),
    /// So many entries were taken from the open list. Reported before what was put on in the same time.
    Popped(u32),
    /// The open list had so many entries at one time.
    PeakOpen(u64),
    /// So many entries of the open list got a smaller key in place.
    Updated(u32),
    /// A deepening iteration begins. `threshold` is the cost limit in the units of the world's cost.
    Iteration {
        /// The limit of the iteration.
        threshold: Threshold,
    },
    /// A deepening iteration to a fixed depth begins.
    Deepening {
        /// The depth of the iteration, in plies.
        depth: u32,
    },
    /// A leaf of a game tree was given its value, static or terminal.
    Leaf {
        /// Ply below the root.
        depth: u32,
    },
    /// A zero-window call of an MTD driver, or a re-search of PVS.
    Pass,
    /// A move was so good that the others of its node need not be searched.
    Cutoff {
        /// Whether it was the first move searched there.
        first: bool,
    },
    /// The table of visited states was asked.
    TableProbe,
    /// The table knew the state.
    TableHit,
    /// What the table knew ended the visit.
    TableCutoff,
    /// The table took a state in.
    TableStore,
    /// The table lost another state by that.
    TableOverwrite,
    /// Bytes held by node tables and transposition tables, as a maximum so far.
    TableBytes(u64),
    /// A simulation of Monte-Carlo tree search came to its end.
    Simulation {
        /// Plies within the tree.
        plies: u32,
    },
    /// A game was played by chance.
    Playout {
        /// Its moves.
        plies: u32,
    },
    /// The outcome of a node of a tree in memory was proved.
    Proved,
    /// A tree in memory had so many nodes at one time.
    TreeNodes(u64),
    /// A shallow search was asked whether a deep one is needed.
    ProbCutTry,
    /// It said that it is not.
    ProbCut,
}

/// A step of a depth-first walk through a game tree, in the order of the search. Windows and values are those of the
/// side to move at the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// A move is made: what follows happens below it.
    Move {
        /// The number that the game gives the move.
        code: u16,
    },
    /// It is taken back.
    Back,
    /// A search of the node begins.
    Enter {
        /// The window: from here down values need not be told apart.
        alpha: i32,
        /// Nor from here up.
        beta: i32,
    },
    /// It has ended.
    Leave {
        /// The value, or a bound if it is outside of the window.
        value: i32,
    },
}

/// A cost limit: the bits of an `f64`, so that events can be compared for equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold(pub u64);

impl From<f64> for Threshold {
    fn from(value: f64) -> Self {
        Self(value.to_bits())
    }
}

impl From<Threshold> for f64 {
    fn from(value: Threshold) -> Self {
        f64::from_bits(value.0)
    }
}

/// Receives the events of a search.
pub trait Observer {
    /// Whether each expanded state is asked for. Where it is not, a search may report only their number.
    const WANTS_STATES: bool = false;
    /// True if the walk through game trees is asked for.
    const WANTS_WALK: bool = false;

    /// True if each expanded state is asked for in this search: less than or the same as what the type asks for.
    #[inline(always)]
    fn wants_states(&self) -> bool {
        Self::WANTS_STATES
    }

    /// Takes note of one event.
    #[inline(always)]
    fn on(&mut self, event: Event) {
        let _ = event;
    }

    /// Takes note of a step through a game tree.
    #[inline(always)]
    fn walk(&mut self, step: Walk) {
        let _ = step;
    }
}

/// Nobody watches.
impl Observer for () {}

/// Two observers watch the same search.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const WANTS_STATES: bool = A::WANTS_STATES || B::WANTS_STATES;
    const WANTS_WALK: bool = A::WANTS_WALK || B::WANTS_WALK;

    #[inline(always)]
    fn wants_states(&self) -> bool {
        self.0.wants_states() || self.1.wants_states()
    }

    #[inline(always)]
    fn on(&mut self, event: Event) {
        self.0.on(event);
        self.1.on(event);
    }

    #[inline(always)]
    fn walk(&mut self, step: Walk) {
        self.0.walk(step);
        self.1.walk(step);
    }
}

/// An observer lent for one search.
impl<O: Observer> Observer for &mut O {
    const WANTS_STATES: bool = O::WANTS_STATES;
    const WANTS_WALK: bool = O::WANTS_WALK;

    #[inline(always)]
    fn wants_states(&self) -> bool {
        (**self).wants_states()
    }

    #[inline(always)]
    fn on(&mut self, event: Event) {
        (**self).on(event);
    }

    #[inline(always)]
    fn walk(&mut self, step: Walk) {
        (**self).walk(step);
    }
}
