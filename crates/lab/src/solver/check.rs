//! The check of an answer: are its moves possible, is its cost right, does it keep its promise?

use searchlab_search::budget::Status;
use searchlab_trial::record::{Answer, Record};
use searchlab_worlds::puzzle::{Followed, Puzzle};
use searchlab_worlds::world::Task;

use super::protocol::{AnswerLine, Promise};

/// Values and costs that differ by less are equal.
const SLACK: f64 = 1e-6;

/// A search of our own: of the task, or of the position after a move.
pub(super) type Truth<'a> = dyn FnMut(Option<&Task>) -> Record + 'a;

/// An answer that was checked.
#[derive(Debug, PartialEq)]
pub(super) struct Checked {
    /// How the search ended.
    pub(super) status: Status,
    /// The answer as records hold it.
    pub(super) answer: Option<Answer>,
    /// True if the value was compared with that of a search of our own.
    pub(super) is_verified: bool,
}

/// A mistake in an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// It is none.
    Babble(String),
    /// A move that is not possible.
    Illegal(String),
    /// A claim that does not hold.
    Wrong(String),
}

/// Checks an answer.
///
/// # Errors
/// The first thing that is wrong with it.
pub(super) fn check(
    said: AnswerLine,
    puzzle: &dyn Puzzle,
    promise: Promise,
    depth: Option<u32>,
    truth: &mut Truth<'_>,
) -> Result<Checked, Flaw> {
    match said.ended(Status::Solved).map_err(Flaw::Babble)? {
        Status::Solved => match puzzle.follow(&said.moves).map_err(Flaw::Illegal)? {
            Followed::Path { cost, exact } => path(said, cost, exact, promise, truth),
            Followed::Line => line(said, puzzle, promise, depth, truth),
        },
        Status::Unsolvable if puzzle.is_game() => {
            Err(Flaw::Babble("the status unsolvable, which no position of a game has".to_owned()))
        }
        Status::Unsolvable => {
            let record = truth(None);
            match &record.result {
                Some(answer) => {
                    Err(Flaw::Wrong(format!("it says unsolvable; there is a path of cost {}", answer.value)))
                }
                None => Ok(Checked {
                    status: Status::Unsolvable,
                    answer: None,
                    is_verified: record.status == Status::Unsolvable,
                }),
            }
        }
        status => Ok(Checked { status, answer: None, is_verified: false }),
    }
}

/// The answer of a search of ours that no limit has stopped.
fn finished(record: Record) -> Option<Answer> {
    record.result.filter(|_| !record.status.is_incomplete())
}

fn path(
    said: AnswerLine,
    cost: f64,
    exact: Option<[u64; 2]>,
    promise: Promise,
    truth: &mut Truth<'_>,
) -> Result<Checked, Flaw> {
    if let Some(claimed) = said.cost.filter(|claimed| (claimed - cost).abs() > SLACK) {
        return Err(Flaw::Wrong(format!("it says that its path costs {claimed}, and it costs {cost}")));
    }
    let mut is_verified = false;
    if said.optimal.unwrap_or(promise == Promise::Optimal)
        && let Some(Answer { value: least, .. }) = finished(truth(None))
    {
        if cost > least + SLACK {
            let words = format!("it calls its path of cost {cost} optimal; the least cost is {least}");
            return Err(Flaw::Wrong(words));
        }
        is_verified = true;
    }
    let moves = said.moves.into_iter().collect();
    let answer = Answer { value: cost, exact, moves, depth: None };
    Ok(Checked { status: Status::Solved, answer: Some(answer), is_verified })
}

fn line(
    said: AnswerLine,
    puzzle: &dyn Puzzle,
    promise: Promise,
    depth: Option<u32>,
    truth: &mut Truth<'_>,
) -> Result<Checked, Flaw> {
    let Some(value) = said.value else { return Err(Flaw::Babble("an answer without a `value`".to_owned())) };
    let mut is_verified = false;
    if promise == Promise::Minimax
        && let Some(own) = finished(truth(None))
    {
        if (own.value - value).abs() > SLACK {
            return Err(Flaw::Wrong(format!("it gives the value {value}, and MiniMax gives {}", own.value)));
        }
        if let Some(mv) = said.moves.first().filter(|mv| own.moves.first() != Some(mv))
            && depth != Some(1)
            && let Some(task) = puzzle.after(mv)
            && let Some(child) = finished(truth(Some(&task)))
            && (child.value + value).abs() > SLACK
        {
            return Err(Flaw::Wrong(format!("its move {mv} is worth {}, and not {value}", -child.value)));
        }
        is_verified = true;
    }
    let moves = said.moves.into_iter().collect();
    let answer = Answer { value, exact: None, moves, depth };
    Ok(Checked { status: Status::Complete, answer: Some(answer), is_verified })
}
