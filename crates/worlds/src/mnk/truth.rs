//! The result of perfect play near the end of a game.
//!
//! Idea        Alpha-beta over win, draw and loss with a table of what is known. A winning row ends the search of a
//!             position at once, and a row of the opponent that one stone would complete leaves one move.
//! Cost        Each set of free cells may have two sides' stones: 3^n positions at n free cells at most, far fewer with
//!             cuts; 12 free cells of 5,5,4 take about a millisecond (`tests::late_positions_are_judged`).

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use super::{Position, bit};
use searchlab_search::budget::Budget;
use searchlab_search::game::Game;

/// The least and the greatest result that a position can have.
type Bounds = [i8; 2];

/// 1 if the side to move wins with perfect play, 0 for a draw, -1 if it loses. `None` if the stop flag was set before the
/// answer was known.
pub(super) fn result(position: &Position, budget: &Budget) -> Option<i8> {
    let is_stopped = || budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
    search(*position, [-1, 1], &mut HashMap::new(), &is_stopped)
}

/// The result, exact within the window, else a bound on its side.
fn search(
    position: Position,
    [mut alpha, mut beta]: Bounds,
    known: &mut HashMap<(u128, u128), Bounds>,
    is_stopped: &impl Fn() -> bool,
) -> Option<i8> {
    let wins = |stones: u128| position.cells().find(|&cell| position.size.has_row(stones | bit(cell)));
    if position.size.has_row(position.opponent) {
        return Some(-1);
    }
    if position.free == 0 {
        return Some(0);
    }
    if wins(position.own).is_some() {
        return Some(1);
    }
    let key = (position.own, position.opponent);
    let [least, most] = known.get(&key).copied().unwrap_or([-1, 1]);
    [alpha, beta] = [alpha.max(least), beta.min(most)];
    if alpha >= beta {
        return Some(alpha);
    }
    if is_stopped() {
        return None;
    }
    let forced = wins(position.opponent);
    let (mut best, begun) = (-1, alpha);
    for cell in position.cells().filter(|&cell| forced.is_none_or(|only| only == cell)) {
        let mut after = position;
        after.make(cell);
        best = best.max(-search(after, [-beta, -alpha], known, is_stopped)?);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let bounds = [if best > begun { best } else { least }, if best < beta { best } else { most }];
    known.insert(key, bounds);
    Some(best)
}
