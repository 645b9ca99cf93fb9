//! Events of a search for its observers, at no cost to a search that is not observed.
//!
//! A search calls [`Observer::on`] at each event. The method is empty by default, so a search observed by `()`
//! compiles to the uninstrumented code; [`Counters`](super::counters::Counters) adds up,
//! [`WalkLog`](super::walk::WalkLog) keeps a walk, and a pair of observers is an observer.

use super::step::Step;

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
    /// Number of states expanded, in place of [`Event::Expanded`] for each.
    ExpandedMany(u32),
    /// Number of successors produced.
    Generated(u32),
    /// Number of calls of the heuristic.
    Evaluated(u32),
    /// A closed state went back to the open list.
    Reopened,
    /// Number of cells looked at by jump-point scanning, or along lines of sight.
    Scanned(u32),
    /// Number of entries put on the open list.
    Pushed(u32),
    /// Number of entries taken from the open list. Reported before those that were put on in the same time.
    Popped(u32),
    /// Length of the open list at one time, in entries.
    PeakOpen(u64),
    /// Number of entries of the open list that got a smaller key in place (decrease-key).
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
    /// An iteration begins whose heuristic has this weight.
    Weighted {
        /// The weight.
        weight: Threshold,
    },
    /// A search begins in a space that has changed.
    Repair {
        /// The number of the change before it; 0 for the first search.
        change: u32,
    },
    /// The best solution after an iteration.
    Incumbent {
        /// Its cost, in the units of the world.
        cost: Threshold,
    },
    /// A leaf of a game tree was given its value, static or terminal.
    Leaf {
        /// Ply below the root.
        depth: u32,
    },
    /// A zero-window (null-window) call of an MTD driver, or a re-search of PVS.
    ZeroWindowSearch,
    /// A beta cutoff: a move was so good that the others of its node need not be searched.
    Cutoff {
        /// True if it was the first move searched there.
        first: bool,
    },
    /// The table of visited states (transposition table) was probed.
    TableProbe,
    /// The table knew the state.
    TableHit,
    /// The entry of the table ended the visit.
    TableCutoff,
    /// The table stored a state.
    TableStore,
    /// A store displaced another state.
    TableOverwrite,
    /// Bytes held by node tables and transposition tables, as a maximum so far.
    TableBytes(u64),
    /// A simulation of Monte-Carlo tree search came to its end.
    Simulation {
        /// Plies within the tree.
        plies: u32,
    },
    /// A playout: a game was played by random moves.
    Playout {
        /// Its moves.
        plies: u32,
    },
    /// The outcome of a node of a tree in memory was proved.
    Proved,
    /// Size of a tree in memory at one time, in nodes.
    TreeNodes(u64),
    /// ProbCut asked a shallow search whether a deep one is needed.
    ProbCutTry,
    /// ProbCut left the deep search out.
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
        /// Plies that are to be searched below it.
        depth: u32,
    },
    /// The search of the node need not go on.
    Cut {
        /// The reason.
        by: Cut,
        /// The number of the move that cut.
        code: Option<u16>,
        /// Legal moves that were not looked at, where the search knows them.
        skipped: Option<u32>,
        /// The key of the position whose entry of the transposition table cut.
        key: Option<u64>,
        /// The upper end of the window then, which an entry of the table may have narrowed.
        beta: i32,
    },
    /// The value of the node was stored in the transposition table.
    Store {
        /// The key of its position.
        key: u64,
    },
    /// The node is a leaf, for searches that report their counts in bulk; others report [`Event::Leaf`].
    Leaf,
    /// A search that is not told node by node begins at the node; only its counts are. They may be nested.
    Subtree {
        /// Its purpose.
        of: Subtree,
    },
    /// It has ended.
    SubtreeEnd {
        /// The value of the node, if it gave one.
        value: Option<i32>,
    },
    /// Proof and disproof number: before a node is entered the limits within which it is searched, before it is left
    /// its numbers.
    Numbers {
        /// Leaves that must at least be proved to prove the win of the attacker.
        proof: Option<u32>,
        /// Leaves that must at least be disproved to disprove it; `None` is infinite for both.
        disproof: Option<u32>,
    },
    /// The node was the end of a simulation of Monte-Carlo tree search.
    Simulated {
        /// Points for the side to move there.
        value: i64,
    },
    /// It has ended.
    Leave {
        /// The value, or a bound if it is outside of the window.
        value: i32,
    },
}

