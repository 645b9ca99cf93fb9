//! The MTD family: memory-enhanced test drivers. MTD(f), SSS*, DUAL*, MTD by bisection, MTD in steps.
//!
//! Idea        Zero-window searches by alpha-beta with a transposition table, each a question whether the value is at
//!             least beta, until the lower and the upper bound meet. The members differ in where they begin and where
//!             they ask next (`Member`).
//! Source      Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996). SSS*: Stockman, Artificial
//!             Intelligence 12 (1979). DUAL*: Marsland, Reinefeld, Schaeffer, Artificial Intelligence 31 (1987). C*, which
//!             bisects: Coplan, AAAI (1982).
//! Guarantees  The value of MiniMax.
//! Cost        The passes, each cheap by what the table keeps of those before: two for MTD(f) whose first guess is right,
//!             one for each value on the way for SSS* and DUAL*, at most the bits of the range of values (23) by
//!             bisection.
//! Counts      As alpha-beta with table; `passes`: zero-window searches of the root.
//! Not here    The search (alphabeta_tt.rs), MTD(f) at each root move (mtd_decider.rs).

use super::alphabeta_tt::{AlphaBetaTt, parameters};
use super::deepening::{Iterate, NodeSearch, Valued};
use super::options::{FirstGuess, Options};
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::{Node, Search};
use crate::about::{AlgorithmInfo, Guarantee};
use crate::budget::Status;
use crate::observer::{Event, Observer};

/// MTD(f) (Plaat et al. 1996).
pub type MtdF = Mtd<{ Member::F as usize }>;
/// SSS* (Stockman 1979; as MTD: Plaat et al. 1996).
pub type SssStar = Mtd<{ Member::Sss as usize }>;
/// DUAL* (Marsland, Reinefeld, Schaeffer 1987; as MTD: Plaat et al. 1996).
pub type DualStar = Mtd<{ Member::Dual as usize }>;
/// MTD by bisection (Coplan 1982; Plaat et al. 1996).
pub type MtdBi = Mtd<{ Member::Bisection as usize }>;
/// MTD in steps (Plaat et al. 1996).
pub type MtdStep = Mtd<{ Member::Steps as usize }>;

/// A member of the family, by its place in `FAMILY`.
#[derive(Debug, Clone, Copy)]
pub struct Mtd<const PLACE: usize>;

/// The members, in the order of `FAMILY`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    F,
    Sss,
    Dual,
    Bisection,
    Steps,
}

const FAMILY: [(Member, AlgorithmInfo); 5] = [
    (
        Member::F,
        AlgorithmInfo {
            name: "mtdf",
            summary: "MTD(f): zero windows from a good first guess",
            idea: "Asks with zero windows whether the value is more or less than a guess, beginning at the value of an \
                   earlier iteration; the table keeps what the passes before have shown. Two passes if the guess is right.",
            source: "Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87:255-293, 1996",
            cost: "a few passes of alpha-beta, each cheaper than one with an open window; memory for the table",
            parameters: parameters!["first-guess", "guess"],
            ..SHARED
        },
    ),
    (
        Member::Sss,
        AlgorithmInfo {
            name: "sss",
            summary: "SSS*: zero windows, from above every value down",
            idea: "The best-first search SSS* in the form of zero-window searches: begins at plus infinity and lowers the \
                   bound with each pass until it holds.",
            source: "Stockman, Artificial Intelligence 12:179-196, 1979; as MTD: Plaat et al., Artificial Intelligence 87, \
                     1996",
            cost: "often hundreds of passes; needs a table that holds the tree",
            ..SHARED
        },
    ),
    (
        Member::Dual,
        AlgorithmInfo {
            name: "dual",
            summary: "DUAL*: zero windows, from below every value up",
            idea: "The mirror of SSS*: begins at minus infinity and raises the bound with each pass until it holds.",
            source: "Marsland, Reinefeld, Schaeffer, Artificial Intelligence 31:185-199, 1987; as MTD: Plaat et al., 1996",
            cost: "often hundreds of passes; needs a table that holds the tree",
            ..SHARED
        },
    ),
    (
        Member::Bisection,
        AlgorithmInfo {
            name: "mtd-bi",
            summary: "MTD by bisection: each zero window halves the range",
            idea: "Halves the range of values that are still possible with each zero-window search.",
            source: "Coplan, AAAI, 1982 (C*); Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87, 1996",
            cost: "about as many passes as the range of values has bits; memory for the table",
            ..SHARED
        },
    ),
    (
        Member::Steps,
        AlgorithmInfo {
            name: "mtd-step",
            summary: "MTD in steps: from above every value down, some way at a time",
            idea: "As SSS*, but each pass asks whether the value is less by a whole step, so fewer passes are needed on the \
                   way down; where the step was too long, units finish.",
            source: "Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87:255-293, 1996",
            cost: "fewer passes than SSS*; memory for the table",
            parameters: parameters!["step"],
            ..SHARED
        },
    ),
];

