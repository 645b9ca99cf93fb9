//! ProbCut: forward pruning by a shallow search that predicts the result of a deep one.
//!
//! Idea        Values of a shallow and of a deep search of one position lie close to a line: deep = slope · shallow +
//!             offset, with an error of a known spread. So where the value of a shallow search is beyond the window by
//!             a given number of standard deviations, the deep search is left out. Multi-ProbCut asks at several
//!             depths, the cheapest first, each with a line of its own for each stage of the game. The cheapest of all
//!             is the static value, which also says on which side of the window it is worth to search at all.
//! Source      Buro, ICCA Journal 18(2) (1995); Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation
//!             function for Othello", NECI technical report 96 (1997).
//! Guarantees  None: the search is selective, and its value is not that of MiniMax. It only asks at null windows, never
//!             at the root, and never where a bound is a game won or lost.
//! Cost        A static value, and the shallow searches, which ask in the same way themselves.
//! Counts      `probcut_tries`: nodes at which it was asked, once for each depth of a shallow search; `probcut_cuts`:
//!             nodes that it ended. Static values and the nodes of shallow searches count as all others.
//! Not here    Where the lines come from, which is for the evaluation to say (`Evaluator::forecasts`).

use super::deepening::NodeSearch;
use super::rules::{Evaluator, Game};
use super::score::{STATIC_LIMIT, Score, is_decisive};
use super::search::{Node, Search};
use crate::budget::Status;
use crate::observer::{Cut, Event, Observer};

/// Linear prediction of the value of a deep search from that of a shallow one: slope · shallow value + offset, with an
/// error of standard deviation sigma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// Plies of the shallow search: fewer than those of the deep one; 0 for the static value.
    pub shallow: u32,
    /// The slope in thousandths, above 0.
    pub slope: i32,
    /// In thousandths of a unit of values.
    pub offset: i32,
    /// In thousandths of a unit of values.
    pub sigma: i32,
}

impl Forecast {
    /// The least shallow value from which on the deep one is at least `beta`, except for errors of more than
    /// `confidence` thousandths of a standard deviation.
    pub fn at_least(&self, beta: Score, confidence: u32) -> Score {
        let margin = i64::from(confidence) * i64::from(self.sigma) / 1000;
        let wanted = margin + 1000 * i64::from(beta) - i64::from(self.offset);
        // Rounded away from a cut.
        clamped(-(-wanted).div_euclid(self.slope.max(1).into()))
    }

    /// The greatest shallow value up to which the deep one is at most `alpha`, except for errors of that size.
    pub fn at_most(&self, alpha: Score, confidence: u32) -> Score {
        let margin = i64::from(confidence) * i64::from(self.sigma) / 1000;
        let wanted = 1000 * i64::from(alpha) - margin - i64::from(self.offset);
        clamped(wanted.div_euclid(self.slope.max(1).into()))
    }
}

/// Bounds stay below the worth of won games: a game that the shallow search sees won is won for the deep one too.
fn clamped(bound: i64) -> Score {
    let most = i64::from(STATIC_LIMIT);
    bound.clamp(-most, most) as Score
}

/// The bound of a node that shallow searches give with the confidence that was asked for; it is stored as if it came
/// from the deep search.
#[inline(always)]
pub(super) fn probcut<A: NodeSearch, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    key: u64,
    node: Node,
) -> Result<Option<Score>, Status> {
    let Some(confidence) = search.options.probcut else { return Ok(None) };
    if node.ply == 0 || node.beta - node.alpha != 1 || is_decisive(node.alpha) || is_decisive(node.beta) {
        return Ok(None);
    }
    let evaluator = search.evaluator;
    let forecasts = evaluator.forecasts(search.game, node.depth);
    if forecasts.is_empty() {
        return Ok(None);
    }
    let saw_horizon = search.saw_horizon;
    let value = A::visit(search, Node { depth: 0, ..node })?;
    // No leaf of this search, unless it ends the node.
    search.saw_horizon = saw_horizon;
    for forecast in forecasts {
        search.observer.on(Event::ProbCutTry);
        if let Some(bound) = ask::<A, G, E, O>(search, node, forecast, confidence, value)? {
            search.saw_horizon |= forecast.shallow == 0;
            search.observer.on(Event::ProbCut);
            search.cut(node, Cut::ProbCut, None, None, None);
            search.pv.clear(node.ply);
            search.store(key, node, bound, None);
            return Ok(Some(bound));
        }
    }
    Ok(None)
}

/// One null-window search, on the side of the window on which the static value lies.
fn ask<A: NodeSearch, G: Game, E: Evaluator<G>, O: Observer>(
    search: &mut Search<'_, G, E, O>,
    node: Node,
    forecast: &Forecast,
    confidence: u32,
    value: Score,
) -> Result<Option<Score>, Status> {
    let mut shallow = |alpha| match forecast.shallow {
        0 => Ok(value),
        depth => A::visit(search, Node { depth, ply: node.ply, alpha, beta: alpha + 1 }),
    };
    if value >= node.beta {
        let high = forecast.at_least(node.beta, confidence);
        return Ok((shallow(high - 1)? >= high).then_some(node.beta));
    }
    let low = forecast.at_most(node.alpha, confidence);
    Ok((shallow(low)? <= low).then_some(node.alpha))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the formula of the paper: bound = (t · sigma + beta − offset) / slope, rounded away from a cut.
    #[test]
    fn bounds_are_those_of_the_line() {
        let plain = Forecast { shallow: 1, slope: 1000, offset: 0, sigma: 8000 };
        assert_eq!((plain.at_least(10, 1500), plain.at_most(9, 1500)), (22, -3));
        assert_eq!((plain.at_least(-10, 1000), plain.at_most(-11, 1000)), (-2, -19));
        let steep = Forecast { shallow: 2, slope: 1100, offset: -500, sigma: 3000 };
        // (4.5 + 20 + 0.5) / 1.1 = 22.7 and (19 − 4.5 + 0.5) / 1.1 = 13.6
        assert_eq!((steep.at_least(20, 1500), steep.at_most(19, 1500)), (23, 13));
    }

    #[test]
    fn no_number_is_too_large() {
        let wild = Forecast { shallow: 1, slope: 1, offset: i32::MIN, sigma: i32::MAX };
        for bound in [-STATIC_LIMIT, 0, STATIC_LIMIT] {
            assert_eq!(wild.at_least(bound, u32::MAX), STATIC_LIMIT);
            assert!(wild.at_most(bound, u32::MAX) >= -STATIC_LIMIT);
        }
    }
}
