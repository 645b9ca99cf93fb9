//! The solver as judge of the moves that searches choose.
//!
//! Idea        A search whose value is an estimate is measured by what its move loses against perfect play, where the
//!             game is so near its end that the solver knows that at once. What is judged depends on nothing but the
//!             trial, so that the same trial has the same record everywhere.
//! Not here    The end of games by the solver (contest/).

use super::board_game::SearchableGame;
use crate::Side;
use searchlab_search::about::Guarantee;
use searchlab_search::budget::Budget;
use searchlab_trial::record::{Record, Referee, Status};

/// The record of a search from a position, with what the solver says of its move: in worlds whose solver judges, of
/// algorithms whose values are estimates, in some also of those to a depth, and of positions that are near enough to the end. Of the budget only the stop
/// flag counts; once it is set, the record is that of an interrupted search.
pub fn refereed<P: SearchableGame>(record: Record, position: &P, budget: &Budget) -> Record {
    let Some(effort) = P::REFEREE else { return record };
    let about = P::PLAYERS.world.algorithm(&record.algorithm);
    let is_judged = about.is_some_and(|about| match about.guarantee {
        Guarantee::Estimate => true,
        Guarantee::MinimaxValue => P::JUDGES_MINIMAX,
        _ => false,
    });
    if !is_judged || record.status == Status::Interrupted {
        return record;
    }
    let first = record.result.as_ref().and_then(|answer| position.read_move(answer.moves.first()?));
    let Some(after) = first.and_then(|mv| position.after(mv)) else { return record };
    let budget = Budget { stop: budget.stop.clone(), ..Budget::default() };
    let Some(best) = position.solved(effort, &budget) else {
        // Too far from the end, unless it was stopped.
        let is_stopped = budget.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
        return if is_stopped { Record { status: Status::Interrupted, ..record } } else { record };
    };
    let Some(chosen) = after.solved(effort, &budget) else { return Record { status: Status::Interrupted, ..record } };
    let sign = if position.side() == Side::Black { 1 } else { -1 };
    Record { referee: Some(Referee { best: sign * best, chosen: sign * chosen }), ..record }
}
