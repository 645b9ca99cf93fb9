//! The driver of the MTD family: windows of no width, each a question whether the value is at least so much, until
//! the two bounds meet.
//!
//! Source      Plaat, Schaeffer, Pijls, de Bruin, Artificial Intelligence 87 (1996).
//! Not here    The search (alphabeta_tt.rs); where each driver begins and where it asks next (their own files).

use super::alphabeta_tt::AlphaBetaTt;
use super::deepening::NodeSearch;
use super::options::{FirstGuess, Options};
use super::rules::{Evaluator, Game};
use super::score::{INFINITY, Score};
use super::search::{Node, Search};
use crate::budget::Status;
use crate::observer::{Event, Observer};

/// What is known of the value at the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
    /// What the last search gave, or the first guess.
    pub(super) guess: Score,
}

impl Bounds {
    /// The question that MTD(f), SSS* and DUAL* ask: is the value less than the guess, or, if that is already known to
    /// be a lower bound, is it more?
    pub(super) const fn at_guess(self) -> Score {
        if self.guess == self.lower { self.guess + 1 } else { self.guess }
    }
}

/// Asks until the bounds meet. `question` gives the beta of the next search, above the lower bound and up to the upper
/// one: is the value at least that?
pub(super) fn mtd<G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    depth: u32,
    first: Score,
    question: impl Fn(Bounds) -> Score,
) -> Result<Score, Status> {
    mtd_by(search, first, question, |search, beta| AlphaBetaTt::visit(search, Node::root(depth, beta - 1, beta)))
}

/// The same of any zero-window search: `ask` searches with the window (beta - 1, beta).
pub(super) fn mtd_by<'a, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'a, G, E, O>,
    first: Score,
    question: impl Fn(Bounds) -> Score,
    mut ask: impl FnMut(&mut Search<'a, G, E, O>, Score) -> Result<Score, Status>,
) -> Result<Score, Status> {
    let mut bounds = Bounds { lower: -INFINITY, upper: INFINITY, guess: first.clamp(-INFINITY, INFINITY) };
    while bounds.lower < bounds.upper {
        let beta = question(bounds).clamp(bounds.lower + 1, bounds.upper);
        search.observer.on(Event::Pass);
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