const SHARED: AlgorithmInfo = AlgorithmInfo {
    name: "",
    summary: "",
    idea: "",
    source: "",
    guarantee: Guarantee::MinimaxValue,
    cost: "",
    parameters: parameters![],
    defaults: &[("table-bits", "20")],
};

impl Member {
    /// The first guess of the value, which `static_value` gives where no earlier iteration does.
    fn first(self, options: &Options, earlier: &[Score], static_value: impl FnOnce() -> Score) -> Score {
        match self {
            Self::F => first_guess(options, earlier).unwrap_or_else(static_value),
            Self::Sss | Self::Steps => INFINITY,
            Self::Dual => -INFINITY,
            Self::Bisection => 0,
        }
    }

    /// The beta of the next zero window.
    fn beta(self, options: &Options, bounds: Bounds) -> Score {
        match self {
            Self::F | Self::Sss | Self::Dual => bounds.at_guess(),
            Self::Bisection => bounds.lower + (bounds.upper - bounds.lower + 1) / 2,
            Self::Steps if bounds.guess <= bounds.lower => bounds.lower + 1,
            Self::Steps => bounds.guess - options.step.max(1) + 1,
        }
    }
}

impl<const PLACE: usize> Iterate for Mtd<PLACE> {
    const ABOUT: AlgorithmInfo = FAMILY[PLACE].1;
    const USES_TABLE: bool = true;
    type Nodes = AlphaBetaTt;

    fn iterate<G: Game, E: Evaluator<G>, O: Observer>(search: &mut Search<'_, G, E, O>, depth: u32) -> Valued {
        iterate(FAMILY[PLACE].0, search, depth)
    }
}

/// One iteration of a member: compiled once for all of them.
fn iterate<G: Game, E: Evaluator<G>, O: Observer>(
    member: Member,
    search: &mut Search<'_, G, E, O>,
    depth: u32,
) -> Valued {
    let options = search.options;
    let first = member.first(options, &search.values, || search.evaluator.leaf(search.game, 0));
    let ask = |search: &mut Search<'_, G, E, O>, beta| AlphaBetaTt::visit(search, Node::root(depth, beta - 1, beta));
    drive(search, first, |bounds| member.beta(options, bounds), ask)
}

/// Bounds of the value at the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    lower: Score,
    upper: Score,
    /// The value that the last search returned, or the first guess.
    guess: Score,
}

impl Bounds {
    /// Asks whether the value is less than the guess, or, if that is a lower bound already, whether it is more.
    pub(super) const fn at_guess(self) -> Score {
        if self.guess == self.lower { self.guess + 1 } else { self.guess }
    }
}

/// Narrows the bounds until they meet. `question` gives the beta of the next search, above the lower bound and up to the
/// upper one; `ask` searches with the zero window (beta - 1, beta).
pub(super) fn drive<'a, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'a, G, E, O>,
    first: Score,
    question: impl Fn(Bounds) -> Score,
    mut ask: impl FnMut(&mut Search<'a, G, E, O>, Score) -> Result<Score, Status>,
) -> Valued {
    let mut bounds = Bounds { lower: -INFINITY, upper: INFINITY, guess: first.clamp(-INFINITY, INFINITY) };
    while bounds.lower < bounds.upper {
        let beta = question(bounds).clamp(bounds.lower + 1, bounds.upper);
        search.observer.on(Event::ZeroWindowSearch);
        bounds.guess = ask(search, beta)?;
        if bounds.guess < beta {
            bounds.upper = bounds.guess;
        } else {
            bounds.lower = bounds.guess;
        }
    }
    Ok(bounds.lower)
}

/// The first guess that the options ask for, by the values of earlier iterations; `None` where there is none.
pub(super) fn first_guess(options: &Options, earlier: &[Score]) -> Option<Score> {
    match options.first_guess {
        FirstGuess::Value(value) => Some(value),
        FirstGuess::Last => earlier.last().copied(),
        FirstGuess::LastButOne => earlier.iter().rev().nth(1).or(earlier.last()).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stand_at_their_places() {
        for (place, (member, about)) in FAMILY.iter().enumerate() {
            assert_eq!(*member as usize, place, "{}", about.name);
        }
    }
}
