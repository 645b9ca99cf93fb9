//! ProbCut to the end of the game: scores that hold with a given probability.
//!
//! Idea        The learned evaluation, or a shallow search with it, tells the final score with an error of a known spread.
//!             Most null windows of an endgame lie 20 discs and more from the score of the position: there it tells
//!             enough. A node whose forecast is beyond the window by more errors than the selectivity allows is cut.
//! Source      Buro, ICCA Journal 18(2) (1995). The percentages are those of Edax (Delorme).
//! Guarantees  None; only the end of the game gives a proof. Bounds that hang on a cut are kept apart in the table, by
//!             their selectivity, and an exact search uses nothing of them but the moves.
//! Not here    ProbCut of searches of limited depth (`search::game::probcut`).

use super::options::Selectivity;
use super::presearch::{Learned, Looked};
use super::solver::Solver;
use crate::othello::board::Board;
use crate::othello::kernel::Kernel;
use crate::othello::learned::indices::Indices;
use crate::othello::learned::weights::DISC;
use searchlab_search::game::Forecast;
use searchlab_search::observer::{Cut, Observer, Subtree};

/// A forecast of the final score by a search of `shallow` plies; the standard deviation of its error in tenths of a disc.
const fn forecast(shallow: u32, tenths: i32) -> Forecast {
    Forecast { shallow, slope: 1000, offset: 0, sigma: tenths * DISC * 100 }
}

/// Forecasts and the fewest empty squares at which each pays, the cheapest first. Measured with earlier weights on 5,315 nodes
/// of exact solves with 9 to 21 empty squares, where the errors hardly depended on the number of empty squares and the line
/// was the identity; then made a tenth wider, with which FFO 40-44 takes fewest nodes.
const FORECASTS: [(u32, Forecast); 3] = [(10, forecast(0, 95)), (16, forecast(2, 74)), (20, forecast(4, 63))];

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// A bound on the side of a null window on which the score lies with the probability that is asked for.
    #[inline(always)]
    pub(super) fn probcut(&mut self, board: Board, moves: u64, alpha: i32) -> Option<i32> {
        if self.selectivity == Selectivity::Exact {
            return None;
        }
        let bound = self.subtree(Subtree::Ordering, |solver| solver.forecast(board, moves, alpha), |_| None)?;
        self.tally.probcut_cuts += 1;
        self.tell_cut(Cut::ProbCut, None, None);
        Some(bound)
    }

    #[inline(never)]
    fn forecast(&mut self, board: Board, moves: u64, alpha: i32) -> Option<i32> {
        let (weights, confidence) = (self.weights?, self.selectivity.confidence()?);
        let empties = board.empties();
        let looked = Looked { board, moves, trace: Indices::of(board) };
        // Scores are even: the odd one of the window's ends lies between two of them.
        let middle = (alpha | 1) * DISC;
        let mut value = None;
        for (_, forecast) in FORECASTS.iter().filter(|&&(from, _)| empties >= from) {
            self.tally.probcut_tries += 1;
            let value = *value.get_or_insert_with(|| self.presearch(looked, Learned(weights), 0, -i32::MAX, i32::MAX));
            let is_high = value >= middle;
            let bound =
                if is_high { forecast.at_least(middle, confidence) } else { forecast.at_most(middle, confidence) };
            let window = if is_high { (bound - 1, bound) } else { (bound, bound + 1) };
            let value = match forecast.shallow {
                0 => value,
                depth => self.presearch(looked, Learned(weights), depth, window.0, window.1),
            };
            if self.stopped.is_some() {
                return None;
            }
            if is_high && value >= bound {
                return Some(alpha + 1);
            }
            if !is_high && value <= bound {
                return Some(alpha);
            }
        }
        None
    }
}