/// The reason why the search of a node ended before all of its moves were searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// A move was at least beta.
    Beta,
    /// The transposition table has a value or a bound that suffices.
    Table,
    /// Enhanced transposition cutoff: the table has such a bound of a successor.
    Enhanced,
    /// ProbCut: a shallow search lies far enough beyond the window.
    ProbCut,
    /// Mate distance pruning: no win can be as short, and no loss as long, as the window asks.
    MateDistance,
    /// Static pruning: the static evaluation is the value.
    Static,
    /// A search for threats found a win.
    Threats,
    /// The rules of the game, or a bound that is known of a child, leave no value within the window.
    Bound,
    /// A move answers the question that a solver asks of the node. Not counted as a cutoff.
    Answered,
}

impl Cut {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Beta,
        Self::Table,
        Self::Enhanced,
        Self::ProbCut,
        Self::MateDistance,
        Self::Static,
        Self::Threats,
        Self::Bound,
        Self::Answered,
    ];

    /// The word in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beta => "beta",
            Self::Table => "table",
            Self::Enhanced => "etc",
            Self::ProbCut => "probcut",
            Self::MateDistance => "mate",
            Self::Static => "static",
            Self::Threats => "threats",
            Self::Bound => "bound",
            Self::Answered => "answered",
        }
    }
}

/// The purpose of a search that is not told node by node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subtree {
    /// A shallow search that orders the moves of the node.
    Ordering,
    /// The last plies of a game, searched by code written out for them.
    Last,
    /// A search for a win by fours (VCF).
    Fours,
    /// A search for a win by threats (VCT, proof-number search).
    Threats,
    /// The search that razoring makes in place of a full one.
    Razoring,
    /// A search that proposes a move to another one.
    Guide,
    /// A result that was found is searched again for its line or its proof.
    Proof,
}

impl Subtree {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Ordering, Self::Last, Self::Fours, Self::Threats, Self::Razoring, Self::Guide, Self::Proof];

    /// The word in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordering => "ordering",
            Self::Last => "last",
            Self::Fours => "fours",
            Self::Threats => "threats",
            Self::Razoring => "razoring",
            Self::Guide => "guide",
            Self::Proof => "proof",
        }
    }
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
    /// True if each expanded state is asked for. Where it is not, a search may report only their number.
    const WANTS_STATES: bool = false;
    /// True if the walk through game trees is asked for.
    const WANTS_WALK: bool = false;
    /// True if the steps of path searches are asked for.
    const WANTS_STEPS: bool = false;

    /// True if each expanded state is asked for in this search: less than or the same as what the type asks for.
    #[inline(always)]
    fn wants_states(&self) -> bool {
        Self::WANTS_STATES
    }

    /// True if the walk is asked for in this search: less than or the same as what the type asks for.
    #[inline(always)]
    fn wants_walk(&self) -> bool {
        Self::WANTS_WALK
    }

    /// True if the steps are asked for in this search: less than or the same as what the type asks for.
    #[inline(always)]
    fn wants_steps(&self) -> bool {
        Self::WANTS_STEPS
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

    /// Takes note of a step of a path search.
    #[inline(always)]
    fn step(&mut self, step: Step) {
        let _ = step;
    }
}

/// The null observer.
impl Observer for () {}

/// Two observers watch the same search.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const WANTS_STATES: bool = A::WANTS_STATES || B::WANTS_STATES;
    const WANTS_WALK: bool = A::WANTS_WALK || B::WANTS_WALK;
    const WANTS_STEPS: bool = A::WANTS_STEPS || B::WANTS_STEPS;

    #[inline(always)]
    fn wants_states(&self) -> bool {
        self.0.wants_states() || self.1.wants_states()
    }

    #[inline(always)]
    fn wants_walk(&self) -> bool {
        self.0.wants_walk() || self.1.wants_walk()
    }

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        self.0.wants_steps() || self.1.wants_steps()
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

    #[inline(always)]
    fn step(&mut self, step: Step) {
        self.0.step(step);
        self.1.step(step);
    }
}

/// An observer lent for one search.
impl<O: Observer> Observer for &mut O {
    const WANTS_STATES: bool = O::WANTS_STATES;
    const WANTS_WALK: bool = O::WANTS_WALK;
    const WANTS_STEPS: bool = O::WANTS_STEPS;

    #[inline(always)]
    fn wants_states(&self) -> bool {
        (**self).wants_states()
    }

    #[inline(always)]
    fn wants_walk(&self) -> bool {
        (**self).wants_walk()
    }

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        (**self).wants_steps()
    }

    #[inline(always)]
    fn on(&mut self, event: Event) {
        (**self).on(event);
    }

    #[inline(always)]
    fn walk(&mut self, step: Walk) {
        (**self).walk(step);
    }

    #[inline(always)]
    fn step(&mut self, step: Step) {
        (**self).step(step);
    }
}
