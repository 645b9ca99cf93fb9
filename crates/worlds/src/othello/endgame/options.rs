//! The question to a solver, and the techniques it may use: each a switch with a name.

use crate::othello::learned::{Weights, shipped};
use crate::techniques::techniques;

/// The question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The score of perfect play.
    #[default]
    Exact,
    /// Only whether it is won, lost or drawn: the sign of the score.
    WinLossDraw,
}

/// The probability with which a score is to hold, in the words of Edax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Selectivity {
    /// No promise: the search before another one.
    Guess,
    /// 73 %.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// Nothing is left out: the score is proved.
    #[default]
    Exact,
}

impl Selectivity {
    /// All of them, by their numbers.
    pub(super) const ALL: [Self; 7] = [Self::Guess, Self::P73, Self::P87, Self::P95, Self::P98, Self::P99, Self::Exact];

    /// The errors of a forecast that ProbCut allows for, in thousandths of a standard deviation; `None` if there is no
    /// ProbCut. A score hangs on many cuts, so that it takes more than for one of them: fitted to the scores of 120
    /// positions of games with 20 empty squares.
    pub(super) const fn confidence(self) -> Option<u32> {
        match self {
            Self::Guess => Some(1100),
            Self::P73 => Some(1800),
            Self::P87 => Some(2400),
            Self::P95 => Some(2800),
            Self::P98 => Some(3200),
            Self::P99 => Some(3600),
            Self::Exact => None,
        }
    }
}

techniques! {
    /// remember bounds of positions in a table keyed by both bit boards
    Table = "table",
    /// before the first move, ask the table for every reply (enhanced transposition cut-offs)
    Etc = "etc",
    /// cut where discs that can never be turned bound the score
    Stability = "stability",
    /// order moves by the number of replies that they leave
    FewestReplies = "fewest-replies",
    /// order moves into regions with an odd number of empty squares first
    Parity = "parity",
    /// order moves by corners and other good squares
    Squares = "squares",
    /// far from the end, order moves by a shallow search with a hand-made evaluation
    Presearch = "presearch",
    /// make that shallow search with the learned evaluation
    Learned = "learned",
    /// begin with a narrow window around what the learned evaluation expects
    Aspiration = "aspiration",
    /// before the exact search, a selective one, whose score and moves serve it
    Selective = "selective",
    /// a plain search without table and sorting for the last plies
    Plain = "plain",
    /// hand-written searches of the last four empty squares
    Unrolled = "unrolled",
}

/// How to solve.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The question.
    pub mode: Mode,
    /// By which means.
    pub techniques: Techniques,
    /// Those of the learned evaluation; without them the shallow search judges by hand-made rules.
    pub weights: Option<&'static Weights>,
    /// Threads that search together, at least 1.
    pub threads: u32,
    /// The probability with which the score is to hold. Without a learned evaluation every score is exact.
    pub selectivity: Selectivity,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Exact,
            techniques: Techniques::ALL,
            weights: Some(shipped()),
            threads: 1,
            selectivity: Selectivity::Exact,
        }
    }
}
