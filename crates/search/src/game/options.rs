//! The options of a game-tree search.

use super::mcts::Uct;
use super::score::Score;

/// A criterion of move ordering. Several are a list: the first decides, the next decides among its equals, and so on;
/// moves that are equal in all keep the natural order of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderingHeuristic {
    /// The hash move: the best move that the transposition table knows.
    Table,
    /// Killer moves: moves that lately caused a cutoff at the same ply (Akl, Newborn 1977).
    Killer,
    /// History heuristic: moves that caused many cutoffs anywhere (Schaeffer 1983).
    History,
    /// Moves that are good as a rule, by the static rank that the game gives.
    Static,
    /// Moves that leave the other side few moves.
    FewestReplies,
    /// The values of a search two plies shallower.
    Shallow,
}

/// Most criteria in a list.
const MOST: usize = 6;

/// A list of criteria; the empty list is the natural order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ordering {
    list: [Option<OrderingHeuristic>; MOST],
}

impl Ordering {
    /// From a list without repetitions; what is beyond six is left out.
    pub fn new(criteria: &[OrderingHeuristic]) -> Self {
        let mut list = [None; MOST];
        for (place, &criterion) in list.iter_mut().zip(criteria) {
            *place = Some(criterion);
        }
        Self { list }
    }

    /// The criteria, the first decides.
    #[inline(always)]
    pub(crate) fn criteria(&self) -> impl Iterator<Item = OrderingHeuristic> {
        self.list.into_iter().map_while(|criterion| criterion)
    }

    /// True for the empty list, the natural order.
    #[inline(always)]
    pub(crate) const fn is_natural(self) -> bool {
        self.list[0].is_none()
    }

    /// True if this criterion decides first.
    #[inline(always)]
    pub(crate) fn begins_with(self, criterion: OrderingHeuristic) -> bool {
        self.list[0] == Some(criterion)
    }

    /// True if the list holds this criterion.
    pub(crate) fn has(self, criterion: OrderingHeuristic) -> bool {
        self.list.contains(&Some(criterion))
    }
}

/// Which of several best moves is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// The one that was found first.
    #[default]
    First,
    /// One that is drawn with this seed. All of them must be found for that, which costs more nodes.
    Seeded(u64),
}

/// Where an MTD driver begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FirstGuess {
    /// At the value of the last iteration.
    #[default]
    Last,
    /// At the value of the iteration before the last, whose leaves had the same side to move.
    LastButOne,
    /// At this value.
    Value(Score),
}

/// The value at which a node ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cut {
    /// One beyond the window: what equals its bound does not end it.
    #[default]
    BeyondWindow,
    /// One on the bound of the window, or beyond.
    AtBound,
}

/// The choices of a search. What an algorithm has no use for it ignores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Plies to search.
    pub depth: u32,
    /// Iterative deepening: searches to depth 1, 2, 3 … first.
    pub deepening: bool,
    /// Move ordering.
    pub ordering: Ordering,
    /// Enhanced transposition cutoffs: probes the transposition table for every successor before any is searched (Plaat
    /// et al. 1996).
    pub enhanced_cutoffs: bool,
    /// Aspiration window: half the width of the window around the last value with which PVS begins; `None` for a full
    /// window.
    pub aspiration: Option<Score>,
    /// Standard deviations, in thousandths, by which a shallow search must be beyond the window for PVS to leave out the
    /// deep one ([ProbCut](super::probcut)); `None` for a full search, whose value is that of MiniMax.
    pub probcut: Option<u32>,
    /// True if `mtd-decider` searches by MTD(f), and not with a full window.
    pub mtdf: bool,
    /// Where `alphabeta-as-coded` ends a node.
    pub cut: Cut,
    /// Where MTD drivers begin.
    pub first_guess: FirstGuess,
    /// How far `mtd-step` moves its bound in one pass, at least 1.
    pub step: Score,
    /// Which of several best moves is chosen.
    pub ties: Ties,
    /// The choices of Monte-Carlo tree search.
    pub uct: Uct,
}

impl Options {
    /// A search to `depth` in natural order and nothing else.
    pub const fn to_depth(depth: u32) -> Self {
        Self {
            depth,
            deepening: false,
            ordering: Ordering { list: [None; MOST] },
            enhanced_cutoffs: false,
            aspiration: None,
            probcut: None,
            mtdf: true,
            cut: Cut::BeyondWindow,
            first_guess: FirstGuess::Last,
            step: 1,
            ties: Ties::First,
            uct: Uct::PLAIN,
        }
    }
}
